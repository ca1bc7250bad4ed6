"""Fuzz the targets, guided by the branches that an input reaches; ``make fuzz ARGS='--minutes 60 --target report'``.

Each target gets an equal share of the minutes, in a process of its own, and starts from its good examples and from what
earlier runs kept in ``_build/fuzz``. What is found is printed and left there; a test gets it by hand. Ends with 1 where
something was found.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

BUILD = Path("_build") / "fuzz"


def main() -> int:
    """Fuzz every target, or one."""
    parser = argparse.ArgumentParser(description="Give every reader bytes that nobody wrote.")
    parser.add_argument("--minutes", type=float, default=10, help="of all targets together")
    parser.add_argument("--target", help="one target instead of all")
    parser.add_argument("--alone", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    import atheris

    with atheris.instrument_imports(include=["claimcheck"], enable_loader_override=False):
        from tests.fuzz.targets import TARGETS, give

    names = [given.target] if given.target else list(TARGETS)
    if unknown := set(names) - TARGETS.keys():
        parser.error(f"no target {', '.join(unknown)}; targets are {', '.join(TARGETS)}")
    seconds = max(1, int(given.minutes * 60 / len(names)))
    if not given.alone:
        codes = {name: _apart(name, given.minutes / len(names)) for name in names}
        found = [name for name, code in codes.items() if code]
        print(
            f"{len(names)} targets, {seconds} s each: " + (f"found in {', '.join(found)}" if found else "no findings")
        )
        return 1 if found else 0
    (name,) = names
    corpus = BUILD / name.replace(" ", "-")
    corpus.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(TARGETS[name].good):
        (corpus / f"good-{number}").write_bytes(data)
    options = [
        f"-max_total_time={seconds}",
        "-timeout=120",
        "-rss_limit_mb=4096",
        "-max_len=8192",
        "-print_final_stats=1",
    ]
    atheris.Setup([sys.argv[0], *options, f"-artifact_prefix={corpus}.", str(corpus)], lambda data: give(name, data))
    atheris.Fuzz()
    return 0


def _apart(name: str, minutes: float) -> int:
    """The exit code of a process that fuzzes one target: the engine ends its process when it is done."""
    print(f"== {name}", flush=True)
    command = [sys.executable, "-m", "tests.fuzz.run", "--alone", "--target", name, "--minutes", str(minutes)]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
