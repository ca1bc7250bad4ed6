"""The built site on a local server, a Chromium to look at it, and what was seen on each page."""

from __future__ import annotations

import contextlib
import functools
import gzip
import http.server
import json
import os
import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, sync_playwright

from claimcheck.build import sitecheck
from claimcheck.site import LOST
from tests.conftest import ROOT

SITE = ROOT / "_build" / "html"
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
# The browser that ``make`` unpacks on Linux, with libraries that a bare system lacks. Without fonts it does not start.
UNPACKED = ROOT / "node_modules" / ".chromium"
ITS_OWN = {"LD_LIBRARY_PATH": f"{UNPACKED}/al2023/lib", "FONTCONFIG_FILE": str(Path(__file__).with_name("fonts.conf"))}
WIDE = {"width": 1280, "height": 900}
# The narrowest screen that WCAG 2.2 asks for (1.4.10): text at four times its size on a desk. A phone has more.
NARROW = {"width": 320, "height": 800}


@functools.cache
def page_names() -> list[str]:
    """The pages of the built site, as paths from its root; redirections are no pages of it."""
    paths = {path.relative_to(SITE): path for path in sitecheck.page_paths(SITE)}
    return [
        name.as_posix()
        for name, path in paths.items()
        if name.stem != LOST and 'http-equiv="refresh"' not in path.read_text(encoding="utf-8").lower()
    ]


# Pages that a register makes: of each kind these have one template.
_OF_A_REGISTER = re.compile(r"claims/|book/(?:articles|chips|companies)/")
_UNSEEN = re.compile(r"<(script|style|svg)\b.*?</\1>|<[^>]*>", re.S)
_PARTS = re.compile(r'<([a-z]\w*)|\s(?:class|role)="([^"]*)"')


@functools.cache
def varied() -> list[str]:
    """Pages that have all elements, classes and roles of the site between them, as few as that takes."""
    texts = {name: (SITE / name).read_text(encoding="utf-8") for name in page_names()}
    parts = {name: set(" ".join(map("".join, _PARTS.findall(text))).split()) for name, text in texts.items()}
    left, chosen = set().union(*parts.values()), []
    while left:
        chosen.append(max(parts, key=lambda name: len(parts[name] & left)))
        left -= parts[chosen[-1]]
    return chosen


@functools.cache
def typical() -> list[str]:
    """All pages but those of registers; of each template of these the longest page and that with the longest word."""
    kinds: dict[tuple[str, bool], dict[str, str]] = {}
    chosen = {*varied()}
    for name in page_names():
        if found := _OF_A_REGISTER.match(name):
            text = _UNSEEN.sub(" ", (SITE / name).read_text(encoding="utf-8"))
            kinds.setdefault((found[0], name.endswith("index.html")), {})[name] = text
        else:
            chosen.add(name)
    for texts in kinds.values():
        chosen |= {max(texts, key=lambda name: len(texts[name]))}
        chosen |= {max(texts, key=lambda name: max(map(len, texts[name].split())))}
    return sorted(chosen)


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

        def translate_path(self, path: str) -> str:
            return str(AXE) if path == f"/{AXE.name}" else super().translate_path(path)

        def log_message(self, format: str, *args: object) -> None:
            pass

        def handle(self) -> None:
            # A browser that leaves a page takes no more of its files.
            with contextlib.suppress(ConnectionError):
                super().handle()

    handler = functools.partial(Handler, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as httpd:
        httpd.daemon_threads = True
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{httpd.server_port}"
        httpd.shutdown()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium: the program that CHROMIUM names, else the one of ``make``, else an installed Chrome."""
    chosen: dict[str, Any] = {"channel": "chrome"}
    if named := os.environ.get("CHROMIUM"):
        chosen = {"executable_path": named}
    elif UNPACKED.is_dir():
        chosen = {"executable_path": UNPACKED / "chromium", "env": {**os.environ, **ITS_OWN}}
    with sync_playwright() as playwright, playwright.chromium.launch(**chosen) as started:
        yield started


@dataclass
class Opened:
    """A page that is open, what has gone wrong on it, and what it asked for."""

    page: Page
    errors: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)  # addresses of other hosts
    asked: list[str] = field(default_factory=list)  # paths on the site's own


@pytest.fixture(scope="session")
def tabs(browser: Browser, server: str) -> Callable[[bool], Opened]:
    """An empty page of the browser; one that was used is used again, since the first page of a context is slow."""
    contexts: dict[bool, BrowserContext] = {}
    own = urlsplit(server).netloc

    def tab(javascript: bool) -> Opened:
        if javascript not in contexts:
            contexts[javascript] = browser.new_context(java_script_enabled=javascript, reduced_motion="reduce")
            contexts[javascript].set_default_timeout(15_000)
        opened = Opened(page := contexts[javascript].new_page())

        def ask(request: Request) -> None:
            address = urlsplit(request.url)
            if address.netloc == own:
                opened.asked.append(address.path.lstrip("/"))
            elif address.scheme not in ("data", "blob", "file", "about"):
                opened.foreign.append(request.url)

        errors = opened.errors
        page.on("request", ask)
        page.on("pageerror", lambda error: errors.append(f"page error: {error}"))
        page.on("console", lambda m: errors.append(f"console: {m.text}") if m.type == "error" else None)
        # A request that is given up because the reader has left the page is no fault.
        page.on("requestfailed", lambda r: r.failure == "net::ERR_ABORTED" or errors.append(f"failed: {r.url}"))
        page.on("response", lambda r: errors.append(f"{r.status}: {r.url}") if r.status >= 400 else None)
        return opened

    return tab


@pytest.fixture(scope="session")
def free() -> dict[bool, list[Opened]]:
    """Pages that no test uses at the moment: with scripts, and without."""
    return {True: [], False: []}


@pytest.fixture
def open_page(
    tabs: Callable[[bool], Opened], free: dict[bool, list[Opened]], server: str
) -> Iterator[Callable[..., Opened]]:
    """Open page ``name`` below ``base`` (the server, when none is given)."""
    used: list[tuple[bool, Opened]] = []

    def opener(name: str, viewport: dict = WIDE, javascript: bool = True, base: str | None = None) -> Opened:
        opened = free[javascript].pop() if free[javascript] else tabs(javascript)
        used.append((javascript, opened))
        opened.page.emulate_media(color_scheme="light")
        opened.page.set_viewport_size(viewport)
        opened.page.goto(f"{base or server}/{name}")
        return opened

    yield opener
    for javascript, opened in used:
        opened.page.mouse.move(0, 0)
        opened.page.goto("about:blank")
        for told in (opened.errors, opened.foreign, opened.asked):
            told.clear()
        free[javascript].append(opened)


def expect_quiet(opened: Opened) -> None:
    """Nothing failed so far and nothing was asked of another host."""
    assert (opened.errors, opened.foreign) == ([], [])


# What a server sends as it is; everything else it compresses.
COMPRESSED = {".png", ".woff2", ".gz"}


def too_heavy(opened: Opened, kilobytes: int = 250, requests: int = 15) -> list[str]:
    """What the first view of a page asked for, if it is too much; sizes as a server with gzip sends them.

    Packed tables come when the page stands and is idle.
    """
    paths = [SITE / unquote(path) for path in opened.asked if not path.startswith("tables/")]
    sizes = {
        path: len(data if path.suffix in COMPRESSED else gzip.compress(data, mtime=0))
        for path in dict.fromkeys(paths)
        if path.is_file() and (data := path.read_bytes())
    }
    faults = []
    if len(paths) > requests:
        faults.append(f"{len(paths)} requests, more than {requests}: {', '.join(path.name for path in paths)}")
    if (total := sum(sizes.values())) > 1000 * kilobytes:
        largest = sorted(sizes.items(), key=lambda one: -one[1])[:4]
        named = ", ".join(f"{path.name} {size // 1000}" for path, size in largest)
        faults.append(f"{total // 1000} kB compressed, more than {kilobytes}: {named}")
    return faults


def axe_violations(page: Page) -> list[str]:
    """The findings of axe-core on a page of the server, with targets of 24 px. Takes away what repeats itself.

    What is drawn inside a picture is for the eye: to a screen reader the picture is one thing. The rows of a table, the
    lines of a list and the words of a program are one template each; a few stand for all, since the checker's time
    grows with the square of a page's size.
    """
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(url=f"/{AXE.name}")
    found = page.evaluate("""() => {
      const seen = {};
      const more = e => (seen[e.tagName + e.className] = (seen[e.tagName + e.className] || 0) + 1) > 5;
      for (const word of document.querySelectorAll('pre span')) if (more(word)) word.replaceWith(word.textContent);
      for (const row of document.querySelectorAll(
        'svg[role=img] > *, tbody tr:nth-child(n+5), .cc-source:nth-child(n+5), main li:nth-child(n+5)')) row.remove();
      return axe.run('html', {
        resultTypes: ['violations'], rules: {'target-size': {enabled: true}}}).then(found => found.violations);
    }""")
    return [
        f"{v['id']} ({v['impact']}): {v['help']}\n"
        + "\n".join(f"    {json.dumps(node['target'])} {node['html'][:160]}" for node in v["nodes"][:5])
        for v in found
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
  const live = figure.matches('.is-live');
  if (figure.matches('.cc-figure') && !pictures.length) faults.push(`${name}: no static picture`);
  if (pictures.length && !live && shown.length !== 1) faults.push(`${name}: ${shown.length} pictures shown`);
  return faults;
})"""
