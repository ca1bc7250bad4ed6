"""The space of counting rules: nobody defines a win, so every choice is made both ways."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

# Choice -> its values, first the one that the plainest reading of "wins" suggests.
CHOICES: dict[str, tuple[str, ...]] = {
    "programs": ("inference+training", "inference+training+hpc", "inference", "training"),
    "who": ("platform", "submitter", "own"),
    "division": ("closed", "closed+open"),
    "availability": ("any", "available"),
    "cells": ("every", "contested"),
    "suites": ("datacenter+edge", "datacenter"),
    "variants": ("merged", "apart"),
    "measure": ("total", "per accelerator"),
    "count": ("results", "runs"),
    "training": ("at scale", "per chip", "both"),
}
# What each value means, for a reader.
MEANING: dict[str, dict[str, str]] = {
    "programs": {
        "inference+training": "MLPerf Inference and MLPerf Training",
        "inference+training+hpc": "MLPerf Inference, Training and HPC",
        "inference": "MLPerf Inference alone",
        "training": "MLPerf Training alone",
    },
    "who": {
        "platform": "NVIDIA's silicon, whoever submitted it, against all other silicon",
        "submitter": "NVIDIA as a submitter, joint entries included, against all others, those on its silicon included",
        "own": "NVIDIA as a submitter, joint entries included, against other silicon; others on its silicon left out",
    },
    "division": {"closed": "closed division", "closed+open": "closed and open division, each its own cells"},
    "availability": {"any": "systems of any availability", "available": "systems in the category available only"},
    "cells": {"every": "every cell", "contested": "cells with silicon of two or more vendors, whoever submitted"},
    "suites": {"datacenter+edge": "datacenter and edge", "datacenter": "datacenter only"},
    "variants": {"merged": "accuracy variants 99 and 99.9 are one benchmark", "apart": "each accuracy variant counts"},
    "measure": {"total": "highest result of a whole system", "per accelerator": "highest result per accelerator"},
    "count": {"results": "every cell won counts", "runs": "every winning run counts once"},
    "training": {
        "at scale": "training: shortest time",
        "per chip": "training: fewest chip-minutes",
        "both": "training: shortest time and fewest chip-minutes, each a win",
    },
}
# Choices that only concern inference, or only training.
_INFERENCE_ONLY = ("suites", "variants", "measure", "count")
NOT_APPLICABLE = "-"


@dataclass(frozen=True)
class Rule:
    """One counting rule: a value for every choice of ``CHOICES``; ``-`` where a choice has no bearing."""

    programs: str
    who: str
    division: str
    availability: str
    cells: str
    suites: str
    variants: str
    measure: str
    count: str
    training: str


def every_rule() -> Iterator[Rule]:
    """Every combination of choices once, in a fixed order."""
    seen = set()
    for values in itertools.product(*CHOICES.values()):
        choice = dict(zip(CHOICES, values, strict=True))
        if choice["programs"] == "inference":
            choice["training"] = NOT_APPLICABLE
        if choice["programs"] == "training":
            choice |= dict.fromkeys(_INFERENCE_ONLY, NOT_APPLICABLE)
        rule = Rule(**choice)
        if rule not in seen:
            seen.add(rule)
            yield rule


PLAIN = next(every_rule())
