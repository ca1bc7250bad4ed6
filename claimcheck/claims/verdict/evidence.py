"""Where a figure comes from: table row, commit, path and line, and a link to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal
from urllib.parse import quote

import pandas as pd
from pydantic import Field, TypeAdapter

from claimcheck.analysis.comparison import on_page
from claimcheck.analysis.derived import Tables
from claimcheck.claims.register.language import Context, rows_of
from claimcheck.claims.register.vocabulary import mechanism_of, run_in_words, state_of
from claimcheck.core.limits import shown
from claimcheck.core.printing import counted

_TABLES = ("inference_results", "loadgen_runs", "systems", "engine_settings", "training_results", "rules")
NO_LOG = "without a log in our tables"
# Of a log, what is that of its result unless it is in another copy.
_COPY = ("repo", "commit")
_SHA1 = "^[0-9a-f]{40}$"
# No name of a path is a dot or two, which a browser would follow to another repository.
_NAME = r"(\.{0,2}[^./][^/]*|\.{3,}[^/]*)"


@dataclass(frozen=True)
class Evidence:
    """One place that a figure rests on."""

    table: Annotated[Literal[_TABLES], Field(description="table of the row, or rules for a text of MLCommons")]
    row_id: Annotated[str, Field(min_length=1, description="key of the row in that table")]
    result_id: Annotated[str, Field(description="published ID of the result, empty where it has none")]
    repo: Annotated[str, Field(pattern=r"^\w[\w.-]*/\w[\w.-]*$", description="repository, as owner/name on GitHub")]
    commit: Annotated[str, Field(pattern=_SHA1, description="commit of that repository")]
    path: Annotated[str, Field(pattern=rf"^{_NAME}(/{_NAME})*$", description="file in that commit, or folder")]
    blob: Annotated[
        Annotated[str, Field(pattern=_SHA1)] | None,
        Field(description="git blob id of the file; null for a result typed by hand"),
    ]
    line: Annotated[
        Annotated[int, Field(ge=1)] | None, Field(description="line in the file; null for a result typed by hand")
    ]
    label: Annotated[str, Field(description="in words what stands there")] = ""

    @property
    def url(self) -> str:
        """Link to the line at that commit, or to the folder that holds the runs of an entry of Training."""
        address = source_url(self.repo, self.commit, self.path, self.line)
        return address.replace("/blob/", "/tree/", 1) if self.table == "training_results" else address


_EVIDENCE = TypeAdapter(Evidence)


def source_url(repo: str, commit: str, path: str, line: int | None = None) -> str:
    """Link to a file at a commit on GitHub, to a line of it where one is given."""
    return f"https://github.com/{repo}/blob/{commit}/{quote(path)}{f'#L{line}' if line else ''}"


def describe(row: Mapping[str, Any]) -> str:
    """A result in words: submitter, system, benchmark, scenario, round, accelerators."""
    count = "CPU only" if pd.isna(row["accelerators"]) else counted(int(row["accelerators"]), "accelerator")
    availability = "availability not known" if pd.isna(row["availability"]) else row["availability"]
    return (
        f"{row['submitter']}, {row['system']} ({count}), {row['benchmark']} {row['scenario']}, "
        f"{row['round']} {row['division']}, {availability}"
    )


def _evidence_at(table: str, row_id: str, label: str, place: Mapping[str, Any], result_id: Any = None) -> Evidence:
    """Evidence for a row of ``table``: ``place`` has repo, commit and path, and blob and line where these are known."""
    blob, line = (None if pd.isna(place.get(name)) else place[name] for name in ("blob", "line"))
    number = None if line is None else int(line)
    repo, commit, path = (str(place[name]) for name in ("repo", "commit", "path"))
    result = "" if pd.isna(result_id) else str(result_id)
    return Evidence(table, str(row_id), result, repo, commit, path, blob, number, label)


def evidence_of(rows: Iterable[Mapping[str, Any]]) -> tuple[Evidence, ...]:
    """Evidence for rows of ``inference_results``: each row's record, then the line of its log where that is another."""
    places = []
    for row in rows:
        words = describe(row)
        kind = {"log": "log", "typed": "typed by hand from"}.get(str(row["obtained"]), "published")
        # A run typed by hand from its log has a file, and no line of it.
        has_log = pd.notna(row["log_line"]) or (row["obtained"] == "typed" and pd.notna(row["log_path"]))
        lacks = "" if has_log or row["obtained"] == "log" else f", {NO_LOG}"
        page = on_page(row)
        label = f"{kind}: {words}{f', {page}' if page else ''}{lacks}"
        places.append(_evidence_at("inference_results", row["row_id"], label, row, row["result_id"]))
        if has_log and row["obtained"] != "log":
            log = {name: row[f"log_{name}"] for name in ("path", "blob", "line")}
            # The log of a typed run is in the copy that it was typed from.
            log |= {name: row[name] if pd.isna(row[f"log_{name}"]) else row[f"log_{name}"] for name in _COPY}
            # A log alone, of a round whose runs are not in the tables, is a place of its result.
            place = ("loadgen_runs", row["run_id"]) if pd.notna(row["run_id"]) else ("inference_results", row["row_id"])
            places.append(_evidence_at(*place, f"log: {words}", log, row["result_id"]))
    return tuple(places)


def with_links(rows: pd.DataFrame) -> pd.DataFrame:
    """``rows`` of ``inference_results`` with ``published_url`` and ``log_url``, each to the line where one is known."""
    log = {name: rows[f"log_{name}"].fillna(rows[name]) for name in _COPY}
    logs = rows[["log_path", "log_line"]]
    return rows.assign(
        published_url=_urls(rows[["repo", "commit", "path", "line"]]), log_url=_urls(logs.assign(**log)[[*log, *logs]])
    )


def _urls(places: pd.DataFrame) -> list[str | None]:
    """Links to repository, commit, path and line; None for a row without a path."""
    return [
        None if pd.isna(path) else source_url(repo, commit, str(path), None if pd.isna(line) else int(line))
        for repo, commit, path, line in places.itertuples(index=False, name=None)
    ]


def system_evidence(rows: Iterable[Mapping[str, Any]], tables: Tables) -> tuple[Evidence, ...]:
    """Evidence for the systems of ``rows``: their description files."""
    keys = ["round", "division", "submitter", "system"]
    systems = tables.systems.merge(pd.DataFrame(rows, columns=keys).drop_duplicates(), on=keys)
    return tuple(
        _evidence_at(
            "systems",
            "/".join(row[key] for key in keys),
            f"system description: {row['submitter']}, {row['system']}, {row['round']}",
            row,
        )
        for row in systems.to_dict("records")
    )


def training_evidence(rows: Iterable[Mapping[str, Any]]) -> tuple[Evidence, ...]:
    """Evidence for rows of ``training_results``: the folder that holds the entry's runs."""
    places = []
    for row in rows:
        label = f"runs: {row['submitter']}, {row['system']}, {row['benchmark']}, {row['suite']} {row['round']}"
        places.append(_evidence_at("training_results", row["row_id"], label, row))
    return tuple(places)


def places_behind(asked: Iterable[tuple[Context, Any]]) -> tuple[Evidence, ...]:
    """Evidence behind figures and conditions, each with its context, that is no result, each place once.

    Queries name lines of files in their column ``places``; for a mechanism they are the file that shows its state and
    the line of the rules that limits it.
    """
    asked, by_address = list(asked), {}
    for name, places in (("sql", _places_of_query), ("mechanism", _places_of_mechanism)):
        for context, spec in asked:
            for place in places(context, spec) if getattr(spec, name, None) else ():
                by_address.setdefault(place.url, place)
    return tuple(by_address.values())


def _places_of_query(context: Context, spec: Any) -> Iterator[Evidence]:
    for row in rows_of(context, spec):
        try:
            for place in row.places or ():
                words = (shown(place[name]) for name in ("table", "row_id", "label"))
                yield _EVIDENCE.validate_python(vars(_evidence_at(*words, place, shown(place.get("result_id") or ""))))
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            rule = "places is a list of structs of table, row_id, label, repo, commit, path, and if known blob and line"
            raise context.entry.fail(f"gives places {shown(row.places, 200)}", "sql", rule=rule) from error


def _places_of_mechanism(context: Context, spec: Any) -> Iterator[Evidence]:
    if not (ids := context.named(spec.of or "of")):
        return
    row = context.tables.row(ids[0])
    mechanism, state = mechanism_of(context, spec.mechanism), state_of(context, row, spec.mechanism)
    if pd.notna(state["path"]):
        label = f"{mechanism.name}, {state['state']}: {state['why']} ({run_in_words(row)})"
        yield _evidence_at("engine_settings", row["row_id"], label, state, row["result_id"])
    limit = mechanism.limit(row["round"])
    if limit is not None:
        label = f"rules of {limit.round} on {mechanism.name}: {limit.says}"
        rules = dict(context.tables.rounds[limit.round].rules)
        yield _evidence_at("rules", limit.round, label, {**rules, "line": limit.line})
