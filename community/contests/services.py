"""What hosts do with a contest: write, publish, move its dates, cancel. Ledger rows hold ids, states and hashes."""

import secrets
from datetime import datetime, timedelta
from typing import TypedDict

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _

from community.news.selectors import writers_of
from decks.cards.pools import pool_choices
from ledger.commands import Command, command
from ledger.errors import Problem, StaleError, UserError
from ledger.hashing import digest
from ledger.names import clean_lines, clean_name, reason_of
from ledger.quotas import require_quota
from rules_engine.games import GAMES, game_of
from tournaments.events.access import OFFICE
from tournaments.organizations.models import Organization

from . import models
from .models import Contest, ContestEntry, ContestNotice, Juror
from .selectors import entrants_of
from .stages import DATES, Stage, stage_of

State = Contest.State
MOST_WRITTEN = 10
"""So many contests one person begins within a day."""
MOST_CRITERIA, MOST_WEIGHT, MOST_WINNERS = 5, 10, 10
LONGEST = timedelta(days=400)
"""From the first date to the last."""
PLAYING = timedelta(hours=1)
"""At the least so long before the vote the entries close: the engine plays them meanwhile."""
WORDS = (
    "game",
    "pool_key",
    "language",
    "title",
    "brief",
    "rules",
    "licence",
    "criteria",
    "jury_share",
    "wanted",
)


class Criterion(TypedDict):
    """What the jury marks, and how much that counts beside the others."""

    name: str
    weight: int


class Words(TypedDict):
    """What a contest says, and how it is decided."""

    game: str
    pool_key: str
    language: str
    title: str
    brief: str
    rules: str
    licence: str
    criteria: list[Criterion]
    jury_share: int
    wanted: int


class Dates(TypedDict):
    """The four dates of a contest."""

    entries_open_at: datetime
    entries_close_at: datetime
    voting_open_at: datetime
    voting_close_at: datetime


class AboutContest(TypedDict):
    """The contest that a command was about."""

    contest: int


def values_token(contest: Contest) -> str:
    """A token of a contest as it is: a form that was opened at other values is out of date."""
    return digest([getattr(contest, name) for name in (*WORDS, *DATES, "state")])[:16]


def lock_contest(
    cmd: Command, contest: Contest, shown: str | None = None, *, hidden: bool = False
) -> Contest:
    """Keep a contest until commit, read anew; raises StaleError if it is not as ``shown``.

    The row goes into the chain of its hosts, or, ``hidden``, where nobody reads who did what.
    """
    found = _held(contest.pk)
    cmd.chain = models.HIDDEN_CHAIN if hidden else found.chain_key
    # Asked once the row is held: who waited here for a close comes after it.
    cmd.at = timezone.now()
    if shown is not None and shown != values_token(found):
        raise StaleError("stale", _("Somebody else changed this in the meantime. Look at it again."))
    return found


def _held(number: int) -> Contest:
    """A contest with its row held until commit."""
    rows = Contest.objects.select_for_update(no_key=True, of=("self",)).select_related("organization")
    return rows.get(pk=number)


@command("contest.write")
def contest_write(
    cmd: Command, *, organization: Organization | None, words: Words, dates: Dates
) -> AboutContest:
    """Begin a contest as a draft, which only its hosts see."""
    require_quota(cmd, MOST_WRITTEN)
    contest = Contest(organization=organization, changed_at=cmd.at, written_by=cmd.actor.user)
    cmd.chain = contest.chain_key
    _say(cmd, contest, words, dates)
    return {"contest": contest.pk}


@command("contest.edit")
def contest_edit(cmd: Command, *, contest: Contest, words: Words, dates: Dates, shown: str) -> AboutContest:
    """Say it otherwise, until cards come in; once it is published its dates move by :func:`contest_move` alone.

    So everybody who sent a card in agreed to the very words that stand there.
    """
    contest = lock_contest(cmd, contest, shown)
    stage = stage_of(contest, cmd.at)
    if stage not in (Stage.DRAFT, Stage.COMING):
        raise UserError("begun", _("The contest has begun. Only its dates can still be moved."))
    if stage == Stage.COMING:
        dates = _dates_of(contest)
    _say(cmd, contest, words, dates)
    return {"contest": contest.pk}


def _dates_of(contest: Contest) -> Dates:
    return msgspec.convert({name: getattr(contest, name) for name in DATES}, Dates)


def _say(cmd: Command, contest: Contest, words: Words, dates: Dates) -> None:
    """Store words and dates; raises UserError for all that cannot be, at once."""
    said = _cleaned(words)
    problems = [*_wrong_words(said), *_wrong_dates(dates)]
    if problems:
        raise UserError("invalid", "", problems=problems)
    for field, value in (*said.items(), *dates.items()):
        setattr(contest, field, value)
    contest.changed_at = cmd.at
    contest.save()
    cmd.record(contest=contest.pk, said=digest(said)[:16], dates=list(dates.values()))


def _cleaned(words: Words) -> Words:
    criteria = [
        Criterion(name=clean_name(one["name"])[:60], weight=one["weight"]) for one in words["criteria"]
    ]
    return {
        **words,
        "title": clean_name(words["title"])[: models.TITLE],
        "brief": clean_lines(words["brief"], models.BRIEF),
        "rules": clean_lines(words["rules"], models.RULES),
        "licence": clean_lines(words["licence"], models.LICENCE),
        "criteria": [one for one in criteria if one["name"]],
    }


def _wrong_words(said: Words) -> list[Problem]:
    problems = []
    if len(said["title"]) < 3:
        problems.append(Problem("title", _("Give it a title of at least three letters."), "title"))
    if not said["brief"]:
        problems.append(Problem("brief", _("Say what kind of card you are looking for."), "brief"))
    if not said["licence"]:
        text = _("Say what may be done with the cards: who submits one agrees to that.")
        problems.append(Problem("licence", text, "licence"))
    if said["game"] not in GAMES or game_of(said["game"]).sheet is None:
        problems.append(Problem("game", _("Nobody can make cards for this game."), "game"))
    elif said["pool_key"] not in dict(pool_choices(said["game"])):
        problems.append(Problem("pool", _("These cards belong to another game."), "pool_key"))
    return [*problems, *_wrong_counting(said)]


def _wrong_counting(said: Words) -> list[Problem]:
    problems, criteria = [], said["criteria"]
    if said["jury_share"] and not criteria:
        text = _("Say what the jury looks at.")
        problems.append(Problem("criteria", text, "criterion_1"))
    fits = all(1 <= one["weight"] <= MOST_WEIGHT for one in criteria) and len(criteria) <= MOST_CRITERIA
    if not (fits and 0 <= said["jury_share"] <= 100 and 1 <= said["wanted"] <= MOST_WINNERS):
        problems.append(Problem("counting", _("These numbers cannot be.")))
    return problems


def _wrong_dates(dates: Dates) -> list[Problem]:
    problems = []
    if dates["entries_close_at"] <= dates["entries_open_at"]:
        text = _("The last day to submit comes after the first.")
        problems.append(Problem("close", text, "entries_close_at"))
    if dates["voting_open_at"] < dates["entries_close_at"] + PLAYING:
        text = _("The vote begins at least an hour later: the rules engine plays the cards meanwhile.")
        problems.append(Problem("voting", text, "voting_open_at"))
    if dates["voting_close_at"] <= dates["voting_open_at"]:
        text = _("The last day to vote comes after the first.")
        problems.append(Problem("voting_close", text, "voting_close_at"))
    if dates["voting_close_at"] - dates["entries_open_at"] > LONGEST:
        problems.append(Problem("long", _("A contest lasts at most 400 days."), "voting_close_at"))
    return problems


@command("contest.publish")
def contest_publish(cmd: Command, *, contest: Contest, shown: str) -> AboutContest:
    """Let everybody read it. From now on its dates move only with a notice."""
    contest = lock_contest(cmd, contest, shown)
    if contest.state != State.DRAFT:
        raise UserError("published", _("Everybody can read this already."))
    if contest.entries_close_at <= cmd.at:
        raise UserError("late", _("The last day to submit is over. Choose other dates first."))
    contest.state, contest.published_at = State.PUBLISHED, cmd.at
    contest.network_key = secrets.token_hex(32)
    contest.save(update_fields=["state", "published_at", "network_key"])
    cmd.record(contest=contest.pk, state=contest.state)
    return {"contest": contest.pk}


@command("contest.move")
def contest_move(cmd: Command, *, contest: Contest, dates: Dates, notice: str, shown: str) -> AboutContest:
    """Move the dates of a published contest, and tell everybody why. What has happened cannot be moved."""
    contest = lock_contest(cmd, contest, shown)
    if contest.state != State.PUBLISHED:
        raise UserError("state", _("Only the dates of a published contest are moved with a notice."))
    problems = _wrong_dates(dates)
    for name, value in dates.items():
        before = getattr(contest, name)
        if value != before and (before <= cmd.at or (isinstance(value, datetime) and value <= cmd.at)):
            text = _("What is over stays as it was, and nothing is moved into the past.")
            problems.append(Problem("past", text, name))
    if problems:
        raise UserError("invalid", "", problems=problems)
    notice = reason_of(
        notice, needed=_("Tell everybody why the dates change."), field="notice", most=models.NOTICE
    )
    for name, value in dates.items():
        setattr(contest, name, value)
    contest.save(update_fields=list(DATES))
    made = ContestNotice.objects.create(contest=contest, text=notice, at=cmd.at)
    cmd.notify("contest.moved", {*entrants_of(contest), *_judges(contest)}, contest=contest.pk)
    cmd.record(contest=contest.pk, dates=[getattr(contest, name) for name in DATES], notice=made.pk)
    return {"contest": contest.pk}


def _judges(contest: Contest) -> set[int]:
    rows = Juror.objects.filter(contest=contest, state=Juror.State.ACCEPTED, user__is_active=True)
    return {number for number in rows.values_list("user_id", flat=True) if number is not None}


@command("contest.cancel")
def contest_cancel(cmd: Command, *, contest: Contest, reason: str, shown: str) -> AboutContest:
    """Cancel it with a reason everybody reads; a draft is given up. Nobody's card is shown, nobody is named."""
    contest = lock_contest(cmd, contest, shown)
    if contest.state in (State.CANCELLED, State.DECIDED):
        raise UserError("over", _("This contest is over."))
    needed = _("Say why it is cancelled; everybody reads it.") if contest.published_at is not None else ""
    by_office = contest.organization is not None and cmd.actor.role == OFFICE
    _cancel(cmd, contest, reason_of(reason, needed=needed, most=models.REASON), by_office=by_office)
    cmd.record(contest=contest.pk, state=contest.state)
    return {"contest": contest.pk}


def _cancel(cmd: Command, contest: Contest, reason: str, *, by_office: bool) -> None:
    contest.state, contest.why_cancelled, contest.by_office = State.CANCELLED, reason, by_office
    contest.save(update_fields=["why_cancelled", "by_office", "state"])
    forget_networks(contest)
    told = {*entrants_of(contest), *_judges(contest)}
    if by_office and contest.organization is not None:
        told |= set(writers_of(contest.organization))
    cmd.notify("contest.cancelled", told, contest=contest.pk)


def forget_networks(contest: Contest) -> None:
    """Throw away the key and the hashes it made: from now on no vote is known to come from anywhere."""
    contest.network_key = ""
    contest.save(update_fields=["network_key"])
    contest.votes.exclude(network="").update(network="")


@command("contest.exclude")
def contest_exclude(cmd: Command, *, contest: Contest, code: str, reason: str) -> AboutContest:
    """Take an entry out of a contest, with a reason that its maker reads; the hosts are not told who that is."""
    contest = lock_contest(cmd, contest)
    entry = ContestEntry.objects.filter(
        contest=contest, code=code, withdrawn_at=None, excluded_at=None
    ).first()
    if entry is None or contest.state != State.PUBLISHED or stage_of(contest, cmd.at) == Stage.ENTRIES:
        raise UserError("gone", _("This card is not in the contest."))
    _exclude(cmd, entry, reason_of(reason, needed=_("Say why; its maker reads it."), most=models.REASON))
    cmd.record(contest=contest.pk, entry=code)
    return {"contest": contest.pk}


def _exclude(cmd: Command, entry: ContestEntry, reason: str) -> None:
    entry.excluded_at, entry.excluded_why = cmd.at, reason
    entry.save(update_fields=["excluded_at", "excluded_why"])
    if entry.author_id is not None:
        cmd.notify("contest.excluded", [entry.author_id], contest=entry.contest_id)


# --- inside the command that decides about a report --------------------------------------------------------


def contest_hide(cmd: Command, key: str, reason: str) -> None:
    """Cancel a reported contest with the reason; of one that is decided the words go."""
    contest = _held(int(key))
    if contest.state == State.DECIDED:
        Contest.objects.filter(pk=contest.pk).update(brief="", rules="")
        return
    _cancel(cmd, contest, reason[: models.REASON], by_office=True)


def entry_hide(cmd: Command, key: str, reason: str) -> None:
    """Take a reported card out of its contest, with the reason its maker reads."""
    entry = ContestEntry.objects.select_for_update(no_key=True, of=("self",)).get(code=key)
    _exclude(cmd, entry, reason[: models.REASON])
