"""Replay logs, verify packets of evidence, list what is legal, play random games, explain rules, compile card texts.

``python -m rules_engine replay game.jsonl``; a file named ``-`` is read from standard input.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules_engine.comparing import add_to as add_law_diff
from rules_engine.playing_cards import add_to as add_play_card

if TYPE_CHECKING:
    from rules_engine import Cursor
    from rules_engine.kernel.report import Finding, Result
    from rules_engine.x610z.log import Action

MAX_READ = 6_000_000
OK, NO, USAGE = 0, 1, 2
MODES = "2 to 6 players; a team name per seat for teams, such as a,b,b,a"


class Unusable(Exception):
    """What was asked for cannot be done; the message says why."""


def main(argv: list[str] | None = None) -> int:
    """Run one command; 0 = fine, 1 = the log breaks a rule or the question has no answer, 2 = wrong usage."""
    arguments = _parser().parse_args(argv)
    try:
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except Unusable as error:
        sys.stderr.write(f"rules_engine: {error}\n")
        return USAGE
    except BrokenPipeError:
        # Anyone who reads has seen enough (``| head``): that is no error, and nothing more can be written.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m rules_engine", description="The rules of X610Z on the command line."
    )
    commands = parser.add_subparsers(dest="command", required=True)

    replay = commands.add_parser("replay", help="replay a log and say whether it keeps the rules")
    replay.add_argument("file", help="a gamelog/1 file, - for standard input")
    replay.add_argument("--json", action="store_true", help="print the whole report as JSON")
    replay.add_argument("--steps", action="store_true", help="print every line in words first")
    replay.add_argument("--lang", choices=("en", "nl"), default="en")
    replay.set_defaults(run=_replay)

    packet = commands.add_parser(
        "verify-packet", help="come to the verdict of a packet of evidence anew, and check its hashes"
    )
    packet.add_argument("file", help="an evidence/1 file, - for standard input")
    packet.add_argument("--lang", choices=("en", "nl"), default="en")
    packet.set_defaults(run=_verify_packet)

    add_law_diff(commands)
    add_play_card(commands)

    legal = commands.add_parser("legal", help="list the legal actions after a line of a log")
    legal.add_argument("file", help="a gamelog/1 file, - for standard input")
    legal.add_argument(
        "--at",
        type=int,
        default=-1,
        help="position: 0 = before the first line, 20 = after 20 lines, -1 = the end (default)",
    )
    legal.add_argument("--seat", type=int, default=None, help="only what this seat may do")
    legal.set_defaults(run=_legal)

    randoms = commands.add_parser("random", help="write the log of a random game that keeps every rule")
    randoms.add_argument("--players", type=int, choices=range(2, 7), default=2)
    randoms.add_argument("--seed", type=int, default=1, help="the same seed, the same game")
    randoms.add_argument("--level", choices=("compact", "full"), default="compact")
    randoms.add_argument("--teams", default="", help="a team name per seat, with commas: a,b,b,a")
    randoms.add_argument("--ruleset", default="", help="x610z/2010-02 or x610z/2010-03 (default: the latest)")
    randoms.add_argument("--cards", default="demo", help="a packaged pool: demo, demo-2, demo-3 or demo-4")
    randoms.add_argument("--actions", type=int, default=1500, help="time is called after so many actions")
    randoms.set_defaults(run=_random)

    explain = commands.add_parser("explain", help="print a rule, a term or a ruling in our words")
    explain.add_argument("rule", help="202.8, 106.3 (with all its parts), G.warp or H7")
    explain.add_argument("--lang", choices=("en", "nl"), default="en")
    explain.set_defaults(run=_explain)

    card = commands.add_parser("card", help="compile a card text and print what it means")
    card.add_argument("text")
    card.add_argument("--name", default="New Card")
    card.add_argument(
        "--type",
        default="effect",
        choices=("energy_crystal", "summon", "effect", "summon_effect", "class_effect", "crystal_effect"),
    )
    card.add_argument("--permanent", action="store_true")
    card.add_argument("--card-class", default="")
    card.add_argument("--lang", choices=("en", "nl"), default="en", help="the language of the text")
    card.set_defaults(run=_card)
    return parser


_LABELS = {
    "en": {
        "verdict": "verdict: %s (%s, %s actions)",
        "won": "result: %(won)s won by rule %(rule)s",
        "draw": "result: a draw by rule %(rule)s",
        "seat": "seat",
        "line": "line",
        "log": "the log:",
        "rule": "rule",
        "note": "note",
        "legal": "legal instead (%s shown at most):",
    },
    "nl": {
        "verdict": "oordeel: %s (%s, %s acties)",
        "ok": "in orde",
        "violation": "overtreding",
        "unverifiable": "niet te controleren",
        "ruling_needed": "uitspraak nodig",
        "engine_gap": "dit kan de engine niet",
        "log_error": "fout in het verslag",
        "divergence": "afwijking",
        "result_mismatch": "andere uitslag",
        "other_terms": "ander reglement",
        "exact": "volledig gevolgd",
        "consistent": "niet weersproken",
        "contradicted": "weersproken",
        "won": "uitslag: %(won)s won door regel %(rule)s",
        "draw": "uitslag: gelijkspel door regel %(rule)s",
        "seat": "stoel",
        "line": "regel",
        "log": "het verslag:",
        "rule": "spelregel",
        "note": "opmerking",
        "legal": "wel toegestaan (hooguit %s getoond):",
    },
}


def _say(*parts: object) -> None:
    sys.stdout.write(" ".join(str(part) for part in parts if part != "") + "\n")


def _read(name: str, most: int = MAX_READ) -> bytes:
    """The bytes of a file, or of standard input for ``-``; at most so many."""
    if name == "-":
        return sys.stdin.buffer.read(most)
    try:
        with Path(name).open("rb") as file:
            return file.read(most)
    except OSError as error:
        raise Unusable(f"cannot read {name}: {error.strerror}") from None


def _players(header_and_seats: bytes) -> dict[int, str]:
    """The names at the table, as far as they can be read."""
    from rules_engine.kernel.errors import LogError
    from rules_engine.x610z.log import SeatLine, read_lines

    found: dict[int, str] = {}
    try:
        for number, _, line in read_lines(header_and_seats):
            if isinstance(line, SeatLine):
                found[line.seat] = line.player
            elif number > 1:
                break
    except LogError:
        pass
    return found


def _replay(arguments: argparse.Namespace) -> int:
    from rules_engine import Cursor, Finding, audit
    from rules_engine.kernel.errors import LogError

    data = _read(arguments.file)
    report = audit(data)
    status = OK if report.verdict == "ok" else NO
    if arguments.json:
        _say(json.dumps(report.to_dict(), indent=2, ensure_ascii=False))
        return status
    try:
        cursor = Cursor(data)
    except LogError:
        cursor = None  # not even a header can be read: the finding below says what is wrong
    if arguments.steps and cursor is not None:
        for step in cursor.steps:
            _say(f"{step.line:5}", " " if step.ok else "✗", step.text(arguments.lang))
    words = _LABELS[arguments.lang]
    known = (words.get(word, word) for word in (report.verdict, report.fidelity))
    _say(words["verdict"] % (*known, report.steps))
    if report.result is not None:
        _say_result(report.result, _players(data), words)
    for row in report.warnings:
        if row.get("verdict") == "note":
            said = Finding(0, None, None, row["rule"], row["code"], row["params"]).text(arguments.lang)
            _say(f"{words['note']}:", f"{words['rule']} {row['rule']}:" if row["rule"] else "", said)
    if report.finding is not None:
        _say_finding(report.finding, cursor, arguments.lang)
    return status


def _say_result(result: "Result", names: Mapping[int, str], words: Mapping[str, str]) -> None:
    won = ", ".join(f"{names.get(seat, '?')} ({words['seat']} {seat})" for seat in result.winners)
    _say(words["draw" if result.draw else "won"] % {"won": won, "rule": result.rule})


def _say_finding(finding: "Finding", cursor: "Cursor | None", lang: str) -> None:
    """What is wrong, and what could have been done instead."""
    words = _LABELS[lang]
    where = f"{words['line']} {finding.line}:" if finding.line else words["log"]
    _say(where, f"{words['rule']} {finding.rule}:" if finding.rule else "", finding.text(lang))
    if finding.legal and cursor is not None:
        _say(words["legal"] % len(finding.legal))
        for action in finding.legal:
            _say("  " + cursor.action_text(action, lang))


_CHECKED = {
    "en": (
        "holds",
        "DIFFERS",
        "written",
        "found",
        "The packet holds: the verdict is",
        "The packet does not hold.",
    ),
    "nl": (
        "klopt",
        "VERSCHILT",
        "geschreven",
        "gevonden",
        "Het pakket klopt: het oordeel is",
        "Het pakket klopt niet.",
    ),
}


def _verify_packet(arguments: argparse.Namespace) -> int:
    from rules_engine.packet import MAX_PACKET, BadPacket, read_packet, verify_packet

    holds, differs, written, found, fine, broken = _CHECKED[arguments.lang]
    try:
        packet = read_packet(_read(arguments.file, MAX_PACKET + 1))
        checks = verify_packet(packet)
    except BadPacket as error:
        raise Unusable(f"{arguments.file} is no packet of evidence: {error}") from None
    for check in checks:
        note = "" if check.ok else f"({written}: {check.written}; {found}: {check.found})"
        _say(f"{check.name}:", holds if check.ok else differs, note)
    if not all(check.ok for check in checks):
        _say(broken)
        return NO
    _say(fine, packet["report"]["verdict"])
    return OK


def _say_actions(actions: "Iterable[Action]") -> None:
    for action in actions:
        _say(json.dumps(action.to_dict(), ensure_ascii=False))


def _legal(arguments: argparse.Namespace) -> int:
    from rules_engine import Cursor
    from rules_engine.kernel.errors import LogError

    data = _read(arguments.file)
    try:
        cursor = Cursor(data)
    except LogError as error:
        raise Unusable(f"{arguments.file} is no log: {error}") from None
    last = len(cursor.steps)
    position = last + 1 + arguments.at if arguments.at < 0 else arguments.at
    if not 0 <= position <= last:
        raise Unusable(f"there is no position {arguments.at}: the log has {last} lines")
    cursor.seek(position)
    seats = len(cursor.view()["seats"]) if cursor.view() else 0
    if arguments.seat is not None and seats and arguments.seat not in range(seats):
        raise Unusable(f"there is no seat {arguments.seat}: seats run from 0 to {seats - 1}")
    actions = cursor.legal(arguments.seat)
    _say_actions(actions)
    if not actions:
        over = cursor.view().get("result")
        sys.stderr.write(f"nothing is legal at position {position}{': the game is over' if over else ''}\n")
    return OK


def _random(arguments: argparse.Namespace) -> int:
    from rules_engine.kernel.errors import LogError, RuleBroken
    from rules_engine.x610z.cards import load_pool
    from rules_engine.x610z.random_games import random_game
    from rules_engine.x610z.recorder import IllegalAction
    from rules_engine.x610z.rulesets import LATEST, UnknownRuleset

    teams = tuple(arguments.teams.split(",")) if arguments.teams else ()
    if teams and len(teams) != arguments.players:
        raise Unusable(f"{len(teams)} teams for {arguments.players} players: {MODES}")
    try:
        log = random_game(
            arguments.seed,
            arguments.players,
            level=arguments.level,
            teams=teams,
            ruleset=arguments.ruleset or LATEST,
            pool=load_pool(arguments.cards),
            max_actions=arguments.actions,
        )
    except (LookupError, UnknownRuleset, LogError, RuleBroken, IllegalAction) as error:
        raise Unusable(f"no such game: {error}") from None
    sys.stdout.write(log.decode())
    return OK


def _explain(arguments: argparse.Namespace) -> int:
    from rules_engine.x610z.explain import UnknownRule, explain_text

    try:
        _say(explain_text(arguments.rule, arguments.lang))
    except UnknownRule as error:
        _say(error)
        return NO
    return OK


def _card(arguments: argparse.Namespace) -> int:
    from rules_engine.x610z.cardtext import CardTextError, compile_text, offer_text, print_tree
    from rules_engine.x610z.nodes import to_json

    card: dict[str, Any] = {
        "name": arguments.name,
        "kind": arguments.type,
        "permanent": arguments.permanent,
        "card_class": arguments.card_class,
        "language": arguments.lang,
    }
    try:
        compiled = compile_text(arguments.text, **card)
    except CardTextError as error:
        for finding in error.findings:
            _say(_marked(arguments.text, finding, arguments.lang))
        offered = offer_text(arguments.text, **card)
        _say(f"{offered.heading(arguments.lang)}:\n{offered.text}")
        return NO
    _say(json.dumps(json.loads(to_json(compiled.tree)), indent=2))
    _say(
        _READS_BACK[arguments.lang],
        print_tree(compiled.tree, arguments.lang).replace("~", arguments.name),
    )
    return OK


_READS_BACK = {"en": "reads back as:", "nl": "leest terug als:"}
"""What stands before a card's text that was read, by language."""


def _marked(text: str, finding: Any, lang: str) -> str:
    """The line of the text with the word that is not understood underlined, and why it is refused."""
    begin = text.rfind("\n", 0, finding.start) + 1
    line = text[begin:].split("\n", 1)[0]
    mark = " " * (finding.start - begin) + "^" * max(1, min(len(finding.word), finding.end - finding.start))
    return f"{line}\n{mark}\n{finding.text(lang)}"


if __name__ == "__main__":
    raise SystemExit(main())
