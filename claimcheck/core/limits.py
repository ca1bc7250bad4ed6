"""What comes from outside, read within bounds: files, text, JSON, numbers, names.

A fault is one of our errors with file, line and rule. The bounds are far above what any round holds, and low enough
that a hostile file costs no more time or memory than its size.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import re
import resource
import stat
import sys
import threading
from collections.abc import Collection, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import yaml

from claimcheck.core.errors import ClaimcheckError, UpstreamError

# Counts multiply with counts (nodes x accelerators), and the product is an integer of 64 bits in the tables.
MOST_COUNT = 10**9
# Nanoseconds of a year are 3e16; a sum of latencies that LoadGen lets overflow is 1.8e19.
MOST_FIGURE = Decimal("1e30")


# Bytes of a text that a stranger wrote; the largest register of ours has a fifth.
LARGEST = 1_000_000
# Bytes of address space that a stranger's query may take. A register of ours takes 1.8 GB, most of which is libraries.
MEMORY = 4 * 10**9
# Seconds for all queries of a stranger.
SECONDS = 60


@contextlib.contextmanager
def bounded() -> Iterator[None]:
    """Let this process take MEMORY more than it has meanwhile, unless its user has limited it already, and SECONDS.

    DuckDB's own limit does not bind the values inside its functions, and in one of these it hears no interrupt, nor
    does Python. macOS takes the limit on memory and does not keep it.
    """
    before, held = resource.getrlimit(resource.RLIMIT_AS), Path("/proc/self/statm")
    late = threading.Timer(SECONDS, _end)
    late.daemon = True
    late.start()
    if before[0] == resource.RLIM_INFINITY and held.exists():
        pages = int(held.read_text(encoding="ascii").split()[0])
        resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MEMORY, before[1]))
    try:
        yield
    finally:
        late.cancel()
        resource.setrlimit(resource.RLIMIT_AS, before)


def _end() -> None:
    error = ClaimcheckError(f"this took over {SECONDS} s", rule="its time is limited", fix="ask for less, or split it")
    print(f"claimcheck: {error}", file=sys.stderr, flush=True)
    os._exit(1)


def file_text(path: Path, error: type[ClaimcheckError], most: int = LARGEST) -> str:
    """The text of a file.

    Raises ``error`` for what is no regular file, has over ``most`` bytes or cannot be read, and as ``text_of``.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # reading a pipe might never end
            raise error("this is no regular file", where=path, rule="pipes, devices and folders are not read")
        with path.open("rb") as file:
            data = file.read(most + 1)
        if len(data) > most:
            raise error(f"the file has over {most:,} bytes", where=path, rule="what is read is bounded", fix="split it")
        return text_of(data, path, error)
    except OSError as fault:
        raise error(f"the file cannot be read: {fault.strerror or fault}", where=path) from fault


def text_of(data: bytes, where: object, error: type[ClaimcheckError] = UpstreamError) -> str:
    """``data`` as UTF-8. Raises ``error``, with the line of the first byte that is not."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise error("the text is not UTF-8", where=where, line=line, rule="texts are UTF-8") from fault


def json_of(
    data: bytes | str, where: object, *, rule: str = "the file is JSON", reads: Collection[str] | None = None
) -> Any:
    """The value of a JSON text.

    Raises UpstreamError, with the line where there is one, for what is not UTF-8 or not JSON, is nested too deep, has a
    whole number of thousands of digits, or has two values of one key: of any, or of those that the caller ``reads``.
    """
    text = (data if isinstance(data, str) else text_of(data, where)).removeprefix("\ufeff")
    try:
        return json.loads(text, object_pairs_hook=functools.partial(_object, reads))
    except json.JSONDecodeError as fault:
        raise UpstreamError(f"the text is not JSON: {fault.msg}", where=where, line=fault.lineno, rule=rule) from fault
    except (ValueError, RecursionError) as fault:
        raise UpstreamError(f"the text cannot be read: {fault}", where=where, rule=rule) from fault


def _object(reads: Collection[str] | None, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON. Raises ValueError for a key that has two values, if it is among those that are read."""
    found = dict(pairs)
    other = (key for key, value in pairs if found[key] is not value and found[key] != value)
    twice = [key for key in other if reads is None or key in reads]
    if twice:
        raise ValueError(f"the key {twice[0][:80]!r} has two values in one object")
    return found


# Levels of a YAML text and values in it, those with a name once more each time it is said: registers of ours have less.
_DEEPEST, _MOST = 20, 200_000


def yaml_of(text: str, where: object, error: type[ClaimcheckError]) -> tuple[Any, dict[str, int]]:
    """The value of a YAML text, and the line of each place in it, as ``place_of`` names it.

    Raises ``error``, with the line, for what is not YAML, a key that is there twice or is no text or number, and for
    more than _DEEPEST levels or _MOST values.
    """
    try:
        depth = 0
        for event in yaml.parse(text, yaml.CSafeLoader):  # libyaml's nodes of a deep text crash
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > _DEEPEST:
                raise _bad(f"is over {_DEEPEST} levels deep", event)
        loader = yaml.CSafeLoader(text)
        root, lines = loader.get_single_node(), {"": 1}
        named = root
        for place, node in _places(loader, root) if root else ():
            named = named if "[" in place else node
            lines[place] = node.start_mark.line + 1
            if len(lines) > _MOST:
                raise _bad(f"holds over {_MOST:,} values, those of *names counted again", named)
        return root and loader.construct_document(root), lines
    except yaml.YAMLError as fault:
        mark = getattr(fault, "problem_mark", None)  # none for a character that YAML does not allow
        tabbed = mark and "\t" in "".join(text.split("\n")[mark.line : mark.line + 1])
        message = getattr(fault, "problem", None) or f"the text is not YAML: {fault}"
        fix = "indent with spaces, not tabs" if tabbed else None
        raise error(message, where=where, line=mark and mark.line + 1, rule="registers are YAML", fix=fix) from fault


def place_of(part: int | str, around: str) -> str:
    """The place of a part, a key or the number of an item, in the value at a place: ``claims.one.figures[0].unit``."""
    return f"{around}[{part}]" if isinstance(part, int) else f"{around}.{part}".strip(".")


def _places(
    loader: yaml.CSafeLoader, node: yaml.Node, place: str = "", around: tuple[yaml.Node, ...] = ()
) -> Iterator[tuple[str, yaml.Node]]:
    """Each place in a node, with the node that begins it: a key, or an item of a list."""
    if node in around:
        raise _bad("holds itself", node)
    if isinstance(node, yaml.ScalarNode):
        try:
            loader.construct_object(node)
        except (AttributeError, LookupError, ValueError) as error:  # a day that is none
            raise _bad(f"{node.value[:80]!r} is no {node.tag.rpartition(':')[2]}", node) from error
        return
    keys: dict[str, yaml.Node] = {}
    for number, item in enumerate(node.value):
        if isinstance(node, yaml.SequenceNode):
            key, value, inner = item, item, place_of(number, place)
        else:
            key, value = item
            if not isinstance(key, yaml.ScalarNode):
                raise _bad("a list or a mapping is no key", key)
            name = key.value[:80]
            if key.tag not in _KEYS:
                raise _bad(f'the key {name} is no text: write it in quotes, "{name}"', key)
            if (first := keys.setdefault(key.value, key)) is not key:
                raise _bad(f"key {name!r} occurs twice, first on line {first.start_mark.line + 1}", key)
            inner = place_of(key.value, place)
            if key.tag == _WHOLE:
                yield from _places(loader, key)  # itself alone
        yield inner, key
        yield from _places(loader, value, inner, (*around, node))


_WHOLE = "tag:yaml.org,2002:int"
_KEYS = ("tag:yaml.org,2002:str", _WHOLE, "tag:yaml.org,2002:merge")


def _bad(problem: str, at: yaml.Node | yaml.Event) -> yaml.MarkedYAMLError:
    return yaml.MarkedYAMLError(problem=problem, problem_mark=at.start_mark)


_FIGURE = re.compile(r"-?[0-9]{1,40}(?:\.[0-9]{1,400})?(?:[eE][+-]?[0-9]{1,3})?")


def figure(text: str) -> Decimal | None:
    """A printed number, exact; None for what is no decimal number, or is neither zero nor from 1e-30 to 1e30.

    Within these bounds every sum, product and quotient of two figures is a finite double.
    """
    if not _FIGURE.fullmatch(text):
        return None
    number = Decimal(text)
    return number if not number or 1 / MOST_FIGURE <= abs(number) <= MOST_FIGURE else None


def whole(text: str) -> int | None:
    """A whole number from zero up in ASCII digits; None for anything else, and for more than MOST_COUNT."""
    return int(text) if re.fullmatch(r"[0-9]{1,10}", text) and int(text) <= MOST_COUNT else None


LONGEST_TEXT = 10_000
# Control characters, marks that change the direction or the width of what follows, halves of surrogate pairs, and line
# ends that only some readers know: a page, a picture or a file name would show another text than it holds.
_UNSEEN = re.compile(
    r"[\x00-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb]"
)


def shown(text: object, most: int = 1_000) -> str:
    """``text`` as a terminal may print it: of bounded length, with codes for the characters that are not seen."""
    text = str(text)
    cut = text if len(text) <= most else f"{text[:most]} ... ({len(text):,} characters)"
    return _UNSEEN.sub(lambda sign: f"\\u{ord(sign[0]):04x}", cut)


def printable(text: object) -> str:
    """``text`` of one line or more as a command prints it, with codes for the characters that are not seen."""
    return "\n".join(shown(line, sys.maxsize) for line in str(text).split("\n"))


# A spreadsheet takes a cell that begins so for a formula; a lone dash and a number are none.
_SIGNS = ("=", "+", "-", "@")
_FORMULA = re.compile(r"[=@]|[+-](?!\Z)(?![0-9.]+%?\Z)")


def first_unfit(texts: Collection[str]) -> tuple[str, str] | None:
    """The first text that can enter no table and no register, and why; None when all can."""
    # Few columns have anything but letters that print; the patterns take ten times as long.
    plain = " ".join(texts).isprintable()
    for text in texts:
        if len(text) > LONGEST_TEXT:
            return text, f"a text has at most {LONGEST_TEXT:,} characters"
        if not plain and (unseen := _UNSEEN.search(text)) is not None:
            return text, f"a text has no character that is not seen, such as U+{ord(unseen[0]):04X}"
        if text.startswith(_SIGNS) and _FORMULA.match(text):
            return text, "a text does not begin as a formula of a spreadsheet does: with =, +, - or @"
    return None
