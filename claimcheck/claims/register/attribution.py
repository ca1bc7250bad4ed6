"""Whose words a claim's sentence is: one rule for every claim, from how its texts were read and whom they credit.

A sentence is a company's own if it was read in the company's text, or stands in quotation marks in a report. It is
"NVIDIA, as reported by Y" if Y credits it to NVIDIA, also where Y is what NVIDIA's text was read through. Else it is
the outlet's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple, Self

from pydantic import Field, field_validator, model_validator

from claimcheck.claims.register.articles import PART, READINGS, THROUGH, WHOLE, Article
from claimcheck.core.documents import Address, Model, Text, broken
from claimcheck.core.printing import listed

_OWN, _QUOTED, _REPORTED, _OUTLET = "own", "quoted", "reported", "outlet"
# The most words of a quotation.
MOST_WORDS = 12
# What NVIDIA's own text says of a claim.
STANCES = {
    "says": "NVIDIA says it",
    "reported": "others report that NVIDIA says it",
    "bends": "the article's words differ from NVIDIA's",
    "silent": "not in NVIDIA's texts that we read",
}


class Line(Model):
    """A line of an article that says a claim, with a short quotation and the figures that it ``prints`` outside of it.

    Every figure of a claim is in the quotation of an article that prints it, or in ``prints``.
    """

    line: int = Field(ge=1, description="line of the article's text")
    quote: Text | None = Field(None, description="word for word, at most twelve words")
    prints: Annotated[tuple[Text, ...], Field(strict=False)] = Field(
        (), description="figures that the line prints and the quotation has not, as they are printed"
    )
    of: Text | None = Field(None, description="the company that the line credits with it")
    quoted: bool = Field(False, description="true: the company's words stand in quotation marks there")

    @field_validator("quote")
    @classmethod
    def _short(cls, quote: str | None) -> str | None:
        if quote and (words := len(quote.split())) > MOST_WORDS:
            raise broken(f"quotes {words} words", f"a quotation has at most {MOST_WORDS}", "quote less")
        return quote

    @model_validator(mode="after")
    def _of_a_company(self) -> Self:
        if self.quoted and not self.of:
            raise broken("quoted without of", "words in quotation marks are those of a company: of")
        return self


class VendorStance(Model):
    """What NVIDIA's own text says of a claim: its ``stance``, in ``words``, and ``where`` that is."""

    stance: Literal[tuple(STANCES)] = Field(description="; ".join(f"{name}: {what}" for name, what in STANCES.items()))
    words: Text = Field(description="one sentence on what NVIDIA's own text says, and where")
    where: Address | None = Field(None, description="address of that text")
    read: Literal[WHOLE, PART] | None = Field(None, description="how its text that says it was read; null for others")
    told_by: str = Field("", description="who reports that NVIDIA says it; empty where it is not reported")

    @model_validator(mode="after")
    def _known(self) -> Self:
        if (self.stance == "says") != bool(self.read) or (self.stance == "reported") != bool(self.told_by):
            rule = "what NVIDIA says has read, what is reported has told_by, and nothing else has either"
            raise broken(f"stance {self.stance}", rule, key="stance")
        return self


class _Source(NamedTuple):
    """Where a sentence was read: whose it is there, by which way, who printed it, how that company's text was read."""

    company: str
    way: str
    printer: str
    read: str


@dataclass(frozen=True)
class Attribution:
    """Whose a sentence is, as ``claims.json`` has it."""

    own: Annotated[
        tuple[str, ...], Field(description="companies whose own words it is: in their text, or in quotation marks")
    ] = ()
    reported: Annotated[tuple[str, ...], Field(description="other companies whose sentence it is by a report")] = ()
    speaker: Annotated[str, Field(description="who says it, in words")] = ""
    elsewhere: Annotated[tuple[str, ...], Field(description="who else prints it")] = ()
    dates: Annotated[str, Field(description="months of the texts")] = ""
    read: Annotated[
        Literal[READINGS],
        Field(
            description="how the text of whoever says it was read, the best of several: whole, in part, or only "
            "through others"
        ),
    ] = WHOLE

    @property
    def by(self) -> tuple[str, ...]:
        """The companies whose claim it is, those whose own words it is first."""
        return (*self.own, *self.reported)

    @property
    def text(self) -> str:
        """Who says it, where and when: NVIDIA, as reported by Tom's Hardware (September 2023)."""
        also = f"; also in {listed(self.elsewhere)}" if self.elsewhere else ""
        return f"{self.speaker}{also} ({self.dates})"


def attributed(
    said: Mapping[str, Line], articles: Mapping[str, Article], stance: VendorStance | None = None
) -> Attribution:
    """Whose the sentence is that these lines of ``articles`` have; ``stance``: what is known of NVIDIA's own text."""
    if not said:
        return Attribution()
    texts = [(articles[key], line) for key, line in said.items()]
    found = [_source(text, line) for text, line in texts]
    if stance and stance.stance == "says":
        found.insert(0, _Source("NVIDIA", _OWN, "NVIDIA", stance.read or THROUGH))
    elif stance and stance.stance == "reported":
        found += [_Source("NVIDIA", _REPORTED, stance.told_by, THROUGH)]
    own = _names(one.company for one in found if one.way in (_OWN, _QUOTED))
    reported = _names(one.company for one in found if one.way == _REPORTED and one.company not in own)
    speaking = [one for one in found if one.way != _OUTLET] or found
    speakers = [words for company in (*own, *reported) for words in _speaker(company, found)]
    outlets = _names(one.printer for one in found if one.way == _OUTLET)
    return Attribution(
        own,
        reported,
        "; ".join(_names(speakers)) or listed(outlets),
        outlets if speakers else (),
        listed(_names(text.month for text, _ in texts)),
        min((one.read for one in speaking), key=READINGS.index),
    )


def _source(text: Article, line: Line) -> _Source:
    if text.vendor and not line.of:
        way = _REPORTED if text.read == THROUGH else _OWN
        return _Source(text.company, way, text.told_by or text.author, text.read)
    if company := line.of or text.company:
        return _Source(company, _QUOTED if line.quoted else _REPORTED, text.author, THROUGH)
    return _Source("", _OUTLET, text.author, text.read)


def _speaker(company: str, found: list[_Source]) -> list[str]:
    """A company as who says it: the authors of its own texts, or else who quotes it, or else who reports it."""
    printers = {way: _names(one.printer for one in found if (one.company, one.way) == (company, way)) for way in _WORDS}
    way = next(way for way in _WORDS if printers[way])
    return list(printers[way]) if way == _OWN else [f"{company}, {_WORDS[way]} {listed(printers[way])}"]


# The ways by which a company says a sentence, the surest first, and the words before those who print it.
_WORDS = {_OWN: "", _QUOTED: "quoted by", _REPORTED: "as reported by"}


def _names(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
