# ---
# jupyter:
#   kernelspec: {name: python3, language: python, display_name: Python 3}
# ---
# %% [markdown]
# # MLCommons' lists against each other
#
# :::{admonition} The answer
# :class: cc-key
# MLCommons publishes the results of a round twice: in a repository, and on a page of its website. Of {n}`lists.of`
# figures of the pages, {n}`lists.same` ({n}`lists.share`) are those of the repositories. In {n}`lists.differ` places
# one list has something else. These are small faults in large public records.
# :::
#
# The pages show the closed division's datacenter results of {n}`lists.rounds`, and we read them from exports that
# others keep ([result_pages](../book/schema.md#result_pages)). Each difference is below with both entries, so that you
# can look them up by the ID or the name of the submitter. A figure that differs only because one list prints fewer
# digits counts as the same.

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck.data.facts import known_exceptions
from claimcheck.notebook import inference_results, listed, result_pages, say, table, value, words

pages = result_pages.frame
results = inference_results.frame[["row_id", "result_id", "submitter", "benchmark", "scenario", "value", "unit"]]
on_page = pages[["row_id", "page_id", "value", "unit"]]
both = results.merge(on_page, on="row_id", how="left", suffixes=("", "_page"))
# Each known difference, with the reason that our register of exceptions gives.
excepted = {name: entry for name, entry in known_exceptions().items() if entry.check == "result_page"}
lists = pd.concat(
    [both[both.row_id.isin(entry.rows)].assign(difference=name, why=entry.why) for name, entry in excepted.items()]
)
# A result may be on a page twice: under its own ID and under that of another.
id_differs = (lists.page_id != lists.result_id) & lists.result_id.notna()
lists = lists[id_differs.where(lists.difference.str.endswith("id") | lists.difference.str.endswith("ids"), True)]
counts = lists.drop_duplicates(["row_id", "difference"]).groupby("difference", sort=False).why.agg(["size", "first"])
counts

# %% tags=["hide-cell"]
differing = lists[lists.difference.isin(["page-average", "page-unit", "page-last-digit"])].row_id.nunique()
of = say("lists.of", value(len(pages), of="figures of MLCommons' own pages", table="result_pages"))
equal = "figures of MLCommons' pages that equal the repository's"
same = say("lists.same", value(len(pages) - differing, of=equal, table="result_pages"))
say("lists.otherwise", value(differing, of="figures of MLCommons' pages that differ from the repository's",
    table="result_pages"))
say("lists.share", (same / of).percent)
places = "places in which MLCommons' page and its repository differ"
say("lists.differ", value(int(counts["size"].sum()), of=places, source="known_exceptions.yml"))
words("lists.rounds", listed(sorted(pages["round"].unique())), "rounds whose pages we have (table result_pages)")

# %% [markdown]
# ## What differs
#
# The page gives some systems another ID than the repository, or prints a result under a second ID of the same
# submitter. Where two systems have one name, it prints the mean of their results for both. A column of Llama 3.1 8B has
# samples per second under the heading tokens per second, as the log of each run shows. A few digits are cut in one list
# and rounded in the other. We keep both IDs of a result, and name both in footnotes.

# %% tags=["hide-input"]
shown = lists.assign(
    submitter=lists.submitter.str.replace("_", " "),
    page=lists.value_page.map("{:,.10g}".format).where(lists.value_page.notna(), "–") + " "
    + lists.unit_page.fillna(""),
    repository=lists.value.map("{:,.10g}".format) + " " + lists.unit,
)
table(
    "differences",
    "Entries of MLCommons' pages that differ from its repositories",
    shown[["row_id", "submitter", "benchmark", "scenario", "result_id", "page_id", "repository", "page", "why"]],
    "result_id submitter benchmark scenario page_id repository page why",
    headings={"result_id": "ID in the repository", "page_id": "ID on the page", "repository": "In the repository",
              "page": "On the page", "why": "What we think happened"},
)

# %% [markdown]
# ## Check a list of your own
#
# `claimcheck table FILE` compares a table of results with ours, figure by figure: an export of MLCommons' page, a
# spreadsheet, a table of a README. For each it says whether the figure is equal, rounded, cut off, under another ID,
# different, or the value of a result that is described otherwise. MLCommons may [reply](../book/who.md#how-to-reply) to
# anything on this page, as anyone may whose figures we check, and we show the reply here.
