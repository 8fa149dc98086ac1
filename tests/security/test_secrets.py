"""Secrets stay with those they belong to: logs with judges, tokens as hashes, seeds with nobody.

Canaries are planted and every page is read as every kind of person; two worlds that differ only in a secret must
give everybody else the same bytes.
"""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from ledger.commands import Actor
from ledger.models import IdempotencyKey, LedgerRow, OutboxMessage
from tests.security.test_access_matrix import ACTORS, READ, Hall, hall
from tests.speeds import amount, at_night
from tests.tournaments.hall import logged, organizer_of
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.services import log_submit
from tournaments.gamelogs.tasks import replay_log
from tournaments.rounds.models import Match
from x610z_site.accounts.models import PersonalLink, Session
from x610z_site.accounts.services import link_create, token_hash

__all__ = ["hall"]
pytestmark = [pytest.mark.django_db]
CANARY = "canary-d0f7c2"
VOLATILE = re.compile(
    r'name="csrfmiddlewaretoken" value="[^"]*"|name="idempotency_key" value="[^"]*"|nonce="[^"]*"'
    r'|"X-CSRFToken": ?"[^"]*"|[0-9a-f]{32}|data-now="[^"]*"'
    # The address one asked for stands on the page; the log's number in it differs between the two worlds.
    r"|judge/logs/\d+/"
)


CURIOUS = {"player_in_match", "playing_judge", "organizer"}
"""Who is asked where they may not read as well; everybody who may not gets one and the same refusal, which the access
matrix shows of each of them."""
STRANGERS = {"player_elsewhere", "organizer_elsewhere", "keeper", "guest", "dropped"}
"""Who reads what everybody may read as the stranger does: asked only where not everybody may."""


EVERYBODY_READS = at_night("two worlds: as everybody who is worth asking")
BY_DAY = {"anonymous", "player", "player_in_match", "judge", "scorekeeper", "organizer"}
"""As whom by day; at night as everybody who is worth asking."""


def worth_asking(name: str) -> list[str]:
    """The kinds of person as whom a page is read: all who may, and the curious, but one stranger for many."""
    allowed = READ[name].allowed
    spared = STRANGERS if allowed >= STRANGERS | {"stranger"} else set()
    asked = (allowed | CURIOUS) - spared
    return [actor for actor in ACTORS if actor in asked and (EVERYBODY_READS or actor in BY_DAY)]


def bodies(hall: Hall, *, only: tuple[str, ...] = ()) -> dict[tuple[str, str], str]:
    """Every page as all who are worth asking, without what is new on every request."""
    found = {}
    for name, rule in READ.items():
        if only and name not in only:
            continue
        for actor in worth_asking(name):
            cache.clear()
            response = hall.clients[actor].get(hall.url(name, rule))
            body = b"".join(response.streaming_content) if response.streaming else response.content
            text = VOLATILE.sub("", body.decode(errors="replace"))
            found[name, actor] = f"{response.status_code} {response.headers.get('ETag', '')} {text}"
    return found


def other_plans() -> None:
    """Let the database go other ways until this transaction ends.

    Whatever comes in an order that no query asks for comes in another one then, and is found at once.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for way in ("seqscan", "hashagg", "hashjoin", "mergejoin"):
                cursor.execute(f"SET LOCAL enable_{way} = off")


def submit(hall: Hall, data: bytes) -> GameLog:
    """The player in the match hands in a log, and it is checked."""
    GameLog.objects.filter(match__tournament=hall.tournament).delete()
    match = Match.objects.get(pk=hall.values["match"])
    user = match.seats.select_related("entry__user").all()[0].entry.user
    answer = log_submit(actor=Actor(user, "player"), tournament=hall.tournament, match_id=match.pk, data=data)
    replay_log(answer["log"])
    hall.values["log"] = answer["log"]
    return GameLog.objects.get(pk=answer["log"])


JUDGES_ONLY = {
    "tournaments:case_new",  # a ruling may name the log that it rests on
    "tournaments:judge",
    "tournaments:log",
    "tournaments:log_beside",
    "tournaments:log_closer",
    "tournaments:log_original",
    "tournaments:log_packet",
    "tournaments:log_position",
    "tournaments:log_steps",
}


@pytest.mark.night(
    "two worlds, every page read for everybody",
    short="tests/tournaments/recordings/test_secrets.py::test_another_list_of_the_opponent_changes_no_byte_of_any_answer",
)
def test_a_log_is_known_to_judges_of_this_tournament_only(
    hall: Hall, time_machine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two worlds that differ in one log with a canary in it.

    The canary is on judges' pages alone, and everybody else gets the same bytes in both worlds: no count, size
    or verdict leaks either. (The audit page names the log's hash for those who may read the ledger.)
    """
    time_machine.move_to(timezone.now(), tick=False)
    # A sample hand is dealt anew at every visit; here every visit deals the same.
    monkeypatch.setattr("decks.lists.views.secrets", SimpleNamespace(token_hex=lambda size: "00" * size))
    match = Match.objects.get(pk=hall.values["match"])
    worlds = []
    for seed in (3, 4):
        with transaction.atomic():
            if worlds:
                other_plans()
            log = submit(hall, logged(match, seed, note=CANARY, recorder=CANARY))
            assert log.verdict == "ok", "only a replayed log has hands to leak"
            worlds.append(bodies(hall))
            for model in (LedgerRow, OutboxMessage, IdempotencyKey):
                assert CANARY not in str(list(model.objects.values()))
            transaction.set_rollback(True)
    one, other = worlds
    seen = {key for world in worlds for key in world if CANARY in world[key]}
    assert {actor for _name, actor in seen} == {"judge"}
    assert {name for name, _actor in seen} <= JUDGES_ONLY
    # For all others both worlds' logs are the same "does not exist".
    differing = {key for key in one if one[key] != other[key]}
    allowed = {(name, "judge") for name in JUDGES_ONLY}
    allowed |= {("tournaments:audit", actor) for actor in ("organizer", "host", "scorekeeper", "office")}
    allowed |= {("operator", "office")}  # measures the machine, of columns without content: test_watch.py
    assert differing - allowed == set()
    assert len(one) > amount(200, 400, "pages read for a planted leak")


def test_a_planted_leak_would_be_found(hall: Hall) -> None:
    """The control of the test above: the same canary in a public field is seen by everybody."""
    type(hall.tournament).objects.filter(pk=hall.tournament.pk).update(location=CANARY)
    found = bodies(hall, only=("tournaments:detail",))
    readers = set(ACTORS) - STRANGERS if EVERYBODY_READS else BY_DAY
    assert {actor for (_name, actor), body in found.items() if CANARY in body} == readers


def test_a_personal_link_is_stored_as_a_hash_only(hall: Hall) -> None:
    guest = hall.tournament.entries.get(user__guest_of=hall.tournament.chain_key).user
    organizer = organizer_of(hall.tournament)
    token = link_create(actor=organizer, tournament=hall.tournament, user=guest)["token"]
    assert len(token) >= 20
    assert PersonalLink.objects.filter(token_hash=token_hash(token)).count() == 1
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608 - a table's own name
            assert token not in str(cursor.fetchall()), table
    client = Client()
    client.post("/link/", {"code": token})
    assert "_auth_user_id" in client.session
    assert token not in str([session.get_decoded() for session in Session.objects.all()])
    assert token not in str(list(LedgerRow.objects.values())) + str(list(OutboxMessage.objects.values()))


@pytest.mark.night(
    "every page read for everybody",
    short="tests/security/test_penalty_secrets.py::test_in_two_worlds_with_and_without_penalties_everybody_else_gets_the_same_bytes",
)
def test_seeds_and_last_tie_breakers_are_on_no_page(hall: Hall) -> None:
    """Who knows the seed knows the pairing to come; who knows the random number knows a tie's end."""
    tournament = hall.tournament
    secrets = [tournament.seed, *map(str, tournament.entries.values_list("random", flat=True))]
    leaks = {}
    for name, rule in READ.items():
        for actor in ("anonymous", "player", "player_in_match", "stranger"):
            body = hall.clients[actor].get(hall.url(name, rule)).content.decode(errors="replace")
            if any(secret in body for secret in secrets):
                leaks[name, actor] = True
    assert leaks == {}


def test_addresses_of_accounts_and_real_names_are_in_no_api(hall: Hall) -> None:
    user = hall.tournament.entries.select_related("user").first().user  # type: ignore[attr-defined]  # reverse
    user.email, user.real_name = f"{CANARY}@example.org", CANARY
    user.save()
    for name, rule in READ.items():
        if name.startswith("api:"):
            assert CANARY not in hall.clients["organizer"].get(hall.url(name, rule)).content.decode(), name
