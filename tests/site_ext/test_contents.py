"""The claims' own pages come from the register: their sources, their order and their titles."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import yaml
from sphinx_external_toc.parsing import parse_toc_yaml

from claimcheck.claims.evaluate import load_register
from claimcheck.site import contents


def test_every_claim_of_the_register_is_listed_in_order_with_a_short_title(root: Path, data_dir: Path) -> None:
    pages = contents.claim_pages(data_dir)
    assert list(pages) == [f"claims/{claim.number}" for claim in load_register(data_dir)]
    assert all(title.startswith(f"Claim {name.partition('/')[2]}: ") for name, title in pages.items())
    site = parse_toc_yaml(root / "_toc.yml")
    contents.listed(site, pages)
    assert site["book/scorecard"].child_files() == list(pages)
    assert [site[name].title for name in pages] == list(pages.values())


def test_sources_follow_the_register_and_stay_as_they_are_without_a_change(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    register, app = tmp_path / "data" / "claims.yml", SimpleNamespace(srcdir=str(tmp_path))
    config = SimpleNamespace(claimcheck_data_dir="data")

    def written(*numbers: int) -> dict[str, int]:
        register.write_text(yaml.safe_dump({"claims": {f"c{n}": {"number": n} for n in numbers}}))
        contents.write(app, config)
        return {path.name: path.stat().st_mtime_ns for path in (tmp_path / "claims").iterdir()}

    first = written(10, 2)
    assert set(first) == {"2.md", "10.md"}
    assert (tmp_path / "claims" / "10.md").read_text() == "```{claim-page} 10\n```\n"
    second = written(2, 11)
    assert set(second) == {"2.md", "11.md"} and second["2.md"] == first["2.md"]
