"""The built site serves every notebook of the repository, in both forms, as the repository has it."""

from __future__ import annotations

from pathlib import Path

from claimcheck.notebooks import pairs
from claimcheck.site.downloads import FORMS

ROOT = Path(__file__).resolve().parents[2]


def test_the_served_notebooks_are_the_repositorys(site: Path) -> None:
    pages = {p.stem for p in (site / "notebooks").glob("*.html")}
    stems = sorted(pair.reference.stem for pair in pairs(ROOT / "notebooks") if pair.reference.stem in pages)
    assert stems, "no notebook is on the site"
    for stem in stems:
        for ending, _ in FORMS:
            served, own = site / "notebooks" / f"{stem}{ending}", ROOT / "notebooks" / f"{stem}{ending}"
            assert served.read_bytes() == own.read_bytes(), f"{stem}{ending}"
            assert f'href="{stem}{ending}"' in (site / "notebooks" / f"{stem}.html").read_text(encoding="utf-8")
