"""The model's register and runs, read once."""

from __future__ import annotations

import pytest

from claimcheck.analysis.serving.outcomes import Inputs, read_inputs
from claimcheck.data.serving import Model
from claimcheck.data.tables import load


@pytest.fixture(scope="session")
def given() -> Inputs:
    return read_inputs()


@pytest.fixture(scope="session")
def serving_model(given: Inputs) -> Model:
    return given.model


@pytest.fixture(scope="session")
def fits():
    return load("serving_fits")


@pytest.fixture(scope="session")
def predictions():
    return load("serving_predictions")


@pytest.fixture(scope="session")
def sweeps():
    return load("serving_sweeps")
