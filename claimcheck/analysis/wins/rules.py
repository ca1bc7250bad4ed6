"""The space of counting rules: nobody defines a win, so every choice is made both ways."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

# Choice -> its values, first the one that the plainest reading of "wins" suggests, and what each means for a reader.
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
CHOICES = {choice: tuple(values) for choice, values in MEANING.items()}
# The sentence word for word: NVIDIA's partners are other submitters.
LITERAL = "counts partners as others"
# Other programs than Training and Inference, or one of these alone. That HPC is another program is our reading.
OTHER_PROGRAMS, WITH_HPC = "counts other programs", "inference+training+hpc"
# The claim's sentence: "training and inference wins", as many times those "of all other submitters combined". What a
# definition does that it does not allow: why not, and any of the sets of choices by which a rule does it.
RULED_OUT: dict[str, tuple[str, tuple[dict[str, tuple[str, ...]], ...]]] = {
    OTHER_PROGRAMS: (
        "the sentence names Training and Inference, both and no other; that MLPerf HPC, which MLCommons titles "
        '"MLPerf Training: HPC", is another program is our reading',
        ({"programs": (WITH_HPC, "inference", "training")},),
    ),
    LITERAL: (
        "NVIDIA's partners are other submitters, and their wins are wins for NVIDIA's silicon; counted word for word "
        "against NVIDIA they leave it nowhere near the published multiple, so the sentence can only mean the platform",
        ({"who": ("submitter",)},),
    ),
    "leaves partners out": (
        "without those who submit on NVIDIA's silicon, what is counted is not all other submitters",
        ({"who": ("own",)},),
    ),
    "counts the open division": (
        "entries of the open division may change the model, so that the best of them is the best of no one task",
        ({"division": ("closed+open",)},),
    ),
    "counts twice": (
        "one cell of Training, or one run under two accuracy targets, would be two wins",
        ({"training": ("both",)}, {"variants": ("apart",), "count": ("results",)}),
    ),
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

    @property
    def ruled_out(self) -> tuple[str, ...]:
        """Why the claim's sentence does not allow this definition, keys of ``RULED_OUT``; empty where it does."""
        chosen = vars(self)
        return tuple(
            name
            for name, (_, kinds) in RULED_OUT.items()
            if any(all(chosen[choice] in values for choice, values in kind.items()) for kind in kinds)
        )


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


def in_words(rule: Mapping[str, str]) -> str:
    """The choices of a rule that differ from the plainest, in words; "the plainest definition" when none does."""
    plain = vars(PLAIN)
    odd = [MEANING[c][rule[c]] for c in CHOICES if rule[c] not in (plain[c], NOT_APPLICABLE)]
    return "; ".join(odd) or "the plainest definition"
