"""The picture of the front page in the README (``make picture``): what the site shows at first, 1280 pixels wide."""

from __future__ import annotations

from pathlib import Path

from claimcheck.build.paper.browser import started
from claimcheck.data.edition import ROOT

PAGE, TARGET = "_build/html/book/index.html", ".github/front.png"
_WIDTH, _HEIGHT = 1280, 960


def take(root: Path = ROOT) -> None:
    """Write the picture of the built front page in ``root``. Raises BrowserMissing."""
    with started() as browser:
        page = browser.new_page(viewport={"width": _WIDTH, "height": _HEIGHT}, color_scheme="light")
        page.goto((root / PAGE).as_uri(), wait_until="networkidle")
        # A commit that is named here is gone when the picture is committed.
        page.add_style_tag(content="a:has(> .cc-header__day) { visibility: hidden }")
        page.screenshot(path=root / TARGET)


if __name__ == "__main__":
    take()
