"""How a figure is cited and downloaded: the line of source below it, and the words that go along with its files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimcheck.charts.picture import footnote, permanent
from claimcheck.claims.texts.footnote import source_line, without_legend
from claimcheck.data.edition import AUTHOR, FORMATS, Edition, Work
from claimcheck.report.parts.html import day_text, esc, paragraphs, tag

FILES = (
    ("svg", "SVG", "the picture with its title, caption and footnote"),
    ("png", "PNG", "the same, 16 cm wide at 150 dpi"),
    ("csv", "CSV", "what the chart draws"),
    ("json", "Vega-Lite", "the chart with its data, for the Vega editor"),
    ("txt", "Text", "caption, footnote, columns, rows and citation"),
    *((ending, name, "the citation") for ending, (_, name) in FORMATS.items()),
)
# Files that cannot be moved by a slider.
_STILL = ("svg", "png", "csv")
# So many rows behind a figure are named on its page.
_NAMED = 12


def plain(figure: Mapping[str, Any], edition: Edition) -> str:
    """The citation as text, the footnote below it."""
    return "\n\n".join(part for part in (_reference(figure, edition), footnote(figure)) if part)


def _reference(figure: Mapping[str, Any], edition: Edition) -> str:
    return (
        f"{AUTHOR} ({edition.release.year}): {figure['title']}. Figure, version {edition.version}, "
        f"{day_text(edition.release)}. {permanent(figure['id'], edition)}"
    )


def work(figure: Mapping[str, Any], edition: Edition) -> Work:
    """The figure as something to cite."""
    return Work(f"-{figure['id']}", figure["title"], permanent(figure["id"], edition), edition, "Figure")


def details(figure: Mapping[str, Any], edition: Edition) -> dict[str, Any]:
    """The words of a figure for its JSON; the columns are those of its CSV, in order."""
    return {
        "title": figure["title"],
        "caption": figure["caption"],
        "citation": plain(figure, edition),
        "url": permanent(figure["id"], edition),
        "state": "the sliders as they stand at first" if has_sliders(figure) else None,
        "columns": [
            {"name": heading, "field": field}
            for heading, field in zip(figure["table"]["headings"], figure["table"]["fields"], strict=True)
        ],
    }


def words(figure: Mapping[str, Any], edition: Edition) -> str:
    """The text file that goes with the CSV: a CSV with comments could not be read, so they are here."""
    listed = [f"- {heading}" for heading in figure["table"]["headings"]]
    state = "The sliders stand as they do at first. " if has_sliders(figure) else ""
    return "\n\n".join(
        (
            figure["title"],
            figure["description"],
            figure["caption"],
            f"Data ({figure['id']}.csv), a line for each datum that the chart draws. {state}Columns:\n"
            + "\n".join(listed),
            *(["Rows behind it:\n" + "\n".join(figure["row_ids"])] if figure["row_ids"] else []),
            f"Cite as:\n{_reference(figure, edition)}",
            work(figure, edition).bibtex,
        )
    )


def has_sliders(figure: Mapping[str, Any]) -> bool:
    """Whether sliders move a figure's chart."""
    return any("bind" in param for param in figure["spec"].get("params", ()))


def box(figure: Mapping[str, Any], edition: Edition, folder: str, snippet: str, errata: str = "") -> str:
    """The line of source below a figure, which unfolds into caption, files, link, citation and rows.

    ``folder`` is the address of the downloads from its page, ``snippet`` the code that shows the figure elsewhere,
    ``errata`` HTML, which is never folded.
    """
    links = " ".join(_download(figure, folder, ending, name, what) for ending, name, what in FILES)
    address = permanent(figure["id"], edition)
    link = tag("a", esc(address), "cc-cite__link", href=f"{folder}{figure['id']}.html")
    copies = texts(
        ("Citation", plain(figure, edition)), ("BibTeX", work(figure, edition).bibtex), ("Code to embed it", snippet)
    )
    parts = tag("dt", "Files") + tag("dd", links, "cc-cite__files")
    parts += tag("dt", "Permanent link") + tag("dd", link)
    if ids := figure["row_ids"]:
        more = f" and {len(ids) - _NAMED:,} more, listed in the text file" if len(ids) > _NAMED else ""
        parts += tag("dt", "Rows behind it") + tag("dd", esc(", ".join(ids[:_NAMED]) + more), "cc-cite__rows")
    named = source_line(figure["caption"])
    line = esc(f"Source: {named}." if named else "Sources and notes.")
    summary = tag("summary", f"{line} {tag('span', 'Notes, data, citation', 'cc-cite__more')}")
    notes = paragraphs(without_legend(figure["caption"]))
    fold = tag("details", summary + notes + tag("dl", parts + copies), "cc-cite")
    return errata + fold + tag("p", esc(address), "cc-cite__printed")


def texts(*named: tuple[str, str]) -> str:
    """Texts to copy, each with its name, as part of a list in a box; a script adds the buttons."""
    return "".join(
        tag("dt", esc(name)) + tag("dd", tag("pre", esc(text.strip()), "cc-cite__text", tabindex="0"))
        for name, text in named
    )


def _download(figure: Mapping[str, Any], folder: str, ending: str, name: str, what: str) -> str:
    hint = f"{what}, the sliders as they stand at first" if has_sliders(figure) and ending in _STILL else what
    file = f"{figure['id']}.{ending}"
    return tag("a", name, href=f"{folder}{file}", download=file, title=hint)
