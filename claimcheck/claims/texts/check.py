"""Check a register that a reader wrote against the committed tables: verdicts, or every fault of the file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic import Field

from claimcheck.claims.register.claims import file_and_articles, read_each
from claimcheck.claims.tables import Tables, load_tables
from claimcheck.claims.texts.printing import MARKS, condition_text, readings_text, verdict_text, wrapped
from claimcheck.claims.verdict.evaluate import evaluate_claim
from claimcheck.claims.verdict.result import ClaimResult
from claimcheck.core.documents import Faults, Model, nearest, read
from claimcheck.core.errors import RegisterError
from claimcheck.data.tables import DATA_DIR


class _Sections(Model):
    """The sections of a register; what is in a claim is read claim by claim."""

    claims: dict[Any, Any]
    answers: dict[Any, Any] = Field({})


def check(path: Path, data: Path = DATA_DIR, tables: Tables | None = None) -> list[ClaimResult]:
    """The claims of the register ``path``, a file or a folder, with their verdicts, by number.

    Raises Faults with every fault of the file, RegisterError for a file that is no register.
    """
    path, articles, head = file_and_articles(path, data)
    _readable(path)
    claims, faults = read_each(path, articles, head)
    found = []
    if claims:
        tables = tables or load_tables(data)
    for claim in claims:
        try:
            found.append(evaluate_claim(claim, tables))
        except RegisterError as fault:
            faults.append(fault)
    if faults:
        raise Faults(path, faults)
    return found


def _readable(path: Path) -> None:
    """Raise RegisterError or Faults for what is no file of plain YAML with the sections of a register."""
    if not path.is_file():
        what = "is no file" if path.exists() else "does not exist"
        rule = "check takes a YAML file, or a folder with claims.yml"
        raise RegisterError(what, where=path, rule=rule, fix=_beside(path))
    read(path, _Sections)


def _beside(path: Path) -> str | None:
    if path.exists() or not path.parent.is_dir():
        return None
    close = nearest(path.name, [p.name for p in path.parent.glob("*.y*ml")], 1)
    return f"did you mean {path.parent / close[0]}?" if close else None


def report(claims: Sequence[ClaimResult]) -> Iterator[str]:
    """Verdicts for a terminal: figures, conditions and evidence of each claim, line by line."""
    for claim in claims:
        if claim is not claims[0]:
            yield ""
        sign = MARKS[claim.verdict][1]
        yield from wrapped(f"{sign:<2} {claim.number}  {verdict_text(claim)}: {claim.statement}")
        for source in claim.sources:
            yield from wrapped(f"{source.what}: {source.where}", 3)
        for figure in claim.figures:
            ours = figure.computed.text if figure.computed else "none"
            yield from wrapped(f"published {figure.published.text}, ours {ours}: {figure.how}", 3)
        yield from wrapped(claim.explanation, 3)
        if claim.conditions:
            yield "   what the wording implies:"
        for condition in claim.conditions:
            yield from wrapped(f"{condition.name}: {condition_text(condition)}", 5)
        if claim.sensitivity:
            yield from wrapped(f"range of the figure: {readings_text(claim.sensitivity)}", 3)
        if claim.strongest_case:
            yield from wrapped(f"the strongest case for it: {claim.strongest_case}", 3)
        if claim.evidence:
            yield "   evidence:"
        for one in claim.evidence:
            yield from wrapped(f"{one.result_id} {one.label}".strip(), 5)
            yield f"       {one.url}"
