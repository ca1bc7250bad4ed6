"""Check a register that a reader wrote against the committed tables: verdicts, or every fault of the file."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import yaml

from claimcheck.claims.evaluate import evaluate_claim, load_tables
from claimcheck.claims.model import Answer, ClaimResult, Tables
from claimcheck.claims.printing import readings_text
from claimcheck.claims.register import read_each
from claimcheck.errors import RegisterError
from claimcheck.registers import Entry, nearest, read_yaml, suggestion
from claimcheck.tables import DATA_DIR

# A register of fifty claims has some 60 kB.
MAX_BYTES = 1_000_000
# Deeper than any register goes; what parses YAML counts on the stack.
MAX_DEPTH = 20
SECTION = "claims"
# Units that do not depend on the result asked for. Others are the result's own.
_UNITS = {
    "ratio": ("x",),
    "percent": ("%",),
    "gain": ("%",),
    "saving": ("%",),
    "cost": ("$ per million tokens",),
    "rank": ("place",),
    "most_accelerators": ("accelerators",),
    "partners": ("partners",),
    "new_benchmarks": ("benchmarks",),
    "months": ("months",),
    "lowest_owner_gain": ("x",),
    "draft_tokens": ("tokens",),
    "minimum_rate": ("x",),
    "request_speed": ("x",),
    "highest_gain": ("x",),
}

# Of the others, in words.
_UNIT_WORDS = {
    "throughput": "the result's own: ``tokens/s``, ``samples/s``, ``queries/s``, ``ms``, ``s``, ``minutes``",
    "millions": "``million`` and the result's own",
    "per_accelerator": "the result's own and ``per accelerator``",
    "count": "what is counted",
    "largest": "``accelerators``, ``nodes``, or the result's own",
    "wins": "``wins`` or ``x``",
    "outside": "any",
    "specification": "any",
    "outside_results": "any",
}
_RESULTS, _TRAINING = "inference_results", "training_results"
# Questions that ask other tables than inference_results.
_OF_BOTH = ("throughput", "ratio", "percent", "gain", "rank", "count", "largest")
_TABLES = {name: (_RESULTS, _TRAINING) for name in _OF_BOTH} | {
    "wins": (_RESULTS, _TRAINING),
    "cost": (_RESULTS, "prices.yml"),
    "new_benchmarks": (_RESULTS, "benchmarks.yml"),
    "months": ("rounds.yml",),
    "draft_tokens": ("engine_settings",),
    "minimum_rate": ("loadgen_runs",),
    "request_speed": ("loadgen_runs",),
    "outside": (),
    "specification": (),
    "outside_results": (),
}


def unit_in_words(asked: str) -> str:
    """The unit of a figure that asks ``asked``, with code between double backticks."""
    return _UNIT_WORDS.get(asked) or " or ".join(f"``{unit}``" for unit in _UNITS[asked])


def tables_of(asked: str) -> tuple[str, ...]:
    """Tables and registers that the question ``asked`` rests on."""
    return _TABLES.get(asked, (_RESULTS,))


class Faults(RegisterError):
    """Every fault of a register; as text one line each."""

    def __init__(self, path: Path, faults: Sequence[RegisterError]) -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: fault.line or 0))
        super().__init__(f"{len(faults)} fault{'s' if len(faults) > 1 else ''}", where=path)

    def __str__(self) -> str:
        return "\n".join([f"{self.where}: {self.message}", *map(in_a_line, self.faults)])


def in_a_line(fault: RegisterError) -> str:
    """A fault in a line: place, what is wrong, the rule, the fix."""
    place = f"{fault.where}:{fault.line}" if fault.line is not None else str(fault.where)
    parts = [f"{place}: {fault.message}"]
    parts += [f"rule: {fault.rule}"] if fault.rule else []
    parts += [f"fix: {fault.fix}"] if fault.fix else []
    return " | ".join(" ".join(part.split()) for part in parts)


def check(path: Path, data: Path = DATA_DIR, tables: Tables | None = None) -> list[ClaimResult]:
    """The claims of the register ``path`` with their verdicts, by number.

    Raises Faults with the first fault of every claim that has one; RegisterError for a file
    that is no register.
    """
    _readable(path)
    articles = {name for name, _ in read_yaml(data / "articles.yml").section("articles")}
    claims, faults = read_each(path, articles)
    found = []
    if claims:
        tables = tables or load_tables(data)
    for claim in claims:
        try:
            found.append(evaluate_claim(claim, tables, inspect=check_unit))
        except RegisterError as fault:
            faults.append(fault)
    if faults:
        raise Faults(path, faults)
    return found


def _readable(path: Path) -> None:
    """Raise RegisterError for what is no file of plain YAML with a mapping ``claims``.

    It is looked at before anything is built of it. Anchors and aliases are not read: a few lines
    of them can stand for gigabytes.
    """
    if not path.is_file():
        what = "is a folder" if path.is_dir() else "is no file" if path.exists() else "does not exist"
        raise RegisterError(what, where=path, rule="check takes a YAML file", fix=_beside(path))
    if path.stat().st_size > MAX_BYTES:
        rule = f"a register has at most {MAX_BYTES:,} bytes"
        raise RegisterError(f"has {path.stat().st_size:,} bytes", where=path, rule=rule, fix="split it")
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        fix = "save it as UTF-8" if isinstance(error, UnicodeDecodeError) else None
        raise RegisterError(f"cannot be read: {error}", where=path, rule="registers are UTF-8", fix=fix) from error
    try:
        _plain(text, path)
        root = yaml.compose(text, Loader=yaml.CSafeLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or str(error)
        line = mark.line + 1 if mark else None
        there = text.split("\n")[line - 1] if line and line <= text.count("\n") + 1 else ""
        fix = "indent with spaces, not tabs" if "\t" in there else None
        rule = "registers are YAML"
        raise RegisterError(f"not YAML: {problem}", where=path, line=line, rule=rule, fix=fix) from error
    if root is None:
        raise RegisterError("is empty", where=path, rule=f"a register starts with `{SECTION}:`")
    if not isinstance(root, yaml.MappingNode):
        raise RegisterError("is not a mapping", where=path, line=1, rule=f"a register starts with `{SECTION}:`")
    for key, value in root.value:
        line = key.start_mark.line + 1
        if key.value != SECTION:
            rule = f"a register has one section, {SECTION}"
            fix = suggestion(key.value, [SECTION])
            raise RegisterError(f"unknown section {key.value!r}", where=path, line=line, rule=rule, fix=fix)
        if not isinstance(value, yaml.MappingNode):
            rule = f"below `{SECTION}:` stand claims, each under a name of its own"
            raise RegisterError(f"{SECTION} is not a mapping", where=path, line=line, rule=rule)


def _plain(text: str, path: Path) -> None:
    depth = 0
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        line = event.start_mark.line + 1
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            rule, fix = "anchors and aliases are not read", "name another claim's row: {claim: ID, row: NAME}"
            raise RegisterError(f"anchor or alias {event.anchor!r}", where=path, line=line, rule=rule, fix=fix)
        if getattr(event, "tag", None):
            rule = "tags are not read: a register holds texts, numbers, lists and mappings"
            raise RegisterError(f"tag {event.tag!r}", where=path, line=line, rule=rule, fix="leave it out")
        if isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            depth += 1
            if depth > MAX_DEPTH:
                rule = f"a register is at most {MAX_DEPTH} levels deep"
                raise RegisterError("is nested too deep", where=path, line=line, rule=rule)
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            depth -= 1


def _beside(path: Path) -> str | None:
    if path.exists() or not path.parent.is_dir():
        return None
    close = nearest(path.name, [p.name for p in path.parent.glob("*.y*ml")], 1)
    return f"did you mean {path.parent / close[0]}?" if close else None


def check_unit(entry: Entry, spec: dict[str, Any], answer: Answer) -> None:
    """Raise RegisterError when a figure's unit is not that of what it asks for."""
    units = _expected(spec, answer)
    if units and spec["unit"] not in units:
        rule = f"{spec['ask']} of this result is in {' or '.join(units)}"
        raise entry.fail(f"unit is {spec['unit']!r}", "unit", rule=rule, fix=f"write unit: {units[0]}")


def _expected(spec: dict[str, Any], answer: Answer) -> tuple[str, ...]:
    """Units that fit; none where nothing can be said."""
    asked = spec["ask"]
    if asked in _UNITS:
        return _UNITS[asked]
    if asked == "wins":
        return ("x",) if spec["tally"] == "ratio" else ("wins",)
    what = spec.get("what", "value")
    if asked == "count" or what in ("accelerators", "nodes"):
        return (what, what.removesuffix("s"))
    of_results = ("throughput", "millions", "per_accelerator", "largest")
    if answer.value is None or answer.rows.empty or asked not in of_results:
        return ()
    unit = str(answer.rows.iloc[0]["unit"])
    if asked == "millions":
        return (f"million {unit}",)
    if asked == "per_accelerator" or what == "per_accelerator":
        return tuple(f"{unit} per {chip}" for chip in ("accelerator", "GPU", "chip"))
    return (unit,)


def report(claims: Sequence[ClaimResult], signs: dict[str, str], width: int = 100) -> Iterator[str]:
    """Verdicts for a terminal: figures, conditions and evidence of each claim, line by line."""
    for claim in claims:
        if claim is not claims[0]:
            yield ""
        yield from _wrapped(f"{signs[claim.verdict]:<2} {claim.number}  {claim.verdict}: {claim.statement}", 0, width)
        for source in claim.sources:
            yield from _wrapped(f"{source.what}: {source.where}", 3, width)
        for figure in claim.figures:
            ours = figure.computed.text if figure.computed else "none"
            yield from _wrapped(f"published {figure.published.text}, ours {ours}: {figure.how}", 3, width)
        yield from _wrapped(claim.reason, 3, width)
        if claim.conditions:
            yield "   what the wording implies:"
        for condition in claim.conditions:
            sign = "✓" if condition.holds else "✗"
            yield from _wrapped(f"{sign} {condition.name}: {condition.detail}", 5, width)
        if claim.sensitivity:
            yield from _wrapped(f"all defensible readings: {readings_text(claim.sensitivity)}", 3, width)
        if claim.strongest_case:
            yield from _wrapped(f"the strongest case for it: {claim.strongest_case}", 3, width)
        if claim.evidence:
            yield "   evidence:"
        for one in claim.evidence:
            yield from _wrapped(f"{one.result_id} {one.label}".strip(), 5, width)
            yield f"       {one.url}"


def _wrapped(text: str, indent: int, width: int) -> list[str]:
    first, rest = " " * indent, " " * (indent + 2)
    return textwrap.wrap(
        text, width, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    ) or [first]


