"""The writers of Z/X cards: entering and changing them, importing a file, freezing a pool; as :mod:`.services`."""

from collections.abc import Sequence
from typing import TypedDict

import msgspec
from django.utils.translation import gettext as _

from ledger.commands import Command
from ledger.errors import Problem, StaleError, UserError
from ledger.names import clean_name
from rules_engine.x610z.pool import POOLS
from rules_engine.zx.cards import TEXTS_POOL, ZxCard, ZxPool, load_pool

from .models import CardImport, PoolSnapshot, ZxCardRevision, ZxPoolSnapshot
from .pool_services import PoolFrozen
from .reading import CardParts, digest_of
from .services import CardPublished, catalogue_command
from .zx_files import ZX, ZxPlan, zx_plan_of
from .zx_pools import PACKAGED, entered_cards, printed_zx
from .zx_reading import ZxReading, read_zx_row


class ZxImported(TypedDict):
    """The numbers of the cards that a file added and changed."""

    added: list[str]
    changed: list[str]


@catalogue_command("zx_card.publish")
def zx_card_publish(
    cmd: Command, *, row: CardParts, reason: str = "", card: str = "", base: int | None = None
) -> CardPublished:
    """Make a new card of Z/X, or a new form of the card whose number is ``card`` (then with a reason).

    ``base`` is the revision the row was made from: with another one printed since, :class:`StaleError`. Raises
    :class:`UserError` with every problem of the row; a card that says the same stays at its revision.
    """
    reading, reason = read_zx_row(row), clean_name(reason)[:300]
    problems = list(reading.problems)
    before = next(iter(printed_zx(card)), None) if card else None
    same = before is not None and before.sha256 == digest_of(reading.parts)
    if before is not None and base is not None and base != before.revision and not same:
        text = _(
            "Meanwhile version %(number)s of this card was added. Compare it with yours, then save yours again."
        )
        raise StaleError("stale", text % {"number": before.revision})
    if not problems:
        plan = ZxPlan.now()
        plan.place(1, reading, changing=card)
        problems += [place.problem for place in plan.problems]
    if card and (before is None or reading.number != card):
        text = _("A card's number never changes: lists and logs know the card by it.")
        problems.append(Problem("number_changed", text, "number"))
    if card and not reason and not same and not problems:
        text = _("Say why the card changes; players read it on the card's page.")
        problems.append(Problem("reason_missing", text, "reason"))
    if problems:
        raise UserError("card", _("The card cannot be published yet."), problems=problems)
    revision = before.revision if before is not None else 0
    if not same:
        revision += 1
        _print(cmd, [reading], reason)
    return {"number": reading.number, "revision": revision, "changed": not same}


def _print(cmd: Command, readings: Sequence[ZxReading], reason: str) -> None:
    """Add a form to each of these cards, which were checked."""
    known = {row.number: row.revision for row in printed_zx()}
    ZxCardRevision.objects.bulk_create(
        ZxCardRevision(
            number=reading.number,
            revision=known.get(reading.number, 0) + 1,
            parts=reading.parts,
            sha256=digest_of(reading.parts),
            reason=reason if reading.number in known else "",
            at=cmd.at,
            by=cmd.actor.user,
        )
        for reading in readings
    )


@catalogue_command("zx_cards.import")
def zx_import_apply(cmd: Command, *, token: str, reason: str = "") -> ZxImported:
    """Carry out a previewed file of Z/X cards once; refused when the catalogue moved, or a reason is missing."""
    kept = CardImport.objects.select_for_update().get(token=token, by=cmd.actor.user, game=ZX)
    if kept.outcome is not None:
        raise UserError("applied", _("This file has already been imported."))
    plan = zx_plan_of(kept.text, kept.form)
    if plan.problems or plan.sha256 != kept.plan:
        raise UserError("stale", _("The catalogue changed since the preview; look at it once more."))
    reason = clean_name(reason)[:300]
    if plan.changed and not reason:
        text = _("Say why the cards change; players read it on the cards' pages.")
        raise UserError("reason_missing", text, field="reason")
    _print(cmd, [*plan.added, *plan.changed], reason)
    outcome: ZxImported = {
        "added": [reading.number for reading in plan.added],
        "changed": [reading.number for reading in plan.changed],
    }
    kept.applied_at, kept.text, kept.outcome = cmd.at, "", outcome
    kept.save(update_fields=["outcome", "applied_at", "text"])
    return outcome


@catalogue_command("zx_pool.freeze")
def zx_pool_freeze(
    cmd: Command, *, slug: str, label: str, label_nl: str = "", demonstration: bool = True
) -> PoolFrozen:
    """Freeze the Z/X cards that keepers entered as a pool to play with, with the demonstration cards or without.

    The same ``slug`` frozen again is what it means from then on; lists and logs keep to the content they had.
    """
    label = clean_name(label)[:80]
    if not label:
        raise UserError("label_missing", _("A pool needs a name."), field="label")
    if slug in (*PACKAGED, *POOLS) or PoolSnapshot.objects.filter(key=slug).exists():
        raise UserError("slug_taken", _("Another pool has this short name."), field="slug")
    entered = entered_cards()
    if not entered:
        raise UserError("empty", _("No Z/X card has been entered yet."))
    packaged: tuple[ZxCard, ...] = load_pool(TEXTS_POOL).cards if demonstration else ()
    pool = ZxPool(slug, (*packaged, *entered))
    ZxPoolSnapshot.objects.get_or_create(
        key=slug,
        sha256=pool.sha256,
        defaults={
            "label": label,
            "label_nl": clean_name(label_nl)[:80],
            "size": len(pool),
            "cards": msgspec.json.encode(pool.cards).decode(),
            "at": cmd.at,
            "by": cmd.actor.user,
        },
    )
    return {"pool": slug, "sha256": pool.sha256, "cards": len(pool)}
