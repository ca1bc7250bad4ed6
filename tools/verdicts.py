"""Compare the verdicts of a register as they are recorded with those that its files give now, with every answer.

    python tools/verdicts.py [--as-if] [--lost SHARE] [REGISTER ...]

``--as-if`` judges claims that still have typed conditions by the questions of their kind, as they would be without the
conditions that a question asks; ``--lost`` takes another threshold. The last lines count kinds, verdicts and changes.
"""

from __future__ import annotations

import argparse
from collections import Counter

from claimcheck.analysis.tables import load_tables
from claimcheck.claims.register.reading import load_register
from claimcheck.claims.verdict import evaluate as evaluation
from claimcheck.claims.verdict.asked import prefetch
from claimcheck.claims.verdict.result import read_records
from claimcheck.data.questions import read_questions

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--as-if", action="store_true")
parser.add_argument("--lost", type=float)
parser.add_argument("registers", nargs="*")
options = parser.parse_args()
if options.lost:
    object.__setattr__(read_questions().threshold, "lost", options.lost)
tables = load_tables()
recorded = {record["number"]: record for record in read_records(tables.data)}
claims = [claim for claim in load_register() if not options.registers or claim.head.name in options.registers]
if options.as_if:
    for number, claim in enumerate(claims):
        typed = [c for c in claim.conditions if c.test == "also" and c.ask in ("ratio", "full_run_ratio")]
        if not claim.asked:
            asked = [condition for condition in claim.conditions if condition not in typed or not claim.figures]
            claims[number] = claim.model_copy(update={"conditions": tuple(asked)})
            claims[number]._asked = True
prefetch(tables, evaluation.pairs_of(claims, tables))
found = [evaluation.evaluate_claim(claim, tables) for claim in claims]
changes = Counter()
for claim in found:
    before = recorded.get(claim.number, {"verdict": "new", "reason": ""})
    if before["verdict"] == claim.verdict:
        continue
    changes[(before["verdict"], claim.verdict)] += 1
    print(f"{claim.number} ({', '.join(claim.by) or 'nobody'}; {claim.sentence}): {claim.statement}")
    print(f"  {before['verdict']} ({before['reason']}) -> {claim.verdict} ({claim.reason})")
    for one in claim.conditions:
        left = "" if one.left is None else f", {one.left:.0%} is left"
        left += ", matters" if one.matters else ""
        print(f"    {one.question or 'its own words'}: {one.state or one.holds}{left}. {one.detail}")
for title, counts in (
    ("kinds", Counter(claim.sentence for claim in found)),
    ("verdicts", Counter(claim.verdict for claim in found)),
    ("changes", changes),
):
    print(title, dict(counts.most_common()))
