"""Made-up values for the style guide: one sample per part, people and results that exist nowhere."""

from __future__ import annotations

from datetime import datetime, timedelta

import segno
from django.utils.translation import gettext as _

from decks.cards.faces import small_face
from ledger.shapes import Context, Json
from rules_engine.drawing.steps import step_payload
from rules_engine.x610z.cards import load_pool
from rules_engine.x610z.pictures.board import board_layers
from tournaments.season_points.wording import STEPS


def board_view() -> Json:
    """A game in its twelfth turn: both Life Bases on the way, a dragon just landed beside a vessel."""
    pawns = [
        (1, 0, "Life Base", "life_base", "2,1", 4, 12),
        (2, 0, "Hunter Dragon", "dragon", "4,5", 0, 5),
        (3, 0, "Jelly Fish Vessel", "vessel", "5,0", 2, 4),
        (4, 1, "Life Base", "life_base", "2,9", 0, 12),
        (5, 1, "Jelly Fish Vessel", "vessel", "5,8", 0, 4),
        (6, 1, "Thorn Beast", "beast", "4,9", 3, 6),
    ]
    keys = ("oid", "seat", "card", "class", "dot", "damage", "defense")
    return {
        "turn": 12,
        "pawns": [dict(zip(keys, pawn, strict=True)) for pawn in pawns],
        "seats": [
            {
                "seat": 0,
                "name": "Tijn van der Berg",
                "hand": 5,
                "deck": 31,
                "active": True,
                "energy": {"mystic": 2, "boost": 1, "colorless": 3},
            },
            {"seat": 1, "name": "Noor Čapek", "hand": 4, "deck": 30},
        ],
        "last": {"kind": "move", "path": ["3,2", "3,3", "4,4", "4,5"], "ok": True},
    }


def broken_view() -> Context:
    """The same game with a step that turns too sharply (rule 202.8)."""
    return {
        **board_view(),
        "last": {"kind": "move", "path": ["4,5", "5,6", "5,5"], "ok": False, "broken_at": 2},
    }


def replay_views() -> list[tuple[str, Context, bool]]:
    """Four steps of a game as (sentence, view, legal), the last one broken."""
    return [
        (_("The dragon waits on the third orbit."), _dragon_at(["3,2"]), True),
        (_("Hunter Dragon moves one dot along the orbit."), _dragon_at(["3,2", "3,3"]), True),
        (
            _("Hunter Dragon changes to the fourth orbit and continues clockwise."),
            _dragon_at(["3,3", "4,4", "4,5"]),
            True,
        ),
        (_("Hunter Dragon turns back on its way."), broken_view(), False),
    ]


def _dragon_at(path: list[str]) -> Json:
    view = board_view()
    view["last"] = {"kind": "move", "path": path, "ok": True}
    for pawn in view["pawns"]:
        if pawn["class"] == "dragon":
            pawn["dot"] = path[-1]
    return view


def replay_step(number: int, lang: str) -> Context:
    """One step as the JSON that replay.js reads."""
    (text, view, ok), sizes = replay_views()[number], ("wide", "phone")
    drawn = {s: board_layers(view, size=s, ok=ok, lang=lang, ids_prefix=f"replay-{s[0]}-") for s in sizes}
    return step_payload(number, text, ok, drawn)


def clock(now: datetime) -> Context:
    """A round clock with 21 minutes left."""
    return {
        "now": now,
        "ends_at": now + timedelta(minutes=21, seconds=40),
        "paused_at": None,
        "extension_minutes": 0,
        "minutes": 60,
    }


def arithmetic() -> list[dict[str, str]]:
    """Two results of a season, added up."""
    kept = _(STEPS["kept"])
    rows = [("6-3", "Orbit", 2, 12, "13"), ("11-4", "Nova", 1, 9, "16")]
    said = [
        {
            "text": kept % {"date": day, "event": name, "place": place, "field": of, "worth": worth},
            "value": worth,
        }
        for day, name, place, of, worth in rows
    ]
    return [*said, {"text": _(STEPS["sum"]) % {"value": "29"}, "value": "29"}]


def stepper() -> list[dict[str, str]]:
    """A round that waits for its last results."""
    return [
        {"label": _("Check-in"), "state": "done", "detail": _("16 players")},
        {"label": _("Pair"), "state": "done", "detail": _("looked at 14:02")},
        {"label": _("Publish"), "state": "done", "detail": "14:05"},
        {"label": _("Results in"), "state": "current", "detail": _("5 of 8 tables")},
        {"label": _("Complete the round"), "state": "blocked", "detail": _("one dispute")},
        {"label": _("Standings"), "state": "todo"},
    ]


def standings() -> Context:
    """A standings table with every kind of cell."""
    rows = [
        (1, "Berg, van der, Tijn", 9, "0.6667", "0.8333", ""),
        (2, "Čapek, Noor", 7, "0.6111", "0.7143", ""),
        (3, "Óscar Lima", 6, "0.5556", "0.6667", ""),
        (4, "De Wit, Saar", 6, "0.5000", "0.6250", "dropped"),
    ]
    return {
        "caption": _("Standings after round 3"),
        "head": 1,
        "columns": [
            {"label": _("Place"), "number": True},
            {"label": _("Player"), "sort_url": "?sort=name#table"},
            {"label": _("Points"), "number": True, "sort_url": "?sort=points#table", "sort": "descending"},
            {"label": "OMW", "title": _("opponents' match-win percentage"), "number": True, "optional": True},
            {"label": "GW", "title": _("game-win percentage"), "number": True, "optional": True},
        ],
        "rows": [
            {
                "cells": [place, {"text": name, "url": "#table", "badge": kind}, points, opponents, games],
                "current": place == 3,
            }
            for place, name, points, opponents, games, kind in rows
        ],
    }


def matches() -> dict[str, Context]:
    """One's own match of a player's phone, a finished one, a disputed one and a bye."""
    return {
        "own": {
            "table": 12,
            "round": 3,
            "players": [
                {"name": "Noor Čapek", "detail": _("6 points · clan Blauwe Golf")},
            ],
            "badges": [("waiting", _("Waiting for your report"))],
        },
        "done": {
            "table": 3,
            "round": 3,
            "url": "#match",
            "players": [
                {"name": "Tijn van der Berg", "games": 2, "won": True},
                {"name": "Óscar Lima", "games": 1, "you": True},
            ],
            "badges": [("confirmed", ""), ("verified", "")],
        },
        "disputed": {
            "table": 7,
            "round": 3,
            "players": [{"name": "Saar de Wit"}, {"name": "Bram Jansen"}],
            "badges": [("disputed", "")],
            "note": _("A judge is on the way."),
        },
        "bye": {
            "table": None,
            "round": 3,
            "players": [{"name": "Mila Bos", "games": 2, "won": True}],
            "badges": [("bye", "")],
        },
    }


def deck() -> Context:
    """Part of a deck with one line that breaks a rule."""
    return {
        "name": _("Deck of Tijn"),
        "total": 51,
        "receipt": "7Q4-KM2",
        "groups": [
            {
                "label": _("Summons"),
                "count": 7,
                "cards": [
                    {"count": 1, "name": "Life Base"},
                    {"count": 3, "name": "Hunter Dragon", "url": "#deck"},
                    {"count": 3, "name": "Jelly Fish Vessel", "url": "#deck"},
                ],
            },
            {
                "label": _("Effects"),
                "count": 9,
                "cards": [
                    {"count": 5, "name": "Heal", "rule": "101.1a", "note": _("one copy too many")},
                    {"count": 4, "name": "7 Shooter"},
                ],
            },
            {
                "label": _("Crystals"),
                "count": 20,
                "cards": [
                    {"count": 12, "name": "Mystic Energy Crystal"},
                    {"count": 8, "name": "Boost Energy Crystal"},
                ],
            },
        ],
    }


def card() -> Context:
    """A Summon card."""
    return {
        "name": "Hunter Dragon",
        "type": _("Summon Card"),
        "class": "dragon",
        "class_label": _("Dragon"),
        "element": "Ember",
        "glyph": "ember",
        "tone": "ember",
        "copies": "3",
        "cost": [
            {"kind": "mystic", "count": 2, "label": _("Mystic energy")},
            {"kind": "boost", "count": 1, "label": _("Boost energy")},
            {"kind": "colorless", "count": 1, "label": _("Colorless energy")},
        ],
        "stats": [
            {"label": _("Attack"), "value": 3},
            {"label": _("Defense"), "value": 5},
            {"label": _("Speed"), "value": 2},
            {"label": _("Range"), "value": 2},
        ],
        "text": _("It may move and attack in the same turn."),
        "number": "D1.1/002/060-U",
        "rarity": "U",
        "ours": True,
    }


def verdicts() -> list[Context]:
    """A legal game and one with a broken rule."""
    return [
        {
            "outcome": "violation",
            "headline": _("Line 41 breaks a rule"),
            "step": 41,
            "line": "move Hunter Dragon 4,5 > 5,6 > 5,5",
            "text": _("The last step turns back against the way it was going."),
            "rule": "202.8",
            "alternatives": [_("stop on 5,6"), _("continue clockwise to 5,7"), _("do not move")],
            "facts": [(_("Rules"), "2010-03"), (_("Engine"), "1"), (_("Checked"), "14:31")],
            "url": "#board",
        },
        {
            "outcome": "legal",
            "headline": _("Legal to the end: Noor Čapek won"),
            "facts": [(_("Steps"), 184), (_("Ending"), _("her Life Base reached an Ending Dot"))],
        },
    ]


def timeline(now: datetime) -> list[Context]:
    """Three entries of a match."""
    return [
        {"at": now - timedelta(minutes=30), "text": _("Round 3 published"), "who": "Fenna"},
        {"at": now - timedelta(minutes=4), "text": _("Óscar reported 1–2")},
        {
            "at": now - timedelta(minutes=2),
            "text": _("Tijn reported 2–1"),
            "detail": _("The reports agree; the result is final."),
        },
    ]


def result_buttons() -> list[dict[str, str]]:
    """The main things on a player's phone."""
    return [
        {"label": _("Report the result"), "icon": "check", "url": "#buttons", "kind": "primary"},
        {"label": _("Call a judge"), "icon": "hand", "dialog": "sample-dialog"},
        {
            "label": _("Drop"),
            "detail": _("after this round"),
            "icon": "log-out",
            "dialog": "sample-dialog",
            "kind": "danger",
        },
    ]


def files() -> list[dict[str, str]]:
    """A print and save menu."""
    return [
        {"label": _("Pairings by name"), "url": "#files", "kind": "print"},
        {"label": _("Match slips"), "url": "#files", "kind": "print", "detail": _("eight on a page")},
        {"label": _("Standings"), "url": "#files", "kind": "download", "detail": "CSV"},
    ]


def qr_data_url(text: str) -> str:
    """Return a QR code as a ``data:`` URL of an SVG."""
    return str(segno.make(text, error="m").svg_data_uri(border=2))


def small_cards(language: str) -> list[Context]:
    """A hand of cards of every kind; their pictures are drawn from packaged cards, this guide needs no catalogue."""
    shown = {"Life Base", "Hunter Dragon", "Prowler Beast", "Lantern Vessel", "Twin Heart Crystal", "Heal"}
    faces = []
    for card in load_pool("demo").cards:
        if card.name in shown:
            faces.append(small_face(card, language))
    faces[4] |= {"copies": 3}
    faces[5] |= {"mark": _("used")}
    return faces


NAMES = ("Bakker, Jip", "Berg, van der, Tijn", "Bos, Mila", "Čapek, Noor", "Jansen, Bram", "Lima, Óscar")


def print_rows() -> list[Context]:
    """Pairings by name, as on a printed sheet."""
    return [
        {"name": name, "table": 1 + number // 2, "opponent": NAMES[number ^ 1]}
        for number, name in enumerate(NAMES)
    ]


def slips() -> list[Context]:
    """Match slips of three tables."""
    return [
        {
            "table": number + 1,
            "round": 3,
            "tournament": _("Sample tournament"),
            "first": NAMES[2 * number],
            "second": NAMES[2 * number + 1],
        }
        for number in range(3)
    ]
