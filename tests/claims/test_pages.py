"""Every claim of the register has its page and its place in the table of contents, and no page is without a claim."""

from __future__ import annotations

from pathlib import Path

import yaml

from claimcheck.claims.evaluate import load_register


def toc_entries(node: object) -> list[dict]:
    """Every entry of the table of contents that names a file, in order."""
    if isinstance(node, list):
        return [entry for item in node for entry in toc_entries(item)]
    if not isinstance(node, dict):
        return []
    inside = [entry for value in node.values() for entry in toc_entries(value)]
    return [node, *inside] if "file" in node else inside


def test_every_claim_has_its_page_and_no_page_is_without_a_claim(root: Path, data_dir: Path) -> None:
    numbers = {claim.number for claim in load_register(data_dir)}
    pages = {int(path.stem) for path in (root / "claims").glob("*")}
    missing = [f"claims/{n}.md" for n in sorted(numbers - pages)]
    assert not missing, f"make these, each with its number as claims/1.md has its own: {missing}"
    assert not pages - numbers, "pages of claims that are not in the register"
    for number in sorted(numbers):
        text = (root / "claims" / f"{number}.md").read_text(encoding="utf-8")
        assert text == f"```{{claim-page}} {number}\n```\n", number


def test_every_page_stands_in_order_in_the_table_of_contents(root: Path, data_dir: Path) -> None:
    toc = yaml.safe_load((root / "_toc.yml").read_text(encoding="utf-8"))
    entries = [entry for entry in toc_entries(toc) if entry["file"].startswith("claims/")]
    numbers = [claim.number for claim in load_register(data_dir)]
    missing = sorted(set(numbers) - {int(entry["file"].partition("/")[2]) for entry in entries})
    assert not missing, f"add to _toc.yml: {[f'claims/{n}' for n in missing]}"
    assert [entry["file"] for entry in entries] == [f"claims/{n}" for n in numbers]
    for entry in entries:
        assert entry["title"].startswith(f"Claim {entry['file'].partition('/')[2]}: "), entry
