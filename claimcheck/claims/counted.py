"""Numbers counted from the tables: readings, owners' gains, rows, agreement with the logs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from claimcheck.analysis import cost
from claimcheck.analysis.results import one_row_a_run
from claimcheck.analysis.speedup import all_readings, rank, readings, same_owner_pairs
from claimcheck.claims.evidence import evidence_of
from claimcheck.claims.model import Tables
from claimcheck.claims.number import Number, count, evidence_of_pairs, number
from claimcheck.registers import read_yaml
from claimcheck.tables import DATA_DIR

HEADLINE = ("deepseek-r1", "Server", "NVIDIA GB300")
FIRST_ROUND = "v5.1"


def llm_benchmarks(data: Path = DATA_DIR) -> Iterator[str]:
    """Benchmarks that are language models served with token limits."""
    for name, entry in read_yaml(data / "benchmarks.yml").section("benchmarks"):
        if entry.get("llm"):
            yield name


def introduced(data: Path = DATA_DIR) -> dict[tuple[str, str], str]:
    """The round in which each (benchmark, scenario) was first run."""
    entries = read_yaml(data / "benchmarks.yml").section("benchmarks")
    return {(name, s): str(r) for name, entry in entries for s, r in dict(entry.get("scenarios") or {}).items()}


def is_new(pairs: pd.DataFrame, data: Path = DATA_DIR) -> list[bool]:
    """Whether each pair's benchmark and scenario was new in v5.1, the first of the two rounds."""
    first = introduced(data)
    return [first[cell] == FIRST_ROUND for cell in zip(pairs["benchmark"], pairs["scenario"], strict=True)]


def of_readings(tables: Tables, bound: float) -> Iterator[Number]:
    """Numbers of the comparisons of the two rounds; ``bound`` is the published saving, a share."""
    found = readings(tables.results, *HEADLINE)
    evidence = evidence_of_pairs(tables, found)
    how = "comparisons of DeepSeek-R1 Server on GB300, v5.1 with v6.0, by the rules on the readings page"
    available = found[found["both_available"]]
    best = float(available[available["rule"].str.contains("any size")]["ratio"].max())
    yield count("readings.n", len(found), how, evidence)
    yield number("readings.low", found["ratio"].min(), "x", 2, f"lowest of the {how}", evidence)
    yield number("readings.high", found["ratio"].max(), "x", 2, f"highest of the {how}", evidence)
    place = rank(best, found["ratio"])
    yield number("readings.rank", place, "place", 0, f"rank of the published pair among the {how}", evidence)
    behind = evidence_of_pairs(tables, available)
    what = f"{how}, both systems in the category available"
    yield count("readings.available-n", len(available), what, behind)
    place = rank(best, available["ratio"])
    yield number("readings.available-rank", place, "place", 0, f"rank of the published pair among the {what}", behind)
    enough = int((found["ratio"] > cost.ratio_for_saving(bound)).sum())
    yield count(
        "readings.over-60", enough, f"of the {how}, those that save more than {bound:.0%} at one price", evidence
    )
    own = found[found["same_submitter"]]
    for end, value in (("low", own["ratio"].min()), ("high", own["ratio"].max())):
        what = f"{end}est of the {how}, same submitter in both rounds"
        yield number(f"readings.own-{end}", value, "x", 2, what, evidence_of_pairs(tables, own))
    every = all_readings(tables.results, list(llm_benchmarks(tables.data)))
    what = "comparisons of v5.1 with v6.0 over all LLM benchmarks, scenarios and accelerators"
    yield count("readings.all-n", len(every), what)


def of_owners(tables: Tables) -> Iterator[Number]:
    """Numbers of what submitters gained on hardware that they kept: the same system in both rounds."""
    owners = same_owner_pairs(tables.results, list(llm_benchmarks(tables.data)))
    what = "pairs of results of one submitter on as many of the same accelerators in both rounds, LLM benchmarks"
    yield count("owners.n", len(owners), what)
    kept = owners[owners["same_system"]]
    yield count(
        "owners.kept-n", len(kept), f"{what}, with the system's name unchanged", evidence_of_pairs(tables, kept)
    )
    new = pd.Series(is_new(kept, tables.data), index=kept.index)
    for name, rows, which in (
        ("new", kept[kept["family"] == "deepseek-r1"], "DeepSeek-R1"),
        ("mature", kept[~new], "LLM benchmarks and scenarios older than v5.1"),
    ):
        how = f"pairs of results of one submitter on one system in both rounds, {which}"
        yield count(f"owners.{name}-n", len(rows), how, evidence_of_pairs(tables, rows))
        ordered = rows.sort_values(["ratio", "row_id_after"])
        middle = ordered.iloc[(len(rows) - 1) // 2 : len(rows) // 2 + 1]
        for end, words, behind in (
            ("low", "lowest", ordered.head(1)),
            ("median", "median", middle),
            ("high", "highest", ordered.tail(1)),
        ):
            value = float(behind["ratio"].mean())
            yield number(
                f"owners.{name}-{end}", value, "x", 2, f"{words} ratio of the {how}", evidence_of_pairs(tables, behind)
            )


def of_tables(tables: Tables) -> Iterator[Number]:
    """Rows, runs, corrections and agreement with the logs."""
    results, runs = tables.results, tables.runs
    r1 = results[(results["benchmark"] == HEADLINE[0]) & (results["division"] == "closed")]
    chip = r1[(r1["scenario"] == HEADLINE[1]) & (r1["accelerator"] == HEADLINE[2])]
    for round_, rows in chip.groupby("round"):
        how = f"closed results of DeepSeek-R1 Server on GB300 in {round_}"
        yield count(f"gb300.server-{round_}", len(rows), how, evidence_of(rows))
    interactive = r1[(r1["round"] == "v6.0") & (r1["scenario"] == "Interactive")]
    yield count("interactive.n", len(interactive), "DeepSeek-R1 Interactive results of v6.0", evidence_of(interactive))
    for round_, rows in results.groupby("round"):
        yield count(f"rows.{round_}", len(rows), f"results of MLPerf Inference {round_} in the table")
    yield count("rows.all", len(results), "results of MLPerf Inference in the table, every round")
    yield count("rounds.inference", results["round"].nunique(), "rounds of MLPerf Inference in the table")
    compared = results[results["obtained"] == "published"]
    agrees = compared["log_agrees"]
    yield count("agree.of", len(compared), f"results of {_rounds(compared)}, which have a published table")
    how = "results that agree with their own run's log at the coarser printed precision"
    yield count("agree.yes", int(agrees.fillna(False).sum()), how)
    inferred = agrees.fillna(False) & compared["log_note"].str.contains("inferred from SingleStream")
    how = "edge results equal to the value that the rules infer from the run's SingleStream log"
    yield count("agree.inferred", int(inferred.sum()), how)
    how = "results equal to the figure that their own run's log prints, at the coarser printed precision"
    yield count("agree.direct", int((agrees.fillna(False) & ~inferred).sum()), how)
    yield count("agree.no", int((~agrees.fillna(True)).sum()), "results that differ from their own run's log")
    yield count("agree.none", int(agrees.isna().sum()), "results without a readable log")
    second = results["experiments_agrees"]
    how = "results that MLCommons' experiments repository holds as well"
    yield count("second.n", int(second.notna().sum()), how)
    yield count("second.yes", int(second.fillna(False).sum()), f"{how}, equal at the coarser printed precision")
    how = "runs whose detail log is absent from the repository, so that the summary log serves"
    yield count("runs.summary-only", int((runs["precision"] == "summary").sum()), how)
    yield count("runs.all", len(runs), "performance runs read")
    how = "different runs behind the published results (equal logs counted once)"
    yield count("runs.unique", len(one_row_a_run(compared)), how)
    corrections = [e for _, e in read_yaml(tables.data / "corrections.yml").section("corrections")]
    yield count("corrections.n", len(corrections), "entries in corrections.yml")
    units = sum(e.integer("expect") for e in corrections if e.text("column") == "unit")
    yield count("corrections.units", units, "results whose published unit is corrected to the log's")


def of_training(tables: Tables) -> Iterator[Number]:
    """Entries of MLPerf Training and HPC, and how many have a score."""
    entries = tables.training
    what = "entries of MLPerf Training and HPC in the table"
    yield count("rows.training", len(entries), what)
    yield count("rounds.training", len(entries.drop_duplicates(["suite", "round"])), "rounds of Training and HPC")
    obtained = entries["obtained"]
    yield count("training.log", int((obtained == "log").sum()), f"{what}, scored from their logs")
    yield count("training.typed", int((obtained == "typed").sum()), f"{what}, logs absent, time printed elsewhere")
    scored = tables.official["agrees"].dropna()
    how = "entries of Training and HPC that MLCommons' scorer was run on, logs complete"
    yield count("official.n", len(scored), how)
    yield count("official.yes", int(scored.sum()), f"{how}, with our score")
    yield count("training.none", int(obtained.isna().sum()), f"{what}, without a score")


def _rounds(rows: pd.DataFrame) -> str:
    return ", ".join(sorted(set(rows["round"])))
