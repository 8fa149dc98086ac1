"""`manage.py import_results FILE`: a finished event becomes a tournament (docs/formats/import.md)."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from ledger.commands import SYSTEM, Actor
from ledger.errors import UserError
from tournaments.events.policy import preset_key
from tournaments.imports.reading import FORMATS, file_hash, read_event
from tournaments.imports.services import imported, results_import
from tournaments.standings import PRESETS, Preset, StandingsError, preset


class Command(BaseCommand):
    """Read one file; the same file twice is one tournament."""

    help = "Read the rounds and results of a finished event into a tournament. The same file twice is once."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """What can be said about the file."""
        parser.add_argument(
            "file",
            help="results/1 JSON or a compact form of it, CSV, or a FIDE report; - reads standard input",
        )
        parser.add_argument("--format", choices=FORMATS, help="the file's format (default: told by its name)")
        parser.add_argument(
            "--policy",
            metavar="PRESET",
            help="how standings are made: a JSON file of your own, or one of "
            f"{', '.join(PRESETS)} (default: the file's own, else x610z)",
        )
        parser.add_argument("--dry-run", action="store_true", help="only say what would be stored")
        parser.add_argument("--name", default="", help="the tournament's name (default: the file's)")
        parser.add_argument("--organizer", metavar="USERNAME", help="whose tournament it becomes")

    def handle(self, *args: object, **options: Any) -> None:
        """Store the event and say what was stored."""
        data = _read(options["file"])
        policy = _policy(options["policy"])
        organizer = _user(options["organizer"])
        known = imported(file_hash(data))
        if known is not None:
            self._known(known.pk, known.slug, preset_key(known.policy), policy)
            return
        try:
            event = read_event(data, filename=options["file"], form=options["format"], policy=policy)
            if options["dry_run"]:
                self.stdout.write(
                    f"Would import “{event.results.event}”: {len(event.names)} players, "
                    f"{event.results.rounds} rounds, {len(event.lines)} matches, policy {event.policy.key}."
                )
                return
            answer = results_import(
                actor=Actor(organizer, "organizer") if organizer is not None else SYSTEM,
                event=event,
                name=options["name"],
                organizer=organizer,
            )
        except UserError as error:
            told = "; ".join(problem.message for problem in error.problems)
            raise CommandError(f"{options['file']}: {told}") from error
        if not answer["new"]:
            self._known(answer["id"], answer["slug"], answer["policy"], policy)
            return
        self.stdout.write(
            "Imported tournament {id} ({slug}): {players} players, {rounds} rounds, {matches} matches, "
            "policy {policy}.".format(**answer)
        )

    def _known(self, number: int, slug: str, stored: str, asked: Preset | None) -> None:
        self.stdout.write(f"Already imported: this file is tournament {number} ({slug}), policy {stored}.")
        if asked is not None and asked.key != stored:
            self.stdout.write(
                f"It keeps its policy. Standings under another one: "
                f"manage.py standings {number} --policy {asked.key}"
            )


def _read(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error


def _policy(name: str | None) -> Preset | None:
    if not name:
        return None
    try:
        if name not in PRESETS and name.endswith(".json"):
            data = json.loads(_read(name))
            if not isinstance(data, dict):
                raise CommandError(f"{name}: a policy is a JSON object")
            return Preset.from_json(data)
        return preset(name)
    except StandingsError as error:
        raise CommandError(str(error)) from error
    except ValueError as error:
        raise CommandError(f"{name}: not JSON ({error})") from error


def _user(username: str | None) -> Any:
    if not username:
        return None
    user = get_user_model().objects.filter(username=username).first()
    if user is None:
        raise CommandError(f"nobody has the username {username!r}")
    return user
