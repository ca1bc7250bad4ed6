"""The configuration files of one commit, each read once."""

from __future__ import annotations

import re

from claimcheck.ingest.git import GitTree
from claimcheck.ingest.settings.items import Document, Fault, Item
from claimcheck.ingest.settings.pyconfig import parse_python
from claimcheck.ingest.settings.register import SettingsRegister
from claimcheck.ingest.settings.yamlconfig import parse_user_conf, parse_yaml

# Scripts that start servers: what they pass on a command line is not read.
_LAUNCH_SCRIPT = re.compile(r"(?:scaleout|llama_configs|scripts/slurm_llm/dynamo_disagg)/[^/]+\.(?:sh|sbatch|py)")


class Files:
    """Documents by path; ``faults`` collects what could not be read in any of them."""

    def __init__(self, tree: GitTree, register: SettingsRegister) -> None:
        self.register = register
        self.paths = tree.paths
        self.faults: list[Fault] = []
        self._tree = tree
        self._read: dict[str, Document] = {}

    def _bytes(self, path: str) -> bytes | None:
        (blob,) = self._tree.read([path])
        if blob.data is None:
            self.faults.append(Fault(path, None, "the blob is listed but absent from the repository"))
        return blob.data

    def document(self, path: str) -> Document:
        """Return what the Python or YAML file at ``path`` says."""
        if path not in self._read:
            data = self._bytes(path)
            if data is None:
                self._read[path] = Document()
            else:
                found = (parse_python if path.endswith(".py") else parse_yaml)(path, data)
                self.faults += found.faults
                self._read[path] = found
        return self._read[path]

    def user_conf(self, path: str, models: frozenset[str], scenario: str) -> Item | None:
        """Return the settings of the ``user.conf`` at ``path``, or None when it is not there."""
        data = self._bytes(path) if path in self.paths else None
        if data is None:
            return None
        found = parse_user_conf(path, data, models, scenario)
        self.faults += found.faults
        return found.configurations.get("default")

    def report_scripts(self, submitters: set[tuple[str, str]]) -> None:
        """Report the launch scripts of these (division, submitter) folders as not read."""
        for path in self.paths:
            division, _, rest = path.partition("/")
            submitter, _, inner = rest.partition("/")
            if (division, submitter) in submitters and _LAUNCH_SCRIPT.fullmatch(inner):
                self.faults.append(Fault(path, None, "launch script: not interpreted"))
