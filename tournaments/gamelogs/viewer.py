"""What the judge sees of one log: the verdict in words, the step list, one position with its board."""

from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules_engine import Cursor

from .models import GameLog
from .replay import cursor


def verdict_context(log: GameLog, url: str = "") -> dict[str, Any]:
    """Context of ``parts/verdict.html`` for a checked log."""
    report = log.report
    finding = report.get("finding") or {}
    language = get_language() or "en"
    outcome = {
        "ok": "legal",
        "unverifiable": "legal",
        "violation": "violation",
        "result_mismatch": "violation",
    }
    text = finding.get("text_nl" if language == "nl" else "text", "")
    return {
        "outcome": outcome.get(log.verdict, "unreadable"),
        "headline": headline(log),
        "text": text,
        "step": finding.get("line"),
        "line": _line(log, finding.get("line")),
        "rule": finding.get("rule"),
        "alternatives": [action_text(action) for action in finding.get("legal", [])][:20],
        "facts": _facts(log, report),
        "url": url,
    }


def headline(log: GameLog) -> str:
    """The verdict in one sentence; a gap of the engine is never called a player's fault."""
    words = {
        "ok": _("Legal from the first line to the last"),
        "unverifiable": _("No contradiction found; some facts are hidden"),
        "violation": _("A rule was broken here"),
        "ruling_needed": _("The rules leave this open: a judge decides"),
        "engine_gap": _("The engine cannot check this; nobody is to blame"),
        "log_error": _("The log cannot be read from this line on"),
        "divergence": _("The log contradicts itself: a line is missing or wrong"),
        "result_mismatch": _("The game ended differently from what the log claims"),
    }
    return words.get(log.verdict, _("Not checked yet"))


def _facts(log: GameLog, report: dict[str, Any]) -> list[tuple[str, str]]:
    facts = [(_("Actions checked"), str(report.get("steps", 0)))]
    result = report.get("result")
    if result and result.get("winners"):
        facts.append(
            (_("Winner by the rules"), ", ".join(seat_name(log, seat) for seat in result["winners"]))
        )
    if result and result.get("rule"):
        facts.append((_("Won by rule"), result["rule"]))
    if log.checked_at:
        facts.append((_("Checked at"), f"{log.checked_at:%H:%M:%S}"))
    facts.append((_("Engine"), _("semantics %(number)s") % {"number": log.semantics}))
    return facts


def seat_name(log: GameLog, seat: int) -> str:
    """The player's name of a seat, as the log's header tells."""
    for row in log.report.get("header", {}).get("seats", []):
        if row.get("seat") == seat:
            return str(row.get("player"))
    return _("seat %(number)s") % {"number": seat}


def _line(log: GameLog, number: int | None) -> str:
    lines = bytes(log.original).decode("utf-8", "replace").split("\n")
    return lines[number - 1][:300] if number and number <= len(lines) else ""


def action_text(action: dict[str, Any]) -> str:
    """An action as the log writes it, short."""
    parts = [str(action.get("do", ""))]
    parts += [
        f"{key} {_flat(value)}" for key, value in action.items() if key not in ("do", "seat", "kind", "n")
    ]
    return " · ".join(parts)


def _flat(value: Any) -> str:
    if isinstance(value, list):
        return " → ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {item}" for key, item in value.items())
    return str(value)


def replay_context(log: GameLog, step: int | None, base_url: str) -> dict[str, Any]:
    """Context of ``parts/replay.html``: the position after ``step`` steps (default: the finding, else the end)."""
    game = cursor(log)
    language = get_language() or "en"
    wrong = next((number for number, item in enumerate(game.steps, start=1) if not item.ok), None)
    total = len(game.steps)
    shown = min(max(step if step is not None else wrong or total, 0), total)
    game.seek(shown)
    return {
        "step": shown,
        "total": total,
        "base_url": base_url,
        "view": game.view("judge"),
        "board": game.board,
        "text": game.steps[shown - 1].text(language) if shown else _("The start of the game"),
        "ok": shown == 0 or game.steps[shown - 1].ok,
        "steps": [
            {"number": number, "text": item.text(language), "ok": item.ok}
            for number, item in enumerate(game.steps, start=1)
        ],
        "legal": _legal(game, shown, total),
    }


def _legal(game: Cursor, shown: int, total: int) -> list[str]:
    """Up to 20 legal actions at the shown position."""
    return [action_text(action) for action in game.legal()[:20]] if shown < total else []
