"""What a rerun needs, as tables: the upstream repositories with their commits, and the measured times."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
from docutils import nodes
from markupsafe import Markup

from claimcheck.core.errors import RegisterError
from claimcheck.data.paths import RERUN, ROUNDS
from claimcheck.data.rounds import Repository, read_rerun, repositories
from claimcheck.report.pages.claims import BookDirective, Listing
from claimcheck.report.parts.markup import link
from claimcheck.report.parts.templates import part

_HOST = "https://github.com/"
_RAW = "https://raw.githubusercontent.com/"


def upstreams(data: Path) -> list[tuple[Repository, list[str], int]]:
    """Every repository that ``rounds.yml`` names and a command reads, in its order: its rounds, its size in megabytes.

    Raises RegisterError for a repository whose size ``rerun.yml`` does not give, for a size of one that is not read,
    and for one that is named at two commits.
    """
    sizes, asked = read_rerun(data).repositories, repositories(data)
    if odd := sorted({at.repo for at, _ in asked} ^ sizes.keys()):
        raise RegisterError(
            f"repositories {', '.join(odd)} are in only one of {RERUN} and {ROUNDS}", where=data / RERUN,
            rule="each repository that is read has a size",
        )  # fmt: skip
    return [(at, names, sizes[at.repo].mb) for at, names in asked]


class UpstreamsDirective(Listing):
    """``upstream-repositories``: repositories, rounds, commits and sizes."""

    def listing(self) -> list[nodes.Node]:
        """A table."""
        return self.html(upstreams_html(upstreams(self.source.data_dir)))


class StepsDirective(Listing):
    """``rerun-steps``: what each command takes."""

    def listing(self) -> list[nodes.Node]:
        """A table."""
        found = read_rerun(self.source.data_dir).steps.values()
        rows = [(Markup("<code>{}</code>").format(step.command), step.what, step.takes, step.disk) for step in found]
        dates = ", ".join(sorted({step.date for step in found}))
        note = f"Measured on two cores, {dates}. Installing waits for the network."
        heads = ("Command", "What it does", "Time", "Disk")
        return self.html(part("rerun", "table", "What each step takes", heads, rows, note))


class LogLinesDirective(BookDirective):
    """``log-lines <row ids>``: for each row of inference_results, the command that prints its log's line.

    A row that is not there, or that no log stands behind, is a warning.
    """

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """One block of commands, with what each must print."""
        try:
            return self.html(log_lines_html(self.source.rows(self.arguments[0].split())))
        except (KeyError, ValueError) as error:
            return self.warn("%s", error)


def log_lines_html(rows: pd.DataFrame) -> str:
    """Commands that print the log's line of each row. Raises ValueError for a row without one."""
    lines = []
    for row in rows.itertuples():
        if pd.isna(row.log_path) or pd.isna(row.log_line):
            raise ValueError(f"no log stands behind {row.row_id}")
        address = f"{_RAW}{row.repo}/{row.commit}/{row.log_path}"
        name = f"{row.result_id}, {row.submitter}: {row.value:,.6g} {row.unit} expected"
        lines.append(f"# {name}\ncurl -sL {address} | sed -n {row.log_line}p")
    return part("rerun", "log_lines", lines)


def upstreams_html(found: list[tuple[Repository, list[str], int]]) -> str:
    """The repositories as a table; sizes in megabytes."""
    rows = []
    for at, rounds, mb in found:
        address = f"{_HOST}{at.repo}"
        commit = Markup(link(f"{address}/tree/{at.commit}", at.commit[:10]))
        rows.append((Markup(link(address, at.repo)), ", ".join(rounds), commit, f"{mb:,}"))
    total = sum(mb for _, _, mb in found)
    note = (
        f"MB: at most what claimcheck upstream get leaves on disk: that commit without the files that no table uses; "
        f"{total:,} MB in all. A clone takes more."
    )
    heads = ("Repository", "Rounds", "Commit", "MB")
    return part("rerun", "table", "Repositories that the tables are made from", heads, rows, note)
