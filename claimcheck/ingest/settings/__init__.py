"""Engine settings of submitted configurations, read without running any of them."""

from claimcheck.ingest.settings.attach import read_settings
from claimcheck.ingest.settings.register import SettingsRegister, read_settings_register

__all__ = ["SettingsRegister", "read_settings", "read_settings_register"]
