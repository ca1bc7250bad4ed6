"""The first use of a term, and of a chip's name, is a link, in running text alone."""

from __future__ import annotations

import re

import pytest

from claimcheck.site.frame.terms import link_words, terms

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
TERMS = {name: f"glossary.html#{place}" for name, place in terms(TEXT).items()}


def test_each_name_of_an_entry_leads_to_it() -> None:
    server, guessed = "glossary.html#term-server-scenario", "glossary.html#term-multi-token-prediction"
    own = "glossary.html#term-accelerator"
    assert {
        "Accelerator": own, "accelerator": own, "Server": server, "TTFT": server,
        "Multi-token prediction": guessed, "multi-token prediction": guessed, "MTP": guessed,
    } == TERMS  # fmt: skip


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
def test_the_first_use_in_running_text_is_a_link(body: str, words: list[str]) -> None:
    found = link_words(body, TERMS)
    links = r'<a class="cc-term" href="[^"]+">([^<]+)</a>'
    assert re.findall(links, found) == words
    assert re.sub(links, r"\1", found) == body


def test_the_name_of_a_chip_leads_to_its_page_once_in_text_and_from_each_cell_with_nothing_else() -> None:
    # On its own page a chip has no address, nor has a term in the glossary.
    pages = {"B300": "b300.html", "RTX PRO 6000": "rtx.html", "B200": "", **dict.fromkeys(TERMS, "")}
    body = "<p>8 GB300, 8 B300, B300, RTX PRO 6000, B200 and MTP</p>"
    found = link_words(body, pages)
    assert re.findall(r'<a href="(\S+)">([^<]+)</a>', found) == [("b300.html", "B300"), ("rtx.html", "RTX PRO 6000")]
    assert re.sub(r"<[^>]+>", "", found) == re.sub(r"<[^>]+>", "", body)
    cells = "<tr><th>B300</th><td>8 B300</td><td><a href='x'>B300</a></td><td>B300</td></tr>"
    assert link_words(cells, pages).count('<a href="b300.html">B300</a>') == 2
