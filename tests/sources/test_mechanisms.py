"""Words in submitted files: what is found, where, what it is about, what counts once; and the register that asks."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from claimcheck.data import paths
from claimcheck.data.mechanisms import Mechanisms, read_mechanisms
from claimcheck.sources.git import GitTree
from claimcheck.sources.shipped import read_evidence
from tests.making import put, results
from tests.sources.golden import agree
from tests.sources.upstream import commit, round_of

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
