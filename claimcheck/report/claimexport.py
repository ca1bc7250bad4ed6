"""What ``claimcheck export`` prints: a claim found in the register, as it is recorded, in one format."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from claimcheck.claims.register.claim import Claim
from claimcheck.claims.register.reading import load_register
from claimcheck.claims.tables import load_tables
from claimcheck.claims.texts.export import FORMATS, answer_text, answers, find_claim
from claimcheck.claims.verdict.result import read_recorded
from claimcheck.core.errors import ClaimcheckError
from claimcheck.data.edition import read_edition
from claimcheck.data.tables import DATA_DIR


def content(word: str, form: str, data: Path = DATA_DIR) -> bytes:
    """The claim named by ``word`` (number or id) in ``form``: memo, csv, json, bibtex, ris, csl, svg or png.

    An answer about several claims, such as in-short, is a memo. The notebooks beside ``data`` hold the pictures.
    Raises ClaimcheckError for an unknown claim and for the picture of a claim that has none.
    """
    if form == "memo" and word in answers(data):
        tables = load_tables(data)
        return answer_text(word, read_recorded(tables), tables.results, data).encode()
    claims = load_register(data)
    found = find_claim(word, claims)
    if form in FORMATS:
        tables = load_tables(data)
        (claim,) = read_recorded(tables, only=[found.number])
        write, _ = FORMATS[form]
        return write(claim, tables.results, data).encode()
    # The makers of pictures bring Altair and Vega along, which no other format needs.
    from claimcheck.charts.picture import sheet
    from claimcheck.charts.png import bitmap

    drawn = sheet(picture(found, claims, data.parent), read_edition())
    return bitmap(drawn) if form == "png" else drawn.encode()


def picture(claim: Claim, claims: Sequence[Claim], book: Path) -> dict[str, Any]:
    """The stored figure that shows the claim. Raises ClaimcheckError, and names claims that have one."""
    if claim.picture is None:
        others = ", ".join(str(c.number) for c in claims if c.picture)
        raise ClaimcheckError(
            f"claim {claim.number} ({claim.id}) has no picture",
            rule=f"claims with a picture: {others}" if others else "no claim of the register has a picture",
            fix=f"add a picture to the claim in {claim.entry.path.name}, or export it as {', '.join(FORMATS)}",
        )
    from claimcheck.charts.figure import recorded

    page, name = claim.picture
    path = book / f"{page}.ipynb"
    figures = recorded(path)
    if name not in figures:
        known = f"it has {', '.join(figures)}" if figures else "there is no such notebook with figures"
        raise claim.entry.fail(f"no figure {name!r} in {page}", "picture", rule=known)
    return figures[name]
