# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # What would make this report wrong?
#
# :::{admonition} The answer
# :class: cc-key
# **To forge a row that we read at MLCommons, someone would have to change our data in several places at once, and our record of
# what MLCommons published as well.** We planted {n}`faults.data-n` faults in copies of our own data, one at a time, and let our
# checks look for them. {n}`faults.changing-n` of them change a verdict or a printed number, and {n}`faults.caught-n` of those were
# caught: {n}`faults.by-check-n` by checks of the data, {n}`faults.by-test-n` by tests, and {n}`faults.by-source-n` only because the
# rows no longer had the hash that they had when we last read them at MLCommons.
#
# We also changed {n}`faults.code-n` places in the code, drawn at random. The tests noticed {n}`faults.code-first` of these changes
# at once, and {n}`faults.code-share` after we had written tests for what they had missed. Of other places in the code, expect them
# to miss about the share that they first missed of these. Some of that makes no difference to any result.
# :::
#
# A check that never fails proves nothing, so this page asks what ours would miss. We change a copy the way a forger would. Some
# faults change every related place. For each fault we compute the derived tables again, and every recorded hash but one: that of the
# rows as we last read them at MLCommons. A difference from a recorded page does not count as caught, because a forger would
# record the page again.
#
# The faults were planted on {n}`faults.on`. `make mutate` plants them again.

# %% tags=["hide-cell"]
from claimcheck import tables
from claimcheck.charts import ResultsTable
from claimcheck.claims.articles import listed
from claimcheck.numbers import number, state, words

faults = tables.load("faults")

# %% tags=["hide-cell"]
of_code = faults.group == "code"
data, code = faults[~of_code], faults[of_code]
# Where a source points is neither a verdict nor a number, and a program that stops prints none.
printed = data.changes.notna() & ~data.changes.str.match("source|the evaluation").fillna(False)
changing = data[printed]
reasons = code[code.caught_by.isna() & code.why.notna()]
state(
    words("faults.on", listed(sorted(faults.date.unique())), how="days on which make mutate planted the recorded faults"),
    number("faults.data-n", len(data), how=f"faults planted in copies of our data: in {listed(sorted(data.group.unique()))}"),
    number("faults.changing-n", len(changing), how="of these, faults that change a verdict, a figure or text of a claim, or a number of a notebook"),
    number("faults.caught-n", changing.caught_by.notna().sum(), how="of those that change something, faults that a check or a test noticed"),
    number("faults.left-n", changing.caught_by.isna().sum(), how="of those that change something, faults that nothing noticed"),
    number("faults.by-check-n", changing.caught_by.isin(["schema", "tie", "register"]).sum(), how="of those that change something, faults that a check of the data itself noticed, before any test"),
    number("faults.by-test-n", (changing.caught_by == "test").sum(), how="of those that change something, faults that only a test noticed"),
    number("faults.by-source-n", (changing.caught_by == "source").sum(), how="of those that change something, faults that only the hash of the rows as last read at their source noticed"),
    number("faults.idle-n", (~printed & data.caught_by.isna()).sum(), how="faults of data that change no verdict and no printed number, and that nothing noticed"),
    number("faults.code-n", len(code), how="places in the code that were changed, one at a time, by a random choice"),
    number("faults.code-first", 100 * code.caught_by.isin(["test", "time"]).mean(), "%", how="changes of the code that a test noticed at the first try, or that made the tests run far too long"),
    number("faults.code-first-verdicts", 100 * code[code.kind == "claims"].caught_by.isin(["test", "time"]).mean(), "%", how="changes of the code that decides verdicts, noticed at the first try"),
    number("faults.code-share", 100 * code.caught_by.notna().mean(), "%", how="changes of the code that are noticed with the tests written since"),
    number("faults.code-left-n", code.caught_by.isna().sum(), how="changes of the code that no test noticed"),
    number("faults.code-equivalent-n", len(reasons), how="changes of the code that no test noticed, and of which the register says why"),
)

# %% [markdown]
# ## Faults in the data
#
# {n}`faults.by-check-n` of the faults that change something are caught by a check of the data itself, which names the row. The
# checks run in this order: the rules of each column (schema), whether the rows of the tables agree with each other (tie), and
# whether our lists of claims, prices and rules are well formed (register). Only a fault that passes all three goes on to the
# tests.
#
# What the tests let pass is compared with the hash that its rows had when we last read them in MLCommons' repositories
# (source). This is the weakest check, because the hash is a record of ours: a forger can write it again, and only
# `make verify`, which reads the repositories again, finds the difference.

# %% tags=["hide-input"]
GROUPS = {"tables": "Table", "registers": "Our lists", "derived": "Derived table", "notebooks": "Notebook"}
kinds = data.assign(
    of=data.group.map(GROUPS),
    by=data.caught_by.fillna("nothing"),
    change=printed,
    left=data.caught_by.isna() & printed,
)
kinds = kinds.groupby(["group", "of", "kind"], sort=False).agg(
    planted=("fault", "size"), changing=("change", "sum"), by=("by", lambda found: ", ".join(sorted(set(found)))), left=("left", "sum")
)
kinds = kinds.sort_values(["left", "changing"], ascending=False, kind="stable")
ResultsTable(
    id="faults-of-data",
    frame=kinds.reset_index(),
    caption="Kinds of planted faults: how many were planted, how many change a verdict, a figure or another printed number, what "
    "noticed them, and how many of those that change something were not noticed.",
    columns={"kind": "Kind", "by": "Noticed by", "left": "Missed of these", "of": "Planted in", "planted": "Planted", "changing": "Change a result"},
    searchable=True,
)

# %% [markdown]
# ### What was not noticed
#
# The checks missed {n}`faults.left-n` of the faults that change a verdict or a printed number. They also missed
# {n}`faults.idle-n` that change neither. Some of these make a source point to another place.

# %% tags=["hide-input"]
left = data[data.caught_by.isna()].assign(changes=data.changes.fillna("no verdict and no number"), why=data.why.fillna("–"))
ResultsTable(
    id="faults-left",
    frame=left,
    caption="Faults in data that nothing noticed: what each changes, and why it was not noticed.",
    columns={"kind": "Kind", "changes": "Changes", "why": "Why", "planted": "Planted"},
)

# %% [markdown]
# ## Faults in the code
#
# [cosmic-ray](https://cosmic-ray.readthedocs.io/) changes a number, a sign such as < or +, a truth value, a loop or an exception
# in one place. We draw the places at random from the statistics, the readers of upstream's files, and the code that decides
# verdicts. The tests that run the changed function must fail. If they pass, we call the change missed. In the code that decides
# verdicts they noticed {n}`faults.code-first-verdicts` at once. For each missed change that could change a result we wrote a test,
# and then tried the change again.

# %% tags=["hide-input"]
PARTS = {"analysis": "statistics", "ingest": "readers of upstream's files", "claims": "verdicts"}
parts = code.assign(
    part=code.kind.map(PARTS), noticed=code.caught_by.isin(["test", "time"]), since=code.caught_by == "new test",
    known=code.caught_by.isna() & code.why.notna(),
)  # fmt: skip
parts = parts.groupby("part")[["noticed", "since", "known"]].sum().join(parts.groupby("part").size().rename("planted"))
parts = parts.assign(left=parts.planted - parts.noticed - parts.since - parts.known).reset_index()
ResultsTable(
    id="faults-of-code",
    frame=parts,
    caption="Changes of the code by the part of the package: how many were made, how many the tests noticed at once, how many only with tests written since, how many make no difference to any result, and how many are still missed.",
    columns={"part": "Part", "planted": "Changed", "noticed": "Noticed at once", "since": "With new tests", "known": "No difference", "left": "Missed, reason unknown"},
)

# %% [markdown]
# The tests still do not notice {n}`faults.code-left-n` of the changes. For {n}`faults.code-equivalent-n` of them we know why:
# the changed program gives the same results, the change is to a guard that no input reaches, or the line was needless and is
# gone.

# %% tags=["hide-input"]
missed = code[code.caught_by.isna()].assign(place=code.fault.str.split(" ").str[0].str.removeprefix("claimcheck/"), why=code.why.fillna("–"))
ResultsTable(
    id="code-left",
    frame=missed,
    caption="Changes of the code that no test noticed: where, the line before and after, and why if we know it.",
    columns={"place": "Where", "planted": "Change", "why": "Why"},
)

# %% [markdown]
# ## What we did not try
#
# We planted only a few faults of each kind, even where a kind has many places, and one at a time. Someone who changes a value, its
# log's figure, its run and every table tied to them, in proportions that a real system could have, and our hash of the rows as
# well, is caught by `make verify` alone, which reads MLCommons' repositories again. Rows that we typed
# by hand have no such second source: only the hash of the typed table speaks for them.
