"""What is done with bad input, by us and by MLCommons' own parsers: the register ``data/bad_input.yml``."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from pydantic import Field, model_validator

from claimcheck.registers import Many, Model, Text, read, unknown
from claimcheck.rounds import Commit

FILE = "bad_input.yml"


class Parser(Model):
    """A parser of MLCommons: the file, as read at a commit."""

    repo: Text
    commit: Commit
    path: Text

    @property
    def url(self) -> str:
        """Where the file can be read."""
        return f"https://github.com/{self.repo}/blob/{self.commit}/{self.path}"


class Example(Model):
    """A file of this kind: ``given`` over and over, or with so many ``conditions``; ``latin``: a byte a letter."""

    reader: Text
    given: str
    times: int = Field(1, ge=1)
    conditions: int = Field(1, ge=1)
    latin: bool = False

    @property
    def data(self) -> bytes:
        """The file."""
        text = self.given.replace("[same_number]", f"[{', '.join(['same_number'] * self.conditions)}]") * self.times
        return text.encode("latin-1" if self.latin else "utf-8")


class Kind(Model):
    """A kind of bad input, with what our readers and MLCommons' parser make of it; ``error`` is a pattern."""

    what: Text
    examples: Many[Example]
    error: Text
    ours: Text
    theirs: Text | None = None
    parser: Text | None = None


class BadInput(Model):
    """``bad_input.yml``: parsers and kinds, by name."""

    parsers: dict[Text, Parser]
    kinds: dict[Text, Kind]

    @model_validator(mode="after")
    def _names_parsers(self) -> Self:
        for name, kind in self.kinds.items():
            if kind.parser not in (None, *self.parsers):
                raise unknown(f"kinds.{name}.parser", kind.parser, self.parsers)
        return self


def read_bad_input(data: Path) -> BadInput:
    """``data/bad_input.yml``. Raises RegisterError."""
    return read(data / FILE, BadInput)
