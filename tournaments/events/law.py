"""The law of an event: by which rules, rulings, cards and board its games are judged.

Chosen in the policy and pinned with every round that is published, so that a game is judged for ever by what counted
when it was played.
"""

import msgspec
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from msgspec import Struct

from decks.cards.pools import pool_for
from rules_engine.x610z.rulesets import RULESETS, load_ruleset, ruling, ruling_changes

from .models import Tournament
from .policy_words import PolicyLine


class Law(Struct, frozen=True, omit_defaults=True):
    """What decides about a logged game, apart from who plays it and with which cards.

    ``rulings`` are the options that the event chose in place of a default, by the ruling's id; ``pool`` is the hash of
    the card texts under ``pool_key``. Empty where the game has no such thing.
    """

    game: str
    ruleset: str
    rulings: dict[str, str]
    pool_key: str
    pool: str
    board: str
    play: str
    organized_play: bool
    concede_after: int


def law_of(tournament: Tournament) -> Law:
    """The law of an event as it is today."""
    policy = tournament.policy
    return Law(
        game=tournament.game,
        ruleset=tournament.ruleset,
        rulings=ruling_changes(load_ruleset(tournament.ruleset, policy.rulings))
        if _is_played(tournament)
        else {},
        pool_key=tournament.pool_key,
        pool=_pool_hash(tournament.pool_key),
        board=policy.board,
        play=tournament.format,
        organized_play=tournament.organized_play,
        concede_after=policy.concede_after,
    )


def pin(tournament: Tournament) -> dict[str, object]:
    """Today's law as plain data, to be kept with a round."""
    data: dict[str, object] = msgspec.to_builtins(law_of(tournament))
    return data


def pinned(data: dict[str, object], tournament: Tournament) -> Law:
    """The law that was kept with a round; of a round from before laws were kept, today's."""
    return msgspec.convert(data, Law) if data else law_of(tournament)


def describe_law(law: Law, minutes: int) -> list[PolicyLine]:
    """The law of a round in plain words, for judges."""
    lines = [
        PolicyLine(_("Rules"), law.ruleset),
        *_ruling_lines(law),
        PolicyLine(_("Cards"), f"{law.pool_key} ({law.pool[:12]})" if law.pool else law.pool_key),
        PolicyLine(_("Board"), law.board),
        PolicyLine(_("Decks"), _("limited") if law.play == "limited" else _("constructed")),
        PolicyLine(
            _("Organized Play"), _("yes") if law.organized_play else _("no, casual"), "G.organized-play"
        ),
        PolicyLine(_("Time limit"), _("yes") if minutes else _("no"), "106.1a"),
    ]
    if law.organized_play:
        words = _("after %(rounds)s full rounds of a game") % {"rounds": law.concede_after}
        lines.append(PolicyLine(_("Conceding"), words, "106.3#3"))
    return lines


def _ruling_lines(law: Law) -> list[PolicyLine]:
    """Each ruling that the event settled in its own way; one line when there is none."""
    if not law.rulings:
        return [PolicyLine(_("Rulings"), _("the default answer for every ruling"))]
    dutch = get_language() == "nl"
    lines = []
    for name, option in sorted(law.rulings.items()):
        known = ruling(name)
        words = (known.options_nl if dutch else known.options)[option]
        lines.append(PolicyLine(_("Ruling %(name)s") % {"name": known.id}, words))
    return lines


def _is_played(tournament: Tournament) -> bool:
    """Whether the engine knows the rules of this game, so that rulings can be chosen."""
    return tournament.game == "x610z" and tournament.ruleset in RULESETS


def _pool_hash(key: str) -> str:
    try:
        return str(pool_for(key).sha256)
    except KeyError:
        return ""
