"""What companies, outlets and authors have answered to our verdicts, in full: ``data/facts/replies.yml``."""

from __future__ import annotations

import datetime
from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, Strict, StringConstraints, model_validator

from claimcheck.core.documents import Address, Many, Model, Text, read, with_names
from claimcheck.data.errata import ClaimNumber, Id


class Reply(Model):
    """One reply to the verdicts on the claims of these numbers."""

    id: Id = Field(description="name in the register of replies")
    # As text too: a recorded claim holds it so.
    day: Annotated[datetime.date, Strict(False)] = Field(description="when it came in and was printed")
    by: Text = Field(description="who replies, and for whom")
    claims: Many[ClaimNumber] = Field(exclude=True)
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)] = Field(description="the whole reply")
    address: Address | None = Field(None, description="where its author has published it; null where that is not known")


class Replies(Model):
    """The whole register."""

    replies: dict[str, Reply] = Field({})

    @model_validator(mode="before")
    @classmethod
    def _named(cls, values: Any) -> Any:
        return with_names(values, "replies", "id")

    @property
    def entries(self) -> tuple[Reply, ...]:
        """The replies, the newest first."""
        return tuple(sorted(self.replies.values(), key=lambda one: (one.day, one.id), reverse=True))

    def of_claim(self, number: int | str) -> tuple[Reply, ...]:
        """The replies to the verdict on the claim of that number, the newest first."""
        return tuple(one for one in self.entries if number in one.claims)


def read_replies(path: Path, claims: Collection[int | str] | None = None) -> Replies:
    """Read ``path``; without that file there is no reply.

    ``claims`` are the known numbers of claims, where they are to be checked. Raises RegisterError, with file and line,
    for an entry that breaks a rule of the register.
    """
    return read(path, Replies, claims) if path.is_file() else Replies()
