"""No form that is shown answers "you may not" after somebody has filled it in: every form, for every role."""

from html.parser import HTMLParser
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from ledger.commands import Actor
from tests.speeds import few_by_day
from tests.tournaments.entries.test_door import arriving
from tests.tournaments.hall import (
    draft,
    make_tournament,
    make_user,
    organizer_of,
    play,
    publish,
    running_tournament,
    staff_actor,
)
from tournaments.events.models import Staff, Tournament
from tournaments.events.services import tournament_request_approval
from tournaments.rounds.models import Match, Round
from tournaments.rounds.services import result_enter, result_report

pytestmark = [pytest.mark.django_db]

ROLES = ("judge", "head_judge", "scorekeeper", "organizer")
DESK_PAGES = (
    "desk/",
    "desk/copy/",
    "desk/decks/",
    "desk/door/",
    "desk/edit/",
    "desk/entries/",
    "desk/ledger/",
    "desk/links/",
    "desk/rehearse/",
    "desk/rules/",
    "desk/snapshots/",
    "desk/staff/",
)
JUDGES_PAGES = (
    "judge/",
    "judge/calls/",
    "judge/cases/",
    "judge/checks/",
    "judge/penalties/",
    "judge/penalties/new/",
    "judge/pools/",
)
OFFICE_PAGES = ("/office/", "/office/disqualifications/")
HALLS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "an organizer alone": (("organizer",), ()),
    "an organizer who judges": (("organizer", "judge"), ()),
    "an organizer who is head judge": (("organizer", "head_judge"), ()),
    "an organizer beside a judge": (("organizer",), ("judge",)),
    "the only judge": (("judge",), ()),
    "a judge below a head judge": (("judge",), ("head_judge",)),
    "a head judge alone": (("head_judge",), ()),
    "a head judge above a judge": (("head_judge",), ("judge",)),
    "a scorekeeper without judges": (("scorekeeper",), ()),
    "a scorekeeper beside a judge": (("scorekeeper",), ("judge",)),
    "a scorekeeper who judges": (("scorekeeper", "judge"), ()),
    "a helper at the door": (("door",), ()),
    "a helper at the door beside a judge": (("door",), ("judge",)),
    "a helper at the door who judges": (("door", "judge"), ()),
    "the office": ((), ()),
    "the office beside a judge": ((), ("judge",)),
}
"""Whose roles meet whose: what the one holds who looks at every page, and what another holds."""


class Forms(HTMLParser):
    """The posting forms of a page: where each goes, and what it sends as it came at the press of each button."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self._open: tuple[str, dict[str, str], list[dict[str, str]]] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a form, or note what it sends."""
        said = {name: value or "" for name, value in attrs}
        if tag == "form" and said.get("method") == "post":
            self._open = (said.get("action", ""), {}, [])
        elif self._open is not None and tag == "input" and said.get("value") and "name" in said:
            self._open[1][said["name"]] = said["value"]
        elif self._open is not None and tag == "button":
            self._open[2].append({said["name"]: said.get("value", "")} if "name" in said else {})

    def handle_endtag(self, tag: str) -> None:
        """End a form: one line for each of its buttons."""
        if tag == "form" and self._open is not None:
            action, hidden, buttons = self._open
            self.found += [(action, hidden | pressed) for pressed in buttons]
            self._open = None


def refused_forms(client: Client, paths: list[str]) -> tuple[list[str], int]:
    """The forms of these pages that are refused, and how many kinds were sent, one of each; nothing of it stays."""
    refused, seen = [], set()
    for path in paths:
        page = client.get(path)
        if page.status_code != 200:
            continue
        forms = Forms()
        forms.feed(page.content.decode().partition("<main")[2])
        for action, data in forms.found:
            kind = (action or path, *sorted(data), data.get("action", ""))
            if kind in seen:
                continue
            seen.add(kind)
            with transaction.atomic():
                answer = client.post(action or path, data)
                transaction.set_rollback(True)
            if answer.status_code in (403, 404, 405):
                refused.append(f"{path}: {action} {sorted(data)} answers {answer.status_code}")
    return refused, len(seen)


def dispute(tournament: Tournament, match: Match) -> None:
    one, two = (Actor(seat.entry.user, "player") for seat in match.seats.select_related("entry__user"))
    result_report(actor=one, tournament=tournament, match_id=match.pk, said=(2, 0, 0))
    result_report(actor=two, tournament=tournament, match_id=match.pk, said=(0, 2, 0))


def in_play() -> Tournament:
    """Round 1 complete, round 2 with an open, a disputed and a final table."""
    tournament = running_tournament(8)
    play(tournament, 1)
    one, two = Match.objects.filter(round=publish(tournament, 2)).order_by("table")[:2]
    dispute(tournament, one)
    result_enter(actor=organizer_of(tournament), tournament=tournament, match_id=two.pk, said=(2, 0, 0))
    return tournament


def pages_of(tournament: Tournament) -> list[str]:
    """Every page of staff with a form on it, as this tournament is now; of matches one in each state."""
    base = f"/t/{tournament.slug}/"
    matches = Match.objects.filter(tournament=tournament).exclude(round__state="draft").order_by("pk")
    one_each = {(match.round_id, match.state): match.pk for match in matches}.values()
    numbers = Round.objects.filter(tournament=tournament).values_list("number", flat=True)
    return [base + path for path in (*DESK_PAGES, *JUDGES_PAGES)] + [
        *[f"{base}desk/rounds/{number}/{page}" for number in numbers for page in ("", "results/", "repair/")],
        *[f"{base}desk/matches/{pk}/{page}" for pk in one_each for page in ("", "move/")],
        *[f"{base}judge/cases/new/{pk}/" for pk in one_each],
    ]


def at_the_door() -> Tournament:
    """Check-in with somebody who is expected; another tournament waits for the office."""
    waiting = make_tournament("Waiting Cup")
    tournament_request_approval(actor=organizer_of(waiting), tournament=waiting)
    return arriving(2)[0]


@pytest.mark.parametrize("language", few_by_day(["en", "nl"], 1, "every form in both languages"))
@pytest.mark.parametrize("hall", few_by_day(HALLS, 2, "every form in every hall"))
def test_no_form_that_is_shown_to_somebody_is_refused_in_any_hall(hall: str, language: str) -> None:
    held, others = HALLS[hall]
    user = make_user(is_office=not held)
    client = Client(headers={"Accept-Language": language})
    client.force_login(user)
    sent = 0
    for tournament in (at_the_door(), in_play()):
        for role in held:
            staff_actor(tournament, role, user)
        for role in others:
            staff_actor(tournament, role)
        refused, kinds = refused_forms(client, [*OFFICE_PAGES, *pages_of(tournament)])
        assert not refused, f"{hall}: {refused}"
        sent += kinds
    assert sent, hall


def test_no_form_of_a_draft_is_refused_to_whoever_sees_it() -> None:
    tournament = running_tournament(4)
    round_ = draft(tournament)
    for role in ROLES:
        client = Client()
        client.force_login(staff_actor(tournament, role).user)
        refused, _sent = refused_forms(client, [f"/t/{tournament.slug}/desk/rounds/{round_.number}/"])
        assert not refused, f"{role}: {refused}"


def test_a_judge_of_the_floor_sees_no_form_that_corrects_and_loses_nothing() -> None:
    tournament = in_play()
    final = Match.objects.filter(tournament=tournament, state="final").order_by("pk")[0]
    client = Client()
    client.force_login(staff_actor(tournament, "judge").user)
    page = client.get(f"/t/{tournament.slug}/desk/matches/{final.pk}/").content.decode().partition("<main")[2]
    assert "can correct it" in page and 'name="first"' not in page


def test_an_organizer_without_judges_settles_a_dispute_and_with_one_does_not() -> None:
    tournament = in_play()
    disputed = Match.objects.get(tournament=tournament, state="disputed")
    player: Any = disputed.seats.all()[0].entry.user
    organizer, url = organizer_of(tournament), f"/t/{tournament.slug}/desk/matches/{disputed.pk}/"
    client, phone = Client(), Client()
    client.force_login(organizer.user)
    phone.force_login(player)
    assert "the organizer comes to you" in phone.get(f"/t/{tournament.slug}/me/").content.decode()
    judge = staff_actor(tournament, "judge")
    assert "a judge comes to you" in phone.get(f"/t/{tournament.slug}/me/").content.decode()
    said = {"first": "2", "second": "0", "drawn": "0", "kind": "played", "reason": "Both agree now"}
    assert "A judge settles this dispute" in client.get(url).content.decode()
    assert client.post(url, said).status_code == 403
    Staff.objects.filter(tournament=tournament, user=judge.user).delete()
    assert client.post(url, said).status_code == 302
    disputed.refresh_from_db()
    assert (disputed.state, disputed.disputes.get().settled_by) == ("final", organizer.user)
