"""The only writers of the catalogue: commands of the ledger, in a chain of their own.

Each locks the one row of :class:`CatalogueState` first; its new stamp tells caches and ETags that something changed.
"""

import hashlib
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from functools import wraps
from typing import TypedDict, TypeVar

from django.contrib.auth.models import Permission
from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.commands import Actor, Command, command
from ledger.errors import Problem, StaleError, UserError
from ledger.names import clean_name
from ledger.people import Account
from rules_engine.rulebook import rules as rule_book

from .files import Plan
from .models import (
    Card,
    CardImport,
    CardRevision,
    CardSet,
    CatalogueState,
    Printing,
    Ruling,
)
from .pools import USUAL
from .reading import CardParts, Reading, clean_text, digest_of, read_row
from .writing import publish

Told = TypeVar("Told", bound=Mapping[str, object])
"""What a command of the catalogue answers."""


class KeeperMade(TypedDict):
    """Who keeps the catalogue from now on, or no longer does."""

    person: int
    keeper: bool


class CardPublished(TypedDict):
    """A card's revision, and whether it is a new one."""

    number: str
    revision: int
    changed: bool


class Imported(TypedDict):
    """The numbers of the cards that a file added, changed and printed again."""

    added: list[str]
    changed: list[str]
    reprints: list[str]


class RulingKept(TypedDict):
    """A ruling on a card."""

    number: str
    ruling: int


class SetDescribed(TypedDict):
    """A set by its code."""

    set: str


CATALOGUE = "catalogue"
"""The chain of the ledger in which every change of the catalogue stands."""
EDIT = "decks.change_card"
"""The permission of a keeper of the catalogue."""


def keeper_of(user: Account) -> Actor:
    """Who acts when a keeper writes."""
    return Actor(user, "keeper")


def lock_catalogue() -> CatalogueState:
    """The one state row, locked until the transaction ends."""
    CatalogueState.objects.get_or_create(pk=1, defaults={"stamp": secrets.token_hex(16)})
    return CatalogueState.objects.select_for_update().get(pk=1)


def catalogue_command(
    action: str,
) -> Callable[[Callable[..., Told]], Callable[..., Told]]:
    """A command that changes the catalogue: one writer at a time, and a new stamp.

    What the service answers (ids and values, no personal data) stands in its row of the ledger.
    """

    def decorate(func: Callable[..., Told]) -> Callable[..., Told]:
        @command(action, chain=CATALOGUE)
        @wraps(func)
        def change(cmd: Command, **params: object) -> Told:
            lock_catalogue()
            answer = func(cmd, **params)
            cmd.record(**answer)
            CatalogueState.objects.filter(pk=1).update(stamp=secrets.token_hex(16))
            return answer

        return change

    return decorate


@contextmanager
def beside_catalogue(cmd: Command, action: str) -> Iterator[Command]:
    """Change the catalogue inside a command of a room above, with a row in the chain of the catalogue."""
    lock_catalogue()
    yield cmd.also(action, chain=CATALOGUE)
    CatalogueState.objects.filter(pk=1).update(stamp=secrets.token_hex(16))


def today() -> date:
    """The day by the site's clock."""
    return timezone.localdate()


@catalogue_command("keeper.make")
def keeper_make(cmd: Command, *, user: Account, withdraw: bool = False) -> KeeperMade:
    """Give a person the right to keep the catalogue, or take it back."""
    permission = Permission.objects.get(content_type__app_label="decks", codename=EDIT.split(".")[1])

    if withdraw:
        user.user_permissions.remove(permission)
    else:
        user.user_permissions.add(permission)
    return {"person": user.pk, "keeper": not withdraw}


# --- cards ---------------------------------------------------------------------------------------------


@catalogue_command("card.publish")
def card_publish(
    cmd: Command,
    *,
    row: CardParts,
    reason: str = "",
    effective_on: date | None = None,
    card: str = "",
    base: int | None = None,
) -> CardPublished:
    """Make a new card, or a new revision of the card whose number is ``card`` (then with a reason).

    ``base`` is the revision the row was made from: with another one printed since, :class:`StaleError`. Raises
    :class:`UserError` with every problem of the row. Answers ``{"number", "revision"}``; an unchanged card stays at
    its revision.
    """
    reading = read_row(row)
    if reading.problems:
        raise UserError("card", _("The card cannot be published yet."), problems=reading.problems)
    day, reason = effective_on or today(), clean_name(reason)[:300]

    if card and base is not None and changes([reading]):
        require_base(card, base)
    problems = clashes([reading], keep=card)
    if card and reading.number != card:
        text = _("A card's number never changes: lists and logs know the card by it.")
        problems.append(Problem("number_changed", text, "number", "307.2"))
    if card and not reason and not problems and changes([reading]):
        text = _("Say why the card changes; players read it on the card's page.")
        problems.append(Problem("reason_missing", text, "reason"))
    if day > today():
        text = _("Publish a change on the day it takes effect, not before.")
        problems.append(Problem("future", text, "effective_on"))
    if problems:
        raise UserError("card", _("The card cannot be published yet."), problems=problems)
    made = publish(
        [reading],
        by=cmd.actor.user,
        at=cmd.at,
        reason=reason,
        effective_on=day,
        origin=CardRevision.Origin.KEEPER,
    )
    revision = CardRevision.objects.filter(card__number=reading.number).count()
    return {"number": reading.number, "revision": revision, "changed": bool(made)}


def require_base(number: str, base: int) -> None:
    """Refuse a change that was made from an older form of the card than the one printed now."""
    printed = Card.objects.filter(number=number).values_list("current__revision", "current__by__display_name")
    now, name = printed.get()
    if now != base:
        text = _(
            "Meanwhile %(name)s added version %(number)s of this card. Compare it with yours; save yours again "
            "to put it on top. Nothing is lost: every version stays in the history."
        )
        raise StaleError("stale", text % {"name": name or _("the site"), "number": now})


def clashes(readings: Sequence[Reading], keep: str = "") -> list[Problem]:
    """Numbers and names of ``readings`` that another card of the catalogue has; ``keep`` is the card being changed."""
    problems = []
    known = numbers_taken()
    names = {name.casefold(): number for name, number in Card.objects.values_list("name", "number")}
    for reading in readings:
        short = "/".join(reading.number.split("/")[:2])
        other = known.get(short)
        if other is not None and (other != reading.number or not keep):
            text = _("%(number)s is taken by another card.") % {"number": short}
            problems.append(Problem("number_taken", text, "number", "307.2"))
        named = names.get(str(reading.parts["name"]).casefold())
        if named is not None and named != reading.number:
            text = _("Another card has this name: %(number)s. A reprint is added on the page of that card.")
            text %= {"number": named}
            problems.append(Problem("name_taken", text, "name", "301.1"))
    return problems


def numbers_taken() -> dict[str, str]:
    """Short numbers of all printings, each with the number of its card."""
    again = Printing.objects.values_list("short", "card__number")
    return {**dict(Card.objects.values_list("short", "number")), **dict(again)}


def changes(readings: Sequence[Reading]) -> list[Reading]:
    """Those that differ from what is printed today."""
    hashes = dict(
        Card.objects.filter(number__in=[reading.number for reading in readings]).values_list(
            "number", "current__sha256"
        )
    )
    return [reading for reading in readings if hashes.get(reading.number) != digest_of(reading.parts)]


@catalogue_command("cards.import")
def import_apply(cmd: Command, *, token: str, reason: str, effective_on: date | None = None) -> Imported:
    """Carry out a previewed import once; answers what was added and changed.

    Raises :class:`UserError` when the catalogue is no longer as the preview said (``stale``), a reason is missing,
    or the file is imported already (``applied``).
    """
    from .catalogue_files import plan_of
    from .printing_services import add_printing

    kept = import_kept(cmd, token, USUAL)
    plan = plan_of(kept.text, kept.form)
    reason = require_as_previewed(kept, plan, reason)
    publish(
        [*plan.added, *plan.changed],
        by=cmd.actor.user,
        at=cmd.at,
        reason=reason,
        effective_on=min(effective_on or today(), today()),
        origin=CardRevision.Origin.IMPORT,
    )
    for number, again in plan.reprints:
        card = Card.objects.select_related("current").get(number=number)
        add_printing(cmd, card, again)
    outcome: Imported = {
        "added": [reading.number for reading in plan.added],
        "changed": [reading.number for reading in plan.changed],
        "reprints": [again for _number, again in plan.reprints],
    }
    import_done(cmd, kept, outcome)
    return outcome


def import_kept(cmd: Command, token: str, game: str) -> CardImport:
    """The previewed file of this person under its row lock; refused when it is imported already."""
    kept = CardImport.objects.select_for_update().get(token=token, by=cmd.actor.user, game=game)
    if kept.outcome is not None:
        raise UserError("applied", _("This file has already been imported."))
    return kept


def require_as_previewed(kept: CardImport, plan: Plan, reason: str) -> str:
    """Refuse a file that would now do something else than the preview said, and a change without a reason."""
    if plan.problems or plan.sha256 != kept.plan:
        raise UserError("stale", _("The catalogue changed since the preview; look at it once more."))
    reason = clean_name(reason)[:300]
    if plan.changed and not reason:
        text = _("Say why the cards change; players read it on the cards' pages.")
        raise UserError("reason_missing", text, field="reason")
    return reason


def import_done(cmd: Command, kept: CardImport, outcome: Mapping[str, object]) -> None:
    """Keep what an import did in place of its text."""
    kept.applied_at, kept.text, kept.outcome = cmd.at, "", dict(outcome)
    kept.save(update_fields=["outcome", "applied_at", "text"])


def import_keep(
    *, by: Account, filename: str, text: str, form: str, plan: str, game: str = USUAL
) -> CardImport:
    """Keep a previewed file until it is confirmed; older unconfirmed files of that person and game go."""
    CardImport.objects.filter(by=by, game=game, applied_at=None).delete()
    return CardImport.objects.create(
        token=secrets.token_urlsafe(24),
        by=by,
        at=timezone.now(),
        game=game,
        filename=clean_name(filename)[:120],
        form=form,
        text=text,
        plan=plan,
    )


def import_previewed(*, by: Account, token: str, plan: str) -> None:
    """The owner has now seen this plan: the next confirmation is held against it."""
    CardImport.objects.filter(token=token, by=by, applied_at=None).update(plan=plan)


# --- what is said about cards --------------------------------------------------------------------------


@catalogue_command("ruling.give")
def ruling_give(
    cmd: Command,
    *,
    number: str,
    text: str,
    text_nl: str = "",
    rules: str = "",
    given_on: date | None = None,
) -> RulingKept:
    """Add a ruling to a card. ``rules`` are identifiers of the rule book, separated by commas or spaces."""
    text, text_nl = clean_text(text)[:600], clean_text(text_nl)[:600]
    wanted = [word for word in rules.replace(",", " ").split() if word][:12]
    problems = []
    if not text:
        problems.append(Problem("text_missing", _("Write what was decided."), "text"))
    if not wanted:
        problems.append(Problem("rules_missing", _("Name at least one rule it rests on."), "rules"))
    for word in wanted:
        if word not in rule_book():
            message = _("The rule book has no rule %(rule)s.") % {"rule": word[:20]}
            problems.append(Problem("unknown_rule", message, "rules"))
    if problems:
        raise UserError("ruling", _("The ruling is not complete."), problems=problems)

    made = Ruling.objects.create(
        card=Card.objects.get(number=number),
        given_on=given_on or today(),
        text=text,
        text_nl=text_nl,
        rules=wanted,
        by=cmd.actor.user,
    )
    return {"number": number, "ruling": made.pk}


@catalogue_command("ruling.withdraw")
def ruling_withdraw(cmd: Command, *, number: str, ruling: int) -> RulingKept:
    """A ruling no longer counts from today; it stays readable."""

    found = Ruling.objects.filter(pk=ruling, card__number=number, withdrawn_on=None)
    if not found.update(withdrawn_on=today()):
        raise UserError("gone", _("This ruling has already been withdrawn."))
    return {"number": number, "ruling": ruling}


def set_mark(row: CardSet) -> str:
    """A short fingerprint of what is said about a set, to notice a form that is older than it."""
    said = "\0".join((row.name, row.name_nl, str(row.released_on)))
    return hashlib.sha256(said.encode()).hexdigest()[:16]


@catalogue_command("set.describe")
def set_describe(
    cmd: Command,
    *,
    code: str,
    name: str,
    name_nl: str = "",
    released_on: date | None = None,
    mark: str | None = None,
) -> SetDescribed:
    """Name a set and say when it came out. Raises :class:`StaleError` when ``mark`` is of what was said before."""

    found = CardSet.objects.get(code=code)
    if mark is not None and mark != set_mark(found):
        text = _(
            "Somebody else has changed this set in the meantime. Look at it, and save yours again if it is right."
        )
        raise StaleError("stale", text)
    found.name, found.name_nl = clean_name(name)[:80], clean_name(name_nl)[:80]
    found.released_on = released_on
    found.save(update_fields=["name", "name_nl", "released_on"])
    return {"set": code}
