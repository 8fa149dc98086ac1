"""``python -m rules_engine play-card Spark``: the same random games with a card and without it, and what that tells."""

import argparse
import json
import sys
from pathlib import Path

import msgspec

from .games import GAMES, game_of
from .kernel import playtest
from .kernel.card_sheet import FLAG, NOTES, SEVERAL, Parts
from .kernel.games import Game
from .kernel.playtest import Asked, Report, play_card

OK, USAGE = 0, 2
_SHOWN_EVERY = 50
FINDINGS = {
    playtest.UP: "with the card its seat won more often",
    playtest.DOWN: "with the card its seat won less often",
    playtest.NO_DIFFERENCE: "the numbers show no difference",
    playtest.HARDLY_PLAYED: "the numbers tell nothing: the card was hardly ever played",
    playtest.HARDLY_ENDED: "the numbers do not tell how strong it is: too many games did not end",
}


class Unusable(Exception):
    """What was asked for cannot be played; the message says why."""


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to those of the command line."""
    parser = commands.add_parser(
        "play-card", help="play random games with a card and without it, and say what it changed"
    )
    parser.add_argument("card", nargs="?", default="", help="number or name of a card of the pool")
    parser.add_argument("--file", help="a JSON file with the fields of a card that is in no pool")
    parser.add_argument("--game", choices=tuple(GAMES), default=next(iter(GAMES)))
    parser.add_argument("--cards", default="", help="a packaged pool (default: the usual one)")
    parser.add_argument("--games", type=int, default=playtest.USUAL_GAMES, help="deals, each played twice")
    parser.add_argument("--seed", default="1", help="the same seed, the same games")
    parser.add_argument("--json", action="store_true", help="print the whole report as JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play a card and say what that tells."""
    game = game_of(arguments.game)
    try:
        if game.playtest is None:
            raise Unusable(f"no random games of {game.name} are played")
        pool = game.pools.load(arguments.cards or next(iter(game.pools.packaged)))
        card = _written(game, arguments.file) if arguments.file else pool.find(arguments.card)
        if card is None:
            raise Unusable(f"pool {pool.name} has no card {arguments.card}")
        found = play_card(game.playtest, pool, card, arguments.games, arguments.seed, _told)
    except (Unusable, ValueError, LookupError, OSError) as error:
        sys.stderr.write(f"rules_engine: {error}\n")
        return USAGE
    if arguments.json:
        sys.stdout.write(json.dumps(msgspec.to_builtins(found), indent=2) + "\n")
    else:
        sys.stdout.write("\n".join(said(game, arguments.card or arguments.file, found)) + "\n")
    return OK


def _told(done: int, of: int) -> None:
    if sys.stderr.isatty() and (done % _SHOWN_EVERY == 0 or done == of):
        sys.stderr.write(f"\r{done} of {of} deals" + ("\n" if done == of else ""))


def _written(game: Game, file: str) -> object:
    """The card of a file with its fields, those that are missing being empty."""
    sheet = game.sheet
    row = json.loads(Path(file).read_text("utf-8"))
    if sheet is None or not isinstance(row, dict):
        raise Unusable(f"{file} holds no card of {game.name}")
    empty: dict[str, object] = {FLAG: False, SEVERAL: [], NOTES: []}
    parts: Parts = {one.name: row.get(one.name, empty.get(one.kind, "")) for one in sheet.fields}
    problems = list(sheet.tidy(parts))
    read = sheet.read(parts, {problem.field for problem in problems})
    wrong = [problem.text % problem.params for problem in (*problems, *read.problems)]
    wrong += [finding.text("en") for finding in read.findings]
    if wrong:
        raise Unusable("; ".join(wrong))
    return read.card


def said(game: Game, name: str, found: Report) -> list[str]:
    """A report as lines of text."""
    tally = found.tally
    low, high = found.difference[1:]
    lines = [
        f"{name}: {FINDINGS[found.says]}",
        f"won with it      {_share(found.with_it)}",
        f"won without it   {_share(found.without)}",
        f"difference       {100 * found.difference[0]:+.1f} points (95 %: {100 * low:+.1f} to {100 * high:+.1f})",
        f"deals            {tally.pairs}, each played twice; {tally.lines} lines in all",
        f"in hand or later {tally.had_in} games",
        f"played           {tally.played} times, in {tally.played_in} games",
        f"turned           {tally.gained} games to a win, {tally.lost} away from one",
    ]
    lines += [f"question         {_question(game, one)}" for one in tally.asked]
    lines.append(f"without an end   {tally.stuck_with} games with it, {tally.stuck_without} without it")
    for one in tally.stuck:
        which = "with it" if one.with_it else "without it"
        lines.append(f"  deal {one.number}, {which}: {one.why}{f' ({one.fault})' if one.fault else ''}")
    return lines


def _share(found: tuple[float, float, float]) -> str:
    value, low, high = (100 * one for one in found)
    return f"{value:.1f} % (95 %: {low:.1f} to {high:.1f})"


def _question(game: Game, one: Asked) -> str:
    text = game.engine.text(one.question.code, dict(one.question.params), "en")
    rule = f"{one.question.rule}: " if one.question.rule else ""
    return f"{rule}{text} ({one.with_it} games with it, {one.without} without)"
