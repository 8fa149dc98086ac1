"""The rows of a large federation, all invented: organizations, people, venues, events, entries, clans, friends.

``build`` writes them with one INSERT ... SELECT for each table, so that millions take minutes. Every constraint of the
tables holds; a column that nothing is said of here has the default of its model, so new ones need no line. There are
no rounds, no deck lists and no rows of the ledger.
"""

import time
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.utils import timezone

from decks.lists.models import Deck
from rules_engine.games import games
from tournaments.agenda.models import Friendly, Friendship
from tournaments.clans.models import Clan, Membership
from tournaments.entries.keys import entry_key
from tournaments.entries.models import Entry
from tournaments.events.models import Staff, Stage, Tournament
from tournaments.events.plans import resolve, stage_plan
from tournaments.finding.models import Listing
from tournaments.finding.words import searched
from tournaments.organizations.models import Member, Organization, Venue
from tournaments.programme.models import Outcome
from tournaments.programme.outcome_services import packed
from tournaments.programme.results import Played
from tournaments.season_points.model import Event
from tournaments.towns.names import towns
from tournaments.towns.places import COLUMNS, SQUARE
from x610z_site.reach.models import Notice

BUSY = 1
"""The person who is everywhere: in a clan, with friends and notices, an owner, in one of a hundred events and more."""
YEARS = 3
TOWNS = 300
KINDS = ("constructed-community", "limited-community", "zx-community")
FIRST = "Orbit Comet Nebula Quasar Aurora Meteor Zenith Lantern Harbour Mill Castle Bridge Garden Raven Heron Otter"
SECOND = "Club Guild Shop League House Union Circle Table School Society Arena Cellar"
EVENTS = "Night Evening Cup Open Draft League Series"
GIVEN = "Ada Bram Cor Daan Eva Femke Gijs Hanna Iris Joost Kim Lotte Mees Noor Otto Pien Ruben Saar Tess Vera"
FAMILY = "Akkerman Bakker Claes Dekker Everts Fontein Groen Hendriks Jansen Kuiper Linden Maas Peeters Visser Wouters"


@dataclass(frozen=True)
class Sizes:
    """How many of each; ``players``: of an event on average, from a third of it to five times as many."""

    organizations: int = 5_000
    people: int = 200_000
    events: int = 25_200
    players: int = 80

    def times(self, factor: float) -> "Sizes":
        """So many times as large, with events as large as ever."""
        organizations, people, events = (
            self.organizations * factor,
            self.people * factor,
            self.events * factor,
        )
        hundreds = max(10, round(people / 100)) * 100
        return Sizes(max(20, round(organizations)), hundreds, max(100, round(events)), self.players)


class NotEmpty(Exception):
    """The database has people or events: nothing is written into it."""


def word(number: str, words: str) -> str:
    """SQL: one of some words by a number."""
    return f"split_part('{words}', ' ', 1 + mod({number}, {len(words.split())})::int)"


def dice(number: str, below: int, salt: int = 0) -> str:
    """SQL: a number below another that looks like chance and is the same each time."""
    return f"mod(abs(hashint8({number} + {salt * 1_000_003}))::bigint, {below})"


class Rows:
    """Writes the tables one after the other and keeps how many rows each has got, in how many seconds."""

    def __init__(self, sizes: Sizes) -> None:
        self.sizes = sizes
        self.now = timezone.now()
        self.took: dict[str, tuple[int, float]] = {}

    def fill(self, model: type[models.Model], rest: str, of: dict[str, str], values: dict[str, Any]) -> None:
        """One INSERT: ``of`` says columns in SQL over the rows of ``rest``, ``values`` those that are all the same."""
        begun = time.monotonic()
        columns, said, given = [], [], []
        for field in model._meta.concrete_fields:
            if field.attname in of:
                said.append(of[field.attname])
            elif field.primary_key:
                continue
            else:
                value = values.get(field.attname, field.get_default())
                said.append("%s")
                given.append(field.get_db_prep_save(value, connection))
            columns.append(connection.ops.quote_name(field.column))
        table = model._meta.db_table
        with connection.cursor() as cursor:
            cursor.execute(
                f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(said)} {rest}", given
            )
            rows, seconds = self.took.get(table, (0, 0.0))
            self.took[table] = (rows + cursor.rowcount, seconds + time.monotonic() - begun)

    def people(self) -> None:
        """Everybody; one of twenty thousand works for the office."""
        name = f"{word('n', GIVEN)} || ' ' || {word('n / 20', FAMILY)} || ' ' || n"
        of = {"id": "n", "username": "'player' || n", "display_name": name, "sort_name": f"lower({name})"}
        of["is_office"] = "mod(n, 20000) = 19999"
        values = {"password": make_password(None), "date_joined": self.now}
        self.fill(get_user_model(), f"FROM generate_series(1, {self.sizes.people}) n", of, values)

    def organizations(self) -> None:
        """Organizations, a venue or two of each, and four who belong to it."""
        name = f"{word('n', FIRST)} || ' ' || {word('n / 16', SECOND)} || ' ' || n"
        of = {
            "id": "n",
            "slug": f"lower(replace({name}, ' ', '-'))",
            "name": name,
            "folded": f"lower({name})",
        }
        of |= {"kind": word("n", "club shop shop school club federation"), "level": dice("n", 4)}
        of |= {"created_by_id": self._person("n"), "about": "'We play every week and welcome beginners.'"}
        all_of_them = f"FROM generate_series(1, {self.sizes.organizations}) n"
        self.fill(Organization, all_of_them, of, {"founded_at": self.now - timedelta(days=1200)})
        for number, role in enumerate(("owner", "organizer", "judge", "helper")):
            of = {"organization_id": "n", "user_id": self._person(f"n + {number}"), "role": f"'{role}'"}
            self.fill(Member, all_of_them, of, {"since": self.now - timedelta(days=1000)})
        self._venues()

    def _venues(self) -> None:
        largest = list({one.names[0]: one for one in reversed(list(towns().values())[:TOWNS])}.values())[::-1]
        with connection.cursor() as cursor:
            cursor.execute(
                "CREATE TEMP TABLE large_towns (n int, name text, country text, north float, east float, words text)"
                " ON COMMIT DROP"
            )
            cursor.executemany(
                "INSERT INTO large_towns VALUES (%s, %s, %s, %s, %s, %s)",
                [
                    (n, one.names[0], one.area[:2], *one.place, searched(*one.names))
                    for n, one in enumerate(largest)
                ],
            )
        # The larger a town, the more venues: the square of an even spread.
        town = f"floor({len(largest)} * power({dice('v', 10_007, 1)} / 10007.0, 2))"
        rest = f"FROM generate_series(1, {self.sizes.organizations * 3 // 2}) v JOIN large_towns t ON t.n = {town}"
        of = {"id": "v", "organization_id": f"1 + mod(v - 1, {self.sizes.organizations})", "town": "t.name"}
        of |= {
            "name": "'Hall ' || v",
            "folded": "'hall ' || v",
            "country": "t.country",
            "street": "'Main ' || v",
        }
        of |= {
            "latitude": f"t.north + {dice('v', 100, 2)} / 2000.0 - 0.025",
            "tables": f"8 + {dice('v', 60)}",
        }
        of |= {"longitude": f"t.east + {dice('v', 100, 3)} / 1250.0 - 0.04", "wheelchair": "mod(v, 3) = 0"}
        self.fill(Venue, rest, of, {})

    def events(self) -> None:
        """Events over three years, two thirds of them past; of ten, nine belong to an organization."""
        many, days = self.sizes.events, YEARS * 365
        begins = self.now.replace(hour=18, minute=0, second=0, microsecond=0) - timedelta(days=days * 2 // 3)
        after = f"days => (n::bigint * {days} / {many})::int, hours => {dice('n', 4)}::int"
        start = f"('{begins.isoformat()}'::timestamptz + make_interval({after}))"
        now = f"'{self.now.isoformat()}'::timestamptz"
        state = (
            f"CASE WHEN mod(n, 97) = 0 THEN 'cancelled' WHEN {start} < {now} - interval '1 day' THEN 'finished' "
            f"WHEN {start} < {now} THEN 'running' WHEN mod(n, 53) = 0 THEN 'draft' ELSE 'entry' END"
        )
        home = f"1 + mod(n::bigint * 7919, {self.sizes.organizations})"
        scale = "CASE WHEN mod(n, 20) < 15 THEN 1 WHEN mod(n, 20) < 19 THEN 2 ELSE 3 END"
        title = f"{word('n', FIRST)} || ' ' || {word('n / 7', EVENTS)} || ' ' || n"
        for number, kind in enumerate(KINDS):
            policy = resolve(kind)
            of = {"id": "n", "slug": "'event-' || n", "name": title, "state": state, "starts_at": start}
            of |= {
                "deck_deadline": start,
                "scale": scale,
                "seed": "md5('seed' || n)",
                "beginners": "mod(n, 6) = 0",
            }
            of |= {"capacity": f"({self._size()}) * 5 / 4 + 2", "created_by_id": self._person("n")}
            of |= {"organization_id": f"CASE WHEN mod(n, 10) > 0 THEN {home} END"}
            of |= {"venue_id": f"CASE WHEN mod(n, 10) > 0 THEN {home} END", "sanctioned": "mod(n, 4) = 0"}
            of |= {"approval": "CASE WHEN mod(n, 4) = 0 THEN 'approved' ELSE 'none' END"}
            values = {"template": kind, "policy": policy, "game": policy.game, "format": policy.format}
            values |= {"mode": policy.mode, "created_at": self.now}
            share = f"FROM generate_series(1, {many}) n WHERE mod(n, {len(KINDS)}) = {number}"
            self.fill(Tournament, share, of, values)
            plan = stage_plan(policy, self.sizes.players)
            values = {"kind": plan.kind, "rounds": plan.rounds, "cut": plan.cut}
            self.fill(Stage, share, {"tournament_id": "n"}, values)
        for role, who in (("organizer", "n"), ("head_judge", "n + 2")):
            of = {"tournament_id": "n", "user_id": self._person(who), "role": f"'{role}'"}
            self.fill(Staff, f"FROM generate_series(1, {many}) n", of, {})

    def clans(self) -> None:
        """A clan of five for every twentieth of the people."""
        many = self.sizes.people // 20
        name = f"{word('n', FIRST)} || ' ' || {word('n / 16', 'Riders Keepers Wolves Sparks Pilots')} || ' ' || n"
        of = {"id": "n", "name": name, "folded": f"lower({name})", "leader_id": "n * 5 - 4"}
        of["code"] = "left(md5('clan' || n), 24)"
        self.fill(Clan, f"FROM generate_series(1, {many}) n", of, {"founded_at": self.now})
        of = {"clan_id": "n", "user_id": "n * 5 - 5 + p", "place": "p", "shown": "mod(n, 2) = 0"}
        rest = f"FROM generate_series(1, {many}) n, generate_series(1, 5) p"
        self.fill(Membership, rest, of, {"joined_at": self.now - timedelta(days=300)})

    def entries(self) -> None:
        """Half of the players of an event are among the fifth of the people who come often, the others anybody."""
        often = self.sizes.people // 5
        regular = f"1 + mod(t.id * 7919 + k * 31, {often})"
        other = f"{often} + 1 + mod(t.id * 104729 + k * 37, {self.sizes.people - often})"
        who = f"CASE WHEN mod(k, 2) = 0 THEN {regular} ELSE {other} END"
        players = f"generate_series(1, {self._size('t.id')}) k JOIN accounts_user u ON u.id = {who}"
        came = "CASE mod(k, 25) WHEN 3 THEN 'dropped' WHEN 9 THEN 'no_show' ELSE 'checked_in' END"
        of = {"tournament_id": "t.id", "user_id": "u.id", "number": "k + 1", "name": "u.display_name"}
        of |= {"sort_name": "u.sort_name", "random": "hashint8(t.id * 4096 + k)", "clan_id": "m.clan_id"}
        of |= {"state": f"CASE WHEN t.state IN ('finished', 'running') THEN {came} ELSE 'entered' END"}
        of |= {"entered_at": "t.starts_at - interval '20 days'"}
        once = " ON CONFLICT DO NOTHING"
        clan = "LEFT JOIN tournaments_membership m ON m.user_id = u.id WHERE t.state <> 'draft'"
        self.fill(Entry, f"FROM tournaments_tournament t CROSS JOIN LATERAL {players} {clan}{once}", of, {})
        also = f"FROM tournaments_tournament t JOIN accounts_user u ON u.id = {BUSY} CROSS JOIN (VALUES (0)) z(k)"
        self.fill(Entry, f"{also} {clan} AND mod(t.id, 100) = 7{once}", of, {})

    def outcomes(self) -> None:
        """The places of what the busy one finished, in the order of entry; the relay makes those of all."""
        begun, places = time.monotonic(), dict[int, dict[str, int]]()
        mine = Entry.objects.filter(user=BUSY, tournament__state=Tournament.State.FINISHED)
        own = list(
            mine.values_list("tournament", flat=True)
        )  # first: nothing is known of two million rows yet
        seats = (
            Entry.objects.filter(tournament__in=own).order_by("number").values_list("tournament", "number")
        )
        for tournament, number in seats:
            known = places.setdefault(tournament, {})
            known[entry_key(number)] = len(known) + 1
        nothing = packed(Played(Event("played", "", self.now.date()), ()))
        Outcome.objects.bulk_create(
            Outcome(tournament_id=pk, number=0, packed=nothing, places=packed(known), made_at=self.now)
            for pk, known in places.items()
        )
        self.took["tournaments_outcome"] = (len(places), time.monotonic() - begun)

    def decks(self) -> None:
        """A deck of everybody; every fourth is shown to all."""
        of = {"owner_id": "u.id", "public_id": "left(md5('deck' || u.id), 22)", "name": "'Deck ' || u.id"}
        of |= {
            "name_key": f"lower({word('u.id', FIRST)} || ' ' || {word('u.id / 16', EVENTS)} || ' ' || u.id)"
        }
        of |= {"visibility": "CASE WHEN mod(u.id, 4) = 0 THEN 'public' ELSE 'private' END"}
        self.fill(Deck, "FROM accounts_user u", of, {"saved_at": self.now, "pool_key": "demo"})

    def friends(self) -> None:
        """Three friendships of everybody, forty of the busy one; friendly games, and notices."""
        people = self.sizes.people
        of = {"asker_id": "n", "asked_id": f"1 + mod(n + d * d * 50, {people})", "state": "'accepted'"}
        of |= {"asker_shares": "true", "asked_shares": "mod(n, 2) = 0"}
        rest = f"FROM generate_series(1, {people}) n, generate_series(1, CASE n WHEN {BUSY} THEN 40 ELSE 3 END) d"
        rest += " ON CONFLICT DO NOTHING"
        values = {"asked_at": self.now, "answered_at": self.now, "asker_known": True, "asked_known": True}
        self.fill(Friendship, rest, of, values)
        day = f"'{self.now.isoformat()}'::timestamptz + make_interval(days => mod(n, 300) - 200)"
        of = {"proposer_id": f"1 + mod(n * 13, {people})", "asked_id": f"1 + mod(n * 13 + 50, {people})"}
        of |= {
            "starts_at": day,
            "answers_id": of["asked_id"],
            "state": word("n", "proposed accepted accepted declined"),
        }
        values = {"game": "x610z", "format": "constructed", "proposed_at": self.now, "changed_at": self.now}
        self.fill(Friendly, f"FROM generate_series(1, {people // 4}) n", of, values)
        of = {"user_id": f"CASE WHEN mod(n, 1000) = 0 THEN {BUSY} ELSE 1 + mod(n * 17, {people}) END"}
        of |= {"fact": "'invented-' || n", "at": f"{day}"}
        self.fill(Notice, f"FROM generate_series(1, {people}) n", of, {"kind": "published"})

    def listings(self) -> None:
        """What is found by; a test holds these rows against those that the site makes."""
        game = " ".join(f"WHEN '{one.key}' THEN '{searched(one.name)}'" for one in games())
        said = "lower(concat_ws(' ', t.name, o.name, v.name, v.street))"
        taken = "e.tournament_id = t.id AND e.state IN ('entered', 'checked_in')"
        of = {
            "tournament_id": "t.id",
            "words": f"' ' || {said} || COALESCE(l.words, '') || CASE t.game {game} END",
        }
        of |= {name: f"t.{name}" for name in ("starts_at", "state", "game", "format", "scale", "beginners")}
        of |= {
            "wheelchair": "COALESCE(v.wheelchair, false)",
            "town": "COALESCE(v.town, '')",
            "places": "t.capacity",
        }
        of |= {"latitude": "v.latitude", "longitude": "v.longitude"}
        of["square"] = f"floor(v.latitude / {SQUARE}) * {COLUMNS} + floor(v.longitude / {SQUARE})"
        of["taken"] = f"(SELECT count(*) FROM tournaments_entry e WHERE {taken})"  # noqa: S608 - words of our own
        rest = (
            "FROM tournaments_tournament t LEFT JOIN tournaments_organization o ON o.id = t.organization_id "
            "LEFT JOIN tournaments_venue v ON v.id = t.venue_id LEFT JOIN large_towns l ON l.name = v.town "
            "WHERE t.state <> 'draft'"
        )
        self.fill(Listing, rest, of, {"listed_at": self.now})

    def _size(self, number: str = "n") -> str:
        """SQL: how many play in an event, on average as many as said."""
        part = f"mod({number}, 20)"
        of_40 = f"CASE WHEN {part} < 15 THEN 13 + {part} WHEN {part} < 19 THEN 75 ELSE 200 END"
        return f"(({of_40}) * {self.sizes.players} / 40)::int"

    def _person(self, number: str) -> str:
        return f"1 + mod(({number})::bigint * 389 - 389, {self.sizes.people})"


def refuse_used() -> None:
    """Raise :class:`NotEmpty` where somebody or something is already kept."""
    for model in (get_user_model(), Organization, Tournament):
        if model._default_manager.exists():
            raise NotEmpty(f"{connection.settings_dict['NAME']} is in use: {model._meta.db_table} has rows")


@transaction.atomic
def build(sizes: Sizes) -> dict[str, tuple[int, float]]:
    """Write the whole federation; rows and seconds of every table. Raises :class:`NotEmpty`."""
    refuse_used()
    rows = Rows(sizes)
    for step in (
        rows.people,
        rows.organizations,
        rows.events,
        rows.clans,
        rows.entries,
        rows.outcomes,
        rows.decks,
        rows.friends,
        rows.listings,
    ):
        step()
    with connection.cursor() as cursor:
        for sql in connection.ops.sequence_reset_sql(
            no_style(), [get_user_model(), Organization, Venue, Tournament, Clan]
        ):
            cursor.execute(sql)
        for table in rows.took:
            cursor.execute(f"ANALYZE {table}")
    return rows.took
