"""Contests for tests, through the services the pages use."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from community.contests.entry_services import entry_enter
from community.contests.jury_services import juror_answer, juror_ask, marks_give, marks_hand_in
from community.contests.models import Contest, ContestEntry
from community.contests.services import Dates, Words, contest_publish, contest_write, values_token
from ledger.commands import Actor
from tests.tournaments.hall import make_user

DAY = timedelta(days=1)
WORDS: Words = {
    "game": "x610z",
    "pool_key": "demo",
    "language": "en",
    "title": "A card for the rain",
    "brief": "Make a card that likes bad weather.",
    "rules": "",
    "licence": "Everybody may play with it, and the site may print it.",
    "criteria": [{"name": "Idea", "weight": 2}, {"name": "Play", "weight": 1}],
    "jury_share": 50,
    "wanted": 3,
}
AGREED: Any = {"licence": True, "age": "16", "guardian": False, "credited": True}


def dates(start: datetime | None = None) -> Dates:
    """Entries for a week from ``start`` (in an hour), a day between, a week of voting."""
    start = start or timezone.now() + timedelta(hours=1)
    return {
        "entries_open_at": start,
        "entries_close_at": start + 7 * DAY,
        "voting_open_at": start + 8 * DAY,
        "voting_close_at": start + 15 * DAY,
    }


def host(organization: Any) -> Actor:
    return Actor(organization.created_by, "owner")


def draft(actor: Actor, organization: Any = None, start: datetime | None = None, **changes: Any) -> Contest:
    words: Any = WORDS | changes
    made = contest_write(actor=actor, organization=organization, words=words, dates=dates(start))
    return Contest.objects.get(pk=made["contest"])


def published(actor: Actor, organization: Any = None, **changes: Any) -> Contest:
    contest = draft(actor, organization, **changes)
    contest_publish(actor=actor, contest=contest, shown=values_token(contest))
    contest.refresh_from_db()
    return contest


def card(number: int = 0, **changes: Any) -> dict[str, Any]:
    """What somebody types of a card."""
    return {
        "name": f"Rain Maker {number}",
        "name_nl": f"Regenmaker {number}",
        "type": "Effect Card",
        "cost": f"C{number % 4 + 1}",
        "restriction": "3",
        "text": "Draw 2 cards from your deck.",
    } | changes


def enter(
    contest: Contest, user: Any = None, number: int = 0, agreed: Any = AGREED, **changes: Any
) -> ContestEntry:
    """Somebody sends a card in."""
    user = user or make_user()
    entry_enter(actor=Actor(user, "maker"), contest=contest, row=card(number, **changes), agreed=agreed)
    return ContestEntry.objects.get(contest=contest, author=user)


def juror(contest: Contest, actor: Actor, user: Any = None) -> Any:
    """Somebody who is asked for the jury, and says yes."""
    user = user or make_user()
    juror_ask(actor=actor, contest=contest, username=user.username)
    juror_answer(actor=Actor(user, "juror"), contest=contest, accept=True)
    return user


def judge(contest: Contest, user: Any, marks: dict[str, list[int]]) -> None:
    """A juror marks these cards, by their codes, and hands that in."""
    for code, given in marks.items():
        judged: Any = {"code": code, "marks": given, "reason": f"Reason of {len(given)} marks."}
        marks_give(actor=Actor(user, "juror"), contest=contest, judged=judged)
    marks_hand_in(actor=Actor(user, "juror"), contest=contest)


def in_voting(contest: Contest, maker: Any) -> ContestEntry:
    """A contest whose vote is open, by its dates as they stand in the table, and the card in it."""
    now = timezone.now()
    rows = Contest.objects.filter(pk=contest.pk)
    rows.update(state="published", published_at=now, **dates(now - DAY))
    entry = enter(contest, maker)
    rows.update(**dates(now - 9 * DAY))
    contest.refresh_from_db()
    return entry
