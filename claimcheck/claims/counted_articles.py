"""Numbers of the articles: what their claims came to, where texts differ, and the log lines that figures start from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from claimcheck.claims.articles import GROUPS, article_keys, grouped, of_article, read_texts
from claimcheck.claims.assertions import Assertion, read_assertions
from claimcheck.claims.contradictions import RELATIONS, Contradiction, of_assertions, of_register
from claimcheck.claims.evaluate import load_register
from claimcheck.claims.evidence import evidence_of
from claimcheck.claims.model import ClaimResult, Tables
from claimcheck.claims.number import Number, count
from claimcheck.claims.select import select
from claimcheck.printing import as_published
from claimcheck.registers import read_yaml

# Results of numbers.yml whose log lines the page on travel starts from, and the rate in the log that is the result.
_LOGGED = {
    "before-server": "completed_tokens_per_s",
    "nebius-8": "completed_tokens_per_s",
    "offline-288": "offline_tokens_per_s",
    "server-288": "completed_tokens_per_s",
}


def load_assertions(data: Path) -> list[Assertion]:
    """``data/assertions.yml``. Raises RegisterError."""
    return read_assertions(data / "assertions.yml", load_register(data), read_texts(data))


def load_contradictions(data: Path) -> list[Contradiction]:
    """Every pair of the claim register, then of the assertions. Raises RegisterError."""
    return [*of_register(load_register(data)), *of_assertions(load_assertions(data))]


def of_articles(claims: Sequence[ClaimResult], data: Path) -> Iterator[Number]:
    """How many claims each article makes, and what they came to."""
    articles = article_keys(data)
    yield count("articles.n", len(articles), "articles whose claims are checked")
    for article in articles:
        yield count(f"articles.{article}.n", len(of_article(claims, article)), f"claims that {article} makes")
        for name, made in grouped(claims, article).items():
            key = name.replace(", with", "").replace(" ", "-")
            verdicts = " or ".join(GROUPS[name])
            yield count(f"articles.{article}.{key}", len(made), f"claims of {article} with the verdict {verdicts}")


def of_contradictions(tables: Tables) -> Iterator[Number]:
    """How many points are compared, and how many pairs of values differ, by how they stand to each other."""
    points, pairs = load_assertions(tables.data), load_contradictions(tables.data)
    yield count("contradictions.points-n", len(points), "points of assertions.yml on which texts are compared")
    said = sum(len(point.said) for point in points)
    yield count("contradictions.assertions-n", said, "assertions of assertions.yml, one a text and point")
    yield count("contradictions.n", len(pairs), "pairs of values that differ")
    found = sum(pair.found == "register" for pair in pairs)
    yield count("contradictions.register-n", found, "pairs found by comparing the published figures of claims.yml")
    for relation in RELATIONS:
        number = sum(pair.relation == relation for pair in pairs)
        yield count(f"contradictions.{relation.replace(' ', '-')}-n", number, f"pairs of values: {relation}")


def of_logs(tables: Tables) -> Iterator[Number]:
    """The rate that a log prints, for results of numbers.yml."""
    named = dict(read_yaml(tables.data / "numbers.yml").section("results"))
    runs = tables.runs.set_index("run_id")
    for name, column in _LOGGED.items():
        rows = select(tables.results, named[name].need("of"), named[name], "of")
        run = runs.loc[rows.iloc[0]["run_id"]]
        logs = tuple(e for e in evidence_of(rows) if e.table == "loadgen_runs")
        how = f"{column} of the run's log"
        yield Number(
            f"travel.log-{name}", f"{as_published(run[column])} tokens/s", float(run[column]), "tokens/s", how, logs
        )


ARTICLES = (of_contradictions, of_logs)
