"""Kinds of sentences, what each is asked, and when a difference matters: ``data/facts/questions.yml``."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Literal

from pydantic import Field, model_validator

from claimcheck.core.documents import Many, Model, Text, broken, read, suggestion
from claimcheck.data.paths import DATA_DIR, QUESTIONS


class Threshold(Model):
    """Share of what a figure claims above which a loss matters; within ``close`` of 1, of that many hundredths."""

    lost: float = Field(gt=0, lt=1)
    close: float = Field(gt=0, lt=1)
    because: Text


class SentenceKind(Model):
    """What a kind of sentence says, the questions that it is asked, and whether its figure divides two results."""

    is_: Text = Field(alias="is")
    asks: Many[Text] = ()
    pair: bool = False


class AskedQuestion(Model):
    """A question and its words: see the comments of the file."""

    asks: Text
    label: Text
    phrase: Text
    told: Literal["scope", "note"]
    imposed: bool = False


class QuestionsRegister(Model):
    """The register of kinds and questions."""

    threshold: Threshold
    kinds: dict[Text, SentenceKind]
    questions: dict[Text, AskedQuestion]
    families: dict[Text, Many[Text]]

    @model_validator(mode="after")
    def _known(self) -> QuestionsRegister:
        for name, kind in self.kinds.items():
            for asked in kind.asks:
                if asked not in self.questions:
                    rule = "a kind asks questions of this file"
                    raise broken(f"no question {asked!r}", rule, suggestion(asked, self.questions), f"kinds.{name}")
        return self


@functools.cache
def read_questions(data: Path = DATA_DIR) -> QuestionsRegister:
    """The register of ``data``. Raises RegisterError."""
    return read(data / QUESTIONS, QuestionsRegister)
