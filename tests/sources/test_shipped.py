"""What a submitter shipped: equal code has equal ids wherever it lies; words in texts, and what they are about."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from claimcheck.data import paths
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.stacks import read_mechanisms, read_settings_register
from claimcheck.sources.git import GitTree
from claimcheck.sources.shipped import read_evidence, read_submitted_files
from tests.making import made as made_table
from tests.making import put, results
from tests.sources.golden import agree
from tests.sources.upstream import commit, git, round_of

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


def test_words_of_submitted_files(tmp_path: Path) -> None:
    """torch._dynamo is another thing, a command without a scenario is of none, logs and pictures are left alone."""
    at = commit(tmp_path / "repo", FILES)
    who = results(
        *({"submitter": s, "row_id": s} for s in ("Anna", "Bert", "NVIDIA")),
        {"submitter": "Cora", "accelerator": "AMD MI355X", "row_id": "c"},
    )
    register = read_mechanisms(put(tmp_path, paths.MECHANISMS, REGISTER).parents[1])
    with GitTree(tmp_path / "repo" / ".git", at) as tree:
        rows = read_evidence(tree, round_of(at, "v6.0"), who, register, {"llama3_1-405b": "llama3.1-405b"})
        assert read_evidence(tree, round_of(at, "v5.0"), who, register, {}) == []
    agree("mechanisms", {"rows": pd.DataFrame(rows).to_dict("records")})


def shipped(code: str, base: str) -> dict[str, str]:
    """A submitter's files: its harness at ``code``, all else beside it at ``base``."""
    return {
        f"{code}/common/systems/system_list.py": "machines",
        f"{code}/common/mlcommons/results.py": "checks",
        f"{code}/common/mlcommons/runner.py": "runs",
        f"{code}/main.py": "main",
        f"{code}/fields/a.py": "a",
        f"{code}/llmlib/config.py": "config",
        f"{code}/llmlib/README.md": "words",
        f"{code}/deepseek-r1/tensorrt/generation_config.json": "{}",
        f"{code}/deepseek-r1/tensorrt/README.md": "words",
        f"{code}/llama3.1-405b/tensorrt/builder.py": "old name",
        f"{code}/llama3_1-405b/tensorrt/builder.py": "new name",
        f"{code}/llama3_1-405b/tensorrt/run_disagg/start.sh": "start",
        f"{base}/docker/Dockerfile": "FROM x",
        f"{base}/scaleout/run.sh": "run",
        f"{base}/scaleout/README.md": "words",
    }


ANNA = shipped("closed/Anna/code", "closed/Anna") | {
    "closed/Anna/mine.sh": "own",
    "closed/Anna/measurements/box/deepseek-r1/Server/user.conf": "*.Server.target_qps = 1",
}
BERT = shipped("closed/Bert/src/code", "closed/Bert/src")


def entries(*owners: str) -> pd.DataFrame:
    """One result of each owner, whose run is in a folder of its own."""
    run = "v9.9/closed/{}/results/box/deepseek-r1/Server/performance/run_1"
    return results(*({"submitter": one, "row_id": one, "run_id": run.format(one)} for one in owners))


def read(folder: Path, files: dict[str, str], rows: pd.DataFrame) -> pd.DataFrame:
    """What is read of a repository of ``files``, one of them with another mode than its copies."""
    commit(folder, dict(files))
    git(folder, "update-index", "--chmod=+x", "closed/Bert/src/code/fields/a.py")
    git(folder, "commit", "-q", "-m", "mode")
    done = git(folder, "rev-parse", "HEAD")
    names = read_settings_register(DATA_DIR).benchmarks
    with GitTree(folder / ".git", done) as tree:
        return read_submitted_files(tree, round_of(done), rows, made_table("engine_settings"), names)


def of(found: pd.DataFrame, owner: str, part: str) -> dict[str, str]:
    rows = found[(found["submitter"] == owner) & (found["part"] == part)]
    return dict(zip(rows["name"], rows["content_id"], strict=True))


def test_two_layouts_of_one_code_are_equal(tmp_path: Path) -> None:
    found = read(tmp_path, ANNA | BERT, entries("Anna", "Bert"))
    for part in ("harness", "model", "checks", "systems"):
        assert of(found, "Anna", part) == of(found, "Bert", part) != {}
    assert set(of(found, "Anna", "harness")) == {"main.py", "fields", "llmlib/config.py", "common/mlcommons/runner.py"}
    assert set(of(found, "Anna", "checks")) == {"common/mlcommons/results.py"}
    paths = found.loc[found["part"] == "model", "path"]
    assert not paths.str.contains("llama3.1-405b/", regex=False).any()
    assert set(of(found, "Anna", "launch")) == {"scaleout/run.sh", "tensorrt/run_disagg", "mine.sh"}
    assert set(of(found, "Bert", "launch")) == {"scaleout/run.sh", "tensorrt/run_disagg"}
    assert not found["path"].str.contains("README").drop(found.index[found["part"] == "readme"]).any()
