"""DeepSeek-R1 on GB300: the logged runs, submitted settings and fitted engines behind the models of mechanisms."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from claimcheck.analysis.mechanisms.roofline import Setup, read_setup
from claimcheck.analysis.operating import with_latency_limits
from claimcheck.analysis.serving.outcomes import fitted_engine
from claimcheck.analysis.serving.simulate import Engine, Limits, deployment, mean_cached_tokens
from claimcheck.analysis.switches import setting_text
from claimcheck.data.mechanisms import Figures, read_figures
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.rounds import roles
from claimcheck.data.serving import BENCHMARK, Model, read_model
from claimcheck.data.tables import load

CHIP = "GB300"
# The software whose fits are compared, by key of serving.yml, both on CHIP.
BEFORE, AFTER = "v5.1-ultra", "v6.0-ultra"
# Server runs that prose names: round, submitter, accelerators.
NAMED = {
    "before": (roles().before, "NVIDIA", 72),
    "nebius-8": (roles().claims, "Nebius", 8),
    "nvidia-72": (roles().claims, "NVIDIA", 72),
}
_COUNTERS = ("attention_dp_balance_wait_iters", "attention_dp_balance_timeout_iters")


@dataclass(frozen=True)
class Runs:
    """The benchmark's logged runs with their settings, and the registers and fits that models of mechanisms use.

    ``points``: their operating points by ``row_id``; ``settings``: the engine settings that entries used; ``fits``: the
    table serving_fits; ``model``, ``figures`` and ``setup``: the serving model's register, the published figures, and
    the roofline's constants among them.
    """

    points: pd.DataFrame
    settings: pd.DataFrame
    fits: pd.DataFrame
    model: Model
    figures: Figures
    setup: Setup

    @property
    def context(self) -> float:
        """Mean tokens in the KV cache of a request in flight, by the published output lengths."""
        return self._context(self.model.published_mean)

    def _context(self, mean_tokens: float) -> float:
        deviation = self.model.published_deviation * mean_tokens / self.model.published_mean
        return mean_cached_tokens(mean_tokens, deviation, self.setup.assumed.input_tokens)

    def logged(self, scenario: str = "Server") -> pd.DataFrame:
        """Runs on CHIP as ``roofline.bounds`` takes them, by round, submitter and size.

        Lengths have the run's own logged mean, spread as the published ones are. A step is taken to last as long as the
        logged median time of a token (``logged_ms``), which holds where each step gives one token. ``requests`` in
        flight and offered queries/s (``rate``) are per GPU, ``whole`` are the system's requests.
        """
        points = self.points[(self.points["chip"] == CHIP) & (self.points["scenario"] == scenario)]
        points = points.sort_values(["round", "submitter", "accelerators"]).reset_index()
        return points[["row_id", "round", "submitter", "accelerators", "availability"]].assign(
            label=points["round"] + " " + points["submitter"] + ", " + points["accelerators"].astype(str),
            requests=points["in_flight_per_accelerator"].astype(float),
            context=[self._context(mean) for mean in points["mean_length"]],
            logged_ms=points["tpot_p50_ms"].astype(float),
            whole=points["in_flight"].astype(float),
            rate=points["offered_per_accelerator"].astype(float),
        )

    @functools.cached_property
    def named(self) -> dict[str, pd.Series]:
        """Server runs of NAMED by name, in the form of ``logged``. Raises ValueError where one is missing."""
        runs = self.logged()
        keys = list(zip(runs["round"], runs["submitter"], runs["accelerators"], strict=True))
        return {name: runs.iloc[keys.index(key)] for name, key in NAMED.items()}

    def limits(self, scenario: str = "Server") -> Limits:
        """The benchmark's limits on the 99th percentiles of latency, from the logs of the claims' round."""
        point = self.points[(self.points["scenario"] == scenario) & (self.points["round"] == roles().claims)].iloc[0]
        return Limits(float(point["tpot_limit_ms"]), float(point["ttft_limit_ms"]))

    def engine(self, group: str, form: str = "main") -> Engine:
        """Engine that the sweeps of ``group`` use, with the fitted step of ``form``.

        Raises KeyError for an unknown group or form, IndexError without such a result.
        """
        wanted = {"scenario": "Server", **self.model.sweeps.entries[group]}
        sizes = self.points["accelerators"]
        for column, value in wanted.items():
            sizes = sizes[self.points.loc[sizes.index, column] == value]
        at = deployment(self.settings, str(sizes.index[0]), int(sizes.iloc[0]))
        return fitted_engine(self.model, at, self.fits, group, form)

    def submitted(self, row_id: str, component: str | None = None) -> dict[str, str]:
        """Settings that the result ``row_id`` used, in plain words by name, of one ``component`` or of all."""
        rows = self.settings[self.settings["row_id"] == row_id]
        rows = rows if component is None else rows[rows["component"] == component]
        return dict(zip(rows["setting"], rows["value"].map(setting_text), strict=True))

    def counters(self, row_id: str) -> tuple[int, int] | None:
        """Counters of the attention-DP balance of a result, in steps: gather, wait; None where it has none."""
        settings = self.submitted(row_id)
        return tuple(int(settings[name]) for name in _COUNTERS) if set(_COUNTERS) <= set(settings) else None

    def counter_pairs(self) -> pd.DataFrame:
        """Server runs that differ only in the counters of the balance: one submitter, round, chip, size and rate.

        Operating points with ``wait`` and ``timeout``, in order of the counters.
        """
        points = self.points[self.points["scenario"] == "Server"].reset_index()
        points["pair"] = [self.counters(str(row_id)) for row_id in points["row_id"]]
        points = points.assign(rate=points["offered_per_accelerator"].round(6)).dropna(subset=["pair"])
        same = ["round", "submitter", "chip", "accelerators", "rate"]
        points = points[points.groupby(same)["pair"].transform("nunique") > 1].sort_values([*same, "pair"])
        return points.assign(wait=points["pair"].str[0], timeout=points["pair"].str[1]).reset_index(drop=True)

    def pools(self, row_id: str) -> dict[str, int]:
        """Number of GPUs that prefill and that decode in a disaggregated run, by its settings.

        ``width``: GPUs over which a decode server spreads experts. Raises KeyError for a run without such settings.
        """
        servers = self.submitted(row_id)
        prefill, decode = (self.submitted(row_id, pool) for pool in ("prefill", "decode"))
        return {
            "prefill": int(servers["prefill_workers"]) * int(prefill["tensor_parallel"]),
            "decode": int(servers["decode_workers"]) * int(decode["tensor_parallel"]),
            "width": int(decode["expert_parallel"]),
        }


def read_runs(points: pd.DataFrame, settings: pd.DataFrame, data: Path = DATA_DIR) -> Runs:
    """Read the runs of the tables operating_points and engine_settings, with registers and fits of ``data``.

    Only rounds whose settings are in the tables: without settings nobody can tell what a mechanism did.
    """
    figures = read_figures(data)
    known = points[points["round"].isin(settings["round"])]
    return Runs(
        points=with_latency_limits(known, [BENCHMARK]).set_index("row_id"),
        settings=settings[settings["selected"].astype(bool)],
        fits=load("serving_fits", data),
        model=read_model(data),
        figures=figures,
        setup=read_setup(figures),
    )
