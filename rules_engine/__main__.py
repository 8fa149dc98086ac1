"""The command line: ``python -m rules_engine replay FILE``, ``legal``, ``random``, ``explain``, ``card``."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

MAX_READ = 6_000_000


def main(argv: list[str] | None = None) -> int:
    """Run one command; 0 = fine, 1 = the log breaks a rule or the question has no answer, 2 = wrong usage."""
    parser = argparse.ArgumentParser(prog="python -m rules_engine", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    replay = commands.add_parser("replay", help="replay a log and say whether it keeps the rules")
    replay.add_argument("file", type=Path)
    replay.add_argument("--json", action="store_true", help="print the whole report as JSON")
    replay.add_argument("--steps", action="store_true", help="print every line in words first")
    replay.add_argument("--lang", choices=("en", "nl"), default="en")
    legal = commands.add_parser("legal", help="list the legal actions after a line of a log")
    legal.add_argument("file", type=Path)
    legal.add_argument(
        "--at", type=int, default=-1, help="position, 0 = before the first line; default: the end"
    )
    legal.add_argument("--seat", type=int, default=None)
    randoms = commands.add_parser("random", help="write the log of a random game that keeps every rule")
    randoms.add_argument("--players", type=int, choices=range(2, 7), default=2)
    randoms.add_argument("--seed", type=int, default=1)
    randoms.add_argument("--level", choices=("compact", "full"), default="compact")
    randoms.add_argument("--teams", default="", help="a team name per seat, with commas: a,b,b,a")
    explain = commands.add_parser("explain", help="print a rule in our words")
    explain.add_argument("rule")
    explain.add_argument("--lang", choices=("en", "nl"), default="en")
    card = commands.add_parser("card", help="compile a card text and print what it means")
    card.add_argument("text")
    card.add_argument("--name", default="New Card")
    card.add_argument("--type", default="effect")
    card.add_argument("--permanent", action="store_true")
    card.add_argument("--card-class", default="")
    arguments = parser.parse_args(argv)
    handler = {"replay": _replay, "legal": _legal, "random": _random, "explain": _explain, "card": _card}
    return handler[arguments.command](arguments)


def _say(*parts: Any) -> None:
    sys.stdout.write(" ".join(str(part) for part in parts) + "\n")


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MAX_READ)


def _replay(arguments: argparse.Namespace) -> int:
    from rules_engine import Cursor, audit
    from rules_engine.kernel.errors import LogError

    data = _read(arguments.file)
    report = audit(data)
    if arguments.json:
        _say(json.dumps(report.to_dict(), indent=2, ensure_ascii=False))
        return 0 if report.verdict == "ok" else 1
    if arguments.steps:
        try:
            for step in Cursor(data).steps:
                _say(f"{step.line:5}", "  " if step.ok else "✗ ", step.text(arguments.lang))
        except LogError as error:
            _say("  -", error)
    _say("verdict:", report.verdict, f"({report.fidelity}, {report.steps} actions)")
    if report.result is not None:
        _say(
            "result:",
            "draw" if report.result.draw else f"seats {list(report.result.winners)} won",
            report.result.rule,
        )
    if report.finding is not None:
        finding = report.finding
        _say(
            f"line {finding.line}:",
            f"rule {finding.rule}:" if finding.rule else "",
            finding.text(arguments.lang),
        )
        for option in finding.legal[:5]:
            _say("  legal:", json.dumps(option))
    return 0 if report.verdict == "ok" else 1


def _legal(arguments: argparse.Namespace) -> int:
    from rules_engine import Cursor
    from rules_engine.kernel.errors import LogError

    try:
        cursor = Cursor(_read(arguments.file))
    except LogError as error:
        _say("not a log:", error)
        return 1
    cursor.seek(len(cursor.steps) + 1 + arguments.at if arguments.at < 0 else arguments.at)
    for action in cursor.legal(arguments.seat):
        _say(json.dumps(action))
    return 0


def _random(arguments: argparse.Namespace) -> int:
    from rules_engine.testing import random_game

    teams = tuple(arguments.teams.split(",")) if arguments.teams else ()
    sys.stdout.buffer.write(
        random_game(arguments.seed, arguments.players, level=arguments.level, teams=teams)
    )
    return 0


def _explain(arguments: argparse.Namespace) -> int:
    from rules_engine import rulebook

    try:
        rule = rulebook.rule(arguments.rule)
    except LookupError:
        _say("there is no rule", arguments.rule)
        return 1
    _say(rule.id, rule.title)
    _say(rule.text_nl if arguments.lang == "nl" else rule.text)
    return 0


def _card(arguments: argparse.Namespace) -> int:
    from rules_engine.x610z.cardtext import CardTextError, compile_text
    from rules_engine.x610z.nodes import to_json

    try:
        compiled = compile_text(
            arguments.text,
            name=arguments.name,
            kind=arguments.type,
            permanent=arguments.permanent,
            card_class=arguments.card_class,
        )
    except CardTextError as error:
        _say(error)
        return 1
    _say(json.dumps(json.loads(to_json(compiled.tree)), indent=2))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
