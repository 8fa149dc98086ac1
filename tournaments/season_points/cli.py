"""The command line: the ladder of a `season/1` file, its clans, honours and ratings, an opened number, what moved."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from tournaments.season_points.circuit_files import a_day, read_circuit
from tournaments.season_points.clans import clan_ladder
from tournaments.season_points.explain import explain, explain_clan, explain_result
from tournaments.season_points.files import SeasonFile, read_season
from tournaments.season_points.honours import honours
from tournaments.season_points.ladder import ladder
from tournaments.season_points.model import Ladder, Season, SeasonError
from tournaments.season_points.moves import moves
from tournaments.season_points.one_more import what_one_more_can_give
from tournaments.season_points.output import (
    chances_text,
    clans_text,
    honours_text,
    ladder_json,
    ladder_text,
    ratings_text,
)
from tournaments.season_points.presets import CIRCUITS
from tournaments.season_points.ratings import rate
from tournaments.season_points.wording import move_text, text
from tournaments.standings.model import Sentence, StandingsError


def parser() -> argparse.ArgumentParser:
    """The options; one of the questions at most."""
    out = argparse.ArgumentParser(prog="python -m tournaments.season_points", description=__doc__)
    out.add_argument("file", help="a season/1 file, or - for standard input")
    out.add_argument("--circuit", help=f"another preset than the file's: {', '.join(CIRCUITS)}")
    out.add_argument("--on", metavar="DAY", help="the ladder as of another day")
    asked = out.add_mutually_exclusive_group()
    asked.add_argument("--json", action="store_true", help="ladder/1: everything, exact")
    asked.add_argument("--clans", action="store_true", help="the clan ladder")
    asked.add_argument("--honours", action="store_true", help="who has earned what")
    asked.add_argument("--ratings", action="store_true", help="the ratings of every pool")
    asked.add_argument(
        "--explain", nargs=2, metavar=("PERSON", "WHAT"), help="points, a tie-break, or the key of an event"
    )
    asked.add_argument("--explain-clan", metavar="CLAN", help="the points of a clan")
    asked.add_argument(
        "--one-more",
        nargs=4,
        metavar=("PERSON", "CLASS", "DAY", "SIZE"),
        help="what a coming event can give somebody",
    )
    asked.add_argument("--moved-from", metavar="BEFORE", help="what moved since an earlier season/1 file")
    return out


def main(arguments: Sequence[str] | None = None, out: TextIO | None = None) -> int:
    """Run the command; returns the exit code."""
    out = out or sys.stdout
    options = parser().parse_args(arguments)
    name = options.file
    try:
        held = _read(name)
        season = _changed(held.season, options)
        if options.moved_from:
            name = options.moved_from
            before = _changed(_read(name).season, options)
            name = options.file
            found = moves(ladder(before), ladder(season))
            out.write("".join(f"{line}\n" for move in found for line in move_text(move)))
        else:
            out.write(_answer(options, held, season))
        return 0
    except StandingsError as error:
        sys.stderr.write(f"{name}: {error}\n")
    except OSError as error:
        sys.stderr.write(f"{error.filename}: {error.strerror}\n")
    return 2


def _read(name: str) -> SeasonFile:
    return read_season(sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes())


def _changed(season: Season, options: argparse.Namespace) -> Season:
    rules = read_circuit(options.circuit, "--circuit") if options.circuit else season.circuit
    return Season(rules, season.events, a_day(options.on, "--on") if options.on else season.on)


def _answer(options: argparse.Namespace, held: SeasonFile, season: Season) -> str:
    if options.clans:
        return clans_text(clan_ladder(season))
    if options.honours:
        return honours_text(honours(season))
    if options.ratings:
        return ratings_text(rate(held.games))
    if options.explain_clan:
        return _clan(season, options.explain_clan)
    if options.one_more:
        person, of, day, size = options.one_more
        whole = int(size) if size.isascii() and size.isdigit() and len(size) < 9 else 0
        return chances_text(what_one_more_can_give(season, of, a_day(day, "DAY"), whole, person))
    table = ladder(season)
    if options.explain:
        return _opened(options.explain, table)
    if options.json:
        data = ladder_json(held.name, table, clan_ladder(season), honours(season, table))
        return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    return ladder_text(table)


def _opened(asked: Sequence[str], table: Ladder) -> str:
    person, what = asked
    of_event = any(one.event.key == what for one in table.results.get(person, ()))
    opened = explain_result(table, person, what) if of_event else explain(table, person, what)
    return "\n".join(text(opened)) + "\n"


def _clan(season: Season, name: str) -> str:
    row = next((row for row in clan_ladder(season) if row.clan == name), None)
    if row is None:
        raise SeasonError("clan_unknown", Sentence("no clan %(clan)s has points", clan=repr(name)))
    return "\n".join(text(explain_clan(row, season.circuit))) + "\n"
