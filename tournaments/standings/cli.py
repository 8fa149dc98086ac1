"""The command line: read an event, print its standings, open a cell, or hold them against published ones.

Exit codes: 0 done, 1 a published figure or place differs (`--compare`), 2 the input cannot be used.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from tournaments.standings.compare import compare
from tournaments.standings.explanation import explain
from tournaments.standings.formats import Results, read_results
from tournaments.standings.metrics import METRICS
from tournaments.standings.model import StandingsError
from tournaments.standings.output import standings_json, standings_text
from tournaments.standings.presets import PRESETS, Preset, preset
from tournaments.standings.ranking import compute
from tournaments.standings.wording import text


def parser() -> argparse.ArgumentParser:
    """The arguments."""
    out = argparse.ArgumentParser(
        prog="python -m tournaments.standings",
        description="Standings and tie-breakers of a finished event, in exact arithmetic.",
    )
    out.add_argument("file", help="results/1 JSON, a compact variant, or CSV; - reads standard input")
    out.add_argument("--preset", choices=sorted(PRESETS), help="the policy (default: the file's, else x610z)")
    out.add_argument("--policy", help="a JSON file with a policy of your own")
    out.add_argument("--through", type=int, metavar="ROUND", help="standings after this round")
    out.add_argument("--format", choices=("text", "json"), default="text")
    out.add_argument(
        "--compare", action="store_true", help="hold against the standings published in the file"
    )
    out.add_argument(
        "--explain",
        nargs=2,
        metavar=("PLAYER", "METRIC"),
        help=f"open one cell; metrics: {', '.join(METRICS)}",
    )
    return out


def main(arguments: Sequence[str] | None = None, out: TextIO | None = None) -> int:
    """Run the command; returns the exit code."""
    out = out or sys.stdout
    options = parser().parse_args(arguments)
    try:
        results = read_results(_read(options.file), options.file)
        return _run(options, results, _policy(options, results), out)
    except StandingsError as error:
        sys.stderr.write(f"{options.file}: {error}\n")
    except OSError as error:
        sys.stderr.write(f"{error.filename}: {error.strerror}\n")
    return 2


def _run(options: argparse.Namespace, results: Results, policy: Preset, out: TextIO) -> int:
    if options.compare:
        return _compare(results, policy, out)
    if options.explain:
        player, metric = options.explain
        opened = explain(results.entrants, results.matches, policy, player, metric, options.through)
        out.write("\n".join(text(opened, results.names)) + "\n")
        return 0
    rows = compute(results.entrants, results.matches, policy, options.through)
    if options.format == "json":
        rounds = results.rounds if options.through is None else options.through
        data = standings_json(rows, policy, event=results.event, rounds=rounds, names=results.names)
        out.write(json.dumps(data, ensure_ascii=False, indent=1) + "\n")
    else:
        out.write(standings_text(rows, policy, results.names))
    return 0


def _compare(results: Results, policy: Preset, out: TextIO) -> int:
    if not results.published:
        raise StandingsError("nothing_published", "the file has no published standings to compare with")
    found = compare(results, policy)
    for line in found.differences:
        out.write(f"difference: {line}\n")
    for note in found.notes:
        out.write(f"note: {note}\n")
    out.write(
        f"{results.event}: {found.figures} figures and the order of {found.ordered} entrants compared, "
        f"{len(found.differences)} differences, {len(found.notes)} notes\n"
    )
    return 1 if found.differences else 0


def _read(name: str) -> bytes:
    return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()


def _policy(options: argparse.Namespace, results: Results) -> Preset:
    if options.policy:
        try:
            data = json.loads(_read(options.policy))
        except ValueError:
            data = None
        if not isinstance(data, dict):
            raise StandingsError("preset_not_json", "the policy file is not a JSON object", options.policy)
        return Preset.from_json(data)
    if options.preset:
        return preset(options.preset)
    return results.policy or preset("x610z")
