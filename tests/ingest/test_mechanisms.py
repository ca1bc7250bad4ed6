"""Words in submitted files: what is found, where, what it is about, what counts once; and the register that asks."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from claimcheck.core.errors import RegisterError
from claimcheck.data import paths
from claimcheck.data.mechanisms import Mechanisms, read_mechanisms
from claimcheck.ingest.git import GitTree
from claimcheck.ingest.settings.mechanisms import read_evidence
from tests.ingest.golden import agree
from tests.ingest.upstream import commit, round_of
from tests.making import put, results

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
    put(folder, paths.MECHANISMS, text)
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


def test_words_of_submitted_files(found: pd.DataFrame) -> None:
    """torch._dynamo is another thing, a command without a scenario is of none, logs and pictures are left alone."""
    agree("mechanisms", {"rows": found.to_dict("records")})


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
