"""Read ``articles.yml`` of each register: the articles whose claims are checked, and the other texts that are cited."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Self

from pydantic import BeforeValidator, Field, model_validator

from claimcheck.core.documents import Address, Many, Model, Text, When, broken, keyed_as, read_if_there
from claimcheck.core.printing import date_text
from claimcheck.data.paths import ARTICLES_FILE, DATA_DIR
from claimcheck.data.registers import ClaimRegister, read_registers

# Whoever prints claims in words of its own, and is no company or organisation of the benchmark.
PRESS = "Press and other sites"
# How a text was read, from the best: every word of it, a part, or only through others or a copy in other words.
WHOLE, PART, THROUGH, UNREAD = READINGS = ("whole", "part", "through", "unread")


class Outside(Model):
    """What a text says next to the claims and no claim judges, and the ``lines`` of it where they are known."""

    what: Text
    lines: Many[int] = ()


_OutsideOrText = Annotated[Outside, BeforeValidator(lambda value: {"what": value} if isinstance(value, str) else value)]


class Article(Model):
    """An article, or another text that is cited: who published it, and how it was read (READINGS), with what was read.

    ``key``: A1; ``short``: its name in a line; ``author``: the outlet or company that answers for its words, never a
    person; ``date``: a day, or a month where no day is known, nothing where the text has none; ``role``: what kind of
    text it is; ``lines``: those that assert something; ``again``: those that repeat what claims judge, with the claims'
    numbers; ``outside``: what no claim judges; ``of``: the company that it credits with what claims take from it;
    ``vendor``: it is the vendor's own; ``through``: nothing is quoted from such a text; ``told_by``: through whom, of a
    vendor's; ``text``: what is strong in it, and what is not, in Markdown, for its page where the book has none written
    by hand; ``prints``: figures as it prints them, of those that an assertion types.
    """

    key: Text
    short: str = ""
    author: Text
    title: Text
    date: When | None = None
    role: Text
    whole: Text | None = None
    part: Text | None = None
    through: Text | None = None
    unread: Text | None = None
    told_by: str = ""
    address: Address | None = None
    lines: Many[int] = ()
    again: dict[int, Many[int | str]] = Field({})
    outside: Many[_OutsideOrText] = ()
    of: str = ""
    vendor: bool = False
    text: str = ""
    prints: Many[Text] = ()

    @model_validator(mode="after")
    def _read_in_one_way(self) -> Self:
        if sum(getattr(self, way) is not None for way in READINGS) != 1:
            raise broken("is read in no way, or in two", f"a text has one of {', '.join(READINGS)}")
        if (self.vendor and self.read == THROUGH) != bool(self.told_by):
            rule = "a company's text that was read only through others says through whom, and no other"
            raise broken("told_by" if self.told_by else "lacks told_by", rule, key="told_by")
        return self

    def called(self, key: str) -> Article:
        """The article under the key that it has outside its register; without a short name, outlet and key are it."""
        return self.model_copy(update={"key": key, "short": self.short or f"{self.author} ({key})"})

    @property
    def heading(self) -> str:
        """What its page is headed by: outlet and title, or the title alone where that begins with the outlet."""
        return self.title if self.title.startswith(self.author) else f"{self.author}: {self.title}"

    @property
    def whence(self) -> str:
        """Its author, and through whom it was read where it was not read itself."""
        return f"{self.author} (through {self.told_by})" if self.told_by else self.author

    @property
    def company(self) -> str:
        """The company whose sentences it prints: its author's own, or those that it reports; else empty."""
        return self.of or (self.author if self.vendor else "")

    @property
    def read(self) -> str:
        """How it was read: one of READINGS."""
        return next(way for way in READINGS if getattr(self, way) is not None)

    @property
    def copied(self) -> str:
        """What was read of it."""
        return getattr(self, self.read)

    @property
    def copied_by_others(self) -> bool:
        """Whether it is an outlet's text of which only a copy in other words was read."""
        return self.read == THROUGH and not self.vendor

    @property
    def month(self) -> str:
        """April 2026."""
        return date_text(self.date[: len("2026-04")]) if self.date else "undated"

    @property
    def day(self) -> str:
        """1 April 2026, or the month where no day is known."""
        return date_text(self.date) if self.date else "undated"


class Articles(Model):
    """The register of articles and of other texts that are cited; ``claims`` says how many were listed before tests."""

    articles: Annotated[dict[str, Article], keyed_as("key")] = Field({})
    others: Annotated[dict[str, Article], keyed_as("key")] = Field({})
    claims: dict[str, dict[str, int | str]] = Field({})


@functools.cache
def read_texts(data: Path = DATA_DIR, others: bool = True) -> dict[str, Article]:
    """The articles of every register of ``data`` by key, in order, and the ``others`` after them; read once.

    Raises RegisterError.
    """
    texts = {key: text for head in read_registers(data) for key, text in texts_of(head, others).items()}
    return {**read_articles(data), **texts} if others else texts


def read_articles(data: Path = DATA_DIR) -> dict[str, Article]:
    """The articles of every register of ``data`` by key, in order; read once. Raises RegisterError."""
    return read_texts(data, others=False)


def texts_of(head: ClaimRegister, others: bool = True) -> dict[str, Article]:
    """The articles of a register by key, and the ``others`` after them; none without ``articles.yml``.

    A key is what the text is called outside the register. Raises RegisterError.
    """
    register = read_if_there(head.folder / ARTICLES_FILE, Articles)
    texts = {**register.articles, **(register.others if others else {})}
    return {str(head.called(key)): text.called(str(head.called(key))) for key, text in texts.items()}


def named(text: str, articles: Mapping[str, Article]) -> str:
    """``text`` with the keys of articles (A1) replaced by their outlets, for readers who do not have the list."""
    return re.sub(r"\b(?:[\w.-]+/)?[A-Z]\d+\b", lambda m: articles[m[0]].author if m[0] in articles else m[0], text)
