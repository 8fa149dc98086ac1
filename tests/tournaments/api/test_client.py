"""The typed client: it is what the schema says, and it sends bad wifi's requests again under the same key."""

import pytest

from tests.tournaments.api.programs import site_of
from tests.tournaments.hall import make_user
from tournaments.api.client_maker import TARGET, made
from tournaments.client import Answer, Problem, Refused, Request, Site, Unreachable

DONE = Answer(200, {}, b'{"result": {"entry": 1, "number": 3, "state": "entered", "of_tomorrow": true}}')


def test_the_client_is_what_the_schema_says() -> None:
    """`manage.py write_client` after a change of the API."""
    assert made() == TARGET.read_text(encoding="utf-8")


class Wifi:
    """Answers what it is told to, one after the other; an answer that is an OSError is no answer."""

    def __init__(self, *answers: Answer | OSError) -> None:
        self.answers, self.sent, self.waited = list(answers), list[Request](), list[float]()

    def __call__(self, request: Request) -> Answer:
        self.sent.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, OSError):
            raise answer
        return answer

    @property
    def site(self) -> Site:
        """A site behind it."""
        return Site("https://play.example/", "x610z_token", send=self, wait=self.waited.append)


def test_a_write_is_sent_again_under_its_key_until_it_is_answered() -> None:
    wifi = Wifi(OSError("gone"), Answer(503, {}, b"busy"), Answer(429, {"retry-after": "7"}, b"{}"), DONE)
    assert wifi.site.enter("cup/../me").number == 3  # what a newer site says beside it is no error
    assert len({request.headers["Idempotency-Key"] for request in wifi.sent}) == 1
    assert wifi.sent[0].url == "https://play.example/api/v1/tournaments/cup%2F..%2Fme/enter/"
    assert wifi.waited == [1.0, 2.0, 7.0]
    other = Wifi(DONE, DONE)
    other.site.enter("cup"), other.site.enter("cup", key="chosen-by-me")
    keys = [request.headers["Idempotency-Key"] for request in other.sent]
    assert keys[0] != keys[1] == "chosen-by-me"


@pytest.mark.parametrize(
    ("answer", "problems"),
    [
        (
            Answer(409, {}, b'{"problems": [{"code": "full", "message": "Full.", "field": null}]}'),
            [Problem("full", "Full.")],
        ),
        (
            Answer(400, {}, b'{"said": ["Too long.", "Too odd."]}'),
            [Problem("invalid", text, "said") for text in ("Too long.", "Too odd.")],
        ),
        (Answer(404, {}, b'{"detail": "Not found."}'), [Problem("invalid", "Not found.")]),
        (Answer(413, {}, b"<html>"), []),
        (Answer(429, {"retry-after": "3600"}, b"[]"), []),
    ],
)
def test_a_refusal_is_told_at_once_with_all_that_must_be_put_right(
    answer: Answer, problems: list[Problem]
) -> None:
    wifi = Wifi(answer)
    with pytest.raises(Refused) as told:
        wifi.site.enter("cup")
    assert (told.value.status, told.value.problems) == (answer.status, problems) and len(wifi.sent) == 1
    assert str(told.value)


def test_no_answer_at_all_names_the_key_for_later() -> None:
    wifi = Wifi(*[OSError("gone")] * 4)
    with pytest.raises(Unreachable, match="gone") as told:
        wifi.site.enter("cup")
    assert told.value.key == wifi.sent[0].headers["Idempotency-Key"]
    with pytest.raises(Unreachable):
        Wifi(*[OSError("gone")] * 4).site.tournament("cup")


@pytest.mark.parametrize("address", ["file:///etc/passwd", "play.example", ""])
def test_only_an_address_of_the_web_is_a_site(address: str) -> None:
    with pytest.raises(ValueError, match="https"):
        Site(address)


@pytest.mark.django_db
def test_a_site_answers_the_client_with_lists_and_refusals() -> None:
    assert site_of().tournaments(begin="2031-01-01") == []
    with pytest.raises(Refused, match="town"):
        site_of().tournaments(near="nowhere-at-all", km="25")
    assert site_of(make_user("Anna")).me().entries == []
    with pytest.raises(Refused) as told:
        site_of().me()
    assert told.value.status == 401
