"""Command line: ``python -m tournaments.pairing pair FILE`` and ``check FILE``.

FILE is the documented JSON or, for ``pair``, a FIDE tournament report (TRF); ``-`` reads standard input. The
answer is JSON on standard output. Exit status 0: done and in order, 1: the checked round is not valid, 2: the
input cannot be used (the reason is on standard error).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from tournaments.pairing.check import check_round
from tournaments.pairing.jsonform import RoundFile, read_round, write_draft, write_report
from tournaments.pairing.model import Options, PairingError, RoundDraft
from tournaments.pairing.swiss import pair_round
from tournaments.pairing.texts import render
from tournaments.pairing.trf import forbidden_from_trf, players_from_trf, read_trf, write_pairs


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tournaments.pairing", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    pair = commands.add_parser("pair", help="pair a round")
    pair.add_argument("file")
    pair.add_argument("--seed", help="seed of the draw, instead of the one in the file")
    pair.add_argument("--format", choices=("json", "pairs"), default="json", help="pairs: two numbers a line")
    check = commands.add_parser("check", help="verify a round that is already paired")
    check.add_argument("file")
    return parser


def _read(name: str) -> str:
    try:
        raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise PairingError("bad_file", detail=str(error)) from error
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")  # older reports


def _load(name: str) -> RoundFile:
    text = _read(name)
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


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    options = _parser().parse_args(arguments)
    try:
        source = _load(options.file)
        if options.command == "pair":
            draft = _pair(source, options.seed)
            if options.format == "pairs":
                sys.stdout.write(write_pairs(draft))
            else:
                sys.stdout.write(json.dumps(write_draft(draft), ensure_ascii=False, indent=1) + "\n")
            return 0
        if source.pairs is None:
            raise PairingError("bad_file", detail="there are no pairs to check")
        report = check_round(
            source.players,
            source.pairs,
            source.options,
            fixed_pairs=source.fixed_pairs,
            forbidden_pairs=source.forbidden_pairs,
        )
    except PairingError as error:
        sys.stderr.write(render("error", error.code, error.params) + "\n")
        return 2
    sys.stdout.write(json.dumps(write_report(report), ensure_ascii=False, indent=1) + "\n")
    return 0 if report.ok else 1


if __name__ == "__main__":
    raise SystemExit(main())
