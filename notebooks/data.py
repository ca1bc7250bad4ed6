# ---
# jupyter:
#   kernelspec: {name: python3, language: python, display_name: Python 3}
# ---
# %% [markdown]
# # Tables and columns
#
# :::{admonition} The answer
# :class: cc-key
# We could compare {n}`rows.compared-percent` of the {n}`rows.all` results of MLPerf® Inference in these tables with a
# second source: the log of the run, or MLCommons' repository of experiments. Of these, {n}`rows.differ-n` differ from
# it. MLCommons' own pages print {n}`lists.otherwise` figures otherwise than its repositories, and each has [its
# reason](lists). The other results rest on one source, which the table of rounds names for each round. For Training and
# HPC, {n}`official.yes` of {n}`official.n` scores are those of MLCommons' own scorer.
# :::
#
# | Compared | Results | Agree |
# |---|---|---|
# | published result with the log of its own run | {n}`agree.of` | {n}`agree.yes` |
# | result with MLCommons' experiments repository | {n}`second.n` | {n}`second.yes` |
# | result with MLCommons' own page of its round | {n}`lists.of` | {n}`lists.same` |
# | our Training or HPC score with MLCommons' own scorer | {n}`official.n` | {n}`official.yes` |
#
# In the rounds of which we read both the published table and the logs, {n}`agree.no` results differ from their log, and
# {n}`agree.none` have no log. For {n}`agree.inferred` of these results the rules compute the figure from the log of
# another scenario, and these agree as well. In other rounds, {n}`rows.unlogged-rounds`, there are
# results without a log. We name the line of the log for {n}`rows.logged-percent` of the results.
#
# MLCommons publishes each round as a git repository, and we read the tables from these at fixed commits. v3.1 and v4.0
# come from its repository of experiments. v5.0 and v6.1, whose repositories we could not have as a whole, we typed by
# hand from copies. A row that we read names its commit, file and line, and a typed row the line of our typed table.
# [All results](../book/results.md) links each result of Inference to these places. [The schema](../book/schema.md) says
# what a row of each table is, describes columns and keys, and offers the files for download. You can read the tables in
# plain pandas:
#
# ```python
# results = pd.read_csv("data/tables/inference_results.csv.gz")
# ```

# %%
import pandas as pd

inference = pd.read_csv("../data/tables/inference_results.csv.gz", low_memory=False)
in_log = inference.log_agrees.notna() & (inference.obtained != "log")
plain = 100 * (in_log | inference.experiments_agrees.notna()).mean()
print(f"a second source has {plain:.0f}% of {len(inference):,} results")

# %% tags=["hide-cell"]
from claimcheck.checks import rules as check_rules
from claimcheck.data.facts import known_exceptions
from claimcheck.notebook import inference_results, same, say, value

every = inference_results.called("results of MLPerf Inference")
# A result that was read from its log cannot be compared with it.
log_agrees = every.frame.log_agrees.where(every.frame.obtained != "log")
second_agrees = every.frame.experiments_agrees
has_log, has_second = log_agrees.notna(), second_agrees.notna()


def count(words, rows):
    """How many results these are."""
    part = every.where(words, lambda _: rows)
    return value(len(part), of=f"number of {part.words}", table="inference_results")


total = say("rows.all", count("", every.frame.row_id.notna()),
    of="number of results of MLPerf Inference in the table inference_results")
compared = count("compared with a second source", has_log | has_second)
say("rows.compared-percent", same(plain, (compared / total).percent), of="share of all results of MLPerf Inference "
    "that a second source has as well: the run's log, or another of MLCommons' repositories")
say("rows.differ-n", count("that differ", ~log_agrees | ~second_agrees),
    of="number of results of MLPerf Inference whose second source has another value")

# %% [markdown]
# ## The rounds
#
# In the tables, {n}`rows.training` rows are entries of Training and HPC. All others are results of Inference.

# %% tags=["hide-input"]
from claimcheck.data.names import read_corrections
from claimcheck.data.rounds import read_rounds, roles
from claimcheck.notebook import official_scores, runs, table, training_results

rounds = read_rounds()
sizes = every.frame.groupby("round").size().to_dict()
sizes |= training_results.frame.groupby(["suite", "round"]).size().to_dict()


def in_table(part):
    """A round as a row of the table, with the addresses that its columns lead to."""
    announced = part.announced
    return {
        "suite": part.title,
        "round": part.name,
        "rows": sizes[part.name if part.suite == "inference" else (part.suite, part.name)],
        "published": part.published,
        "day_read": announced.hand.partition(":")[0] if announced else None,
        "source": part.source,
        "commit": f"{part.repo} {part.commit[:10]}",
        "covers": part.covers,
        "commit_url": f"https://github.com/{part.repo}/tree/{part.commit}",
        "day_url": (announced.address or announced.read_at) if announced else None,
    }


table(
    "rounds",
    "The rounds in the tables",
    pd.DataFrame(map(in_table, rounds)),
    "suite round rows published day_read source commit covers",
    headings={"day_read": "Day of publication read", "commit": "Repository and commit"},
    links={"commit": "commit_url", "published": "day_url"},
    note="Source: the round's published table, its logs, MLCommons' experiments repository, a table typed by hand, or "
    "training logs scored by the rule of the round.",
)

# %% [markdown]
# ## Rebuilt from the repositories
#
# `make verify` reads the repositories again, rebuilds the tables and compares them with ours value by value. Git reads
# each commit that we name. It names every file by the hash of its content, and we recompute that hash for each file
# that we read. So each is the one that MLCommons committed. On {n}`verified.on` we did this for
# {n}`verified.repositories` of the {n}`verified.of` repositories. All {n}`verified.rows` rows were equal. The history
# of `data/` in our repository shows each change since.
#
# Two things are not verified in this way: {n}`verified.absent` files that our copies of the repositories lacked when we
# made the tables, and the rows of {n}`verified.typed`, which we typed by hand.

# %% tags=["hide-cell"]
from claimcheck.data.names import ABSENT
from claimcheck.data.rounds import in_order
from claimcheck.notebook import holds, listed, skipped, verified, words

when = "when the tables were last rebuilt from MLCommons' repositories and compared"
days = listed(sorted(verified.frame.verified.unique()))
repositories = len({part.repo for part in rounds})
absent = skipped.frame[skipped.frame.reason.str.contains(ABSENT)].blob.nunique()
typed = listed([f"{part.title} {part.name}" for part in rounds if part.source == "typed"])
words("verified.on", days, f"day {when} (table verified)")
words("verified.typed", typed, "rounds whose rows are typed by hand (rounds.yml)")
say("verified.repositories", value(len(verified), of=f"repositories that were read {when}", table="verified"))
say("verified.of", value(repositories, of="repositories that rounds are from", source="rounds.yml"))
say("verified.rows", value(verified.frame.rows.sum(), of=f"rows that were equal {when}", table="verified"))
not_read = f"files that our copies lacked, and that were not read {when}"
say("verified.absent", value(absent, of=not_read, table="skipped"))

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the repositories"}
table(
    "verified",
    "Each repository as we last compared our tables with it",
    verified.frame.assign(repo_url="https://github.com/" + verified.frame.repo + "/tree/" + verified.frame.commit),
    "repo verified rows",
    headings={"repo": "Repository"},
    links={"repo": "repo_url"},
    note="The day, and the rows that were rebuilt from it and are equal to ours in every cell.",
)

# %% [markdown]
# ## How the rows are checked
#
# Every build compares the rows with each other in {n}`checks.count` checks and fails with the name of the row that
# contradicts another place. In {n}`checks.exceptions` cases the source itself contradicts another place, and we list
# the reason (`data/facts/known_exceptions.yml`). Most checks are SQL queries that return the rows at fault,
# one rule a file (`claimcheck/checks`).
#
# These checks have limits. A changed value passes if no second source exists, its run is not in our tables, and it
# stays close to the results of like systems. Then only reading the repository again finds it (`make verify`), or the
# history of the table. What we typed by hand has to be read again at its source.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the checks"}
rules = check_rules()
table(
    "checks",
    "What must be true of the tables and registers; each line is a check that names the row at fault",
    pd.DataFrame(rules.items(), columns=["check", "rule"]),
    "rule",
)

# %% tags=["hide-cell"]
say("checks.count", value(len(rules), of="checks that compare rows with each other", source="claimcheck/checks"))
contradicting = "rows that contradict another place at their source"
say("checks.exceptions", value(len(known_exceptions()), of=contradicting, source="known_exceptions.yml"))

# %% [markdown]
# ## Inference: figure against log, and log against table
#
# Two values agree if they are equal when both are rounded to the digits of the one with fewer. Where MLCommons
# publishes a table, we compare its value with the log of the run. Where the log is our source, MLCommons' experiments
# repository is the second source, if it has the round. A dash means that there was nothing to compare with. The detail
# log prints six digits; if it is absent ({n}`runs.summary-only` runs), we use the summary log. We also typed
# {n}`runs.typed` runs of v6.1, log by log, and {n}`runs.typed-agree` of them print the published result.

# %% tags=["hide-input"]
by_round = every.frame.groupby("round")
agreement = pd.DataFrame({"Source": by_round.obtained.first(), "With a log": by_round.log_path.count()})
for source, agrees in {"their log": log_agrees, "the experiments": second_agrees}.items():
    for answer, column in {"Agree with": agrees, "Differ from": ~agrees}.items():
        agreement[f"{answer} {source}"] = column.groupby(every.frame["round"]).sum(min_count=1).astype("Int64")
table(
    "agreement",
    "Results of each round that agree with a second source",
    agreement.reset_index(),
    ["round", *agreement.columns],
)

# %% tags=["hide-cell"]
of_table = every.frame.obtained == "published"
inferred = every.frame.log_note.str.contains("inferred from SingleStream")
logged = every.frame.log_line.notna()
rounds_with, too = "of rounds that have a published table", "that MLCommons' experiments repository has too"
say("agree.of", count(rounds_with, of_table))
say("agree.yes", count(f"{rounds_with}, and that agree with their log", of_table & log_agrees))
say("agree.inferred", count(f"{rounds_with}, and are inferred from SingleStream", of_table & log_agrees & inferred))
say("agree.no", count(f"{rounds_with}, and that differ from their log", of_table & ~log_agrees))
say("agree.none", count(f"{rounds_with}, without a readable log", of_table & ~has_log))
say("second.n", count(too, has_second))
say("second.yes", count(f"{too}, and that are equal", second_agrees))
say("rows.logged-percent", (count("with a line of their own log", logged) / total).percent)
unlogged = listed(in_order(every.frame[~logged]["round"]))
words("rows.unlogged-rounds", unlogged, "rounds with results without a log (table inference_results)")
say("rounds.inference", value(len(agreement), of="rounds of MLPerf Inference", table="inference_results"))
by_hand = (every.frame.obtained == "typed") & every.frame.log_path.notna()
say("runs.typed", count("typed by hand from a log", by_hand))
say("runs.typed-agree", count("typed by hand from a log that prints the published result", by_hand & log_agrees))
no_detail = "runs whose detail log is absent, so that we use the summary log"
say("runs.summary-only", value(len(runs(precision="summary", obtained="log")), of=no_detail, table="loadgen_runs"))

# %% [markdown]
# ## Training and HPC: our score against MLCommons' scorer
#
# The score of an entry is a mean over its runs by the rule of its round: the fastest and the slowest run are dropped,
# failed runs count as slowest, and the mean is multiplied by a factor for convergence. We ran MLCommons' own scorer on
# the rounds below. It also checks each log against the rules as the scorer has them today, and counts a run that breaks
# one as failed. Runs that it counts as failed explain the disagreements, which the table `official_scores` has entry by
# entry. MLCommons published all of these entries. Where today's scorer refuses one, the entry need not have broken a
# rule of its own round.

# %% tags=["hide-input"]
training, official = training_results.frame, official_scores.frame
outcome = official.agrees.map({True: "Score agrees", False: "Score differs"}).fillna("Logs absent")
differs = official.agrees.eq(False).fillna(False)
outcome = outcome.where(~(differs & official.official_score.isna()), "Refused by the scorer")
obtained = training.obtained.map({"log": "Scored from logs", "typed": "Score typed"}).fillna("No score")
kinds = [
    frame.groupby(["suite", "round", of]).size().unstack() for frame, of in ((training, obtained), (official, outcome))
]
scored = pd.concat(kinds, axis=1).astype("Int64").reset_index()
answers = ["Score agrees", "Score differs", "Refused by the scorer", "Logs absent"]
table(
    "scores",
    "Entries of each round by how their score was obtained, and by what MLCommons' scorer says of it",
    scored.assign(suite=scored.suite.map({part.suite: part.title.removeprefix("MLPerf ") for part in rounds})),
    ["suite", "round", "Scored from logs", "Score typed", "No score", *answers],
    note="A dash: none, or a round on which we did not run the scorer.",
)

# %% tags=["hide-cell"]
of_training = [part.key for part in rounds if part.suite != "inference"]
scored_again = official.agrees.dropna()
run_on = "entries of Training and HPC that MLCommons' scorer was run on, logs complete"
say("rows.training", value(len(training), of="entries of MLPerf Training and HPC", table="training_results"))
say("rounds.training", value(len(of_training), of="rounds of Training and HPC", table="training_results"))
say("official.n", value(len(scored_again), of=run_on, table="official_scores"))
say("official.yes", value(scored_again.sum(), of=f"{run_on}, with our score", table="official_scores"))

# %% [markdown]
# ## Corrections
#
# The table lists the mistakes that we found in the sources and what we use instead. If the number of rows with such a
# mistake changes, the program that makes the tables stops and names the entry.

# %% tags=["hide-input"]
corrections = pd.DataFrame(
    {
        "entry": part.name,
        "column": part.column,
        "reported": "nothing" if part.reported is None else str(part.reported),
        "used": "nothing" if part.use is None else str(part.use),
        "rows": part.expect,
        "why": part.why,
    }
    for part in read_corrections()
)
table("corrections", "Mistakes of the sources, and what is used instead", corrections, [*corrections])

# %% [markdown]
# ## What was not used
#
# This table lists everything that we read and left out, by kind and reason. Measured power is kept, and decides which
# results are compared with each other. No result of the round of the claims has it, and {n}`power.before` of
# {n}`power.before-round` do. In all {n}`power.all` do, in {n}`power.rounds`; the power itself is known of
# {n}`power.known` of them.

# %% tags=["hide-cell"]
before = roles().before
metered = every(has_power=True)
holds("No result of the round of the claims has it", roles().claims not in set(metered.frame["round"]))
say("power.all", value(len(metered.frame), of="results with measured power", table="inference_results"))
say("power.known", value(metered.frame.power.count(), of="measured powers that are known", table="inference_results"))
words("power.rounds", listed(in_order(metered.frame["round"])),
    "rounds of results with has_power (table inference_results)")
say("power.before", metered(round=before).count)
words("power.before-round", before, "the round before the claims (rounds.yml)")

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show what was not used"}
# A row may be about several files and give their number in front of its reason; a value or a line after it is left out.
files = skipped.frame.reason.str.extract(r"^(\d+) files: (.*)$")
reason = skipped.frame.reason.str.split(":").str[0]
left_out = skipped.frame.assign(reason=files[1].fillna(reason), count=files[0].fillna("1").astype(int))
left_out = left_out.groupby(["suite", "round", "kind", "reason"], dropna=False)["count"].sum().reset_index()
table(
    "skipped",
    "What we read and left out, by kind and reason",
    left_out.sort_values(["suite", "round", "kind", "count"], ascending=[True, True, True, False]),
    "suite round kind reason count",
    headings={"kind": "Kind"},
    note="The table itself names each file, or the folder of several.",
)

# %% [markdown]
# ## Bad input
#
# A file can be broken, or be made to mislead whoever reads it: a log that breaks off, one key with two values, a figure
# that is no number or has thousands of digits, JSON nested thousands of levels deep, bytes that are not UTF-8, a name
# with characters that are not seen or that a spreadsheet would take for a formula. Our readers use none of it. Each
# such file ends in one message with the file, the line and the rule, or in a line of the table `skipped`.
#
# ## Limits
#
# - If a published result agrees with its log, nothing was lost between the two. It does not follow that the run was
#   what its submitter says.
# - {n}`runs.summary-only` detail logs are listed in the commits but absent from the copies that we could read. All are
#   logs of rgat.
# - We read engine settings from the files that submitters ship. The command line that ran is not recorded, so we mark
#   settings as inferred if they follow from upstream's scale-out rule.
