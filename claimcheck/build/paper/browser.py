"""The headless Chromium that prints the PDFs and runs the browser tests: found, started, and told to print HTML.

``make pdf`` prints the pages of the site as one PDF, in the order of ``_toc.yml``, with an outline of their headings.
The pages of single claims are on the site alone: they are hundreds, and the scorecard lists them.

``CHROMIUM`` in the environment names one; else one of the system's; else, on Linux, the npm package
@sparticuz/chromium, unpacked once into node_modules. That one is built for a bare system: it brings the few libraries
that such a system lacks, and is given our fonts, as it does not start without any.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from playwright.sync_api import Browser, Route, sync_playwright
from playwright.sync_api import Error as PlaywrightError
from pypdf import PdfReader, PdfWriter
from sphinx_external_toc.parsing import parse_toc_yaml

from claimcheck.charts import fonts
from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.files import write
from claimcheck.data.edition import ROOT, read_citation
from claimcheck.site.contents import CLAIMS, list_generated
from claimcheck.site.frame.navigation import trails

TARGET = Path("_build", "report.pdf")
# Chromium writes when it printed, the one thing in which two prints differ.
_PRINTED = re.compile(rb"(/(?:Creation|Mod)Date \(D:)\d{14}[+-]\d\d'\d\d'")
_SHORTEN = "shorten the text or the chart that takes most room, or change the layout in claimcheck/build/paper"
# Those without a path are looked for on the PATH; macOS keeps programs elsewhere.
NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
_UNPACK = """
import { inflate } from "@sparticuz/chromium";
for (const name of ["chromium.br", "al2023.tar.br", "swiftshader.tar.br"])
  await inflate(`${process.argv[1]}/${name}`);
"""
# Our fonts alone: what is printed and tested does not depend on the machine's.
_FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{fonts}</dir>
  <cachedir>{home}/fonts-cache</cachedir>
</fontconfig>
"""


class BrowserMissing(ClaimcheckError):
    """No Chromium that starts; ``fix`` says what to install."""


@dataclass(frozen=True)
class Chromium:
    """A Chromium's program, and the environment variables it needs beyond the usual ones."""

    program: Path
    environment: Mapping[str, str] = field(default_factory=dict)


def find(environ: Mapping[str, str] = os.environ, modules: Path = ROOT / "node_modules") -> Chromium:
    """The Chromium to use. Raises BrowserMissing."""
    if chosen := environ.get("CHROMIUM"):
        program = shutil.which(chosen, path=environ.get("PATH", ""))
        if not program:
            raise BrowserMissing(f"CHROMIUM={chosen} is no program", fix="name one, or unset CHROMIUM")
        return Chromium(Path(program))
    for name in NAMES:
        if program := shutil.which(name, path=environ.get("PATH", "")):
            return Chromium(Path(program))
    return from_npm(modules)


@contextmanager
def started(chromium: Chromium | None = None) -> Iterator[Browser]:
    """A running headless Chromium: the given one, or the one that ``find`` gives. Raises BrowserMissing."""
    chromium = chromium or find()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.program,
            env={**os.environ, **chromium.environment},
            # Hinting moves letters to whole pixels, which leaves gaps inside the words of a PDF or a picture.
            args=["--font-render-hinting=none"],
        )
        try:
            yield browser
        finally:
            browser.close()


def from_npm(modules: Path) -> Chromium:
    """The Chromium of the npm package, unpacked on first use. Raises BrowserMissing."""
    if not sys.platform.startswith("linux"):
        raise BrowserMissing(
            "no Chrome, Chromium or Edge found", fix="install one of them, or name one: CHROMIUM=/path/to/chrome"
        )
    packed = modules / "@sparticuz" / "chromium" / "bin"
    if not packed.is_dir():
        raise BrowserMissing(
            f"no Chromium on the PATH, and {packed} is not there",
            fix="start this with make (`make memo`, `make pdf`, `make test`), which installs it, or set CHROMIUM",
        )
    home = modules / ".chromium"
    if not home.is_dir():
        _unpack(packed, home)
    program = home / "chromium"
    config, text = home / "fonts.conf", _FONTS.format(fonts=fonts.FOLDER, home=home)
    if not config.is_file() or config.read_text(encoding="utf-8") != text:
        config.write_text(text, encoding="utf-8")
    environment = {"FONTCONFIG_FILE": str(config)}
    missing = missing_libraries(program)
    if missing:
        environment["LD_LIBRARY_PATH"] = str(home / "al2023" / "lib")
        missing = missing_libraries(program, environment)
    if missing:
        raise BrowserMissing(
            f"Chromium lacks system libraries: {', '.join(missing)}",
            fix="apt-get install chromium, which brings them, or name another Chromium: CHROMIUM=/path/to/chromium",
        )
    return Chromium(program, environment)


def _unpack(packed: Path, home: Path) -> None:
    node = Path(sys.executable).with_name("node")
    # The package unpacks into the temporary folder; a folder of ours keeps it off a shared /tmp.
    # Moved into place whole, so that an interrupted run leaves nothing half unpacked.
    with tempfile.TemporaryDirectory(dir=home.parent) as scratch:
        part = Path(scratch) / "part"
        part.mkdir()
        result = subprocess.run(
            [node if node.exists() else "node", "--input-type=module", "--eval", _UNPACK, packed],
            cwd=home.parent.parent,
            env={**os.environ, "TMPDIR": str(part)},
            capture_output=True,
            text=True,
        )
        if result.returncode:
            raise BrowserMissing(
                f"unpacking Chromium failed: {result.stderr.strip()[-500:]}",
                fix="rm -rf node_modules, then run make again",
            )
        # Two processes may unpack at the same time; the first one's is as good.
        with suppress(OSError):
            part.rename(home)
    if not (home / "chromium").is_file():
        raise BrowserMissing(f"unpacking Chromium left no {home}", fix="rm -rf node_modules, then run make again")


def missing_libraries(program: Path, environment: Mapping[str, str] | None = None) -> list[str]:
    """The shared libraries that ``program`` asks for and the system does not have."""
    result = subprocess.run(["ldd", program], capture_output=True, text=True, env={**os.environ, **(environment or {})})
    return [line.split()[0] for line in result.stdout.splitlines() if "not found" in line]


class PressError(ClaimcheckError):
    """What should be printed is not there, or does not come out as it must."""


def press(html: str, target: Path, *, script: str = "", pages: int = 0) -> int:
    """Print ``html``, which asks no other file for anything, to ``target``; return the number of pages.

    ``script`` is run in the page, laid out for paper, before it is printed, and returns a list of what does not fit.
    ``pages``, where given, is how many there must be. The PDF is tagged, and has an outline made from the headings.
    Its day is that of the edition, so that equal pages give equal bytes. ``target`` is replaced as a whole or not at
    all. Raises BrowserMissing, and PressError when something does not fit or Chromium gives up.
    """
    # In a thread of its own: Playwright refuses to start beside a running event loop, which a notebook has.
    with ThreadPoolExecutor(max_workers=1) as apart:
        return apart.submit(_pressed, html, target.resolve(), script, pages).result()


def _pressed(html: str, target: Path, script: str, pages: int) -> int:
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as scratch, started() as browser:
        source, printed = Path(scratch, "source.html"), Path(scratch, "printed.pdf")
        source.write_text(html, encoding="utf-8")
        page = browser.new_page()
        page.emulate_media(media="print", color_scheme="light")
        page.route("http*://**", lambda route: route.abort())
        page.goto(source.as_uri())
        try:
            faults = page.evaluate(script) if script else None
            if faults:
                raise PressError("; ".join(faults), where=target, rule="nothing is cut off", fix=_SHORTEN)
            page.pdf(path=printed, prefer_css_page_size=True, print_background=True, tagged=True, outline=True)
        except PlaywrightError as error:
            raise PressError(
                f"Chromium {browser.version} does not print it: {error.message.splitlines()[0]}",
                where=target,
                fix="free memory, or name another Chromium: CHROMIUM=/path/to/chromium",
            ) from error
        count = len(PdfReader(printed).pages)
        if pages and count != pages:
            raise PressError(f"{count} pages", where=target, rule=f"it has {pages}", fix=_SHORTEN)
        day = read_citation().released.strftime("%Y%m%d000000+00'00'").encode()
        printed.write_bytes(_PRINTED.sub(rb"\g<1>" + day, printed.read_bytes()))
        printed.replace(target)
    return count


def names(root: Path) -> list[str]:
    """The pages that are printed, in the order of ``_toc.yml``, a page below another one after it."""
    site = parse_toc_yaml(root / "_toc.yml", encoding="utf-8")
    list_generated(site, root / "data")
    return [name for name in (site.root.docname, *trails(site)) if not name.startswith(f"{CLAIMS}/")]


def printed(site: Path, pages: Iterable[str]) -> Iterator[bytes]:
    """Each page of the built ``site`` as Chromium prints it, with an outline of its headings. Raises PressError.

    To the browser the site is at its public address, to which the links in the PDF therefore lead.
    """
    url = read_citation().url

    def serve(route: Route) -> None:
        path = site / unquote(route.request.url.removeprefix(url))
        if route.request.url.startswith(url) and path.is_file():
            route.fulfill(path=path)
        else:
            route.abort()

    with started() as browser:
        page = browser.new_page(java_script_enabled=False, color_scheme="light")
        page.route("**/*", serve)
        for name in pages:
            try:
                page.goto(f"{url}{name}.html")
                yield page.pdf(format="A4", print_background=True, tagged=True, outline=True)
            except PlaywrightError as error:
                why, path = error.message.splitlines()[0], site / f"{name}.html"
                raise PressError(f"Chromium does not print it: {why}", where=path, fix="run `make book`") from error


def join(pages: Iterable[bytes]) -> PdfWriter:
    """The printed ``pages``, one after another, under one outline."""
    whole = PdfWriter()
    for content in pages:
        whole.append(io.BytesIO(content))
    whole.add_metadata({"/Title": read_citation().title})
    return whole


def main(root: Path = ROOT) -> int:
    """Print the site; return the exit code."""
    start = time.perf_counter()
    file = io.BytesIO()
    try:
        whole = join(printed(root / "_build" / "html", names(root)))
        whole.write(file)
        write(root / TARGET, file.getvalue())
    except ClaimcheckError as error:
        print(error, file=sys.stderr)
        return 1
    size, seconds = len(file.getvalue()) / 1e6, time.perf_counter() - start
    print(f"{TARGET}: {len(whole.pages)} sheets, {size:.1f} MB, {seconds:.0f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
