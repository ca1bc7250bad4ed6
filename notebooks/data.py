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
# # Tables and columns
#
# :::{admonition} The answer
# :class: cc-key
# We could compare {n}`rows.compared-percent` of the {n}`rows.all` results of MLPerf® Inference in these tables with a second
# source, and {n}`rows.differ-n` of them differ. The others rest on one source, which the table of rounds names for each round.
# For Training and HPC we compare scores with those of MLCommons' own scorer.
# :::
#
# | Compared | Results | Agree |
# |---|---|---|
# | published result with the log of its own run | {n}`agree.of` | {n}`agree.yes` |
# | result with MLCommons' experiments repository | {n}`second.n` | {n}`second.yes` |
# | our Training or HPC score with MLCommons' own scorer | {n}`official.n` | {n}`official.yes` |
#
# In the rounds of which we read both the published table and the logs, {n}`agree.no` results differ from their log, and
# {n}`agree.none` have no log. For {n}`agree.inferred` of these results the rules compute the figure from the log of another
# scenario, and these agree as well. In other rounds, {n}`rows.unlogged-rounds`, some or all results have no log in our tables. For
# {n}`rows.logged-percent` of all results we name the line of the log.
#
# MLCommons publishes each round as a git repository, and most of the tables come from these at fixed commits. v3.1 and v4.0
# come from its repository of experiments. We typed v5.0 and v6.1 by hand from copies, because we could not have these
# repositories as a whole. A row that we read names its commit, file and line, and a typed row the line of our typed table.
# [The schema](../book/schema.md) describes every column and offers every table for download. You can read the tables in
# plain pandas:
#
# ```python
# results = pd.read_csv("data/tables/inference_results.csv.gz")
# ```

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck import checks
from claimcheck.charts import ResultsTable
from claimcheck.claims import footnote, with_links
from claimcheck.claims.register.articles import listed
from claimcheck.claims.texts.footnote import rounds_footnote
from claimcheck.data import tables
from claimcheck.data.names import ABSENT, read_corrections
from claimcheck.data.numbers import number, state, words
from claimcheck.data.rounds import in_order, read_rounds, roles

names = list(tables.TABLES)
loaded = {name: tables.load(name) for name in names}
results, runs, skipped, training, official = (
    loaded[n] for n in ("inference_results", "loadgen_runs", "skipped", "training_results", "official_scores")
)

# %% [markdown]
# ## The rounds
#
# In the tables, {n}`rows.training` rows are entries of Training and HPC. All others are results of Inference.

# %% tags=["hide-input"]
counted = {"inference": results.groupby("round").size()} | {
    suite: rows.groupby("round").size() for suite, rows in training.groupby("suite")
}
rounds = [
    {
        "suite": one.title,
        "round": one.name,
        "published": one.published,
        "said": one.announced.hand.partition(":")[0] if one.announced else None,
        "announced": (one.announced.address or one.announced.read_at) if one.announced else None,
        "source": one.source,
        "rows": int(counted[one.suite][one.name]),
        "covers": one.covers,
        "commit": f"{one.repo} {one.commit[:10]}",
        "url": f"https://github.com/{one.repo}/tree/{one.commit}",
    }
    for one in read_rounds(tables.DATA_DIR)
]
ResultsTable(
    id="rounds",
    frame=pd.DataFrame(rounds),
    caption="Every round in the tables. Source: the round's published table, its logs, MLCommons' experiments repository, a "
    "table typed by hand, or training logs scored by the rule of the round.",
    columns={
        "suite": "Suite",
        "round": "Round",
        "rows": "Rows",
        "published": "Published",
        "said": "Day of publication read",
        "source": "Source",
        "commit": "Repository and commit",
        "covers": "Covers",
    },
    links={"commit": "url", "published": "announced"},
)

# %% [markdown]
# ## Rebuilt from the repositories
#
# `make verify` reads the repositories again, rebuilds the tables and compares them with ours value by value. Git reads each
# commit that we name. It names every file by the hash of its content, and we recompute that hash for each file that we
# read. So each is the one that MLCommons committed. On {n}`verified.on` we did this for {n}`verified.repositories` of
# the {n}`verified.of` repositories. All {n}`verified.rows` rows were equal. The history of `data/` in our repository shows
# each change since.
#
# Two things are not verified in this way: {n}`verified.absent` files that our copies of the repositories lacked when we made
# the tables, and the rows of {n}`verified.typed`, which we typed by hand.

# %% tags=["hide-cell"]
verified = loaded["verified"]
of = "when the tables were last rebuilt from MLCommons' repositories and compared"
typed = [one.key for one in read_rounds(tables.DATA_DIR) if one.source == "typed"]
absent = skipped.blob[skipped.reason.str.contains(ABSENT)].nunique()
state(
    words("verified.on", listed(sorted(verified.verified.unique())), how=f"day {of}"),
    number("verified.repositories", len(verified), how=f"repositories that were read {of}"),
    number("verified.of", len({one.repo for one in read_rounds(tables.DATA_DIR)}), how="repositories that rounds are from"),
    number("verified.rows", verified.rows.sum(), how=f"rows that were equal {of}"),
    number("verified.absent", absent, how=f"files that our copies lacked, and that were not read {of}"),
    words("verified.typed", listed(in_order(typed)), how="rounds whose rows are typed by hand"),
)

# %% tags=["hide-input"]
ResultsTable(
    id="verified",
    frame=verified.assign(url="https://github.com/" + verified.repo + "/tree/" + verified.commit),
    caption="Each repository as we last compared our tables with it: the day, the rows that were rebuilt from it, and how many "
    "of them are equal to ours.",
    columns={
        "repo": "Repository",
        "verified": "Verified",
        "rows": "Rows",
        "equal": "Equal",
    },
    links={"repo": "url"},
)

# %% [markdown]
# ## How the rows are checked
#
# Every build compares the rows with each other in {n}`checks.count` checks and fails with the name of the row that contradicts
# another place. In {n}`checks.exceptions` cases the source itself contradicts another place, and we list the reason
# ({download-file}`data/known_exceptions.yml`). Most checks are SQL queries that return the rows at fault, one rule a file
# (`claimcheck/checks`).
#
# These checks have limits. A changed value passes if no second source exists, its run is not in our tables, and it stays close
# to the results of like systems. Then only reading the repository again finds it (`make verify`), or the history of the table.
# What we typed by hand has to be read again at its source.

# %% tags=["hide-input"]
ResultsTable(
    id="checks",
    frame=pd.DataFrame(checks.rules().items(), columns=["check", "rule"]),
    caption="What must be true of the tables and registers. Each line is a check that names the row at fault.",
    columns={"rule": "Rule"},
)

# %% tags=["hide-cell"]
state(
    number("checks.count", len(checks.rules()), how="checks that compare rows of the tables and registers with each other"),
    number(
        "checks.exceptions",
        len(checks.known_exceptions()),
        how="entries of known_exceptions.yml: rows that contradict another place at their source",
    ),
)

# %% [markdown]
# ## Inference: figure against log, and log against table
#
# Two values agree if they are equal when both are rounded to the digits of the one with fewer. Where MLCommons publishes a
# table, we compare its value with the log of the run. Where the log is our source, MLCommons' experiments repository is the
# second source, if it has the round. A dash means that there was nothing to compare with. The detail log prints six digits; if it
# is absent ({n}`runs.summary-only` runs), we use the summary log. We also typed {n}`runs.typed` runs of v6.1, log by log, and
# {n}`runs.typed-agree` of them print the published result.

# %%
own = results[results.obtained == "published"]
by_hand = results[(results.obtained == "typed") & results.log_path.notna()]
same_log, same_second = own.log_agrees, results.experiments_agrees
# Where the log is the source, there is nothing to compare it with.
against_log = results.log_agrees.where(results.obtained != "log")
by_round = {
    "figure and log agree": against_log,
    "differ": ~against_log,
    "second source agrees": same_second,
    "second source differs": ~same_second,
}
pd.DataFrame(
    {
        "results": results.groupby("round").size(),
        "source": results.groupby("round").obtained.first(),
        "with a log": results.log_path.notna().groupby(results["round"]).sum(),
        **{name: found.astype("Int64").groupby(results["round"]).sum(min_count=1) for name, found in by_round.items()},
    }
).astype(object).fillna("–")

# %%
other_log = results.log_agrees.eq(False).fillna(False)
other_second = same_second.eq(False).fillna(False)
differ = results[other_log | other_second].set_index("row_id")
print(f"{len(differ)} results differ from their log or from the second source.")
differ[["value", "log_value", "experiments_value", "log_note"]] if len(differ) else None

# %% tags=["hide-cell"]
agree = same_log.fillna(False)
inferred = agree & own.log_note.str.contains("inferred from SingleStream")
of = f"results of {', '.join(sorted(own['round'].unique()))}, which have a published table"
held = "results that MLCommons' experiments repository holds as well"
precision = "at the coarser printed precision"
logged = results.log_line.notna()
state(
    number("rows.all", len(results), how="results of MLPerf Inference in the table, every round"),
    number("rows.compared-percent", 100 * (against_log.notna() | same_second.notna()).mean(), "%", how="share of the results of MLPerf Inference that were compared with a second source: a published or typed figure with its log, or our value with MLCommons' experiments repository"),
    number("rows.differ-n", len(differ), how="of these, results that differ from it"),
    number("rows.logged", logged.sum(), how="results of MLPerf Inference with a line of their own log"),
    number("rows.logged-percent", 100 * logged.mean(), "%", how="share of the results with a line of their own log"),
    words("rows.unlogged-rounds", listed(in_order(results[~logged]["round"])), how="rounds with results without a log"),
    number("rounds.inference", results["round"].nunique(), how="rounds of MLPerf Inference in the table"),
    number("agree.of", len(own), how=of),
    number("agree.yes", agree.sum(), how=f"{of}, that agree with their own run's log {precision}"),
    number("agree.inferred", inferred.sum(), how=f"{of}, equal to what the rules infer from a SingleStream log"),
    number("agree.no", same_log.eq(False).fillna(False).sum(), how=f"{of}, that differ from their own run's log"),
    number("agree.none", same_log.isna().sum(), how=f"{of}, without a readable log"),
    number("second.n", same_second.notna().sum(), how=held),
    number("second.yes", same_second.fillna(False).sum(), how=f"{held}, equal {precision}"),
    number("runs.typed", len(by_hand), how="runs of v6.1 typed by hand from their logs or reports"),
    number("runs.typed-agree", by_hand.log_agrees.sum(), how=f"of these, runs that print the published result {precision}"),
    number(
        "runs.summary-only",
        ((runs.precision == "summary") & (runs.obtained == "log")).sum(),
        how="runs whose detail log is absent from the repository, so that the summary log serves",
    ),
)

# %% [markdown]
# The list of corrections below has each mistake that we found in the sources, with what was reported, what we use and why.
# This table says which line of the log we compared or took:

# %%
noted = results[results.log_blob.notna()]
metric = noted.log_note.str.replace(r";.*|, which range.*", "", regex=True)
noted.groupby(["scenario", metric]).size().rename("rows").to_frame()

# %% [markdown]
# ## Training and HPC: our score against MLCommons' scorer
#
# The score of an entry is a mean over its runs by the rule of its round: the fastest and the slowest run are dropped, failed
# runs count as slowest, and the mean is multiplied by a factor for convergence. We ran MLCommons' own scorer on the rounds
# below. It also checks each log against the rules as the scorer has them today, and counts a run that breaks one as
# failed. Runs that it counts as failed explain the disagreements. MLCommons published all of these entries. Where
# today's scorer refuses one, the entry need not have broken a rule of its own round.

# %%
answers = official.agrees.map({True: "agree", False: "differ"}).fillna("logs absent")
refused = official.agrees.eq(False).fillna(False) & official.official_score.isna()
scored = official.assign(outcome=answers.where(~refused, "refused by the scorer"))
scored.groupby(["suite", "round", "outcome"]).size().unstack(fill_value=0)

# %% tags=["hide-input"]
of_training = rounds_footnote(rounds=[one.key for one in read_rounds(tables.DATA_DIR) if one.suite != "inference"])
ResultsTable(
    id="official",
    frame=official[official.agrees.eq(False).fillna(False)],
    caption="Entries whose score by MLCommons' scorer differs from ours; without a score, the scorer refuses the entry."
    f"\n\n{of_training}",
    columns={
        "row_id": "Entry",
        "our_score": "Ours",
        "official_score": "Official",
        "unit": "Unit",
        "scorer": "Scorer",
    },
    formats={"our_score": ".3f", "official_score": ".3f"},
    searchable=True,
)

# %% tags=["hide-cell"]
complete = official.agrees.dropna()
of = "entries of Training and HPC that MLCommons' scorer was run on, logs complete"
state(
    number("rows.training", len(training), how="entries of MLPerf Training and HPC in the table"),
    number("rounds.training", len(training.drop_duplicates(["suite", "round"])), how="rounds of Training and HPC"),
    number("official.n", len(complete), how=of),
    number("official.yes", complete.sum(), how=f"{of}, with our score"),
)

# %% [markdown]
# ## Training and HPC: how each score was obtained

# %%
how = training.assign(obtained=training.obtained.fillna("no score"))
how.groupby(["suite", "round", "obtained"]).size().unstack(fill_value=0)

# %% tags=["hide-input"]
ResultsTable(
    id="reasons",
    frame=training[training.reason.notna()],
    caption="Entries without a score, with a score from print, or otherwise unusual, with the reason."
    f"\n\n{of_training}",
    columns={
        "suite": "Suite",
        "round": "Round",
        "submitter": "Submitter",
        "system": "System",
        "benchmark": "Benchmark",
        "time_to_train_minutes": "Minutes",
        "reason": "Reason",
    },
    formats={"time_to_train_minutes": ".2f"},
    searchable=True,
)

# %% [markdown]
# ## Corrections
#
# The table lists the mistakes that we found in the sources and what we use instead. If the number of rows with such a mistake
# changes, the program that makes the tables stops and names the entry.

# %% tags=["hide-input"]
entries = [
    {
        "id": one.name,
        "column": one.column,
        "reported": "nothing" if one.reported is None else str(one.reported),
        "use": "nothing" if one.use is None else str(one.use),
        "rows": one.expect,
        "why": one.why,
    }
    for one in read_corrections(tables.DATA_DIR)
]
ResultsTable(
    id="corrections",
    frame=pd.DataFrame(entries),
    caption="Mistakes of the sources, and what is used instead.",
    columns={
        "id": "Entry",
        "column": "Column",
        "reported": "Reported",
        "use": "Used",
        "rows": "Rows",
        "why": "Why",
    },
)

# %% [markdown]
# ## What was not used
#
# This table lists everything that we read and left out, by kind and reason. We do not use measurements of power either. No
# result of the round of the claims includes one, and {n}`power.before` of {n}`power.before-round` do. In all there are
# {n}`power.all`, in {n}`power.rounds`.

# %% tags=["hide-cell"]
# Each result with measured power has one run that set the range of the meter.
metered = skipped[skipped.path == "**/performance/ranging"].set_index("round").reason
metered = metered.str.extract(r"\((\d+) summary logs\)", expand=False).astype(int)
assert roles().claims not in metered
of = "results with a measurement of power beside them"
state(
    number("power.all", metered.sum(), how=f"{of}, in the rounds whose logs could be read"),
    words("power.rounds", listed(in_order(metered.index)), how=f"rounds with {of}, among those whose logs could be read"),
    number("power.before", metered[roles().before], how=f"{of}, in the round before the claims"),
    words("power.before-round", roles().before, how="the round before the claims"),
)

# %% tags=["hide-input"]
# Reasons that name a value or a line are one kind of reason each.
# A row may speak of several files, and say so in front of its reason.
many = skipped.reason.str.extract(r"^(\d+) files: (.*)$")
reason = skipped.reason.str.replace(r"^compliance run \w+", "compliance run", regex=True).str.split(":").str[0]
counted = skipped.assign(reason=many[1].fillna(reason), count=many[0].fillna("1").astype(int))
counted = counted.groupby(["round", "kind", "reason"])["count"].sum().reset_index()
ResultsTable(
    id="skipped",
    frame=counted.sort_values(["round", "kind", "count"], ascending=[True, True, False]),
    caption="The skip report, summed. The table itself names each file.",
    columns={"round": "Round", "kind": "Kind", "reason": "Reason", "count": "Count"},
    searchable=True,
)

# %% [markdown]
# ## The DeepSeek-R1 and Llama 3.1 405B results
#
# Each result in this table links to its published record and to the line of its log.

# %% tags=["hide-input"]
big = results[
    results["round"].isin(["v5.1", "v6.0"]) & results.benchmark.isin(["deepseek-r1", "llama3.1-405b"])
].sort_values(["benchmark", "scenario", "round", "submitter"])
ResultsTable(
    id="large-models",
    frame=with_links(big).assign(value=big.value.astype(float), log_value=big.log_value.astype(float)),
    caption="Every published result of DeepSeek-R1 and Llama 3.1 405B in v5.1 and v6.0; tokens per second, system totals."
    f"\n\n{footnote(big, derived=False)}",
    columns={
        "benchmark": "Benchmark",
        "scenario": "Scenario",
        "round": "Round",
        "division": "Division",
        "availability": "Category",
        "submitter": "Submitter",
        "accelerator": "Accelerator",
        "accelerators": "Count",
        "value": "Published",
        "log_value": "Log",
        "result_id": "Result ID",
    },
    row_ids=list(big.row_id),
    links={"result_id": "published_url", "log_value": "log_url"},
    formats={"value": ",.1f", "log_value": ",.1f"},
    searchable=True,
)

# %% [markdown]
# ## The tables
#
# [The schema](../book/schema.md) describes every column of every table and every key of every register, with the files to
# download.

# %% tags=["hide-input"]
ResultsTable(
    id="tables",
    frame=pd.DataFrame(
        [
            {"table": t.name, "grain": t.grain, "rows": len(loaded[t.name]), "columns": len(t.columns)}
            for t in tables.TABLES.values()
        ]
    ),
    caption="The tables of this edition.",
    columns={"table": "Table", "grain": "One row is", "rows": "Rows", "columns": "Columns"},
)

# %% [markdown]
# ## Bad input
#
# A file can be broken, or be made to mislead whoever reads it: a log that breaks off, one key with two values, a figure that is no
# number or has thousands of digits, JSON nested thousands of levels deep, bytes that are not UTF-8, a name with characters that are
# not seen or that a spreadsheet would take for a formula. Our readers use none of it. Each such file ends in one message with the
# file, the line and the rule, or in a line of the table `skipped`.
#
# MLCommons' parsers, which we read and did not run, are more tolerant, since they check files that their submitters want to be
# read. [Its parser of LoadGen logs](https://github.com/mlcommons/inference/blob/13618aa5c6c957c737cf79f6e07d994cba972bba/tools/submission/submission_checker/parsers/loadgen_parser.py)
# also stops at a log that breaks off, but takes the first of two values with a warning, and NaN for a number.
# [Its parser of the newer harness's reports](https://github.com/mlcommons/inference/blob/04b58327ba6d84e31294fa43386234ab020eb0dc/tools/submission/submission_checker/parsers/endpoints_parser.py)
# writes an error and goes on with an empty report where one is not JSON.
# [Its table of results](https://github.com/mlcommons/inference/blob/0f74ee7b8a26eef5c552e57d35be4faf45920738/tools/submission/submission_checker/results.py)
# has every name as it was submitted.
#
# ## Limits
#
# - If a published result agrees with its log, nothing was lost between the two. It does not follow that the run was what
#   its submitter says.
# - {n}`runs.summary-only` detail logs are listed in the commits but absent from the copies that we could read. They are
#   the largest files, all of rgat.
# - We read engine settings from the files that submitters ship. The command line that ran is not recorded, so we mark
#   settings as inferred if they follow from upstream's scale-out rule.
