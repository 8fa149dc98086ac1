"""What staff decided before pairing is kept by every round, and only staff can read it."""

from typing import Any

import pytest
from django.test import Client

from ledger.commands import Actor
from ledger.errors import UserError
from tests.halls import kept
from tests.tournaments.hall import draft, organizer_of, play, publish, running_tournament, staff_actor
from tournaments.clans.models import Clan
from tournaments.clans.services import clan_create, clan_join
from tournaments.desk.rule_services import rule_add, rule_remove
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.field import entrants_of, players_of, standings_rows
from tournaments.rounds.formats import format_of
from tournaments.rounds.models import EntryRule, Match, Round, Seat
from tournaments.rounds.pairing_services import round_draft

pytestmark = [pytest.mark.django_db]


def decide(tournament: Tournament, kind: str, entry: Entry, **more: Any) -> int:
    answer = rule_add(
        actor=organizer_of(tournament), tournament=tournament, kind=kind, entry_id=entry.pk, **more
    )
    return int(answer["rule"])


def entries_of(tournament: Tournament) -> list[Entry]:
    return list(Entry.objects.filter(tournament=tournament).order_by("number"))


def opponents(round_: Round, entry: Entry) -> set[int]:
    seats = Seat.objects.filter(match__seats__entry=entry, round=round_).exclude(entry=entry)
    return set(seats.values_list("entry_id", flat=True))


@kept
def tournament() -> Tournament:
    return running_tournament(8)


def test_a_fixed_table_is_kept_in_every_round(tournament: Tournament) -> None:
    entry = entries_of(tournament)[7]
    decide(tournament, "table", entry, number=3)
    for number in (1, 2, 3):
        round_ = play(tournament, number)
        assert Match.objects.get(round=round_, seats__entry=entry).table == 3


def test_clan_mates_do_not_meet_while_others_are_there(tournament: Tournament) -> None:
    clan = entries_of(tournament)[:4]
    for entry in clan:
        decide(tournament, "clan", entry, group="Red Comets")
    round_ = draft(tournament)
    ids = {entry.pk for entry in clan}
    assert not any(opponents(round_, entry) & ids for entry in clan)
    assert round_.certificate["soft_conflicts"] == 0


def test_members_of_a_registered_clan_do_not_meet_and_staff_may_say_otherwise(tournament: Tournament) -> None:
    ann, bob, cem, dan, eva = entries_of(tournament)[:5]
    clan = Clan.objects.get(pk=clan_create(actor=Actor(ann.user, "player"), name="Red Comets")["clan"])
    for entry in (bob, cem, dan):
        clan_join(actor=Actor(entry.user, "player"), code=clan.code)
    Entry.objects.filter(pk__in=[ann.pk, bob.pk, cem.pk, dan.pk]).update(clan=clan)
    decide(tournament, "clan", dan, group="Blue Wave")
    decide(tournament, "clan", eva, group="RED  cómets")
    groups = {player.id: player.group for player in players_of(tournament) if player.group}
    assert groups == {ann.key: "Red Comets", bob.key: "Red Comets", cem.key: "Red Comets"} | {
        dan.key: "Blue Wave",
        eva.key: "Red Comets",
    }
    round_ = draft(tournament)
    ids = {entry.pk for entry in (ann, bob, cem, eva)}
    assert not any(opponents(round_, entry) & ids for entry in (ann, bob, cem, eva))


def test_two_who_are_kept_apart_never_meet_and_no_public_page_tells() -> None:
    tournament = running_tournament(6)
    one, *others = entries_of(tournament)
    for other in others[:4]:
        decide(tournament, "apart", one, other_id=other.pk)
    round_ = publish(tournament)
    assert opponents(round_, one) == {others[4].pk}
    told = format_of(round_.stage).why(tournament, round_, one)
    assert not any("apart" in str(value) for value in (told.reasons, told.candidates))


def test_a_given_up_keep_apart_is_told_to_staff_alone() -> None:
    tournament = running_tournament(5)
    one, *others = entries_of(tournament)
    for other in others:
        decide(tournament, "apart", one, other_id=other.pk)
    decide(tournament, "bye", others[0], number=1)
    round_ = draft(tournament)
    codes = [note["code"] for note in round_.certificate["relaxed"]]
    assert "forbidden_pair" in codes
    client = Client()
    client.force_login(tournament.created_by)
    assert b"kept apart" in client.get(f"/t/{tournament.slug}/desk/rounds/1/").content
    shown = publish(tournament)
    assert "kept apart" not in str(format_of(shown.stage).why(tournament, shown, one))


def test_a_decided_pair_and_a_decided_bye_are_kept_in_their_round_only() -> None:
    tournament = running_tournament(9)
    one, two, three, *_ = entries_of(tournament)
    decide(tournament, "pair", one, other_id=two.pk, number=1)
    decide(tournament, "bye", three, number=1)
    round_ = publish(tournament)
    assert opponents(round_, one) == {two.pk}
    assert Match.objects.get(round=round_, seats__entry=three).kind == "bye"
    assert format_of(round_.stage).why(tournament, round_, one).reasons


def test_a_decided_bye_makes_an_even_field_need_a_second_one(tournament: Tournament) -> None:
    entry = entries_of(tournament)[0]
    decide(tournament, "bye", entry, number=1)
    round_ = publish(tournament)
    assert Match.objects.filter(round=round_, kind="bye").count() == 2


def test_who_is_disqualified_plays_no_more_and_has_no_rank() -> None:
    tournament = running_tournament(7)
    entry = entries_of(tournament)[2]
    play(tournament, 1)
    decide(tournament, "disqualified", entry)
    assert [one.disqualified for one in entrants_of(tournament) if one.id == entry.key] == [True]
    rows = {row.id: row for row in standings_rows(tournament)}
    assert rows[entry.key].rank is None
    assert sorted(row.rank or 0 for row in rows.values())[:2] == [0, 1]
    assert [player.active for player in players_of(tournament) if player.id == entry.key] == [False]
    round_ = publish(tournament, 2)
    assert not Seat.objects.filter(round=round_, entry=entry).exists()


def test_a_decision_taken_back_no_longer_counts(tournament: Tournament) -> None:
    entry = entries_of(tournament)[7]
    rule = decide(tournament, "table", entry, number=30)
    rule_remove(actor=organizer_of(tournament), tournament=tournament, rule_id=rule)
    rule_remove(actor=organizer_of(tournament), tournament=tournament, rule_id=rule)
    round_ = draft(tournament)
    assert not Match.objects.filter(round=round_, table=30).exists()


def test_the_same_decision_twice_is_once_and_a_second_table_replaces_the_first() -> None:
    tournament = running_tournament(4)
    one, two, *_ = entries_of(tournament)
    assert decide(tournament, "apart", one, other_id=two.pk) == decide(
        tournament, "apart", one, other_id=two.pk
    )
    decide(tournament, "table", one, number=1)
    decide(tournament, "table", one, number=2)
    assert list(EntryRule.objects.filter(kind="table").values_list("number", flat=True)) == [2]


@pytest.mark.parametrize(
    ("kind", "more", "field"),
    [
        ("clan", {"group": " \u200e "}, "group"),
        ("table", {}, "number"),
        ("table", {"number": 0}, "number"),
        ("apart", {}, "other"),
        ("bye", {}, "number"),
        ("bye", {"number": 1}, "number"),
        ("nothing", {}, "kind"),
    ],
)
def test_a_decision_that_says_too_little_is_refused(kind: str, more: dict[str, Any], field: str) -> None:
    tournament = running_tournament(4)
    publish(tournament)
    with pytest.raises(UserError) as refused:
        decide(tournament, kind, entries_of(tournament)[0], **more)
    assert refused.value.problems[0].field == field
    assert not EntryRule.objects.exists()


def test_nobody_is_decided_about_twice_in_one_round_nor_with_themselves_nor_from_elsewhere() -> None:
    tournament, elsewhere = running_tournament(5), running_tournament(4, name="Elsewhere")
    one, two, *_ = entries_of(tournament)
    decide(tournament, "bye", one, number=1)
    for kind, entry, more in (
        ("pair", two, {"other_id": one.pk, "number": 1}),
        ("apart", one, {"other_id": one.pk}),
        ("apart", one, {"other_id": entries_of(elsewhere)[0].pk}),
        ("table", entries_of(elsewhere)[0], {"number": 1}),
    ):
        with pytest.raises(UserError):
            decide(tournament, kind, entry, **more)


def test_the_page_adds_and_takes_back_and_a_scorekeeper_disqualifies_nobody() -> None:
    tournament = running_tournament(4)
    entry = entries_of(tournament)[0]
    client = Client()
    client.force_login(staff_actor(tournament, "scorekeeper").user)
    url = f"/t/{tournament.slug}/desk/rules/"
    assert client.post(url, {"entry": entry.pk, "kind": "table", "number": 4}).status_code == 302
    assert entry.name.encode() in client.get(url).content
    rule = EntryRule.objects.get()
    assert client.post(url, {"entry": entry.pk, "kind": "disqualified"}).status_code == 403
    assert client.post(url, {"entry": entry.pk, "kind": "table"}).status_code == 422
    assert client.post(url, {"remove": rule.pk}).status_code == 302
    assert not EntryRule.objects.exists()


def test_a_draft_with_a_decided_bye_can_still_be_published(tournament: Tournament) -> None:
    decide(tournament, "bye", entries_of(tournament)[3], number=1)
    round_ = draft(tournament)
    again = round_draft(actor=organizer_of(tournament), tournament=tournament, number=1)
    assert again["round"] == round_.pk
    assert publish(tournament).state == Round.State.PUBLISHED


def test_every_public_page_stands_when_somebody_is_disqualified() -> None:
    tournament = running_tournament(6)
    entry = entries_of(tournament)[1]
    play(tournament, 1)
    decide(tournament, "disqualified", entry)
    play(tournament, 2)
    client = Client()
    for page in ("", "tables/", "standings/", "screen/", f"standings/{entry.pk}/match_points/"):
        answer = client.get(f"/t/{tournament.slug}/{page}")
        assert answer.status_code in (200, 404), page
        assert b"isqualif" not in answer.content, page
    api = client.get(f"/api/v1/tournaments/{tournament.slug}/standings/")
    assert api.status_code == 200
    assert b"isqualif" not in api.content
