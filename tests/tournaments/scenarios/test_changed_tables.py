"""Staff change tables of a round that everybody has seen: two players swap, a match moves; and those concerned know."""

from typing import Any

import pytest
from django.test import Client

from ledger.commands import Actor
from ledger.errors import StaleError, UserError
from ledger.models import Chain, LedgerRow, OutboxMessage
from ledger.selectors import verify_chain
from tests.halls import kept
from tests.tournaments.hall import draft, organizer_of, play, publish, running_tournament, staff_actor
from tournaments.desk.rule_services import rule_add
from tournaments.entries.services import entry_add_at_desk
from tournaments.events.models import Tournament
from tournaments.judging.call_services import call_open
from tournaments.mending.move_services import match_move, move_of
from tournaments.mending.repair_services import exchange_of, round_exchange, round_repair
from tournaments.mending.undo_services import round_withdraw
from tournaments.rounds.formats import format_of
from tournaments.rounds.models import EntryRule, Match, Round, Seat
from tournaments.rounds.pairing_services import round_complete, round_publish, round_redraft
from tournaments.rounds.services import match_extend, result_enter, result_report

pytestmark = [pytest.mark.django_db]


@kept
def tournament() -> Tournament:
    made = running_tournament(7, name="Moving Cup")
    staff_actor(made, "judge")
    return made


def told(tournament: Tournament, name: str = "round.table_changed") -> set[int]:
    """Everybody (ids) whom a notice of this name is on its way to."""
    sent = OutboxMessage.objects.filter(topic="notice", payload__name=name, payload__tournament=tournament.pk)
    return {person for payload in sent.values_list("payload", flat=True) for person in payload["people"]}


def at_table(round_: Round, number: int) -> list[Seat]:
    return list(Seat.objects.filter(round=round_, match__table=number).select_related("entry", "match"))


def swap(tournament: Tournament, round_: Round, one: int, other: int, **said: Any) -> dict[str, Any]:
    params = {"reason": "brothers", "agreed": exchange_of(tournament, round_, one, other).token} | said
    actor = organizer_of(tournament)
    answer = round_exchange(
        actor=actor, tournament=tournament, round_id=round_.pk, first=one, second=other, **params
    )
    return dict(answer)


def move(tournament: Tournament, match: Match, table: int, **said: Any) -> dict[str, Any]:
    match = Match.objects.select_related("round").get(pk=match.pk)
    params: dict[str, Any] = {"reason": "the light is broken"} | said
    if "agreed" not in params:
        params["agreed"] = "" if match.table == table else move_of(tournament, match, table).token
    answer = match_move(
        actor=organizer_of(tournament), tournament=tournament, match_id=match.pk, table=table, **params
    )
    return dict(answer)


def test_two_players_swap_after_their_price_was_read_and_all_four_and_the_public_page_know(
    tournament: Tournament,
) -> None:
    round_ = publish(tournament)
    one, other = at_table(round_, 1)[0], at_table(round_, 2)[1]
    concerned = {seat.entry.user_id for number in (1, 2) for seat in at_table(round_, number)}
    client = Client()
    client.force_login(tournament.created_by)
    url = f"/t/{tournament.slug}/desk/rounds/1/repair/"
    plan = client.get(url, {"first": one.entry_id, "second": other.entry_id}).context["plans"][0]
    assert plan["plan"].kind == "exchange" and dict(plan["facts"])["Matches broken up"] == 2
    said = {"plan": plan["value"], "first": one.entry_id, "second": other.entry_id}
    assert client.post(url, said | {"reason": ""}).status_code == 200, "a reason is needed"
    assert not told(tournament)
    assert client.post(url, said | {"reason": "they came in one car"}).status_code == 302
    assert {seat.entry_id for seat in at_table(round_, 1)} >= {other.entry_id}
    assert {seat.entry_id for seat in at_table(round_, 2)} >= {one.entry_id}
    assert told(tournament) == concerned
    page = Client().get(f"/t/{tournament.slug}/tables/1/?by=table").content.decode().partition("<main")[2]
    match = at_table(round_, 1)[0].match
    assert match.moved_at is not None and page.count("<small>changed ") == 2
    player = Client()
    player.force_login(other.entry.user)
    screen = player.get(f"/t/{tournament.slug}/me/").content.decode()
    assert "staff changed your table. You play at table 1. Reason: they came in one car" in screen
    third = Client()
    third.force_login(at_table(round_, 3)[0].entry.user)
    assert "staff changed your table" not in third.get(f"/t/{tournament.slug}/me/").content.decode()
    assert verify_chain(tournament.chain_key) == []


@pytest.mark.parametrize("touch", ["report", "enter", "extend", "call"])
def test_nobody_is_swapped_away_from_a_table_that_has_begun(tournament: Tournament, touch: str) -> None:
    round_ = publish(tournament)
    one, other = at_table(round_, 1)[0], at_table(round_, 2)[0]
    plan = exchange_of(tournament, round_, one.entry_id, other.entry_id)
    what: dict[str, Any] = {"tournament": tournament, "match_id": other.match_id}
    player = Actor(other.entry.user, "player")
    if touch == "report":
        result_report(actor=player, said=(2, 0, 0), **what)
    elif touch == "enter":
        result_enter(actor=organizer_of(tournament), said=(2, 0, 0), **what)
    elif touch == "extend":
        match_extend(actor=organizer_of(tournament), minutes=3, **what)
    else:
        call_open(actor=player, reason="rules", **what)
    with pytest.raises(UserError) as refused:
        swap(tournament, round_, one.entry_id, other.entry_id, agreed=plan.token)
    assert refused.value.code == "touched" and "Table 2" in refused.value.message
    assert {seat.pk for seat in at_table(round_, 1)} >= {one.pk}


def test_a_swap_that_breaks_a_rule_says_which_and_waits_for_a_second_word() -> None:
    tournament = running_tournament(8)
    play(tournament, 1)
    round_ = publish(tournament, 2)
    one, goes = at_table(round_, 1)
    comes = Seat.objects.exclude(entry=one.entry).get(round__number=1, match__seats__entry=one.entry).entry
    plan = exchange_of(tournament, round_, goes.entry_id, comes.pk)
    names = (one.entry.name, comes.name)
    assert any(all(name in line for name in names) and "have met before" in line for line in plan.problems)
    with pytest.raises(UserError) as refused:
        swap(tournament, round_, goes.entry_id, comes.pk)
    assert refused.value.code == "rules_broken" and "have met before (round 1)" in refused.value.message
    swap(tournament, round_, goes.entry_id, comes.pk, despite=True)
    round_.refresh_from_db()
    assert round_.certificate["rematches"] == len(plan.problems)
    row = LedgerRow.objects.filter(chain_id=tournament.chain_key, action="round.exchange").get()
    assert "rematch_avoidable" in row.data["problems"] and row.note == "brothers"


def test_a_swap_with_the_one_who_has_the_bye_gives_the_bye_away(tournament: Tournament) -> None:
    round_ = publish(tournament)
    bye = Seat.objects.get(round=round_, match__kind="bye")
    one = at_table(round_, 3)[0]
    swap(tournament, round_, one.entry_id, bye.entry_id)
    now = Seat.objects.select_related("match").get(round=round_, entry=one.entry_id).match
    assert (now.kind, now.table, now.state) == ("bye", None, "final")
    assert Seat.objects.filter(round=round_).count() == 7
    assert format_of(round_.stage).recertify(tournament, round_, "")[0]["second_byes"] == 0


def test_a_swap_of_what_is_no_longer_so_changes_nothing(tournament: Tournament) -> None:
    round_ = publish(tournament)
    one, other = at_table(round_, 1)[0].entry_id, at_table(round_, 2)[0].entry_id
    stale = exchange_of(tournament, round_, one, other).token
    swap(tournament, round_, one, other)
    before = list(Seat.objects.filter(round=round_).order_by("pk").values_list("pk", "entry_id"))
    with pytest.raises(StaleError):
        swap(tournament, round_, one, other, agreed=stale)
    with pytest.raises(UserError, match="different tables"):
        exchange_of(tournament, round_, one, one)
    assert list(Seat.objects.filter(round=round_).order_by("pk").values_list("pk", "entry_id")) == before


def test_in_pods_two_players_change_tables_and_the_page_says_whom_they_meet_again() -> None:
    tournament = running_tournament(8, template="multiplayer-pods")
    finish_round(tournament, publish(tournament))
    round_ = publish(tournament, 2)
    one, other = at_table(round_, 1)[0], at_table(round_, 2)[0]
    plan = exchange_of(tournament, round_, one.entry_id, other.entry_id)
    assert {table.number for table in plan.added} == {1, 2}
    assert plan.facts[1][0] == "Players who meet again"
    swap(tournament, round_, one.entry_id, other.entry_id, despite=True)
    assert other.entry_id in {seat.entry_id for seat in at_table(round_, 1)}
    assert len(at_table(round_, 1)) == len(at_table(round_, 2)) == 4
    assert len(told(tournament)) == 8


def test_a_repaired_round_tells_those_whose_table_changed_and_nobody_else(tournament: Tournament) -> None:
    round_ = publish(tournament)
    answer = entry_add_at_desk(actor=organizer_of(tournament), tournament=tournament, name="Late Lotte")
    holder = Seat.objects.select_related("entry").get(match__round=round_, match__kind="bye").entry
    plan = next(one for one in format_of(round_.stage).plans(tournament, round_) if one.kind == "smallest")
    params = {"tournament": tournament, "round_id": round_.pk, "kind": "smallest", "agreed": plan.token}
    round_repair(actor=organizer_of(tournament), reason="came late", **params)
    late = Seat.objects.select_related("entry", "match").get(round=round_, entry=answer["entry"])
    assert told(tournament) == {holder.user_id, late.entry.user_id}
    assert late.match.moved_at is not None
    assert Match.objects.filter(round=round_, moved_at__isnull=False).count() == 1


def test_a_match_moves_to_a_free_table_with_its_extra_time_its_call_and_its_report(
    tournament: Tournament,
) -> None:
    round_ = publish(tournament)
    seats = at_table(round_, 2)
    match = seats[0].match
    player = Actor(seats[0].entry.user, "player")
    result_report(actor=player, tournament=tournament, match_id=match.pk, said=(2, 0, 0))
    call_open(actor=player, tournament=tournament, match_id=match.pk, reason="rules")
    match_extend(actor=organizer_of(tournament), tournament=tournament, match_id=match.pk, minutes=4)
    client = Client()
    client.force_login(tournament.created_by)
    url = f"/t/{tournament.slug}/desk/matches/{match.pk}/move/"
    page = client.get(url, {"table": "12"})
    assert "Nobody sits there." in page.content.decode()
    said = {"table": "12", "agreed": page.context["move"].token, "reason": "wheelchair at table 2"}
    assert client.post(url, said).status_code == 302
    moved = Match.objects.get(pk=match.pk)
    assert (moved.table, moved.extension_minutes, moved.state) == (12, 4, "reported")
    assert moved.reports.count() == 1 and moved.judge_calls.count() == 1
    assert told(tournament) == {seat.entry.user_id for seat in seats}
    judge = client.get(f"/t/{tournament.slug}/judge/").content.decode()
    assert "12" in judge
    screen = Client()
    screen.force_login(seats[1].entry.user)
    told_them = "staff changed your table. You play at table 12. Reason: wheelchair at table 2"
    assert told_them in screen.get(f"/t/{tournament.slug}/me/").content.decode()


def test_two_matches_exchange_their_tables_and_a_second_press_is_no_second_exchange(
    tournament: Tournament,
) -> None:
    round_ = publish(tournament)
    one, other = at_table(round_, 1)[0].match, at_table(round_, 3)[0].match
    for _time in range(2):
        answer = move(tournament, one, 3)
        assert answer["match"] == one.pk
    numbers = dict(Match.objects.filter(pk__in=(one.pk, other.pk)).values_list("pk", "table"))
    assert numbers == {one.pk: 3, other.pk: 1}
    assert len(told(tournament)) == 4
    assert LedgerRow.objects.filter(chain_id=tournament.chain_key, action="match.move").count() == 2
    assert OutboxMessage.objects.filter(topic="notice", payload__name="round.table_changed").count() == 1


@pytest.mark.parametrize(
    ("table", "code"), [(0, "number"), (100_000, "number"), (2, "same")], ids=["none", "beyond", "own"]
)
def test_a_match_moves_only_to_a_table(tournament: Tournament, table: int, code: str) -> None:
    match = Match.objects.select_related("round").get(round=publish(tournament), table=2)
    with pytest.raises(UserError) as refused:
        move_of(tournament, match, table)
    assert refused.value.code == code


def test_a_finished_match_keeps_its_table_and_what_moved_meanwhile_is_asked_again(
    tournament: Tournament,
) -> None:
    round_ = publish(tournament)
    one, other = at_table(round_, 1)[0].match, at_table(round_, 2)[0].match
    stale = move_of(tournament, Match.objects.select_related("round").get(pk=one.pk), 2).token
    move(tournament, other, 9)
    with pytest.raises(StaleError):
        move(tournament, one, 2, agreed=stale)
    result_enter(actor=organizer_of(tournament), tournament=tournament, match_id=one.pk, said=(2, 0, 0))
    with pytest.raises(UserError, match="stays at its table"):
        move(tournament, one, 5)
    with pytest.raises(UserError, match="Say why"):
        move(tournament, other, 5, reason=" ")


def test_who_has_a_fixed_table_is_named_before_they_are_moved_from_it(tournament: Tournament) -> None:
    entry = tournament.entries.order_by("number")[0]
    desk = organizer_of(tournament)
    rule_add(actor=desk, tournament=tournament, kind="table", entry_id=entry.pk, number=2)
    # Anyone who has the bye in round one sits nowhere; the rule is kept all the same from the next round on.
    rule_add(
        actor=desk,
        tournament=tournament,
        kind="pair",
        entry_id=entry.pk,
        other_id=tournament.entries.order_by("number")[1].pk,
        number=1,
    )
    round_ = publish(tournament)
    match = Match.objects.select_related("round").get(round=round_, seats__entry=entry)
    assert match.table == 2
    assert move_of(tournament, match, 1).problems == (f"{entry.name} should sit at table 2.",)
    other = Match.objects.select_related("round").get(round=round_, table=1)
    assert move_of(tournament, other, 2).problems == (f"{entry.name} should sit at table 2.",)
    assert move_of(tournament, other, 9).problems == ()


def test_in_a_draft_a_match_moves_without_a_word_to_the_players(tournament: Tournament) -> None:
    round_ = draft(tournament)
    match = at_table(round_, 1)[0].match
    version = tournament_version(tournament)
    move(tournament, match, 8)
    match.refresh_from_db()
    assert (match.table, match.moved_at) == (8, None)
    assert not told(tournament) and tournament_version(tournament) == version
    round_publish(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk)
    assert not Match.objects.filter(round=round_, moved_at__isnull=False).exists()


def tournament_version(tournament: Tournament) -> int:
    return Chain.objects.get(key=tournament.chain_key).version


def test_a_round_that_is_a_draft_again_has_no_changed_tables(tournament: Tournament) -> None:
    round_ = publish(tournament)
    move(tournament, at_table(round_, 1)[0].match, 8)
    desk = organizer_of(tournament)
    round_withdraw(actor=desk, tournament=tournament, round_id=round_.pk, reason="too early")
    assert not Match.objects.filter(round=round_, moved_at__isnull=False).exists()


@pytest.mark.parametrize(
    ("template", "players", "table"),
    [("multiplayer-pods", 8, 2), ("constructed-community", 4, 2), ("constructed-community", 4, 40)],
    ids=["pods", "round-robin", "round-robin-far-away"],
)
def test_every_way_to_play_keeps_a_fixed_table_in_every_round(
    template: str, players: int, table: int
) -> None:
    tournament = running_tournament(players, template=template)
    entry = tournament.entries.order_by("number")[0]
    desk = organizer_of(tournament)
    rule_add(actor=desk, tournament=tournament, kind="table", entry_id=entry.pk, number=table)
    for number in (1, 2):
        round_ = draft(tournament, number)
        assert Seat.objects.select_related("match").get(round=round_, entry=entry).match.table == table
        tables = [one for one in round_.matches.values_list("table", flat=True) if one is not None]
        assert len(set(tables)) == len(tables) == players // (4 if template.startswith("multi") else 2)
        if number == 1:
            round_publish(actor=desk, tournament=tournament, round_id=round_.pk)
            finish_round(tournament, round_)


def finish_round(tournament: Tournament, round_: Round) -> None:
    for match in Match.objects.filter(round=round_, kind="played").order_by("pk"):
        seats = match.seats.count()
        said: Any = (2, 0, 0) if seats == 2 else "w" + "l" * (seats - 1)
        result_enter(actor=organizer_of(tournament), tournament=tournament, match_id=match.pk, said=said)
    round_complete(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk)


def test_a_draft_is_thrown_away_or_paired_again_only_by_the_page_that_showed_it(
    tournament: Tournament,
) -> None:
    shown = draft(tournament)
    client = Client()
    client.force_login(tournament.created_by)
    url = f"/t/{tournament.slug}/desk/round/do/"
    form = client.get(f"/t/{tournament.slug}/desk/rounds/1/").content.decode()
    assert form.count(f'name="draft" value="{shown.pk}"') == 2
    desk = organizer_of(tournament)
    newer = round_redraft(actor=desk, tournament=tournament, round_id=shown.pk)["round"]
    for action in ("redraft", "discard"):
        client.post(url + f"{action}/", {"number": "1", "draft": str(shown.pk)})
        assert list(Round.objects.filter(tournament=tournament).values_list("pk", flat=True)) == [newer]
    said = {"number": "1", "draft": str(newer), "idempotency_key": "one-press"}
    assert [client.post(url + "redraft/", said).status_code for _time in range(2)] == [302, 302]
    assert LedgerRow.objects.filter(chain_id=tournament.chain_key, action="round.redraft").count() == 2
    again = Round.objects.get(tournament=tournament)
    assert again.seed.endswith(":3")
    client.post(url + "discard/", {"number": "1", "draft": str(again.pk)})
    assert not Round.objects.filter(tournament=tournament).exists()
    assert not EntryRule.objects.filter(tournament=tournament).exists()
