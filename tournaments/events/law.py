"""The law of an event: by which rules, rulings, cards and board its games are judged.

Chosen in the policy and pinned with every round that is published, so that a game is judged for ever by what counted
when it was played.
"""

import msgspec
from django.utils.translation import gettext as _
from msgspec import Struct

from decks.cards.pools import card_pool, pool_words
from rules_engine.games import GAMES, engine_of, game_of

from .models import Tournament
from .rule_words import ruling_lines
from .settings import PolicyLine


class Law(Struct, frozen=True, omit_defaults=True):
    """What decides about a logged game, apart from who plays it and with which cards.

    ``rulings`` are the options that the event chose in place of a default, by the ruling's id; ``answers`` names the
    edition of answers in which those defaults stand. ``pool`` is the hash of the card texts under ``pool_key``. Empty
    where the game has no such thing.
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
    answers: str = ""


def law_of(tournament: Tournament) -> Law:
    """The law of an event as it is today."""
    policy = tournament.policy
    return Law(
        game=tournament.game,
        ruleset=ruleset_for(tournament.game, tournament.ruleset),
        rulings=_changes(tournament),
        pool_key=tournament.pool_key,
        pool=_pool_hash(tournament.game, tournament.pool_key),
        board=policy.board if _has_boards(tournament.game) else "",
        play=tournament.format,
        organized_play=tournament.organized_play,
        concede_after=policy.concede_after,
        answers=engine_of(tournament.game).answers().latest.name if tournament.game in GAMES else "",
    )


def pin(tournament: Tournament) -> dict[str, object]:
    """Today's law as plain data, to be kept with a round."""
    data: dict[str, object] = msgspec.to_builtins(law_of(tournament))
    return data


def pinned(data: dict[str, object], tournament: Tournament) -> Law:
    """The law that was kept with a round; of a round from before laws were kept, today's."""
    if not data:
        return law_of(tournament)
    law = msgspec.convert(data, Law)
    # A law from before laws named their answers goes by the last ones of that time.
    named = law.answers or (engine_of(law.game).answers().last_unnamed.name if law.game in GAMES else "")
    return msgspec.structs.replace(law, ruleset=ruleset_for(law.game, law.ruleset), answers=named)


def ruleset_for(game: str, ruleset: str) -> str:
    """The ruleset of an event; one of another game, as it was stored before every game had its own, is the usual."""
    if ruleset.startswith(f"{game}/") or game not in GAMES:
        return ruleset
    return engine_of(game).ruleset


def describe_law(law: Law, minutes: int) -> list[PolicyLine]:
    """The law of a round in plain words, for judges."""
    cards = pool_words(law.game, law.pool_key)
    lines = [
        PolicyLine(_("Rules"), law.ruleset),
        *_ruling_lines(law),
        PolicyLine(_("Cards"), f"{cards} ({law.pool[:12]})" if law.pool else cards),
        *([PolicyLine(_("Board"), law.board)] if law.board else []),
        PolicyLine(_("Decks"), _("limited") if law.play == "limited" else _("constructed")),
    ]
    game = game_of(law.game).law
    official = _("yes") if law.organized_play else _("no, casual")
    lines.append(PolicyLine(_("Organized Play"), official, game.rule("organized_play")))
    limit = _("yes") if minutes else _("no")
    lines.append(PolicyLine(_("Time limit"), limit, game.rule("time_limit")))
    if law.organized_play and "conceding" in game.rules:
        words = _("after %(rounds)s full rounds of a game") % {"rounds": law.concede_after}
        lines.append(PolicyLine(_("Conceding"), words, game.rule("conceding")))
    return lines


def _has_boards(game: str) -> bool:
    return game in GAMES and bool(game_of(game).law.boards)


def _ruling_lines(law: Law) -> list[PolicyLine]:
    """Each ruling that the event settled in its own way; one line when there is none."""
    if not law.rulings:
        return [PolicyLine(_("Rulings"), _("the default answer for every ruling"))]
    return [PolicyLine(label, words) for label, words in ruling_lines(law.rulings, law.game)]


def _changes(tournament: Tournament) -> dict[str, str]:
    """The rulings that the event settled otherwise than usual; none where the engine does not know its rules."""
    try:
        engine = engine_of(tournament.game)
        return engine.ruling_changes(
            ruleset_for(tournament.game, tournament.ruleset), tournament.policy.rulings
        )
    except LookupError:
        return {}


def _pool_hash(game: str, key: str) -> str:
    try:
        return str(card_pool(game, key).sha256)
    except LookupError:
        return ""
