"""What we say of results with words such as only, every or never is tied to an expression that must hold.

Read are the places that are read alone: headings, openings with their answers, page descriptions, titles of charts
and tables, descriptions of charts, what is said of each round and text, the front page and its like and
the README. Each such word of theirs is in words that ``holds`` guards, in its own notebook or in
``notebooks/sentences.py``, which runs with the book; else it is an opinion that says so, or is listed here with its
reason.
"""

from __future__ import annotations

import ast
import functools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import jupytext
import pytest
import yaml
from nbformat import NotebookNode

from claimcheck.charts.figure import recorded
from claimcheck.claims.texts.wording import claim_numbers
from claimcheck.claims.verdict.result import CONTRADICTED
from claimcheck.cli import main
from claimcheck.data.numbers import read_numbers
from tests.claims.test_prose import FENCE

if TYPE_CHECKING:
    from claimcheck.analysis.derived import Tables
    from claimcheck.claims.verdict.result import ClaimResult

ABSOLUTE = re.compile(
    r"\b(?:only|every|everyone|all|none|nobody|never|always|cannot|most|at least|first|highest|best|lowest|largest|"
    r"possible|needs?|because)\b",
    re.IGNORECASE,
)
# Texts whose figures are filled in elsewhere.
_MADE = re.compile(r"registers$|claimcheck/site/")
OPINION = re.compile(
    r"\b(?:we (?:think|expect|suggest|advise)|in our (?:view|reading)|our (?:opinion|advice))\b", re.IGNORECASE
)
# Pages of book/ that are read whole; of the others their headings, openings and descriptions.
WHOLE = {"index.md", "travel.md", "who.md", "README.md", "CITATION.cff"}
SENTENCES = "sentences.py"
HELD = {"own", "claim", "result", "count"}
NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
# Sentences that say nothing of ours about results: a label of what a table has; what a stage of travel.md says.
NO_ASSERTION = re.compile(
    r"(?:every|all) (?:claim|command|comparison|result|run)s?(?:, three ways)?|the schema of every table|"
    r"scorecard: every claim|"
    r"the words that you need|\*(?:lost|added|changed):\*.*|\*\*.*\*\* \(.*\)|"
    r"what (?:a rerun cannot reproduce|cannot be found here)|the largest gains",
    re.IGNORECASE,
)
# Sentences on what a text prints, or what of it we read.
OF_TEXTS = re.compile(
    r"^It (?:prints|gives|says|counts)\b|\b(?:could (?:not )?(?:be )?read|gives to read|We read|it names|report says)\b"
)
# Words within a sentence that say nothing of results, and why.
NAMES = {
    "All results": "a page",
    "first sentence": "a place in a text",
    "best result of each chip": "which results a table has",
    "A figure that differs only because one list prints": "a rule of ours",
    "A claim is reproduced only where both ends of a span give it": "a rule of ours",
    "A program decides every verdict": "how a verdict is made",
    "nobody types one": "how a verdict is made",
    "Two results are only comparable when": "a rule of MLCommons'",
    "Every result in our tables is here": "what a table has",
    "the benchmark that most companies submitted in the latest round": "what a page computes",
    "first token": "what a limit of MLPerf's is on",
    "Corrected since it was first printed": "what we say of ourselves",
    "labelled before it first read them": "how the tool was measured",
    "right at first sight": "how the tool was measured",
    "need scripts": "what a tool of a page takes",
    "needs scripts": "what a tool of a page takes",
    "The first {} of {} rows": "what a table shows",
    "of the first figure": "a switch of a page",
    "All rows": "a link",
    "All texts": "a link",
    "and {}, all in {}": "where a list goes on",
    "The benchmarks that most companies submitted in {}": "what a page computes",
    "first request to the last answer": "what a whole run is",
    "How far was the first Server result from": "a question",
    "all other submitters combined": "NVIDIA's own words",
    "all others": "against whom wins are counted",
    "All rights reserved": "the trademark legend",
    "MLPerf® Inference divides all output tokens": "a rule of MLPerf's, with its source on the page",
    "Nobody funds this report, and nobody has paid": "about ourselves",
    "rerun every page": "what a command does",
}


def paragraphs(text: str) -> list[str]:
    parts = re.split(r"\n\s*\n|^:::.*$|^\([\w-]+\)=$|^\s*- |^#+ |^\|.*$", text, flags=re.MULTILINE)
    return [" ".join(part.split()) for part in parts]


def sentences(text: str) -> list[str]:
    ends = r"(?<=[.?!])[^\w\s]{0,2}\s+(?=[\"“*{\[A-Z0-9(])"
    return [s for part in paragraphs(text) for s in re.split(ends, part) if s]


def read_alone(text: str, whole: bool) -> Iterator[str]:
    """Of a page's text, its description, its opening and its headings; of a ``whole`` one all sentences."""
    text = FENCE.sub("", text)
    front = re.match(r"---\n(.*?)\n---\n", text, re.DOTALL)
    if front:
        yield from sentences(yaml.safe_load(front[1]).get("description", ""))
        text = text[front.end() :]
    opening = text if whole else re.split(r"^##+ ", text, maxsplit=1, flags=re.MULTILINE)[0]
    yield from sentences(re.sub(r"^:class: .*$", "", opening, flags=re.MULTILINE))
    yield from re.findall(r"^##+ (.*)$", text[len(opening) :], re.MULTILINE)


def text_of(node: ast.expr) -> str:
    """A text of code; the fields of an f-string are {}."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)


def given(code: str, functions: str, position: int, keyword: str = "") -> list[ast.expr]:
    """What calls of some functions are given in one place, such as the titles of charts, and as ``keyword``."""
    calls = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call)]
    calls = [call for call in calls if getattr(call.func, "id", "") in functions.split()]
    named = [part.value for call in calls for part in call.keywords if part.arg == keyword]
    return [call.args[position] for call in calls] + named


def code_of(source: Path) -> str:
    return "\n".join(cell.source for cell in cells_of(source) if cell.cell_type == "code")


@functools.cache
def cells_of(source: Path) -> list[NotebookNode]:
    return jupytext.read(source, fmt="py:percent").cells


def text_cells(source: Path) -> str:
    return "\n\n".join(cell.source for cell in cells_of(source) if cell.cell_type == "markdown")


def guards(source: Path) -> list[str]:
    return [text_of(node) for node in given(code_of(source), "holds", 0)]


@functools.cache
def pages(root: Path) -> dict[str, tuple[str, bool]]:
    """The pages without code: their text, and whether it is read whole."""
    found = {}
    others = [root / "README.md", root / "CITATION.cff"]
    others += [path for path in root.glob("claimcheck/site/*/*.html") if path.parent.name != "theme"]
    for page in (*(root / "book").glob("*.md"), *(root / "book/articles").glob("*.md"), *others):
        text = page.read_text(encoding="utf-8")
        if page.suffix == ".cff":
            text = "\n\n".join(yaml.safe_load(text)[key] for key in ("message", "title", "abstract"))
        if page.suffix == ".html":
            text = re.sub(r"</?(?:b|a|code|small|span)\b[^>]*>", "", text)
            text = re.sub(r"\{#.*?#\}|\{%.*?%\}|<[^>]+>", "\n\n", text, flags=re.DOTALL)
        found[str(page.relative_to(root))] = (text, page.name in WHOLE or page.suffix == ".html")
    found["registers"] = (re.sub(r"\{[\w./-]+\}", "{}", "\n\n".join(of_registers(root / "data/claims"))), True)
    return found


def of_registers(folder: Path) -> Iterator[str]:
    """What is said of a round and of each text on it."""
    for path in sorted(folder.glob("*/*.yml")):
        read = yaml.safe_load(path.read_text(encoding="utf-8"))
        for part in (read.get("head"), *read.get("articles", {}).values()):
            yield from (part[name] for name in ("subject", "role", "text") if name in (part or {}))


def said(root: Path) -> Iterator[tuple[str, str, list[str]]]:
    """Page, sentence, and the guards that may tie it."""
    for source in sorted((root / "notebooks").glob("*.py")):
        own, titles = guards(source), given(code_of(source), "show table", 1, "says")
        told = (*map(text_of, titles), *read_alone(text_cells(source), whole=False))
        yield from ((source.name, sentence, own) for sentence in told)
    general = guards(root / "notebooks" / SENTENCES)
    for page, (text, whole) in pages(root).items():
        yield from ((page, sentence, general) for sentence in read_alone(text, whole))


def plain(text: str) -> str:
    """A text with its numbers as {} and its links as their words, on one line."""
    text = re.sub(r"`[^`]*`", "", re.sub(r"\{[\w-]+\}`[^`]*`|\{\{.*?\}\}|\{\.[\w-]+\}", "{}", text))
    return " ".join(re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text).split())


def untied(sentence: str, guards: list[str]) -> list[str]:
    """Words of the sentence that say something of all results and that no guard covers."""
    rest = plain(sentence)
    if OPINION.search(rest) or OF_TEXTS.search(rest) or NO_ASSERTION.fullmatch(rest):
        return []
    for words in map(plain, (*guards, *NAMES)):
        rest = rest.replace(words, " ") if words in rest else " " if rest in words else rest
    return ABSOLUTE.findall(rest)


def test_no_sentence_says_only_or_every_without_an_expression_that_must_hold(root: Path) -> None:
    every = [(page, sentence, untied(sentence, own)) for page, sentence, own in said(root)]
    found = [f"{page}: {sentence}  [{', '.join(words)}]" for page, sentence, words in every if words]
    assert not found, "\n".join(found)
    assert untied("On GB300 **only** Nebius gains {n}`a.b`.", ["On GB300 **only** Nebius gains {n}`c.d`"]) == []
    assert untied("In our view it is best.", []) == [] != untied("It is best.", [])


@pytest.mark.parametrize("source", sorted(NOTEBOOKS.glob("*.py")), ids=lambda path: path.stem)
def test_a_guarded_sentence_is_in_the_text(source: Path, root: Path) -> None:
    """A guard whose words neither the text nor a title has guards nothing."""
    guarding = given(code_of(source), "holds", 0)
    parts = {id(part) for node in guarding for part in ast.walk(node)}
    strings = (node for node in ast.walk(ast.parse(code_of(source))) if isinstance(node, (ast.Constant, ast.JoinedStr)))
    told = [text_of(node) for node in strings if id(node) not in parts]
    told.append(text_cells(source))
    if source.name == SENTENCES:
        told = [text for text, _ in pages(root).values()]
    text = plain("\n".join(told))
    for guard in guards(source):
        assert plain(guard) in text, f"{source.name} does not say: {guard}"


def test_our_own_command_finds_every_figure_of_our_own_pages_and_calls_none_wrong(
    root: Path, tables: Tables, claims: dict[int, ClaimResult], data_dir: Path, tmp_path: Path, capsys
) -> None:
    """What ``claimcheck text`` says of our pages, the answers of the notebooks and the titles of charts."""
    known = {**claim_numbers(list(claims.values()), tables), **read_numbers(data_dir)}
    told = {page: [*read_alone(*given)] for page, given in pages(root).items() if not _MADE.match(page)}
    for source in sorted(NOTEBOOKS.glob("*.ipynb")):
        titles = [figure["title"] for figure in recorded(source).values()]
        told[source.stem] = [*read_alone(text_cells(source.with_suffix(".py")), whole=False), *titles]
    number = re.compile(r"\{n\}`([^`]*)`")
    text = tmp_path / "own.md"
    # What one page is about is not what the next one is.
    parts = [part for said in told.values() for part in ("# A page", *said)]
    filled = [number.sub(lambda found: known[found[1]].text, part) for part in parts]
    text.write_text("\n\n".join(plain(part).replace("*", "") for part in filled), encoding="utf-8")
    main(("text", "--json", str(text)))
    found = json.loads(capsys.readouterr().out)["figures"]
    # A page says of a figure that it is contradicted.
    wrong = {str(one["claim"]) for one in found if one["wrong"]}
    assert wrong <= {str(number) for number, claim in claims.items() if claim.verdict == CONTRADICTED}, wrong
    # A figure in words, such as nine times, has no key.
    assert [one["figure"] for one in found if one["outcome"] not in HELD and re.search(r"\d", one["figure"])] == []
    shown = [key for part in parts for key in number.findall(part)]
    said = {key.split(".")[1] for key in shown if re.fullmatch(r"claim\.\w+\.published", key)}
    assert {"1", "7", "11", "12"} <= said
    assert {"1", "7", "11", "12"} - {str(one["claim"]) for one in found} == set()
    own = next(one for one in found if one["figure"] == known["pair.gb300-server-own"].text)
    assert known["pair.gb300-server-own"].formula in own["says"] and "#src-pair-gb300-server-own-" in own["address"]
