"""What submitters shipped next to their results: the code that serves a benchmark, by git's own ids.

Two entries ran the same code as far as the record goes when the files of that part of their trees have the same content
at the same relative paths. The harness and a folder a benchmark lie in ``closed/<submitter>/code/``, in ``src/`` or in
``src/code/``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import pandas as pd

from claimcheck.data.names import Row
from claimcheck.data.rounds import Round
from claimcheck.sources.git import GitTree

# The folder that holds this file is the harness's.
_ROOT = re.compile(r"closed/(?P<submitter>[^/]+)/(?!results/|measurements/).+(?=/common/systems/system_list\.py\Z)")
# The files of the harness and of a benchmark's own code, by their paths below that folder. What runs after the
# measurement, on its logs, cannot change a rate; words for people, pictures and left-over copies start nothing; nor do
# recipes for a start.
_CODE = re.compile(
    r"(?P<harness>main\.py|(?:fields|ops|llmlib|common(?!/systems/)|harness/harness_llm)/.+)"
    r"|(?P<folder>[^/]+)/(?P<model>tensorrt/.+)"
)
_IDLE = re.compile(
    r"/mlcommons/(accuracy_checker|compliance|results)\.py$|\.(md|bak|png|txt)$|/(README|res/|run_disagg|repro)"
)


def read_submitted_files(
    tree: GitTree, round_: Round, results: pd.DataFrame, folders: Mapping[str, Sequence[str]]
) -> pd.DataFrame:
    """What each submitter with closed results of a benchmark (its ``folders`` by name) on NVIDIA's chips shipped."""
    chosen = results["benchmark"].isin(list(folders)) & (results["accelerator_vendor"] == "NVIDIA")
    submitters = set(results.loc[chosen & (results["division"] == "closed"), "submitter"])
    roots: dict[str, str] = {}
    for match in filter(None, map(_ROOT.match, sorted(tree.paths))):
        if match["submitter"] in submitters:
            roots.setdefault(match["submitter"], match[0])  # of two, the first by name
    rows = [
        row | {"file_id": f"{round_.name}/{row['path']}", "division": "closed", "submitter": submitter}
        for submitter, root in roots.items()
        for row in _code(tree, root, folders)
    ]
    return pd.DataFrame(rows)


def _code(tree: GitTree, root: str, folders: Mapping[str, Sequence[str]]) -> Iterator[Row]:
    """The files of the harness at ``root``, and of the code of each benchmark, by the first of its folders."""
    below = {path.removeprefix(f"{root}/"): path for path in tree.paths if path.startswith(f"{root}/")}
    own = {name.partition("/")[0] for name in below}
    benchmarks = {next(filter(own.__contains__, names), ""): benchmark for benchmark, names in folders.items()}
    for name, path in below.items():
        match = _CODE.fullmatch(name)
        if match is None or _IDLE.search(path):
            continue
        if match["harness"]:
            yield {"part": "harness", "name": name, "path": path, "content_id": tree.paths[path]}
        elif benchmark := benchmarks.get(match["folder"]):
            file = {"part": "model", "name": match["model"], "path": path, "content_id": tree.paths[path]}
            yield file | {"benchmark": benchmark}
