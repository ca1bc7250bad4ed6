"""Engine settings of submitted configurations, read without running any of them."""

from claimcheck.ingest.settings.attach import SETTING_COLUMNS, SKIPPED_COLUMNS, read_settings

__all__ = ["SETTING_COLUMNS", "SKIPPED_COLUMNS", "read_settings"]
