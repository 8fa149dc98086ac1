"""A wrong result is found a round later, or after the end (scenario 3): nothing published changes silently."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.models import LedgerRow
from tests.halls import kept
from tests.tournaments.hall import logged, organizer_of, play, publish, running_tournament, staff_actor
from tests.tournaments.rounds.test_double_elimination import won_by
from tests.tournaments.rounds.test_stages import cut, cut_ready
from tests.tournaments.scenarios.people import Person, in_turn, organizer, players, staff, tables
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_finish
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.tasks import replay_log
from tournaments.judging.models import Penalty
from tournaments.judging.penalty_services import penalty_give
from tournaments.mending.repair_services import round_repair
from tournaments.mending.restore_services import restore_of, tournament_restore
from tournaments.rounds import services
from tournaments.rounds.begun import may_give_up
from tournaments.rounds.formats import format_of
from tournaments.rounds.models import Match, ResultChange, Snapshot
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


@kept
def tournament() -> Tournament:
    return running_tournament(8, name="Second Look Cup")


def the_next_round_stays_and_the_correction_leads_to_its_priced_repairs(tournament: Tournament) -> None:
    wrong = tables(play(tournament, 1))[2]
    second = publish(tournament, 2)
    finished = tables(second)[3]
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


def the_table_reads_who_when_and_why_and_everybody_reads_when(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = tables(play(tournament, 1))[0]
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
    final = tables(last)[0]
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


def test_after_a_cut_a_correction_says_which_seeds_would_be_others_and_leaves_the_knock_out() -> None:
    tournament = cut_ready()
    stage = cut(tournament)
    one, two, *_rest = stage.seeds
    won_by(tournament, 4, one, two)
    won_by(tournament, 5, two)
    tournament_finish(actor=organizer_of(tournament), tournament=tournament)
    # Who led the rounds loses the last of them after all: somebody else would have been the first seed.
    number = int(one[1:])
    match = Match.objects.get(round__number=3, round__tournament=tournament, seats__entry__number=number)
    first = match.seats.get(entry__number=number).position == 0
    said = {"first": "0", "second": "2"} if first else {"first": "2", "second": "0"}
    desk, url = client_of(organizer_of(tournament).user), f"/t/{tournament.slug}/desk/matches/{match.pk}/"
    played = list(Match.objects.filter(round__number__gte=4).order_by("pk").values_list("outcome", "slot"))
    asked = desk.post(url, correction(match, **said))
    moves = asked.context["moves"]
    assert moves.seeds and moves.seeds[0].seed == 1
    page = asked.content.decode()
    assert "The knock-out stays as it was played." in page
    for line in moves.seeds:
        assert f"Seed {line.seed}: {line.after} instead of {line.before}" in page
    assert not ResultChange.objects.exists()
    assert desk.post(url, correction(match, **said, agreed=moves.token)).status_code == 302
    stage.refresh_from_db()
    assert stage.seeds[:2] == [one, two] and ResultChange.objects.get().match == match
    assert played == list(
        Match.objects.filter(round__number__gte=4).order_by("pk").values_list("outcome", "slot")
    )


def test_a_reason_is_required_where_the_form_asks_for_one_and_not_asked_elsewhere(
    tournament: Tournament,
) -> None:
    wrong = tables(play(tournament, 1))[0]
    open_ = tables(publish(tournament, 2))[0]
    desk, base = client_of(organizer_of(tournament).user), f"/t/{tournament.slug}/desk/matches"
    assert "Reason" not in body(desk, f"{base}/{open_.pk}/")
    form = desk.get(f"{base}/{wrong.pk}/").context["form"]
    assert form.fields["reason"].required
    assert desk.post(f"{base}/{wrong.pk}/", correction(wrong, reason=" ")).status_code == 422


def a_repair_after_the_correction_breaks_no_finished_table(tournament: Tournament) -> None:
    wrong = tables(play(tournament, 1))[0]
    second = publish(tournament, 2)
    kept = tables(second)[0]
    organizer = organizer_of(tournament)
    result_enter(actor=organizer, tournament=tournament, match_id=kept.pk, said=(2, 0, 0))
    version = Match.objects.get(pk=wrong.pk).version
    said = {"said": (0, 2, 0), "reason": "misread", "version": version}
    result_correct(actor=organizer, tournament=tournament, match_id=wrong.pk, **said)
    plan = format_of(second.stage).plans(tournament, second)[-1]
    params = {"kind": plan.kind, "agreed": plan.token, "reason": "round 1 was corrected", "lost": plan.lost}
    round_repair(actor=organizer, tournament=tournament, round_id=second.pk, **params)
    kept.refresh_from_db()
    assert kept.state == "final"


class Hall:
    """Round 1, table 3 was stored 2-0 and was 0-2; in round 2 a table is finished already.

    ``concerned``: one of the two sits at it, so no plan mends the round without it; else neither does.
    """

    def __init__(self, tournament: Tournament, *, concerned: bool) -> None:
        self.tournament = tournament
        self.wrong = tables(play(tournament, 1))[2]
        self.round = publish(tournament, 2)
        two = set(self.wrong.seats.values_list("entry_id", flat=True))
        at = {
            match: bool(two & set(match.seats.values_list("entry_id", flat=True)))
            for match in tables(self.round)
        }
        self.finished = next(match for match in at if at[match] == concerned)
        self.open = next(match for match in at if at[match] != concerned)
        boss = organizer_of(tournament)
        result_enter(actor=boss, tournament=tournament, match_id=self.finished.pk, said=(2, 0, 0))
        self.head = Person(tournament, staff_actor(tournament, "head_judge").user)
        result_correct(
            actor=Actor(self.head.user, "head_judge"),
            tournament=tournament,
            match_id=self.wrong.pk,
            said=(0, 2, 0),
            reason="The slip was misread",
            version=Match.objects.get(pk=self.wrong.pk).version,
        )
        self.page = "desk/rounds/2/repair/"

    def plans(self, who: Person, *, give_up: bool = False) -> dict[str, Any]:
        """The plans that somebody is shown, by kind."""
        query = f"?give_up={self.finished.pk}" if give_up else ""
        return {
            one["plan"].kind: one for one in who.client.get(who.url(f"{self.page}{query}")).context["plans"]
        }

    def chooses(self, who: Person, plan: Any, **said: Any) -> str:
        """Somebody chooses a plan with the button; what they read."""
        return who.does(self.page, plan=plan["value"], reason="Round 1 was corrected", **said)

    def tables(self) -> list[tuple[int | None, tuple[str, ...]]]:
        """Who sits where in round 2."""
        return sorted(
            (match.table, tuple(seat.entry.key for seat in match.seats.select_related("entry")))
            for match in tables(self.round)
        )


ONLY = "Only the head judge pairs a whole round again or lets a finished table go."


def a_full_repair_needs_the_head_judge_and_the_number_of_results_that_die_typed(
    tournament: Tournament,
) -> None:
    hall = Hall(tournament, concerned=False)
    before, rows = hall.tables(), LedgerRow.objects.count()
    desk, boss = staff(tournament, "scorekeeper"), organizer(tournament)
    for other in (desk, boss):  # they read what it costs, and that it is not theirs; there is no button
        plan = hall.plans(other)["full"]
        assert plan["others"] and ONLY in other.reads(hall.page)
        assert ONLY in hall.chooses(other, plan, lost_full="0")
    judge, player = staff(tournament, "judge"), players(hall.open)[0]
    for other in (judge, player):
        assert other.asks(hall.page) == 403
        hall.chooses(other, plan, lost_full="0")
    with pytest.raises(UserError) as refused:  # and so for a program or a form of one's own
        round_repair(
            actor=Actor(judge.user, "judge"),
            tournament=tournament,
            round_id=hall.round.pk,
            kind="full",
            agreed=plan["plan"].token,
            reason="x",
            lost=0,
        )
    assert refused.value.code == "head_judge"
    # The head judge types how many results it takes away; nothing typed and something else typed is refused.
    mine = hall.plans(hall.head)["full"]
    assert not mine["others"] and mine["plan"].lost == 0
    for typed in ({}, {"lost_full": ""}, {"lost_full": "1"}, {"lost_full": "yes"}):
        assert "Type how many results this removes: 0." in hall.chooses(hall.head, mine, **typed)
    assert (hall.tables(), LedgerRow.objects.count()) == (before, rows)
    assert mine["changes"], "the corrected standings pair others"
    assert "The round has been repaired." in hall.chooses(hall.head, mine, lost_full="0")
    hall.finished.refresh_from_db()
    assert hall.finished.state == "final" and hall.tables() != before
    row = LedgerRow.objects.filter(action="round.repair").latest("number")
    assert (row.role, row.data["lost"], row.data["kind"]) == ("head_judge", 0, "full")


def a_finished_table_stays_in_every_plan_unless_a_head_judge_ticks_it(tournament: Tournament) -> None:
    hall = Hall(tournament, concerned=True)
    keys = tuple(seat.entry.key for seat in hall.finished.seats.select_related("entry"))
    desk = staff(tournament, "scorekeeper")
    for who in (desk, hall.head):
        assert all(keys not in [one.keys for one in plan["plan"].broken] for plan in hall.plans(who).values())
    assert "Finished tables that may go" not in desk.reads(hall.page)
    assert f"Table {hall.finished.table}, " in hall.head.reads(hall.page).partition("Finished tables")[2]
    # Ticked by the desk, nothing changes; ticked by the head judge, a plan may break it, and says what it costs.
    assert all(plan["plan"].lost == 0 for plan in hall.plans(desk, give_up=True).values())
    plans = hall.plans(hall.head, give_up=True)
    plan = next(one for one in plans.values() if one["plan"].lost)
    assert keys in [one.keys for one in plan["plan"].broken] and plan["plan"].lost == 1
    page = hall.head.reads(f"{hall.page}?give_up={hall.finished.pk}")
    assert "It removes 1 result. Type that number." in page
    before, rows = hall.tables(), LedgerRow.objects.count()
    typed, kind = {"give_up": hall.finished.pk}, plan["plan"].kind
    assert ONLY in hall.chooses(desk, plan, **{**typed, f"lost_{kind}": "1"}) or hall.tables() == before
    said = hall.chooses(hall.head, plan, **{**typed, f"lost_{kind}": "0"})
    assert "Type how many results this removes: 1." in said
    assert "Something changed in the meantime" in hall.chooses(hall.head, plan, **{f"lost_{kind}": "1"})
    assert (hall.tables(), LedgerRow.objects.count()) == (before, rows)
    assert "The round has been repaired." in hall.chooses(hall.head, plan, **{**typed, f"lost_{kind}": "1"})
    assert not Match.objects.filter(pk=hall.finished.pk).exists() and hall.tables() != before
    row = LedgerRow.objects.filter(action="round.repair").latest("number")
    assert (row.data["lost"], row.note) == (1, "Round 1 was corrected")
    # How it stood before is kept, and comes back with one button.
    kept = Snapshot.objects.filter(tournament=tournament).latest("pk")
    plan_back = restore_of(tournament, kept)
    params = {"agreed": plan_back.differs.token, "reason": "a mistake", "lost": len(plan_back.lost)}
    boss = organizer_of(tournament)
    tournament_restore(actor=boss, tournament=tournament, snapshot_id=kept.pk, **params)
    assert hall.tables() == before and Match.objects.get(round=hall.round, table=hall.finished.table).outcome


def a_table_with_a_game_log_or_a_judges_note_is_never_given_up(tournament: Tournament) -> None:
    hall = Hall(tournament, concerned=True)
    assert [match.pk for match in may_give_up(hall.round)] == [hall.finished.pk]
    penalty_give(
        actor=Actor(hall.head.user, "head_judge"),
        tournament=tournament,
        entry_number=hall.finished.seats.all()[0].entry.number,
        code="T6",
        level="caution",
        reason="x",
    )
    Penalty.objects.update(match=hall.finished)
    assert may_give_up(hall.round) == []
    plans = hall.plans(hall.head, give_up=True)
    assert all(plan["plan"].lost == 0 for plan in plans.values())


def without_a_head_judge_the_organizer_pairs_the_round_again_and_the_desk_does_not(
    tournament: Tournament,
) -> None:
    hall = Hall(tournament, concerned=False)
    tournament.staff.filter(role="head_judge").delete()
    assert hall.plans(staff(tournament, "scorekeeper"))["full"]["others"]
    boss = organizer(tournament)
    assert "The round has been repaired." in hall.chooses(boss, hall.plans(boss)["full"], lost_full="0")


def the_panel_shows_what_the_log_of_the_corrected_game_says_to_those_who_may_read_logs(
    tournament: Tournament,
) -> None:
    hall = Hall(tournament, concerned=False)
    one = hall.wrong.seats.select_related("entry__user").get(position=0).entry
    games = (logged(hall.wrong, seed) for seed in range(3, 30))
    won = next(game for game in games if b'"winners":[0]' in game)
    sent = Person(tournament, one.user).client.post(
        f"/t/{tournament.slug}/matches/{hall.wrong.pk}/log/",
        {"game_number": 1, "file": SimpleUploadedFile("game.jsonl", won)},
    )
    assert sent.status_code == 302
    log = GameLog.objects.get()
    replay_log(log.pk)
    said = f"Game 1: the log agrees with {one.name}"
    for page in (hall.page, f"desk/matches/{hall.wrong.pk}/"):
        assert said in hall.head.reads(page), page
        for other in (staff(tournament, "scorekeeper"), organizer(tournament)):
            assert said not in other.reads(page), page
    assert "Round 1, table 3: 0–2" in hall.head.reads(hall.page)
    # A log with a fault is not cited.
    GameLog.objects.update(verdict="illegal")
    assert said not in hall.head.reads(hall.page)


@pytest.mark.night(
    "a day of eight sentences",
    short="tests/tournaments/mending/test_repair.py::test_a_round_that_needs_nothing_says_so_and_shows_no_plan_twice_and_no_badge",
)
def test_s03_a_wrong_result_found_one_round_later(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_turn(
        the_next_round_stays_and_the_correction_leads_to_its_priced_repairs,
        lambda day: the_table_reads_who_when_and_why_and_everybody_reads_when(day, monkeypatch),
        a_repair_after_the_correction_breaks_no_finished_table,
        a_finished_table_stays_in_every_plan_unless_a_head_judge_ticks_it,
        a_table_with_a_game_log_or_a_judges_note_is_never_given_up,
        a_full_repair_needs_the_head_judge_and_the_number_of_results_that_die_typed,
        without_a_head_judge_the_organizer_pairs_the_round_again_and_the_desk_does_not,
        the_panel_shows_what_the_log_of_the_corrected_game_says_to_those_who_may_read_logs,
        given=(tournament,),
    )
