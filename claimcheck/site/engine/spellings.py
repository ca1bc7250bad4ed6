"""What the reader of phrases looks up: what people write for the names of the tables, and the words of figures."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from claimcheck.analysis.view import without_target
from claimcheck.data.names import Spoken

# What systems without accelerators run on, as a name.
CPUS = "CPUs"
# A name with a digit may be cut short, as gpt-oss-120 is, to so many letters; its spelling then ends in BEGUN.
SHORTEST, BEGUN = 3, "*"
# The form of a chip that its memory tells apart: A100-SXM-40GB is an A100-40GB.
_MEMORY = re.compile(r"([A-Z]+\d+)-(?:SXM|PCIe)-?(\d+GB)")

# By category, the names that a spelling may mean.
Meanings = dict[str, list[str]]
# The same by spelling; the keys of a dict are a set in order.
_Meant = dict[str, dict[str, dict[str, None]]]


def spellings(
    results: pd.DataFrame, trained: pd.DataFrame, owners: Mapping[str, Iterable[str]], rounds: list[str], spoken: Spoken
) -> list[tuple[str, Meanings]]:
    """Each spelling, in small letters and digits alone, with what it may mean.

    ``results`` of Inference and those ``trained`` have the columns of ``analysis.view.named``; ``owners``: the
    companies of each submitter of several; ``rounds`` with those that people name and no table has.
    """
    known = _known(results, trained) | {"round": rounds}
    for name, absent in spoken.absent.items():
        known[absent.kind].append(name)
    also = _also(known, results["benchmark"].unique(), owners, spoken)
    meant: _Meant = defaultdict(lambda: defaultdict(dict))
    for category, names in known.items():
        # A company under two spellings is named by both.
        alike: dict[str, dict[str, None]] = defaultdict(dict)
        for name in (distinct := sorted({*names})):
            alike[_bare(name)][name] = None
        said = [(spelling, name) for name, more in also[category].items() for spelling in more]
        for spelling, name in [*zip(distinct, distinct, strict=True), *said]:
            if _bare(name) in alike:
                meant[_bare(spelling)][category].update(alike[_bare(name)])
    # What has no letters of ours.
    meant.pop("", None)
    meant |= _cut_short(meant)
    return [(spelling, {kind: [*values] for kind, values in kinds.items()}) for spelling, kinds in meant.items()]


def _cut_short(meant: _Meant) -> _Meant:
    """The beginnings of names with a digit, each with what all the spellings mean that begin so."""
    cut: _Meant = defaultdict(lambda: defaultdict(dict))
    for spelling in sorted(meant):
        for begun in (spelling[:length] for length in range(SHORTEST, len(spelling))):
            if begun not in meant and re.search("[a-z]", begun) and re.search("[0-9]", begun):
                for category, values in meant[spelling].items():
                    cut[begun + BEGUN][category].update(values)
    return cut


def _known(results: pd.DataFrame, trained: pd.DataFrame) -> dict[str, list[str]]:
    """The names of each category but rounds, as the tables have them."""
    both = pd.concat([results, trained])
    values = {name: both[name].dropna().unique().tolist() for name in ("scenario", "product", "submitter")}
    return {
        "benchmark": [*{without_target(name)[0] for name in results["benchmark"].unique()}, *trained["benchmark"]],
        "scenario": values["scenario"],
        "chip": [*values["product"], CPUS],
        "submitter": [*values["submitter"], *results["accelerator_vendor"].dropna().unique()],
        "availability": results["availability"].dropna().unique().tolist(),
    }


def _also(
    known: Mapping[str, Sequence[str]], targets: Iterable[str], owners: Mapping[str, Iterable[str]], spoken: Spoken
) -> dict[str, dict[str, list[str]]]:
    """What else names are called: by category and name."""
    also: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for category, names in spoken.names.items():
        for name, more in names.items():
            also[category][name] += more
    for name, absent in spoken.absent.items():
        also[absent.kind][name] += absent.names
    for target in targets:
        also["benchmark"][without_target(target)[0]].append(target)
    # Companies that submitted together are named by each.
    for company in known["submitter"]:
        also["submitter"][company] += [*owners.get(company, ()), *re.split(r" ?\+ ?", company)]
    for form in known["chip"]:
        also["chip"][form] += _forms(form, known["chip"])
    return also


def _forms(form: str, chips: Iterable[str]) -> Iterator[str]:
    """What a chip is called without its form or memory: A100-40GB, and A100 or AGX Orin if a source has that too."""
    if match := _MEMORY.match(form):
        yield "-".join(match.groups())
    yield from (name for name in chips if re.match(rf"{re.escape(name)}(?:-| \d+GB?$)", form))


def vocabulary(find: Mapping[str, Any]) -> dict[str, Any]:
    """The words of figures in find.yml as a reader looks them up.

    ``units``: the kind and unit of each word; ``apart``: the words of what is counted that may be further off;
    ``known``: words that are no unknown names.
    """
    units = [({name: one[name] for name in ("kind", "unit") if name in one}, one["words"]) for one in find["units"]]
    for (thing, names), (per, ends) in itertools.product(find["things"].items(), find["rates"].items()):
        units.append(({"kind": "rate", "unit": thing + per}, [name + end for name in names for end in ends]))
    units += [({"kind": "count", "unit": unit}, words) for unit, words in find["counts"].items()]
    of_words = {word: unit for unit, words in units for word in words}
    lists = ("scales", "multiples", "numerals", "other_units", "per_accelerator", "in_total", "sizes")
    known = [find["ignored"], *of_words, *(word for name in lists for word in find[name])]
    known += [word for rule in find["readings"].values() for word in [*rule.get("words", ()), *rule.get("after", ())]]
    known += find["percent"]["saving"] + find["percent"]["gain"]
    return {
        "units": of_words,
        "apart": [word for unit in find["apart"] for word in find["counts"][unit]],
        "known": sorted({*" ".join(known).split()}),
    }


def _bare(name: str) -> str:
    return re.sub("[^a-z0-9]", "", name.lower())
