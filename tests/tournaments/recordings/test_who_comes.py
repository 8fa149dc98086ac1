"""Both phones of a game that has stopped say which judge comes, and of two calls who comes to the newest."""

import pytest

from ledger.commands import Actor
from tests.tournaments.hall import staff_actor
from tests.tournaments.recordings.table import Table
from tournaments.judging import call_services as services

pytestmark = pytest.mark.django_db


def test_of_two_calls_both_phones_say_who_comes_to_the_newest() -> None:
    table = Table()
    table.begin()
    first, second = (staff_actor(table.tournament, "judge") for _judge in range(2))
    at = {"tournament": table.tournament, "match_id": table.match.pk}

    def coming() -> list[str]:
        return [phone.state()["coming"] for phone in table.phones]

    player = Actor(table.players[0].user, "player")
    older = services.call_open(actor=player, reason="rules", **at)["call"]
    assert coming() == ["", ""], "nobody goes there yet"
    services.call_claim(actor=first, **at)
    assert coming() == [first.user.display_name] * 2
    services.call_resolve(actor=first, tournament=table.tournament, call_id=older, minutes=0)
    assert coming() == ["", ""]
    [ack] = table.phones[1].write({"text": ""}, kind="call")
    assert ack["status"] == "ok" and coming() == ["", ""], (
        "who came to the older call does not come to this one"
    )
    newest = services.call_claim(actor=second, **at)["call"]
    assert newest != older and coming() == [second.user.display_name] * 2
    services.call_release(actor=second, tournament=table.tournament, call_id=newest)
    assert coming() == ["", ""]
