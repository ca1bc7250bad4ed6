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
# # What data is this, and does it agree with the logs?
#
# :::{admonition} The answer
# :class: cc-key
# {n}`rows.all` published results of MLPerf® Inference v5.1 ({n}`rows.v5.1`) and v6.0 ({n}`rows.v6.0`): every row of both
# rounds, closed and open, datacenter and edge. Each was compared with the log of its own run: {n}`agree.yes` agree,
# {n}`agree.no` differ, {n}`agree.none` have no readable log. Of those that agree, {n}`agree.direct` equal a figure that the
# log prints and {n}`agree.inferred` equal the value that the rules infer from a SingleStream log. {n}`corrections.units`
# had a wrong unit in print. They rest on {n}`runs.unique` different runs.
# :::
#
# MLCommons publishes each round as a git repository. The tables here were derived from two such repositories at fixed
# commits; no file of theirs is copied. Every row names repository, commit, file and line, so each figure can be looked up.

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck import tables
from claimcheck.charts import ResultsTable
from claimcheck.claims import footnote, with_links
from claimcheck.registers import read_yaml

names = list(tables.TABLES)
loaded = {name: tables.load(name) for name in names}
results, runs, skipped = (loaded[n] for n in ("inference_results", "loadgen_runs", "skipped"))
print(tables.fingerprints(*(f"{n}.csv" for n in names), "corrections.yml", "rounds.yml"))

# %% [markdown]
# ## Published figure against log
#
# Two figures agree when they are equal at the coarser of the two printed precisions. The detail log prints six
# digits; where it is absent ({n}`runs.summary-only` runs, all of rgat), the summary log serves.

# %%
agreement = results.assign(
    outcome=results.log_agrees.map({True: "agree", False: "differ"}).fillna("no readable log")
).pivot_table(index=["round", "division", "suite"], columns="outcome", values="row_id", aggfunc="count", fill_value=0)
agreement

# %%
differ = results[results.log_agrees.eq(False)]
differ.set_index("row_id")[["submitter", "value", "unit", "log_value", "log_note"]]

# %% [markdown]
# The table above lists every disagreement with its reason. It is empty because each mistake of the published tables that
# was found stands in the list of corrections below, with what was reported, what is used and why. Which figure of the
# log was compared:

# %%
results.groupby(["scenario", "log_note"]).size().rename("rows").to_frame()

# %% [markdown]
# ## Corrections
#
# An entry fails the ingestion when the rows that report its mistake change in number.

# %% tags=["hide-input"]
entries = [
    {
        "id": name,
        "column": e.text("column"),
        "reported": "nothing" if e.get("reported") is None else str(e.get("reported")),
        "use": "nothing" if e.get("use") is None else str(e.get("use")),
        "rows": e.integer("expect"),
        "why": e.text("why"),
    }
    for name, e in read_yaml(tables.DATA_DIR / "corrections.yml").section("corrections")
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
# Everything that ingestion met and left out, by kind and reason. Nothing is dropped in silence.

# %% tags=["hide-input"]
# Reasons that name a value or a line are one kind of reason each.
reason = skipped.reason.str.replace(r"^compliance run \w+", "compliance run", regex=True).str.split(":").str[0]
counted = skipped.assign(reason=reason).groupby(["round", "kind", "reason"]).size().rename("count").reset_index()
ResultsTable(
    id="skipped",
    frame=counted.sort_values(["round", "kind", "count"], ascending=[True, True, False]),
    caption="The skip report, summed. The table itself names each file.",
    columns={"round": "Round", "kind": "Kind", "reason": "Reason", "count": "Count"},
    searchable=True,
)

# %% [markdown]
# ## One run, several results
#
# Many published results rest, byte for byte, on a log on which another result also rests: accuracy targets 99 and 99.9
# of one benchmark, or one run listed for a system twice. The blob id of the log shows it.

# %%
shared = results.groupby(["round", "log_blob"]).row_id.agg(list)
pd.DataFrame(
    {
        "results": results.groupby("round").size(),
        "different runs": shared.groupby("round").size(),
        "results on a shared run": shared[shared.map(len) > 1].map(len).groupby("round").sum(),
    }
)

# %% [markdown]
# ## The DeepSeek-R1 and Llama 3.1 405B results
#
# With a link to the published record and to the line of the log.

# %% tags=["hide-input"]
big = results[results.benchmark.isin(["deepseek-r1", "llama3.1-405b"])].sort_values(
    ["benchmark", "scenario", "round", "submitter"]
)
ResultsTable(
    id="large-models",
    frame=with_links(big).assign(value=big.value.astype(float), log_value=big.log_value.astype(float)),
    caption="Every published result of DeepSeek-R1 and Llama 3.1 405B in both rounds; tokens per second, system totals."
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
# Sorted CSV; download and read them with anything:
# {download}`inference_results.csv <../data/inference_results.csv>`,
# {download}`loadgen_runs.csv <../data/loadgen_runs.csv>`,
# {download}`systems.csv <../data/systems.csv>`,
# {download}`engine_settings.csv <../data/engine_settings.csv>`,
# {download}`skipped.csv <../data/skipped.csv>`,
# and the registers {download}`claims.yml <../data/claims.yml>`, {download}`corrections.yml <../data/corrections.yml>`,
# {download}`prices.yml <../data/prices.yml>`, {download}`rounds.yml <../data/rounds.yml>`.

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

# %% tags=["hide-input"]
columns = pd.DataFrame(
    [
        {
            "table": t.name,
            "column": c.name,
            "type": c.dtype + (", may be empty" if c.nullable else ""),
            "unit": c.unit or "",
            "meaning": c.description + (f" (one of: {', '.join(c.allowed)})" if c.allowed else ""),
        }
        for t in tables.TABLES.values()
        for c in t.columns
    ]
)
ResultsTable(
    id="columns",
    frame=columns,
    caption="Every column of every table.",
    columns={"column": "Column", "table": "Table", "type": "Type", "unit": "Unit", "meaning": "Meaning"},
    searchable=True,
)

# %% [markdown]
# ## Limits
#
# - Agreement of a published figure with its log shows that nothing was lost between the two. It does not show that the
#   run was what its submitter says.
# - {n}`runs.summary-only` detail logs are listed in the commits but absent from the copies that could be read; they are
#   the largest files, all of rgat.
# - Engine settings are read from the files that submitters ship. The command line that ran is not recorded, so settings
#   that follow from upstream's scale-out rule are marked as inferred.
