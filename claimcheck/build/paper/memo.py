"""A brief of two pages on the headline claims: ``make memo``.

Everything in it is computed from the register and the tables, and its charts are those of the notebooks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from claimcheck.build.paper.browser import press
from claimcheck.charts import picture
from claimcheck.charts.fonts import embedded_css
from claimcheck.claims.texts.export import sentences
from claimcheck.claims.verdict.evidence import Evidence
from claimcheck.claims.verdict.result import ClaimResult
from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.printing import sentence
from claimcheck.data.edition import ROOT, read_citation
from claimcheck.site import BRIEF
from claimcheck.site.book import Book
from claimcheck.site.frame import html

FOLDER = Path(__file__).parent
SHEETS = 2
# Claims that are told together, with the figure that shows them: its notebook and its id.
HEADLINES = (
    ((1,), "notebooks/speedup", "in-short"),
    ((7,), "notebooks/cost", "cost-calculator"),
    ((11, 12), "notebooks/wins", "cloud"),
)
# Of a strongest case and of an explanation, the sentences that fit into so many characters.
CASE, EXPLAINED = 250, 500
# The results behind a claim are named one by one when they are so few; what rests on more rounds is a count.
_NAMED, _ROUNDS = 4, 2
# The claim whose text a reader can copy.
_QUOTED = 1


def memo_html(book: Book) -> str:
    """The brief as one HTML document that needs no other file.

    Raises KeyError for a number that is not known and for a figure that is not in its notebook.
    """
    keys = re.findall(r"n\['([\w.-]+)'\]", (FOLDER / "memo.html").read_text(encoding="utf-8"))
    claims = {claim.number: claim for claim in book.claims}
    told = [[claims[number] for number in numbers] for numbers, *_ in HEADLINES]
    figures = [book.figures(ROOT / f"{notebook}.ipynb")[name] for _, notebook, name in HEADLINES]
    rows = {row_id for figure in figures for row_id in figure["row_ids"]}
    for evidence in (*map(book.evidence, keys), *(claim.evidence for together in told for claim in together)):
        places = [place for place in evidence if place.table == "inference_results"]
        if len({place.commit for place in places}) <= _ROUNDS:
            rows |= {place.row_id for place in places}
    environment = html.templates(FOLDER)
    environment.finalize = typeset
    environment.filters |= {"leading": leading, "fresh": _fresh, "address": _address}
    return environment.get_template("memo.html").render(
        n={key: book.numbers[key].text for key in keys},
        headlines=[
            {"claims": together, "figure": figure, "page": page, "picture": _picture(figure), "notes": _notes(together)}
            for together, figure, (_, page, _) in zip(told, figures, HEADLINES, strict=True)
        ],
        footnote=book.rounds_footnote((), sorted(rows & {*book.results["row_id"]})),
        css=Markup(embedded_css() + (FOLDER / "memo.css").read_text(encoding="utf-8")),
        quote=book.quotation(claims[_QUOTED]),
        publication=read_citation(),
        lengths=(CASE, EXPLAINED),
    )


def typeset(text: object) -> object:
    """Text with the quotation marks and apostrophes of print; HTML as it is."""
    if type(text) is not str:
        return text
    return re.sub(r'"([^"]*)"', r"“\1”", text).replace("'", "’")


def leading(text: str, length: int) -> str:
    """As many whole sentences of ``text`` as fit into ``length`` characters, one at least."""
    taken, *others = sentences(text)
    for following in others:
        if len(taken) + len(following) >= length:
            break
        taken += f" {following}"
    return taken


def _fresh(texts: Iterable[str]) -> Iterator[str]:
    """The texts without sentences that an earlier one has."""
    seen: set[str] = set()
    for text in texts:
        new = [line for line in sentences(text) if line not in seen]
        seen |= set(new)
        if new:
            yield " ".join(new)


def _address(url: str) -> Markup:
    """A web address in print: without its scheme, to be broken after a slash."""
    return Markup("/<wbr>").join(url.removeprefix("https://").split("/"))


def _picture(figure: dict[str, Any]) -> Markup:
    """A figure's chart as SVG, without what a reader sets: nobody moves a slider on paper."""
    spec = picture.specification(figure)
    spec["datasets"] = {n: [row for row in rows if "yours" not in row.values()] for n, rows in spec["datasets"].items()}
    # Each mark through which others can be seen would be an object of its own in the PDF.
    drawn = re.sub(r' (fill-|stroke-)?opacity="0\.[\d]+"', "", picture.draw(spec))
    named = {"role": "img", "aria-label": figure["description"]}
    return Markup(picture.tidy(picture.light(drawn), f"fig-{figure['id']}", named))


def _notes(together: Sequence[ClaimResult]) -> Iterator[tuple[str, str, dict[str, str]]]:
    """The notes on claims told together: how the figures come about, then the results behind, with links to records.

    Of each a head, a text, and addresses with their words.
    """
    hows: dict[str, list[str]] = {}
    for claim in (claim for claim in together if claim.figures):
        hows.setdefault(claim.figures[0].how, []).extend([] if claim.definitions else [claim.computed_text])
    yield from ((", ".join(heads), sentence(how), {}) for how, heads in hows.items())
    results: dict[str, dict[str, Evidence]] = {}
    for place in (place for claim in together for place in claim.evidence):
        results.setdefault(place.result_id, {})[place.url] = place
    if len(results) <= _NAMED and "" not in results:
        for result, places in results.items():
            # Of the label the submitter, and what follows the system's name.
            submitter, _, system = next(iter(places.values())).label.partition(": ")[2].partition(", ")
            links = {url: "log" if place.table == "loadgen_runs" else "record" for url, place in places.items()}
            yield result, f"{submitter}, {system.partition(', ')[2]}", links


if __name__ == "__main__":
    try:
        press(memo_html(Book(ROOT / "data")), ROOT / "_build" / BRIEF, SHEETS)
    except ClaimcheckError as error:
        raise SystemExit(str(error)) from None
    print(f"_build/{BRIEF}: {SHEETS} pages")
