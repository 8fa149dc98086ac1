"""`manage.py standings ID`: a tournament's standings with every tie-breaker."""

import argparse
import csv
import io
import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ledger.names import safe_cell
from tournaments.events.models import Tournament
from tournaments.rounds.field import entrants_of, last_completed, played_matches, preset_of
from tournaments.rounds.words import line_names
from tournaments.standings import PRESETS, Preset, Row, compute
from tournaments.standings.output import shown, standings_json, standings_text


class Command(BaseCommand):
    """Print standings as JSON, text or CSV."""

    help = "Print a tournament's standings with every tie-breaker: exact, and rounded to three decimals."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Which tournament, which round, in which form."""
        parser.add_argument("tournament", metavar="ID_OR_SLUG")
        parser.add_argument("--format", choices=("text", "json", "csv"), default="text")
        parser.add_argument(
            "--round", type=int, metavar="N", help="after round N (default: the last complete one)"
        )
        parser.add_argument(
            "--policy", choices=sorted(PRESETS), help="count under another policy than the tournament's own"
        )

    def handle(self, *args: object, **options: Any) -> None:
        """Compute and print."""
        tournament = find_tournament(options["tournament"])
        last = last_completed(tournament)
        through = last if options["round"] is None else options["round"]
        if not 1 <= through <= last:
            raise CommandError(
                f"{tournament.slug} has no complete round {through}; complete rounds: {last}"
                if last
                else f"{tournament.slug} has no complete round yet"
            )
        policy = PRESETS[options["policy"]] if options["policy"] else preset_of(tournament)
        rows = compute(
            entrants_of(tournament),
            played_matches(tournament, through=through),
            policy,
            through_round=through,
        )
        names = line_names(tournament)
        if options["format"] == "json":
            data = {
                "tournament": {"id": tournament.pk, "slug": tournament.slug, "state": tournament.state},
                **standings_json(rows, policy, event=tournament.name, rounds=through, names=names),
            }
            text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
        elif options["format"] == "csv":
            text = standings_csv(rows, policy, names)
        else:
            text = standings_text(rows, policy, names)
        self.stdout.write(text, ending="")


def find_tournament(text: str) -> Tournament:
    """A tournament by number or by its address; CommandError when there is none."""
    tournament = Tournament.objects.filter(slug=text).first()
    if tournament is None and text.isascii() and text.isdigit() and len(text) < 19:
        tournament = Tournament.objects.filter(pk=int(text)).first()
    if tournament is None:
        raise CommandError(f"there is no tournament {text!r}")
    return tournament


def standings_csv(rows: list[Row], policy: Preset, names: dict[str, str]) -> str:
    """One line per player; each metric twice, rounded and (``_exact``) as a fraction."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    head = ["rank", "player", "name", "wins", "losses", "draws", "played", "byes", "dropped"]
    writer.writerow([*head, *(name for key in policy.metrics for name in (key, f"{key}_exact"))])
    for row in rows:
        cells: list[object] = [
            "" if row.rank is None else row.rank,
            row.id,
            safe_cell(names[row.id]),
            *row.record,
        ]
        cells += [row.played, row.byes, int(row.dropped)]
        for key, value in row.values.items():
            cells += ["", ""] if value is None else [shown(key, value), str(value)]
        writer.writerow(cells)
    return out.getvalue()
