"""`manage.py demo_logins`: who can sign in to the demo, and two fresh personal links."""

from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand

from tournaments.demo import day, people
from tournaments.events.models import Tournament
from x610z_site.accounts.demo import personal_links, recorded_games

WORDS = {
    people.ORGANIZER: "organizer",
    people.HEAD_JUDGE: "head judge",
    people.JUDGE: "judge",
    people.SCOREKEEPER: "scorekeeper",
    people.OFFICE: "office that approves tournaments",
    people.OPEN_PLAYER: "player, match still open",
    people.DISPUTED_PLAYER: "player, in the disputed match",
}


class Command(BaseCommand):
    """Print the log-ins; nothing when no demo is loaded."""

    help = "Print the demo's log-ins. The two personal links are new each time; earlier ones stop working."

    def handle(self, *args: object, **options: object) -> None:
        """Print."""
        tournament = day.demo_tournament()
        if tournament is not None:
            self.stdout.write(table(tournament))


def table(tournament: Tournament) -> str:
    """The log-ins as lines of text."""
    lines = [
        f"Demo: {tournament.name} (/t/{tournament.slug}/)",
        f"Password of every log-in: {people.PASSWORD}",
        "",
    ]
    lines += [f"  {person.username:<12} {person.name:<22} {WORDS[person]}" for person in people.ACCOUNTS]
    links = personal_links(tournament)
    if links:
        lines += ["", "Personal links, without a password:"]
        lines += [f"  {_address()}{path}  {name}" for name, path in links]
    games = recorded_games(dict(links))
    if games:
        lines += ["", "Recorded games, and how their players sign in:"]
    for game in games:
        lines += [f"  {_address()}{game.address}  {game.shows}"]
        lines += [
            f"    {name:<24} {_address() + way if way.startswith('/') else way}" for name, way in game.players
        ]
    return "\n".join(lines)


def _address() -> str:
    """Where `./run` listens, as it noted it down; empty elsewhere."""
    noted = Path(settings.VAR_DIR) / "address"
    return f"http://{noted.read_text().strip()}" if noted.is_file() else ""
