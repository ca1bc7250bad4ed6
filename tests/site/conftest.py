"""The built site on a local server, a Chromium to look at it, and what was seen on each page."""

from __future__ import annotations

import functools
import http.server
import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route

from claimcheck import browser as chromium
from claimcheck import sitecheck

ROOT = chromium.ROOT
SITE = ROOT / "_build" / "html"
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
WIDE = {"width": 1280, "height": 900}
NARROW = {"width": 375, "height": 800}
SCHEMES = ("light", "dark")


def page_names() -> list[str]:
    """The pages of the built site, as paths from its root; redirections are no pages of their own."""
    return [
        path.relative_to(SITE).as_posix()
        for path in sitecheck.page_paths(SITE)
        if 'http-equiv="refresh"' not in path.read_text(encoding="utf-8").lower()
    ]


# Claims' own pages are one template: each is opened in light; in dark, and with its figure live (which is tested on
# the notebook's page), these, which have everything that such a page can have.
CLAIMS = {f"claims/{number}.html" for number in (1, 7, 11, 32, 33, 48)}


def once(name: str) -> bool:
    """Whether a page is like many others and not among those that stand for them."""
    return name.startswith("claims/") and name not in CLAIMS


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that takes ``page_name`` once for each page."""
    if "page_name" in metafunc.fixturenames:
        # Without a site one test is left, which says so (fixture ``site``).
        metafunc.parametrize("page_name", page_names() or ["index.html"])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder that opens a browser; leave out claims' pages in dark but for a few."""
    for item in list(items):
        params = getattr(getattr(item, "callspec", None), "params", {})
        if params.get("scheme") == "dark" and once(str(params.get("page_name", ""))):
            items.remove(item)
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the built site."""
    if not (SITE / "index.html").is_file():
        pytest.fail("the site is not built: run `make book`", pytrace=False)
    return SITE


@pytest.fixture(scope="session")
def server(site: Path) -> Iterator[str]:
    """The address of a server on this machine that serves the site."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            pass

    handler = functools.partial(Handler, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as httpd:
        httpd.daemon_threads = True
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{httpd.server_port}"
        httpd.shutdown()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    try:
        found = chromium.find()
    except chromium.BrowserMissing as error:
        pytest.fail(str(error), pytrace=False)
    with chromium.started(found) as started:
        yield started


@dataclass
class Trouble:
    """What went wrong on a page while it was open."""

    errors: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)


@dataclass
class Opened:
    """A page that is open, and what has gone wrong on it so far."""

    page: Page
    trouble: Trouble


@pytest.fixture
def open_page(browser: Browser, server: str) -> Iterator[Callable[..., Opened]]:
    """``open_page(name, scheme="light", viewport=WIDE, javascript=True, base=None)``."""
    contexts: list[BrowserContext] = []

    def opener(name: str, **settings: object) -> Opened:
        context, opened = open_in(browser, server, name, **settings)
        contexts.append(context)
        return opened

    yield opener
    for context in contexts:
        context.close()


def open_in(
    browser: Browser,
    server: str,
    name: str,
    scheme: str = "light",
    viewport: dict[str, int] = WIDE,
    javascript: bool = True,
    base: str | None = None,
) -> tuple[BrowserContext, Opened]:
    """Open page ``name`` below ``base`` (the server, when none is given); refuse every other host."""
    context = browser.new_context(
        color_scheme=scheme,
        viewport=viewport,
        java_script_enabled=javascript,
        reduced_motion="reduce",
        accept_downloads=True,
    )
    context.set_default_timeout(15_000)
    trouble = Trouble()
    own = urlsplit(server).netloc

    def gate(route: Route) -> None:
        address = urlsplit(route.request.url)
        if address.scheme in ("data", "blob", "file") or address.netloc == own:
            route.continue_()
        else:
            trouble.foreign.append(route.request.url)
            route.abort()

    context.route("**/*", gate)
    page = context.new_page()
    page.on("pageerror", lambda error: trouble.errors.append(f"page error: {error}"))
    page.on("console", lambda m: trouble.errors.append(f"console: {m.text}") if m.type == "error" else None)
    page.on("requestfailed", lambda r: trouble.errors.append(f"failed: {r.url} {r.failure}"))
    page.on("response", lambda r: trouble.errors.append(f"{r.status}: {r.url}") if r.status >= 400 else None)
    page.goto(f"{base or server}/{name}")
    return context, Opened(page, trouble)


@dataclass
class Seen:
    """What a page in one colour scheme looked like, wide and narrow."""

    trouble: Trouble
    theme: str
    overflow: dict[str, list[str]]
    violations: dict[str, list[str]]
    pictures: list[str]
    figures: list[str]


@pytest.fixture(scope="session")
def look(browser: Browser, server: str) -> Callable[[str, str], Seen]:
    """``look(page, scheme)``: open the page once, at both widths, and keep what was seen."""
    if not AXE.is_file():
        pytest.fail(f"{AXE.relative_to(ROOT)} is not there: run the tests with `make test`", pytrace=False)
    axe = AXE.read_text(encoding="utf-8")

    @functools.cache
    def seen(name: str, scheme: str) -> Seen:
        context, opened = open_in(browser, server, name, scheme=scheme)
        page = opened.page
        page.evaluate(axe)
        overflow, violations = {}, {}
        pictures, figures = [], []
        for width, viewport in (("wide", WIDE), ("narrow", NARROW)):
            page.set_viewport_size(viewport)
            if width == "narrow":
                # The theme waits 300 ms after a change of size before it sees to what scrolls now.
                page.wait_for_timeout(400)
            page.evaluate(TWO_FRAMES)
            overflow[width] = page.evaluate(OVERFLOW)
            pictures += [f"{width}: {fault}" for fault in page.evaluate(PICTURES)]
            figures += [f"{width}: {fault}" for fault in page.evaluate(FIGURES)]
            violations[width] = axe_violations(page, colours_only=scheme == "dark")
        theme = page.evaluate("document.documentElement.dataset.theme || ''")
        context.close()
        return Seen(opened.trouble, theme, overflow, violations, pictures, figures)

    return seen


def axe_violations(page: Page, colours_only: bool) -> list[str]:
    """The serious and critical findings of axe-core on the page as it stands.

    ``colours_only`` leaves out the rules that do not look at colours: the dark page differs from
    the light one, which is checked by all rules, in nothing else.
    """
    options: dict[str, object] = {"resultTypes": ["violations"]}
    if colours_only:
        options["runOnly"] = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
    found = page.evaluate(
        "([where, options]) => axe.run(where, options).then(found => found.violations)",
        # What is drawn inside a picture is for the eye: to a screen reader the picture is one thing.
        [{"include": ["html"], "exclude": ["svg[role=img] > *"]}, options],
    )
    return [
        f"{v['id']} ({v['impact']}): {v['help']}\n"
        + "\n".join(f"    {json.dumps(node['target'])} {node['html'][:160]}" for node in v["nodes"][:5])
        for v in found
        if v["impact"] in ("serious", "critical")
    ]


TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"

# What sticks out to the right of the window, the innermost element first; nothing when the page fits.
OVERFLOW = """() => {
  const width = document.documentElement.clientWidth;
  if (document.scrollingElement.scrollWidth <= width) return [];
  const right = e => Math.round(e.getBoundingClientRect().right);
  const found = [...document.body.querySelectorAll('*')].filter(e => right(e) > width + 1);
  const named = found.reverse().slice(0, 5).map(
    e => `${e.tagName.toLowerCase()}.${e.getAttribute('class') || ''}#${e.id} ends at ${right(e)}`);
  return [`${document.scrollingElement.scrollWidth} px in a window of ${width}`, ...named];
}"""

PICTURES = """() => Promise.all([...document.images].map(async image => {
  image.loading = 'eager';
  try { await image.decode(); } catch { return image.src + ' does not load'; }
  return image.naturalWidth ? null : image.src + ' is empty';
})).then(found => found.filter(Boolean))"""

# Each figure shows one picture that has a size, and each of its pictures has a name.
FIGURES = """() => [...document.querySelectorAll('figure')].flatMap(figure => {
  const pictures = [...figure.querySelectorAll('svg[role=img]')];
  const name = figure.dataset.figure || figure.id || 'figure';
  const words = svg => svg.getAttribute('aria-label')
    || (svg.getAttribute('aria-labelledby') || '').split(/\\s+/)
      .map(id => document.getElementById(id)?.textContent || '').join(' ');
  const shown = pictures.filter(svg => {
    const box = svg.getBoundingClientRect(); return box.width > 100 && box.height > 50; });
  const faults = pictures.filter(svg => !words(svg).trim()).map(() => `${name}: a picture without a name`);
  const live = figure.querySelector('.cc-figure__live:not([hidden]) svg');
  if (figure.matches('.cc-figure') && !pictures.length) faults.push(`${name}: no static picture`);
  if (pictures.length && !live && shown.length !== 1) faults.push(`${name}: ${shown.length} pictures shown`);
  return faults;
})"""
