"""More cells of the access matrix: what a person gets of a route in a certain state of its tournament.

The rows of :mod:`tests.security.test_access_matrix` are of one tournament in its second round. Here are the cells for
which another state or another kind of tournament is needed: one in preparation, a drafted round, a limited event with
opened cards, a knock-out, crews.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import msgspec
import time_machine
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from decks.registration.models import OpenedPool
from ledger.commands import Actor
from ledger.models import LedgerRow
from tests.security.programs import ProgramCell, is_for_programs, program_cells
from tests.security.test_access_matrix import (
    ACTORS,
    DATA,
    FORBIDDEN,
    HALF_WAY,
    MISSING,
    READ,
    SIGN_IN,
    SIGNED_IN,
    STAFF,
    WRITE,
    Hall,
    Rule,
    nobody_here,
    said_by,
)
from tests.tournaments.hall import draft, make_tournament, organizer_of, publish
from tests.tournaments.recordings.table import Table
from tests.tournaments.rounds.test_crew_rounds import event_of
from tests.tournaments.rounds.test_stages import cut, cut_ready
from tests.tournaments.submissions.deck_hall import make_hall
from tests.tournaments.submissions.test_pools import OPENED
from tournaments.entries.models import Entry
from tournaments.entries.team_services import team_create
from tournaments.events.models import Tournament
from tournaments.events.setting_words import CLOSED
from tournaments.recordings.models import Recording, RecordingDevice
from tournaments.recordings.opening import seated
from tournaments.recordings.selectors import COOKIE, secret_hash
from tournaments.rounds.models import Match, Round
from tournaments.rounds.pairing_services import round_complete
from tournaments.rounds.services import result_enter
from tournaments.submissions.pool_services import opened_pool_record
from tournaments.submissions.pool_views import sign_token

RULES = READ | WRITE
TOKEN_FIRST = 401  # the API asks for a token before it looks at anything


@dataclass(frozen=True)
class Cell:
    """What one person gets of one route; ``state`` brings the tournament into it, and all of it is undone.

    ``posts``: more than the usual data, for a page that one reads as well; ``query``: what follows its address;
    ``phone``: the browser has the secret of a phone that the player in the match paired; ``quiet``: what they get holds
    nothing secret, so no reading is written down.
    """

    hall: Hall
    name: str
    actor: str
    expected: int | str
    rule: Rule
    state: Callable[[Hall], None] | None = None
    args: tuple[tuple[str, Any], ...] = ()
    posts: tuple[tuple[str, str], ...] = ()
    query: str = ""
    phone: bool = False
    quiet: bool = False

    def wrong(self) -> str:
        """How the answer differs from what is expected; empty when it does not. Nothing stays changed."""
        values = self.hall.values | dict(self.args)
        url = reverse(self.name, args=[values[arg] for arg in self.rule.args]) + self.query
        client = self.hall.clients[self.actor]
        status: Any
        with transaction.atomic():
            if self.state is not None:
                self.state(self.hall)
            if self.phone:
                client.cookies[COOKIE] = paired_phone(self.hall)
            before = LedgerRow.objects.count()
            try:
                sends = self.name in WRITE or self.posts
                answer = client.post(url, DATA | dict(self.posts)) if sends else client.get(url)
                status = said_by(answer)
                if (
                    status == FORBIDDEN
                    and self.actor == "anonymous"
                    and settings.SESSION_COOKIE_NAME in client.cookies
                ):
                    status = f"{status}, and a session,"
                if self.quiet and LedgerRow.objects.count() != before:
                    status = f"{status}, and something was written,"
            except Exception as error:  # noqa: BLE001 - a crash behind a missing guard is noticed as well
                status = repr(error)
            client.cookies.pop(COOKIE, None)
            if self.actor == "anonymous":
                client.cookies.pop(settings.SESSION_COOKIE_NAME, None)
            transaction.set_rollback(True)
        if status == self.expected:
            return ""
        state = f" ({self.state.__name__})" if self.state else ""
        return f"{self.actor}{state}: {status} instead of {self.expected}"


# --- states ------------------------------------------------------------------------------------------------


def in_preparation(hall: Hall) -> None:
    """The tournament with all it has is unpublished: its staff and the office know of it."""
    Tournament.objects.filter(pk=hall.tournament.pk).update(state=Tournament.State.DRAFT)


def third_round_drafted(hall: Hall) -> None:
    """Round 2 is complete, and round 3 is a draft."""
    organizer = organizer_of(hall.tournament)
    round_ = Round.objects.get(tournament=hall.tournament, number=2)
    for match in Match.objects.filter(round=round_).exclude(state="final"):
        result_enter(actor=organizer, tournament=hall.tournament, match_id=match.pk, said=(2, 0, 0))
    round_complete(actor=organizer, tournament=hall.tournament, round_id=round_.pk)
    draft(hall.tournament, 3)


def lists_closed(hall: Hall) -> None:
    """Nobody but judges reads lists, and the first round's tables are being played."""
    tournament = Tournament.objects.get(pk=hall.tournament.pk)
    tournament.policy = msgspec.structs.replace(tournament.policy, lists=CLOSED)
    tournament.save(update_fields=["policy"])


def team_made(hall: Hall) -> None:
    """A player has founded a team."""
    event = Tournament.objects.filter(pk=hall.tournament.pk)
    event.update(state=Tournament.State.ENTRY)
    captain = Entry.objects.select_related("user").get(pk=hall.values["entry"]).user
    team_create(actor=Actor(captain, "player"), tournament=event.get(), name="Dragons")
    event.update(state=Tournament.State.RUNNING)


def match_final(hall: Hall) -> None:
    """The match has a result, which only some may correct."""
    organizer, match = organizer_of(hall.tournament), hall.values["match"]
    result_enter(actor=organizer, tournament=hall.tournament, match_id=match, said=(2, 0, 0))


COUNT_IT = (("do", "count"), ("event", "/t/kept-to-themselves/"), ("of", "open"))


def prepared_elsewhere(hall: Hall) -> None:
    """Somebody else prepares a tournament, of which nobody here knows."""
    make_tournament("Kept to themselves")


def paired_phone(hall: Hall) -> str:
    """What the cookie of a second phone of the player in the match says."""
    recording = Recording.objects.select_related("match").get(pk=hall.values["recording"])
    assert recording.match is not None
    owner = Entry.objects.get(pk=hall.values["entry"])
    seat = [entry.pk for entry in seated(recording.match)].index(owner.pk)
    phone = RecordingDevice.objects.create(
        recording=recording,
        entry=owner,
        person=owner.user,
        seat=seat,
        secret_hash=secret_hash("secret of a phone"),
        paired=True,
        made_at=timezone.now(),
    )
    return f"{phone.pk}.secret of a phone"


# --- tournaments of another kind ---------------------------------------------------------------------------


def _hall(tournament: Tournament, main: Hall, people: dict[str, Any], **values: Any) -> Hall:
    """A hall of another tournament: its own people, and those who have nothing to do with it."""
    clients = {"anonymous": main.clients["anonymous"], "stranger": main.clients["stranger"]}
    for name, user in people.items():
        clients[name] = Client()
        clients[name].force_login(user)
    return Hall(tournament, clients, {"slug": tournament.slug, **values})


def limited(main: Hall) -> Hall:
    """A limited event in which one player has recorded the opened cards."""
    made = make_hall(template="limited-community")
    entry = made.entry(made.a)
    opened_pool_record(
        actor=Actor(made.a, "player"), tournament=made.tournament, number=entry.number, text=OPENED
    )
    token = sign_token(OpenedPool.objects.get(registration=entry.registration))
    people = {"player": made.a, "judge": made.judge}
    return _hall(made.tournament, main, people, entry_number=entry.number, token=token)


def knock_out(main: Hall) -> Hall:
    """A championship after the cut."""
    tournament = cut_ready()
    cut(tournament)
    return _hall(tournament, main, {"player": tournament.entries.all()[0].user})


def crews(main: Hall) -> Hall:
    """Two crews at a table; "player" is the captain of one, "player_in_match" another member of it."""
    tournament = event_of(2)
    match = Match.objects.filter(round=publish(tournament, 1)).order_by("table")[0]
    team = match.seats.all()[0].entry.team
    assert team is not None and team.captain is not None
    member = Entry.objects.filter(team=team).exclude(pk=team.captain_id)[0]
    return _hall(
        tournament, main, {"player": team.captain.user, "player_in_match": member.user}, match=match.pk
    )


def shown(main: Hall) -> Hall:
    """An event that shows its recorded games, one of them an hour old."""
    with time_machine.travel(timezone.now() - timedelta(hours=1), tick=False):
        made = Table(changes={"live_delay": 10})
        made.play(most=4)
    return _hall(made.tournament, main, {}, audit=made.recording.pk)


ELSEWHERE: dict[str, tuple[Callable[[Hall], Hall], frozenset[str]]] = {
    "tournaments:pool": (limited, frozenset({"player"})),
    "tournaments:desk_pool": (limited, frozenset({"judge"})),
    "tournaments:sign_pool": (limited, frozenset({"player", "judge", "stranger"})),
    "tournaments:bracket": (knock_out, frozenset({"player", "stranger", "anonymous"})),
    "tournaments:crew_report": (crews, frozenset({"player"})),
    "tournaments:live_board": (shown, frozenset({"stranger", "anonymous"})),
}
"""Routes that are missing in the main hall: the kind of tournament that has them, and who may open them there."""


class Halls:
    """The main hall and, made when first wanted, those of the other kinds."""

    def __init__(self, main: Hall) -> None:
        self.main = main
        self._made: dict[str, Hall] = {}

    def of(self, name: str) -> Hall:
        """Where a route has something to show."""
        if name not in ELSEWHERE:
            return self.main
        maker = ELSEWHERE[name][0]
        if maker.__name__ not in self._made:
            self._made[maker.__name__] = maker(self.main)
        return self._made[maker.__name__]


def needs_sign_in(name: str) -> bool:
    """Whether anonymous people are sent to sign in: said by the row, checked by every cell."""
    return RULES[name].login and (name in WRITE or RULES[name].allowed <= {*SIGNED_IN, "guest"})


def row_cells(halls: Halls, name: str) -> Iterator[Cell]:
    """The cells of a row that refuse: as the tables of the matrix say."""
    rule = RULES[name]
    for actor in ACTORS:
        if actor in rule.allowed:
            continue
        nobody = nobody_here(actor, name, rule) and needs_sign_in(name)
        refused = SIGN_IN if nobody or name == HALF_WAY else rule.denied
        yield Cell(halls.main, name, actor, refused, rule)


def more_cells(halls: Halls, name: str) -> Iterator[Cell]:
    """The cells of a route for which another state or another tournament is needed."""
    rule, here = RULES[name], halls.of(name)
    if name in ELSEWHERE:
        for actor in here.clients:
            expected: int | str = 200 if actor in ELSEWHERE[name][1] else MISSING
            if actor == "anonymous" and needs_sign_in(name):
                expected = SIGN_IN
            yield Cell(here, name, actor, expected, rule)
    if "slug" in rule.args:
        hidden = TOKEN_FIRST if rule.denied == TOKEN_FIRST else MISSING
        for actor in here.clients:
            if actor in STAFF:
                continue
            nobody = nobody_here(actor, name, rule) and needs_sign_in(name)
            yield Cell(here, name, actor, SIGN_IN if nobody else hidden, rule, in_preparation)
    if name == "tournaments:why":
        third = (("round_number", 3),)
        for actor, status in (("anonymous", 404), ("player", 404), ("scorekeeper", 200)):
            yield Cell(here, name, actor, status, rule, third_round_drafted, third)
    yield from _further_cells(here, name, rule)
    if name == "tournaments:desk_action":
        yield Cell(here, name, "organizer", FORBIDDEN, rule, None, (("desk_action", "no-such-button"),))


FURTHER: tuple[tuple[str, str, int | str, dict[str, Any]], ...] = (
    ("tournaments:match_desk", "judge", FORBIDDEN, {"state": match_final, "posts": (("kind", "played"),)}),
    ("tournaments:schedule", "judge", FORBIDDEN, {"posts": (("closes_at", ""),)}),
    ("tournaments:schedule", "anonymous", FORBIDDEN, {"posts": (("closes_at", ""),)}),
    ("tournaments:recording_sign", "judge", FORBIDDEN, {"posts": (("log_sha256", "0" * 64),)}),
    ("tournaments:teams", "scorekeeper", 200, {"state": team_made, "quiet": True}),
    ("tournaments:recording_hand", "stranger", MISSING, {"phone": True}),
    ("tournaments:recording_heard", "judge", FORBIDDEN, {"quiet": True}),
    ("tournaments:recording_device", "anonymous", FORBIDDEN, {"phone": True}),
    ("community:contest_edit", "office", FORBIDDEN, {"posts": (("do", "publish"),)}),
    ("community:contest_result", "stranger", FORBIDDEN, {"posts": (("do", "print"),)}),
    ("tournaments:league_desk", "judge", FORBIDDEN, {"posts": (("do", "extend"),)}),
    ("tournaments:league_desk", "scorekeeper", FORBIDDEN, {"posts": (("do", "absence"),)}),
    (
        "tournaments:circuit_events",
        "organizer",
        302,
        {"state": prepared_elsewhere, "posts": COUNT_IT, "quiet": True},
    ),
    ("api:deck", "judge", 200, {"state": lists_closed}),
    ("api:deck", "scorekeeper", MISSING, {"state": lists_closed}),
    ("api:deck", "stranger", MISSING, {"state": lists_closed}),
    ("api:deck", "playing_judge", MISSING, {"state": lists_closed}),
    ("api:deck", "player_in_match", FORBIDDEN, {"state": lists_closed}),
)
"""Single cells, for a guard that one person meets in one state: route, who, what they get, and how it is asked."""


def _further_cells(here: Hall, name: str, rule: Rule) -> Iterator[Cell]:
    for route, actor, expected, how in FURTHER:
        if route == name and actor in here.clients:
            yield Cell(here, name, actor, expected, rule, **how)
    if name == "tournaments:forecasts":
        asked = f"?tournament={here.tournament.slug}"
        yield Cell(here, name, "stranger", MISSING, rule, in_preparation, query=asked)


def first_wrong(halls: Halls, name: str) -> str:
    """The first cell of a route that is not as it should be; empty when all are."""
    if is_for_programs(name):
        return wrong_of(*program_cells(halls.main, name, RULES[name].args))
    return wrong_of(*row_cells(halls, name), *more_cells(halls, name))


def unpublished_wrong(halls: Halls, name: str) -> str:
    """The same, of the cells of a tournament in preparation alone."""
    return wrong_of(*(cell for cell in more_cells(halls, name) if cell.state is in_preparation))


def wrong_of(*cells: Cell | ProgramCell) -> str:
    """The first of these cells that is not as it should be."""
    return next((said for cell in cells if (said := cell.wrong())), "")
