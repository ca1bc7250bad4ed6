"""Partners that a vendor names, and organisations behind the names of submitters: ``data/facts/partners.yml``."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field

from claimcheck.core.documents import Many, Model, Source, Text, read
from claimcheck.data.paths import DATA_DIR, PARTNERS


class Partners(Model):
    """The submitters on a ``vendor``'s platform in a ``round``, as the vendor names them in print.

    ``spelt``: the same organisation as the results spell it.
    """

    vendor: Text
    round: Text
    source: Source
    names: Many[Text]
    spelt: dict[str, Text] = Field({})


class Behind(Model):
    """The organisations that a submitter's name stands for, and what shows it."""

    are: Many[Text]
    why: Text


class _File(Model):
    partners: dict[str, Partners] = Field({})
    organisations: dict[str, Behind] = Field({})


def partners(data: Path = DATA_DIR) -> dict[str, Partners]:
    """The published lists of partners by key. Raises RegisterError."""
    return read(data / PARTNERS, _File).partners


def organisations(data: Path = DATA_DIR) -> dict[str, tuple[str, ...]]:
    """Submitter's name to the organisations that it stands for; a name that is not there stands for itself.

    Raises RegisterError for an entry without organisations or without a reason.
    """
    return {name: behind.are for name, behind in read(data / PARTNERS, _File).organisations.items()}
