"""``python -m rules_engine law-diff --settle H18=first_life_base FILE...``: what another answer would change."""

import argparse
import sys
from pathlib import Path

from .games import GAMES, engine_of
from .kernel.errors import LogError
from .kernel.lawdiff import LawDiff, Told, choices_of, law_diff
from .kernel.rulings import UnknownOption, UnknownRuling

NONE, SOME, USAGE = 0, 1, 2


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to those of the command line."""
    parser = commands.add_parser(
        "law-diff", help="show which verdicts and results another answer would change"
    )
    parser.add_argument("files", nargs="+", help="gamelog/1 files")
    parser.add_argument(
        "--settle", action="append", required=True, metavar="H18=OPTION", help="an answer, repeatable"
    )
    parser.add_argument("--game", choices=tuple(GAMES), default=next(iter(GAMES)))
    parser.add_argument("--all", action="store_true", help="also the logs that do not differ")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """A line for each log that would be judged or end otherwise; 1 if there is one."""
    engine = engine_of(arguments.game)
    try:
        chosen = choices_of(engine, arguments.settle)
    except (UnknownRuling, UnknownOption) as error:
        sys.stderr.write(f"rules_engine: {error.args[0] if error.args else error}\n")
        return USAGE
    differing = 0
    for name in arguments.files:
        try:
            found = law_diff(engine, Path(name).read_bytes(), chosen)
        except (OSError, LogError) as error:
            sys.stdout.write(f"{name}: {error}\n")
            continue
        differing += found.differs
        if found.differs or arguments.all:
            sys.stdout.write(f"{name}: {said(found)}\n")
    sys.stdout.write(f"{differing} of {len(arguments.files)} logs would be judged or end otherwise.\n")
    return SOME if differing else NONE


def said(found: LawDiff) -> str:
    """Both outcomes, and from where on the games differ."""
    if not found.differs:
        return f"{outcome(found.before)}, the same"
    parts = f"; another game from line {found.parts} on" if found.parts else ""
    return f"{outcome(found.before)} -> {outcome(found.after)}{parts}"


def outcome(told: Told) -> str:
    """ "ok, Player B wins", "violation line 20 (703.4)"."""
    line = f" line {told.line}" if told.line else ""
    rule = f" ({told.rule or told.code})" if told.rule or told.code else ""
    ended = ", a draw" if told.drawn else f", {' and '.join(told.winners)} wins" if told.winners else ""
    return f"{told.verdict}{line}{rule}{ended}"
