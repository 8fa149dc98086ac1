"""How long a card search takes on 5,000 generated cards, whole view, beside two yardsticks in the same run.

    ./test benchmarks/card_search.py -q -s
    CARDS=20000 ./test benchmarks/card_search.py -q -s

It runs through ``./test`` because that starts a private PostgreSQL. Requests go through the whole middleware by
Django's test client, counts and 24 drawn cards included. The yardsticks: ``SELECT 1``, and reading the words of every
card into Python and looking through them there. Milliseconds of wall time over many
different queries; "cpu" is this process alone, without the database. The last rows are the same once a tenth of the
cards was printed again in another set.
"""

import os
import time
from collections.abc import Callable
from statistics import median, quantiles
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from decks.cards.models import Card, CardRevision, CardSet, Printing
from decks.cards.packaged import packaged_rows
from decks.cards.reading import FIELDS, Reading, read_row
from decks.cards.services import catalogue_command
from decks.cards.writing import publish
from ledger.commands import SYSTEM, Command

CARDS = int(os.environ.get("CARDS", "5000"))
ROUNDS = int(os.environ.get("ROUNDS", "12"))
GOAL_MS = 50.0
QUERIES = (
    "", "dragon", "hunter", "draw 2", 'text:"draw 2"', "type:summon class:dragon", "cost<=3", "cost<=3 text:draw",
    "(class:beast or class:vessel) attack>=3", "-type:summon is:permanent", "rarity>=R", "element:tide speed>2",
    "crew:rider", "is:untested", "is:banned", "act:d2", "set:D1.1 cost=2", "name:crystal", "zzzz", "e",
)  # fmt: skip

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.timeout(900)]


def fill() -> None:
    """Cards with the texts of the packaged ones, each with a number and a name of its own."""
    base = [
        read_row({"ours": True, **{name: row[name] for name in FIELDS if name in row}})
        for row in packaged_rows()
    ]
    readings = []
    for number in range(CARDS):
        source = base[number % len(base)]
        act, run = f"D{number // 999 % 9 + 1}", number // 9000 + 1
        parts = {
            **source.parts,
            "number": f"{act}.{run}/{number % 999 + 1:03}/999-{source.number.rsplit('-', 1)[1]}",
            "name": f"{source.parts['name']} {number}",
        }
        assert source.card is not None
        card = type(source.card)(**{
            **{name: getattr(source.card, name) for name in source.card.__struct_fields__},
            "number": parts["number"], "name": parts["name"],
        })  # fmt: skip
        readings.append(Reading(parts, card))

    @catalogue_command("cards.load")
    def load(cmd: Command) -> dict[str, Any]:
        publish(readings, by=None, at=cmd.at, reason="", effective_on=timezone.localdate(), origin="packaged")
        return {"cards": len(readings)}

    load(actor=SYSTEM)


def print_again() -> None:
    """Every tenth card once more, in a set of its own."""

    @catalogue_command("card.reprint")
    def reprint(cmd: Command) -> dict[str, Any]:
        again = CardSet.objects.create(code="R1.1", act="R1", print_run="1")
        cards = list(Card.objects.order_by("short")[::10])
        Printing.objects.bulk_create(
            Printing(
                card=card, card_set=again, number=f"R1.1/{index:04}/999-R", short=f"R1.1/{index:04}",
                rarity="R", at=cmd.at,
            )
            for index, card in enumerate(cards)
        )  # fmt: skip
        return {"cards": len(cards)}

    reprint(actor=SYSTEM)


def row(name: str, calls: list[Callable[[], Any]]) -> float:
    """Measure and print one line; the 95th percentile of wall time in milliseconds."""
    wall, cpu = [], []
    for _round in range(ROUNDS):
        for call in calls:
            started = time.perf_counter(), time.process_time()
            call()
            wall.append((time.perf_counter() - started[0]) * 1000)
            cpu.append((time.process_time() - started[1]) * 1000)
    p95 = quantiles(wall, n=20)[18]
    print(
        f"{name:40} {median(wall):8.2f} {p95:8.2f} {max(wall):8.2f} {quantiles(cpu, n=20)[18]:8.2f} {len(wall):6}"
    )
    return p95


def select_one() -> None:
    """The shortest possible question to the database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()


def full_scan() -> int:
    """Every card's words read into Python and looked through there."""
    return sum("draw" in words for words in Card.objects.values_list("words_key", flat=True))


def test_card_search() -> None:
    """Prints the table, and whether the goal was met on this machine at this moment."""
    fill()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE decks_card")
    assert Card.objects.count() == CardRevision.objects.count() == CARDS
    client, url = Client(), reverse("decks:cards")

    def ask(path: str, query: str, **headers: str) -> Callable[[], Any]:
        def call() -> Any:
            response = client.get(path, {"q": query}, headers=headers)
            assert response.status_code == 200
            return response

        return call

    print(f"\n{CARDS} cards, {len(QUERIES)} queries, {ROUNDS} rounds; milliseconds")
    print(f"{'':40} {'median':>8} {'p95':>8} {'worst':>8} {'cpu p95':>8} {'times':>6}")
    row("yardstick: SELECT 1", [select_one] * len(QUERIES))
    row("yardstick: every card read into Python", [full_scan] * len(QUERIES))
    ask(url, "")()
    whole = row("search page, whole view", [ask(url, query) for query in QUERIES])
    row(
        "what htmx asks for while one types", [ask(url, query, **{"HX-Request": "true"}) for query in QUERIES]
    )
    row("JSON API, 50 cards", [ask(reverse("cards_api:list"), query) for query in QUERIES])
    print_again()
    row("search page, with reprints", [ask(url, query) for query in QUERIES])
    row("JSON API, with reprints", [ask(reverse("cards_api:list"), query) for query in QUERIES])
    print(
        f"goal: p95 of the whole view under {GOAL_MS:.0f} ms: {'met' if whole < GOAL_MS else 'MISSED'} ({whole:.1f})"
    )
