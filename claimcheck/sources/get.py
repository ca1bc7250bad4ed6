"""Fetch what rounds are made from: the pinned commits, and of their files those that the readers may ask for.

A repository is a partial clone of one commit, so that its list of files is there before any file is; one fetch brings
those that are wanted and not there yet. A repository's settings can make git start any program, so we fetch only into
those whose settings are, to the byte, those that we write; any other is used as it is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from claimcheck.core.errors import UpstreamError
from claimcheck.core.files import locked, write
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.rounds import Repository, read_rounds, repositories
from claimcheck.data.training import read_rules
from claimcheck.sources import experiments, logs, published, training
from claimcheck.sources.build import Say, absent_blobs, tell
from claimcheck.sources.git import GitTree, find_git_dir, run_git

_FETCH = ("fetch", "--quiet", "--filter=blob:none", "--no-tags", "--no-write-fetch-head", "--recurse-submodules=no")
_OPTIONS = ("fetch.negotiationAlgorithm=noop", "gc.auto=0", "http.lowSpeedLimit=1000", "http.lowSpeedTime=60")
# Seconds for what is asked for at once: the folders of the largest round, or a batch of files.
_LONGEST = 1800
_BATCH = 2000
# What git would make of the settings by itself; the address is given on its command line.
_CONFIG = b"""\
[core]
\trepositoryformatversion = 1
\tbare = true
[extensions]
\tpartialClone = origin
[remote "origin"]
\tpromisor = true
\tpartialclonefilter = blob:none
"""


def get(only: Collection[str], into: Path, data: Path = DATA_DIR, say: Say = tell, copies: str = "") -> Iterator[str]:
    """Fetch into ``into`` what the rounds ``only`` are made from; a line for each repository says how many files it is.

    ``copies``: the address below which copies of the repositories are.
    """
    for round_ in read_rounds(data, only):
        if round_.source == "typed":
            say(f"{round_.key}: nothing to get, its rows are typed in data/{round_.table}")
    absent = absent_blobs(data)
    into.mkdir(parents=True, exist_ok=True)
    with locked(into):
        for at, keys in repositories(data, only):
            say(f"{', '.join(keys)}: {at.repo} at {at.commit[:10]}")
            address = f"{copies}/{at.folder}" if copies else f"https://github.com/{at.repo}"
            yield _get(at, keys, into, data, address, absent, say)


def wanted(tree: GitTree, at: Repository, keys: Collection[str], data: Path) -> Iterator[str]:
    """Paths of the files that the readers may ask for of a repository, which holds the rounds ``keys``."""
    if at.repo == experiments.REPO:
        yield from filter(experiments.FILE.fullmatch, tree.paths)
        return
    for round_ in read_rounds(data, keys):
        if round_.source == "training":
            for folder in training.folders(tree.paths, round_, read_rules(data))[0]:
                yield from filter(None, (folder.description, folder.scaling_file, *folder.logs))
        else:
            yield from filter((published if round_.source == "published" else logs).wanted, tree.paths)


def _get(
    at: Repository, keys: list[str], into: Path, data: Path, address: str, absent: Collection[str], say: Say
) -> str:
    """Bring commit, folders and wanted files of one repository, unless somebody else has made it."""
    try:
        folder = find_git_dir(into, at.folder)
    except UpstreamError:
        folder = into / at.folder
    config, ref = folder / "config", folder / "refs" / "claimcheck" / at.commit
    # git takes its settings from elsewhere where there is a commondir. What is empty, nobody has set up.
    linked = (folder / "commondir").exists()
    if any(folder.glob("*")) and (linked or not config.is_file() or config.read_bytes() != _CONFIG):
        return f"{', '.join(keys)}: {folder} is there, we have not made it, and it is used as it is"

    def fetch(*args: str, stdin: bytes = b"") -> None:
        options = (part for option in (*_OPTIONS, f"remote.origin.url={address}") for part in ("-c", option))
        try:
            run_git(
                folder, *options, *_FETCH, *args, stdin=stdin, protocols="https:http:ssh:git:file", seconds=_LONGEST
            )
        except UpstreamError as error:
            error.message = f"{at.repo} cannot be fetched from {address}: {error.message}"
            error.fix = f"run it again; or give the address of a copy's owner: {keys[0]} --from URL"
            raise
        finally:
            write(config, _CONFIG)  # git notes the filter of each fetch, and not every git in the same words

    # Before all else, so that what is interrupted here is ours.
    write(config, _CONFIG)
    for name in ("objects/pack", "refs"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    write(folder / "HEAD", b"ref: refs/heads/main\n")
    # What a killed git left behind; no other is at work here.
    for left in (*folder.glob("*.lock"), *(folder / "objects" / "pack").glob("tmp_*")):
        left.unlink()
    # git sets the reference last: with it, commit and folders are whole.
    if not ref.is_file():
        fetch("--depth=1", "origin", f"{at.commit}:refs/claimcheck/{at.commit}")
    tree = GitTree(folder, at.commit)
    paths = {path for path in wanted(tree, at, keys, data) if tree.paths[path] not in absent}
    objects = run_git(folder, "cat-file", "--batch-all-objects", "--unordered", "--batch-check=%(objectname)")
    lacking = sorted({tree.paths[path] for path in paths} - set(objects.decode().split()))
    for done in range(0, len(lacking), _BATCH):
        say(f"{at.repo}: {len(lacking) - done:,} files to come")
        fetch("--stdin", "origin", stdin="\n".join(lacking[done : done + _BATCH]).encode())
    return f"{', '.join(keys)}: {len(paths):,} of {len(tree.paths):,} files are here"
