"""Reporting, deciding, handing on, objecting, deciding again. Rows of the ledger hold numbers, kinds and states alone.

Who decides holds the row of the matter: of two at once the second reads what the first one said.
"""

from datetime import timedelta
from typing import TypedDict

from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from community.hosts import others_in_office
from ledger.commands import SITE_CHAIN, Command, command
from ledger.errors import StaleError, UserError
from ledger.hashing import digest
from ledger.models import OutboxMessage
from ledger.names import clean_lines
from ledger.quotas import require_quota

from . import models
from .kinds import KINDS, Thing, found
from .models import Matter, Objection, Reason, Report
from .selectors import FALSE_ALARMS, false_alarms, newest_of

State, Outcome = Matter.State, Objection.Outcome
LETTER = "community.safety.tasks.send_letter"
OUTGOING = "outgoing"
MOST_A_DAY = 20
"""So many things one person reports within a day."""
MOST_OF_DOUBTFUL = 3
"""The same of somebody who reported several things lately with which nothing was wrong."""
MOST_OF_STRANGERS = 300
"""Reports of people without an account within a day, all together."""
MOST_ABOUT_ONE = 20
"""Reports of one thing by people without an account that are kept while it waits: more say nothing new."""
DAY = timedelta(days=1)


class AboutReport(TypedDict):
    """The report that a command made, or found made before."""

    report: int


class AboutMatter(TypedDict):
    """The matter that a command was about, and how it stands."""

    matter: int
    state: str


def words_of(text: str) -> str:
    """What somebody typed in several lines, fit to print."""
    return clean_lines(text[: models.WORDS * 2], models.WORDS)


# --- reporting ---------------------------------------------------------------------------------------------


@command("report.make")
def report_make(
    cmd: Command, *, kind: str, thing_key: str, reason: str, words: str, language: str, mail: str = ""
) -> AboutReport:
    """Somebody, or a stranger, says that a thing should not be there. Twice by the same person is once.

    What was found fine and still says the same is not judged again: the report joins what was decided.
    """
    if reason not in Reason.values:
        raise UserError("reason", _("Choose what is wrong with it."), field="reason")
    thing = found(kind, thing_key, cmd.actor.user or AnonymousUser())
    if thing is None:
        raise UserError("gone", _("This is no longer there."))
    matter = _matter_of(cmd, kind, thing_key, thing)
    cmd.chain = SITE_CHAIN  # who runs an organization reads its chain, and must not read who reports
    made = Report.objects.filter(matter=matter, by=cmd.actor.user).first() if cmd.actor.user else None
    if made is None:
        _refuse_flood(cmd, matter)
        made = Report.objects.create(
            matter=matter,
            by=cmd.actor.user,
            mail="" if cmd.actor.user else mail.strip(),
            language=language,
            reason=reason,
            words=words_of(words),
            at=cmd.at,
        )
        _write_to(cmd, made, "came" if matter.state == State.OPEN else "decided")
    cmd.record(report=made.pk, matter=matter.pk, kind=kind, reason=reason)
    return {"report": made.pk}


def _matter_of(cmd: Command, kind: str, key: str, thing: Thing) -> Matter:
    """The matter of a thing that waits, or that was decided and need not be again, its row held; else a new one."""
    sha256 = digest([thing.title, thing.words])
    made = newest_of(kind, key, sha256, cmd.at)
    if made is None:
        made = Matter(
            kind=kind,
            key=key,
            organization=thing.organization,
            with_office=thing.organization is None,
            concerned_id=thing.concerned,
            title=thing.title[: models.TITLE],
            excerpt=thing.words[: models.EXCERPT],
            sha256=sha256,
            opened_at=cmd.at,
        )
        try:
            with transaction.atomic():
                made.save()
        except IntegrityError:  # a twin was faster
            made = Matter.objects.select_related("organization").get(kind=kind, key=key, state=State.OPEN)
    return _held(cmd, made)


def _refuse_flood(cmd: Command, matter: Matter) -> None:
    """Refuse one report too many: of a person in a day, of strangers together, of strangers about one thing."""
    user = cmd.actor.user
    if user is not None:
        few = false_alarms(user, cmd.at) >= FALSE_ALARMS
        if few:
            require_quota(cmd, MOST_OF_DOUBTFUL)
        require_quota(cmd, MOST_A_DAY)
        return
    strangers = Report.objects.filter(by=None)
    if strangers.filter(matter=matter).count() >= MOST_ABOUT_ONE:
        raise UserError("enough", _("Many people reported this already. Somebody will look at it."))
    if strangers.filter(at__gt=cmd.at - DAY).count() >= MOST_OF_STRANGERS:
        raise UserError("too_many", _("Too many reports came in today. Sign in to report this."))


def _held(cmd: Command, matter: Matter, shown: str | None = None) -> Matter:
    """A matter with its row held until commit, read anew; raises StaleError if it stands otherwise than was shown."""
    rows = Matter.objects.select_for_update(no_key=True, of=("self",)).select_related("organization")
    fresh = rows.get(pk=matter.pk)
    cmd.chain = fresh.chain_key
    if shown is not None and shown != token_of(fresh):
        raise StaleError("stale", _("Somebody else decided this in the meantime. Look at it again."))
    return fresh


def token_of(matter: Matter) -> str:
    """A token of a matter as it stands: a form that was opened before is out of date."""
    return digest([matter.state, matter.with_office, matter.rule, matter.answer, matter.sha256])[:16]


# --- deciding ----------------------------------------------------------------------------------------------


@command("matter.decide")
def matter_decide(
    cmd: Command, *, matter: Matter, hide: bool, rule: str, answer: str, shown: str
) -> AboutMatter:
    """Nothing is wrong with it, or it is hidden: under a rule and with words that those it concerns will read.

    Nobody decides about what is their own.
    """
    matter = _held(cmd, matter, shown)
    if matter.state != State.OPEN:
        raise StaleError("decided", _("This was decided already."))
    if matter.concerned_id == cmd.actor.user.pk:
        raise UserError("own", _("This is yours: somebody else decides about it. Hand it on to the office."))
    answer = words_of(answer)
    if hide and rule not in Reason.values:
        raise UserError("rule", _("Choose the rule that it breaks."), field="rule")
    if not answer:
        raise UserError("answer", _("Say why: those it concerns will read this."), field="answer")
    _decide(cmd, matter, State.HIDDEN if hide else State.FINE, rule if hide else "", answer)
    cmd.record(matter=matter.pk, state=matter.state, rule=matter.rule)
    return {"matter": matter.pk, "state": matter.state}


def _decide(cmd: Command, matter: Matter, state: str, rule: str, answer: str) -> None:
    matter.state, matter.rule, matter.answer = state, rule, answer
    matter.decided_at, matter.decided_by = cmd.at, cmd.actor.user
    matter.save(update_fields=["state", "rule", "answer", "decided_at", "decided_by"])
    if state == State.HIDDEN:
        _hide(cmd, matter)
    reports = list(Report.objects.filter(matter=matter))
    cmd.notify("report.decided", [one.by_id for one in reports if one.by_id], matter=matter.pk)
    for one in reports:
        _write_to(cmd, one, "decided")


def _hide(cmd: Command, matter: Matter) -> None:
    """Take the thing out of sight, if it is still there, and tell who made it."""
    kind = KINDS[matter.kind]
    if kind.find(matter.key, None) is not None:
        kind.hide(cmd, matter.key, matter.answer)
    if matter.concerned_id is not None:
        cmd.notify("matter.hidden", [matter.concerned_id], matter=matter.pk)


@command("matter.hand_on")
def matter_hand_on(cmd: Command, *, matter: Matter, shown: str) -> AboutMatter:
    """The people of an organization leave a decision to the office. Twice is once."""
    matter = _held(cmd, matter, shown)
    if matter.state != State.OPEN:
        raise StaleError("decided", _("This was decided already."))
    matter.with_office = True
    matter.save(update_fields=["with_office"])
    cmd.record(matter=matter.pk, with_office=True)
    return {"matter": matter.pk, "state": matter.state}


# --- objecting ---------------------------------------------------------------------------------------------


@command("objection.make")
def objection_make(cmd: Command, *, matter: Matter, words: str) -> AboutMatter:
    """Somebody whom a decision concerns says why it is wrong: once, and the office decides again."""
    matter = _held(cmd, matter)
    words = words_of(words)
    if matter.state == State.OPEN:
        raise UserError("open", _("Nothing was decided yet."))
    if not words:
        raise UserError("words", _("Say why the decision is wrong."), field="words")
    if Objection.objects.filter(matter=matter, by=cmd.actor.user).exists():
        raise UserError("once", _("You have said once already that this is wrong."))
    Objection.objects.create(matter=matter, by=cmd.actor.user, words=words, at=cmd.at)
    cmd.chain = SITE_CHAIN  # as for a report
    cmd.record(matter=matter.pk)
    return {"matter": matter.pk, "state": matter.state}


@command("objection.decide")
def objection_decide(cmd: Command, *, matter: Matter, changed: bool, rule: str, answer: str) -> AboutMatter:
    """The office answers every objection that waits: the decision stays, or is turned round.

    Not by who decided the first time, where somebody else could.
    """
    matter = _held(cmd, matter)
    waits = list(Objection.objects.filter(matter=matter, outcome=Outcome.OPEN).order_by("pk"))
    answer = words_of(answer)
    if not waits:
        raise StaleError("decided", _("This was decided already."))
    if matter.decided_by_id == cmd.actor.user.pk and others_in_office(cmd.actor.user.pk):
        raise UserError(
            "same", _("You decided this the first time. Somebody else of the office looks at it now.")
        )
    if not answer:
        raise UserError("answer", _("Say why: those it concerns will read this."), field="answer")
    hidden = matter.state == State.HIDDEN
    if changed and not hidden and rule not in Reason.values:
        raise UserError("rule", _("Choose the rule that it breaks."), field="rule")
    for one in waits:
        one.outcome, one.answer = (Outcome.CHANGED if changed else Outcome.KEPT), answer
        one.decided_at, one.decided_by = cmd.at, cmd.actor.user
        one.save(update_fields=["outcome", "answer", "decided_at", "decided_by"])
    if changed and hidden:
        _show_again(cmd, matter, answer)
    elif changed:
        _decide(cmd, matter, State.HIDDEN, rule, answer)
    cmd.notify("objection.decided", [one.by_id for one in waits], matter=matter.pk)
    cmd.record(matter=matter.pk, state=matter.state, changed=changed)
    return {"matter": matter.pk, "state": matter.state}


def _show_again(cmd: Command, matter: Matter, answer: str) -> None:
    matter.state, matter.rule, matter.answer = State.FINE, "", answer
    matter.save(update_fields=["state", "rule", "answer"])
    show = KINDS[matter.kind].show
    if show is not None:
        show(cmd, matter.key)


# --- letters to strangers ----------------------------------------------------------------------------------

MOST_LETTERS = 3
"""So many letters that a report came go to one address within a day: it may be somebody else's."""
MOST_TRIES = 5


def _write_to(cmd: Command, report: Report, what: str) -> None:
    """Send the letter about a report to a stranger's address, if one was left."""
    if not report.mail:
        return
    today = Report.objects.filter(mail__iexact=report.mail, at__gt=cmd.at - DAY).count()
    if what == "decided" or today <= MOST_LETTERS:
        cmd.send_task(LETTER, report.pk, what, queue=OUTGOING)


def letter_again(number: int, what: str) -> None:
    """Nobody took it: once more in some minutes, and later each time, until it is given up."""
    with transaction.atomic():
        report = Report.objects.select_for_update(no_key=True).filter(pk=number).first()
        if report is None or report.tries >= MOST_TRIES:
            return
        report.tries += 1
        report.save(update_fields=["tries"])
        due = timezone.now() + timedelta(minutes=2**report.tries)
        payload = {"task": LETTER, "args": [number, what], "queue": OUTGOING}
        OutboxMessage.objects.create(topic="task", payload=payload, due_at=due)
