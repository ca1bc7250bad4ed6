"""Terms are explained once a page, in running text alone."""

from __future__ import annotations

import re

import pytest
from markupsafe import escape

from claimcheck.site.frame.terms import Explainer, Term, link_cells, read_terms

TEXT = """# Glossary

Words before.

Accelerator
: A GPU or
  another chip; see [Method](method.md).

Server (scenario), TTFT
: Queries <arrive> at random.

Multi-token prediction, MTP
: Guessed.

## References
"""
TERMS = read_terms(TEXT)


def test_entries_are_names_and_plain_text() -> None:
    wanted = [
        Term(("Accelerator",), "A GPU or another chip; see Method."),
        Term(("Server (scenario)", "TTFT"), "Queries <arrive> at random."),
        Term(("Multi-token prediction", "MTP"), "Guessed."),
    ]
    assert wanted == TERMS


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("<p>Two accelerators, an accelerator.</p><p>Accelerator</p>", ["accelerators"]),
        ("<p>TTFT in Server</p>", ["TTFT"]),
        ("<p>a server, Servers</p>", ["Servers"]),
        ("<p>an Offline-Server, SMTP, MTP-like</p>", []),
        ("<p>multi-token\nprediction and MTP</p>", ["multi-token\nprediction"]),
        ("<h2>MTP</h2><p><a href='x'>MTP</a> <code>MTP</code></p><ul><li>MTP</li></ul>", ["MTP"]),
        ("MTP<div>MTP</div><table><tr><td><p>MTP</p></td></tr></table>", []),
        ("<details><summary>x</summary><p>MTP</p></details><aside><p>MTP</p></aside><p>MTP</p>", ["MTP"]),
        ("<script>'<p>MTP</p>'</script><svg><text>MTP</text></svg><!-- <p>MTP --><dl><dd>MTP</dd></dl>", ["MTP"]),
    ],
)
def test_the_first_use_in_running_text_opens_the_meaning(body: str, words: list[str]) -> None:
    found = Explainer(TERMS).html(body, "glossary.html")
    links = r'<a class="cc-term" href="glossary.html#(term-[a-z-]+)" title="([^"<]+)">([^<]+)</a>'
    assert [word for *_, word in re.findall(links, found)] == words
    assert re.sub(links, r"\3", found) == body
    known = {(term.anchor, str(escape(term.meaning))) for term in TERMS}
    assert {(anchor, title) for anchor, title, _ in re.findall(links, found)} <= known


def test_the_name_of_a_chip_leads_to_its_page_once_in_text_and_from_each_cell_with_nothing_else() -> None:
    pages = {"B300": "b300.html", "RTX PRO 6000": "rtx.html"}
    explainer = Explainer(TERMS, [*pages, "B200"])
    body = "<p>8 GB300, 8 B300, B300, RTX PRO 6000, B200 and MTP</p>"
    # On its own page, which is not among the addresses, a chip is not linked; the glossary explains no term.
    found = explainer.html(body, "", pages)
    assert re.findall(r'<a href="(\S+)">([^<]+)</a>', found) == [("b300.html", "B300"), ("rtx.html", "RTX PRO 6000")]
    assert re.sub(r"<[^>]+>", "", found) == re.sub(r"<[^>]+>", "", body) and "cc-term" not in found
    cells = "<tr><th>B300</th><td>8 B300</td><td><a href='x'>B300</a></td><td>B300</td></tr>"
    assert link_cells(cells, pages).count('<a href="b300.html">B300</a>') == 2
