"""A brief of two pages on the headline claims: ``make memo``.

Everything in it is computed from the register and the tables, and its charts are those of the notebooks.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from claimcheck.analysis.derived import Tables, load_tables
from claimcheck.build.paper.browser import press
from claimcheck.charts.fonts import embedded_css
from claimcheck.charts.picture import draw, light, specification, tidy
from claimcheck.charts.record import recorded
from claimcheck.claims.register.attribution import STANCES
from claimcheck.claims.texts import wording
from claimcheck.claims.texts.export import answer, sentences
from claimcheck.claims.texts.footnote import rounds_footnote
from claimcheck.claims.verdict.evidence import Evidence
from claimcheck.claims.verdict.result import ClaimResult, read_recorded
from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.printing import sentence
from claimcheck.data.edition import CITATION, ROOT, read_citation
from claimcheck.data.numbers import read_numbers
from claimcheck.data.rounds import SUITES, keys_until
from claimcheck.site import BRIEF
from claimcheck.site.frame import html

FOLDER = Path(__file__).parent
TARGET = Path("_build", BRIEF)
SHEETS = 2
# Of a strongest case and of an explanation, the sentences that fit into so many characters.
_CASE, _EXPLAINED = 250, 500
# Results are named one by one when they are so few.
_NAMED = 4
_ROUNDS = 2
# The answer whose shortest text a reader can copy.
_QUOTED = "in-short"


@dataclass(frozen=True)
class Headline:
    """Claims that are told together, and the figure that shows them: notebook and figure id."""

    numbers: tuple[int | str, ...]
    notebook: str
    figure: str


HEADLINES = (
    Headline((1,), "notebooks/speedup", "in-short"),
    Headline((7,), "notebooks/cost", "cost-calculator"),
    Headline((11, 12), "notebooks/wins", "cloud"),
)


def memo_html(root: Path = ROOT, tables: Tables | None = None) -> str:
    """The brief as one HTML document that needs no other file; ``tables`` are those of ``root``, if read already.

    Raises KeyError for a number that is not known and for a figure that is not in its notebook.
    """
    data = root / "data"
    tables = tables or load_tables(data)
    wanted = [number for headline in HEADLINES for number in headline.numbers]
    recorded_claims = wording.printed_claims(read_recorded(tables), tables)
    claims = {claim.number: claim for claim in recorded_claims if claim.number in wanted}
    template = (FOLDER / "memo.html").read_text(encoding="utf-8")
    keys = list(dict.fromkeys(re.findall(r"n\['([\w.-]+)'\]", template)))
    known = {**wording.claim_numbers(recorded_claims, tables), **read_numbers(data)}
    cited = [wording.evidence_behind(known[key], tables, claims.values()) for key in keys]
    figures = [recorded(root / f"{headline.notebook}.ipynb")[headline.figure] for headline in HEADLINES]
    book = read_citation(root / CITATION.name)
    environment = html.environment([FOLDER])
    environment.filters["address"] = _address
    return environment.get_template("memo.html").render(
        n={key: known[key].text for key in keys},
        headlines=[_section(h, claims, f, book.url) for h, f in zip(HEADLINES, figures, strict=True)],
        claims=[_line(claims[number], book.url) for number in wanted],
        footnote=_footnote([*cited, *(claim.evidence for claim in claims.values())], figures, tables, data),
        css=Markup(embedded_css() + (FOLDER / "memo.css").read_text(encoding="utf-8")),
        quote=answer(_QUOTED, recorded_claims, tables.results, known, data),
        edition=book.edition,
        base=book.url,
        repository=book.repository,
    )


def _address(url: str) -> Markup:
    """A web address in print: without its scheme, to be broken after a slash."""
    return Markup("/<wbr>").join(url.removeprefix("https://").split("/"))


def _line(claim: ClaimResult, base: str) -> dict[str, Any]:
    """A claim in the table at the top."""
    return {
        "number": claim.number,
        "statement": _typeset(claim.statement),
        "published": claim.published_text,
        # The reason of such a verdict has the range.
        "computed": "no single figure" if claim.definitions else claim.computed_text,
        "badge": Markup(html.badge(claim.verdict)),
        "verdict": Markup(html.badge(claim.verdict, _typeset(claim.reason), claim.called)),
        "address": f"{base}{claim.address}.html",
    }


def _section(
    headline: Headline, claims: dict[int | str, ClaimResult], figure: dict[str, Any], base: str
) -> dict[str, Any]:
    """What the template needs of a headline: lines, explanations, conditions, readings, cases, notes and picture."""
    together = [claims[number] for number in headline.numbers]
    spec = specification(figure)
    # Nobody moves a slider on paper, so what a reader sets is not drawn.
    spec["datasets"] = {n: [row for row in rows if "yours" not in row.values()] for n, rows in spec["datasets"].items()}
    # Each mark through which others can be seen would be an object of its own in the PDF.
    drawn = re.sub(r' (fill-|stroke-)?opacity="0\.[\d]+"', "", draw(spec))
    picture = tidy(light(drawn), f"fig-{figure['id']}", {"role": "img", "aria-label": figure["description"]})
    return {
        "lines": [_line(claim, base) for claim in together],
        "whose": _told_once([f"{sentence(STANCES[c.nvidia.stance])} {c.nvidia.words}" for c in together if c.nvidia]),
        "explanations": _told_once([_leading(claim.explanation, _EXPLAINED) for claim in together]),
        # An explanation gives the range over definitions itself.
        "readings": [
            (c.published_text, wording.readings_text(c.sensitivity))
            for c in together
            if c.sensitivity and not c.definitions
        ],
        "case": _typeset(_leading(together[0].strongest_case, _CASE)),
        "afterwards": [sentence(claim.afterwards.finding) for claim in together if claim.afterwards],
        "notes": _notes(together),
        "title": _typeset(figure["title"]),
        "picture": Markup(picture),
        "figure_address": f"{base}{headline.notebook}.html#fig-{figure['id']}",
    }


def _told_once(texts: Sequence[str]) -> list[str]:
    """The texts without sentences that an earlier one has."""
    seen: set[str] = set()
    fresh = []
    for text in texts:
        new = [line for line in sentences(text) if line not in seen]
        seen |= set(new)
        fresh.append(_typeset(" ".join(new)))
    return [text for text in fresh if text]


def _typeset(text: str) -> str:
    """Text with the quotation marks and apostrophes of print."""
    return re.sub(r'"([^"]*)"', "\N{LEFT DOUBLE QUOTATION MARK}\\1\N{RIGHT DOUBLE QUOTATION MARK}", text).replace(
        "'", "\N{RIGHT SINGLE QUOTATION MARK}"
    )


def _leading(text: str, length: int) -> str:
    """As many whole sentences of ``text`` as fit into ``length`` characters, one at least."""
    taken, *others = sentences(text)
    for following in others:
        if len(taken) + len(following) >= length:
            break
        taken += f" {following}"
    return taken


def _notes(together: Sequence[ClaimResult]) -> list[dict[str, Any]]:
    """The margin notes of claims told together: how the figures come about, and the results behind, with records."""
    hows: dict[str, list[str]] = {}
    for claim in together:
        if claim.figures:
            hows.setdefault(claim.figures[0].how, []).extend([] if claim.definitions else [claim.computed_text])
    notes = [{"head": ", ".join(heads), "text": _typeset(sentence(how)), "links": []} for how, heads in hows.items()]
    results: dict[str, dict[str, Evidence]] = {}
    for evidence in (e for claim in together for e in claim.evidence):
        results.setdefault(evidence.result_id, {})[evidence.url] = evidence
    if 0 < len(results) <= _NAMED and "" not in results:
        for result, places in results.items():
            links = [("log" if place.table == "loadgen_runs" else "record", url) for url, place in places.items()]
            notes.append({"head": result, "text": _about(next(iter(places.values()))), "links": links})
    return notes


def _about(evidence: Evidence) -> str:
    """Of a label, the submitter and what follows the system's name: ``NVIDIA, deepseek-r1 Server, v5.1 closed``."""
    submitter, _, rest = evidence.label.partition(": ")[2].partition(", ")
    return f"{submitter}, {rest.partition(', ')[2]}"


def _footnote(
    cited: Sequence[Sequence[Evidence]], figures: Sequence[dict[str, Any]], tables: Tables, data: Path
) -> str:
    """The footnote in full: the results named one by one, then the rounds that are counted.

    What rests on more than two rounds is a count, and left to the rounds.
    """
    ids = {row_id for figure in figures for row_id in figure["row_ids"]}
    for evidence in cited:
        places = [e for e in evidence if e.table == "inference_results"]
        if len({place.commit for place in places}) <= _ROUNDS:
            ids |= {place.row_id for place in places}
    rows = tables.results[tables.results["row_id"].isin(ids)]
    return rounds_footnote(data, keys_until(data, suites=SUITES), results=rows)


def main(root: Path = ROOT) -> int:
    """Print the brief; return the exit code."""
    try:
        press(memo_html(root), root / TARGET, script=(FOLDER / "memo.js").read_text(encoding="utf-8"), pages=SHEETS)
    except ClaimcheckError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{TARGET}: {SHEETS} pages")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
