"""Who says that nobody responds has said so: the phone of who has to choose asks then, and no two phones wait."""

from typing import NamedTuple

import pytest

from tests.halls import kept
from tests.tournaments.recordings.table import Body, Phone, Table
from tests.tournaments.recordings.test_voices import gone, shown_hand, statuses, voices

pytestmark = pytest.mark.django_db


class Window(NamedTuple):
    """The stack waits; carrying out its top leaves ``chooser`` a choice, and the other player says nobody responds."""

    table: Table
    line: Body
    chooser: Phone
    other: Phone

    @property
    def nobody(self) -> Body:
        return {name: value for name, value in self.line.items() if name != "answers"}

    def there(self) -> None:
        for phone in self.table.phones:
            assert phone.client.post(f"{phone.url}heard.json", {"seq": 0}).status_code == 200


@kept
def window() -> Window:
    table = Table()
    seat, line, _card, _owner = shown_hand(table)
    return Window(table, line, table.phones[seat], table.phones[1 - seat])


def test_the_no_of_one_phone_brings_the_choice_to_the_other(window: Window) -> None:
    window.there()
    chooser, other, seat = window.chooser, window.other, window.table.phones.index(window.chooser)
    before = len(chooser.state()["screen"]["lines"])
    assert statuses(other.write(window.nobody)) == ["asked"]
    screen = chooser.state()["screen"]
    assert screen["consent"]["need"]["seat"] == seat and screen["consent"]["by"] == 1 - seat
    assert screen["consent"]["question"] and "says that nobody responds" in screen["news"]["text"]
    assert other.state()["screen"]["consent"] == screen["consent"], "whoever said it sees what is awaited"
    assert statuses(chooser.write(window.line)) == ["ok"]
    for phone in window.table.phones:
        screen = phone.state()["screen"]
        assert len(screen["lines"]) == before + 1 and screen["consent"] is None
    assert all(other is not chooser and seat not in one["seats"] for one in voices(other).values())


def test_both_tap_at_the_same_moment_and_the_choice_is_asked_once(window: Window) -> None:
    window.there()
    chooser, other, base = window.chooser, window.other, window.chooser.head
    assert statuses(other.write(window.nobody)) == ["asked"]
    [ack] = chooser.post(chooser.entry(window.nobody, base=base)).json()["acks"]
    chooser.sent -= 1
    assert ack["status"] == "refused" and ack["problem"]["need"], "their own phone asks them at once"
    assert other.write(window.nobody)[0]["error"] == "asked", "and who taps again changes nothing"
    assert statuses(chooser.post(chooser.entry(window.line, base=base))) == ["ok"]


@pytest.mark.parametrize("who", ["other", "chooser"])
def test_somebody_responds_after_all(window: Window, who: str) -> None:
    window.there()
    window.other.write(window.nobody)
    asked = window.chooser.state()["screen"]["consent"]["seq"]
    phone = window.other if who == "other" else window.chooser
    assert statuses(phone.write({"refuse": asked}, kind="undo")) == ["ok"]
    screen = window.chooser.state()["screen"]
    assert screen["consent"] is None and screen["asked"]["kind"] == "window"
    assert "takes a line back that waited: Nobody responds" in screen["news"]["text"]


def test_nobody_else_chooses(window: Window) -> None:
    window.there()
    window.other.write(window.nobody)
    assert window.other.post(window.other.entry(window.line)).status_code == 403


def test_a_silent_phone_is_asked_when_it_wakes_and_one_that_was_never_there_is_not(window: Window) -> None:
    seat = window.table.phones.index(window.chooser)
    [ack] = window.other.write(window.nobody)
    assert ack["status"] == "refused" and ack["problem"]["need"]["seat"] == seat
    window.there()
    gone(window.table, seat, 600)
    assert statuses(window.other.write(window.nobody)) == ["asked"]


def test_what_no_engine_looked_at_asks_nobody(window: Window) -> None:
    window.there()
    assert statuses(window.other.write(window.nobody, offline=True, unchecked=True)) == ["deviation"]
