"""The register ``data/replies.yml``: what companies, outlets and authors have answered to our verdicts, in full."""

from __future__ import annotations

import datetime
from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, Strict, StringConstraints, model_validator

from claimcheck.errata import ClaimNumber, Id
from claimcheck.registers import Address, Many, Model, Text, read, with_names

FILE = "replies.yml"


class Reply(Model):
    """One reply. ``day``: when it came in, which is when it is printed; ``by``: who replies, and for whom.

    ``claims``: the numbers of the claims whose verdicts it is about; ``text``: all of it, as it came; ``address``:
    where its author has published it as well.
    """

    id: Id
    # As text too: a recorded claim holds it so.
    day: Annotated[datetime.date, Strict(False)]
    by: Text
    claims: Many[ClaimNumber]
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
    address: Address | None = None


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
