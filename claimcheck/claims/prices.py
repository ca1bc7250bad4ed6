"""Read and check ``data/prices.yml``."""

from __future__ import annotations

from pathlib import Path

from claimcheck.registers import Register, read_yaml


def read_prices(path: Path) -> Register:
    """``prices.yml``, checked: known keys only, and two finite prices, low and high, in every entry.

    Raises RegisterError. An unquoted comma in a YAML flow mapping starts a new key: the
    check of the keys finds it.
    """
    register = read_yaml(path)
    keys = {
        "prices": ("accelerator", "kind", "usd_per_hour", "date", "source", "note"),
        "scenarios": ("usd_per_hour", "of"),
    }
    for section, known in keys.items():
        for _, entry in register.section(section):
            entry.only(known)
            ends = entry.list("usd_per_hour")
            if (
                len(ends) != 2
                or not all(isinstance(p, (int, float)) and 0 < p < 1e6 for p in ends)
                or ends[0] > ends[1]
            ):
                rule = "usd_per_hour is a low and a high price, both above 0"
                raise entry.fail(f"usd_per_hour is {ends!r}", "usd_per_hour", rule=rule)
            for key in ("source", "kind") if section == "prices" else ("of",):
                entry.text(key)
    return register
