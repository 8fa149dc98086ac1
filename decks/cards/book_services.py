"""Printing cards that players made, with a pool of them: inside a command of whoever decides that."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from ledger.commands import Command
from ledger.errors import Problem, UserError
from rules_engine.games import game_of

from .entered import sheet_of
from .entered_services import clashes_of, print_forms
from .models import CardRevision
from .pool_services import PoolFrozen, pool_keep, require_free
from .pools import card_pool
from .reading import Reading, read_entry
from .services import clashes, today
from .writing import publish


def book_print(
    cmd: Command,
    *,
    game: str,
    rows: Sequence[Mapping[str, object]],
    beside: str,
    slug: str,
    label: str,
) -> PoolFrozen:
    """Print these cards for the first time, and freeze them as a pool with all cards of the pool ``beside``.

    Raises UserError with every problem: a number or a name another card has, a text that is read otherwise now.
    """
    label = require_free(slug, label, game)
    readings = [read_entry(sheet_of(game), row) for row in rows]
    problems = [problem for one in readings for problem in one.problems]
    if not readings:
        problems.append(Problem("empty", _("There is no card to print.")))
    problems = problems or _taken(game, readings)
    if problems:
        raise UserError("card", _("The card cannot be published yet."), problems=problems)
    if game_of(game).pools.in_catalogue:
        origin = CardRevision.Origin.KEEPER
        publish(readings, by=cmd.actor.user, at=cmd.at, reason="", effective_on=today(), origin=origin)
    else:
        print_forms(cmd, game, readings, "")
    cards = (*card_pool(game, beside).cards, *(one.card for one in readings))
    return pool_keep(cmd, game, game_of(game).engine.pool(slug, cards), label, "")


def _taken(game: str, readings: Sequence[Reading]) -> list[Problem]:
    """What they take from other cards, and from each other."""
    if not game_of(game).pools.in_catalogue:
        return [problem for one in readings for problem in clashes_of(game, one, "")]
    names = [str(one.parts["name"]).casefold() for one in readings]
    twice = (
        [Problem("name_taken", _("Two of these cards have one name."))]
        if len(set(names)) < len(names)
        else []
    )
    return [*clashes(readings), *twice]
