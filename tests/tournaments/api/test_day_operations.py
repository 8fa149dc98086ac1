"""What programs do in a hall besides results: each step valid, broken, without its scope, from elsewhere, and twice."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from ledger.models import LedgerRow
from tests.halls import kept
from tests.ledger.an_event import past_triggers
from tests.tournaments.api.programs import Program
from tests.tournaments.hall import (
    approve,
    make_tournament,
    make_user,
    organizer_of,
    play,
    publish,
    running_tournament,
    staff_actor,
)
from tests.tournaments.submissions.deck_hall import make_hall
from tests.tournaments.submissions.test_pools import OPENED
from tournaments.api.day_operations import RULES_OF_PLAY
from tournaments.entries.models import Entry
from tournaments.events.edit_forms import OF_POLICY, EditForm
from tournaments.events.forms import is_play
from tournaments.events.models import Invitation, Staff, Tournament
from tournaments.judging.case_models import Appeal, Case
from tournaments.rounds.models import Match, Round, Seat, Snapshot
from x610z_site.accounts.token_services import SCOPES

pytestmark = [pytest.mark.django_db]


class World:
    """A tournament, and the people who write in it; ``elsewhere`` has every role in another tournament."""

    def __init__(self, tournament: Tournament) -> None:
        self.at, self.tournament = f"tournaments/{tournament.slug}/", tournament
        self.elsewhere = make_user("Elsewhere")
        other = make_tournament("Other Cup")
        for role in Staff.Role.values:
            staff_actor(other, role, self.elsewhere)

    def refused(self, program: Program, path: str, body: Any, *statuses: int) -> None:
        """Sending this is refused so, and nothing is written."""
        rows = LedgerRow.objects.exclude(action="secret.read").count()
        answer = program.post(path, body)
        assert answer.status_code in statuses, (path, answer.status_code, answer.content)
        assert LedgerRow.objects.exclude(action="secret.read").count() == rows, path

    def writes(self, user: Any, scope: str, path: str, body: Any = None, *, own: bool = False) -> Any:
        """Send it in all the ways in which nothing may happen, then for good, then again; the result.

        ``own``: whatever it is about belongs to the person and not to the tournament.
        """
        address = path if own else f"{self.at}{path}"
        rest = [one for one in SCOPES if one != scope]
        self.refused(Program(user, *rest), address, body, 403)
        for name in body or ():
            self.refused(Program(user), address, body | {name: {"of": "another kind"}}, 400)
        if not own:
            self.refused(Program(self.elsewhere), address, body, 403, 404, 409)
        program, key = Program(user), f"once-{LedgerRow.objects.count():08}"
        first = program.post(address, body, key=key)
        assert first.status_code == 200, (path, first.content)
        rows = LedgerRow.objects.count()
        again = program.post(address, body, key=key)
        assert (again.status_code, again.json()) == (200, first.json()), path
        assert LedgerRow.objects.count() == rows, path
        return first.json()["result"]

    def plan(self, user: Any, path: str) -> Any:
        """A plan; nobody from elsewhere reads it."""
        assert Program(self.elsewhere).get(f"{self.at}{path}").status_code in (403, 404)
        assert Program(user, "read").get(f"{self.at}{path}").status_code == 403
        answer = Program(user).get(f"{self.at}{path}")
        assert answer.status_code == 200, answer.content
        return answer.json()

    def first(self, number: int, table: int = 1) -> Entry:
        """Who has the first seat at a table."""
        seats = Seat.objects.filter(round__number=number, match__table=table, position=0)
        return seats.select_related("entry__user").get(match__tournament=self.tournament).entry


def test_a_case_from_the_ruling_to_the_precedent() -> None:
    tournament = approve(running_tournament(4, changes={"level": "championship"}))
    publish(tournament)
    world = World(tournament)
    judge, head = staff_actor(tournament, "judge").user, staff_actor(tournament, "head_judge").user
    player = world.first(1)
    said = {
        "question": "Who may draw?",
        "facts": [{"text": "One card too many", "status": "agreed", "evidence": 5}],
        "words": "Put it back.",
        "remedy": "fix",
        "entry": player.number,
        "code": "T6",
    }
    ruled = world.writes(judge, "judge", "rounds/1/tables/1/cases/", said)
    assert ruled == {"case": 1, "revision": 1}
    case = Case.objects.get(tournament=tournament)
    assert case.newest.words == "Put it back." and case.penalties.get().entry == player
    world.writes(judge, "judge", "cases/1/complete/", {"rules": ["106.3"], "reason": "seen later"})
    case.refresh_from_db()
    assert case.newest.rules == ["106.3"] and case.newest.words == "Put it back.", "what is left out stays"
    world.writes(player.user, "play", "cases/1/appeal/", {"grounds": "I drew once"})
    decided = {"outcome": "overturned", "reasons": "Both agree", "words": "Play on."}
    answer = Program(judge).post(f"{world.at}cases/1/decide/", decided)
    assert (answer.status_code, answer.json()["problems"][0]["code"]) == (409, "head_judge")
    world.writes(head, "judge", "cases/1/decide/", decided)
    assert Appeal.objects.get().outcome == "overturned"
    precedent = {"question": "A card too many is drawn", "answer": "It goes back", "cards": ""}
    world.writes(head, "judge", "cases/1/publish/", precedent)


def test_a_deck_check_and_a_list_that_a_judge_replaces() -> None:
    hall = make_hall()
    tournament, user = hall.tournament, hall.judge
    text = "1 Life Base\n45 Mystic Energy Crystal\n15 Boost Energy Crystal"
    world = World(tournament)
    number = hall.entry(hall.a).number
    world.writes(user, "judge", f"entries/{number}/deck/revise/", {"text": text, "reason": "as laid"})
    current = hall.entry(hall.a).registration.current  # type: ignore[union-attr]  # everybody has one here
    assert current is not None and sum(current.main.values()) == 61


@kept
def tournament() -> Tournament:
    return running_tournament(4)


def test_decks_of_a_table_are_checked_and_it_gets_its_time(tournament: Tournament) -> None:
    publish(tournament)
    world, user = World(tournament), staff_actor(tournament, "judge").user
    assert world.writes(user, "judge", "rounds/1/tables/1/check/") == {"check": 1}
    number = world.first(1).number
    world.writes(user, "judge", "checks/1/count/", {"entry": number, "card": "main:x", "count": 2})
    found = {"entry": number, "finding": "fine", "note": "all there", "presented": 60}
    world.writes(user, "judge", "checks/1/finding/", found)
    world.writes(user, "judge", "checks/1/close/")
    assert world.writes(user, "judge", "checks/") == {"check": 2}
    for path, body in (("checks/9/close/", {}), ("logs/9/confirm/", {"line": 1})):
        world.refused(Program(user), f"{world.at}{path}", body, 404)
    answer = Program(user).post(f"{world.at}audits/", {"round": 1})
    assert (answer.status_code, answer.json()["problems"][0]["code"]) == (409, "no_logs")
    world.refused(Program(user), f"{world.at}audits/", {"round": 9}, 404)


def test_opened_cards_are_written_down_and_signed_by_two() -> None:
    hall = make_hall(template="limited-community")
    world, number = World(hall.tournament), hall.entry(hall.a).number
    world.writes(hall.a, "play", "pool/", {"text": OPENED})
    made = world.writes(hall.judge, "judge", f"entries/{number}/pool/", {"text": OPENED})
    sign = {"role": "opener", "revision": made["revision"]}
    assert world.writes(hall.a, "play", "pool/sign/", sign) == {"signed": False}
    sign["role"] = "verifier"
    assert world.writes(hall.judge, "judge", f"entries/{number}/pool/sign/", sign) == {"signed": True}


def test_a_round_is_mended_by_the_plan_that_was_read_and_by_no_other() -> None:
    tournament = running_tournament(8, changes={"rounds": 3})
    play(tournament)
    publish(tournament, 2)
    world, user = World(tournament), organizer_of(tournament).user
    one, two = world.first(2, 1), world.first(2, 2)
    plan = world.plan(user, f"rounds/2/exchange/plan/?first={one.number}&second={two.number}")
    assert len(plan["goes"]) == len(plan["comes"]) == 2 and plan["without_match"] == []
    swap = {
        "first": one.number,
        "second": two.number,
        "agreed": plan["agreed"],
        "reason": "Typing mistake",
        "despite": True,
    }
    stale = Program(user).post(f"{world.at}rounds/2/exchange/", swap | {"agreed": "0" * 16})
    assert (stale.status_code, stale.json()["problems"][0]["code"]) == (409, "stale")
    world.writes(user, "organize", "rounds/2/exchange/", swap)
    assert {world.first(2, 1), world.first(2, 2)} == {one, two} and world.first(2, 1) == two
    plan = world.plan(user, f"rounds/2/move/plan/?entry={one.number}&to=40")
    assert (plan["table"], plan["changes_with"]) == (2, [])
    move = {"entry": one.number, "to": 40, "agreed": plan["agreed"], "reason": "A broken chair"}
    world.writes(user, "organize", "rounds/2/move/", move)
    assert world.first(2, 40) == one
    plans = world.plan(user, "rounds/2/repair/plans/")
    assert "leave" in {plan["kind"] for plan in plans}
    best = plans[0]
    mend = {"kind": best["kind"], "agreed": best["agreed"], "reason": "Nothing to do", "gone": []}
    world.writes(user, "organize", "rounds/2/repair/", mend)
    for query in ("first=1", "first=x&second=2", "first=1&second=99999999999999999999"):
        answer = Program(user).get(f"{world.at}rounds/2/exchange/plan/?{query}")
        assert answer.status_code == 400, query
    answer = Program(user).get(f"{world.at}rounds/2/move/plan/?entry={one.number}&to=40")
    assert answer.status_code == 409 and answer.json()["problems"][0]["field"] == "table"
    # To pair it all again is the head judge's, with the number of results that go.
    head = staff_actor(tournament, "head_judge").user
    plans = world.plan(head, "rounds/2/repair/plans/")
    full = next(plan for plan in plans if plan["kind"] == "full")
    mend |= {"kind": "full", "agreed": full["agreed"], "lost": full["results_lost"]}
    for who, said, code in ((user, mend, "head_judge"), (head, mend | {"lost": 9}, "lost")):
        answer = Program(who).post(f"{world.at}rounds/2/repair/", said)
        assert (answer.status_code, answer.json()["problems"][0]["code"]) == (409, code)
    world.refused(Program(head), f"{world.at}rounds/2/repair/", mend | {"give_up": [2]}, 404)
    world.writes(head, "organize", "rounds/2/repair/", mend)


def test_a_round_is_taken_back_opened_again_and_restored() -> None:
    tournament = running_tournament(4, changes={"rounds": 3})
    play(tournament)
    world, user = World(tournament), organizer_of(tournament).user
    world.writes(user, "organize", "rounds/1/reopen/", {"reason": "A slip was found"})
    assert tournament.rounds.get().state == "published"
    rows = world.plan(user, "snapshots/")
    assert rows and rows[0]["step"] == "round.reopen" and rows[0]["round"] == 1
    number = rows[0]["snapshot"]
    plan = world.plan(user, f"snapshots/{number}/")
    assert plan["changes"] and plan["lost"] == 0
    back = {"agreed": plan["agreed"], "reason": "It was right", "lost": 0}
    world.writes(user, "organize", f"snapshots/{number}/restore/", back)
    assert tournament.rounds.get().state == "completed"
    elsewhere = Snapshot.objects.get(pk=number)
    other = running_tournament(4)
    past_triggers()
    Snapshot.objects.filter(pk=elsewhere.pk).update(tournament=other)
    world.refused(Program(user), f"{world.at}snapshots/{number}/restore/", back, 409)
    Snapshot.objects.filter(pk=elsewhere.pk).update(tournament=tournament)
    publish(tournament, 2)
    world.writes(user, "organize", "rounds/2/withdraw/", {"reason": "Too early"})
    assert tournament.rounds.get(number=2).state == "draft"


def test_slips_are_entered_and_a_late_one_that_contradicts_makes_a_dispute(tournament: Tournament) -> None:
    publish(tournament)
    world, user = World(tournament), organizer_of(tournament).user
    match = Match.objects.get(tournament=tournament, table=1)
    slip = {"said": [2, 1, 0], "kind": "played", "version": match.version}
    assert world.writes(user, "organize", "rounds/1/tables/1/slip/", slip)["state"] == "final"
    late = world.writes(user, "organize", "rounds/1/tables/1/slip/late/", {"said": [0, 2]})
    assert late["state"] == "disputed"


def test_decisions_before_pairing_are_made_and_taken_back(tournament: Tournament) -> None:
    world, user = World(tournament), organizer_of(tournament).user
    made = world.writes(user, "organize", "rules/", {"kind": "apart", "entry": 1, "other": 2})
    world.writes(user, "organize", f"rules/{made['rule']}/remove/")
    world.refused(Program(user), f"{world.at}rules/", {"kind": "disqualified", "entry": 1}, 403)
    world.refused(Program(user), f"{world.at}rules/", {"kind": "apart", "entry": 1, "other": 9}, 404)


def test_what_was_announced_is_changed_as_the_plan_said() -> None:
    tournament = make_tournament()
    world, user = World(tournament), organizer_of(tournament).user
    values = {"name": "Renamed Cup", "location": "Hall 2", "capacity": 16}
    values["starts_at"] = (timezone.now() + timedelta(days=2)).isoformat()
    world.refused(Program(user), f"{world.at}edit/plan/", values | {"capacity": 3}, 400)
    answer = Program(user).post(f"{world.at}edit/plan/", values).json()
    assert answer["values"]["name"] == ["Test Cup", "Renamed Cup"]
    assert Program(world.elsewhere).post(f"{world.at}edit/plan/", values).status_code == 404
    tournament.refresh_from_db()
    assert tournament.name == "Test Cup", "a plan writes nothing"
    world.writes(user, "organize", "edit/", values | {"agreed": answer["agreed"]})
    tournament.refresh_from_db()
    assert (tournament.name, tournament.location, tournament.capacity) == ("Renamed Cup", "Hall 2", 16)


def test_a_draft_thrown_away_twice_under_one_key_is_answered_as_at_first(tournament: Tournament) -> None:
    world, user = World(tournament), organizer_of(tournament).user
    made = world.writes(user, "organize", "rounds/1/draft/")
    assert world.writes(user, "organize", "rounds/1/redraft/")["round"] != made["round"]
    assert world.writes(user, "organize", "rounds/1/discard/") == {"number": 1}
    world.refused(Program(user), f"{world.at}rounds/1/discard/", None, 409)
    world.refused(Program(user), f"{world.at}rounds/9/redraft/", None, 409)
    key = "the-same-key-1"
    world.writes(user, "organize", "rounds/1/draft/")
    first = Program(user).post(f"{world.at}rounds/1/discard/", None, key=key)
    newer = world.writes(user, "organize", "rounds/1/draft/")["round"]
    again = Program(user).post(f"{world.at}rounds/1/discard/", None, key=key)
    assert (again.status_code, again.json()) == (200, first.json())
    assert Round.objects.get(tournament=tournament).pk == newer, "a newer draft is left alone"


def test_whatever_the_page_changes_of_the_rules_of_play_a_program_changes_too() -> None:
    tournament = make_tournament()
    world, user = World(tournament), organizer_of(tournament).user
    asked = {
        field for field in EditForm(tournament=tournament).fields if is_play(field) or field in OF_POLICY
    }
    asked = {field for field in asked if not field.startswith("ruling_")} - {"cut_number"}
    assert asked | {"rulings", "cut_size", "cut_points"} == set(RULES_OF_PLAY)
    plan = f"{world.at}edit/plan/"
    for wrong in ({"minutes": 0}, {"cut": "yes"}, {"rulings": {"H7": 1}}):
        world.refused(Program(user), plan, wrong, 400)
    chosen = (
        "level",
        "method",
        "knock_out",
        "preset",
        "ruleset",
        "board",
        "limits",
        "lists",
        "pool",
        "recorder_help",
    )
    unknown = [{name: "nowhere"} for name in chosen]
    for bad in (*unknown, {"pod_size": 5}, {"rulings": {"H99": "yes"}}, {"acts": ["Z9"]}, {"games": 2}):
        world.refused(Program(user), plan, bad, 409)
    values: dict[str, Any] = {"minutes": 45, "pool": "demo-2", "deck_required": False}
    answer = Program(user).post(plan, values).json()
    assert list(answer["values"]) == ["policy"] and answer["values"]["policy"][1]["minutes"] == 45
    world.writes(user, "organize", "edit/", values | {"agreed": answer["agreed"]})
    values = {"rulings": {"H7": "wider_only"}}
    agreed = Program(user).post(plan, values).json()["agreed"]
    assert Program(user).post(f"{world.at}edit/", values | {"agreed": agreed}).status_code == 200
    tournament.refresh_from_db()
    policy = tournament.policy
    assert not policy.deck_required
    assert (policy.minutes, policy.rulings, tournament.pool_key) == (45, {"H7": "wider_only"}, "demo-2")


def test_invitations_are_answered_by_who_is_asked_and_roles_taken_away(tournament: Tournament) -> None:
    world, user, asked = World(tournament), organizer_of(tournament).user, make_user("Asked")
    for answer, state in (("accept", "accepted"), ("decline", "declined")):
        Invitation.objects.all().delete()
        made = world.writes(user, "organize", "invitations/", {"username": asked.username})
        world.writes(asked, "play", f"invitations/{made['invitation']}/{answer}/")
        assert Invitation.objects.get().state == state
        Entry.objects.filter(user=asked).delete()
    made = world.writes(user, "organize", "staff/", {"username": asked.username, "role": "judge"})
    scorekeeper = Program(staff_actor(tournament, "scorekeeper").user)
    world.refused(scorekeeper, f"{world.at}invitations/{made['invitation']}/withdraw/", None, 403)
    world.refused(Program(asked), f"{world.at}invitations/{made['invitation']}/accept/", None, 409)
    world.writes(user, "organize", f"invitations/{made['invitation']}/withdraw/")
    person = staff_actor(tournament, "judge", asked).user.pk
    rows = world_staff(world, user)
    none = {"zone_first": None, "zone_last": None}
    assert {"person": person, "name": "Asked", "role": "judge", **none} in rows
    zone = {"person": person, "first": 1, "last": 9}
    assert world.writes(user, "organize", "staff/zone/", zone) == {"user": person, "first": 1, "last": 9}
    world.writes(user, "organize", "staff/remove/", {"person": person, "role": "judge"})
    assert not Staff.objects.filter(user=asked, tournament=tournament).exists()


def world_staff(world: World, user: Any) -> Any:
    """Who works there; nobody else learns it."""
    assert Program(world.elsewhere).get(f"{world.at}desk/staff/").status_code == 403
    return Program(user).get(f"{world.at}desk/staff/").json()


def test_the_office_approves_what_was_asked() -> None:
    tournament = make_tournament()
    world, office = World(tournament), make_user("Office", is_office=True)
    world.writes(organizer_of(tournament).user, "organize", "request-approval/")
    body = {"approve": False, "note": "Which hall?"}
    world.refused(Program(organizer_of(tournament).user), f"{world.at}approval/", body, 403)
    world.writes(office, "organize", "approval/", body)
    tournament.refresh_from_db()
    assert (tournament.approval, tournament.approval_note) == ("rejected", "Which hall?")


def test_decks_of_ones_own_are_made_saved_restored_described_and_deleted() -> None:
    owner, stranger = make_user("Owner"), Program(make_user("Stranger"))
    world = World(make_tournament())
    made = world.writes(
        owner,
        "play",
        "my-decks/",
        {"name": "Mine", "play": "constructed", "pool_key": "demo", "text": "1 Waste"},
        own=True,
    )
    at = f"my-decks/{made['deck']}/"
    world.writes(owner, "play", f"{at}save/", {"base": 1, "text": "2 Waste", "note": "two"}, own=True)
    world.writes(owner, "play", f"{at}restore/", {"base": 2, "number": 1}, own=True)
    [deck] = Program(owner).get("my-decks/all/").json()
    assert (deck["base"], deck["text"], deck["visibility"]) == (3, "1 Waste", "private")
    told = {
        "name": "Ours",
        "play": "constructed",
        "pool_key": deck["pool_key"],
        "visibility": "public",
        "notes": "",
    }
    world.writes(owner, "play", f"{at}describe/", told | {"mark": deck["mark"]}, own=True)
    assert Program(owner).get("my-decks/all/").json()[0]["name"] == "Ours"
    assert stranger.get("my-decks/all/").json() == []
    answer = stranger.post(f"{at}save/", {"base": 3, "text": "9 Waste"})
    assert (answer.status_code, answer.json()["problems"][0]["code"]) == (409, "no_deck")
    assert stranger.post(f"{at}delete/").status_code == 200  # as of one that is gone already
    assert len(Program(owner).get("my-decks/all/").json()) == 1
    world.writes(owner, "play", f"{at}delete/", own=True)
    assert Program(owner).get("my-decks/all/").json() == []


def test_a_clans_link_is_made_anew_by_its_leader_alone() -> None:
    leader, world = make_user("Leader"), World(make_tournament())
    world.writes(leader, "play", "clan/create/", {"name": "Orbit"}, own=True)
    world.writes(leader, "play", "clan/renew-link/", own=True)
    answer = Program(make_user()).post("clan/renew-link/")
    assert answer.status_code == 409
