"""Score every folder of runs with MLCommons' own code; run as a script: ``_scorer.py FOLDER SUITE RULESET``.

It imports nothing of ours, so that any interpreter with ``mlperf-logging`` can run it. The last
line it prints is JSON: folder of runs: [score or null, what the scorer printed].
"""

from __future__ import annotations

import contextlib
import io
import json
import logging
import os
import sys


def main(root: str, suite: str, ruleset: str) -> None:
    """Print the scores of every organisation under ``root``."""
    from mlperf_logging.result_summarizer import result_summarizer

    logging.disable(logging.CRITICAL)
    scores: dict[str, list[object]] = {}
    for folder, _, files in sorted(os.walk(root)):
        parts = os.path.relpath(folder, root).split(os.sep)
        if not any(f.startswith("result") for f in files) or "results" not in parts:
            continue
        benchmark = {"mask": "maskrcnn"}.get(parts[-1], parts[-1])
        printed = io.StringIO()
        weak = suite == "hpc" and parts[-2] == "weak"
        how = "_compute_weak_score_standalone" if weak else "_compute_strong_score_standalone"
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            try:
                found = getattr(result_summarizer, how)(
                    benchmark, parts[2], False, folder, suite, ruleset, {"submitter": parts[0]}
                )[0]
            except Exception as error:  # whatever stops the scorer is its answer for this folder
                found = None
                print(f"{type(error).__name__}: {error}")
        if weak and found:
            found = found[f"{benchmark}:number_of_models"] / found[f"{benchmark}:time_to_train_all"]
        scores["/".join(parts)] = [found or None, printed.getvalue()[-400:]]
    print()
    print(json.dumps(scores))


if __name__ == "__main__":
    main(*sys.argv[1:])
