"""Numbers about what submissions switched on: settings changed, mechanisms on, words found in submitted files."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from claimcheck.analysis.switches import ON, changes, headline_entries, matrix, plain
from claimcheck.claims.anatomy import nearest_limit
from claimcheck.claims.evidence import describe, evidence_of
from claimcheck.claims.model import Tables
from claimcheck.claims.number import Number, count, number
from claimcheck.ingest.mechanism_register import Mechanisms

MODEL, SCENARIO = "deepseek-r1", "Server"
# The pairs whose settings the page compares: key, result before, result after.
PAIRS = {
    "published": (("v5.1", "NVIDIA", 72), ("v6.0", "Nebius", 8)),
    "own": (("v5.1", "NVIDIA", 72), ("v6.0", "NVIDIA", 72)),
    "small": (("v5.1", "CoreWeave", 8), ("v6.0", "Nebius", 8)),
    "racks": (("v6.0", "NVIDIA", 72), ("v6.0", "Nebius", 72)),
}


def result_of(tables: Tables, round_: str, submitter: str, accelerators: int, scenario: str = SCENARIO) -> pd.Series:
    """The closed DeepSeek-R1 result of a submitter's GB300 system; raises ValueError unless there is one."""
    rows = headline_entries(tables.results, _register(tables))
    same = (rows["round"] == round_) & (rows["submitter"] == submitter) & (rows["accelerators"] == accelerators)
    found = rows[same & (rows["benchmark"] == MODEL) & (rows["scenario"] == scenario)]
    if len(found) != 1:
        raise ValueError(f"{len(found)} results of {submitter} on {accelerators} in {round_}")
    return found.iloc[0]


def of_switches(tables: Tables) -> Iterator[Number]:
    """Entries of the headline's chip, and in how many of them each mechanism was on."""
    register = _register(tables)
    entries = headline_entries(tables.results, register)
    yield count("switches.entries-n", len(entries), "closed results on GB300 in v5.1 and v6.0", evidence_of(entries))
    server = entries[(entries["benchmark"] == MODEL) & (entries["scenario"] == SCENARIO)]
    for round_, rows in server.groupby("round"):
        how = f"closed DeepSeek-R1 Server results on GB300 in {round_}"
        yield count(f"switches.server-{round_}-n", len(rows), how, evidence_of(rows))
    states = matrix(server, tables.settings, tables.mechanism_evidence, register)
    for (mechanism, round_), rows in states.groupby(["mechanism", "round"]):
        on = rows[rows["state"] == ON]
        name = register.mechanisms[str(mechanism)].name
        how = f"of the closed DeepSeek-R1 Server results on GB300 in {round_}, those whose files show {name}"
        yield count(f"switches.{mechanism}-{round_}-n", len(on), how, evidence_of(server[server["round"] == round_]))


def of_pairs(tables: Tables) -> Iterator[Number]:
    """How many settings differ between two results, and how near to a limit each ran."""
    for key, sides in PAIRS.items():
        before, after = (result_of(tables, *side) for side in sides)
        found = changes(tables.settings, before["row_id"], after["row_id"])
        behind = evidence_of(pd.DataFrame([before, after]))
        how = f"settings that differ between {describe(before)} and {describe(after)}"
        yield count(f"switches.{key}-changed", len(found), how, behind)
        kept = found[found["group"] != "load"]
        yield count(f"switches.{key}-changed-engine", len(kept), f"{how}; those of the load left out", behind)
    (before, after), (_, own), (_, rack) = PAIRS["published"], PAIRS["own"], PAIRS["racks"]
    for key, side in (("before", before), ("after", after), ("own", own), ("rack", rack)):
        row = result_of(tables, *side)
        near = nearest_limit(tables, row)
        if near is not None:
            how = f"99th percentile of {near[1]} as a share of its limit: {describe(row)}"
            yield number(f"switches.near-{key}", near[0] * 100, "%", 1, how, evidence_of(pd.DataFrame([row])))
    nvidia, nebius = (result_of(tables, *side) for side in PAIRS["racks"])
    ratio = (nebius["value"] / nebius["accelerators"]) / (nvidia["value"] / nvidia["accelerators"])
    how = f"result per accelerator of {describe(nebius)}, over that of {describe(nvidia)}"
    yield number("switches.racks-ratio", float(ratio), "x", 2, how, evidence_of(pd.DataFrame([nvidia, nebius])))


def of_interactive(tables: Tables) -> Iterator[Number]:
    """The servers of NVIDIA's DeepSeek-R1 Interactive entry on GB300, and how far Server spreads its experts."""
    row = result_of(tables, "v6.0", "NVIDIA", 72, "Interactive")
    behind = evidence_of(pd.DataFrame([row]))
    settings = tables.settings[(tables.settings["row_id"] == row["row_id"]) & tables.settings["selected"].astype(bool)]
    wanted = {
        "prefill": ("harness", "prefill_workers"),
        "decode": ("harness", "decode_workers"),
        "decode-experts": ("decode", "expert_parallel"),
        "prefill-experts": ("prefill", "expert_parallel"),
        "drafted": ("decode", "speculative_tokens"),
    }
    for key, (component, setting) in wanted.items():
        found = settings[(settings["component"] == component) & (settings["setting"] == setting)].iloc[0]
        how = f"{component}: {found['raw_name']}, {describe(row)}"
        yield count(f"switches.interactive-{key}", int(plain(found["value"])), how, behind)
    server = headline_entries(tables.results, _register(tables))
    server = server[(server["benchmark"] == MODEL) & (server["scenario"] == SCENARIO)]
    widths = tables.settings[
        tables.settings["row_id"].isin(server["row_id"])
        & tables.settings["selected"].astype(bool)
        & (tables.settings["setting"] == "expert_parallel")
    ]["value"].map(lambda v: int(plain(v)))
    how = "most GPUs over which the experts of a closed DeepSeek-R1 Server result on GB300 are spread"
    yield count("switches.server-experts", int(widths.max()), how, evidence_of(server))


def of_words(tables: Tables) -> Iterator[Number]:
    """Words found in submitted files, and the software lines that name Dynamo."""
    found = tables.mechanism_evidence
    how = "words in submitted files that name a mechanism; equal files count once"
    yield count("switches.words-n", len(found), how)
    yield count("switches.files-n", found["path"].nunique(), "submitted files with a word that names a mechanism")
    who = set(found["submitter"]).union(*found["also_in"].dropna().str.split(", "))
    yield count("switches.submitters-n", len(who), f"submitters whose files have such words: {', '.join(sorted(who))}")
    lines = found[(found["mechanism"] == "dynamo") & (found["kind"] == "software string") & (found["round"] == "v6.0")]
    how = "system descriptions of v6.0 whose software line names Dynamo"
    yield count("switches.lines-n", len(lines), how)
    rows = tables.settings[tables.settings["selected"].astype(bool) & (tables.settings["round"] == "v6.0")]
    register = _register(tables)
    by_setting = {rule.setting: rule for rule in register.mechanisms["dynamo"].shown_by}
    used = rows[rows["setting"].isin(by_setting)]
    used = used[[by_setting[s].state(plain(v)) == "on" for s, v in zip(used["setting"], used["value"], strict=True)]]
    shown = set(zip(used["submitter"], used["system"], strict=True))
    named = set(zip(lines["submitter"], lines["system"], strict=True))
    how = f"{how}, and whose DeepSeek-R1 and Llama 3.1 405B settings show it"
    yield count("switches.lines-shown-n", len(named & shown), how)


def _register(tables: Tables) -> Mechanisms:
    if tables.mechanisms is None:
        raise ValueError("data/mechanisms.yml is missing")
    return tables.mechanisms


SWITCHES = (of_switches, of_pairs, of_interactive, of_words)
