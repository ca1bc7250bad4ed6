"""Ties of derived tables: to the rows that they were made from, and of their figures to each other."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from claimcheck.ties.tie import Fault, Ground, beside, broken, tie, unlike

_CLOSE = 1e-5


def _differ(one: pd.Series, other: pd.Series, share: float = _CLOSE) -> pd.Series:
    """Mark pairs of numbers that are further apart than a share of the second."""
    return (one - other).abs() > share * other.abs()


@tie
def comparisons(ground: Ground) -> Iterator[Fault]:
    """A comparison has the cells of its two results, and its ratio is that of their rates per accelerator."""
    results = ground["inference_results"]
    for table in ("comparisons", "imposed_comparisons"):
        frame = ground[table]
        rate = {}
        for side in ("before", "after"):
            own = beside(results, "row_id", frame[f"row_id_{side}"])
            yield from broken(table, frame, own["value"].isna(), f"row_id_{side}", "a comparison is of two results")
            for column in ("submitter", "system", "accelerators", "value"):
                if f"{column}_{side}" in frame:
                    yield from unlike(table, frame, f"{column}_{side}", own[column], "the result has ")
            yield from unlike(table, frame, side, own["round"], "the result is of ")
            rate[side] = own["value"] / own["accelerators"]
        ratio = rate["after"] / rate["before"]
        bad = _differ(frame["ratio"], ratio)
        yield from broken(table, frame, bad, "ratio", "the results give " + ratio.astype("string"))


@tie
def operating_points(ground: Ground) -> Iterator[Fault]:
    """An operating point has the cells of its result and its run, and rates, lengths and durations that multiply."""
    points, table = ground["operating_points"], "operating_points"
    own = beside(ground["inference_results"], "row_id", points["row_id"])
    for column in ("submitter", "system", "accelerators", "value", "log_blob"):
        yield from unlike(table, points, column, own[column], "the result has ")
    run = beside(ground["loadgen_runs"], "run_id", points["run_id"])
    for column in ("query_count", "target_qps", "latency_mean_ms", "ttft_p99_ms", "tpot_p99_ms", "ttft_limit_ms"):
        yield from unlike(table, points, column, run[column], "the run has ")
    length = points["mean_length"].fillna(1.0)
    for column, product in (
        ("completion_factor", points["completed_rate"] / points["offered_rate"]),
        ("offered", points["offered_rate"] * length),
        ("offered_per", points["offered"] / points["accelerators"]),
        ("published_per", points["published"] / points["accelerators"]),
        ("full_run_per", points["full_run"] / points["accelerators"]),
        ("published_over_offered", points["value"] / points["offered"]),
        ("in_flight", points["offered_rate"] * points["latency_mean_ms"] / 1000),
    ):
        # Of a run that counts tokens and whose log has no mean length, the log prints the rate offered itself.
        bad = _differ(points[column], product) & (
            points["mean_length"].notna() | ~_tokens(points) | (column != "offered")
        )
        yield from broken(table, points, bad, column, "the other figures give " + product.astype("string"))


def _tokens(points: pd.DataFrame) -> pd.Series:
    return points["unit"] == "tokens/s"


@tie
def counted_wins(ground: Ground) -> Iterator[Fault]:
    """A definition of a win gives wins within its own range, and the ratio of its two counts."""
    rules, table = ground["counting_rules"], "counting_rules"
    ratio = rules["nvidia"] / rules["others"].where(rules["others"] > 0)
    yield from broken(
        table, rules, _differ(rules["ratio"], ratio), "ratio", "the counts give " + ratio.astype("string")
    )
    for side in ("nvidia", "others"):
        bad = (rules[f"{side}_low"] > rules[side]) | (rules[side] > rules[f"{side}_high"])
        yield from broken(table, rules, bad, side, "a count is within its range")


@tie
def participation(ground: Ground) -> Iterator[Fault]:
    """Partners are as many as their names and their rows, and the rows are on the vendor's silicon."""
    rows, table = ground["participation"], "participation"
    for column in ("names", "row_ids"):
        number = rows[column].str.count(r"\|" if column == "row_ids" else ", ") + 1
        if column == "row_ids":
            bad = number.fillna(0) != rows["partners"]
            yield from broken(table, rows, bad, "partners", "it names so many rows: " + number.astype("string"))
    makers = pd.concat([ground[name].set_index("row_id")["platform_vendor"]
                        for name in ("inference_results", "training_results")])  # fmt: skip
    makers = makers[~makers.index.duplicated()]
    listed = rows["row_ids"].str.split("|").explode().dropna()
    odd = (makers.reindex(listed).set_axis(listed.index) != rows["vendor"].reindex(listed.index)).fillna(True)
    yield from broken(table, rows, odd.groupby(level=0).any().reindex(rows.index), "row_ids", "a row is the vendor's")


@tie
def simulations(ground: Ground) -> Iterator[Fault]:
    """A simulated figure is within its own range, load times size is the rate, and fits are of what was logged."""
    sweeps = ground["serving_sweeps"]
    end = "_tokens_per_s_per_accelerator"
    offered, published = sweeps[f"offered{end}"], sweeps[f"published{end}"]
    bad = (published < sweeps[f"published_low{end}"]) | (published > sweeps[f"published_high{end}"])
    yield from broken("serving_sweeps", sweeps, bad, f"published{end}", "a mean is within its range")
    bad = sweeps[f"full_run{end}"] > 1.001 * offered
    yield from broken("serving_sweeps", sweeps, bad, f"full_run{end}", "no run completes more than it was offered")
    for what in ("tpot", "ttft"):
        bad = sweeps[f"{what}_p50_ms"] > sweeps[f"{what}_p99_ms"]
        yield from broken("serving_sweeps", sweeps, bad, f"{what}_p50_ms", "percentiles are in order")
    routes = ground["routing_sweeps"]
    plain = routes[routes["policy"] == "round-robin"].set_index(["shared", "load"])["mean"]
    base = plain.reindex(pd.MultiIndex.from_frame(routes[["shared", "load"]])).set_axis(routes.index)
    bad = _differ(routes["faster"], base / routes["mean"], 1e-4)
    yield from broken("routing_sweeps", routes, bad, "faster", "round-robin's mean over this router's")
    points, told = ground["operating_points"], ground["serving_predictions"]
    for quantity, group in told.groupby("quantity"):
        if quantity in points:
            logged = beside(points, "row_id", group["row_id"])[quantity]
            bad = _differ(group["logged"], logged, 1e-4)
            yield from broken("serving_predictions", group, bad, "logged", "the run has " + logged.astype("string"))
    bad = (told["predicted_low"] > told["predicted"]) | (told["predicted"] > told["predicted_high"])
    yield from broken("serving_predictions", told, bad, "predicted", "a prediction is within its range")
