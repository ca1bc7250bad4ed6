"""What a ratio of two results is asked, for all pairs of results at once: one query, a row for each pair and question.

A question is in ``data/facts/questions.yml`` with its SQL, and here is what they share: the two results of each pair
(``base``), and all results that could have been compared (``sides``).

A question is about what the two results share (their owner, size, division, category, power, engines), or about other
results that could have been compared (over whole runs, in other scenarios, the best of both sides, an older chip of the
same round, its maker's fastest). Where the two differ in what they should share, one of them is replaced by the best
result of its cell that shares it and keeps all that the two have in common, or if there is none, both: that is the
ratio which is left.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import pandas as pd

from claimcheck.analysis.comparison import COMPARABLE, SHARED, condition, versions
from claimcheck.analysis.derived import Tables
from claimcheck.data.registers import read_questions

# Answers to a question. That a sentence does not claim something is for the claim to say: no table knows texts.
HOLDS, DIFFERS, NOT_CLAIMED, UNKNOWN, NOT_ASKED = STATES = ("holds", "differs", "not claimed", "not known", "not asked")
# What two results should share, as SQL of the earlier one (b) and the later one (a); null where no table says.
_SHARED = {name: condition(check) for name, check in SHARED.items() if "label" not in check}
IMPOSED = tuple(_SHARED)
# All of these at once, where two results differ in more than one of them.
TOGETHER = "together"
# The highest ratio of one owner's two results, where the two have two owners. Previews count.
MOST = "most"

# What is left out of a processor's name, whose spelling differs by table.
SPELLING = r"\((R|TM)\)|Intel|AMD|CPU|Processor|@.*|\d+-Core"


class Pair(NamedTuple):
    """Two results whose ratio a figure gives, the second over the first.

    ``per_accelerator``: each is divided by its accelerators; ``own``: the sentence is about these owners, so that the
    best result of a side is its owner's; ``any_chip``: it is about the best results of two cells, on whatever chip;
    ``covered``: the scenarios that the sentence has pairs of, with | between them.
    """

    key: str
    before: str
    after: str
    per_accelerator: bool
    own: bool
    any_chip: bool = False
    covered: str = ""


_SIDES = """
create temp table sides as
with results as (
    select row_id, 'inference' as kind, round, division, submitter, owners, system, benchmark, scenario, unit, product,
        chip, platform_vendor, accelerator_vendor, accelerators, availability, on_sale, has_power as power, whose,
        if(higher_is_better, value, 1 / value) as level, per_accelerator as each_one
    from inference_results where value > 0
    union all
    select row_id, suite as kind, round, division, submitter, owners, system, benchmark,
        coalesce(scaling, 'time to train'), 'runs', product,
        chip, platform_vendor, accelerator_vendor, accelerators, availability, on_sale, null,
        replace(submitter, '_', ' ') || '''s ' || coalesce(accelerators || ' ' || chip, system),
        coalesce(models_per_minute, 1 / time_to_train_minutes), null
    from training_results where coalesce(models_per_minute, 1 / time_to_train_minutes) > 0
), engine as (
    select row_id, sum(number) as engines from engines group by all
), hosts as (  -- A system without accelerators is compared by its processor, in one spelling.
    select round, division, submitter, system, any_value(trim(regexp_replace(
        host_processor, '{spelling}', '', 'gi'))) as processor
    from systems group by all
)
select results.* replace (
        if(accelerators is null, coalesce(processor, results.system), product) as product,
        if(accelerators is null, coalesce(processor, results.system), chip) as chip
    ), full_run_per as full_per, offered_per_accelerator as sent, engines,
    concat_ws('/', round, kind, benchmark, scenario, unit) as cell  -- results of one cell are compared
from results
    left join (select row_id, full_run_per, offered_per_accelerator from operating_points) using (row_id)
    left join engine using (row_id)
    left join hosts using (round, division, submitter, system)
"""

_MACROS = """
create temp macro level(x, per) as if(per, x.each_one, x.level);
create temp macro as_large(x, y) as
    x.accelerators is not distinct from y.accelerators
    and x.division = y.division and x.on_sale = y.on_sale and x.power is not distinct from y.power;
"""


def _imposed(question: str) -> str:
    """SQL: the answers to a question about what two results share.

    Where no two results of one size are left, each is divided by its accelerators.
    """
    size = question == "number"
    return f"""
    select key, '{question}' as question,
        if(base_{question} is null, 'not known', if(base_{question}, 'holds', 'differs')) as state,
        case when not base_{question} then
            coalesce({question}.ratio{", per_ratio" if size else ""}) end as ratio,
        case when not base_{question} then
            coalesce({question}.rows{", if(per_ratio is not null, [before, after], null)" if size else ""}) end as rows,
        {question}.other as other
    from flagged left join best using (key)"""


_FAILS = " + ".join(f"coalesce((not base_{name})::int, 0)" for name in _SHARED)
# What the published pair meets, a replaced one meets as well; and all that the published one fails.
_KEPT = {name: f"(base_{name} is not true or {sql})" for name, sql in _SHARED.items()}
_ALL = " and ".join(f"(base_{name} is not false or now_{name})" for name in _SHARED)
# {questions}: those that the register has with their SQL.
_QUESTIONS = f"""
with base as (
    select pairs.*, b, a, level(b, per) as of_before, level(a, per) as of_after,
        of_after / of_before * if(per, 1, b.accelerators / a.accelerators) as per_ratio
    from pairs join sides b on b.row_id = pairs.before join sides a on a.row_id = pairs.after
), flagged as (
    select *, {", ".join(f"{sql} as base_{name}" for name, sql in _SHARED.items())}, {_FAILS} as fails from base
), swapped as (  -- One of the two replaced, or both; on any chip by the best there is.
    select key, level(a, per) / level(b, per) as ratio, b.row_id = before or a.row_id = after as one,
        {{one: one, ratio: if(any_chip, level(a, per) + level(b, per), ratio), later: b.row_id = before}} as place,
        case when a.row_id = after then b.whose when b.row_id = before then a.whose
            else a.whose || ' over ' || b.whose end as other,
        {{ratio: ratio, rows: [b.row_id, a.row_id], other: other}} as answer,
        {_KEPT["category"]} as kept, {", ".join(f"base_{name}" for name in _SHARED)},
        {", ".join(f"{sql} as now_{name}" for name, sql in _SHARED.items())}
    from (select * rename (b as published, a as over) from flagged where fails > 0)
        join sides b on b.cell = published.cell
            and (any_chip or b.product is not distinct from published.product)
        join sides a on a.cell = over.cell
            and (any_chip or a.product is not distinct from over.product)
    where {" and ".join(sql for name, sql in _KEPT.items() if name != "category")} and ratio is not null
        -- What a larger system keeps of a smaller one is a question of these two sizes.
        and (published.cell <> over.cell or published.product is distinct from over.product or base_number or (
            b.accelerators = published.accelerators and a.accelerators = over.accelerators))
), best as (
    select key, arg_max(answer, place) filter (kept and {_ALL}) as {TOGETHER},
        {", ".join(f"arg_max(answer, place) filter (kept and now_{name}) as {name}" for name in _SHARED)},
        arg_max(answer, ratio) filter (now_owner) as {MOST}
    from swapped group by key
), imposed as ({" union all ".join(_imposed(name) for name in _SHARED)}
    union all
    select key, '{TOGETHER}', 'differs', {TOGETHER}.ratio, {TOGETHER}.rows, {TOGETHER}.other
    from flagged left join best using (key) where fails > 1
    union all
    select key, '{MOST}', 'differs', {MOST}.ratio, {MOST}.rows, {MOST}.other
    from flagged left join best using (key) where not base_owner
    {{questions}}
)
select key, question, state, ratio, list_filter(rows, lambda x: x is not null) as rows, coalesce(other, '') as other
from imposed order by key, question
"""
_READS = "inference_results training_results operating_points engines engine_settings systems"


def answers(tables: Tables, pairs: Iterable[Pair]) -> pd.DataFrame:
    """Every question of every pair: key, question, state, ratio (missing where none is left), rows and other.

    ``ratio`` is what is left with the condition imposed, or between the other results that the question is about;
    ``rows`` are their ids, and ``other`` says whose the result is that was put in, or which scenario has the lowest
    ratio. A question whose state is "differs" because other results exist may well leave as much as there was.
    """
    frame = pd.DataFrame(pairs, columns=["key", "before", "after", "per", "own", "any_chip", "covered"])
    with tables.database(_READS) as database:
        database.execute(_SIDES.replace("{spelling}", SPELLING))
        database.execute(_MACROS)
        register = read_questions()
        own = "".join(
            f"union all select key, '{name}', state, ratio, rows, other from ({question.sql})"
            for name, question in register.questions.items()
            if question.sql
        )
        families = [(family, name) for family, names in register.families.items() for name in names]
        database.register("families", pd.DataFrame(families, columns=["family", "chip"]))
        database.register("pairs", frame)
        found = database.execute(_QUESTIONS.replace("{questions}", own)).df()
    return pd.concat([found, _versions(tables, frame)], ignore_index=True)


def _versions(tables: Tables, pairs: pd.DataFrame) -> pd.DataFrame:
    """Whether MLCommons calls the two versions comparable, of Inference, Training and HPC each in its own table."""
    found = []
    for pair in pairs.itertuples():
        named, words = versions(tables.row(pair.before), tables.row(pair.after), tables.listed)
        state = HOLDS if named in COMPARABLE else UNKNOWN if named == "not settled" else DIFFERS
        found.append((pair.key, "versions", state, None, [pair.before, pair.after], words))
    return pd.DataFrame(found, columns=["key", "question", "state", "ratio", "rows", "other"])
