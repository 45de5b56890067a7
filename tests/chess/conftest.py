"""An engine for each test, closed after it."""

import pytest
from uci_session import Session


@pytest.fixture
def session():
    opened = Session()
    yield opened
    opened.engine.close()
    assert not opened.engine.thinking
