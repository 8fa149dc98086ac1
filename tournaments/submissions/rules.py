"""What a deck of this tournament is checked against: one answer for the editor, submitting, judges and the API."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _

from decks.cards.legality import limits_on
from decks.cards.pools import card_pool
from decks.registration.check import DeckReport, deck_report
from decks.registration.models import DeckRevision, OpenedPool, Registration
from ledger.errors import Problem
from rules_engine.kernel.cards import CardPool
from tournaments.events.deck_policy import deck_day
from tournaments.events.models import Tournament
from tournaments.events.policy import LIMITED


@dataclass(frozen=True)
class DeckRules:
    """The arguments of the one validator that the tournament decides."""

    game: str
    pool_key: str
    play: str
    acts: tuple[str, ...]
    limits: Mapping[str, int]
    opened: Mapping[str, int] | None
    unsigned: bool = False
    """Whether opened cards are recorded and not signed by two people yet."""

    def report(self, text: str) -> DeckReport:
        """What the validator says about a list under these rules."""
        report = deck_report(
            text,
            pool_key=self.pool_key,
            play=self.play,
            game=self.game,
            opened=self.opened,
            limits=self.limits,
            acts=self.acts,
        )
        return replace(report, problems=tuple(map(_unsigned, report.problems))) if self.unsigned else report


def _unsigned(problem: Problem) -> Problem:
    """What is missing of a pool that was recorded: not its cards."""
    if problem.code != "pool_missing":
        return problem
    text = _("The opened cards are recorded, but signatures are missing: two people sign them first.")
    return Problem("pool_unsigned", text, problem.field, problem.rule)


def deck_rules(tournament: Tournament, registration: Registration, *, stamp: str = "") -> DeckRules:
    """The rules for one registration: the tournament's acts and day, and in limited play the signed pool.

    ``stamp``: the catalogue's, read in this transaction; with it this process reads the office's list of a day once.
    """
    limited = registration.format == LIMITED
    limits: Mapping[str, int] = {}
    if not limited:
        asked = registration.game, deck_day(tournament), tournament.policy.limits
        limits = _limits_known(stamp, *asked) if stamp else limits_on(*asked)
    return DeckRules(
        game=registration.game,
        pool_key=registration.pool_key,
        play=registration.format,
        acts=tuple(tournament.policy.acts),
        limits=limits,
        opened=opened_cards(registration) if limited else None,
        unsigned=limited and opened_pool(registration) is not None and opened_cards(registration) is None,
    )


@lru_cache(maxsize=32)
def _limits_known(_stamp: str, game: str, day: date, key: str) -> Mapping[str, int]:
    """The limits of a day, for as long as the catalogue has this stamp: every write to its lists gives a new one."""
    return MappingProxyType(dict(limits_on(game, day, key)))


def opened_pool(registration: Registration) -> OpenedPool | None:
    """The pool recorded for a limited player, signed or not."""
    try:
        return registration.opened_pool
    except OpenedPool.DoesNotExist:
        return None


def opened_cards(registration: Registration) -> Mapping[str, int] | None:
    """Copies by card number of a pool that two people have signed; None before (102.1b)."""
    pool = opened_pool(registration)
    return pool.cards if pool is not None and pool.signed else None


def pool_of(registration: Registration, revision: DeckRevision) -> CardPool[Any]:
    """The pool a revision was checked against; when that content is gone, the pool of that key as it is now."""
    try:
        return card_pool(registration.game, registration.pool_key, revision.pool_sha256)
    except KeyError:
        return card_pool(registration.game, registration.pool_key)
