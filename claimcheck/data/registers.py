"""Registers of claims: folders of ``data/claims`` with what they are about; and what each kind of sentence is asked.

Within its folder a claim is called 3 and an article A1. Everywhere else the register's name is in front of that, v6.1/3
and v6.1/A1, except for the book's first register.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, PrivateAttr, model_validator

from claimcheck.core.documents import Many, Model, Text, expect, read
from claimcheck.core.errors import RegisterError
from claimcheck.data.paths import CLAIMS, DATA_DIR, QUESTIONS, REGISTER_FILE
from claimcheck.data.schema import reader


class ClaimRegister(Model):
    """What a register of claims is about: the section ``head`` of its ``register.yml``.

    ``title``: in a line; ``subject``: in a sentence; ``claims``: the round that they were made in; ``before``: the one
    that they compare it with; ``page``: the book's page that answers, of a register that has answers; ``first``: it is
    the book's first register; ``text``: more about it, in Markdown, for its own page, which the first does not have.
    """

    title: Text
    subject: Text
    claims: Text
    before: Text
    page: str = ""
    first: bool = False
    text: str = ""
    _folder: Path = PrivateAttr()

    @property
    def folder(self) -> Path:
        """The register's folder."""
        return self._folder

    @property
    def name(self) -> str:
        """The name of the folder."""
        return self._folder.name

    @property
    def prefix(self) -> str:
        """What is in front of the names of its claims and articles: its name, or nothing for the first."""
        return "" if self.first else self.name

    @property
    def key(self) -> str:
        """The key of its round: training-v5.0."""
        return f"{'training-' if self.name.startswith('training-') else ''}{self.claims}"

    @property
    def round(self) -> str:
        """The round of its claims with the suite: Training v5.0."""
        return f"{'Training' if self.name.startswith('training-') else 'Inference'} {self.claims}"

    def called(self, name: int | str) -> int | str:
        """What a claim, an article or a count is called outside the register: v6.1/3."""
        return f"{self.prefix}/{name}" if self.prefix else name


class _File(Model):
    head: ClaimRegister


def read_register(folder: Path) -> ClaimRegister | None:
    """The register in ``folder``; None for a folder without ``register.yml``. Raises RegisterError."""
    if not (folder / REGISTER_FILE).is_file():
        return None
    register = read(folder / REGISTER_FILE, _File).head
    register._folder = folder
    return register


@functools.cache
def read_registers(data: Path = DATA_DIR) -> tuple[ClaimRegister, ...]:
    """The registers of ``data``, the first one first, the others by name; read once. Raises RegisterError."""
    registers = [one for folder in (data / CLAIMS).glob("*") if (one := read_register(folder))]
    registers.sort(key=lambda one: (not one.first, [int(n) for n in re.findall(r"\d+", one.name)], one.name))
    if sum(one.first for one in registers) != (1 if registers else 0):
        rule = "one register is first: true"
        raise RegisterError("the folder has no first register, or several", where=data / CLAIMS, rule=rule)
    return tuple(registers)


def find_register(name: str, data: Path = DATA_DIR) -> ClaimRegister:
    """The register of that name, or, without one, the first. Raises RegisterError for a name that none has."""
    registers = read_registers(data)
    found = [register for register in registers if name in (register.name, register.prefix)]
    if not found:
        rule = f"registers are {', '.join(register.name for register in registers)}"
        raise RegisterError(f"there is no register of claims {name!r}", where=data / CLAIMS, rule=rule)
    return found[0]


def prefix_of(name: int | str) -> str:
    """The register in the name of a claim or an article: v6.1 of v6.1/3, nothing of 3."""
    return str(name).rpartition("/")[0]


# --- kinds of sentences, what each is asked, and when a difference matters: data/facts/questions.yml --------


class Threshold(Model):
    """Share of what a figure claims above which a loss matters; within ``close`` of 1, of that many hundredths.

    ``cut``: share of a published figure above which the digits that it cut off are a note.
    """

    lost: float = Field(gt=0, lt=1)
    close: float = Field(gt=0, lt=1)
    cut: float = Field(gt=0, lt=1)
    because: Text


class SentenceKind(Model):
    """What a kind of sentence says, and whether its figure divides two results."""

    is_: Text = Field(alias="is")
    pair: bool = False
    words: Text | None = None


class AskedQuestion(Model):
    """A question, the kinds of sentences that it is asked ``of``, and its words: see the comments of the file."""

    asks: Text
    of: Annotated[tuple[Text, ...], Field(strict=False)]
    label: Text
    phrase: Text
    told: Literal["scope", "note"]
    imposed: bool = False
    note: bool = False
    held: Text = "it is so"
    unasked: Text = "the sentence is not about that"
    limits: Text | None = None
    words: Text = ""
    platform: Text = ""
    sql: Annotated[str, Field(min_length=1)] | None = None


class Copies(Model):
    """As how many copies of the model a submitter's system ran, by its own description."""

    round: Text
    submitter: Text
    benchmark: Text
    copies: int = Field(ge=1)
    source: Text


class Cause(Model):
    """What a sentence with the ``words`` says made a gain, and the badge of one that leaves every other cause out.

    ``because`` is why no result shows it.
    """

    words: Text
    says: Text
    because: Text
    badge: str = ""


class NoteKind(Model):
    """A kind of note that a claim's own condition answers, and the printed words of the claims that are asked it."""

    asks: Text
    words: Text


class QuestionsRegister(Model):
    """The register of kinds and questions."""

    threshold: Threshold
    rules: dict[Text, Text]
    kinds: dict[Text, SentenceKind]
    questions: dict[Text, AskedQuestion]
    causes: Many[Cause]
    notes: dict[Text, NoteKind]
    copies: Many[Copies] = ()
    families: dict[Text, Many[Text]]

    @model_validator(mode="after")
    def _known(self) -> Self:
        for name, question in self.questions.items():
            for kind in question.of:
                expect(f"questions.{name}.of", kind, self.kinds)
        return self

    def asked_of(self, kind: str) -> list[str]:
        """The questions that a kind of sentence is asked, in the order of the file."""
        return [name for name, question in self.questions.items() if kind in question.of]


read_questions = functools.cache(reader(QUESTIONS, QuestionsRegister))
