"""Check registers where SQL cannot do it well: figures in the words that print them, tests that a claim must have.

Each function in CHECKS is a check of a folder of data and the claims in it; the first paragraph of its docstring is the
rule.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from claimcheck.claims.register.articles import texts_of
from claimcheck.claims.register.claim import Claim
from claimcheck.core.documents import document
from claimcheck.data import paths
from claimcheck.data.facts import Price, read_prices
from claimcheck.data.registers import ClaimRegister, read_registers
from claimcheck.data.rounds import read_rounds
from claimcheck.data.stacks import Sourced, read_figures

# Numbers as words, and words that scale the number before them.
_UNITS = [
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_WORDS = (
    {word: float(value) for value, word in enumerate(_UNITS)}
    | {word: 10.0 * value for value, word in enumerate(_TENS, 2)}
    | {"half": 0.5, "once": 1.0, "twice": 2.0, "double": 2.0, "doubles": 2.0, "doubled": 2.0, "doubling": 2.0}
    | {"triple": 3.0, "tripled": 3.0, "hundred": 100.0, "thousand": 1000.0}
    | {"first": 1.0, "best": 1.0, "second": 2.0, "third": 3.0}
)
_SCALES = {
    "thousand": 1e3, "k": 1e3, "million": 1e6, "m": 1e6, "billion": 1e9, "gb": 1e9, "tb": 1e12, "pflops": 1e15,
    "petaflops": 1e15,
}  # fmt: skip
_DIGITS = re.compile(
    r"(?<![\w.])(?:v)?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    rf"(?:[- ]?({'|'.join(_SCALES)}|cents?)\b)?",
    re.I,
)
_WORD = re.compile(r"[a-z]+", re.I)
# A number with its unit in our own words, which are outside of quotations and {keys}.
_ADDRESS_DAY = re.compile(r"/(20\d\d)[/-](\d\d)(?:[/-](\d\d))?(?=[/-])")
_APART = re.compile(r"\"[^\"]*\"|“[^”]*”|{[^}]*}|`[^`]*`")
_TYPED = re.compile(
    r"(?<![\w.,$€-])(\d[\d,]*(?:\.\d+)?)(?:x(?!\w)|-fold\b|\s?%|\s(?:GPUs?|accelerators?|chips?|(?:token|sample|querie)s/s)\b)"
)


def figures_in(text: str) -> set[float]:
    """Every figure that ``text`` prints, as a number; scaled as well by a word behind it (30 cents: 0.3)."""
    figures = set()
    for digits, scale in _DIGITS.findall(text):
        number = float(digits.replace(",", ""))
        figures.add(number)
        if scale.lower().startswith("cent"):
            figures.add(number / 100)
        elif scale:
            figures.add(number * _SCALES[scale.lower()])
    words = [word.lower() for word in _WORD.findall(text)]
    figures |= {_WORDS[word] for word in words if word in _WORDS}
    figures |= {_WORDS[tens] + _WORDS[units] for tens, units in pairwise(words) if tens in _TENS and units in _UNITS}
    return figures


def prints(text: str, figure: float) -> bool:
    """Whether ``text`` prints ``figure``, to the digits that it has."""
    return any(abs(printed - figure) <= 1e-9 * max(1.0, abs(figure)) for printed in figures_in(text))


@dataclass(frozen=True)
class Fault:
    """A cell that breaks a rule: the row with this key, the column, its value and, in words, what is expected of it.

    ``table_name`` is a table, or a register's path below data; then ``row_key`` is the entry.
    """

    table_name: str
    row_key: str
    column_name: str
    value: object
    expected: object = None

    def __str__(self) -> str:
        expected = f", expected {self.expected}" if self.expected is not None else ""
        return f"{self.row_key}: {self.column_name} is {'empty' if self.value is None else self.value}{expected}"

    def line(self, data: Path) -> int | None:
        """The line of the cell in the register, or of the nearest key around it; None for a row of a table."""
        if not self.table_name.endswith(".yml"):
            return None
        register, own = document(data / self.table_name), self.row_key.removeprefix(f"{self.table_name} ")
        own = own.rpartition("/")[2]
        section = next((f"{name}." for name, entries in register.values.items() if own in entries), "")
        return register.line_of(f"{section}{own}.{self.column_name}")


def _file(head: ClaimRegister, data: Path, name: str = paths.CLAIMS_FILE) -> str:
    """Path of a file of a register below ``data``."""
    return (head.folder / name).relative_to(data).as_posix()


def published_figures(data: Path, claims: Sequence[Claim]) -> Iterator[Fault]:
    """A published figure is in the quotation of an article that prints it, or is the ratio of two that do."""
    figures = [
        (_file(claim.head, data), claim, place, figure)
        for claim in claims
        for place, figure in enumerate(claim.figures)
    ]
    quoted: dict[object, str] = defaultdict(str)
    for file, claim, _, figure in figures:
        places = [claim.said[key] for key in (claim.said if figure.articles is None else figure.articles)]
        words = [text for place in places for text in (place.quote or "", *place.prints)]
        quoted[file, figure.published, figure.unit] += " ".join(["", *words])
    for file, claim, place, figure in figures:
        words = quoted[file, figure.published, figure.unit]
        others = [other.published for other in claim.figures if other is not figure]
        ratios = [round(a / b, figure.decimals) for a in others for b in others if b and figure.unit == "x"]
        # Units that a text prints in full: 93 thousand tokens/s as 93,000.
        full = figure.published * _SCALES.get(figure.unit.partition(" ")[0], 1)
        if not (prints(words, figure.published) or prints(words, full) or figure.published in ratios):
            expected = f"a figure of the articles, which print: {words.strip() or 'nothing that is quoted'}"
            yield Fault(file, claim.id, f"figures[{place}].published", f"{figure.published:g}", expected)


def typed_numbers(data: Path, claims: Sequence[Claim]) -> Iterator[Fault]:
    """A ratio, share, rate or number of chips in our own words is one that the texts print, or comes from a {key}."""
    for head in read_registers(data):
        own = [claim for claim in claims if claim.head.folder == head.folder]
        said = [words for claim in own for line in claim.said.values() for words in (line.quote or "", *line.prints)]
        printed = figures_in(" ".join(said)) | {figure.published for claim in own for figure in claim.figures}
        texts = [
            (paths.CLAIMS_FILE, claim.id, words)
            for claim in own
            for words in (claim.strongest_case, *(condition.instead for condition in claim.conditions))
        ]
        texts += [(paths.ARTICLES_FILE, key, text.text) for key, text in texts_of(head).items()]
        for name, entry, words in [*texts, (paths.REGISTER_FILE, "head", head.text)]:
            for number in _TYPED.finditer(_APART.sub(" ", words)):
                if not figures_in(number[1]) <= printed:
                    expected = "a {key}, or a figure that the texts print"
                    yield Fault(_file(head, data, name), entry, "number", number[0], expected)


def dates_of_texts(data: Path, claims: Sequence[Claim]) -> Iterator[Fault]:
    """A text on a round is not older than the round's results, and is of the day that its address names."""
    days = {round_.key: round_.published for round_ in read_rounds(data)}
    for head in read_registers(data):
        published = days[f"training-{head.claims}" if head.name.startswith("training-") else head.claims] or ""
        path = head.folder / paths.ARTICLES_FILE
        for key, text in texts_of(head).items() if path.is_file() else ():
            if text.date is None:
                continue
            named = "-".join(part for part in _ADDRESS_DAY.findall(f"{text.address}/")[:1] for part in part if part)
            shorter = min(len(text.date), len(named)) if named else 0
            if text.date < published[: len(text.date)] or text.date[:shorter] != named[:shorter]:
                expected = f"{f'{named}, by its address, ' if named else ''}from {published} on"
                yield Fault(_file(head, data, path.name), key, "date", text.date, expected)


def _sourced(data: Path) -> Iterator[tuple[str, str, str, Sourced | Price, dict[float, list[float]]]]:
    """Figures with a source: file, entry, key, the source, and the forms in which each may be printed there.

    A ratio may be there as the gain in percent, a price as that of several accelerators together.
    """
    for name, one in read_figures(data).items():
        gain = [(one.value - 1) * 100] if one.unit == "x" else []
        yield paths.MECHANISM_FIGURES, name, "value", one, {one.value: [one.value, *gain]}
    for name, price in read_prices(data).prices.items():
        forms = {end: [round(end * price.of, 6)] for end in price.usd_per_hour}
        yield paths.PRICES, name, "usd_per_hour", price, forms


def quoted_figures(data: Path, claims: Sequence[Claim]) -> Iterator[Fault]:
    """A limit of the rules, a figure on a mechanism or a price is in the words of its source."""
    for file, name, key, source, forms in _sourced(data):
        if (source.quote is None) == (getattr(source, "unquoted", None) is None):
            yield Fault(file, name, "quote", source.quote, "a quotation, or the reason why there is none")
        for figure, printed in forms.items() if source.quote else ():
            if not any(prints(source.quote, form) for form in printed):
                yield Fault(file, name, key, f"{figure:g}", f"a figure of its source: {source.quote}")


def ranges_of_prices(data: Path, claims: Sequence[Claim]) -> Iterator[Fault]:
    """A scenario's prices are within those of its sources."""
    register = read_prices(data)
    for name, scenario in register.scenarios.items():
        ends = [end for key in scenario.within for end in register.prices[key].usd_per_hour]
        if not round(min(ends), 2) <= min(scenario.usd_per_hour) <= max(scenario.usd_per_hour) <= max(ends):
            low, high = scenario.usd_per_hour
            expected = f"{min(ends):g} to {max(ends):g}, those of {', '.join(scenario.within)}"
            yield Fault(paths.PRICES, name, "usd_per_hour", f"{low:g} to {high:g}", expected)


# In the order in which a page lists them.
CHECKS: tuple[Callable[[Path, Sequence[Claim]], Iterator[Fault]], ...] = (
    published_figures,
    typed_numbers,
    dates_of_texts,
    quoted_figures,
    ranges_of_prices,
)
