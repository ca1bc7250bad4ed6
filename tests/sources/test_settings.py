"""Settings are read from syntax trees and YAML nodes, each with its line; nothing is ever run."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from claimcheck.core.errors import UpstreamError
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.schema import TABLES
from claimcheck.data.stacks import read_settings_register
from claimcheck.sources.git import GitTree
from claimcheck.sources.published import wanted
from claimcheck.sources.settings import parse, read_settings
from tests.sources.golden import agree
from tests.sources.upstream import commit, round_of

HEAD = """\
import os
base = {'a': 1}
"""
# A file, what it holds, the line at fault and why: any line that is not evaluated may have changed any value.
UNREAD = [
    (
        "f.py",
        f"{HEAD}x = __import__('os').system(mark)\nEXPORTS = {{1: base}}\n",
        3,
        "__import__('os').system(mark) is not evaluated",
    ),
    ("f.py", f"{HEAD}x = 'a' * 10\n", 3, "'a' * 10 is not evaluated"),
    ("f.py", f"{HEAD}x = {{**other}}\n", 3, "other is not evaluated"),
    ("f.py", f"{HEAD}base['a'] = 2\n", 3, "base['a'] = 2 is not evaluated"),
    ("f.py", f"{HEAD}from configs.shared import *\n", 3, "from configs.shared import * is not evaluated"),
    ("f.py", f"{HEAD}if True:\n  base['a'] = 2\n", 3, "if True: is not evaluated"),
    ("f.py", "a = 1\nb = (\n", 2, "Python syntax error: '(' was never closed"),
    ("w.yml", "a: [1\n", 2, "did not find expected ',' or ']'"),
    ("w.yml", "a: 1\nb: 2\na: 3\n", 3, "key 'a' occurs twice, first on line 1"),
    ("w.yml", "- 1\n", 1, "the YAML document is not a mapping: no setting is taken from it"),
]


@pytest.mark.parametrize(("name", "text", "line", "reason"), UNREAD, ids=[reason for *_, reason in UNREAD])
def test_a_file_with_a_line_that_is_not_evaluated_is_not_read(name: str, text: str, line: int, reason: str) -> None:
    with pytest.raises(UpstreamError) as error:
        parse(name, text.encode())
    assert (error.value.line, error.value.message) == (line, reason)


def test_a_setting_that_is_merged_has_the_line_of_what_it_is_merged_into() -> None:
    settings = parse("w.yml", b"a: &a {b: 1}\nc:\n  <<: *a\n  d: 2\n").settings
    found = {raw: (one.value, one.line) for raw, one in settings.items()}
    assert found == {"a.b": (1, 1), "c.b": (1, 2), "c.d": (2, 4)}


def test_a_line_for_the_model_wins_over_the_wildcard_and_of_like_lines_the_first() -> None:
    lines = b"*.Server.target_qps = 5.\nx.Server.target_qps = 7 # more\nx.Server.target_qps = 8\ny.Server.mode = 1\n"
    found = parse("user.conf", lines, "Interactive", ["x"]).settings
    assert {raw: (one.value, one.line) for raw, one in found.items()} == {"x.Server.target_qps": (7, 2)}
    assert parse("user.conf", lines, "Server").settings["*.Server.target_qps"].value == 5


# A repository ------------------------------------------------------------------------------

BIG = "closed/Acme/configs/GB300-NVL72_Xx72/Server/deepseek-r1.py"
ATOMIC = "closed/Acme/configs/GB300-NVL72_Xx8/Server/deepseek-r1.py"
RESULTS = "closed/Acme/results/GB300-NVL72_Xx72_TRT/deepseek-r1/Server"
CONFIG = """\
import os
import code.llmlib.fields as llm
import code.fields.loadgen as load
os.environ['SWITCH'] = '1'
base = {
    llm.tensor_parallelism: 8,
    llm.trtllm_runtime_flags: {'stream_interval': %d},
    load.server_target_qps: %d,
}
EXPORTS = {1: base}
ATOMIC_EXPORTS = {1: {'default': base}}
"""
USER_CONF = "*.Server.target_qps = 110\n*.Server.min_query_count = 100\n"


def read(folder: Path, files: dict[str, str | bytes], **entry: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Read the settings of one entry (the 72-accelerator one unless said otherwise)."""
    record = {
        "row_id": "r1",
        "round": "v6.0",
        "division": "closed",
        "submitter": "Acme",
        "system": "GB300-NVL72_Xx72_TRT",
        "benchmark": "deepseek-r1",
        "scenario": "Server",
        "accelerators": 72,
        "run_id": f"v6.0/{RESULTS}/performance/run_1",
    } | entry
    other = record | {"row_id": "r2", "benchmark": "llama2-70b-99"}
    head, register = commit(folder, files), read_settings_register(DATA_DIR)
    with GitTree(folder / ".git", head) as tree:
        settings, rows = read_settings(tree, round_of(head, "v6.0"), pd.DataFrame([record, other]), register)
    skipped = pd.DataFrame(rows, columns=TABLES["skipped"].names)
    assert set(settings.row_id) <= {"r1"}
    assert settings.path.map(wanted).all(), "upstream get brings what is read"
    return settings, skipped


CLUSTER = """\
import os
import code.llmlib.fields as llm
import code.fields.loadgen as load
os.environ['OUTER'] = '1'
one = {load.server_target_qps: 90, load.min_query_count: 500}
two = {
    load.server_target_qps: 109,
    load.min_query_count: 100,
    llm.dynamo_cluster: {
        'num_prefill_workers': 4,
        'frontend': {'router_mode': 'kv'},
        'prefill': {
            'system': 'GB300-NVL72_Xx2',
            'trtllm_yml_override': '/mount/configs/GB300-NVL72_Xx2/Server/w.yml',
            'env_vars': 'configs/GB300-NVL72_Xx2/Server/env.yaml',
        },
        'decode': {'trtllm_yml_override': '/mount/configs/gone.yml', 'env_vars': 'configs/broken.yaml'},
    },
}
EXPORTS = {1: one}
ATOMIC_EXPORTS = {1: {'default': one, 'dynamo_cluster': two}}
"""


SMALL, PLAIN = "closed/Acme/configs/GB300-NVL72_Xx2/Server", "closed/Acme/configs/Y/Server/deepseek-r1.py"
BOTH = {BIG: CONFIG % (100, 110), ATOMIC: CONFIG % (200, 12)}
# Name: the files that are submitted, and how the entry differs from the 72 accelerators of v6.0.
ENTRIES: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    # Scale-out takes the engine from the atomic system and the load from its own.
    "scale-out": (BOTH | {f"{RESULTS}/user.conf": USER_CONF}, {}),
    # The export of a cluster is what ran, and its workers are followed.
    "cluster": ({
        BIG: CLUSTER, ATOMIC: CONFIG % (200, 12), f"{RESULTS}/user.conf": USER_CONF,
        f"{SMALL}/w.yml": "tensor_parallel_size: 2\nspeculative_config:\n  decoding_type: MTP\n",
        f"{SMALL}/env.yaml": "# note\nGC: 1\n", f"{SMALL}/deepseek-r1.py": CONFIG % (1, 1),
        "closed/Acme/configs/broken.yaml": "GC:1\n",
    }, {}),
    "one file for all": ({PLAIN: CONFIG % (5, 6)}, {"system": "Y_TRT"}),
    "no file": ({"README": "x"}, {}),
    "an open entry": ({PLAIN: CONFIG % (5, 6)}, {"division": "open", "system": "Y_TRT"}),
}  # fmt: skip


SHOWN = ["component", "setting", "value", "inferred", "line"]


def test_settings_of_an_entry(tmp_path: Path) -> None:
    found = {}
    for name, (files, entry) in ENTRIES.items():
        settings, skipped = read(tmp_path / name, files, **entry)
        found[name] = settings[SHOWN].to_dict("records")
        found[f"{name}, skipped"] = skipped[["kind", "path", "line", "reason"]].to_dict("records")
    agree("settings", found)
