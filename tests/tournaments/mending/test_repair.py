"""Mending a published round, and explaining it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from ledger.commands import Actor
from ledger.errors import StaleError, UserError
from tests.halls import kept
from tests.tournaments.hall import organizer_of, play, publish, running_tournament, staff_actor
from tournaments.entries.services import entry_add_at_desk
from tournaments.events.models import Tournament
from tournaments.formats.swiss.repair import plan_hash, plans_for
from tournaments.mending.repair_services import round_repair
from tournaments.rounds.formats import format_of
from tournaments.rounds.models import Match, Round, Seat
from tournaments.rounds.outcomes import Games
from tournaments.rounds.services import result_correct, result_report

pytestmark = [pytest.mark.django_db]

COST = "Point gaps, squared and added up"


def late_arrival(tournament: Tournament) -> int:
    answer = entry_add_at_desk(actor=organizer_of(tournament), tournament=tournament, name="Late Lotte")
    return int(answer["entry"])


def apply(tournament: Tournament, round_: Round, kind: str) -> None:
    plan = next(plan for plan in plans_for(tournament, round_) if plan.kind == kind)
    round_repair(
        actor=organizer_of(tournament),
        tournament=tournament,
        round_id=round_.pk,
        kind=kind,
        agreed=plan_hash(plan),
        reason="came late",
        lost=plan.results_lost,
    )


@kept
def tournament() -> Tournament:
    return running_tournament(7)


def test_a_late_arrival_gets_the_bye_holder_and_no_other_match_is_touched(tournament: Tournament) -> None:
    round_ = publish(tournament)
    others = set(Match.objects.filter(round=round_, kind="played").values_list("pk", flat=True))
    holder = Seat.objects.get(match__round=round_, match__kind="bye").entry_id
    late = late_arrival(tournament)
    apply(tournament, round_, "smallest")
    match = Seat.objects.get(round=round_, entry_id=late).match
    assert set(match.seats.values_list("entry_id", flat=True)) == {late, holder}
    assert set(Match.objects.filter(round=round_, kind="played").values_list("pk", flat=True)) == others | {
        match.pk
    }
    assert not Match.objects.filter(round=round_, kind="bye").exists()


def test_the_full_plan_keeps_every_match_somebody_has_reported() -> None:
    tournament = running_tournament(9)
    round_ = publish(tournament)
    match = Match.objects.filter(round=round_, kind="played").order_by("table")[0]
    player = match.seats.all()[0].entry.user
    result_report(actor=Actor(player, "player"), tournament=tournament, match_id=match.pk, said=(2, 0, 0))
    late_arrival(tournament)
    apply(tournament, round_, "full")
    assert Match.objects.filter(pk=match.pk, state="reported").exists()
    assert Seat.objects.filter(round=round_).count() == 10


def test_a_plan_that_is_no_longer_true_changes_nothing(tournament: Tournament) -> None:
    round_ = publish(tournament)
    late_arrival(tournament)
    before = list(Seat.objects.filter(round=round_).values_list("match_id", "entry_id"))
    with pytest.raises(StaleError):
        round_repair(
            actor=organizer_of(tournament),
            tournament=tournament,
            round_id=round_.pk,
            kind="smallest",
            agreed="something else",
            reason="came late",
        )
    assert list(Seat.objects.filter(round=round_).values_list("match_id", "entry_id")) == before


def test_mending_needs_a_reason(tournament: Tournament) -> None:
    round_ = publish(tournament)
    with pytest.raises(UserError, match="why"):
        round_repair(
            actor=organizer_of(tournament),
            tournament=tournament,
            round_id=round_.pk,
            kind="full",
            agreed="",
            reason=" ",
        )


def test_the_page_shows_three_plans_and_carries_one_out(tournament: Tournament) -> None:
    round_ = publish(tournament)
    late_arrival(tournament)
    client = Client()
    client.force_login(tournament.created_by)
    url = f"/t/{tournament.slug}/desk/rounds/1/repair/"
    plans = client.get(url).context["plans"]
    assert [item["plan"].kind for item in plans] == ["smallest", "leave", "full"]
    assert plans[1]["unpaired"] == ["Late Lotte"]
    assert client.post(url, {"plan": plans[0]["value"], "reason": "came late"}).status_code == 302
    assert Seat.objects.filter(round=round_).count() == 8


def test_everybody_can_read_why_two_players_meet() -> None:
    tournament = running_tournament(6)
    play(tournament, 1)
    round_ = publish(tournament, 2)
    entry = Match.objects.filter(round=round_).order_by("table")[0].seats.all()[0].entry
    told = format_of(round_.stage).why(tournament, round_, entry)
    assert told.opponent and told.reasons
    assert sum(one["chosen"] for one in told.candidates) == 1
    met = [one for one in told.candidates if one["against"]]
    assert len(met) == 1
    answer = Client().get(f"/t/{tournament.slug}/tables/2/why/{entry.number}/")
    assert answer.status_code == 200
    assert told.opponent in answer.content.decode()


def test_a_bye_is_explained_too() -> None:
    tournament = running_tournament(5)
    round_ = publish(tournament)
    entry = Seat.objects.get(match__round=round_, match__kind="bye").entry
    told = format_of(round_.stage).why(tournament, round_, entry)
    assert told.opponent == ""
    assert told.reasons


def test_after_a_corrected_result_the_page_offers_to_exchange_two_players_with_its_price() -> None:
    # Now and then the lot leaves nothing cheaper than leaving the round as it is; with this name's lots it does not.
    tournament = running_tournament(10, name="Exchange Cup")
    play(tournament, 1)
    round_ = publish(tournament, 2)
    seat = Match.objects.filter(round=round_, kind="played").order_by("table")[0].seats.all()[0]
    wrong = Match.objects.get(round__number=1, seats__entry=seat.entry)
    # The winner of round one turns out to have lost: at that table three points meet none now.
    ids = [one.entry_id for one in wrong.seats.order_by("position")]
    score = (0, 2, 0) if ids[0] == seat.entry_id else (2, 0, 0)
    result_correct(
        actor=organizer_of(tournament),
        tournament=tournament,
        match_id=wrong.pk,
        said=score,
        reason="wrong slip",
        version=wrong.version,
    )
    Round.objects.filter(pk=round_.pk).update(started_at=timezone.now() - timedelta(minutes=7))
    client = Client()
    client.force_login(tournament.created_by)
    url = f"/t/{tournament.slug}/desk/rounds/2/repair/"
    leave, smallest, *_others = client.get(url).context["plans"]
    facts = dict(smallest["facts"])
    assert dict(leave["facts"])["Widest point gap"] == 3
    assert not leave["best"] and dict(leave["facts"])["Minutes lost"] == 0
    assert facts["Matches broken up"] == 2 and facts["Minutes lost"] == 7
    assert facts[COST] < dict(leave["facts"])[COST]
    assert client.post(url, {"plan": smallest["value"], "reason": "corrected"}).status_code == 302
    round_.refresh_from_db()
    assert round_.certificate["cost"] == facts[COST]


def test_a_round_that_needs_nothing_says_so_and_shows_no_plan_twice_and_no_badge() -> None:
    tournament = running_tournament(8)
    play(tournament, 1)
    publish(tournament, 2)
    client = Client()
    client.force_login(tournament.created_by)
    answer = client.get(f"/t/{tournament.slug}/desk/rounds/2/repair/")
    page, plans = answer.content.decode(), answer.context["plans"]
    assert "needs no repair" in page and "Best of these plans" not in page
    does = [(frozenset(item["plan"].broken), frozenset(item["plan"].added)) for item in plans]
    assert len(set(does)) == len(does) and plans[0]["plan"].kind == "leave"
    # A measure that no plan costs anything by is in none of them; the others are in all.
    shown = [[label for label, _value in item["facts"]] for item in plans]
    costly = {label for item in plans for label, value in item["plan"].facts if value != 0}
    assert all(labels == shown[0] and set(labels) == costly for labels in shown)
    assert "Second byes" not in page


def test_a_correction_leads_to_the_price_of_mending_the_round_paired_before_it_until_that_is_mended() -> None:
    tournament = running_tournament(8)
    play(tournament, 1)
    round_ = publish(tournament, 2)
    client = Client()
    client.force_login(tournament.created_by)
    one, two = (f"/t/{tournament.slug}/desk/rounds/{number}/" for number in (1, 2))
    link = f'href="{two}repair/"'
    said = "a result before it was corrected"
    for url in (one, two):
        assert said not in client.get(url).content.decode()
    match = Match.objects.filter(round__number=1, kind="played")[0]
    result_correct(
        actor=organizer_of(tournament),
        tournament=tournament,
        match_id=match.pk,
        said=(0, 2, 0) if isinstance(match.outcome, Games) and match.outcome.won[0] else (2, 0, 0),
        reason="wrong slip",
        version=match.version,
    )
    for url in (one, two):
        page = client.get(url).content.decode()
        assert said in page and link in page
    judge = Client()
    judge.force_login(staff_actor(tournament, "judge").user)
    assert said not in judge.get(two).content.decode(), "who may not mend is not sent there"
    plan = next(item for item in client.get(f"{two}repair/").context["plans"] if item["plan"].broken)
    client.post(f"{two}repair/", {"plan": plan["value"], "reason": "corrected"})
    round_.refresh_from_db()
    assert round_.certificate["mended_at"]
    for url in (one, two):
        assert said not in client.get(url).content.decode()
