"""A wrong result is found a round later, or after the end (scenario 3).

Nothing published changes silently: the table reads who, when and why, everybody reads that and when, the next round
stays as it is until somebody chooses a priced plan, and a correction that moves places is agreed to before.
"""

from typing import Any

import pytest
from django.test import Client

from ledger.models import LedgerRow
from tests.tournaments.hall import organizer_of, play, publish, running_tournament, staff_actor
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_finish
from tournaments.formats import format_of
from tournaments.rounds import services
from tournaments.rounds.models import Match, ResultChange, Round
from tournaments.rounds.repair_services import round_repair
from tournaments.rounds.services import result_correct, result_enter

pytestmark = [pytest.mark.django_db]


def client_of(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def body(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode().partition("<main")[2]


def correction(match: Match, **more: str) -> dict[str, str]:
    match.refresh_from_db()
    said = {"first": "0", "second": "2", "drawn": "0", "kind": "played", "reason": "The slip was misread"}
    return said | {"version": str(match.version)} | more


@pytest.fixture
def tournament() -> Tournament:
    return running_tournament(8, name="Corrected Cup")


def first_tables(round_: Round) -> list[Match]:
    return list(Match.objects.filter(round=round_, kind="played").order_by("table"))


def test_the_next_round_stays_and_the_correction_leads_to_its_priced_repairs(tournament: Tournament) -> None:
    wrong = first_tables(play(tournament, 1))[2]
    second = publish(tournament, 2)
    finished = first_tables(second)[3]
    result_enter(actor=organizer_of(tournament), tournament=tournament, match_id=finished.pk, said=(2, 0, 0))
    before = list(second.seats.order_by("pk").values_list("entry_id", "match_id"))
    head = client_of(staff_actor(tournament, "head_judge").user)
    desk, url = f"/t/{tournament.slug}/desk/", f"/t/{tournament.slug}/desk/matches/{wrong.pk}/"
    asked = head.post(url, correction(wrong))
    assert asked.status_code == 200, "places move, so it asks first"
    assert not ResultChange.objects.exists()
    agreed = asked.context["moves"].token
    answer = head.post(url, correction(wrong, agreed=agreed))
    assert (answer.status_code, answer["Location"]) == (302, f"{desk}rounds/2/repair/")
    assert list(second.seats.order_by("pk").values_list("entry_id", "match_id")) == before
    plans = format_of(second.stage).plans(tournament, second)
    table = tuple(seat.entry.key for seat in finished.seats.all())
    assert {plan.kind for plan in plans} >= {"leave", "smallest"}
    assert all(table not in [broken.keys for broken in plan.broken] for plan in plans)
    smallest = next(plan for plan in plans if plan.kind == "smallest")
    assert len(smallest.broken) == 2 or not smallest.broken, "the cheapest is two players who change places"
    page = body(head, f"{desk}rounds/2/repair/")
    assert "Leave the round as it is" in page and "Matches broken up" in page


def test_the_table_reads_who_when_and_why_and_everybody_reads_when(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = first_tables(play(tournament, 1))[0]
    publish(tournament, 2)
    judge = staff_actor(tournament, "head_judge")
    said: list[Any] = []
    monkeypatch.setattr(
        services, "announce", lambda _cmd, name, people, **facts: said.append((name, sorted(people), facts))
    )
    result_correct(
        actor=judge,
        tournament=tournament,
        match_id=wrong.pk,
        said=(0, 2, 0),
        reason="The slip was misread",
        version=Match.objects.get(pk=wrong.pk).version,
    )
    people = sorted(seat.entry.user_id for seat in wrong.seats.select_related("entry"))
    change = ResultChange.objects.get()
    assert said == [("result.changed", people, {"round": 1, "table": wrong.table})]
    assert change.match_id == wrong.pk
    assert LedgerRow.objects.filter(action="result.correct").count() == 1
    for seat in wrong.seats.select_related("entry__user"):
        page = body(client_of(seat.entry.user), f"/t/{tournament.slug}/me/")
        sentence = f"{judge.user.display_name} (head judge) corrected this result from 2–0 to 0–2."
        assert page.count(sentence) == 2, "on top as news, and with the result"
        assert "Reason: The slip was misread" in page
    other = Match.objects.filter(round=wrong.round).exclude(pk=wrong.pk)[0].seats.all()[0].entry.user
    assert "misread" not in body(client_of(other), f"/t/{tournament.slug}/me/")
    for path in ("standings/", "tables/1/?by=table"):
        page = body(Client(), f"/t/{tournament.slug}/{path}")
        assert page.count("corrected ") == 1, path
        assert "misread" not in page and judge.user.display_name not in page


def test_after_the_end_a_correction_says_which_places_it_moves_and_does_it_only_when_agreed(
    tournament: Tournament,
) -> None:
    rounds = tournament.stages.get().rounds
    for number in range(1, rounds + 1):
        last = play(tournament, number)
    organizer = organizer_of(tournament)
    tournament_finish(actor=organizer, tournament=tournament)
    final = first_tables(last)[0]
    desk, url = client_of(organizer.user), f"/t/{tournament.slug}/desk/matches/{final.pk}/"
    rows = LedgerRow.objects.count()
    asked = desk.post(url, correction(final))
    moves = asked.context["moves"]
    assert len(moves.places) >= 2 and all(line.before != line.after for line in moves.places)
    page = asked.content.decode()
    assert all(line.name in page for line in moves.places)
    assert "Nothing is saved yet" in page
    final.refresh_from_db()
    assert (LedgerRow.objects.count(), ResultChange.objects.count(), final.corrected_at) == (rows, 0, None)
    wrong = desk.post(url, correction(final, agreed="something else"))
    assert wrong.status_code == 200 and not ResultChange.objects.exists()
    assert desk.post(url, correction(final, agreed=moves.token)).status_code == 302
    change = ResultChange.objects.get()
    assert (change.by, change.role, change.reason) == (organizer.user, "organizer", "The slip was misread")
    assert LedgerRow.objects.count() == rows + 1


def test_a_reason_is_required_where_the_form_asks_for_one_and_not_asked_elsewhere(
    tournament: Tournament,
) -> None:
    wrong = first_tables(play(tournament, 1))[0]
    open_ = first_tables(publish(tournament, 2))[0]
    desk, base = client_of(organizer_of(tournament).user), f"/t/{tournament.slug}/desk/matches"
    assert "Reason" not in body(desk, f"{base}/{open_.pk}/")
    form = desk.get(f"{base}/{wrong.pk}/").context["form"]
    assert form.fields["reason"].required
    assert desk.post(f"{base}/{wrong.pk}/", correction(wrong, reason=" ")).status_code == 422


def test_a_repair_after_the_correction_breaks_no_finished_table(tournament: Tournament) -> None:
    wrong = first_tables(play(tournament, 1))[0]
    second = publish(tournament, 2)
    kept = first_tables(second)[0]
    organizer = organizer_of(tournament)
    result_enter(actor=organizer, tournament=tournament, match_id=kept.pk, said=(2, 0, 0))
    version = Match.objects.get(pk=wrong.pk).version
    said = {"said": (0, 2, 0), "reason": "misread", "version": version}
    result_correct(actor=organizer, tournament=tournament, match_id=wrong.pk, **said)
    plan = format_of(second.stage).plans(tournament, second)[-1]
    params = {"kind": plan.kind, "agreed": plan.token, "reason": "round 1 was corrected"}
    round_repair(actor=organizer, tournament=tournament, round_id=second.pk, **params)
    kept.refresh_from_db()
    assert kept.state == "final"
