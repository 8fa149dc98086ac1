"""A player's screen from its mould reads as one rendered for them alone, in every state; the shelf stays in bounds."""

import tracemalloc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.cache import cache, caches
from django.utils import timezone

from ledger.commands import Actor
from tests.tournaments.display.test_frames import comparable, rendered_alone, signed_in
from tests.tournaments.hall import enter, make_tournament, organizer_of, play, publish, running_tournament
from tests.tournaments.hall import staff_actor as staff
from tournaments.display import views
from tournaments.display.holes import Open, OpenNumber, opened, split, without_numbers
from tournaments.display.moulds import MOULDS, Mould, filled, filled_many
from tournaments.display.own_place import STANDINGS, Standing, Standings
from tournaments.display.page_pieces import Page, Piece
from tournaments.display.shared_parts import PARTS
from tournaments.display.shelf import SHELF, Kept, Shelf
from tournaments.entries.models import Entry
from tournaments.events.models import Stage, Tournament
from tournaments.rounds.models import Match
from tournaments.rounds.services import result_enter, result_report

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    cache.clear()
    caches[SHELF].clear()


def tables(tournament: Tournament) -> list[Match]:
    return list(Match.objects.filter(tournament=tournament).order_by("-round__number", "table", "pk"))


def seat(match: Match, position: int = 0) -> Entry:
    return match.seats.select_related("entry__user").get(position=position).entry


def playing() -> list[Entry]:
    made = running_tournament(4)
    Stage.objects.filter(tournament=made).update(cut=2)
    play(made, 1)
    publish(made, 2)
    first, second = tables(made)[:2]
    return [seat(first), seat(first, 1), seat(second)]


def reported() -> list[Entry]:
    found = playing()
    first = tables(found[0].tournament)[0]
    actor = Actor(found[0].user, "player")
    result_report(actor=actor, tournament=first.tournament, match_id=first.pk, said=(2, 1, 0))
    return found


def disputed() -> list[Entry]:
    found = reported()
    first = tables(found[0].tournament)[0]
    actor = Actor(found[1].user, "player")
    result_report(actor=actor, tournament=first.tournament, match_id=first.pk, said=(0, 2, 0))
    return found


def judged() -> list[Entry]:
    found = disputed()
    staff(found[0].tournament, "judge")
    return found


def ended() -> list[Entry]:
    found = playing()
    first = tables(found[0].tournament)[0]
    result_enter(
        actor=organizer_of(first.tournament), tournament=first.tournament, match_id=first.pk, said=(2, 0, 0)
    )
    return found


def with_a_bye() -> list[Entry]:
    made = running_tournament(3)
    publish(made)
    return [seat(match) for match in tables(made)]


def entered() -> list[Entry]:
    made = make_tournament()
    Tournament.objects.filter(pk=made.pk).update(state="entry")
    made.refresh_from_db()
    return enter(made, 2)


def checking_in() -> list[Entry]:
    found = entered()
    Tournament.objects.filter(pk=found[0].tournament_id).update(state="check_in", announcement="Be <quick>!")
    return found


def before_the_first_round() -> list[Entry]:
    return list(running_tournament(4).entries.all()[:2])


def finished() -> list[Entry]:
    found = ended()
    Tournament.objects.filter(pk=found[0].tournament_id).update(state="finished")
    return found


def gone() -> list[Entry]:
    """Each in another state that staff or the player brought them to."""
    found = playing()
    for entry, state in zip(found, ("dropped", "withdrawn", "no_show"), strict=True):
        Entry.objects.filter(pk=entry.pk).update(state=state)
    waiting = before_the_first_round()
    Entry.objects.filter(pk=waiting[0].pk).update(state="waiting")
    return [*found, *waiting]


STATES = (
    playing,
    reported,
    disputed,
    judged,
    ended,
    with_a_bye,
    entered,
    checking_in,
    before_the_first_round,
    finished,
    gone,
)


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_a_screen_from_its_mould_reads_as_one_rendered_alone(
    state: Callable[[], list[Entry]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each player after another who filled the mould, in both languages, and the answer to a live update, too."""
    entries = state()
    update = {"hx-request": "true", "hx-target": "me"}
    for language in ("en", "nl"):
        for entry in (*entries, *entries):
            client = signed_in(entry.user, **{"accept-language": language})
            url = f"/t/{entry.tournament.slug}/me/"
            moulded = [comparable(client.get(url)), comparable(client.get(url, headers=update))]
            with monkeypatch.context() as patch:
                patch.setattr(views, "screen_markup", rendered_alone)
                assert moulded == [comparable(client.get(url)), comparable(client.get(url, headers=update))]
            assert entry.name.replace(" ", "") in moulded[1]


def test_what_only_a_few_have_is_rendered_for_them_and_seen_by_nobody_else() -> None:
    one, other = playing()[:2]
    before = [
        comparable(signed_in(entry.user).get(f"/t/{entry.tournament.slug}/me/")) for entry in (one, other)
    ]
    deck = one.registration
    assert deck is not None
    deck.extended_until, deck.extended_reason = timezone.now(), "no train today"
    deck.save()
    after = [
        comparable(signed_in(entry.user).get(f"/t/{entry.tournament.slug}/me/")) for entry in (one, other)
    ]
    assert "notraintoday" in after[0] and before[0] != after[0]
    assert before[1] == after[1]


# --- view models with holes --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Seated:
    """A view model for these tests."""

    name: Open[str]
    number: OpenNumber
    won: bool


@dataclass(frozen=True)
class Seats:
    """One that holds others."""

    seats: tuple[Seated, ...]
    note: Open[str]


def test_open_fields_become_holes_and_all_others_decide_the_shape() -> None:
    values: dict[str, Any] = {}
    first = opened(Seats((Seated("Ann", 7, True), Seated("Bob", 9, False)), ""), values)
    assert values == {"seats.0.name": "Ann", "seats.0.number": 7, "seats.1.name": "Bob", "seats.1.number": 9}
    assert first == opened(Seats((Seated("Cy", 1, True), Seated("Di", 2, False)), ""), {})
    assert first != opened(Seats((Seated("Cy", 1, False), Seated("Di", 2, False)), ""), {})
    assert first != opened(Seats((Seated("Cy", 1, True), Seated("Di", 2, False)), "late"), {})
    assert first.seats[0].won is True and first.note == ""
    text = without_numbers(f"<a href='/{first.seats[1].number}/'>{first.seats[0].name}</a>")
    assert split(text) == (("<a href='/", "/'>", "</a>"), ("seats.1.number", "seats.0.name"))


def test_what_is_empty_stays_because_templates_ask_for_it() -> None:
    shape = opened(Seats((Seated("", 0, False),), ""), {})
    assert shape == Seats((Seated("", 0, False),), "")


# --- the shelf ---------------------------------------------------------------------------------------------------


def test_a_thing_is_made_once_for_all_who_wait_and_again_when_its_stamp_changed() -> None:
    shelf: Shelf[list[int]] = Shelf("test", lambda _thing: 100)
    made: list[int] = []
    stamps = [5]

    def make(number: int) -> list[int]:
        made.append(number)
        return [number]

    def asked(version: int) -> list[int]:
        return shelf.get(("key", 1), version, make, stamp=lambda: stamps[-1])

    with ThreadPoolExecutor(8) as pool:
        first = list(pool.map(asked, [1] * 8))
    assert made == [5] and all(one is first[0] for one in first)
    assert asked(2) is first[0] and made == [5], "the version changed, and nothing that it rests on"
    stamps.append(6)
    assert asked(2) is first[0] and asked(3) == [6] and asked(1) == [6], "a newer one is as good"
    assert shelf.get(("key", 2), 3, make) == [3], "another key; its stamp is the version"
    assert made == [5, 6, 3]


def test_what_could_not_be_made_is_not_kept_and_is_tried_again() -> None:
    shelf: Shelf[str] = Shelf("test", len)

    def fails(_number: int) -> str:
        raise LookupError

    for _again in range(2):
        with pytest.raises(LookupError):
            shelf.get("key", 1, fails)
    assert shelf.get("key", 1, lambda number: f"made at {number}") == "made at 1"


def lain(size: int, fill: str = "x") -> Kept[str]:
    """A thing on the shelf of this size."""
    return Kept(0, 0, fill * size, size)


def test_the_shelf_hands_out_what_lies_on_it_and_lets_go_of_what_was_asked_for_longest_ago() -> None:
    shelf: Any = caches[SHELF]
    room, large = shelf.room, lain(100_000)
    shelf.set("first", large, 60)
    assert shelf.get("first") is large and shelf.get("nothing", "else") == "else"
    for number in range(2 * room // 100_000):
        shelf.set(f"other {number}", lain(100_000, str(number)[0]), 60)
        assert shelf.get("first") is large
    assert 0.9 * room < shelf.held() <= room
    assert shelf.get("other 0") is None
    shelf.set("gone", large, 0)
    assert shelf.get("gone") is None
    shelf.set("too much", lain(room + 1), 60)
    assert shelf.get("too much") is None and shelf.held() <= room


def test_what_lies_on_the_shelf_says_about_how_much_memory_it_takes() -> None:
    text = "".join(f"<td>{number * 7919}</td>" for number in range(4_000))
    makers: dict[str, tuple[Shelf[Any], Callable[[], Any]]] = {
        "pages": (PARTS, lambda: Page(tuple(Piece.of(text[at:]) for at in range(8)), ())),
        "mould": (MOULDS, lambda: Mould(tuple(text[at : at + 500] for at in range(0, 20_000, 500)), ())),
        "places": (
            STANDINGS,
            lambda: Standings(
                3, {f"E{number}": Standing(number, None, number) for number in range(1_000, 2_000)}
            ),
        ),
    }
    for name, (shelf, make) in makers.items():
        tracemalloc.start()
        thing = make()
        taken, _most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        shelf.get(name, 0, lambda _number, thing=thing: thing)
        weight = caches[SHELF].get(shelf.place(name)).weight
        assert taken / 2 < weight < taken * 4, (name, taken, weight)


@pytest.mark.parametrize("mark", ["", "\0"])
def test_many_lines_are_filled_as_each_alone_whatever_is_in_a_name(mark: str) -> None:
    """Escaped in one piece, and singly where somebody has the mark between two values in their name."""
    short, long = Mould(("<b>", "</b>"), ("name",)), Mould(("<i>", "|", "</i>&"), ("rank", "name"))
    lines = [(short, {"name": '<a> & "b"'}), (long, {"rank": 2, "name": f"'c'{mark}"}), (short, {"name": ""})]
    assert filled_many(lines) == "".join(filled(mould, values) for mould, values in lines)
    assert filled_many([]) == ""
