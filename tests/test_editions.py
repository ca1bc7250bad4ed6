"""What editions said and why it has changed: nothing that changed goes without a reason."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import pytest
import yaml

from claimcheck.claims.recorded import FILE as CLAIMS
from claimcheck.editions import changes, changes_json, headlines, read_editions, statements
from claimcheck.errors import RegisterError
from claimcheck.numbers import FILE, listed, words
from claimcheck.publication import Release, read_changelog, unreleased

DAY = datetime.date(2026, 12, 1)
RELEASES = [Release("0.2.0", DAY, "- b", 3), Release("0.1.0", DAY, "- a", 7)]
FIRST = {"claim.2.computed": "2.7x", "claim.2.verdict": "reproduced", "claim.10.verdict": "undefined", "rows.all": "7"}
SECOND = {"claim.2.computed": "2.8x", "claim.2.verdict": "contradicted", "claim.10.verdict": "undefined"}
REASONS = {
    "newer-round": {"since": "0.1.0", "changed": ["claim.2.computed", "claim.2.verdict"], "why": "A round was added."},
    "shorter": {"since": "0.1.0", "changed": ["rows.all"], "why": "It is not printed."},
    "ours": {"since": "0.2.0", "changed": ["claim.2.computed"], "why": "A mistake of ours."},
}


def written(data: Path, recorded: dict[str, dict[str, str]], reasons: dict[str, dict]) -> Path:
    """A folder of data whose claim 2 is contradicted with 2.9x, with the records of editions and the reasons."""
    for folder in (data / "editions", data / "derived"):
        folder.mkdir(parents=True)
    for version, said in recorded.items():
        (data / "editions" / f"{version}.yml").write_text(yaml.safe_dump({"commit": "a" * 40, "said": said}))
    (data / "errata.yml").write_text(yaml.safe_dump({"changes": reasons}))
    verdicts = {"2": "contradicted", "10": "undefined"}
    (data / CLAIMS).write_text(json.dumps([{"number": n, "verdict": verdict} for n, verdict in verdicts.items()]))
    (data / FILE).write_text(listed([words("claim.2.computed", "2.9x", how="made"), words("other.n", "3", how="made")]))
    return data


def test_each_change_is_listed_with_its_reason_newest_edition_first(tmp_path: Path) -> None:
    data = written(tmp_path, {"0.1.0": FIRST, "0.2.0": SECOND}, REASONS)
    found = changes(data, RELEASES)
    assert [(c.before, c.after, c.key, c.was, c.now, c.reason.id) for c in found] == [
        ("0.2.0", None, "claim.2.computed", "2.8x", "2.9x", "ours"),
        ("0.1.0", "0.2.0", "claim.2.computed", "2.7x", "2.8x", "newer-round"),
        ("0.1.0", "0.2.0", "claim.2.verdict", "reproduced", "contradicted", "newer-round"),
        ("0.1.0", "0.2.0", "rows.all", "7", None, "shorter"),
    ]
    listed_ = json.loads(changes_json(found, "https://a.example/cite.html"))
    assert listed_[0] == {
        "before": "0.2.0", "after": None, "key": "claim.2.computed", "was": "2.8x", "now": "2.9x",
        "why": "A mistake of ours.", "address": "https://a.example/cite.html#change-ours",
    }  # fmt: skip


def test_what_is_released_and_not_recorded_yet_is_the_next_edition(tmp_path: Path) -> None:
    gone = ["claim.2.computed", "claim.2.verdict", "rows.all"]
    data = written(tmp_path, {"0.1.0": FIRST}, {"all": {**REASONS["shorter"], "changed": gone}})
    assert {c.after for c in changes(data, RELEASES)} == {"0.2.0"}
    assert {c.after for c in changes(data, RELEASES[1:])} == {None}


@pytest.mark.parametrize(
    ("reasons", "message"),
    [
        ({k: v for k, v in REASONS.items() if k != "ours"}, "0.2.0 has changed, and no reason is given: claim.2.c"),
        ({k: v for k, v in REASONS.items() if k != "newer-round"}, "is given: claim.2.computed, claim.2.verdict"),
        ({**REASONS, "x": {**REASONS["ours"], "changed": ["claim.10.verdict"]}}, "has not changed since 0.2.0, and a"),
        ({**REASONS, "x": {**REASONS["ours"], "since": "0.3.0"}}, "has not changed since 0.3.0"),
    ],
)
def test_a_change_without_a_reason_and_a_reason_without_a_change_are_named(
    tmp_path: Path, reasons: dict[str, dict], message: str
) -> None:
    data = written(tmp_path, {"0.1.0": FIRST, "0.2.0": SECOND}, reasons)
    with pytest.raises(RegisterError) as error:
        changes(data, RELEASES)
    assert message in str(error.value)


def test_an_edition_that_was_never_released_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RegisterError, match=r"no edition 0\.3\.0"):
        read_editions(written(tmp_path, {"0.3.0": FIRST}, {}), RELEASES)


def test_headlines_are_claims_what_the_front_page_prints_and_what_was_one(tmp_path: Path) -> None:
    said = statements(written(tmp_path, {}, {})) | {"a.n": "1", "b.n": "2", "claim.v6.1/3.verdict": "undefined"}
    found = headlines(said, "It is {n}`a.n` and {n}`gone.n`.", before=["b.n", "lost.n"])
    assert [*found] == ["a.n", "b.n", "claim.10.verdict", "claim.2.computed", "claim.2.verdict", "claim.v6.1/3.verdict"]


def test_every_change_since_a_published_edition_has_its_reason(data_dir: Path) -> None:
    """Fails, naming it, when a verdict or a headline number changes: say why in data/errata.yml."""
    releases = read_changelog()
    assert changes(data_dir, releases)
    recorded = read_editions(data_dir, releases)
    out = releases if unreleased() else releases[1:]
    assert {release.version for release in out} <= recorded.keys()
