"""What ``pytest --nbval notebooks/`` needs to rerun the notebooks and compare each output with the recorded one."""

import os

# Cells then give what is recorded, and not what a reader's own kernel shows besides (see claimcheck/core/printing.py).
os.environ["CLAIMCHECK_RECORDING"] = "compare"


def pytest_collection_modifyitems(items):
    """Leave pictures out: each is drawn from a figure's record, which is compared."""
    for item in items:
        if hasattr(item.parent, "skip_compare") and "image/svg+xml" not in item.parent.skip_compare:
            item.parent.skip_compare += ("image/svg+xml",)
