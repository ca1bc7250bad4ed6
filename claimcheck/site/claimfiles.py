"""The files of the claims that the site serves: JSON, CSV, BibTeX and memo of each, JSON of all."""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx

from claimcheck.site.source import ALL, source_of


def write(app: Sphinx, exception: Exception | None) -> None:
    """Write them beside the pages of the claims (a handler of ``build-finished``); a book without these has none.

    Nothing is written, and no claim evaluated, when neither data nor code nor edition changed since the last build.
    """
    if exception is not None or app.builder.format != "html":
        return
    if not any(name.startswith("claims/") for name in app.env.found_docs):
        return
    stamp = Path(app.doctreedir, "claimcheck-claim-files")
    now = f"{app.config.claimcheck_code} {source_of(app).digest(ALL)}"
    if Path(app.outdir, "claims.json").is_file() and stamp.is_file() and stamp.read_text(encoding="utf-8") == now:
        return
    for name, text in source_of(app).claim_files().items():
        path = Path(app.outdir, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        # Bytes: the files are the same on every system.
        path.write_bytes(text.encode())
    stamp.write_text(now, encoding="utf-8")
