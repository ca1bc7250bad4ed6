"""No figure that the analysis gives is typed into prose: it comes by the role n, with its sources.

Read are the pages of book/ and, of the notebooks, the text cells and the strings of the code cells.
A figure is a number with a sign or a word of what it counts (2.77x, 60%, $0.30, 8 GPUs, eight GPUs), or one
with a thousands separator. Text in a role, in code, in a fence or in an address is not prose.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

COUNTED = (
    r"tokens?|tok/s|samples?|GPUs?|accelerators?|nodes?|results?|readings?|comparisons?|pairs?|claims?|rows?|runs?|"
    r"submitters?|entries|systems?|cents?|B300|GB300|GB200|B200"
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


class Allowed(NamedTuple):
    """A typed figure that may stand, why, and whether the analysis still gives it."""

    page: str
    figure: str
    why: str
    holds: Callable[[dict[str, Any]], bool] = lambda numbers: True


def text_is(key: str, text: str) -> Callable[[dict[str, Any]], bool]:
    return lambda numbers: numbers[key].text.endswith(text)


def values_are(**values: float) -> Callable[[dict[str, Any]], bool]:
    return lambda numbers: all(numbers[k.replace("__", ".").replace("_", "-")].value == v for k, v in values.items())


RACK = values_are(accelerators__before_server=72)
EIGHT = values_are(accelerators__nebius_8=8)
ALLOWED = [
    Allowed("index.md", "2.77x", "the book's title; a title holds no role", text_is("claim.1.published", "2.77x")),
    Allowed("index.md", "60%", "title and a link's text; the published bound", text_is("claim.7.published", "60%")),
    Allowed("speedup.py", "2.77x", "the page's title", text_is("claim.1.published", "2.77x")),
    Allowed("cost.py", "60%", "the published bound, also in the page's title", text_is("claim.7.published", "60%")),
    Allowed("cost.py", "Thirty cents", "a heading and a chart's title", values_are(claim__20__published=0.30)),
    Allowed("software.py", "2.77x", "the page's title", text_is("claim.1.published", "2.77x")),
    Allowed("method.md", "60%", "an example of a bound, quoted", text_is("claim.7.published", "60%")),
    Allowed("method.md", "2,907", "an example of a rule, quoted", values_are(claim__1__published_2=2907)),
    Allowed("find.md", "2.77x", "an example of a printed figure, quoted", text_is("claim.1.published", "2.77x")),
    Allowed("find.md", "8,064 tokens", "an example of a printed figure", values_are(claim__1__published_3=8064)),
    Allowed("method.md", "1,000,000", "tokens in a million"),
    Allowed("cost.py", "1,000,000", "tokens in a million"),
    Allowed("glossary.md", "99%", "what p99 is"),
    Allowed("glossary.md", "18 nodes", "what a GB300 NVL72 is"),
    Allowed("speedup.py", "eight GPUs", "of Nebius", EIGHT),
    Allowed("what-you-get.py", "72 GPUs", "what a GB300 NVL72 is", RACK),
    Allowed("what-you-get.py", "8 GB300", "names two systems", EIGHT),
    Allowed("what-you-get.py", "eight GPUs", "what a server of the rack is, by NVIDIA's notes"),
    Allowed("predictions.py", "50%", "the probability of an interval"),
    Allowed("predictions.py", "90%", "the probability of an interval"),
    Allowed("how-often.py", "95%", "the probability of an interval"),
    Allowed("how-often.py", "eight GPUs", "what a claim compares a rack with"),
    Allowed("limits.py", "90%", "the first of our thresholds of what is at a limit"),
    Allowed("limits.py", "98%", "the last of our thresholds of what is at a limit"),
    Allowed("method.md", "1,000", "how many figures the chance of a find is counted over"),
    Allowed("method.md", "2.77x", "an example of a printed figure, quoted", text_is("claim.1.published", "2.77x")),
    Allowed("mechanisms.py", "eight GPUs", "over which the formula spreads experts"),
    Allowed("mechanisms.py", "32 GPUs", "over which the formula spreads experts"),
    Allowed("mechanisms.py", "eight B200", "names two systems"),
    Allowed("accuracy.py", "99%", "MLPerf's rule for the target of most models"),
]  # fmt: skip


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
    return [*sorted((root / "book").glob("*.md")), *sorted((root / "notebooks").glob("*.py"))]


def test_no_figure_is_typed_but_those_that_may_stand(root: Path) -> None:
    typed = {(page.name, figure.lower()) for page in pages(root) for figure in figures_in(prose_of(page))}
    allowed = {(a.page, a.figure.lower()) for a in ALLOWED}
    assert typed - allowed == set(), "take the figure from the analysis, by the role n, or say here why it may stand"
    assert allowed - typed == set(), "an exception is left over"


def test_typed_figures_that_may_stand_are_still_what_the_analysis_gives(numbers) -> None:
    assert [(a.page, a.figure) for a in ALLOWED if not a.holds(numbers)] == []


@pytest.mark.parametrize(
    "text",
    [
        "NVIDIA's own rack gained 1.91x.", "It saves 64% of it.", "A price of $3.76 an hour.", "It costs $3.",
        "on 72 GPUs", "on\n288 accelerators", "2,494,310 in total", "a 2.8-fold gain", "gained 64 percent",
        "72 and 8 GPUs", "**2.77x**", "eight GPUs", "(1.68x)", "on Llama 3.1 405B it gained 1.52x",
        "six comparisons", "18 results",
    ],
)  # fmt: skip
def test_a_typed_figure_is_seen(text: str) -> None:
    assert len(figures_in(without_markup(text))) == 1, text


@pytest.mark.parametrize(
    "text",
    [
        "gained {n}`pair.gb300-server-own` on it", "`1.91x` in code", "```\n1.91x and $3\n```", "Llama 3.1 405B",
        "a GB300 NVL72", "v5.1 and v6.0", "on 1 April 2026", "× 3600 ×", "99 and 99.9 of one", "result 6.0-0082",
        "slowest of 100, tokens/s", "the first 8\n\nresults",
        "[a page](notebooks/2.77x.md)", "see https://example.org/60%25", "TTFT at p99", "of the 99th percentile",
    ],
)  # fmt: skip
def test_what_is_no_typed_figure_is_left_alone(text: str) -> None:
    assert figures_in(without_markup(text)) == []


def test_strings_of_code_cells_are_read(tmp_path: Path) -> None:
    page = tmp_path / "x.py"
    cells = '# %% [markdown]\n# Text.\n\n# %%\ntitle = f"It gained 1.91x over {before:.2f}x"\n'
    page.write_text(cells, encoding="utf-8")
    assert figures_in(prose_of(page)) == ["1.91x"]
