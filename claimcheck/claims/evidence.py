"""Where a figure comes from: table row, commit, path and line, and a link to it."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

import pandas as pd


@dataclass(frozen=True)
class Evidence:
    """One place that a figure rests on. ``label`` says in words what stands there."""

    table: str
    row_id: str
    result_id: str
    label: str
    repo: str
    commit: str
    path: str
    blob: str | None
    line: int | None
    url: str


def source_url(repo: str, commit: str, path: str, line: int | None = None) -> str:
    """Link to a file at a commit on GitHub, to a line of it where one is given."""
    return f"https://github.com/{repo}/blob/{commit}/{quote(path)}{f'#L{line}' if line else ''}"


def folder_url(repo: str, commit: str, path: str) -> str:
    """Link to a folder at a commit on GitHub."""
    return f"https://github.com/{repo}/tree/{commit}/{quote(path)}"


def describe(row: pd.Series) -> str:
    """A result in words: submitter, system, benchmark, scenario, round, accelerators."""
    count = "CPU only" if pd.isna(row["accelerators"]) else f"{int(row['accelerators'])} accelerators"
    availability = "availability not known" if pd.isna(row["availability"]) else row["availability"]
    return (
        f"{row['submitter']}, {row['system']} ({count}), {row['benchmark']} {row['scenario']}, "
        f"{row['round']} {row['division']}, {availability}"
    )


def evidence_of(rows: pd.DataFrame) -> tuple[Evidence, ...]:
    """Evidence for rows of ``inference_results``: each row's record, then the line of its log where that is another."""
    found = []
    for _, row in _with_place_of_log(rows.drop_duplicates("row_id")).iterrows():
        words = describe(row)
        result_id = "" if pd.isna(row["result_id"]) else str(row["result_id"])
        common = {"result_id": result_id, "repo": str(row["repo"]), "commit": str(row["commit"])}
        source = (row["path"], row["blob"], row["line"])
        kind = {"log": "log", "typed": "typed by hand from"}.get(str(row["obtained"]), "published")
        found.append(_evidence("inference_results", str(row["row_id"]), f"{kind}: {words}", *source, common))
        # A run typed by hand from its log has a file, and no line of it.
        read = pd.notna(row["log_line"]) or (row["obtained"] == "typed" and pd.notna(row["log_path"]))
        if read and row["obtained"] != "log":
            log = (row["log_path"], row["log_blob"], row["log_line"])
            place = {**common, "repo": str(row["log_repo"]), "commit": str(row["log_commit"])}
            found.append(_evidence("loadgen_runs", str(row["run_id"]), f"log: {words}", *log, place))
    return tuple(found)


def _with_place_of_log(rows: pd.DataFrame) -> pd.DataFrame:
    """``rows`` with repository and commit of each log: the log of a typed run is in the copy that it was typed from."""
    return rows.assign(**{f"log_{name}": rows[f"log_{name}"].fillna(rows[name]) for name in ("repo", "commit")})


def _evidence(
    table: str, row_id: str, label: str, path: str, blob: object, line: object, common: dict[str, str]
) -> Evidence:
    number = None if pd.isna(line) else int(str(line))
    return Evidence(
        table=table,
        row_id=row_id,
        label=label,
        path=str(path),
        blob=None if pd.isna(blob) else str(blob),
        line=number,
        url=source_url(common["repo"], common["commit"], str(path), number),
        **common,
    )


def with_links(rows: pd.DataFrame) -> pd.DataFrame:
    """``rows`` of ``inference_results`` with ``published_url`` and ``log_url``, each to the line where one is known."""

    def url(repo: str, commit: str, path: object, line: object) -> str | None:
        if pd.isna(path):
            return None
        return source_url(repo, commit, str(path), None if pd.isna(line) else int(str(line)))

    named = {
        "published_url": rows[["repo", "commit", "path", "line"]],
        "log_url": _with_place_of_log(rows)[["log_repo", "log_commit", "log_path", "log_line"]],
    }
    return rows.assign(
        **{name: [url(*row) for row in places.itertuples(index=False, name=None)] for name, places in named.items()}
    )


def system_evidence(rows: pd.DataFrame) -> tuple[Evidence, ...]:
    """Evidence for rows of ``systems``: the system description files."""
    found = []
    for _, row in rows.iterrows():
        row_id = f"{row['round']}/{row['division']}/{row['submitter']}/{row['system']}"
        common = {"result_id": "", "repo": str(row["repo"]), "commit": str(row["commit"])}
        label = f"system description: {row['submitter']}, {row['system']}, {row['round']}"
        found.append(_evidence("systems", row_id, label, row["path"], row["blob"], row["line"], common))
    return tuple(found)


def training_evidence(rows: pd.DataFrame) -> tuple[Evidence, ...]:
    """Evidence for rows of ``training_results``: the folder that holds the entry's runs."""
    return tuple(
        Evidence(
            table="training_results",
            row_id=str(row["row_id"]),
            result_id="",
            label=f"runs: {row['submitter']}, {row['system']}, {row['benchmark']}, {row['suite']} {row['round']}",
            repo=str(row["repo"]),
            commit=str(row["commit"]),
            path=str(row["path"]),
            blob=None,
            line=None,
            url=folder_url(str(row["repo"]), str(row["commit"]), str(row["path"])),
        )
        for _, row in rows.iterrows()
    )
