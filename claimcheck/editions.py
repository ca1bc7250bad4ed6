"""What each published edition said, and what has changed since: verdicts and headline numbers.

Headline numbers are what the claims came to and what the front page prints. ``make release`` records them in
``data/editions/VERSION.yml``; why one is no longer what it was is said in ``data/errata.yml``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Annotated

from pydantic import StringConstraints

from claimcheck.claims.recorded import read_records
from claimcheck.errata import FILE as ERRATA
from claimcheck.errata import Commit, Reason, read_errata
from claimcheck.errors import RegisterError
from claimcheck.numbers import read_numbers
from claimcheck.publication import Release
from claimcheck.registers import Model, Text, read

FOLDER = "editions"
FILE = "changes.json"
# The page that lists them.
PAGE = "book/cite"
_PRINTED = re.compile(r"\{n\}`([^`]+)`")
_OF_CLAIM = re.compile(r"claim\.(?P<claim>.+)\.(?P<what>verdict|computed)(-(?P<place>\d+))?")


class Recorded(Model):
    """An edition that is out: its ``commit``, SHA-256 of its ``archive`` if it has one, and what it ``said``.

    ``said``: key of a number, or ``claim.7.verdict``, to the text that was printed.
    """

    commit: Commit
    archive: Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$")] | None = None
    said: dict[str, Text]


@dataclass(frozen=True)
class Change:
    """What the edition ``before`` said under ``key`` and ``after`` does not; no ``after``: what comes next.

    ``now`` is None for what is no longer there.
    """

    before: str
    after: str | None
    key: str
    was: str
    now: str | None
    reason: Reason

    @property
    def what(self) -> str:
        """Verdict or number, in words: ``claim 7, verdict``."""
        if match := _OF_CLAIM.fullmatch(self.key):
            place = f" {match['place']}" if match["place"] else ""
            what = "verdict" if match["what"] == "verdict" else f"figure{place} as recomputed"
            return f"claim {match['claim']}, {what}"
        return f"number {self.key}"


def read_editions(data: Path, releases: Sequence[Release]) -> dict[str, Recorded]:
    """The recorded editions by version, the oldest first, in the order of the changelog's ``releases``.

    Raises RegisterError for a file that is no record, and for a version that was not released.
    """
    versions = [release.version for release in reversed(releases)]
    files = {path.stem: path for path in sorted((data / FOLDER).glob("*.yml"))}
    if unknown := sorted(files.keys() - set(versions)):
        rule = f"released are {', '.join(versions)}"
        raise RegisterError(f"no edition {unknown[0]}", where=files[unknown[0]], rule=rule)
    return {version: read(files[version], Recorded) for version in versions if version in files}


def statements(data: Path) -> dict[str, str]:
    """Every number of ``data`` as it is printed, and every verdict, by key. Raises TableError."""
    verdicts = {f"claim.{one['number']}.verdict": str(one["verdict"]) for one in read_records(data)}
    return {key: one.text for key, one in read_numbers(data).items()} | verdicts


def headlines(said: Mapping[str, str], front: str, before: Iterable[str] = ()) -> dict[str, str]:
    """Of all that is ``said``: what claims came to, what the page ``front`` prints, what was a headline ``before``."""
    wanted = {*_PRINTED.findall(front), *before}
    return {key: text for key, text in sorted(said.items()) if key in wanted or _OF_CLAIM.fullmatch(key)}


def changes(data: Path, releases: Sequence[Release]) -> list[Change]:
    """What has changed from each recorded edition to the one after it, and from the last to ``data``; newest first.

    Raises RegisterError for a change without a reason in ``errata.yml``, and for a reason of none.
    """
    recorded = {version: one.said for version, one in read_editions(data, releases).items()}
    if not recorded:
        return []
    present = next((r.version for r in releases[:1] if r.version not in recorded), None)
    reasons = {(one.since, key): one for one in read_errata(data / ERRATA).changes.values() for key in one.changed}
    found = []
    pairs = [*pairwise([*recorded.items(), (present, statements(data))])]
    for (before, said), (after, then) in reversed(pairs):
        gone = [key for key, was in said.items() if then.get(key) != was]
        found += [(before, after, key, said[key], then.get(key)) for key in sorted(gone, key=_order)]
    places = {(before, key) for before, _, key, *_ in found}
    fix = "under changes of errata.yml, say why; or take out what has not changed"
    for missing, message in (
        (sorted(places - reasons.keys()), "since {} has changed, and no reason is given: {}"),
        (sorted(reasons.keys() - places), "has not changed since {}, and a reason is given: {}"),
    ):
        if missing:
            listed = ", ".join(key for since, key in missing if since == missing[0][0])
            rule = "each change of a verdict or headline number has a reason"
            raise RegisterError(message.format(missing[0][0], listed), where=data / ERRATA, rule=rule, fix=fix)
    return [Change(*one, reasons[one[0], one[2]]) for one in found]


def _order(key: str) -> list[tuple[int, str]]:
    """Claim 9 is before claim 10."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", key)]


def changes_json(found: Sequence[Change], page: str) -> str:
    """The text of ``changes.json``; ``page`` is the address of the page that lists the changes."""
    listed = [
        {**{k: v for k, v in asdict(one).items() if k != "reason"}, "why": one.reason.why,
         "address": f"{page}#{one.reason.anchor}"}
        for one in found
    ]  # fmt: skip
    return json.dumps(listed, indent=1, ensure_ascii=False) + "\n"
