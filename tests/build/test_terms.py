"""Terms are explained once a page, in running text alone."""

from __future__ import annotations

import re

import pytest

from claimcheck.site.frame.terms import Explainer, Term, read_terms

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
    found, used = Explainer(TERMS).html(body, "glossary.html")
    links = r'<a class="cc-term" href="glossary.html" aria-describedby="([^"]+)">([^<]+)</a>'
    assert re.findall(links, found) == [(term.anchor, word) for term, word in zip(used, words, strict=True)]
    # A short name with a hyphen, which no line may break, is in an element of its own.
    assert re.sub(r'<span class="cc-name">(.*?)</span>', r"\1", re.sub(links, r"\2", found)) == body
