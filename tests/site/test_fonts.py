"""The site and the papers are set in the fonts that we ship, as files of theirs, whatever the machine has."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page
from pypdf import PdfReader

from claimcheck.charts import fonts
from claimcheck.report.paper.browser import press

OURS = {fonts.SANS, fonts.SERIF, fonts.MONO}
PAGES = ("book/index", "notebooks/cost", "notebooks/wins", "notebooks/switches", "claims/1", "book/scorecard",
         "book/glossary", "notebooks/data")  # fmt: skip


# Opens every fold, and marks an element with words of its own for each style and each set of unusual letters.
MARK = """() => {
  for (const fold of document.querySelectorAll('details')) fold.open = true;
  const seen = new Set();
  for (const element of document.querySelectorAll('body *')) {
    const words = [...element.childNodes].filter(n => n.nodeType === 3).map(n => n.data).join('').trim();
    if (!words || !element.getClientRects().length) continue;
    const { fontFamily, fontWeight, fontStyle } = getComputedStyle(element);
    const key = [fontFamily, fontWeight, fontStyle, ...new Set(words.replace(/[ -~\\s]/g, ''))].join('|');
    if (!seen.has(key)) element.dataset.set = seen.add(key).size;
  }
  return document.fonts.ready.then(() => seen.size);
}"""


def used(page: Page) -> dict[str, str]:
    """Each family that Chromium sets words of the page in, pictures and folds included, with an example."""
    assert page.evaluate(MARK)
    client = page.context.new_cdp_session(page)
    client.send("DOM.enable")
    client.send("CSS.enable")
    root = client.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
    found: dict[str, str] = {}
    for node in client.send("DOM.querySelectorAll", {"nodeId": root, "selector": "[data-set]"})["nodeIds"]:
        for font in client.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]:
            name = font["familyName"] if font["isCustomFont"] else f"the machine's {font['familyName']}"
            found.setdefault(name, client.send("DOM.getOuterHTML", {"nodeId": node})["outerHTML"][:200])
    return found


def test_pages_use_no_other_font(browser: Browser, site: Path) -> None:
    page = browser.new_page()
    for name in PAGES:
        page.goto((site / f"{name}.html").as_uri())
        found = used(page)
        assert set(found) <= OURS and fonts.SANS in found, (name, found)
    page.set_content("<p>plain</p>")
    assert not set(used(page)) & OURS, "the check can fail"


def test_papers_use_no_other_font(tmp_path: Path) -> None:
    names = {}
    for kind, words in (("ours", "≤ µ"), ("bold", "<b>x</b>")):
        sheet = f"<style>{fonts.embedded_css()}p{{font-family:'{fonts.SANS}'}}</style>"
        press(f"{sheet}<p>Efficient fiction 2.77x, {words}", tmp_path / "a.pdf")
        page = PdfReader(tmp_path / "a.pdf").pages[0]
        assert "Efficient fiction" in page.extract_text(), "no ligature changes the words"
        found = page["/Resources"]["/Font"].values()
        names[kind] = {str(font.get_object()["/BaseFont"]).rpartition("+")[2] for font in found}
    assert names["ours"] == {"ClaimcheckSans-Regular"}
    assert names["bold"] == {"ClaimcheckSans-Regular", "ClaimcheckSans-Semibold"}
