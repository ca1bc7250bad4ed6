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
    blob: str
    line: int
    url: str

    def as_json(self) -> dict[str, object]:
        """The evidence as the command line prints it."""
        keys = ("table", "row_id", "result_id", "repo", "commit", "path", "blob", "line", "url")
        return {k: getattr(self, k) for k in keys}


def source_url(repo: str, commit: str, path: str, line: int) -> str:
    """Link to a line of a file at a commit on GitHub."""
    return f"https://github.com/{repo}/blob/{commit}/{quote(path)}#L{line}"


def describe(row: pd.Series) -> str:
    """A result in words: submitter, system, benchmark, scenario, round, accelerators."""
    count = "CPU only" if pd.isna(row["accelerators"]) else f"{int(row['accelerators'])} accelerators"
    return (
        f"{row['submitter']}, {row['system']} ({count}), {row['benchmark']} {row['scenario']}, "
        f"{row['round']} {row['division']}, {row['availability']}"
    )


def evidence_of(rows: pd.DataFrame) -> tuple[Evidence, ...]:
    """Evidence for rows of ``inference_results``: each row's published record, then the line of its log."""
    found = []
    for _, row in rows.drop_duplicates("row_id").iterrows():
        words = describe(row)
        common = {"result_id": str(row["result_id"]), "repo": str(row["repo"]), "commit": str(row["commit"])}
        found.append(
            _evidence(
                "inference_results",
                str(row["row_id"]),
                f"published: {words}",
                row["path"],
                row["blob"],
                row["line"],
                common,
            )
        )
        if pd.notna(row["log_line"]):
            log = (row["log_path"], row["log_blob"], row["log_line"])
            found.append(_evidence("loadgen_runs", str(row["run_id"]), f"log: {words}", *log, common))
    return tuple(found)


def _evidence(table: str, row_id: str, label: str, path: str, blob: str, line: int, common: dict[str, str]) -> Evidence:
    url = source_url(common["repo"], common["commit"], str(path), int(line))
    return Evidence(
        table=table,
        row_id=row_id,
        label=label,
        path=str(path),
        blob=str(blob),
        line=int(line),
        url=url,
        **common,
    )


def with_links(rows: pd.DataFrame) -> pd.DataFrame:
    """``rows`` of ``inference_results`` with ``published_url`` and ``log_url``, each to the line."""

    def url(row: pd.Series, path: str, line: str) -> str | None:
        return None if pd.isna(row[line]) else source_url(row["repo"], row["commit"], row[path], int(row[line]))

    return rows.assign(
        published_url=[url(r, "path", "line") for _, r in rows.iterrows()],
        log_url=[url(r, "log_path", "log_line") for _, r in rows.iterrows()],
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
