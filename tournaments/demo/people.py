"""Who takes part in the demo. Everybody here is made up; one password opens all accounts."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.text import slugify

from ledger.people import Account

PASSWORD = "ending-dot-610"  # noqa: S105 - printed on purpose: it only opens made-up people of the demo


Users = Mapping[str, Account]
"""The people of the demo by their usernames."""


@dataclass(frozen=True)
class Person:
    """Somebody who can sign in: the username, the public name, and what they are in the demo tournament."""

    username: str
    name: str
    role: str


ORGANIZER = Person("organizer", "Hanna Brouwer", "organizer")
HEAD_JUDGE = Person("headjudge", "Wouter van Dijk", "head_judge")
JUDGE = Person("judge", "Ifeoma Okafor", "judge")
SCOREKEEPER = Person("scorekeeper", "Teun Bakker", "scorekeeper")
OFFICE = Person("office", "Organized Play Office", "office")
OPEN_PLAYER = Person("fenna", "Fenna van der Meer", "player")
DISPUTED_PLAYER = Person("oscar", "Óscar Núñez", "player")

STAFF = (ORGANIZER, HEAD_JUDGE, JUDGE, SCOREKEEPER)
PLAYERS = (OPEN_PLAYER, DISPUTED_PLAYER)
ACCOUNTS = (*STAFF, OFFICE, *PLAYERS)

AT_THE_DESK = (
    "Tijn de Groot",
    "Fatima El Amrani",
    "Zofia Wójcik",
    "Bram Hendriks",
    "Jiří Čapek",
    "Lieke Smits",
    "Amélie Rousseau",
    "Sven Öberg",
    "Daan van den Heuvel",
    "Mei-Ling Chen",
    "Noor Yıldız",
    "Gijs 't Hart",
    "Thandiwe Dlamini",
    "Marieke Visser",
)
"""Players without an account, entered by the scorekeeper; they get in with a personal link."""

EARLY_BIRDS = ("Roos Kramer", "Mateus Oliveira", "Ilse ten Have", "Dragan Petrović", "Sanne de Boer")
"""Who has entered the second tournament already."""

CLAN_MATES = ("Milan Verhoeven", "Sofie Jansen", "Ravi Patel", "Elif Kaya")
"""Who plays in the evening of crews beside the two players with log-ins: Milan with them, the others together."""

CUP_CREWS = (
    ("Comet Riders", ("Daniel Vos", "Yara Haddad", "Luuk Meijer")),
    ("Silver Tide", ("Anouk Peeters", "Kofi Mensah", "Eva Lindqvist")),
    ("Zaanse Molen", ("Joost Kuipers", "Hye-jin Park", "Mila Novak")),
)
"""Clans with their one crew each, who play Fenna's crew in the cup of crews; the captains stand first."""


def username_of(name: str) -> str:
    """The sign-in name of somebody in a crew: their public name in small plain letters."""
    return slugify(name)


ZX_PLAYERS = ("Wessel Dijkstra", "Aiko Tanaka", "Femke Postma", "Youssef Benali")
"""Who plays in the Z/X evening, entered at the desk."""

CREW_PEOPLE = tuple(
    Person(username_of(name), name, "player")
    for name in (*CLAN_MATES, *(member for _clan, crew in CUP_CREWS for member in crew))
)
"""A clan is of accounts, so the people of crews have one each; the table of log-ins leaves them out."""
