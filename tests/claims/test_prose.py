"""No figure that the analysis gives is typed into prose: it comes by the role n, with its sources.

Read are the pages of book/ and, of the notebooks, the text cells and the strings of the code cells.
A figure is a number with a sign or a word of what it counts (2.77x, 60%, $0.30, 8 GPUs, eight GPUs), or one
with a thousands separator. A number before a chip (8 GB300) names a system. Text in a role, in code, in a fence or
in an address is not prose.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from claimcheck.claims.texts.wording import claim_numbers
from claimcheck.data.numbers import read_numbers
from claimcheck.data.rounds import read_rounds

if TYPE_CHECKING:
    from claimcheck.analysis.derived import Tables
    from claimcheck.claims.verdict.result import ClaimResult

COUNTED = (
    r"tokens?|tok/s|samples?|GPUs?|accelerators?|nodes?|results?|readings?|comparisons?|pairs?|claims?|rows?|runs?|"
    r"submitters?|entries|systems?|cents?"
)
FIGURE = re.compile(
    rf"""(?<![\w.`]) (?:
        \$\s?\d[\d,.]*\d | \$\s?\d |                               # $0.30
        \d[\d,.]*\s?(?:x\b(?!\s*\d) | -?fold\b | % | percent\b) |  # 2.77x, 60%
        \d[\d,]*\ and\ \d[\d,]*\ (?:{COUNTED})\b |                 # 72 and 8 GPUs
        \d(?:[\d,]*\d)?\s(?:{COUNTED})\b |                         # 8 GPUs
        \d{{1,3}}(?:,\d{{3}})+\b                                   # 2,907
    )""",
    re.VERBOSE,
)
# Two and four are grammar more often than figures.
WORDS = re.compile(
    rf"\b(?:three|five|six|seven|eight|nine|ten|\w+teen|twenty|thirty|sixty) (?:{COUNTED})\b", re.IGNORECASE
)
# What looks like a figure and is a name.
NAMES = re.compile(r"Llama 3\.1 \d+B|Llama 2 70B|Mixtral 8x7B|GPT-OSS-120B|GB\d+ NVL72|v\d\.\d")
FENCE = re.compile(r"^(`{3,}).*?^\1`*[ ]*$", re.DOTALL | re.MULTILINE)
MARKUP = re.compile(r"\{[\w-]+\}`[^`]*`|`[^`]*`|(?<=\])\([^)]*\)|https?://\S+")


# A typed figure that must be that of the register or the tables, by page and figure: the number that it is.
SAME = {
    (page, figure): key
    for figure, key, of in (
        ("2.77x", "claim.1.published", "index.md _toc.yml speedup.py metric.py method.md"),
        ("60%", "claim.7.published", "_toc.yml cost.py method.md"),
        ("2,907", "claim.1.published-2", "method.md"),
        ("eight gpus", "accelerators.nebius-8", "speedup.py software.py"),
        ("8 gpus", "accelerators.nebius-8", "speedup.py software.py"),
        ("2.7x", "claim.8.published", "A5.md"),
        ("72 gpus", "accelerators.before-server", "what-you-get.py"),
    )
    for page in of.split()
}
COUNTS = {"eight": "8"}
# A typed figure that may be there, by page and figure, and why.
ALLOWED = {
    ("chips.py", "eight accelerators"): "the size at which two chips are compared",
    ("chips.py", "three submitters"): "from how many on the spread of a chip is measured",
    ("rerun.md", "200,000"): "a limit on what a reader writes",
    ("cost.py", "eight accelerators"): "the size at which two chips are compared",
    ("cost.py", "Thirty cents"): "a heading and a chart's title",
    ("method.md", "1,000,000"): "tokens in a million",
    ("cost.py", "1,000,000"): "tokens in a million",
    ("glossary.md", "99%"): "what p99 is",
    ("glossary.md", "18 nodes"): "what a GB300 NVL72 is",
    ("what-you-get.py", "eight GPUs"): "what a server of the rack is, by NVIDIA's notes",
    ("how-often.py", "95%"): "the probability of an interval",
    ("how-often.py", "eight GPUs"): "what a claim compares a rack with",
    ("method.md", "1,000 pairs"): "of more than these none is shown",
    ("mechanisms.py", "32 GPUs"): "over which the formula spreads experts",
}


def prose_of(path: Path, without: re.Pattern[str] | None = None) -> str:
    """What a reader reads of a page, without roles, code and addresses, and without what matches ``without``."""
    text = path.read_text(encoding="utf-8")
    if without is not None:
        text = without.sub("", text)
    if path.suffix == ".py":
        cells = re.split(r"^# %%", text, flags=re.MULTILINE)[1:]
        parts = []
        for cell in cells:
            head, _, body = cell.partition("\n")
            if head.strip().startswith("[markdown]"):
                parts.append(re.sub(r"^# ?", "", body, flags=re.MULTILINE))
            else:
                parts.extend(strings_of(body))
        text = "\n\n".join(parts)
    return without_markup(text)


def without_markup(text: str) -> str:
    return NAMES.sub("", MARKUP.sub("", FENCE.sub("", text)))


def strings_of(code: str) -> Iterator[str]:
    """Strings of a code cell that are words, an f-string's fields left out."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value.strip():
            yield node.value


def figures_in(prose: str) -> list[str]:
    paragraphs = [re.sub(r"\s*\n\s*", " ", part) for part in re.split(r"\n\s*\n", prose)]
    return [m[0] for pattern in (FIGURE, WORDS) for part in paragraphs for m in pattern.finditer(part)]


def pages(root: Path) -> list[Path]:
    found = (path for form in ("book/*.md", "notebooks/*.py", "book/articles/*.md") for path in sorted(root.glob(form)))
    return [*found, *(root / name for name in ("_toc.yml", "CITATION.cff", "README.md"))]


def test_no_figure_is_typed_but_those_that_may_stand(
    root: Path, tables: Tables, claims: dict[int, ClaimResult], data_dir: Path
) -> None:
    typed = {(page.name, figure.lower()) for page in pages(root) for figure in figures_in(prose_of(page))}
    allowed = {(page, figure.lower()) for page, figure in ALLOWED} | {*SAME}
    assert typed - allowed == set(), "take the figure from the analysis, by the role n, or say here why it may stand"
    assert allowed - typed == set(), "an exception is left over"
    known = {**claim_numbers(list(claims.values()), tables), **read_numbers(data_dir)}
    for (page, figure), key in SAME.items():
        first = figure.split()[0]
        assert COUNTS.get(first, first) in known[key].text.split(), (page, figure, known[key].text)
    assert figures_in(without_markup("It gained **2.77x** on eight GPUs; `1.91x`, v6.0.")) == ["2.77x", "eight GPUs"]


MONTH = "January|February|March|April|May|June|July|August|September|October|November|December"
DATE = re.compile(rf"(?:(\d{{1,2}}) )?({MONTH}) (\d{{4}})\b")
OF_ROUND = re.compile(rf"(?<![\w/-])(v\d\.\d)(?: of| \() ?({DATE.pattern})")
# Dates that no register has, and why they may stand.
DATES = {
    "July 2025": "when a reference was measured again, in accuracy.py with its source",
    "August 2026": "when a design was merged, in metric.py with its source",
    "December 2018": "of a text that wins.py links",
}


def iso(date: re.Match[str] | tuple[str, ...]) -> str:
    day, month, year = date
    number = f"{year}-{MONTH.split('|').index(month) + 1:02}"
    return f"{number}-{int(day):02}" if day else number


def test_a_typed_date_is_that_of_a_register_and_of_its_round(root: Path, data_dir: Path) -> None:
    published = {part.name: part.published for part in read_rounds(data_dir) if part.suite == "inference"}
    registers = [*data_dir.rglob("*.yml"), root / "CHANGELOG.md", root / "CITATION.cff"]
    known = set(
        re.findall(r"\b20\d\d-\d\d(?:-\d\d)?\b", "\n".join(path.read_text(encoding="utf-8") for path in registers))
    )
    known |= {date[:7] for date in known}
    faults = []
    for page in pages(root):
        text = " ".join(prose_of(page).split())
        for name, _, *date in OF_ROUND.findall(text):
            if not published[name].startswith(iso(tuple(date))):
                faults.append(f"{page.name}: {name} was published on {published[name]}")
        for date in DATE.finditer(text):
            if date[0] not in DATES and iso(date.groups()) not in known:
                faults.append(f"{page.name}: no register has {date[0]}")
    assert not faults, faults
