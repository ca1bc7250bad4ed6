"""The data of the engine: the results and what the rules say of them, packed by column in files that browsers load.

A column of numbers is a list of them. Another is ``{"words": [...], "at": "..."}``: the values that occur, and for each
row one character whose code less ZERO is the place of its value among them. ``{"templates": [...], "at": "..."}``:
likewise, texts into which the row's own values of other columns are put for ``{column}``. ``{"of": ..., "says": ...}``:
what follows from each value of another column, whose name is ``of``. An empty cell is null. ``tables.ts`` reads it, and
divides a rate by the accelerators where a table has no column ``per_accelerator``.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from claimcheck.analysis import chips, comparison
from claimcheck.analysis.derived import Tables, load_tables
from claimcheck.analysis.questions import SPELLING
from claimcheck.analysis.view import named, names_in_print, on_sale, title, without_target
from claimcheck.claims.texts.footnote import retrieved
from claimcheck.claims.texts.wording import MARKS, claim_numbers, printed_claims
from claimcheck.claims.verdict.result import ClaimResult, read_recorded
from claimcheck.core.files import declared, script_call, write_files
from claimcheck.core.printing import Printed, as_published, date_text, listed
from claimcheck.data.edition import read_edition
from claimcheck.data.facts import known_exceptions
from claimcheck.data.names import read_benchmarks, read_spoken
from claimcheck.data.numbers import BETWEEN, read_numbers
from claimcheck.data.paths import CLAIM_RESULTS
from claimcheck.data.registers import read_questions
from claimcheck.data.rounds import in_order, inference_rounds, order, read_rounds, read_rounds_register
from claimcheck.site.engine.passages import passages
from claimcheck.site.engine.process import run
from claimcheck.site.engine.spellings import spellings, vocabulary

FIND: dict[str, Any] = declared(__file__, "find.yml")
SHEET: dict[str, Any] = declared(__file__, "sheet.yml")
# The pages that answers lead to.
PAGES = {name: f"book/{name}" for name in ("compare", "results")}
# The programs that send a run's queries and take its time: LoadGen, and since v6.1 MLCommons' newer one as well
# (mlcommons/endpoints), whose report has this name.
_LOADGEN, _ENDPOINTS = "LoadGen", "the harness of MLPerf Endpoints"
_ENDPOINTS_SINCE, _ENDPOINTS_REPORT = "v6.1", "result_summary.json"
_SYSTEM = ["round", "division", "submitter", "system"]
# Parts of the paths of a result's files and of its row id.
_PARTS = ("round", "result_id", "division", "suite", "submitter", "system", "model", "benchmark", "scenario")
_TRAINING_PARTS = ("suite", "round", "division", "submitter", "system", "benchmark")
_PATHS = ("row_id", "path", "log_path", "system_path")
# What a search for a figure needs of a result, of any suite; and what it does not, which is a table of its own.
_FOUND_BY = [
    "row_id", "round", "result_id", "page_id", "division", "suite", "availability", "submitter", "system",
    "system_name", "accelerator", "product", "accelerator_vendor", "platform_vendor", "accelerators",
    "benchmark", "scenario", "value", "unit", "higher_is_better", "repo", "commit", "owners", "on_sale", "power",
    "again", "software",
]  # fmt: skip
_DETAILS = [
    "ran", "run", "program", "obtained", "path", "line", "log_path", "log_line", "log_note",
    "host_processor", "host_memory", "network", "system_repo", "system_commit", "system_path", "nodes",
]  # fmt: skip
# What a claim's results may name of it, and of how many at most.
_NAMED, _FEW = ("benchmark", "scenario", "chip", "submitter", "round"), 8
# Words of find.yml and of comparison.yml that only Python reads, of which some are packed in another form.
_UNPACKED = (
    *("things", "rates", "other_rounds", "on_page", "measured", "ignored", "claim_units"),
    *("two_chips", "shared", "asked", "versions", "defensible"),
)
# The round in the number of a register's claim.
_ROUND = re.compile(r"v\d+\.\d+")
# The code of the first value's character.
ZERO = 48

Packed = dict[str, Any]


def write_packed(tables: Tables, folder: Path) -> None:
    """Write the packed ``tables`` into ``folder``, that of claims last: the engine reads statements with the others."""
    packed = result_tables(tables) | {
        "training": _with_words(pack(_trained(tables), ("row_id", "path"), _TRAINING_PARTS)),
        "energy": _energy(tables),
        "chips": _chips(tables),
        "own": _own(tables),
        "compare": {"rows": 0, "columns": {}, "rules": rules(tables)},
    }
    _write(folder, packed)
    _write(folder, {"claims": _claimed(tables, folder)})


def _write(folder: Path, packed: Mapping[str, Packed]) -> None:
    """Write packed tables by their names, each as a script: a page that is opened as a file can load nothing else."""
    taking = "window.claimcheckEngine.takeTable"
    write_files(folder, {f"{name}.js": script_call(taking, name, table).encode() for name, table in packed.items()})


def _placed(results: pd.DataFrame) -> pd.DataFrame:
    """The rows of ``inference_results`` by the places that the engine gives them: the closed division first."""
    return results.sort_values("division", key=lambda names: names.ne("closed"), kind="stable", ignore_index=True)


def result_tables(loaded: Tables) -> dict[str, Packed]:
    """The rows of ``inference_results`` with what else is said of them, by ``analysis.view`` and their systems.

    ``results`` are those of the closed division, which a search for a figure needs, and ``open`` the others; what a
    search does not need is in the ``details`` of each.
    """
    systems = loaded.systems.rename(columns={c: f"system_{c}" for c in ("repo", "commit", "path")})
    rows = named(_placed(loaded.results))
    rows = rows.assign(
        owners=rows["owners"].map(BETWEEN.join),
        on_sale=on_sale(rows),
        power=rows["has_power"].map({True: "yes", False: "no"}),
        program=[_program(*row) for row in rows[["round", "log_path"]].itertuples(index=False)],
        ran=[_ran(*row) for row in rows[["benchmark", "model", "division"]].itertuples(index=False)],
        run=_runs(rows),
        again=_again(rows),
        line=rows["line"].astype(float),
    )
    own = [*_FOUND_BY, "model", "weight_dtype"]
    extra = [name for name in (*own, *_DETAILS) if name not in rows]
    results = rows.merge(systems[[*_SYSTEM, *extra]], on=_SYSTEM, how="left", validate="many_to_one")
    closed = results["division"].eq("closed")
    packed = {}
    for name, part in (("results", results[closed]), ("open", results[~closed])):
        columns = _with_words(pack(part[[*own, *_DETAILS]], _PATHS, _PARTS))["columns"]
        details = {column: columns.pop(column) for column in _DETAILS}
        details["processor"] = _following(details, "host_processor", _processor)
        packed[name] = {"rows": len(part), "columns": columns}
        packed["details" if name == "results" else "open-details"] = {"rows": len(part), "columns": details}
    return packed


def _with_words(packed: Packed) -> Packed:
    """A packed table of results with what a sentence says of them: MLPerf's suite, the family, the accuracy target."""
    columns, suites = packed["columns"], comparison.RULES["suites"]
    columns["mlperf"] = _following(columns, "suite", lambda name: suites.get(name, suites["inference"]))
    columns["family"] = _following(columns, "benchmark", title)
    columns["target"] = _following(columns, "benchmark", lambda name: without_target(name)[1])
    return packed


def _following(columns: Packed, name: str, of: Callable[[Any], Any]) -> Packed:
    """A column that follows from another of ``columns``: what ``of`` gives of each of its values."""
    return {"of": name, "says": {word: of(word) for word in columns[name]["words"]}}


def _processor(name: str | None) -> str | None:
    """A processor's name in one spelling, as ``analysis.questions`` has it."""
    return name and re.sub(SPELLING, "", name, flags=re.IGNORECASE).strip()


def _program(round_: str, log_path: object) -> str | None:
    """Program that timed a run, by its round and the path of its log; None where that is not known."""
    if pd.notna(log_path):
        return _ENDPOINTS if str(log_path).endswith(_ENDPOINTS_REPORT) else _LOADGEN
    return _LOADGEN if order(round_) < order(_ENDPOINTS_SINCE) else None


def _ran(benchmark: str, model: object, division: str) -> str:
    """The model that ran a benchmark: its own, as a sentence calls it, or in the open division as it is published."""
    if division == "closed" or pd.isna(model):
        return title(benchmark)
    known = read_benchmarks().aliases.get(str(model), str(model))
    own = without_target(known)[0] == without_target(benchmark)[0]
    return title(benchmark) if own else str(model)


def _again(rows: pd.DataFrame) -> pd.Series:
    """Whether a row before publishes the same run, in another suite or under another target."""
    same = rows[["round", "submitter", "system", "scenario", "unit", "accelerators", "value"]]
    family = rows["benchmark"].map(lambda name: without_target(name)[0])
    return same.assign(family=family, closed=rows["division"] == "closed").duplicated()


def _runs(rows: pd.DataFrame) -> pd.Series:
    """A number for each run that several of ``rows`` publish, by its round and log; NaN where one alone has it."""
    several = rows["log_blob"].notna() & rows.duplicated(["round", "log_blob"], keep=False)
    return rows.groupby(["round", "log_blob"]).ngroup().where(several).astype("Float64").astype(float)


def _trained_runs(loaded: Tables) -> pd.Series:
    """The same of results of Training and HPC, by row_id: entries of a benchmark with equal times of runs, or named so.

    Below 0, so that none has the number of a run of Inference.
    """
    rows = loaded.table("training_results").set_index("row_id", drop=False)
    times = rows[["benchmark", "fastest_run_s", "middle_run_s", "slowest_run_s"]]
    several = times.notna().all(axis=1) & times.duplicated(keep=False)
    first = rows["row_id"].where(~several, rows.groupby([*times])["row_id"].transform("first"))
    first = rows["same_runs_as"].map(first).fillna(first)
    return -1.0 - pd.Series(pd.factorize(first)[0], index=rows.index).where(first.duplicated(keep=False))


def _trained(loaded: Tables) -> pd.DataFrame:
    """The results of Training and HPC in columns of ``results``; ``scenario`` says which suite ran.

    ``edition``: the round, of which several suites have one of that name. ``told``: what is known in the place of a
    score, from ``low`` to ``high`` where that is a span of minutes.
    """
    sql = """select row_id, coalesce(printed, 'no score: ' || reason) as told, score_low as low, score_high as high
        from training_results where time_to_train_minutes is null and models_per_minute is null"""
    with loaded.database(sql) as database:
        unread = database.execute(sql).df().set_index("row_id")
    rows = named(loaded.trained)
    hpc = rows["suite"] == "hpc"
    rows = rows.assign(
        owners=rows["owners"].map(BETWEEN.join),
        on_sale=on_sale(rows),
        scenario=("HPC " + rows["scenario"] + " scaling").where(hpc, "Training"),
        edition=hpc.map({True: "HPC ", False: "Training "}) + rows["round"],
        **{name: rows["row_id"].map(unread[name]) for name in ("told", "low", "high")},
        again=_again(rows),
        run=rows["row_id"].map(_trained_runs(loaded)),
        power=None,
        # No table says which program timed a run, which is nothing that a comparison could tell.
        program="",
        per_accelerator=float("nan"),
        accelerators=rows["accelerators"].astype("Float64").astype(float),
    )
    columns = [*_FOUND_BY, "path", "obtained", "nodes", "program", "per_accelerator", "edition", "told", "low", "high"]
    columns.append("run")
    return rows.reset_index(drop=True)[columns]


def _energy(loaded: Tables) -> Packed:
    """Of each closed result what it did per watt: of a rate, or of the queries that a measured energy is of."""
    rows = _placed(loaded.results).query("division == 'closed'")
    power = rows["power"].astype(float)
    rated = rows["power_unit"].eq("W").fillna(False)
    rate = (rows["value"].astype(float) / power).where(rows["higher_is_better"].fillna(False))
    # More digits than such a figure is printed with take space alone.
    value = rate.where(rated, 1 / power).map("{:.8g}".format).astype(float)
    unit = (rows["unit"] + " per W").where(rated, "queries per J")
    return pack(pd.DataFrame({"value": value, "unit": unit, "higher_is_better": True, "per_accelerator": float("nan")}))


def _chips(loaded: Tables) -> Packed:
    """Two chips in each test that they share, by the best results, of eights if there are, the largest ratio first.

    Each pair stands in both orders. ``told``: how often the first chip is ahead in the round, by every reading. Of what
    a pair rests on, the first result by its place among the results.
    """
    placed = _placed(loaded.results)["row_id"]
    places = pd.Series(placed.index, index=placed, dtype=float)
    both = chips.both_ways(loaded.chip_pairs.assign(ratio=loaded.chip_pairs["ratio"].astype(float)))
    sides = ["round", "chip", "other"]
    counts = chips.counted(both, by=sides)
    spread = chips.spread(loaded.chip_cells)
    told = {pair: chips.in_words(*pair, of.droplevel(sides), spread[pair[0]]) for pair, of in counts.groupby(sides)}
    tests = chips.shown(both).query("reading in ('best', 'any size')").sort_values("ratio", ascending=False)
    first = [tests[name].str.split(BETWEEN, n=1, regex=False).str[0] for name in ("row_ids", "other_row_ids")]
    rows, others = (places.reindex(ids).to_numpy() for ids in first)
    tests = tests[[*sides, "family", "scenario"]].assign(
        row=rows, other_row=others, told=[told[pair] for pair in tests[sides].itertuples(index=False, name=None)]
    )
    return pack(tests.reset_index(drop=True))


def _claimed(loaded: Tables, folder: Path) -> Packed:
    """The claims as they were judged: of each what its statement says, as the engine reads it, and what it rests on.

    ``said``: the names of the statement, as the engine groups them; ``names``: these and those of the results of
    Inference that the claim rests on, or else the round of its register. ``sides``: which two its figures compare;
    ``figures``: each with its value, its unit in the tables, and whether it is per accelerator. The engine reads with
    the packed tables of ``folder``.
    """
    rows = named(loaded.results).drop(columns="chip").rename(columns={"product": "chip"}).set_index("row_id")
    rows["benchmark"] = [without_target(name)[0] for name in rows["benchmark"]]
    edition = read_edition()
    recorded, whole = _recorded(loaded)
    printed = printed_claims(recorded, whole)
    read = run([{"kind": "read", "phrase": claim.statement} for claim in printed], folder)
    claims = []
    for claim, statement in zip(printed, read, strict=True):
        # Many results do not say what a claim is about.
        own = rows[rows.index.isin(claim.rows)] if len(claim.rows) <= _FEW else rows[:0]
        told = {name: getattr(claim, name) for name in ("number", "statement", "verdict", "reason")}
        said = {name: groups for name, groups in statement["names"].items() if name in _NAMED}
        names = {name: {*own[name].dropna(), *itertools.chain(*said.get(name, []))} for name in _NAMED}
        if not names["round"]:
            names["round"] = {*_ROUND.findall(str(claim.number))}
        claims.append(
            {
                **told,
                "address": edition.page(f"claims/{claim.number}"),
                "said": said,
                "names": {name: sorted(of) for name, of in names.items() if of},
                "sides": [figure["sides"] for figure in statement["figures"] if "sides" in figure],
                "figures": [_figure(figure.published) for figure in claim.figures],
            }
        )
    return {"rows": len(claims), "columns": {}, "claims": claims}


def _figure(published: Printed) -> tuple[float, str, bool]:
    """Value of a claim's figure in a unit of the tables, that unit, and whether it is per accelerator."""
    unit, per, _ = published.unit.partition(" per accelerator")
    known = FIND["claim_units"].get(unit, {"as": unit})
    return published.value * known.get("by", 1), known["as"], bool(per)


def _recorded(loaded: Tables) -> tuple[Sequence[ClaimResult], Tables]:
    """The claims as they were judged, of all results of the folder, which may have none; and these results."""
    whole = load_tables(loaded.data)
    return (read_recorded(whole) if (loaded.data / CLAIM_RESULTS).is_file() else []), whole


def _own(loaded: Tables) -> Packed:
    """The passages of our own pages, each with the places of its numbers among ``numbers``."""
    known = {**claim_numbers(*_recorded(loaded)), **read_numbers(loaded.data)}
    own = [(text, printed) for text, printed in passages(loaded.data, known) if printed]
    numbers = {number: place for place, number in enumerate(dict.fromkeys(n for _, printed in own for n in printed))}
    told = [[text, [numbers[number] for number in printed]] for text, printed in own]
    return {"rows": len(told), "columns": {}, "numbers": [*numbers], "passages": told}


def rules(loaded: Tables) -> dict[str, Any]:
    """The declared rules, and what the data say of rounds, benchmarks, and names."""
    edition = read_edition()
    benchmarks, trained = loaded.results["benchmark"].unique(), _trained(loaded)
    rounds, spoken = inference_rounds(loaded.data), read_spoken(loaded.data)
    names = names_in_print({*loaded.results["submitter"], *trained["submitter"]}, {*benchmarks, *trained["benchmark"]})
    return {
        **{name: rule for name, rule in comparison.RULES.items() if name not in _UNPACKED},
        **_versions(loaded, names),
        "conditions": _conditions(),
        "sheet": SHEET,
        "find": {name: rule for name, rule in FIND.items() if name not in _UNPACKED}
        | vocabulary(FIND)
        | {"on_pages": list(on_pages(loaded).items()), "published": [*_published(loaded.data)]}
        | spoken.model_dump(include={"absent"}, exclude={"absent": {"__all__": {"kind", "names"}}}),
        "spellings": spellings(
            named(loaded.results),
            trained,
            _owners(loaded),
            [*rounds, *in_order(trained["round"]), *FIND["other_rounds"]],
            spoken,
        ),
        # What of the rules is otherwise for results of Training and HPC. Chips and companies are named by those of all.
        "training": {
            "rounds": in_order(trained["round"]),
            "benchmarks": {name: (name, "") for name in trained["benchmark"].unique()},
            "scenarios": sorted(trained["scenario"].unique()),
        },
        "counts": [*_counts(loaded)],
        "missing": {
            name: FIND["reasons"]["not_held"].format(
                round=name, state=one.state, since=date_text(str(one.since)), why=one.why
            )
            for name, one in read_rounds_register(loaded.data).missing.items()
        },
        # Of each benchmark, its family and accuracy target; and how a sentence calls submitters and benchmarks.
        "benchmarks": {name: without_target(name) for name in benchmarks},
        "names": names,
        "rounds": rounds,
        # Of each product its chip, for the table chips.
        "chips": dict(named(loaded.results)[["product", "chip"]].dropna().drop_duplicates().to_numpy().tolist()),
        "between": BETWEEN,
        "cited": {**_cited(loaded, loaded.results), **_cited(loaded, trained)},
        "verdicts": {verdict: kind for verdict, (kind, _) in MARKS.items()},
        "pages": {name: edition.page(page) for name, page in PAGES.items()}
        | {"root": edition.page(PAGES["results"]).rpartition("book/")[0]},
    }


def _conditions() -> list[dict[str, Any]]:
    """The conditions on two results, first those that are asked of any two: by which column, and in which words."""
    asked, questions = comparison.RULES["asked"], read_questions().questions
    words = {name: {"label": one.label, "phrase": one.phrase} for name, one in questions.items()}
    names = dict.fromkeys([*asked, *comparison.SHARED])
    own = comparison.SHARED
    return [{"name": name, "asked": name in asked, **words.get(name, {}), **own.get(name, {})} for name in names]


def _cited(loaded: Tables, results: pd.DataFrame) -> dict[str, str]:
    """What a footnote says of ``results`` of each round and repository, but for which they are."""
    words, suites, cited = comparison.RULES["footnote"]["round"], comparison.RULES["suites"], {}
    for suite, round_, repo, commit in results[["suite", "round", "repo", "commit"]].drop_duplicates().to_numpy():
        name, key = (suites[suite], f"{suite}-{round_}") if suite in suites else (suites["inference"], round_)
        source = {"commit": commit[:10], "repo": repo, "retrieved": retrieved(loaded.rounds[key])}
        cited[f"{round_}|{repo}"] = words.format(suite=name, round=round_, cells="{cells}", **source)
    return cited


def _owners(loaded: Tables) -> dict[str, list[str]]:
    rows = pd.concat([named(loaded.results), named(loaded.trained)])
    return {name: [*owners] for name, owners in zip(rows["submitter"], rows["owners"], strict=True)}


def _counts(loaded: Tables) -> Iterator[dict[str, Any]]:
    """What each round of Inference and of Training has; a round of HPC has the name of another one of Training."""
    suites = {"Inference": named(loaded.results), "Training": named(loaded.trained).query("suite != 'hpc'")}
    for suite, rows in suites.items():
        for round_ in in_order(rows["round"]):
            of = rows[rows["round"].eq(round_)]
            many = {"results": len(of), "closed": int(of["division"].eq("closed").sum())}
            many["organisations"] = len({owner for owners in of["owners"] for owner in owners})
            many["systems"] = len(of[["submitter", "system"]].drop_duplicates())
            yield {"suite": suite, "round": round_, **many}


def _published(data: Path) -> Iterator[tuple[str, str, str]]:
    """Suite, name and month of each round of Inference and of Training, in the order in which they were published."""
    for one in sorted(read_rounds(data), key=lambda round_: round_.published or ""):
        if one.published and one.suite != "hpc":
            yield one.suite, one.name, one.published[:7]


def _versions(loaded: Tables, names: Mapping[str, str]) -> Packed:
    """What is said of two versions of a benchmark: each ``states`` once, and by what it is asked its place there."""
    rows = pd.concat(
        comparison.version_states(loaded.listed, results, names) for results in (loaded.results, loaded.trained)
    )
    keys = rows[["benchmark", "earlier", "later", "suite_before", "suite_after"]].agg("|".join, axis=1)
    codes, states = pd.factorize(pd.Series(list(zip(rows["state"], rows["words"], strict=True))))
    return {"states": list(states), "state_of": dict(zip(keys, codes.tolist(), strict=True))}


def on_pages(tables: Tables) -> dict[float, str]:
    """A sentence for each figure that MLCommons' pages print and no result has, by the figure."""
    excepted = (entry for entry in known_exceptions(tables.data).values() if entry.check == "result_page")
    why = {row: entry.why for entry in excepted if entry.column == "value" for row in entry.rows}
    rows = tables.results[tables.results["row_id"].isin(why)]
    if rows.empty:
        return {}
    pages = tables.table("result_pages")[["row_id", "page_id", "value", "unit"]]
    rows = rows.merge(pages, left_on=["row_id", "result_id"], right_on=["row_id", "page_id"], suffixes=("", "_there"))
    said = {}
    for figure, of in rows.groupby("value_there", sort=False):
        first = of.iloc[0]
        cell = f"{first['submitter'].replace('_', ' ')}, {title(first['benchmark'])} {first['scenario']}"
        ids, values = listed(of["result_id"].tolist()), listed(of["value"].map(as_published).tolist())
        words = first[["round", "unit"]].to_dict() | {"page_unit": first["unit_there"], "why": why[first["row_id"]]}
        said[float(figure)] = FIND["on_page"].format(
            figure=as_published(figure), cell=cell, ids=ids, values=values, **words
        )
    return said


def pack(frame: pd.DataFrame, paths: Collection[str] = (), parts: Sequence[str] = ()) -> Packed:
    """The number of ``rows`` of ``frame``, and its ``columns`` packed: floats as numbers, all else as words.

    In ``paths`` the values of the columns ``parts`` are replaced by these columns' names.
    """
    columns = {}
    for name in frame:
        cells = frame[name]
        if name in paths:
            columns[name] = _words(_templated(cells, frame[list(parts)]), "templates")
        else:
            columns[name] = _numbers(cells) if pd.api.types.is_float_dtype(cells.dtype) else _words(cells)
    return {"rows": len(frame), "columns": columns}


def _numbers(cells: pd.Series) -> list[float | None]:
    """Numbers, of which whole ones are written without a point, which is shorter; an empty cell as None."""
    floats = [None if pd.isna(cell) else float(cell) for cell in cells]
    return [int(one) if one is not None and one.is_integer() else one for one in floats]


def _words(cells: pd.Series, kind: str = "words") -> Packed:
    codes, words = pd.factorize(_objects(cells), use_na_sentinel=False)
    return {kind: [None if pd.isna(word) else word for word in words], "at": "".join(chr(ZERO + c) for c in codes)}


def _templated(paths: pd.Series, fields: pd.DataFrame) -> pd.Series:
    """``paths`` with each part that is a value of the row's ``fields`` replaced by the first such field's name."""
    columns = list(reversed(fields.columns))
    marks = [f"{{{name}}}" for name in columns]

    def shortened(path: str | None, *cells: str | None) -> str | None:
        names = dict(zip(cells, marks, strict=True))
        return path and "/".join(names.get(part, part) for part in path.split("/"))

    return pd.Series(map(shortened, _objects(paths), *(_objects(fields[name]) for name in columns)), dtype=object)


def _objects(cells: pd.Series) -> pd.Series:
    """Cells as Python has them, an empty one as None."""
    return pd.Series(cells, dtype=object).where(pd.notna(cells), None)
