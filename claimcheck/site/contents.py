"""Pages that no file of the repository holds: those made from registers of claims.

A register of claims gives a page for each claim; every register but the first also gives a page of its own and one for
each of its articles. A company whose texts are among them has a page, and a chip with results in a recent round.
"""

from __future__ import annotations

import functools
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from sphinx.application import Sphinx
from sphinx.config import Config

from claimcheck.analysis import chips
from claimcheck.claims.register.articles import Article, read_articles, texts_of
from claimcheck.claims.register.reading import load_register
from claimcheck.data.registers import ClaimRegister, read_registers
from claimcheck.data.rounds import inference_rounds
from claimcheck.data.store import load
from claimcheck.site.frame.html import slug

CLAIMS, ARTICLES, COMPANIES, CHIPS = "claims", "book/articles", "book/companies", "book/chips"
# A chip has a page if it has results in so many of the latest rounds.
RECENT = 3
# How a company or an author replies to a verdict.
REPLY = "book/who#how-to-reply"
SCORECARD = "book/scorecard"
# How a company comes by claims, with the heading of those.
_WAYS = {"own": "In its own words", "reported": "As others report it"}
# The entries of ``_toc.yml`` where generated pages are listed: of claims, registers, articles, companies and chips.
_GLOBS = (f"{CLAIMS}/*", f"{CLAIMS}/*/*", f"{ARTICLES}/*/*", f"{COMPANIES}/*", f"{CHIPS}/*")

_PAGES = Environment(
    loader=FileSystemLoader(Path(__file__).parent), trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined
)


@functools.cache
def companies(data: Path) -> dict[str, list[Article]]:
    """The companies and organisations whose own claims were judged, each with its texts. Raises RegisterError."""
    texts = read_articles(data).values()
    named = filter(None, dict.fromkeys(text.company for text in texts))
    return {name: [text for text in texts if text.company == name] for name in named}


def company_page(name: str) -> str:
    """The page of a company."""
    return f"{COMPANIES}/{slug(name)}"


def recent_rounds(data: Path) -> list[str]:
    """The rounds of MLPerf Inference that pages of chips are about, oldest first."""
    return inference_rounds(data)[-RECENT:]


def chip_pages(data: Path) -> dict[str, str]:
    """The page of each chip that has results in the recent rounds, by its name. Raises TableError."""
    return {name: f"{CHIPS}/{slug(name)}" for name in _recent_chips(data)}


def chip_names(data: Path) -> dict[str, str]:
    """The page that each name of a chip leads to: its own, and those of its products."""
    pages = chip_pages(data)
    return {product: pages[name] for name, of in _recent_chips(data).items() for product in of} | pages


@functools.cache
def _recent_chips(data: Path) -> dict[str, list[str]]:
    return chips.recent(load("inference_results", data), recent_rounds(data))


def register_page(head: ClaimRegister) -> str:
    """The page of a register, with its scorecard."""
    return f"{ARTICLES}/index" if head.first else f"{ARTICLES}/{head.name}/index"


@functools.cache
def generated(data: Path) -> dict[str, str]:
    """The texts of the pages of claims, registers but the first, their articles, companies and chips, by page."""
    made = _PAGES.get_template("generated.md").module
    claims = load_register(data)
    sources = {f"{CLAIMS}/{claim.number}": f"```{{claim-page}} {claim.number}\n```\n" for claim in claims}
    for head in read_registers(data):
        if not head.first:
            texts = texts_of(head, others=False)
            sources[register_page(head)] = made.register(head, texts)
            sources |= {f"{ARTICLES}/{key}": made.article(text) for key, text in texts.items()}
    sources |= {page: made.chip(name) for name, page in chip_pages(data).items()}
    for name, texts in companies(data).items():
        ways = {
            way: (heading, sum(name in getattr(claim.whose, way) for claim in claims)) for way, heading in _WAYS.items()
        }
        newest_first = sorted(texts, key=lambda text: text.date or "", reverse=True)
        sources[company_page(name)] = made.company(name, newest_first, ARTICLES, ways)
    return sources


def generate(app: Sphinx, config: Config) -> None:
    """Write the sources of these pages, which are no part of the repository, and remove those of nothing.

    A source that is right already is left as it is, so that Sphinx does not read its page again.
    """
    root = Path(app.srcdir)
    sources = generated(root / "data")
    for name, text in sources.items():
        path = root / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    for path in (path for glob in _GLOBS for path in root.glob(f"{glob}.md")):
        if path.relative_to(root).as_posix().removesuffix(".md") not in sources:
            path.unlink()
