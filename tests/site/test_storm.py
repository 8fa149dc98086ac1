"""Every phone at once, in short: the whole way through the proxy, with few phones and without a bound on time."""

import pytest

from benchmarks import storm
from benchmarks.proxied import nginx


@pytest.mark.night(
    "a whole site behind nginx",
    short="tests/site/test_live.py::test_a_published_version_reaches_every_client_of_that_tournament_only",
)
@pytest.mark.skipif(nginx() is None, reason="nginx is not on this machine")
def test_phones_hear_of_a_round_and_fetch_their_tables_through_the_proxy() -> None:
    said, noticed = storm.storm(24, 0.5, 1)
    assert said["errors"] == {} and said["unanswered"] == 0 and len(said["told"]) == 24
    assert said["kept for another"] == 0
    assert said["cache"].get("HIT", 0) > 0, "the part with everybody's tables comes out of the proxy"
    assert sum(said["cache"].values()) == 24
    assert noticed == 20, "the control: without pages every phone counts an error"
