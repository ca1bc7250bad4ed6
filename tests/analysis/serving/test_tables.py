"""The committed tables of the model: what relates them to each other, to the logs and to the model."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import astuple

import pandas as pd
import pytest

from claimcheck.analysis.mechanisms.kv_routing import LOADS, SHARES
from claimcheck.analysis.operating import with_latency_limits
from claimcheck.analysis.serving.fit import error, simulate_case
from claimcheck.analysis.serving.outcomes import ALIKE, fitted_step, open_variants, predict_case, questions, recompute
from claimcheck.analysis.view import chip
from claimcheck.core.same import same
from claimcheck.data.serving import TERMS
from claimcheck.data.tables import load


def test_every_server_run_of_the_benchmark_is_fitted_or_held_out(given) -> None:
    points = with_latency_limits(load("operating_points"), ("deepseek-r1",))
    # The model is of two rounds' software, whose settings are in the tables.
    points = points[points["round"].isin({case.round for case in given.cases})]
    server = points[points["scenario"] == "Server"].set_index("row_id")
    assert {c.row_id for c in given.cases} == set(server.index)
    for case in given.cases:
        assert same(case.logged["in_flight_per_accelerator"], server.loc[case.row_id, "in_flight_per_accelerator"])


def test_fitted_runs_are_the_ends_of_the_load_on_single_engines(given) -> None:
    for key, group in given.model.groups.items():
        mine = [c for c in given.cases if c.group == key]
        able = [c for c in mine if c.deployment.replicas == 1 and c.chip == chip(group.fit_on)]
        rates = [round(c.rate_per_accelerator, 6) for c in able]
        fitted = [c for c in mine if c.fitted]
        assert {round(c.rate_per_accelerator, 6) for c in fitted} == {min(rates), max(rates)}
        assert len(fitted) == len({min(rates), max(rates)})
        assert len(mine) > len(fitted), "something is held out"


def test_every_fit_has_the_error_that_its_step_gives_on_the_runs_it_names(given, fits) -> None:
    for _, row in fits.iterrows():
        variant = given.model.variants[row["variant"]]
        used = [case for case in given.cases if case.group == row["group"] and case.fitted]
        step = fitted_step(fits, row["group"], row["variant"])
        assert row["fitted_on"] == " ".join(case.row_id for case in used)
        assert row["free"] == " ".join(term for term in TERMS if term not in variant.fixed_terms)
        assert variant.fixed_terms.items() <= dict(zip(TERMS, astuple(step), strict=True)).items()
        expected = error(step, variant, used, given.model)
        assert float(row["rms_error"]) == pytest.approx(expected, rel=ALIKE, abs=0.002), row


def test_every_prediction_is_what_the_model_gives(given, fits, predictions) -> None:
    for case in given.cases:
        mine = predictions[predictions["row_id"] == case.row_id].set_index("quantity")
        again = pd.DataFrame(predict_case(case, fits, given.model)).set_index("quantity")
        assert {*again.index, "step_factor"} == set(mine.index)
        mine = mine.loc[again.index]
        assert (mine[["group", "fitted", "spoiled"]] == again[["group", "fitted", "spoiled"]]).all(axis=None)
        for column in ("logged", "predicted", "predicted_low", "predicted_high"):
            expected = again[column].astype(float)
            assert mine[column].astype(float).to_list() == pytest.approx(expected.to_list(), rel=ALIKE, nan_ok=True)


def test_every_step_factor_brings_the_logged_requests_in_flight(given, fits, predictions) -> None:
    factors = predictions[predictions["quantity"] == "step_factor"].set_index("row_id")["logged"]
    for case in given.cases:
        step = fitted_step(fits, case.group).times(float(factors[case.row_id]))
        found = simulate_case(case, step, given.model)["in_flight_per_accelerator"]
        assert found == pytest.approx(case.logged["in_flight_per_accelerator"], rel=0.02), case.row_id


def test_every_sweep_of_one_engine_is_what_the_model_gives(given, fits, predictions, sweeps) -> None:
    asked = list(questions(given, fits, predictions))
    for _, row in sweeps[sweeps["replicas"] == 1].iterrows():
        found = recompute(row, given, asked)
        assert row[list(found)].astype(float).to_dict() == pytest.approx(found, rel=ALIKE), row


# Code for a plain processor of its kind, without the wide instructions and with another linear algebra, on one thread.
OTHER = {
    "NPY_DISABLE_CPU_FEATURES": "X86_V3", "OPENBLAS_CORETYPE": "Nehalem", "OPENBLAS_NUM_THREADS": "1",
    "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "NUMBA_NUM_THREADS": "1",
}  # fmt: skip
AGAIN = """
import json
from dataclasses import replace
from claimcheck.analysis.mechanisms.kv_routing import LOADS, SHARES, compare, read_traffic
from claimcheck.data.mechanisms import read_figures
from claimcheck.analysis.serving.outcomes import questions, read_inputs, recompute
from claimcheck.data.tables import DATA_DIR, load
given, (fits, predictions, sweeps) = read_inputs(), (load(f"serving_{n}") for n in ("fits", "predictions", "sweeps"))
asked = list(questions(given, fits, predictions))
rows = sweeps.groupby("sweep", sort=False).head(1)
found = {number: recompute(row, given, asked) for number, row in rows.iterrows()}
traffic = replace(read_traffic(read_figures(DATA_DIR)), load=LOADS[30], shared=SHARES[2])
print(json.dumps([found, compare(traffic).set_index("policy")["mean"].to_dict()]))
"""


def test_another_processor_gives_figures_that_are_alike(sweeps, tmp_path) -> None:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), **OTHER}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", AGAIN], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found, routed = json.loads(done.stdout)
    routes = load("routing_sweeps")
    routes = routes[(routes["load"] == LOADS[30]) & (routes["shared"] == SHARES[2])].set_index("policy")["mean"]
    assert routes.astype(float).to_dict() == pytest.approx(routed, rel=ALIKE)
    assert len(found) == sweeps["sweep"].nunique()
    for number, figures in found.items():
        row = sweeps.loc[int(number), list(figures)].astype(float).to_dict()
        assert row == pytest.approx(figures, rel=ALIKE), number


def test_a_group_with_one_run_leaves_the_time_per_request_open(given, fits) -> None:
    for group in given.model.groups:
        alone = sum(case.group == group and case.fitted for case in given.cases) == 1
        assert any(given.model.variants[key].scanned for key in open_variants(given.model, fits, group)) is alone


def test_the_main_form_describes_the_fitted_runs_best_of_those_with_three_terms(fits, given) -> None:
    squares = fits.assign(square=fits["rms_error"].astype(float) ** 2)
    three = [k for k, v in given.model.variants.items() if len(v.fixed_terms) == 1 and v.interpolation == "log"]
    total = squares[squares["variant"].isin(three)].groupby("variant")["square"].sum()
    assert total.idxmin() == "main"


def test_points_at_the_limit_keep_it_and_stand_at_it(sweeps, given) -> None:
    limit = sweeps[sweeps["sweep"] == "limit"]
    assert (limit["tpot_p99_ms"] <= given.limits.tpot_ms).all() and (limit["ttft_p99_ms"] <= given.limits.ttft_ms).all()
    for group, rows in sweeps[(sweeps["sweep"] == "load") & (sweeps["case"] == "plain")].groupby("group"):
        plain = limit[(limit["group"] == group) & (limit["case"] == "plain")].iloc[0]
        over = (rows["tpot_p99_ms"] > given.limits.tpot_ms) | (rows["ttft_p99_ms"] > given.limits.ttft_ms)
        first = float(rows[over]["rate_per_accelerator"].min())
        kept = float(rows[rows["rate_per_accelerator"] < first]["rate_per_accelerator"].max())
        assert kept <= float(plain["rate_per_accelerator"]) <= first
