"""A player's screen from its mould reads as one rendered for them alone, in every state; the shelf stays in bounds."""

import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache, caches
from django.utils import timezone, translation

from ledger.commands import Actor
from tests.tournaments.display.test_frames import comparable, signed_in
from tests.tournaments.hall import enter, make_tournament, organizer_of, play, publish, running_tournament
from tests.tournaments.hall import staff_actor as staff
from tournaments.display import own_page, views, whole_pages
from tournaments.display.frames import Shared
from tournaments.display.moulds import Mould
from tournaments.display.own_place import Standing, Standings
from tournaments.display.page_pieces import Piece
from tournaments.entries.models import Entry
from tournaments.events.models import Stage, Tournament
from tournaments.rounds.models import Match
from tournaments.rounds.services import result_enter, result_report

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    cache.clear()
    caches[whole_pages.SHELF].clear()


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
    made: list[Any] = []

    def noted(*given: Any) -> Any:
        made.append(own_page.own_markup(*given))
        return made[-1]

    entries = state()
    update = {"hx-request": "true", "hx-target": "me"}
    for language in ("en", "nl"):
        for entry in (*entries, *entries):
            client = signed_in(entry.user, **{"accept-language": language})
            url = f"/t/{entry.tournament.slug}/me/"
            alone: list[str] = []
            seen: list[str] = []
            for found, cast in ((seen, noted), (alone, lambda *_given: None)):
                with monkeypatch.context() as patch:
                    patch.setattr(views, "own_markup", cast)
                    found += [comparable(client.get(url)), comparable(client.get(url, headers=update))]
            assert seen == alone
            assert entry.name.replace(" ", "") in seen[1]
    assert all(made), "nobody here has anything that only a few have"


def test_what_only_a_few_have_is_rendered_for_them_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = playing()[0]
    context = {"call_reasons": ()}

    def noted(given: Any, _user: Any) -> None:
        context.update(given)

    with monkeypatch.context() as patch:
        patch.setattr(views, "own_markup", noted)
        signed_in(entry.user).get(f"/t/{entry.tournament.slug}/me/")
    with translation.override("en"):
        assert own_page.own_markup(context, entry.user)
        for few in own_page.FEW:
            assert own_page.own_markup({**context, few: ["one"]}, entry.user) is None
        for name in ("moved_up_at", "reminded_at", "extended_until"):
            other = Entry.objects.select_related("registration", "tournament").get(pk=entry.pk)
            setattr(other if name == "moved_up_at" else other.registration, name, timezone.now())
            assert own_page.own_markup({**context, "entry": other}, entry.user) is None


def test_a_mould_cannot_be_asked_for_what_does_not_decide_its_shape() -> None:
    known = own_page.Known(name="x")
    assert known.name == "x"
    with pytest.raises(RuntimeError, match="phone"):
        _ = known.phone


# --- the shelf ---------------------------------------------------------------------------------------------------


def test_the_shelf_hands_out_what_lies_on_it_and_lets_go_of_what_was_asked_for_longest_ago() -> None:
    shelf = caches[whole_pages.SHELF]
    room, large = shelf.room, Mould(("x" * 100_000,))  # type: ignore[attr-defined]  # our own cache
    shelf.set("first", large, 60)
    assert shelf.get("first") is large and shelf.get("nothing", "else") == "else"
    for number in range(2 * room // 100_000):
        shelf.set(f"other {number}", Mould((str(number) * 100_000,)), 60)
        assert shelf.get("first") is large
    assert 0.9 * room < shelf.held() <= room  # type: ignore[attr-defined]  # our own cache
    assert shelf.get("other 0") is None
    shelf.set("gone", large, 0)
    assert shelf.get("gone") is None
    shelf.set("too much", Mould(("x" * (room + 1),)), 60)
    assert shelf.get("too much") is None and shelf.held() <= room  # type: ignore[attr-defined]  # our own cache


def test_what_lies_on_the_shelf_says_about_how_much_memory_it_takes() -> None:
    text = "".join(f"<td>{number * 7919}</td>" for number in range(4_000))
    makers: dict[str, Callable[[], Any]] = {
        "pieces": lambda: Shared(1, 1, tuple(Piece.of(text[at:]) for at in range(8))),
        "mould": lambda: Mould(tuple(text[at : at + 500] for at in range(0, 20_000, 500))),
        "places": lambda: Standings(
            1, 1, 3, {f"E{number}": Standing(number, None, number) for number in range(1_000, 2_000)}
        ),
    }
    for name, make in makers.items():
        tracemalloc.start()
        thing = make()
        taken, _most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert taken / 2 < thing.weight < taken * 4, (name, taken, thing.weight)
