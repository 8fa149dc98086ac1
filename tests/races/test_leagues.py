"""A league at one moment: two answers, an answer beside its withdrawal, a window's end beside a result."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from ledger.commands import SYSTEM
from ledger.errors import UserError
from ledger.models import LedgerRow
from tests.races.tools import REPEATS, assert_chain, racers
from tests.tournaments.hall import organizer_of, publish, running_tournament
from tests.tournaments.leagues.league import Clock, acts, agreed, offered, table
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.leagues import desk_services as desk
from tournaments.leagues import services
from tournaments.leagues.models import Appointment, Postponement
from tournaments.leagues.window_services import window_turn
from tournaments.rounds.audit import results_audit
from tournaments.rounds.models import Match, Round
from tournaments.rounds.services import result_report

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


def codes(answers: list[Any]) -> list[str]:
    """The code of each refusal, empty for what went through; anything else is a fault."""
    return [
        one.code if isinstance(one, UserError) else "" if isinstance(one, dict) else repr(one)
        for one in answers
    ]


def league(players: int = 4, **params: Any) -> tuple[Tournament, Match, Entry, Entry]:
    cup = running_tournament(players, template="league", **params)
    publish(cup)
    return (cup, *table(cup))


def test_of_two_answers_and_a_withdrawal_at_once_each_is_to_what_stands() -> None:
    with racers(4) as at_once:

        def race(time: int) -> None:
            cup, match, ann, bob = league(name=f"League {time}")
            offered(match, ann, 24)
            made = offered(match, bob, 48)
            one, other = made.offers.get(entry=ann), made.offers.get(entry=bob)
            about: dict[str, Any] = {"tournament": cup, "match_id": match.pk}
            answers = codes(
                at_once(
                    lambda: services.appointment_accept(actor=acts(bob), offer_id=one.pk, **about),
                    lambda: services.appointment_accept(actor=acts(ann), offer_id=other.pk, **about),
                    lambda: services.appointment_accept(
                        actor=acts(bob), offer_id=one.pk, key="k" * 20, **about
                    ),
                    lambda: services.appointment_take_back(actor=acts(ann), **about),
                )
            )
            made.refresh_from_db()
            assert set(answers) <= {"", "stale"}, answers
            assert made.state == "agreed" and made.offers.count() == 1
            assert made.starts_at == made.offers.get().starts_at
            # Who agreed to one moment and who agreed to the other cannot both have been heard.
            assert (answers[0] or answers[2]) or answers[1], answers
            rows = LedgerRow.objects.filter(chain_id=cup.chain_key, action="appointment.accept")
            assert rows.count() >= 1
            assert_chain(cup)

        for time in range(REPEATS):
            race(time)


def test_of_two_who_put_off_at_once_one_does_and_the_other_keeps_theirs() -> None:
    with racers(2) as at_once:

        def race(time: int) -> None:
            cup, match, ann, bob = league(name=f"League {time}")
            version = agreed(match, ann, bob).version
            about: dict[str, Any] = {"tournament": cup, "match_id": match.pk, "version": version}
            answers = codes(
                at_once(
                    lambda: services.appointment_postpone(actor=acts(ann), **about),
                    lambda: services.appointment_postpone(actor=acts(bob), **about),
                )
            )
            assert sorted(answers) == ["", "stale"]
            assert Postponement.objects.filter(appointment__match=match).count() == 1
            assert Appointment.objects.get(match=match).state == "open"

        for time in range(REPEATS):
            race(time)


def test_a_window_ends_once_and_takes_a_result_of_its_last_second_or_waits_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock(monkeypatch)
    with racers(4) as at_once:

        def race(time: int) -> None:
            cup, match, ann, bob = league(2, name=f"League {time}", changes={"legs": 2})
            about: dict[str, Any] = {"tournament": cup, "match_id": match.pk, "said": (2, 0, 0)}
            result_report(actor=acts(ann), **about)
            clock.ahead += timedelta(days=8)
            answers = codes(
                at_once(
                    lambda: window_turn(actor=SYSTEM, tournament=cup),
                    lambda: result_report(actor=acts(bob), **about),
                    lambda: window_turn(actor=SYSTEM, tournament=cup),
                    lambda: desk.window_extend(
                        actor=organizer_of(cup), tournament=cup, round_id=match.round_id, days=1
                    ),
                )
            )
            assert set(answers) <= {"", "not_published"}, answers
            match.refresh_from_db()
            first = Round.objects.get(pk=match.round_id)
            assert match.state == "final"
            assert Round.objects.filter(tournament=cup).count() <= 2
            # Whoever ended the window saw the result under its lock: it is in the standings of that window.
            assert first.state in ("completed", "published")
            assert_chain(cup)
            clock.ahead = timedelta()

        for time in range(REPEATS):
            race(time)


def test_who_stops_beside_a_report_of_their_match_ends_it_once() -> None:
    with racers(3) as at_once:

        def race(time: int) -> None:
            cup, match, ann, bob = league(name=f"League {time}", changes={"stopping": "forfeit"})
            about: dict[str, Any] = {"tournament": cup, "match_id": match.pk, "said": (2, 0, 0)}
            result_report(actor=acts(ann), **about)
            answers = codes(
                at_once(
                    lambda: result_report(actor=acts(bob), **about),
                    lambda: desk.entry_stop(actor=acts(ann), tournament=cup, entry_id=ann.pk),
                    lambda: desk.entry_stop(actor=organizer_of(cup), tournament=cup, entry_id=ann.pk),
                )
            )
            assert set(answers[1:]) == {""} and answers[0] in ("", "final", "not_your_match"), answers
            match.refresh_from_db()
            assert (match.kind, match.outcome.won) == ("forfeit", (0, 2))
            assert list(results_audit(cup)) == []
            assert timezone.now() >= match.ended_at
            assert_chain(cup)

        for time in range(REPEATS):
            race(time)
