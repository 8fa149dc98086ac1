"""A block is silent: whoever reaches out to who blocked them reads what they would read if nobody were there.

Two worlds: in one the person is blocked, in the other the name is nobody's, or the link was replaced. Every answer to
the blocked one, and every page they have afterwards, is the same in both. In tournaments a block changes nothing.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.people import blocked_ids
from tests.tournaments.agenda.people import acts, befriend, in_one_clan
from tests.tournaments.hall import make_tournament, make_user, organizer_of, play, publish, running_tournament
from tests.tournaments.organizations.found import found
from tournaments.agenda.friend_services import person_block, person_unblock
from tournaments.agenda.models import Block, Friendship
from tournaments.agenda.selectors import opponents_of
from tournaments.clans.models import Clan
from tournaments.clans.services import clan_create, clan_join
from tournaments.entries.models import Entry, Team
from tournaments.entries.services import entry_create
from tournaments.entries.team_services import team_create, team_join
from tournaments.events.invitation_services import invitation_decline, invitation_make
from tournaments.events.models import Invitation
from tournaments.events.selectors import invitations_of
from tournaments.events.services import tournament_open_entry
from tournaments.organizations.member_services import member_answer, member_ask
from tournaments.organizations.models import Asked
from tournaments.organizations.selectors import asked_of
from tournaments.rounds.models import Match
from tournaments.rounds.services import result_report
from x610z_site.privacy.choice_services import page_choose
from x610z_site.privacy.models import Choice

pytestmark = [pytest.mark.django_db]
World = Callable[[Any, Any], None]


def browser(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def known_as_ann() -> Any:
    ann = make_user("Ann")
    ann.username = "ann-known"
    ann.save(update_fields=["username"])
    return ann


def block(owner: Any, other: Any) -> None:
    Block.objects.create(owner=owner, other=other, name=other.display_name, at="2026-01-01T00:00Z")


def plain(answer: Any) -> str:
    """A page without what is new on every page, and without numbers of rows."""
    text = re.sub(r'value="[-\w]{20,}"|nonce="[^"]*"|CSRFToken": "[^"]*"', "", answer.content.decode())
    return re.sub(r"\d+", "0", f"{answer.status_code} {answer.get('Location', '')} {text}")


class _Over(Exception):
    """Ends a world, and all that was made in it."""


def both(world: Callable[[bool], list[Any]]) -> tuple[list[Any], list[Any]]:
    """What is said in the world with a block and in the one without anybody."""
    said: list[list[Any]] = []
    for blocked in (True, False):
        try:
            with transaction.atomic():
                said.append(world(blocked))
                raise _Over
        except _Over:
            pass
    return said[0], said[1]


def test_whom_an_organization_asks_for_a_role_reads_of_it_only_without_a_block() -> None:
    owner, ann = make_user("Owner"), known_as_ann()
    club = found("Orbit Club", owner)

    def world(blocked: bool) -> list[Any]:
        if blocked:
            block(ann, owner)
        else:
            type(ann).objects.filter(pk=ann.pk).update(username="ann-elsewhere")
        client = browser(owner)
        sent = client.post("/o/orbit-club/people/", {"do": "ask", "username": "ann-known", "role": "judge"})
        assert asked_of(ann) == [] and Asked.objects.get().user is None
        return [plain(sent), plain(client.get("/o/orbit-club/people/"))]

    one, other = both(world)
    assert one == other
    member_ask(actor=acts(owner), organization=club, username=ann.username, role="judge")
    assert len(asked_of(ann)) == 1, "the control"


def test_whom_staff_of_an_event_invite_reads_of_it_only_without_a_block() -> None:
    ann = known_as_ann()
    tournament = make_tournament()
    staff = organizer_of(tournament)

    def world(blocked: bool) -> list[Any]:
        if blocked:
            block(ann, staff.user)
        else:
            type(ann).objects.filter(pk=ann.pk).update(username="ann-elsewhere")
        invitation_make(actor=staff, tournament=tournament, username="ann-known", kind="staff", role="judge")
        assert invitations_of(ann) == []
        client = browser(staff.user)
        return [plain(client.get(f"/t/{tournament.slug}/desk/{page}/")) for page in ("staff", "entries")]

    one, other = both(world)
    assert one == other
    said = {"tournament": tournament, "username": ann.username}
    invitation_make(actor=staff, kind="staff", role="judge", **said)
    block(ann, staff.user)
    # What was asked before the block, or beside it, is not shown and cannot be answered either.
    assert invitations_of(ann) == []
    with pytest.raises(UserError):
        invitation_decline(actor=acts(ann), tournament=tournament, invitation_id=Invitation.objects.get().pk)
    # The place that somebody played as a guest is theirs, whoever stands at the desk.
    invitation_make(actor=staff, kind="claim", entry_number=1, **said)
    assert [one.kind for one in invitations_of(ann)] == ["claim"]


def test_the_link_of_a_clan_is_dead_for_whom_its_leader_blocked() -> None:
    leader, ann = make_user("Leader"), make_user("Ann")
    clan = Clan.objects.get(pk=clan_create(actor=acts(leader), name="Blue Wave")["clan"])
    code = clan.code

    def world(blocked: bool) -> list[Any]:
        if blocked:
            block(leader, ann)
        else:
            Clan.objects.filter(pk=clan.pk).update(code="another")
        client = browser(ann)
        page = f"/clans/join/{code}/"
        with pytest.raises(UserError) as refused:
            clan_join(actor=acts(ann), code=code)
        pages = [client.get(page), client.post(page), client.get(f"/clans/{clan.pk}/"), client.get("/clans/")]
        return [refused.value.message, *map(plain, pages)]

    one, other = both(world)
    assert one == other and one[1].startswith("0")
    assert browser(ann).get(f"/clans/join/{code}/").status_code == 200, "the control"


def test_the_code_of_a_team_is_nobody_s_for_whom_its_captain_blocked() -> None:
    tournament = make_tournament(changes={"teams": True})
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    captain, ann = make_user("Captain"), make_user("Ann")
    for user in (captain, ann):
        entry_create(actor=acts(user), tournament=tournament)
    team_create(actor=acts(captain), tournament=tournament, name="Blue")
    code = Team.objects.get().code

    def world(blocked: bool) -> list[Any]:
        if blocked:
            block(captain, ann)
        else:
            Team.objects.update(code="NOBODYSONE")
        with pytest.raises(UserError) as refused:
            team_join(actor=acts(ann), tournament=tournament, code=code)
        return [refused.value.message, plain(browser(ann).get(f"/t/{tournament.slug}/me/"))]

    one, other = both(world)
    assert one == other
    team_join(actor=acts(ann), tournament=tournament, code=code)
    assert Entry.objects.filter(team__isnull=False).count() == 2, "the control"


def test_both_are_paired_and_report_as_ever() -> None:
    tournament = running_tournament(4)
    play(tournament, 1)
    round_ = publish(tournament, 2)
    match = Match.objects.filter(round=round_).order_by("table")[0]
    one, other = [seat.entry.user for seat in match.seats.select_related("entry__user").order_by("position")]
    person_block(actor=acts(one), user_id=other.pk)
    pages = {who: browser(who).get(f"/t/{tournament.slug}/me/").content.decode() for who in (one, other)}
    assert other.entries.get(tournament=tournament).name in pages[one]
    assert one.entries.get(tournament=tournament).name in pages[other]
    for user in (one, other):
        result_report(actor=acts(user), tournament=tournament, match_id=match.pk, said=(2, 0, 0))
    match.refresh_from_db()
    assert match.state == "final"


def test_somebody_one_played_can_be_blocked_under_the_name_at_the_table_and_no_other() -> None:
    tournament = running_tournament(2)
    publish(tournament, 1)
    one, other = [entry.user for entry in tournament.entries.order_by("pk")]
    at_table = other.entries.get(tournament=tournament).name
    type(other).objects.filter(pk=other.pk).update(display_name="Somebody New")
    assert opponents_of(one) == [(other.pk, at_table)]
    client = browser(one)
    client.post("/me/friends/", {"do": "block", "person": other.pk})
    text = client.get("/me/friends/").content.decode()
    assert at_table in text and "Somebody New" not in text
    assert blocked_ids(one) == {other.pk} and blocked_ids(other) == {one.pk}
    assert "Blocked" in text and at_table not in browser(other).get("/me/friends/").content.decode()
    person_unblock(actor=acts(one), user_id=other.pk)
    assert blocked_ids(one) == set()


def test_a_player_s_open_page_has_a_button_that_blocks_and_says_the_same_for_a_closed_one() -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    page_choose(actor=acts(bob), opened=True, parts=[])
    code = Choice.objects.get(user=bob).page_code
    client = browser(ann)
    assert code in client.get(f"/players/{code}/").content.decode()
    assert client.post("/me/friends/", {"do": "block-page", "page": "no-such-page"}).status_code == 302
    assert not Block.objects.exists()
    assert client.post("/me/friends/", {"do": "block-page", "page": code}).status_code == 302
    assert Block.objects.get().other == bob
    assert (
        client.get(f"/players/{code}/").status_code
        == 200
        == browser(bob).get(f"/players/{code}/").status_code
    )


def test_a_block_ends_a_friendship_and_what_organizations_asked_waits_no_more() -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    in_one_clan(ann, bob)
    befriend(ann, bob)
    club = found("Orbit Club", bob)
    asked = member_ask(actor=acts(bob), organization=club, username=ann.username, role="judge")["asked"]
    person_block(actor=acts(ann), user_id=bob.pk)
    assert not Friendship.objects.filter(state="accepted").exists() and asked_of(ann) == []
    with pytest.raises(UserError):
        member_answer(actor=acts(ann), organization=club, asked_id=asked, accept=True)
    assert Actor(bob).key
