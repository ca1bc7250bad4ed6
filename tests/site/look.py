"""Take a picture of every page, light and dark, wide and narrow, and let axe check it: ``make look``.

``ARGS=words`` takes only the pages whose path contains one of the words. Pictures go to
_build/look, whole pages, as PAGE.light.wide.png and so on. What axe finds is printed, and the command fails.
"""

from __future__ import annotations

import shutil
import sys

from playwright.sync_api import Page

from claimcheck.browser import started
from tests.site.conftest import AXE, NARROW, ROOT, SCHEMES, SITE, WIDE, axe_violations, page_names

# Chromium draws no taller picture than this in one piece.
TALLEST = 16_000


def shoot(page: Page, path: str) -> None:
    """Take the whole page as it stands, once figures that draw themselves have come into view."""
    height = page.evaluate("document.documentElement.scrollHeight")
    for top in range(0, min(height, TALLEST), 700):
        page.evaluate(f"window.scrollTo(0, {top})")
        page.wait_for_timeout(30)
    page.evaluate("window.scrollTo(0, 0)")
    page.wait_for_timeout(150)
    clip = {"x": 0, "y": 0, "width": page.viewport_size["width"], "height": min(height, TALLEST)}
    page.screenshot(path=path, full_page=True, clip=clip)


def main(words: list[str]) -> int:
    """Take the pictures; return the exit code."""
    names = [name for name in page_names() if not words or any(word in name for word in words)]
    folder = ROOT / "_build" / "look"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    faults, axe = [], AXE.read_text(encoding="utf-8")
    with started() as browser:
        for number, name in enumerate(names, 1):
            print(f"[{number}/{len(names)}] {name}", flush=True)
            for scheme in SCHEMES:
                context = browser.new_context(color_scheme=scheme, viewport=WIDE, reduced_motion="reduce")
                page = context.new_page()
                page.goto((SITE / name).as_uri())
                for width, viewport in (("wide", WIDE), ("narrow", NARROW)):
                    page.set_viewport_size(viewport)
                    flat = name.removesuffix(".html").replace("/", "-")
                    shoot(page, str(folder / f"{flat}.{scheme}.{width}.png"))
                page.evaluate(axe)
                faults += [f"{name}, {scheme}: {found}" for found in axe_violations(page)]
                context.close()
    print(f"{len(names) * 4} pictures in _build/look")
    print("\n".join(faults) or "axe found nothing")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
