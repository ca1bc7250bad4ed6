"""Words in submitted files: what is found, where, what it is about, what counts once; and the register that asks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from claimcheck.errors import RegisterError
from claimcheck.ingest.git import GitTree
from claimcheck.ingest.mechanism_register import Mechanisms, read_mechanisms
from claimcheck.ingest.mechanisms import read_evidence
from tests.ingest.upstream import commit, round_of
from tests.making import results

REGISTER = """\
benchmarks:
  deepseek-r1: {experts: true}
search:
  chips: {rounds: [v6.0], names: [GB300]}
mechanisms:
  dynamo:
    name: Dynamo
    short: [Dynamo]
    credited: {A3: Server, A4: any}
    shown_by:
      - {setting: router_frontends, present: true}
    tokens: ['\\bDynamo\\b', 'USE_DYNAMO']
    against: ['run_plain\\.sh']
  mtp:
    name: MTP
    short: [MTP]
    credited: {A3: Server}
    shown_by:
      - {setting: speculative_type, shows: [MTP]}
    tokens: ['num_nextn\\w*']
    limits:
      - {round: v6.0, only: [{benchmark: deepseek-r1, scenario: Interactive}], says: one scenario, line: 3, steps: 3}
"""
CONFIG = "closed/Anna/configs/boxx8/Server/deepseek-r1.py"
NOTES = """\
# Notes

Dynamo can serve.

## DeepSeek-R1

### GB300x72

```bash
# Server
./run_plain.sh \\
    --run-args "--scenarios=Server"

# Interactive
USE_DYNAMO=1 ./run.py --scenario Interactive
```
"""
FILES = {
    CONFIG: "x = 1\nos.environ['USE_DYNAMO'] = '1'\nUSE_DYNAMO\n",
    "closed/Anna/notes/REPRODUCE.md": NOTES,
    "closed/Anna/notes/SWEEP.md": "USE_DYNAMO=1 ./run.py\n\n" + "./run.py --scenario Server\n" * 300 + "Dynamo\n",
    "closed/Anna/code/lib.py": "torch._dynamo\nDynamo\n",
    "closed/Bert/code/lib.py": "torch._dynamo\nDynamo\n",
    "closed/NVIDIA/code/copy.py": "torch._dynamo\nDynamo\n",
    "closed/Anna/systems/box.json": '{"framework": "NVIDIA Dynamo 1"}',
    "closed/Anna/results/box/deepseek-r1/Server/performance/run_1/notes.txt": "Dynamo",
    "closed/Anna/data/picture.bin": "Dynamo",
    "closed/Cora/code/lib2.py": "Dynamo",
    "README.md": "Dynamo",
}


def register(folder: Path, text: str = REGISTER) -> Mechanisms:
    (folder / "mechanisms.yml").write_text(text, encoding="utf-8")
    found = read_mechanisms(folder)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> pd.DataFrame:
    folder = tmp_path_factory.mktemp("tree")
    at = commit(folder / "repo", FILES)
    who = results(
        *({"submitter": s, "row_id": s} for s in ("Anna", "Bert", "NVIDIA")),
        {"submitter": "Cora", "accelerator": "AMD MI355X", "row_id": "c"},
    )
    with GitTree(folder / "repo" / ".git", at) as tree:
        rows = read_evidence(tree, round_of(at, "v6.0"), who, register(folder), {"llama3_1-405b": "llama3.1-405b"})
        assert read_evidence(tree, round_of(at, "v5.0"), who, register(folder), {}) == []
    return pd.DataFrame(rows)


def of(found: pd.DataFrame, path: str) -> list[dict[str, Any]]:
    return found[found["path"] == path].to_dict("records")


def test_a_configuration_is_tied_to_its_entry_and_counts_its_words(found: pd.DataFrame) -> None:
    (row,) = of(found, CONFIG)
    assert (row["line"], row["hits"], row["token"], row["kind"]) == (2, 2, "USE_DYNAMO", "config file")
    assert (row["benchmark"], row["scenario"], row["system"]) == ("deepseek-r1", "Server", "boxx8")
    assert row["tied"] and row["says"] == "for" and row["mechanism"] == "dynamo"


def test_equal_files_count_once_and_nvidias_comes_first(found: pd.DataFrame) -> None:
    (row,) = of(found, "closed/NVIDIA/code/copy.py")
    assert (row["files"], row["also_in"], row["kind"]) == (3, "Anna, Bert", "code library")
    assert row["line"] == 2 and not row["tied"], "torch's own _dynamo is another thing"
    assert of(found, "closed/Anna/code/lib.py") == []


def test_notes_are_read_by_section_and_command(found: pd.DataFrame) -> None:
    rows = {(r["says"], r["line"]): r for r in of(found, "closed/Anna/notes/REPRODUCE.md")}
    assert not rows["for", 3]["tied"]
    plain, other = rows["against", 11], rows["for", 15]
    assert (plain["benchmark"], plain["system"], plain["scenario"]) == ("deepseek-r1", "GB300x72", "Server")
    assert other["scenario"] == "Interactive" and other["tied"] and plain["tied"]
    assert plain["kind"] == "documentation"
    # A command that asks for no scenario, and what follows the last one: neither is of another's.
    sweep = {r["line"]: r["scenario"] for r in of(found, "closed/Anna/notes/SWEEP.md")}
    assert sweep == {1: "", 303: ""}


def test_a_software_line_names_a_system_and_no_entry(found: pd.DataFrame) -> None:
    (row,) = of(found, "closed/Anna/systems/box.json")
    assert (row["kind"], row["system"], row["tied"]) == ("software string", "box", False)


def test_logs_pictures_and_others_files_are_left_alone(found: pd.DataFrame) -> None:
    assert not found["path"].str.contains("performance|picture|Cora").any()
    assert set(found["submitter"]) == {"Anna", "NVIDIA"}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("tokens: ['num_nextn\\\\w*']", "tokens: ['(']", "regular expression"),
        ("benchmark: deepseek-r1, scenario", "benchmark: deepseek-r2, scenario", "deepseek-r1"),
    ],
)
def test_a_mistake_in_the_register_is_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    text = REGISTER.replace(old.replace("\\\\", "\\"), new)
    assert text != REGISTER
    with pytest.raises(RegisterError) as caught:
        register(tmp_path, text)
    assert said in f"{caught.value} {caught.value.rule} {caught.value.fix}"
    assert caught.value.where is not None


# --- the committed register and table ---------------------------------------------------------


def test_every_row_names_a_mechanism_of_the_register_and_its_submitters_file(tables) -> None:
    rows = tables.mechanism_evidence
    assert set(rows["mechanism"]) == set(tables.mechanisms.mechanisms)
    own = [p.startswith(f"{d}/{s}/") for p, d, s in zip(rows["path"], rows["division"], rows["submitter"], strict=True)]
    assert all(own)
    assert (rows["token"].str.len() <= 40).all()
    assert not rows["token"].str.contains(r"\s\S+\s\S+\s").any(), "a word is kept, never a sentence"


@pytest.mark.parametrize(
    ("mechanism", "setting", "value"),
    [
        ("wide-ep-backend", "moe_backend", '"WIDEEP"'),
        ("mtp", "speculative_type", '"MTP"'),
        ("dynamo", "MLPINF_USE_DYNAMO", '"1"'),
    ],
)
def test_settings_and_search_find_the_same_files(tables, mechanism: str, setting: str, value: str) -> None:
    """Two readers, one that evaluates configurations and one that looks for words, agree on blobs."""
    rows = tables.settings
    rows = rows[(rows["setting"] == setting) & (rows["value"] == value) & rows["round"].isin(["v5.1", "v6.0"])]
    seen = tables.mechanism_evidence
    seen = seen[(seen["mechanism"] == mechanism) & (seen["says"] == "for")]
    searched = rows[rows["submitter"].isin(set(seen["submitter"]).union(*seen["also_in"].dropna().str.split(", ")))]
    assert len(searched) > 0
    assert set(searched["blob"]) <= set(seen["blob"])


def test_rules_of_two_rounds_are_cited_for_what_they_limit(tables) -> None:
    for mechanism in tables.mechanisms.mechanisms.values():
        assert {x.round for x in mechanism.limits} in (set(), set(tables.mechanisms.rounds)), mechanism.key
    assert all(tables.rounds[name].rules for name in tables.mechanisms.rounds)
