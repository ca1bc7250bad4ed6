"""How a figure is cited and downloaded: the box below it, and the words that go along with its files."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from claimcheck.bibtex import entry, tex
from claimcheck.charts import columns
from claimcheck.charts.columns import Table
from claimcheck.publication import Edition
from claimcheck.site.markup import esc, tag

FILES = (
    ("svg", "SVG", "the picture with its title, caption and footnote"),
    ("png", "PNG", "the same, 16 cm wide at 300 dpi"),
    ("csv", "CSV", "what the chart draws"),
    ("json", "Vega-Lite", "the chart with its data, for the Vega editor"),
    ("txt", "Words", "caption, footnote, citation, and what the columns are"),
)
# Files that cannot be moved by a slider.
_STILL = ("svg", "png", "csv")
_AUTHOR = "claimcheck"


def footnote(figure: Mapping[str, Any]) -> str:
    """The part of the caption that the usage rules of MLCommons ask for; empty for a figure without a result."""
    last = re.split(r"\n\s*\n", figure["caption"].strip())[-1]
    return last if "trademarks of MLCommons" in last else ""


def permanent(figure_id: str, edition: Edition) -> str:
    """The address that leads to a figure, wherever it stands."""
    return edition.page(f"figures/{figure_id}")


def plain(figure: Mapping[str, Any], edition: Edition) -> str:
    """The citation as text, the footnote below it."""
    return "\n\n".join(part for part in (_reference(figure, edition), footnote(figure)) if part)


def _reference(figure: Mapping[str, Any], edition: Edition) -> str:
    day = f"{edition.release.day} {edition.release:%B %Y}"
    return (
        f"{_AUTHOR} ({edition.release.year}): {figure['title']}. Figure, version {edition.version}, {day}. "
        f"{permanent(figure['id'], edition)}"
    )


def bibtex(figure: Mapping[str, Any], edition: Edition) -> str:
    """The citation as BibTeX."""
    fields = {
        "author": f"{{{_AUTHOR}}}",
        "title": f"{{{tex(figure['title'])}}}",
        "year": str(edition.release.year),
        "month": str(edition.release.month),
        "note": f"Figure, version {edition.version}, {edition.release.isoformat()}",
        "url": permanent(figure["id"], edition),
    }
    return entry(f"claimcheck{edition.release.year}-{figure['id']}", fields)


def details(figure: Mapping[str, Any], table: Table, edition: Edition) -> dict[str, Any]:
    """The words of a figure for its JSON; the columns are those of its CSV, in order."""
    return {
        "title": figure["title"],
        "caption": figure["caption"],
        "citation": plain(figure, edition),
        "url": permanent(figure["id"], edition),
        "state": "the sliders as they stand at first" if table.sliders else None,
        "columns": [
            {"name": one.name, "field": one.field} | ({"panels": list(one.panels)} if one.panels else {})
            for one in table.columns
        ],
    }


def words(figure: Mapping[str, Any], table: Table, edition: Edition) -> str:
    """The text file that goes with the CSV: a CSV with comments could not be read, so they are here."""
    listed = [f"- {one.name}{_explained(one.name, one.field, one.panels)}" for one in table.columns]
    state = "The sliders stand as they do at first. " if table.sliders else ""
    return "\n\n".join(
        (
            figure["title"],
            figure["description"],
            figure["caption"],
            f"Data ({figure['id']}.csv), a line for each datum that the chart draws. {state}Columns:\n"
            + "\n".join(listed),
            f"Cite as:\n{_reference(figure, edition)}",
            bibtex(figure, edition),
        )
    )


def _explained(name: str, field: str | None, panels: Sequence[str]) -> str:
    if field is None:
        marks = "the marks by which the line is drawn; text or rule alone: a label or a line beside the data"
        return f": {'the part of the chart' if name == 'panel' else marks}"
    return f" (in {', '.join(panels)})" if panels else ""


def box(figure: Mapping[str, Any], edition: Edition, folder: str, errata: str = "") -> str:
    """The box below a figure; ``folder`` is the address of the downloads from its page, ``errata`` HTML."""
    sliders = columns.has_sliders(figure["spec"])
    links = "".join(
        tag("li", _download(figure["id"], folder, ending, name, what, sliders)) for ending, name, what in FILES
    )
    address = permanent(figure["id"], edition)
    link = tag("a", esc(address), "cc-cite__link", href=f"{folder}{figure['id']}.html")
    copies = "".join(
        tag("dt", esc(term)) + tag("dd", tag("pre", esc(text.strip()), "cc-cite__text", tabindex="0"))
        for term, text in (("Citation", plain(figure, edition)), ("BibTeX", bibtex(figure, edition)))
    )
    parts = tag("dt", "Files") + tag("dd", tag("ul", links, "cc-cite__files"))
    parts += tag("dt", "Permanent link") + tag("dd", link) + copies
    fold = tag("details", tag("summary", "Download and cite") + tag("dl", parts), "cc-cite")
    return errata + fold + tag("p", esc(address), "cc-cite__printed")


def _download(figure_id: str, folder: str, ending: str, name: str, what: str, sliders: bool) -> str:
    address = f"{folder}{figure_id}.{ending}"
    said = f"{what}, the sliders as they stand at first" if sliders and ending in _STILL else what
    return f"{tag('a', name, href=address, download=f'{figure_id}.{ending}')} {tag('span', esc(said))}"
