# ---
# jupyter:
#   kernelspec: {name: python3, language: python, display_name: Python 3}
# ---
# %% [markdown]
# # What our own sentences rest on
#
# :::{admonition} The answer
# :class: cc-key
# A sentence of the front page, the README or a page of text that says of MLPerf® results what `only`, `none` or `at
# most` say is below, with the expression that must hold. If it no longer holds, the book is not built.
# :::
#
# Notebooks guard their own sentences in the same way, where they compute what these say.

# %% tags=["hide-cell"]
from claimcheck.claims.verdict import result as verdicts
from claimcheck.notebook import counting_rules, holds, inference_results, load_tables, order, results, training_results

claims = {str(one.number): one for one in verdicts.read_recorded(load_tables())}

# %% [markdown]
# ## The front page

# %%
by_submitter = counting_rules(who="submitter", programs="inference+training")
literal = counting_rules(ruled_out="counts partners as others")
holds("counted by submitter, as the words say",
    [f"{by_submitter.min('ratio'):1}", f"{by_submitter.max('ratio'):1}"]
    == [f"{literal.min('ratio'):1}", f"{literal.max('ratio'):1}"])
holds("The figures of the first two cards we know as others print them",
    not any(claims[number].whose.own for number in ("1", "7")))
holds("each is in three or more of the five",
    all(len(claims[number].articles) >= 3 for number in ("1", "7", "11", "12")))

# %% [markdown]
# ## The articles, and how a figure travels

# %%
WRONG = (verdicts.NOT_REPRODUCED, verdicts.CONTRADICTED)
of_a4 = [each for each in claims.values() if "A4" in each.articles and each.figures]
holds("none of those that can be tested is wrong", not any(each.verdict in WRONG for each in of_a4))
in_v60 = results(round="v6.0", benchmark="deepseek-r1")
offline = in_v60.first("-value")
holds("The largest rate: from Offline to Server in one word",
    offline.scenario == "Offline" and offline.rows <= frozenset(claims["14"].figures[0].rows))

recommending = [results(round=version, benchmark=name, scenario="Offline")
    for version, name in (("v5.1", "dlrm-v2-99"), ("v6.0", "dlrm-v3"))]
chips_of = [set(of.frame.chip) for of in recommending]
holds("In v5.1 and v6.0 no chip has results of both", not set.intersection(*chips_of))
older, newer = (of.first("-per_accelerator").per_accelerator.value for of in recommending)
holds("The highest rate of a chip in DLRMv3 Offline is less than a fiftieth of the highest in DLRM-DCNv2",
    newer < older / 50)

# %% [markdown]
# ## The README and the citation

# %%
inference, training = inference_results.frame["round"], training_results.frame[
    training_results.frame.suite == "training"]["round"]
ends = [f"{kind} {min(rounds, key=order)} to {max(rounds, key=order)}"
    for kind, rounds in (("Inference", inference), ("Training", training))]
of_hpc = training_results.frame[training_results.frame.suite == "hpc"]["round"].nunique()
holds("MLPerf Inference v0.5 to v6.1, Training v0.5 to v6.0 and two rounds of HPC",
    ends == ["Inference v0.5 to v6.1", "Training v0.5 to v6.0"] and of_hpc == 2)

# %% [markdown]
# ## The method

# %%
logged = inference_results.frame.query("round in ['v3.1', 'v4.0', 'v5.0', 'v6.1'] and log_path.notna()")
of_v40 = inference_results.frame.query(
    "round == 'v4.0' and benchmark in ['llama2-70b-99', 'llama2-70b-99.9'] and scenario == 'Server'")
holds("only some runs of v6.1 and Llama 2 70B Server of v4.0 lead to a log",
    {*logged.row_id} - {*of_v40.row_id} == {*logged.query("round == 'v6.1'").row_id} and of_v40.log_path.notna().all())
typed = training_results.frame.query("round == 'v6.0'")
holds("has for most entries a span in place of a score", (typed.score_source == "span").mean() > 0.5)

# %% [markdown]
# ## What was said of each round

# %%
def wrong(register):
    """The share of a register's claims with a figure that are wrong."""
    figures = [one.verdict in WRONG for one in claims.values() if one.register == register and one.figures]
    return sum(figures) / len(figures)


def conditions(number):
    """What a claim's wording implies, by the question or in words."""
    return {one.question or one.name: one for one in claims[number].conditions}


holds("Every printed time of this round is right", wrong("training-v3.1") == 0)
holds("is so only when rounded", claims["training-v3.1/2"].reason.startswith("more exactly"))
holds("Every printed figure of this round that we can check is right", wrong("training-v4.0") == 0)
holds("Nearly every printed time and ratio of this round is right", wrong("training-v5.1") < 0.05)
holds("Most printed figures of this round follow from the results", wrong("v5.1") < 0.5)
eights = training_results(round="v4.0", submitter="NVIDIA", accelerators=8, division="closed").frame
eights = eights.assign(chip=eights.accelerator.str.extract(r"\b(H\d+|L\d+S)"))
minutes = eights.pivot(index="benchmark", columns="chip", values="time_to_train_minutes")
gained = 100 * (minutes.H100 / minutes.H200 - 1)
holds("for H200 is the best of the benchmarks",
    gained.round().max() == 47 and gained["llama2_70b_lora"] < 47 / 3)
holds("needs another company's H100", conditions("training-v4.1/8")["owner"].fails)
holds("needs another company's result of the round before", conditions("v6.0-others/19")["owner"].fails)
holds("needs a joint result with Dell", conditions("v6.0-others/25")["owner"].detail.startswith(
    "Dell + MangoBoost"))
# %%
of_size = conditions("training-v5.0/4")
holds("the largest of any in MLPerf Training", of_size["no system up to this round has more accelerators"].fails)
holds("It is the largest with Blackwell", of_size["no other system with Blackwell is larger"].holds)
holds("the largest system with Blackwell, which is right", of_size["no other system with Blackwell is larger"].holds)
counting = {"training-v5.1/M1", "v6.0-others/M1", "v6.0-others/S2"}
holds("All its counts follow from the results",
    not any(one.verdict in WRONG for one in claims.values() if counting & {*one.articles}))
fastest = training_results.frame.query("round == 'v6.0' and suite == 'training' and division == 'closed'")
fastest = fastest.sort_values("time_to_train_minutes").drop_duplicates("benchmark")
holds("Every fastest result runs on NVIDIA's chips", claims["training-v6.0/4"].verdict == verdicts.REPRODUCED)
holds("At least two of the seven are customers' systems",
    len(fastest) == 7 and (fastest.submitter != "NVIDIA").sum() == 2)
holds("of it on most results and not on all",
    [one.holds for one in claims["v6.0-others/14"].conditions[:2]] == [True, False])

# %% [markdown]
# ## What can be copied of v6.1

# %%
holds("Every printed figure that can be checked is right", wrong("v6.1") == 0)
v61 = results(round="v6.1", availability=["available", "preview"])
chips = {chip: v61(chip=chip, submitter="NVIDIA", accelerators=72) for chip in ("Vera Rubin", "GB300")}
gains = {
    scenario: chips["Vera Rubin"].one(benchmark="qwen3-vl-235b-a22b", scenario=scenario).value
    / chips["GB300"].one(benchmark="qwen3-vl-235b-a22b", scenario=scenario).value
    for scenario in ("Server", "Offline", "Interactive")
}
holds("is the best of three scenarios", max(gains, key=gains.get) == "Interactive")
largest = inference_results.first("-accelerators")
holds("are the largest system ever submitted to MLPerf Inference",
    (largest.submitter, largest.round) == ("Crusoe", "v6.1"))
