"""What every part of the report needs to know of a result beyond its row, each thing defined once.

Queries see it as columns of the tables of results. ``product`` is an accelerator's identity, by which results are
compared: one spelling of what was sold (A100-PCIe-80GB MaxQ); ``chip`` is the label of its model in a sentence (A100).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterable

import pandas as pd

from claimcheck.data.facts import organisations
from claimcheck.data.names import read_benchmarks
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.store import queried
from claimcheck.data.training import read_rules

# Units of rates. Only results of one unit are divided by each other: tokens never by samples or queries.
THROUGHPUT_UNITS = ("tokens/s", "samples/s", "queries/s")
# The accuracy target at the end of a benchmark's name.
TARGET = r"-(9[59](?:\.9)?)$"
_TARGET = re.compile(TARGET)


def throughputs(results: pd.DataFrame) -> pd.DataFrame:
    """Rates of the closed division on systems that have accelerators.

    Adds NAMES, ``per_accelerator``, ``family``, and ``measured``: power was measured. Such results are compared only
    with each other (mlcommons/policies, MLPerf_Compatibility_Table.adoc); not known counts as without.
    """
    rows = results[
        (results["division"] == "closed") & results["unit"].isin(THROUGHPUT_UNITS) & results["accelerators"].notna()
    ]
    return named(rows).assign(
        per_accelerator=per_accelerator(rows),
        family=family(rows["benchmark"]),
        measured=rows["has_power"].eq(True).fillna(False).astype(bool),
    )


def busiest(results: pd.DataFrame, round_: str) -> list[tuple[str, str]]:
    """Benchmarks of a round's closed rates, each in its most submitted scenario, the most submitted first."""
    closed = results[(results["round"] == round_) & (results["division"] == "closed")]
    cells = closed[closed["unit"].isin(THROUGHPUT_UNITS)].groupby(["benchmark", "scenario"])["submitter"].nunique()
    most = cells.sort_values(ascending=False, kind="stable").reset_index().drop_duplicates("benchmark")
    return list(zip(most["benchmark"], most["scenario"], strict=True))


def as_results(training: pd.DataFrame, columns: list[str]) -> pd.DataFrame:
    """``training_results`` in the ``columns`` of ``inference_results``; what Training does not have is empty.

    The value is the time to train in minutes; of HPC's weak scaling, models a minute.
    """
    rate = training["models_per_minute"].notna()
    rows = training.assign(
        value=training["models_per_minute"].where(rate, training["time_to_train_minutes"]),
        unit=rate.map({True: "models/minute", False: "minutes"}).astype("string"),
        higher_is_better=rate.astype("boolean"),
        scenario=training["scaling"].fillna("time to train"),
    )
    absent = {name: pd.Series(pd.NA, index=rows.index, dtype="string") for name in columns if name not in rows.columns}
    return rows.assign(**absent)[columns]


def spans(training: pd.DataFrame) -> dict[str, tuple[float, float]]:
    """The least and the greatest score, in minutes by row id, of each entry whose own score could not be read."""
    unread = training[training["score_low"].notna()]
    return {row.row_id: (float(row.score_low), float(row.score_high)) for row in unread.itertuples()}


def per_accelerator(results: pd.DataFrame) -> pd.Series:
    """Value per accelerator of ``results``, which MLCommons does not publish; NaN for a time or an unknown number."""
    return _column("per_accelerator", results)


def _column(name: str, results: pd.DataFrame) -> pd.Series:
    """One of COLUMNS of rows of ``inference_results``, as queries see it."""
    sql = f"select {COLUMNS['inference_results'][name]} as made from results"
    # DuckDB reads arrays from their beginning: a reversed frame is copied.
    made_of = results.filter(["value", "accelerators", "higher_is_better", "availability"]).copy()
    return queried(sql, results=made_of)["made"].set_axis(results.index)


def family(benchmark: pd.Series) -> pd.Series:
    """Benchmark names without their accuracy target: bert-99 and bert-99.9 are bert, yolo-95 is yolo."""
    return benchmark.str.replace(_TARGET, "", regex=True)


def without_target(benchmark: str) -> tuple[str, str]:
    """Split a benchmark into family and accuracy target: (bert, 99.9); (resnet, "") where it has one target."""
    family_, target, *_ = (*_TARGET.split(benchmark), "")
    return family_, target


def title(benchmark: str) -> str:
    """The name of a benchmark of any suite in a sentence: Llama 2 70B for llama2-70b-99.9; its own without another."""
    return _titles().get(without_target(benchmark)[0], benchmark)


@functools.cache
def _titles() -> dict[str, str]:
    return {**read_rules(DATA_DIR).titles, **read_benchmarks(DATA_DIR).titles}


def names_in_print(submitters: Iterable[str], benchmarks: Iterable[str]) -> dict[str, str]:
    """What a sentence calls those submitters and benchmarks that it calls otherwise: Llama 2 70B at 99.9%."""
    joint, names = organisations(), {}
    for name in sorted(submitters):
        names[name] = " + ".join(joint.get(name, (name,))).replace("_", " ")
        names[name.replace("_", " ")] = names[name]
    for name in sorted(benchmarks):
        target = without_target(name)[1]
        names[name], names[without_target(name)[0]] = f"{title(name)}{f' at {target}%' if target else ''}", title(name)
    return {name: printed for name, printed in names.items() if name != printed}


def one_row_a_run(rows: pd.DataFrame) -> pd.DataFrame:
    """``rows`` with each run, which has one log, counted once, by its first row; those without a log stay."""
    ordered = rows[["row_id", "round", "log_blob"]].sort_values("row_id")
    twice = ordered["log_blob"].notna() & ordered.duplicated(["round", "log_blob"])
    return rows[~twice.reindex(rows.index)]


# What names are made of, and what is made of it.
NAMED_BY, NAMES = ("accelerator", "system", "submitter"), ("product", "chip", "owners")
# Empty where the category is not known.
_ON_SALE = {"on_sale": "availability = 'available'"}
# A benchmark without its accuracy target.
FAMILY = f"regexp_replace(benchmark, '{TARGET}', '')"
# Minutes in print, as SQL: one decimal from 10 minutes on, else two.
_ROUNDED = "if({1} >= 10, format('{{:,.1f}}', {0}({1} * 10) / 10), format('{{:,.2f}}', {0}({1} * 100) / 100))"
# Columns that a table of results has in a database and not in its file, as SQL over those of the file and NAMES.
COLUMNS: dict[str, dict[str, str]] = {
    "training_results": {
        **_ON_SALE,
        # The score as it is written. A span is rounded outwards: its ends are bounds.
        "printed": "case when score_source = 'span' then format('between {} and {} minutes; MLPerf''s own score could "
        "not be read', " + _ROUNDED.format("floor", "score_low") + ", " + _ROUNDED.format("ceil", "score_high") + ") "
        "when time_to_train_minutes is not null then "
        + _ROUNDED.format("round", "time_to_train_minutes::decimal(28, 12)")
        + " || ' minutes' "
        "else format('{:,.3g} models/minute', models_per_minute) end",
    },
    "inference_results": {
        **_ON_SALE,
        "per_accelerator": "case when higher_is_better then value / accelerators end",
        "family": FAMILY,
        # What was run: DeepSeek-R1 Server, closed division.
        "cell": "benchmark || ' ' || scenario || ', ' || division || ' division'",
        # A run in a few words: NVIDIA on 72 GB300, Server v5.1, result 5.1-0072.
        "run": "submitter || ' on ' || accelerators || ' ' || chip || ', ' || scenario || ' ' || round || ', result ' "
        "|| result_id",
        # Whose it is, with the category where it is not on sale: NVIDIA's 72 Vera Rubin (preview).
        "whose": "replace(submitter, '_', ' ') || '''s ' || accelerators || ' ' || chip "
        "|| coalesce(' (' || nullif(availability, 'available') || ')', '')",
        # The value as it is written, rounded half up: 2,494,310 tokens/s. A decimal is rounded so, a float to even.
        "printed": "if(value >= 100, format('{:,.0f}', round(value::decimal(28, 12))), "
        "format('{:,.2f}', round(value::decimal(28, 12), 2))) || ' ' || unit",
        # Who made a result with what, in a few words: NVIDIA on 72 GB300 (v5.1 available, result 5.1-0072).
        "named": "submitter || ' on ' || coalesce(accelerators || ' ' || chip, system || ', no accelerator') || ' (' "
        "|| round || coalesce(' ' || availability, '') || coalesce(', result ' || result_id, '') || ')'",
    },
}

# Words around a model: makers, marks, and what a name says of the driver or the slot.
_AROUND = re.compile(
    r"\((R|TM)\)|[®™]|\[[^]]*\]|\b(NVIDIA|AMD|Intel|Qualcomm|Habana|Instinct|GeForce|Tesla|Virtualized)\b"
    r"|\bMS-|\bPCIe/HHHL\b|\bAI Accelerator\b|\bGPU$|\(x\d+\)$|\((Ada Lovelace|v6e)\)",
    re.IGNORECASE,
)
# NVIDIA's newer names in Training have the model in brackets.
_INSIDE = re.compile(r"\bBlackwell (?:Ultra )?GPU \(([^)]*)\)")
_TPU = re.compile(r"^tpu[- ]", re.IGNORECASE)
# Models sold in several forms or memories: these words tell products apart. Others have one.
_SEVERAL = re.compile(r"^(GH200|H200|H100|A100|V100S?)\b")
_FORM = re.compile(r"\b(SXM|PCI|NVL)(?:\d|-?E\d?)?\b", re.IGNORECASE)
_MEMORY = re.compile(r"\b(\d+)\s?GB\b", re.IGNORECASE)
_SUPERCHIP = re.compile(r"\bGrace\s?Hopper[- ]Superchip\b", re.IGNORECASE)
_ONE_FORM = re.compile(r"[- ](SXM|PCIe?|NPS1|\d+\s?GB)\b[^(]*", re.IGNORECASE)
# A run at limited power, in a system's name and in a product.
_LIMITED = re.compile(r"max-?q", re.IGNORECASE)
MAXQ = " MaxQ"
# What a label leaves out of a product.
_DETAIL = re.compile(r"[- ](SXM|PCIe|NVL|\d+GB|Blackwell Server Edition|\(Power Cap).*$")
# What is between the accelerators of a mixed system: A (x32), B (x16); A (x8) and B (x8); A + B.
_MIXED = re.compile(r"\s\+\s|\sand\s|,|:")
_BETWEEN = re.compile(r"\s*\(x[\dx ]+\)\s*(?:,|and)?\s*|\s+\+\s+")
# The same product under two names.
_ALSO = {
    "Gaudi2": "Gaudi 2",
    "H100-NVL": "H100-NVL-94GB",
    "TPU v6": "TPU Trillium",
    "TPU trillium": "TPU Trillium",
    "TPU v3.8": "TPU v3",
    "VR200": "Vera Rubin",
}


@functools.cache
def product(accelerator: str, system: str = "") -> str:
    """Identity of an accelerator: one spelling of the product for all rounds and submitters.

    Form factor and memory stay where the model is sold in several, from the ``system``'s name if need be; slices, power
    caps, cooling and MaxQ stay too. A name that lists several accelerators is returned as it is.
    """
    name = accelerator if _MIXED.search(accelerator) else _one_spelling(accelerator, system)
    return name + MAXQ if _LIMITED.search(system) else name


def chip(accelerator: str) -> str:
    """Label of an accelerator's model, or of a mixed system's models, in a sentence: ``B200``, ``H200 + MI350X``."""
    return " + ".join(models(accelerator))


@functools.cache
def models(accelerator: str) -> tuple[str, ...]:
    """The labels of the models in an accelerator's published name: one, or the several of a mixed system."""
    return tuple(_DETAIL.sub("", _one_spelling(part, "")) for part in _BETWEEN.split(accelerator) if part)


def _one_spelling(accelerator: str, system: str) -> str:
    """Name of a single product in one spelling, without what the ``system``'s name says of its power."""
    name = _AROUND.sub(" ", _INSIDE.sub(r"\1", accelerator.replace("_", "-")))
    name = re.sub(r"^-|\s-", " ", " ".join(name.split()).strip(" -")).strip()
    name = _TPU.sub("TPU ", name) or accelerator
    several = _SEVERAL.match(name)
    name = _in_order(name, system) if several else " ".join(_ONE_FORM.sub(" ", name).split()).strip(" -")
    return _ALSO.get(name, name)


def _in_order(name: str, system: str) -> str:
    """``A100 SXM4 80 GB CTS`` -> ``A100-SXM-80GB CTS``: model, form and memory in one order, then the rest."""
    model = _SEVERAL.match(name)[1]
    head, bracket, tail = name.partition(" (")
    rest = _SUPERCHIP.sub(" ", head[len(model) :])
    form = _FORM.search(rest)
    memory = _MEMORY.search(rest) or re.search(rf"{model}[-_A-Z0-9]*?[-_](\d+)GB", system, re.IGNORECASE)
    parts = [model, form and form[1].upper().replace("PCI", "PCIe"), memory and f"{memory[1]}GB"]
    words = " ".join(_MEMORY.sub(" ", _FORM.sub(" ", rest)).replace("-", " ").split())
    return " ".join(filter(None, ["-".join(filter(None, parts)), words])) + bracket + tail


@functools.cache
def folded(name: str) -> str:
    """A company's name without capitals, spaces and signs, in which several spellings of it agree."""
    return re.sub(r"[\W_]", "", name.casefold())


@functools.cache
def owners(submitter: str) -> tuple[str, ...]:
    """The organisations that a submitter's name stands for, folded: those of the register, or that its signs join."""
    return tuple(map(folded, organisations().get(submitter) or re.split("[+/]", submitter)))


def share_owner(*owned: Collection[str]) -> bool:
    """Whether results have an owner in common, by the ``owners`` of each."""
    return bool(set.intersection(*map(set, owned)))


def on_sale(results: pd.DataFrame) -> pd.Series:
    """Whether each result is in the category available; missing where its category is not known."""
    return _column("on_sale", results).astype("boolean")


def names(results: pd.DataFrame) -> pd.DataFrame:
    """NAMES of every accelerator, system and submitter that occur together in ``results``, one row each."""
    found = results[list(NAMED_BY)].drop_duplicates(ignore_index=True)
    known = found["accelerator"].notna()
    pairs = zip(found["accelerator"], found["system"], known, strict=True)
    return found.assign(
        product=pd.array([product(a, s) if there else None for a, s, there in pairs], dtype="string"),
        chip=found["accelerator"].map(chip, na_action="ignore"),
        owners=[owners(submitter) for submitter in found["submitter"]],
    )


def named(results: pd.DataFrame) -> pd.DataFrame:
    """``results`` with the columns NAMES."""
    rows = results.drop(columns=list(NAMES), errors="ignore")
    return rows.merge(names(rows), on=list(NAMED_BY), how="left").set_axis(results.index)
