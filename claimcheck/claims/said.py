"""Who made a claim: the articles with author, title and date, in print."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from claimcheck.registers import Entry, read_yaml
from claimcheck.tables import DATA_DIR

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


@dataclass(frozen=True)
class Article:
    """An article: ``key`` (A1), ``author``, ``title`` and ``date`` (2026-04-01, or 2026-04 where no day is known).

    ``kind`` of the author as schema.org names it: Person or Organization.
    """

    key: str
    author: str
    title: str
    date: str
    kind: str = "Organization"

    @property
    def month(self) -> str:
        """April 2026."""
        year, month = self.date.split("-")[:2]
        return f"{_MONTHS[int(month) - 1]} {year}"

    @property
    def day(self) -> str:
        """1 April 2026, or the month where no day is known."""
        parts = self.date.split("-")
        return f"{int(parts[2])} {self.month}" if len(parts) == 3 else self.month


def read_articles(data: Path = DATA_DIR) -> dict[str, Article]:
    """The articles of ``articles.yml`` by key.

    Raises RegisterError for one without author, title or date, or ``by`` something other than person or organisation.
    """
    return {
        key: Article(key, entry.text("author"), entry.text("title"), _date(entry), _kind(entry))
        for key, entry in read_yaml(data / "articles.yml").section("articles")
    }


def _kind(entry: Entry) -> str:
    kinds = {"person": "Person", "organisation": "Organization"}
    return kinds[entry.choice("by", kinds)] if "by" in entry.values else "Organization"


def _date(entry: Entry) -> str:
    value = entry.need("date")
    text = value.isoformat() if isinstance(value, dt.date) else str(value)
    if not re.fullmatch(r"\d{4}-(0[1-9]|1[0-2])(-\d\d)?", text):
        raise entry.fail(f"date is {text!r}", "date", rule="a day or a month: 2026-04-01 or 2026-04")
    return text


def listed(words: Sequence[str]) -> str:
    """One, two and three."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def who(keys: Sequence[str], articles: Mapping[str, Article]) -> str:
    """The authors of these articles and the months: ``OraCore and smart-guide (April 2026)``.

    Raises KeyError for an article that is not known.
    """
    found = [articles[key] for key in keys]
    months = list(dict.fromkeys(article.month for article in found))
    return f"{listed(list(dict.fromkeys(a.author for a in found)))} ({listed(months)})"


def named(text: str, articles: Mapping[str, Article]) -> str:
    """``text`` with the keys of articles (A1) replaced by their authors, for readers who do not have the list."""
    return re.sub(r"\bA\d+\b", lambda m: articles[m[0]].author if m[0] in articles else m[0], text)
