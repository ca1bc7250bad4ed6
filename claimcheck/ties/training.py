"""Ties of an entry of Training or HPC: to its folder, its score rule, the official scorer, its system and its peers."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pandas as pd

from claimcheck.ingest.training.rules import read_rules
from claimcheck.rounds import order
from claimcheck.ties.tie import Fault, Ground, above_peers, broken, parts_of, tie

_SYSTEM = ["suite", "round", "division", "submitter", "system"]
# A chip trains at most so many times as fast as the best of its peers: the same chip and benchmark in other systems of
# the round or a neighbouring one, where there are that many. Many chips train less efficiently than few.
_OVER_PEERS, _PEERS = 2.0, 3
# Entries of one submitter with one chip in one round, from which one that alone has another number a node is odd.
_MATES = 4


@tie
def training_folders(ground: Ground) -> Iterator[Fault]:
    """An entry's folder names its submitter, system, benchmark and scaling, and so does its id."""
    rows = ground["training_results"]
    table = "training_results"
    ids = parts_of(rows["row_id"])
    for column, place in (("suite", 0), ("round", 1), ("division", 2)):
        yield from broken(table, rows, ids[place] != rows[column], column, "its id is " + rows["row_id"])
    last = rows["benchmark"] + ("/" + rows["scaling"]).fillna("")
    bad = [not one.endswith(f"/{end}") for one, end in zip(rows["row_id"], last, strict=True)]
    yield from broken(table, rows, bad, "benchmark", "its id is " + rows["row_id"])
    known = {name: one.called for name, one in read_rules(ground.data).benchmarks.items()}
    at = [[part.lower() for part in path.split("/")] for path in rows["path"]]
    # Alibaba's folders of v0.7 name the system alone.
    bad = [
        len(parts) > 3 and not {*known.get(name, ())} & {*parts}
        for name, parts in zip(rows["benchmark"], at, strict=True)
    ]
    yield from broken(table, rows, bad, "benchmark", "its folder is " + rows["path"])
    for column, name in (("submitter", ids[3]), ("system", rows["system"].str.replace(r"^.*/", "", regex=True))):
        bad = [one not in path.split("/") for one, path in zip(name, rows["path"], strict=True)]
        yield from broken(table, rows, bad, column, "its folder is " + rows["path"])
    bad = [not _one_owner(one, other) for one, other in zip(ids[3], rows["submitter"], strict=True)]
    yield from broken(table, rows, bad, "submitter", "its folder is " + rows["path"])
    bad = [system not in one for one, system in zip(rows["row_id"], rows["system"], strict=True)]
    yield from broken(table, rows, bad, "system", "its id is " + rows["row_id"])


def _one_owner(folder: str, submitter: str) -> bool:
    """Whether a folder's name and a submitter's have a word in common, or one is made of the other's initials."""
    one, other = (re.sub(r"[^a-z0-9]", "", name.lower()) for name in (folder, submitter))
    words = [set(re.findall(r"[a-z0-9]{3,}", name.lower())) for name in (folder, submitter)]
    initials = "".join(word[0] for word in submitter.lower().split())
    return one in other or other in one or bool(words[0] & words[1]) or (len(initials) > 2 and one.startswith(initials))


@tie
def training_scores(ground: Ground) -> Iterator[Fault]:
    """A score follows its benchmark's rule, has the runs that it requires, and is the official scorer's where given."""
    rows = ground["training_results"]
    score = rows["time_to_train_minutes"].fillna(rows["models_per_minute"])
    told, rules = rows["reason"].notna(), read_rules(ground.data).benchmarks
    wanted = rows["benchmark"].map({name: one.rule for name, one in rules.items()})
    weak = rows["scaling"].eq("weak").fillna(False)
    bad = ~weak & (rows["score_rule"] != wanted)
    yield from broken("training_results", rows, bad, "score_rule", "training.yml: " + wanted)
    asked = rows["score_rule"].str.extract(r"^(\d+) runs;", expand=False).astype("Int64")
    yield from broken(
        "training_results", rows, (rows["runs"] != asked) & ~told, "runs", "the rule: " + rows["score_rule"]
    )
    drops = (
        rows["score_rule"]
        .str.extract(r"(\d+) fastest and (\d+) slowest dropped")
        .astype("Int64")
        .sum(axis=1, min_count=2)
    )
    bad = (rows["runs_dropped"] != drops) & ~told
    yield from broken("training_results", rows, bad, "runs_dropped", "the rule: " + rows["score_rule"])
    official = ground["official_scores"].merge(
        rows.assign(score=score)[["row_id", "score", "suite", "round"]], on="row_id", suffixes=("", "_own")
    )
    off = (official["score"] / official["our_score"] - 1).abs() > 1e-9
    yield from broken(
        "official_scores", official, off, "our_score", "the entry has " + official["score"].astype("string")
    )
    same = (official["our_score"] / official["official_score"] - 1).abs() <= 1e-9
    yield from broken("official_scores", official, official["agrees"].fillna(False) & ~same.fillna(False), "agrees",
                      "it agrees where both scores are equal to nine digits")  # fmt: skip
    lost = ~ground["official_scores"]["row_id"].isin(rows["row_id"])
    yield from broken("official_scores", ground["official_scores"], lost, "row_id", "a score belongs to an entry")
    for round_ in ground.rounds.values():
        if round_.source == "training":
            typed = rows[
                (rows["suite"] == round_.suite) & (rows["round"] == round_.name) & (rows["obtained"] == "typed")
            ]
            said = ground.typed("typed/training_published_values.csv").set_index("path")["time_to_train_minutes"]
            value = pd.to_numeric(typed["path"].map(said))
            bad = (value / typed["time_to_train_minutes"] - 1).abs() > 1e-9
            yield from broken("training_results", typed, bad.fillna(True), "time_to_train_minutes",
                              "the typed table has " + value.astype("string"))  # fmt: skip


@tie
def training_systems(ground: Ground) -> Iterator[Fault]:
    """Entries of one system have one accelerator, number, software, availability and maker, and equal nodes."""
    rows = ground["training_results"]
    # The multi-node systems of v0.5 ran each benchmark on a number of nodes of its own.
    own = rows[~rows["accelerators_from"].str.contains("description gives the cluster").fillna(False)]
    groups = own.groupby(_SYSTEM, sort=False)
    for column in ("accelerator", "accelerators", "nodes", "software", "availability", "platform_vendor"):
        several = groups[column].transform("nunique", dropna=False) > 1
        yield from broken("training_results", own, several, column, f"entries of one system have one {column}")
    odd = (rows["accelerators"] % rows["nodes"] != 0).fillna(False)
    # Of weak scaling, the number is of the nodes of one of the models that are trained at once.
    numbers = own["system"].str.extract(r"(?:^|_)n(?:gpu)?(\d+)(?:_|$)", expand=False).astype("Int64")
    fits = (numbers == own["nodes"]) | (numbers == own["accelerators"]) | own["scaling"].eq("weak").fillna(False)
    rule = "the number in the name of its system is of nodes or of chips: " + own["system"]
    yield from broken("training_results", own, numbers.notna() & ~fits, "accelerators", rule)
    held = own.assign(each=own["accelerators"] / own["nodes"])
    mates = ["suite", "round", "submitter", "accelerator"]
    several = held.groupby(mates)["each"].transform("size") >= _MATES
    named = [
        str(count) in re.findall(r"\d+", name) for count, name in zip(own["accelerators"], own["system"], strict=True)
    ]
    odd = several & (held.groupby([*mates, "each"])["each"].transform("size") == 1) & ~pd.Series(named, index=own.index)
    rule = "its submitter's systems with this chip have as many of them in a node, or its name says so"
    yield from broken("training_results", own, odd, "accelerators", rule)


@tie
def training_peers(ground: Ground) -> Iterator[Fault]:
    """A chip trains about as fast as in other systems of the round and its neighbours, or slower."""
    rows = ground["training_results"]
    own = rows[rows["time_to_train_minutes"].notna() & rows["accelerators"].notna() & (rows["division"] == "closed")]
    kind = own["suite"] + "|" + own["benchmark"] + "|" + own["accelerator"]
    at = (own["suite"] + "-" + own["round"]).map(_places(own))
    frame = pd.DataFrame({"kind": kind, "who": own["submitter"] + "/" + own["system"], "at": at})
    frame["rate"] = (1 / (own["time_to_train_minutes"] * own["accelerators"])).astype(float)
    yield from broken("training_results", own, above_peers(frame, _OVER_PEERS, _PEERS), "time_to_train_minutes",
                      f"a chip trains at most {_OVER_PEERS} times as fast as the fastest of its peers")  # fmt: skip


def _places(rows: pd.DataFrame) -> dict[str, int]:
    """Each round's place among those of its suite."""
    return {
        f"{suite}-{name}": place
        for suite, group in rows.groupby("suite")
        for place, name in enumerate(sorted(set(group["round"]), key=order))
    }
