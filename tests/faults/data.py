"""Faults in data: what a forger would change, each as a function that changes a copy of the data.

A fault is coherent where its kind says so: a value changed together with its log's figure and its run. Rows and claims
are drawn from those that verdicts rest on.
"""

from __future__ import annotations

import functools
import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from claimcheck.tables import TABLES, load, normalise


class Copy:
    """A copy of the project's ``data`` and recorded ``notebooks`` in ``folder``, which is empty: made of links.

    A changed table is kept in memory (``frames``), a changed text is a file of its own (``written``).
    """

    def __init__(self, root: Path, folder: Path) -> None:
        self.root, self.folder = root, folder
        self.frames: dict[str, pd.DataFrame] = {}
        self.written: set[str] = set()
        for path in (path for name in ("data", "notebooks") for path in (root / name).rglob("*") if path.is_file()):
            link = folder / path.relative_to(root)
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(path)

    @property
    def data(self) -> Path:
        """The copy's folder of data."""
        return self.folder / "data"

    def frame(self, name: str) -> pd.DataFrame:
        """A table, to be changed and put back."""
        return (self.frames[name] if name in self.frames else loaded(self.root, name)).copy()

    def put(self, name: str, frame: pd.DataFrame) -> None:
        """Take ``frame`` for the table. Raises TableError where it breaks the schema."""
        self.frames[name] = normalise(frame, TABLES[name])

    def text(self, file: str) -> str:
        """A file's text."""
        return (self.folder / file).read_text(encoding="utf-8")

    def write(self, file: str, text: str) -> None:
        """Let a file hold ``text``."""
        self.written.add(file)
        (self.folder / file).unlink()
        (self.folder / file).write_text(text, encoding="utf-8")


@functools.cache
def loaded(root: Path, name: str) -> pd.DataFrame:
    return load(name, root / "data")


Plant = Callable[[Copy], None]
# Figures of a run's log that grow with the rate, and times, which shrink.
_RATES = (
    "completed_samples_per_s", "completed_tokens_per_s", "offline_samples_per_s", "offline_tokens_per_s",
    "scheduled_samples_per_s", "logged_offered_tokens_per_s",
)  # fmt: skip


@dataclass(frozen=True)
class Fault:
    """One fault: the group and kind that it is of, what is changed in words, and ``plant``, which changes a copy.

    ``plant`` takes the copy. It raises LookupError where there is nothing to change.
    """

    group: str
    kind: str
    planted: str
    plant: Plant


# --- tables


def cell(table: str, row_id: str, key: str = "row_id", /, **changes: object) -> Plant:
    """Change columns of one row; a callable is given the old value."""

    def plant(copy: Copy) -> None:
        frame = copy.frame(table)
        at = frame[key] == row_id
        if not at.any():
            raise LookupError(f"{table} has no {row_id}")
        for column, new in changes.items():
            old = frame.loc[at, column].iloc[0]
            frame.loc[at, column] = new(old) if callable(new) else new
        copy.put(table, frame)

    return plant


def several(*plants: Plant) -> Plant:
    """One fault after the other."""

    def plant(copy: Copy) -> None:
        for one in plants:
            one(copy)

    return plant


def times(factor: float) -> Callable[[float], float]:
    """A number to six digits, times ``factor``; nothing stays nothing."""
    return lambda old: old if pd.isna(old) else float(f"{old * factor:.6g}")


def with_run(row: pd.Series, factor: float) -> Plant:
    """The value, the figure of its log and the rates of its run, all times ``factor``."""
    result = cell("inference_results", row.row_id, value=times(factor), log_value=times(factor))
    if pd.isna(row.run_id):
        return result
    return several(result, cell("loadgen_runs", row.run_id, "run_id", **dict.fromkeys(_RATES, times(factor))))


def invented(table: str, row: pd.Series, **changes: object) -> Plant:
    """A copy of a row with another id, and its round one row longer in ``rounds.yml``."""

    def plant(copy: Copy) -> None:
        frame, key = copy.frame(table), TABLES[table].key[0]
        new = frame[frame[key] == row[key]].assign(**{key: f"{row[key]}/invented"})
        if "result_id" in new:
            new["result_id"] = row.result_id[:-1] + str((int(row.result_id[-1]) + 5) % 10) if row.result_id else None
        for column, value in changes.items():
            new[column] = value(new[column].iloc[0]) if callable(value) else value
        sized(copy, table, row, 1)
        copy.put(table, pd.concat([frame, new], ignore_index=True))

    return plant


def dropped(table: str, row: pd.Series) -> Plant:
    """A row left out, and its round one row shorter in ``rounds.yml``."""

    def plant(copy: Copy) -> None:
        frame = copy.frame(table)
        sized(copy, table, row, -1)
        copy.put(table, frame[frame["row_id"] != row.row_id])

    return plant


def sized(copy: Copy, table: str, row: pd.Series, more: int) -> None:
    """Let ``rounds.yml`` expect ``more`` rows of the row's round."""
    file = "data/rounds.yml"
    text = copy.text(file)
    key = f"{row.suite}-{row['round']}" if table == "training_results" else row["round"]
    begin = text.index(f"\n  {key}:")
    found = re.compile(rf"{table}: (\d+)").search(text, begin)
    if found is None:
        raise LookupError(f"rounds.yml expects no rows of {key}")
    copy.write(file, text[: found.start(1)] + str(int(found[1]) + more) + text[found.end(1) :])


def in_results(root: Path, draw: random.Random, most: int) -> Iterator[Fault]:
    """Faults in ``inference_results`` and what belongs to it, ``most`` of each kind."""
    results = loaded(root, "inference_results")
    claims = json.loads((root / "data/derived/claims.json").read_text(encoding="utf-8"))
    behind = results[results["row_id"].isin({row for claim in claims for row in claim["rows"]})]
    logged = behind[behind["run_id"].notna() & (behind["obtained"] == "published")]
    typed = behind[(behind["round"] == "v6.1") & behind["log_note"].str.contains(r"line \d+$", na=False)]
    old = results[results["obtained"] == "log"]

    def drawn(rows: pd.DataFrame) -> Iterator[pd.Series]:
        for position in draw.sample(range(len(rows)), min(most, len(rows))):
            yield rows.iloc[position]

    def fault(kind: str, words: str, row: pd.Series, plant: Plant) -> Fault:
        return Fault("tables", kind, f"{row.row_id} ({row.submitter}): {words}", plant)

    table = "inference_results"
    for row in drawn(behind):
        yield fault("value", "value times 1.1", row, cell(table, row.row_id, value=times(1.1)))
    for row in drawn(logged):
        yield fault("value, log figure and run alike", "all three times 1.1", row, with_run(row, 1.1))
    for row in drawn(behind):
        others = sorted(set(results.loc[results["round"] == row["round"], "submitter"]) - {row.submitter})
        new = draw.choice(others)
        yield fault("submitter", f"is now {new}", row, cell(table, row.row_id, submitter=new))
    for row in drawn(behind[behind["accelerators"] > 0]):
        plant = cell(table, row.row_id, accelerators=lambda old: old * 2)
        yield fault("accelerators", "twice as many", row, plant)
    for row in drawn(behind[behind["accelerators"].notna()]):
        yield fault("accelerator", "is now NVIDIA H100", row, cell(table, row.row_id, accelerator="NVIDIA H100"))
    for row in drawn(behind):
        new = "queries/s" if row.unit == "tokens/s" else "tokens/s"
        yield fault("unit", f"is now {new}", row, cell(table, row.row_id, unit=new))
    for row in drawn(behind[behind["software"].notna()]):
        new = "TensorRT-LLM 1.2, CUDA 13.1"
        yield fault("software string", f"is now {new}", row, cell(table, row.row_id, software=new))
    for row in drawn(behind[behind["availability"].notna()]):
        new = "preview" if row.availability == "available" else "available"
        yield fault("availability", f"is now {new}", row, cell(table, row.row_id, availability=new))
    for row in drawn(old[old["accelerator_vendor"] == "NVIDIA"]):
        both = {"accelerator_vendor": "Qualcomm", "platform_vendor": "Qualcomm"}
        yield fault("vendor of an old round", "is now Qualcomm", row, cell(table, row.row_id, **both))
    for row in drawn(old[old["accelerator_vendor"] == "NVIDIA"]):

        def plant(copy: Copy, row: pd.Series = row) -> None:
            frame = copy.frame(table)
            at = (frame["round"] == row["round"]) & (frame["accelerator"] == row.accelerator)
            frame.loc[at, ["accelerator_vendor", "platform_vendor"]] = "Qualcomm"
            copy.put(table, frame)

        yield fault("vendor of an old round", f"all rows with {row.accelerator} are now Qualcomm's", row, plant)
    for row in drawn(logged):
        plant = invented(table, row, value=times(1.5), log_value=times(1.5))
        yield fault("invented row", "copied with 1.5 times its value", row, plant)
    for row in drawn(behind):
        yield fault("dropped row", "left out", row, dropped(table, row))
    for row in drawn(typed):
        yield fault("typed file and table alike", "value times 1.1 in both", row, typed_alike(row, 1.1))
    for row in drawn(logged):
        yield fault("line", "one further", row, cell(table, row.row_id, line=lambda old: old + 1))
    for row in drawn(logged):
        yield fault("line of the log", "one further", row, cell(table, row.row_id, log_line=lambda old: old + 1))
    for row in drawn(logged):
        new = logged[logged["row_id"] != row.row_id].iloc[0]
        plant = cell(table, row.row_id, log_path=new.log_path, log_blob=new.log_blob)
        yield fault("path and blob of the log", f"those of {new.row_id}", row, plant)
    for row in drawn(logged):
        plant = cell(table, row.row_id, log_blob=lambda old: old[::-1])
        yield fault("blob of the log", "reversed", row, plant)


def typed_alike(row: pd.Series, factor: float) -> Plant:
    """A value of v6.1 in the typed file, in the results, and where it is published in the typed runs."""

    def plant(copy: Copy) -> None:
        file, runs = "data/typed/inference_v6.1.csv", "data/typed/loadgen_v6.1.csv"
        lines = copy.text(file).splitlines(keepends=True)
        number = int(re.search(r"line (\d+)$", row.log_note)[1]) - 1
        old = f",{row.value:g}," if f",{row.value:g}," in lines[number] else f",{row.value},"
        if old not in lines[number]:
            raise LookupError(f"{file} line {number + 1} has no {old}")
        new = times(factor)(row.value)
        lines[number] = lines[number].replace(old, f",{new:g},", 1)
        copy.write(file, "".join(lines))
        copy.write(runs, copy.text(runs).replace(f",{row.value},", f",{new},"))
        cell("inference_results", row.row_id, value=new)(copy)

    return plant


def in_other_tables(root: Path, draw: random.Random, most: int) -> Iterator[Fault]:
    """Faults in runs, systems, training, settings and the other tables that are read from upstream."""
    runs, training = loaded(root, "loadgen_runs"), loaded(root, "training_results")
    results = loaded(root, "inference_results")

    def drawn(rows: pd.DataFrame) -> Iterator[pd.Series]:
        for position in draw.sample(range(len(rows)), min(most, len(rows))):
            yield rows.iloc[position]

    claimed = set(results.loc[results["benchmark"] == "deepseek-r1", "run_id"].dropna())
    server = runs[runs["run_id"].isin(claimed) & runs["start_to_last_completion_s"].notna()]
    wrong = {
        "time of a run": {"start_to_last_completion_s": times(0.9)},
        "rate of a run": {"completed_tokens_per_s": times(1.1)},
        "latency of a run": {"ttft_p99_ms": times(0.5)},
        "limit of a run": {"ttft_limit_ms": times(2)},
        "length of a run's answers": {"mean_tokens_per_sample": times(1.1)},
        "validity of a run": {"validity": "INVALID"},
    }
    for kind, changes in wrong.items():
        column = next(iter(changes))
        for row in drawn(server[server[column].notna()]):
            plant = cell("loadgen_runs", row.run_id, "run_id", **changes)
            yield Fault("tables", kind, f"{row.run_id}: {column}", plant)
    scored = training[training["time_to_train_minutes"].notna() & (training["division"] == "closed")]
    for row in drawn(scored):
        plant = cell("training_results", row.row_id, time_to_train_minutes=times(0.5))
        yield Fault("tables", "time to train", f"{row.row_id}: half the time", plant)
    for row in drawn(scored[scored["accelerators"] > 0]):
        plant = cell("training_results", row.row_id, accelerators=lambda old: old * 2)
        yield Fault("tables", "accelerators of Training", f"{row.row_id}: twice as many", plant)
    for row in drawn(scored):
        new = "AMD" if row.accelerator_vendor == "NVIDIA" else "NVIDIA"
        plant = cell("training_results", row.row_id, accelerator_vendor=new, platform_vendor=new)
        yield Fault("tables", "vendor of Training", f"{row.row_id}: is now {new}", plant)
    for row in drawn(scored):
        plant = invented("training_results", row, time_to_train_minutes=times(0.5))
        yield Fault("tables", "invented row of Training", f"{row.row_id}: copied with half the time", plant)
    for row in drawn(scored):
        yield Fault("tables", "dropped row of Training", f"{row.row_id}: left out", dropped("training_results", row))
    for name, column, change in (
        ("systems", "nodes", lambda old: old + 1),
        ("systems", "accelerators_per_node", lambda old: old * 2),
        ("systems", "software", "another"),
        ("accuracy_results", "value", times(0.9)),
        ("engine_settings", "value", "99"),
        ("mechanism_evidence", "token", lambda old: f"{old}x"),
        ("official_scores", "official_score", times(0.9)),
        ("submitted_files", "content_id", lambda old: old[::-1]),
    ):
        if column not in TABLES[name].names:
            raise LookupError(f"{name} has no {column}")
        frame = loaded(root, name)
        frame = frame[frame[column].notna()]
        if "round" in frame:
            frame = frame[frame["round"].isin(["v5.1", "v6.0"])] if name != "official_scores" else frame
        for row in drawn(frame):
            yield Fault("tables", f"{name}.{column}", _key(name, row), one_row(name, row, column, change))


def _key(name: str, row: pd.Series) -> str:
    return " / ".join(str(row[column]) for column in TABLES[name].key)


def one_row(name: str, row: pd.Series, column: str, change: object) -> Plant:
    """Change one column of the row of a table that has the key of ``row``."""

    def plant(copy: Copy) -> None:
        frame = copy.frame(name)
        at = pd.Series(True, index=frame.index)
        for key in TABLES[name].key:
            at &= (frame[key] == row[key]).fillna(False) | (frame[key].isna() & pd.isna(row[key]))
        frame.loc[at, column] = change(row[column]) if callable(change) else change
        copy.put(name, frame)

    return plant


# --- texts


def text(file: str, old: str, new: str | Callable[[re.Match[str]], str], within: str = "") -> Plant:
    """Replace the first match of ``old`` in a file, after the match of ``within`` and before the next of its kind."""

    def plant(copy: Copy) -> None:
        whole = copy.text(file)
        start = re.search(within, whole, re.MULTILINE) if within else None
        if within and start is None:
            raise LookupError(f"{file} has no {within}")
        begin = start.end() if start else 0
        after = re.compile(r"^  [\w.-]+:$", re.MULTILINE).search(whole, begin) if within else None
        end = after.start() if after else len(whole)
        part, count = re.subn(old, new, whole[begin:end], count=1, flags=re.MULTILINE)
        if not count:
            raise LookupError(f"{file} has no {old} after {within!r}")
        copy.write(file, whole[:begin] + part + whole[end:])

    return plant


def raised(match: re.Match[str]) -> str:
    """The first group's number, a tenth greater, in as many decimals; one more where that rounds to the same."""
    old = match[1]
    decimals = len(old.partition(".")[2])
    new = f"{float(old) * 1.1:.{decimals}f}"
    new = new if new != old else f"{float(old) + 10**-decimals:.{decimals}f}"
    return match[0].replace(old, new, 1)


def next_number(match: re.Match[str]) -> str:
    """The first group's whole number, one greater."""
    return match[0].replace(match[1], str(int(match[1]) + 1), 1)


def exchanged(match: re.Match[str]) -> str:
    """The first and the last word of the first group, exchanged."""
    words = match[1].split()
    new = " ".join([words[-1], *words[1:-1], words[0]]) if len(words) > 1 else f"{words[0]}s"
    return match[0].replace(match[1], new)


# Kind: what is sought in a claim of the register, and what it becomes.
IN_CLAIMS: dict[str, tuple[str, str | Callable[[re.Match[str]], str]]] = {
    "published figure": (r"published: ([\d.]+)", raised),
    "digits of a published figure": (r"decimals: 2", "decimals: 1"),
    "rule of a figure": (r"rule: rounds", "rule: at_least"),
    "removed condition": (r"conditions: \[[a-z_]+, ", "conditions: ["),
    "condition that matters": (r"matters: ", "note: "),
    "quotation": (r'quote: "([^"]+)"', exchanged),
    "line of an article": (r"line: (\d+)", next_number),
    "result that a claim names": (r"accelerators: (\d+)", next_number),
    "source's address": (r"where: https://([\w.-]+)", exchanged),
}

IN_REGISTERS: tuple[tuple[str, str, str, str | Callable[[re.Match[str]], str], str], ...] = (
    ("price", "data/prices.yml", r"usd_per_hour: \[([\d.]+)", "usd_per_hour: [2.10", r"gb300-nvidia-tco:"),
    ("price", "data/prices.yml", r"usd_per_hour: \[3.30, 3.30\]", "usd_per_hour: [3.10, 3.10]", r"gb300-neocloud:"),
    ("price of a scenario", "data/prices.yml", r"\[6.00, 7.50\]", "[6.00, 9.50]", ""),
    ("limit", "data/rules.yml", r"ttft_ms: (2000)", raised, r"deepseek-r1-limits:"),
    ("limit", "data/rules.yml", r"tpot_ms: (15)", raised, r"deepseek-r1-limits:"),
    ("rule", "data/rules.yml", r"at_most: (2)", next_number, r"audits:"),
    ("line of a rule", "data/rules.yml", r"line: (\d+)", next_number, r"audits:"),
    ("date of a round", "data/rounds.yml", r"published: (\d{4}-\d\d)-\d\d", r"published: \1-28", r"^  v5.1:$"),
    ("commit of a round", "data/rounds.yml", r"commit: ([0-9a-f])", "commit: 0", r"^  v6.0:$"),
    ("date of an article", "data/registers/v6.0/articles.yml", r"date: 2026-04-01", "date: 2026-05-01", r"^  A1:$"),
    ("list of partners", "data/partners.yml", r"^ +- Cisco\n", "", ""),
    ("correction", "data/corrections.yml", r"use: 87", "use: 88", r"amd-87-accelerators:"),
    ("accuracy target", "data/accuracy.yml", r"least: \[([\d.]+)", raised, r"^  deepseek-r1:$"),
    ("pattern of a vendor", "data/vendors.yml", r"'\\bTesla\\b', ", "", ""),
    ("figure of a mechanism", "data/mechanism_figures.yml", r"value: ([\d.]+)", raised, ""),
    ("assumption of the serving model", "data/serving.yml", r"input_tokens: ([\d.]+)", raised, ""),
    ("rule of the next round", "data/next_round.yml", r'changed: "no"', 'changed: "yes"', r"^  limits:$"),
)  # fmt: skip


def in_registers(root: Path, draw: random.Random, most: int) -> Iterator[Fault]:
    """Faults in the registers: of claims, ``most`` of each kind; of the others, those listed."""
    places = []
    for path in sorted((root / "data/registers").glob("*/claims.yml")):
        whole = path.read_text(encoding="utf-8")
        file = path.relative_to(root).as_posix()
        names = re.findall(r"^  ([\w.-]+):$", whole[whole.index("\nclaims:") :], re.MULTILINE)
        places += [(file, name) for name in names]
    for kind, (old, new) in IN_CLAIMS.items():
        found = []
        for file, name in draw.sample(places, len(places)):
            within = rf"^  {re.escape(name)}:$"
            if len(found) < most and _has(root, file, within, old):
                found.append(Fault("registers", kind, f"{name} ({file})", text(file, old, new, within)))
        yield from found
    for kind, file, old, new, within in IN_REGISTERS:
        yield Fault("registers", kind, f"{file} {within.strip('^$: ')}".strip(), text(file, old, new, within))
    for head in ("v6.0",):
        file = f"data/registers/{head}/assertions.yml"
        plant = text(file, r'^ +[A-Za-z][\w-]+: "([\d.]+)"$', raised)
        yield Fault("registers", "assertion of a text", f"the first figure that {file} types", plant)
    predictions = "data/predictions.yml"
    for words, old, new in (
        ("the first expected value", r"expected: ([\d.]+)", raised),
        ("the first interval", r"likely: \[([\d.]+)", raised),
        ("the day of the edition", r"edition: '(\d{4})", next_number),
    ):
        yield Fault("registers", "prediction", words, text(predictions, old, new))


def _has(root: Path, file: str, within: str, old: str) -> bool:
    """Whether a text fault finds something to change."""
    whole = (root / file).read_text(encoding="utf-8")
    begin = re.search(within, whole, re.MULTILINE).end()
    after = re.compile(r"^  [\w.-]+:$", re.MULTILINE).search(whole, begin)
    return re.search(old, whole[begin : after.start() if after else len(whole)], re.MULTILINE) is not None


# --- what is derived and recorded


def in_derived(root: Path, draw: random.Random, most: int) -> Iterator[Fault]:
    """A cell of each derived table, the claims' record and ``numbers.csv``."""
    for name, table in TABLES.items():
        if not table.derived:
            continue
        frame = loaded(root, name)
        numeric = [c.name for c in TABLES[name].columns if c.dtype == "float" and c.name not in TABLES[name].key]
        counts = [c.name for c in TABLES[name].columns if c.dtype == "integer" and c.name not in TABLES[name].key]
        texts = [c.name for c in TABLES[name].columns if c.allowed and c.name not in TABLES[name].key]
        column = (numeric or counts or texts)[0]
        rows = frame[frame[column].notna()]
        for position in draw.sample(range(len(rows)), min(most, len(rows))):
            row = rows.iloc[position]
            allowed = next(c.allowed for c in TABLES[name].columns if c.name == column)
            new = next(v for v in allowed if v != row[column]) if column in texts else (lambda old: old * 2 + 1)
            yield Fault("derived", name, f"{column} of {_key(name, row)}", one_row(name, row, column, new))
    claims = "data/derived/claims.json"
    better = text(claims, '"verdict": "reproduced, but narrower"', '"verdict": "reproduced"')
    yield Fault("derived", "claims.json", "a verdict", better)
    more = text(claims, r'"computed": \{\s+"value": ([\d.]+)', raised)
    yield Fault("derived", "claims.json", "a computed figure", more)
    lines = (root / "data/numbers.csv").read_text(encoding="utf-8").splitlines()[1:]
    keys = [line.partition(",")[0] for line in lines]
    for key in draw.sample(keys, most):
        plant = text("data/numbers.csv", rf"^({re.escape(key)}),(\"?)([^,\"]+)", r"\1,\2\g<3>9")
        yield Fault("derived", "numbers.csv", f"the text of {key}", plant)


def in_notebooks(root: Path, draw: random.Random, most: int) -> Iterator[Fault]:
    """A number that a recorded notebook states, in its output and in ``numbers.csv`` alike; a bar of a figure."""
    folder = root / "notebooks"
    names = sorted(path.name for path in folder.glob("*.ipynb"))
    for name in draw.sample(names, most):
        yield Fault("notebooks", "number", f"the first number of {name}", _stated(name))
    for name in draw.sample(names, most):
        plant = text(f"notebooks/{name}", r'claimcheck.figure\+json": (?s:.*?): (\d+\.\d+)', raised)
        yield Fault("notebooks", "figure", f"a value of the first figure of {name}", plant)


def _stated(name: str) -> Plant:
    """The text of the notebook's first number with another digit, there and in ``numbers.csv``."""

    def plant(copy: Copy) -> None:
        file = f"notebooks/{name}"
        whole = copy.text(file)
        found = re.search(r'"key": "([^"]+)",(?s:.*?)"text": "([^"]+)"', whole)
        if found is None:
            raise LookupError(f"{name} states no number")
        copy.write(file, whole[: found.end(2)] + "9" + whole[found.end(2) :])
        text("data/numbers.csv", rf"^({re.escape(found[1])}),(\"?)([^,\"]+)", r"\1,\2\g<3>9")(copy)

    return plant


def faults(root: Path, seed: int, most: int) -> list[Fault]:
    """Every kind of fault, ``most`` of each where places can be drawn."""
    draw = random.Random(seed)
    made = (in_results, in_other_tables, in_registers, in_derived, in_notebooks)
    return [one for make in made for one in make(root, draw, most)]
