"""Command line: ``python -m tournaments.corpus list|show|run``.

`run --program "CMD {file}"` gives every round of the corpus to a program and judges the pairs it prints; `--standings
"CMD {file}"` gives it every event and judges the rows it prints. Without either, our own two are held against it. Exit
status 0: everything met, 1: something not, 2: the command cannot be carried out.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from tournaments.corpus.case import FOLDER, Case, CorpusError, cases_in
from tournaments.corpus.judge import LEGAL, LEVELS, Verdict, judge_round, judge_standings
from tournaments.corpus.program_io import as_trf, read_pairs, read_rows, speaks_trf

OURS = f"{shlex.quote(sys.executable)} -m tournaments.pairing pair {{file}}"
OUR_STANDINGS = f"{shlex.quote(sys.executable)} -m tournaments.standings {{file}} --format json"
LARGEST_ANSWER = 5_000_000


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tournaments.corpus",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--cases", type=Path, default=FOLDER, help="folder of the cases (docs/corpus/cases)")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="the cases")
    show = commands.add_parser("show", help="what a program is given for one case")
    show.add_argument("id")
    show.add_argument("--as", dest="form", choices=("round", "trf", "results"), default="round")
    run = commands.add_parser("run", help="hold a program against the corpus")
    run.add_argument("--program", help='pairs a round: a command with {file}, say "mypairer {file}"')
    run.add_argument("--standings", help="ranks an event: a command with {file}")
    run.add_argument(
        "--speak", choices=("json", "trf"), default="json", help="the form of the file for --program"
    )
    run.add_argument(
        "--until", choices=LEVELS, help=f"the last level judged (json: {LEVELS[-1]}, trf: {LEGAL})"
    )
    run.add_argument("--only", metavar="TAG", help="cases with this tag")
    run.add_argument("--timeout", type=float, default=60.0, help="seconds for one case")
    run.add_argument("--format", choices=("text", "json"), default="text")
    return parser


def _ask(command: str, text: str, name: str, seconds: float) -> str:
    """What the program prints for this file. Raises :class:`CorpusError` for a program that fails."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / name
        file.write_bytes(text.encode())
        words = [word.replace("{file}", str(file)) for word in shlex.split(command)]
        try:
            done = subprocess.run(words, capture_output=True, timeout=seconds)
        except subprocess.TimeoutExpired as error:
            raise CorpusError(f"no answer within {seconds:g} seconds") from error
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise CorpusError(f"exit status {done.returncode}: {said[-1][:200] if said else 'nothing said'}")
    if len(done.stdout) > LARGEST_ANSWER:
        raise CorpusError("the answer is far too long")
    return done.stdout.decode("utf-8", "replace")


def _verdicts(cases: Sequence[Case], options: argparse.Namespace) -> Iterator[Verdict]:
    trf = options.speak == "trf"
    until = options.until or (LEGAL if trf else LEVELS[-1])
    both = options.program is None and options.standings is None
    program = options.program or (OURS if both else None)
    standings = options.standings or (OUR_STANDINGS if both else None)
    for case in cases:
        if program and case.expected_round is not None and (not trf or speaks_trf(case)):
            text = as_trf(case) if trf else str(case.round_text)
            try:
                answer = _ask(program, text, "round.trf" if trf else "round.json", options.timeout)
                yield judge_round(case, read_pairs(case, answer), until)
            except CorpusError as error:
                yield Verdict(case.id, "round", "wrong", str(error))
        if standings and case.expected_rows is not None:
            try:
                answer = _ask(standings, str(case.results_text), "results.json", options.timeout)
                yield judge_standings(case, read_rows(answer))
            except CorpusError as error:
                yield Verdict(case.id, "standings", "wrong", str(error))


def _run(cases: Sequence[Case], options: argparse.Namespace) -> int:
    for command in (options.program, options.standings):
        if command is not None and (not shlex.split(command) or "{file}" not in command):
            raise CorpusError('a program is a command with {file} in it, say "mypairer {file}"')
    chosen = [case for case in cases if options.only is None or options.only in case.tags]
    found = []
    for verdict in _verdicts(chosen, options):
        found.append(verdict)
        if options.format == "text":
            sys.stdout.write(f"{verdict.outcome:<6} {verdict.kind:<9} {verdict.case}: {verdict.text}\n")
            sys.stdout.flush()
    if not found:
        raise CorpusError("no case of the corpus can be asked this way")
    count = {outcome: sum(one.outcome == outcome for one in found) for outcome in ("met", "worse", "wrong")}
    if options.format == "json":
        data = {"format": "pairing-corpus-verdicts/1", **count, "verdicts": [asdict(one) for one in found]}
        sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=1) + "\n")
    else:
        sys.stdout.write(f"{count['met']} met, {count['worse']} worse, {count['wrong']} wrong\n")
    return 0 if count["met"] == len(found) else 1


def _show(cases: Sequence[Case], name: str, form: str) -> str:
    case = next((one for one in cases if one.id == name), None)
    if case is None:
        raise CorpusError(f"there is no case {name!r}")
    text = as_trf(case) if form == "trf" else case.round_text if form == "round" else case.results_text
    if text is None:
        raise CorpusError(f"{name} has no {form}")
    return text if text.endswith("\n") else text + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    options = _parser().parse_args(arguments)
    try:
        cases = cases_in(options.cases)
        if options.command == "run":
            return _run(cases, options)
        if options.command == "show":
            sys.stdout.write(_show(cases, options.id, options.form))
        else:
            for case in cases:
                sys.stdout.write(f"{case.id}: {case.title} [{', '.join(case.tags)}]\n")
    except (CorpusError, OSError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
