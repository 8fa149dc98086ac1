"""A newsletter while its workers are killed three times: the short form of ``make newsletter``, with real processes."""

from collections import Counter
from pathlib import Path

import pytest

from benchmarks.drills.newsletter import Post, compared, drill, environment_of, mail_server
from tests.conftest import database_url
from x610z_site.services.servers import private_redis

pytestmark = [pytest.mark.redis, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.mark.night(
    "real workers, killed three times",
    short="tests/community/test_newsletter.py::test_a_worker_that_dies_leaves_the_rest_to_the_next_and_nobody_gets_two",
)
@pytest.mark.timeout(900)
def test_each_of_240_addresses_gets_its_letter_once_though_the_workers_are_killed_three_times(
    tmp_path: Path,
) -> None:
    """On a Redis of its own: a worker of other tests would take letters from the queue and send them nowhere."""
    with mail_server() as (post, port), private_redis() as redis:
        environment = environment_of(tmp_path, database_url(), redis, port)
        figures = drill(tmp_path, environment, post, 240, patient=False)
    assert figures["who should have got it and did not"] == "0"
    assert min(post.asked[one] for one in post.asked if one.startswith("later-")) == 2


def test_the_control_a_letter_that_is_missing_or_has_two_names_is_seen() -> None:
    everybody = ["well-1@post.example", "well-2@post.example", "gone-3@post.example"]
    first, second = (("well-1@post.example", "<1>", "b"), ("well-2@post.example", "<2>", "b"))
    assert compared(Post([first, second, second], Counter()), everybody) == 1
    for took in (
        [first],
        [first, second, ("well-2@post.example", "<3>", "b")],
        [first, ("well-2@post.example", "<1>", "b")],
        [first, second, ("gone-3@post.example", "<3>", "b")],
        [first, ("well-2@post.example", "", "b")],
    ):
        with pytest.raises(AssertionError):
            compared(Post(took, Counter()), everybody)
