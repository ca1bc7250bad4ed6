"""Ties of names and places: folders, ids, files, blobs, lines and commits of a row against its own cells."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

import pandas as pd

from claimcheck.ingest.registers import read_corrections
from claimcheck.ties.tie import Fault, Ground, broken, parts_of, tie, unread

# Where the parts of an entry stand in run_id: round/division/submitter/results/system/model/scenario/performance/run_1.
_PARTS = {"round": 0, "division": 1, "submitter": 2, "system": 4, "model": 5, "scenario": 6}
# The month in the address of an announcement.
_MONTH = re.compile(r"/(20\d\d)/(\d\d)/")
# Results are committed up to some days before they are published.
_BEFORE = pd.Timedelta(days=7)
# A distance between two published results is the length of an entry where as many results have it.
_USUAL = 10
# What a folder of MLCommons' experiments repository calls a benchmark's task.
_TASKS = {
    "3d-unet": "image-segmentation", "bert": "language-processing", "gptj": "language-processing",
    "llama2-70b": "language-processing", "dlrm-v2": "recommendation", "resnet": "image-classification",
    "retinanet": "object-detection", "rnnt": "speech-recognition", "stable-diffusion-xl": "text-to-image",
}  # fmt: skip
_EXPERIMENT = (
    r"experiment/mlperf-inference--(?P<round>v[\d.]+)--(?P<suite>[a-z]+)--(?P<division>closed-network|[a-z]+)"
    r"(?:-power)?--(?P<task>[a-z0-9-]+?)--(?P<scenario>[a-z]+)/"
)


@tie
def folders(ground: Ground) -> Iterator[Fault]:
    """A result's folder names its round, division, submitter, system, model and scenario."""
    results = ground["inference_results"]
    logged = results[results["run_id"].notna()]
    parts = parts_of(logged["run_id"])
    mended = _mended(ground, "inference_results", "submitter")
    for column, place in _PARTS.items():
        differs = _differs(parts[place], logged, column, mended)
        if column == "scenario":
            differs = parts[place].str.lower() != logged[column].str.lower()
        yield from broken("inference_results", logged, differs, column, "its folder is " + logged["run_id"])
    yield from _outside(logged, "inference_results", "log_path")


@tie
def typed_folders(ground: Ground) -> Iterator[Fault]:
    """The source of a typed result names its submitter and system: the path of its page, or its record's location."""
    results = ground["inference_results"]
    for round_ in ground.rounds.values():
        if round_.source != "typed":
            continue
        own = results[results["round"] == round_.name].assign(at=lambda frame: _line(frame["log_note"]))
        typed = ground.typed(round_.table).set_index("line")
        found = typed["location" if "location" in typed else "path"].reindex(own["at"]).set_axis(own.index)
        parts = parts_of(found.str.removeprefix("./"))
        # One result of v5.0 was read in its submitter's own repository.
        inside = parts[2] == "results"
        for column, place in (("division", 0), ("submitter", 1), ("system", 3)):
            bad = inside & (parts[place] != own[column])
            yield from broken("inference_results", own, bad, column, "its source is " + found)


@tie
def typed_rows(ground: Ground) -> Iterator[Fault]:
    """A typed result is, cell by cell, the line of the typed table that it names, and no line is left out."""
    results, accelerators = ground["inference_results"], ("accelerators_total", "total_accelerators")
    named = {
        "submitter": ("submitter", "organization"), "system": ("system", "platform"), "division": ("division",),
        "accelerator": ("accelerator", "accelerator_model_name"), "availability": ("availability",),
        "software": ("framework",), "model": ("model", "benchmark"), "system_name": ("system_name",),
    }  # fmt: skip
    for round_ in ground.rounds.values():
        if round_.source != "typed":
            continue
        own = results[results["round"] == round_.name].assign(at=lambda frame: _line(frame["log_note"]))
        yield from unread(ground, round_.table, own["at"])
        typed = ground.typed(round_.table).set_index("line").reindex(own["at"]).set_index(own.index)
        where = f"{round_.table} line " + own["at"].astype("string") + " has "
        for column, names in named.items():
            said = next((typed[name] for name in names if name in typed), None)
            if said is None:
                continue
            plain = said.str.split().str.join(" ")
            without = plain.isin(["", "-", "N/A"]) | plain.str.startswith("none")
            ours = own[column].fillna("")
            yield from broken(
                "inference_results", own, (ours != plain) & ~(without & (ours == "")), column, where + said
            )
        value = typed["value" if "value" in typed else "result"]
        yield from broken("inference_results", own, value.astype(float) != own["value"], "value", where + value)
        count = next(typed[name] for name in accelerators if name in typed)
        number = pd.to_numeric(count, errors="coerce").fillna(0)
        bad = own["accelerators"].fillna(0) != number.where(own["accelerator"].notna(), 0)
        yield from broken("inference_results", own, bad, "accelerators", where + count)
        scenario = typed["scenario"].str.lower()
        inner = typed["benchmark"].str.contains("interactive") if "benchmark" in typed else scenario.isna()
        bad = (scenario != own["scenario"].str.lower()) & ~(inner & (own["scenario"] == "Interactive"))
        yield from broken("inference_results", own, bad, "scenario", where + typed["scenario"])


@tie
def experiment_files(ground: Ground) -> Iterator[Fault]:
    """A result of the experiments repository is in the file of its round, division, task and scenario."""
    results = ground["inference_results"]
    own = results[results["obtained"] == "experiments"]
    found = own["path"].str.extract(_EXPERIMENT)
    rule = "its file is " + own["path"]
    for column in ("round", "scenario"):
        yield from broken("inference_results", own, found[column] != own[column].str.lower(), column, rule)
    division = found["division"].str.removeprefix("closed-")
    yield from broken("inference_results", own, division != own["division"], "division", rule)
    family = own["benchmark"].map({name: one.variant_of or name for name, one in ground.benchmarks.benchmarks.items()})
    yield from broken("inference_results", own, family.map(_TASKS) != found["task"], "benchmark", rule)


@tie
def row_ids(ground: Ground) -> Iterator[Fault]:
    """A row's id is made of the row's own cells; a published ID names its round and one entry."""
    results = ground["inference_results"]
    whole = results["round"]
    for column in ("division", "suite", "submitter", "system", "model", "scenario"):
        whole = whole + "/" + results[column].fillna("-" if column == "suite" else "None")
    with_id = results["result_id"].notna()
    short = results["result_id"] + "/" + results["benchmark"] + "/" + results["scenario"]
    bad = (results["row_id"] != whole) & ~with_id
    bad |= with_id & (results["row_id"] != short) & (results["row_id"] != short + "/" + results["suite"])
    yield from broken("inference_results", results, bad, "row_id", "it is made of " + short.fillna(whole))
    published = results[with_id]
    at = published["result_id"].str.extract(r"^v?(\d+\.\d+)-\d{4}$", expand=False)
    bad = "v" + at != published["round"]
    yield from broken("inference_results", published, bad, "result_id", "an ID names its round")
    for column in ("round", "division", "submitter", "system"):
        several = published.groupby("result_id")[column].transform("nunique") > 1
        yield from broken("inference_results", published, several, column, "an ID names one entry")


@tie
def id_order(ground: Ground) -> Iterator[Fault]:
    """IDs were given out by submitter: a submitter's are one unbroken run in each division and category."""
    results = ground["inference_results"]
    given = results[results["result_id"].notna()].drop_duplicates("result_id").sort_values("result_id", kind="stable")
    named = given["round"] + "/" + given["division"] + "/" + given["availability"] + "/" + given["submitter"]
    block = (named != named.shift()).cumsum()
    first = named.map(block.groupby(named).first())
    rule = "the IDs of a submitter are in one run; this one is apart"
    yield from broken("inference_results", given, block != first, "submitter", rule)


@tie
def paths_of_tables(ground: Ground) -> Iterator[Fault]:
    """The file of a run, a system and an accuracy run is below its own division, submitter and system."""
    runs = ground["loadgen_runs"]
    mended = _mended(ground, "inference_results", "submitter") | _mended(ground, "loadgen_runs", "submitter")
    parts = parts_of(runs["run_id"])
    for column, place in list(_PARTS.items())[:4]:
        bad = _differs(parts[place], runs, column, mended)
        yield from broken("loadgen_runs", runs, bad, column, "its folder is " + runs["run_id"])
    yield from _outside(runs, "loadgen_runs", "path")
    systems = ground["systems"]
    parts = parts_of(systems["path"])
    for column, place in (("division", 0), ("submitter", 1)):
        bad = _differs(parts[place], systems, column, mended)
        yield from broken("systems", systems, bad, column, "its file is " + systems["path"])
    name = systems["path"].str.replace(r"^.*/", "", regex=True).str.replace(r"\.json$", "", regex=True)
    yield from broken("systems", systems, name != systems["system"], "system", "its file is " + systems["path"])
    accuracy = ground["accuracy_results"].merge(
        ground["inference_results"][["row_id", "run_id"]], on="row_id", how="left", validate="many_to_one"
    )
    at = (
        accuracy["run_id"]
        .str.replace(r"^[^/]*/?", "", regex=True)
        .str.replace("(?i)/performance(/.*)?$", "", regex=True)
    )
    bad = ~pd.Series([a.startswith(f"{b}/") for a, b in zip(accuracy["path"], at.fillna("?"), strict=True)])
    yield from broken("accuracy_results", accuracy, bad, "path", "it is in the folder of its result, " + at.fillna("?"))


@tie
def commits(ground: Ground) -> Iterator[Fault]:
    """Every row is of the repository and commit that the register of rounds names for its round."""
    for name in ("inference_results", "training_results", "loadgen_runs", "systems", "accuracy_results",
                 "engine_settings", "submitted_files", "mechanism_evidence"):  # fmt: skip
        frame = ground[name]
        if name == "loadgen_runs":
            frame = frame[frame["obtained"] == "log"]  # a typed run names the copy that it was typed from
        keys = frame["round"]
        if name == "training_results":
            keys = frame["suite"] + "-" + frame["round"]
        for column in ("repo", "commit"):
            wanted = keys.map({key: getattr(round_, column) for key, round_ in ground.rounds.items()})
            yield from broken(
                name, frame, (frame[column] != wanted).fillna(True), column, wanted.fillna("no such round")
            )


@tie
def dates(ground: Ground) -> Iterator[Fault]:
    """A round was published after its last run, in the month of its announcement, at most a week after its commit."""
    committed = pd.to_datetime(ground["verified"].set_index("repo")["committed"]) + _BEFORE
    committed = committed.dt.strftime("%Y-%m-%d")
    runs = ground["loadgen_runs"]
    started = runs["started_utc"].str[:10].groupby(runs["round"]).max()
    for key, round_ in ground.rounds.items():
        if (said := round_.published) is None:
            continue
        if (last := committed.get(round_.repo)) is not None and said > last:
            yield Fault("rounds.yml", key, "published", said, f"a week after its commit it was {last}")
        if round_.suite == "inference" and pd.notna(last := started.get(round_.name)) and said <= last:
            yield Fault("rounds.yml", key, "published", said, f"its last run is of {last}")
        month = _MONTH.search(round_.announced.address or "")
        if month and f"{month[1]}-{month[2]}" != said[:7]:
            yield Fault("rounds.yml", key, "published", said, f"its announcement is of {month[1]}-{month[2]}")


@tie
def blobs(ground: Ground) -> Iterator[Fault]:
    """A file of a commit has one blob in all tables, and one blob with one line one figure."""
    parts = []
    for name in ("inference_results", "loadgen_runs", "accuracy_results", "systems", "engine_settings",
                 "mechanism_evidence", "submitted_files"):  # fmt: skip
        frame = ground[name].assign(table=name)
        for path, blob in (("path", "blob"), ("log_path", "log_blob"), ("declared_path", "declared_blob"),
                           ("path", "git_id")):  # fmt: skip
            if path in frame and blob in frame:
                held = frame[frame[blob].notna() & (frame["kind"].ne("folder") if blob == "git_id" else True)]
                parts.append(
                    pd.DataFrame({"at": held["commit"] + ":" + held[path], "blob": held[blob], "table": name,
                                  "column": blob, "index": held.index})
                )  # fmt: skip
    every = pd.concat(parts, ignore_index=True)
    usual = every.groupby(["at", "blob"])["blob"].transform("size")
    bad = every.groupby("at")["blob"].transform("nunique") > 1
    if bad.any():
        # The id that most rows give is taken for the file's; of two alike the later is named.
        odd = every[bad].assign(n=usual[bad]).sort_values("n", kind="stable").drop_duplicates("at")
        for (name, column), group in odd.groupby(["table", "column"], sort=False):
            frame = ground[name].loc[group["index"]]
            yield from broken(name, frame, [True] * len(frame), column, "other rows give this file another blob id")
    form = ~every["blob"].str.fullmatch("[0-9a-f]{40}").astype(bool)
    for (name, column), group in every[form].groupby(["table", "column"], sort=False):
        frame = ground[name].loc[group["index"]]
        yield from broken(name, frame, [True] * len(frame), column, "a blob id is 40 hexadecimal digits")
    results = ground["inference_results"]
    logged = results[results["log_blob"].notna()]
    several = logged.groupby(["log_blob", "log_line", "log_note"])["log_value"].transform("nunique") > 1
    yield from broken("inference_results", logged, several, "log_value", "rows of one blob and line give one figure")
    runs = ground["loadgen_runs"].dropna(subset=["blob"])
    for column in runs.columns:
        if runs[column].dtype == "Float64":
            several = runs.groupby("blob")[column].transform("nunique", dropna=False) > 1
            yield from broken("loadgen_runs", runs, several, column, "runs of one blob give one figure")
    systems = ground["systems"]
    for column in ("accelerator", "accelerators_per_node", "nodes", "software"):
        several = systems.groupby("blob")[column].transform("nunique", dropna=False) > 1
        yield from broken("systems", systems, several, column, "equal files describe equal systems")


@tie
def lines(ground: Ground) -> Iterator[Fault]:
    """Entries of a published table are equally long, and the logs of a round have their figure on the same few lines.

    The IDs of the published table go up with its lines.
    """
    results = ground["inference_results"]
    for table in sorted(set(results.loc[results["obtained"] == "published", "round"])):
        own = results[(results["round"] == table) & (results["obtained"] == "published")]
        alike = (
            own.groupby("line")[["result_id", "benchmark", "scenario", "value"]].transform("nunique").max(axis=1) > 1
        )
        yield from broken("inference_results", own, alike, "line", "one line of the table gives one result")
        ordered = own.sort_values("line", kind="stable")
        rule = "in the published table IDs go up with the lines"
        yield from broken("inference_results", ordered, _astray(ordered["result_id"]), "line", rule)
        steps = ordered["line"].diff()
        lengths = steps.value_counts()
        odd = ~steps.isin(lengths.index[lengths >= _USUAL])
        rule = f"entries are {' or '.join(f'{n}' for n in lengths.index[lengths >= _USUAL])} lines long"
        yield from broken("inference_results", ordered, odd & odd.shift(-1, fill_value=True), "line", rule)
    logged = results[results["log_line"].notna()]
    alone = logged.groupby(["round", "scenario", "log_line"])["row_id"].transform("size") == 1
    rule = "another log of the round and scenario has its figure there as well"
    yield from broken("inference_results", logged, alone, "log_line", rule)
    own = results[results["obtained"] == "log"]
    for column, log in (("path", "log_path"), ("blob", "log_blob"), ("line", "log_line"), ("value", "log_value")):
        yield from broken("inference_results", own, own[column] != own[log], column, "the log is the source of the row")


def _astray(texts: pd.Series) -> pd.Series:
    """Mark the texts without which the others are in order: what is too late, or too early, whichever is less."""
    before = [*itertools.accumulate(texts, max)]
    after = [*itertools.accumulate(reversed(list(texts)), min)][::-1]
    late = pd.Series([one < most for one, most in zip(texts, before, strict=True)], index=texts.index)
    early = pd.Series([one > least for one, least in zip(texts, after, strict=True)], index=texts.index)
    return min(late, early, key=lambda marks: marks.sum())


def _line(notes: pd.Series) -> pd.Series:
    """The line of the typed table that a note names."""
    return notes.str.extract(r"line (\d+)$", expand=False).astype("Int64")


def _differs(parts: pd.Series, rows: pd.DataFrame, column: str, mended: set[tuple[object, object]]) -> pd.Series:
    """Mark rows whose ``column`` is not the part of their path, but for submitters that are ``mended``."""
    differs = parts != rows[column]
    if column == "submitter":
        differs &= ~pd.Series(list(zip(parts, rows[column], strict=True)), rows.index).isin(mended)
    return differs


def _outside(rows: pd.DataFrame, table: str, column: str) -> Iterator[Fault]:
    """Faults of logs that are not in the folder of their run; a report of the newer harness is right above it."""
    folder = rows[column].fillna("").str.replace(r"/?[^/]*$", "", regex=True)
    ours = rows["run_id"].str.replace(r"^[^/]*/?", "", regex=True)
    bad = (folder != ours) & (folder != ours.str.replace(r"/?[^/]*$", "", regex=True))
    yield from broken(table, rows, bad, column, "the log is in the run's folder")


def _mended(ground: Ground, table: str, column: str) -> set[tuple[object, object]]:
    """Pairs of what a source has and what corrections.yml makes of it."""
    return {(c.reported, c.use) for c in read_corrections(ground.data)
            if c.table == table and c.column == column}  # fmt: skip
