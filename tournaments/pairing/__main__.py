"""Command line: ``python -m tournaments.pairing pair|pods|check|explain|simulate FILE``.

FILE is the documented JSON or, for ``pair``, a FIDE tournament report (TRF); ``-`` reads standard input. The
answer is JSON on standard output. Exit status 0: done and in order, 1: the checked round is not valid, 2: the
input cannot be used (the reason is on standard error), 3: with ``--strict``, the round is valid but weak.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tournaments.pairing.check import check_round
from tournaments.pairing.explain import explain
from tournaments.pairing.jsonform import (
    RoundFile,
    bad,
    read_round,
    write_draft,
    write_explanation,
    write_report,
)
from tournaments.pairing.model import Certificate, CheckReport, Options, PairingError, RoundDraft
from tournaments.pairing.pod_jsonform import FORM as POD_FORM
from tournaments.pairing.pod_jsonform import read_pods, write_pod_report, write_pods
from tournaments.pairing.pods import check_pods, pair_pods
from tournaments.pairing.swiss import pair_round
from tournaments.pairing.texts import render
from tournaments.pairing.trf import forbidden_from_trf, players_from_trf, read_trf, write_pairs
from tournaments.simulator import SettingsError, texts
from tournaments.simulator.cli import as_text, simulate
from tournaments.simulator.jsonform import answers_json, read_settings

Answer = tuple[Mapping[str, Any] | str, int]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tournaments.pairing", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    pair = commands.add_parser("pair", help="pair a Swiss round")
    pair.add_argument("file")
    pair.add_argument("--seed", help="seed of the draw, instead of the one in the file")
    pair.add_argument("--format", choices=("json", "pairs"), default="json", help="pairs: two numbers a line")
    pods = commands.add_parser("pods", help="divide a round into pods of three to six")
    pods.add_argument("file")
    pods.add_argument("--seed", help="seed of the draw, instead of the one in the file")
    check = commands.add_parser("check", help="verify a round that is already paired or divided")
    check.add_argument("file")
    check.add_argument("--strict", action="store_true", help="exit with 3 when the round is valid but weak")
    why = commands.add_parser("explain", help="say why a player got this opponent")
    why.add_argument("file")
    why.add_argument("player", help="the id of the player")
    what_if = commands.add_parser("simulate", help="play settings a thousand times and say what they do")
    what_if.add_argument("file", help="settings as docs/simulator.md describes them")
    what_if.add_argument("--format", choices=("text", "json"), default="text")
    return parser


def _read(name: str) -> str:
    try:
        raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise bad(str(error)) from error
    if not raw.strip():
        raise bad("it is empty")
    if b"\0" in raw:
        raise bad("it is UTF-16 or no text at all; save it as UTF-8")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")  # older reports


def _load(text: str) -> RoundFile:
    if text.lstrip("\ufeff \t\r\n").startswith("{") or not any(
        line.startswith("001 ") for line in text.splitlines()
    ):
        return read_round(text)
    report = read_trf(text)
    players, number = players_from_trf(report)
    options = Options(total_rounds=report.total_rounds, bye_step=2)
    return RoundFile(
        tuple(players), number, report.name, options, forbidden_pairs=tuple(forbidden_from_trf(report))
    )


def _pair(source: RoundFile, seed: str | None) -> RoundDraft:
    return pair_round(
        source.players,
        seed=source.seed if seed is None else seed,
        number=source.number,
        options=source.options,
        fixed_pairs=source.fixed_pairs,
        forbidden_pairs=source.forbidden_pairs,
    )


def _pods(text: str, seed: str | None) -> Answer:
    source = read_pods(text)
    draft = pair_pods(
        source.players,
        seed=source.seed if seed is None else seed,
        number=source.number,
        options=source.options,
    )
    return write_pods(draft), 0


def _holds_pods(text: str) -> bool:
    try:
        data = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and data.get("format") == POD_FORM


def _check(text: str, *, strict: bool) -> Answer:
    if _holds_pods(text):
        divided = read_pods(text)
        if divided.pods is None:
            raise bad("there are no pods to check")
        pods = check_pods(divided.players, divided.pods, divided.byes, divided.options)
        return write_pod_report(pods), _status(CheckReport(tuple(pods), None), strict=strict)
    source = _load(text)
    if source.pairs is None:
        raise bad("there are no pairs to check")
    report = check_round(
        source.players,
        source.pairs,
        source.options,
        fixed_pairs=source.fixed_pairs,
        forbidden_pairs=source.forbidden_pairs,
        number=source.number,
    )
    return write_report(report), _status(report, strict=strict)


def _status(report: CheckReport, *, strict: bool) -> int:
    """Return the exit status of a check."""
    if not report.ok:
        return 1
    return 3 if strict and not report.strong else 0


def _explain(text: str, player: str) -> Answer:
    """Explain a player of the file's pairs, or of the round paired from it when it has none."""
    source = _load(text)
    if player not in {one.id for one in source.players}:
        raise PairingError("unknown_player", player=player)
    if source.pairs is None:
        draft = _pair(source, None)
    else:
        # Which rules gave way is only known of a round we paired ourselves.
        draft = RoundDraft(source.pairs, Certificate(0, 0, certified=False), source.seed, source.number)
    told = explain(
        source.players,
        draft,
        player,
        options=source.options,
        fixed_pairs=source.fixed_pairs,
        forbidden_pairs=source.forbidden_pairs,
    )
    return write_explanation(told), 0


def _simulate(text: str, form: str) -> Answer:
    settings = read_settings(text)
    answers = simulate(settings)
    return (as_text(settings, answers) if form == "text" else answers_json(settings, answers)), 0


def _answer(options: argparse.Namespace) -> Answer:
    text = _read(options.file)
    if options.command == "simulate":
        return _simulate(text, options.format)
    if options.command == "pods":
        return _pods(text, options.seed)
    if options.command == "check":
        return _check(text, strict=options.strict)
    if options.command == "explain":
        return _explain(text, options.player)
    draft = _pair(_load(text), options.seed)
    return (write_pairs(draft) if options.format == "pairs" else write_draft(draft)), 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    options = _parser().parse_args(arguments)
    try:
        answer, status = _answer(options)
    except PairingError as error:
        sys.stderr.write(render("error", error.code, error.params) + "\n")
        return 2
    except SettingsError as error:
        sys.stderr.write(texts.render(error.code, error.params) + "\n")
        return 2
    text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False, indent=1) + "\n"
    sys.stdout.write(text)
    return status


if __name__ == "__main__":
    raise SystemExit(main())
