"""What the judge sees of one log: the verdict in words, the steps, one position with its board and state.

Everything here shows hands; the views let only judges of the tournament in.
"""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules_engine.drawing.steps import step_payload
from rules_engine.kernel.terms import FOR_A_JUDGE
from rules_engine.x610z.messages import step_text, text
from tournaments.rounds.words import names_by_key

from .models import DeckComparison, GameLog
from .replay import cursor, pool_of
from .selectors import sides_of

ENTRY_KEY = re.compile(r"\bE\d{1,5}\b")
OUTCOMES = {
    "other_terms": "unreadable",
    "ok": "legal",
    "unverifiable": "legal",
    "violation": "violation",
    "result_mismatch": "violation",
}
MAX_CHUNK = 60
State = dict[str, Any]


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
        "other_terms": _("The log differs from what this tournament says about the game"),
    }
    return words.get(log.verdict, _("Not checked yet"))


def listed(log: GameLog) -> dict[str, Any]:
    """One line of a judge's list: the log, its outcome as a badge, the verdict, and the broken rule with its line."""
    finding = log.report.get("finding") or {}
    outcome = OUTCOMES.get(log.verdict, "info")
    broken = outcome == "violation" and finding.get("rule")
    return {
        "log": log,
        "outcome": outcome,
        "headline": headline(log),
        "rule": finding.get("rule") if broken else None,
        "line": finding.get("line"),
        "decks": any(found["rule"] for found in deck_findings(log)),
    }


def deck_findings(log: GameLog) -> list[dict[str, Any]]:
    """What the comparison with the registered lists found; only what judges see may ask."""
    comparison: DeckComparison | None = getattr(log, "comparison", None)
    return list(comparison.findings) if comparison is not None else []


def binding_rows(log: GameLog, names: Mapping[str, str]) -> list[dict[str, Any]]:
    """Everything in which a log differs from the law and the people of its game, in words, with its line.

    ``names``: the players by their keys. ``confirm``: a correction that a judge of the event can confirm. Says nothing
    that is secret.
    """
    return [
        {
            "line": found["line"],
            "text": _named(text(found["code"], found["params"], get_language() or "en"), names),
            "confirm": found["code"] in FOR_A_JUDGE,
        }
        for found in log.report.get("binding", ())
    ]


def _named(sentence: str, names: Mapping[str, str]) -> str:
    """A sentence with the players' names beside their keys: here people mend a file in which the keys stand."""
    return ENTRY_KEY.sub(
        lambda found: f"{names[found[0]]} ({found[0]})" if found[0] in names else found[0], sentence
    )


def evidence(log: GameLog) -> tuple[str, str]:
    """The class of evidence that a log is, and in words why: 2 both players sent it, 3 one did, 4 staff wrote it up."""
    if log.entry_id is None:
        return "4", _("written up by staff")
    same = GameLog.objects.filter(match_id=log.match_id, game_number=log.game_number, sha256=log.sha256)
    # What two of one team hand in is the word of one side.
    own = next((side for side in sides_of(log.match) if log.entry_id in {one.pk for one in side}), ())
    if same.exclude(entry=None).exclude(entry__in=own).exists():
        return "2", _("players on both sides submitted the same log, afterwards")
    return "3", _("one side submitted it, afterwards; no other side has signed it")


def decks_context(log: GameLog) -> dict[str, Any] | None:
    """Context of the judge's section on decks: whether lists and log agree, and every difference in words."""
    if getattr(log, "comparison", None) is None:
        return None
    language, pool = get_language() or "en", pool_of(log)
    names = names_by_key(log.match.tournament)
    rows = []
    for found in deck_findings(log):
        card = pool.find(str(found["params"].get("card", "")))
        params = found["params"] | ({"card": card.name} if card is not None else {})
        if found["params"].get("player") in names:
            params["player"] = names[params["player"]]
        rows.append(
            {"line": found["line"], "text": text(found["code"], params, language), "rule": found["rule"]}
        )
    differs = any(row["rule"] for row in rows)
    return {"rows": rows, "differs": differs, "agrees": not rows}


class LogView:
    """One log opened for a judge, with players' and cards' names in place of ids.

    Raises :class:`rules_engine.LogError` when not even the header can be read.
    """

    def __init__(self, log: GameLog) -> None:
        """Replay the log once; every position is then near."""
        self.log = log
        self.cursor = cursor(log)
        self.language = get_language() or "en"
        self.players = names_by_key(log.match.tournament)

    @property
    def total(self) -> int:
        """Number of steps; the last one is the wrong line when there is one."""
        return len(self.cursor.steps)

    def named(self, text: str) -> str:
        """A sentence with names for entry keys."""
        return ENTRY_KEY.sub(lambda found: self.players.get(found[0], found[0]), text)

    def sentence(self, step: int) -> str:
        """What happened in a step."""
        if step == 0:
            return _("The start of the game")
        return self.named(self.cursor.steps[step - 1].text(self.language))

    def disagrees(self) -> bool:
        """Whether the engine of today stops at another line than the stored check did."""
        stored = (self.log.report.get("finding") or {}).get("line")
        now = self.cursor.finding.line if self.cursor.finding is not None else None
        return bool(self.log.verdict in ("ok", "violation") and stored != now)

    def ok(self, step: int) -> bool:
        """Whether a step is within the rules."""
        return step == 0 or bool(self.cursor.steps[step - 1].ok)

    def first_shown(self) -> int:
        """Where a judge starts looking: the wrong step, else the end."""
        return next((number for number in range(1, self.total + 1) if not self.ok(number)), self.total)

    def view(self, step: int) -> State:
        """The judge's view after a step, its seats with names."""
        self.cursor.seek(step)
        view = self.cursor.view("judge")
        for seat in view.get("seats", ()):
            seat["name"] = self.players.get(str(seat["player"]), str(seat["player"]))
        if view and not self.ok(step):
            view["last"] = self._refused_path(step)
        return view

    def _refused_path(self, step: int) -> State | None:
        """What the wrong line wanted to walk, drawn broken; None when it is no walk."""
        action = self.cursor.steps[step - 1].action
        path = [str(dot) for dot in action.get("path") or () if str(dot) in self.cursor.board.dots]
        return {"kind": action.get("do"), "path": path, "ok": False} if len(path) > 1 else None

    def state(self, step: int) -> State:
        """The position in words: hands, energy, what is in play, and what would be legal."""
        view = self.view(step)
        names = card_names(view)
        legal = (
            [self.action(action.to_dict(), names) for action in self.cursor.legal()]
            if step < self.total
            else []
        )
        seats = [
            {
                **seat,
                "hand_cards": [card["card"] for card in seat["hand"].get("cards", ())],
                "in_play": counted(seat["play"]),
                "energy": [(kind, amount) for kind, amount in seat["pool"].items() if amount],
                "discarded": counted(seat["discard"]),
            }
            for seat in view.get("seats", ())
        ]
        return {**view, "seats": seats, "legal": list(dict.fromkeys(legal))[:20]}

    def action(self, action: dict[str, Any], names: dict[str, str]) -> str:
        """A legal action as a sentence."""
        known = names | {f"seat:{seat}": name for seat, name in self.seat_names().items()}
        card = pool_of(self.log).find(str(action.get("card", "")))
        if card is not None:
            known[action["card"]] = card.name
        return self.named(step_text("act", action, known, self.language))

    def seat_names(self) -> dict[int, str]:
        """Player names by seat."""
        seats = self.cursor.view("judge").get("seats", ())
        return {seat["seat"]: self.players.get(str(seat["player"]), str(seat["player"])) for seat in seats}

    def payload(self, step: int) -> dict[str, Any]:
        """One step for the page's script."""
        panel = render_to_string("gamelogs/_state.html", {"state": self.state(step)})
        view = self.view(step)
        return step_payload(
            step, self.sentence(step), self.ok(step), view, self.cursor.board, lang=self.language, panel=panel
        )


def card_names(view: State) -> dict[str, str]:
    """Card names of every object in a view."""
    names = {}
    for seat in view.get("seats", ()):
        for card in (*seat["hand"].get("cards", ()), *seat["play"], *seat["discard"], *seat["removed"]):
            names[card["oid"]] = card["card"]
    return names


def counted(cards: list[dict[str, Any]]) -> list[str]:
    """Cards by name, equal ones together, used ones marked."""
    kinds = Counter((card["card"], card.get("state", "unactivated")) for card in cards)
    words = {"non_active": _("used"), "deactivated": _("deactivated")}
    lines = []
    for (name, state), count in sorted(kinds.items()):
        copies = f"{count} × {name}" if count > 1 else name
        lines.append(f"{copies} ({words[state]})" if state in words else copies)
    return lines


def verdict_context(log: GameLog, opened: LogView | None) -> dict[str, Any]:
    """Context of ``parts/verdict.html`` for a checked log."""
    report = log.report
    finding = report.get("finding") or {}
    language = get_language() or "en"
    names = names_by_key(log.match.tournament)
    sentence = finding.get("text_nl" if language == "nl" else "text", "")
    return {
        "outcome": OUTCOMES.get(log.verdict, "unreadable"),
        "headline": headline(log),
        "text": ENTRY_KEY.sub(lambda found: names.get(found[0], found[0]), sentence),
        "step": finding.get("line"),
        "line": _line(log, finding.get("line")),
        "rule": finding.get("rule"),
        "alternatives": _alternatives(finding, opened),
        "binding": binding_rows(log, names),
        "evidence": evidence(log),
        "facts": _facts(log, report, opened),
    }


def _alternatives(finding: dict[str, Any], opened: LogView | None) -> list[str]:
    """What would have been legal instead, as sentences; equal ones once."""
    if opened is None or not finding.get("legal"):
        return []
    names = card_names(opened.view(max(opened.total - 1, 0)))
    return list(dict.fromkeys(opened.action(action, names) for action in finding["legal"]))[:20]


def _facts(log: GameLog, report: dict[str, Any], opened: LogView | None) -> list[tuple[str, str]]:
    facts = [(_("Actions checked"), str(report.get("steps", 0)))]
    result = report.get("result") or {}
    seats = opened.seat_names() if opened is not None else {}
    if result.get("winners"):
        facts.append(
            (_("Winner by the rules"), ", ".join(seats.get(seat, str(seat)) for seat in result["winners"]))
        )
    if result.get("rule"):
        facts.append((_("Won by rule"), result["rule"]))
    if report.get("unverifiable"):
        facts.append((_("Checks that needed hidden facts"), str(report["unverifiable"])))
    if log.checked_at:
        facts.append((_("Checked at"), f"{timezone.localtime(log.checked_at):%H:%M:%S}"))
    if opened is not None and opened.disagrees():
        facts.append(
            (_("Note"), _("The rules engine has changed since this check: the board shows what it says now."))
        )
    facts.append((_("Engine"), _("engine version %(number)s") % {"number": log.semantics}))
    return facts


def _line(log: GameLog, number: int | None) -> str:
    lines = bytes(log.original).decode("utf-8", "replace").split("\n")
    return lines[number - 1][:300] if number and number <= len(lines) else ""


def replay_context(opened: LogView, step: int | None, base_url: str, steps_url: str) -> dict[str, Any]:
    """Context of ``parts/replay.html``: the position after ``step`` steps (default: the finding, else the end)."""
    shown = min(max(opened.first_shown() if step is None else step, 0), opened.total)
    steps = range(1, opened.total + 1)
    return {
        "step": shown,
        "total": opened.total,
        "base_url": base_url,
        "steps_url": steps_url,
        "view": opened.view(shown),
        "board": opened.cursor.board,
        "text": opened.sentence(shown),
        "ok": opened.ok(shown),
        "steps": [
            {"number": number, "text": opened.sentence(number), "ok": opened.ok(number)} for number in steps
        ],
        "panel": "gamelogs/_state.html",
        "state": opened.state(shown),
    }
