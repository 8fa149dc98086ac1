"""What the judge sees of one log: the verdict in words, the steps, one position with its board and state.

Everything here shows hands; the views let only judges of the tournament in.
"""

from collections.abc import Mapping
from functools import partial
from typing import TypedDict

from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from ledger.shapes import Context, Json
from rules_engine.games import engine_of
from rules_engine.kernel.cards import values_in
from rules_engine.kernel.terms import FOR_A_JUDGE
from tournaments.rounds.words import names_by_key

from .models import DeckComparison, GameLog
from .opened_game import ENTRY_KEY, LogView
from .replay import pool_of
from .rule_words import rule_cited, rule_words
from .selectors import sides_of
from .story import ATTACK, DRAW, FINDING, MARKS, Turn
from .timeline import timeline_svg
from .voices import voice_words

OUTCOMES = {
    "other_terms": "unreadable",
    "ok": "legal",
    "unverifiable": "legal",
    "violation": "violation",
    "result_mismatch": "violation",
}
LEFT_TO_LISTS = "deck_not_registered"
"""What the check leaves to the comparison with the lists: players hear of the check, and lists are secret."""
MAX_CHUNK = 60
MOST_TOLD = 160
"""Steps in words that come with a page; turns farther away than these are fetched when one opens them."""


def headline(log: GameLog) -> str:
    """The verdict of a log in one sentence, as judges read it: with what the registered lists say."""
    return _reading(log)[1]


def _reading(log: GameLog) -> tuple[str, str]:
    """Outcome and sentence of a log, of the check and of the comparison with the lists together.

    Nothing is called legal over another deck than the registered one; where only the lists were open after the check,
    and they agree, it is as legal as paper can show.
    """
    outcome = OUTCOMES.get(log.verdict, "unreadable")
    if outcome == "legal" and lists_say(log) == "differ":
        return "violation", _("The lines follow the rules, but the cards are not those registered")
    if log.verdict == "unverifiable" and lists_say(log) == "agree" and not _open_checks(log):
        return outcome, _("Legal as far as a paper log can show")
    return outcome, verdict_words(log.verdict)


def lists_say(log: GameLog) -> str:
    """What the registered lists say of the cards that a log shows: ``agree``, ``differ``, or "" where not all have one.

    Only what judges see may ask.
    """
    if getattr(log, "comparison", None) is None:
        return ""
    found = deck_findings(log)
    return "differ" if any(one["rule"] for one in found) else "" if found else "agree"


def _open_checks(log: GameLog) -> list[Json]:
    """The checks of a log that hidden facts made impossible, but for those that the lists answer."""
    rows = [row for row in log.report.get("warnings", ()) if row.get("verdict") == "unverifiable"]
    return [row for row in rows if row["code"] != LEFT_TO_LISTS or lists_say(log) != "agree"]


def shown_by(log: GameLog) -> str:
    """What a log proves beside its verdict, in words; "" for one that breaks a rule or cannot be read."""
    if OUTCOMES.get(log.verdict) != "legal":
        return ""
    return {
        "agree": _(
            "This log shows that its lines follow the rules, that they do not contradict each other, and that every "
            "card that became known is on the list its player submitted."
        ),
        "differ": _(
            "This log shows that its lines follow the rules and do not contradict each other. The cards that became "
            "known are not those of the registered lists."
        ),
    }.get(
        lists_say(log),
        _(
            "This log shows that its lines follow the rules and do not contradict each other. Not every card that "
            "became known could be held against a list."
        ),
    )


def verdict_words(verdict: str) -> str:
    """A verdict in one sentence; a gap of the engine is never called a player's fault."""
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
    return words.get(verdict, _("Not checked yet"))


def listed(log: GameLog) -> Context:
    """One line of a judge's list: the log, its outcome as a badge, the verdict, and the broken rule with its line."""
    finding = log.report.get("finding") or {}
    outcome, sentence = _reading(log) if log.verdict in OUTCOMES else ("info", headline(log))
    broken = outcome == "violation" and finding.get("rule")
    return {
        "log": log,
        "outcome": outcome,
        "headline": sentence,
        "rule": finding.get("rule") if broken else None,
        "line": finding.get("line"),
        "decks": lists_say(log) == "differ",
    }


def deck_findings(log: GameLog) -> list[Json]:
    """What the comparison with the registered lists found; only what judges see may ask."""
    comparison: DeckComparison | None = getattr(log, "comparison", None)
    return list(comparison.findings) if comparison is not None else []


class BindingRow(TypedDict):
    """A finding about what a log must agree with; ``confirm``: a judge may confirm the line."""

    line: int
    text: str
    confirm: bool


def binding_rows(log: GameLog, names: Mapping[str, str]) -> list[BindingRow]:
    """Everything in which a log differs from the law and the people of its game, in words, with its line.

    ``names``: the players by their keys. ``confirm``: a correction that a judge of the event can confirm. Says nothing
    that is secret.
    """
    return [
        {
            "line": found["line"],
            "text": _named(_said_of(log, found["code"], found["params"]), names),
            "confirm": found["code"] in FOR_A_JUDGE,
        }
        for found in log.report.get("binding", ())
    ]


def _said_of(log: GameLog, code: str, params: Json) -> str:
    """A finding's code in the words of the log's game and the reader's language."""
    language = get_language() or "en"
    values = params if language == "en" else values_in(pool_of(log), params, language)
    return engine_of(log.match.tournament.game).text(code, values, language)


def _named(sentence: str, names: Mapping[str, str]) -> str:
    """A sentence with the players' names beside their keys: here people mend a file in which the keys stand."""
    return ENTRY_KEY.sub(
        lambda found: f"{names[found[0]]} ({found[0]})" if found[0] in names else found[0], sentence
    )


def evidence(log: GameLog) -> tuple[str, str]:
    """The class of evidence that a log is, and in words why: 2 both players sent it, 3 one did, 4 staff wrote it up."""
    if log.recorded:
        return log.evidence, recorded_evidence(log.evidence)
    if log.entry_id is None:
        return "4", _("written up by staff")
    same = GameLog.objects.filter(match_id=log.match_id, game_number=log.game_number, sha256=log.sha256)
    # What two of one team submit is the word of one side.
    own = next((side for side in sides_of(log.match) if log.entry_id in {one.pk for one in side}), ())
    if same.exclude(entry=None).exclude(entry__in=own).exists():
        return "2", _("players on both sides submitted the same log, afterwards")
    return "3", _("one side submitted it, afterwards; no other side has signed it")


def teller(log: GameLog) -> str:
    """Whose word a log is: a player's, by name, that of everybody who recorded the game, or a judge's."""
    if log.entry is not None:
        return log.entry.name
    return _("recorded at the table") if log.recorded and log.evidence != "4" else _("written up by staff")


def recorded_evidence(evidence: str) -> str:
    """The class of evidence of a game that was recorded here, in words."""
    return {
        "1": _("checked line by line while it was played; everybody signed"),
        "2": _("everybody signed; a part was checked afterwards"),
        "3": _("recorded here, but not signed by everybody"),
        "4": _("written up by a judge afterwards"),
    }.get(evidence, "")


def decks_context(log: GameLog) -> Context | None:
    """Context of the judge's section on decks: whether lists and log agree, and every difference in words."""
    if getattr(log, "comparison", None) is None:
        return None
    pool = pool_of(log)
    names = names_by_key(log.match.tournament)
    rows = []
    for found in deck_findings(log):
        card = pool.find(str(found["params"].get("card", "")))
        params = found["params"] | ({"card": card.name} if card is not None else {})
        if found["params"].get("player") in names:
            params["player"] = names[params["player"]]
        rows.append(
            {"line": found["line"], "text": _said_of(log, found["code"], params), "rule": found["rule"]}
        )
    return {"rows": rows, "differs": lists_say(log) == "differ", "agrees": not rows}


def disagrees(log: GameLog, opened: LogView) -> bool:
    """Whether the check was made by an older engine, and the one of today stops at another line."""
    if log.semantics == engine_of(log.match.tournament.game).semantics:
        return False
    stored = (log.report.get("finding") or {}).get("line")
    now = opened.cursor.finding.line if opened.cursor.finding is not None else None
    return bool(log.verdict in ("ok", "violation") and stored != now)


class VerdictShown(TypedDict):
    """A verdict as a page and a printed packet show it."""

    outcome: str
    headline: str
    text: str
    step: int | None
    line: str
    said: str
    rule: str | None
    rule_words: str
    alternatives: list[str]
    binding: list[BindingRow]
    evidence: tuple[str, str]
    voices: list[str]
    shows: str
    facts: list[tuple[str, str]]


def verdict_context(log: GameLog, opened: LogView | None) -> VerdictShown:
    """VerdictShown of ``gamelogs/_verdict.html`` for a checked log."""
    report = log.report
    finding = report.get("finding") or {}
    names = names_by_key(log.match.tournament)
    sentence = finding.get("text_nl" if get_language() == "nl" else "text", "")
    sentence = ENTRY_KEY.sub(lambda found: names.get(found[0], found[0]), sentence)
    if opened is not None and "code" in finding:  # a check of an older engine may have kept words alone
        sentence = opened.why(finding["code"], finding.get("params", {}), finding.get("seat"))
    return {
        "outcome": _reading(log)[0],
        "headline": headline(log),
        "text": sentence,
        "step": finding.get("line"),
        "line": _line(log, finding.get("line")),
        "said": _said(opened, finding.get("line")),
        "rule": finding.get("rule"),
        "rule_words": rule_words(finding["rule"], log.match.tournament.game) if finding.get("rule") else "",
        "alternatives": _alternatives(finding, opened),
        "binding": binding_rows(log, names),
        "evidence": evidence(log),
        "voices": voice_words(log.voices),
        "shows": shown_by(log),
        "facts": _facts(log, report, opened),
    }


def _said(opened: LogView | None, line: int | None) -> str:
    """What the line at fault says, in words; "" when it is no step that can be shown."""
    if opened is None or not line or line > opened.total or opened.cursor.steps[line - 1].kind != "act":
        return ""
    return opened.sentence(line)


def _alternatives(finding: Json, opened: LogView | None) -> list[str]:
    """What would have been legal instead, as sentences; equal ones once."""
    if opened is None or not finding.get("legal"):
        return []
    names = opened.card_names(opened.view(max(opened.total - 1, 0)))
    return list(dict.fromkeys(opened.action(action, names) for action in finding["legal"]))[:20]


def _facts(log: GameLog, report: Json, opened: LogView | None) -> list[tuple[str, str]]:
    facts = [(_("Actions checked"), str(report.get("steps", 0)))]
    result = report.get("result") or {}
    seats = opened.seat_names() if opened is not None else {}
    if result.get("winners"):
        facts.append(
            (_("Winner by the rules"), ", ".join(seats.get(seat, str(seat)) for seat in result["winners"]))
        )
    if result.get("rule"):
        facts.append((_("Won by"), rule_words(result["rule"], log.match.tournament.game)))
    facts += [(_("Not checked"), _unchecked_words(log, row)) for row in _open_checks(log)]
    for row in report.get("warnings", ()):
        if row.get("verdict") == "note":
            said = opened.why if opened is not None else partial(_said_of, log)
            facts.append((_("Note"), said(row["code"], row["params"])))
    if log.checked_at:
        facts.append((_("Checked at"), f"{timezone.localtime(log.checked_at):%H:%M:%S}"))
    if opened is not None and disagrees(log, opened):
        facts.append(
            (_("Note"), _("The rules engine has changed since this check: the board shows what it says now."))
        )
    facts.append((_("Engine"), _("engine version %(number)s") % {"number": log.semantics}))
    return facts


def _unchecked_words(log: GameLog, row: Json) -> str:
    """A check that a hidden fact made impossible: the sentence, its rule, and how often it came up."""
    sentence = _said_of(log, row["code"], row["params"]).removesuffix(".")
    times = _("%(count)s times") % {"count": row["count"]} if row["count"] > 1 else ""
    called = rule_cited(row["rule"], log.match.tournament.game)
    return ", ".join(part for part in (f"{sentence} ({called})", times) if part)


def _line(log: GameLog, number: int | None) -> str:
    lines = bytes(log.original).decode("utf-8", "replace").split("\n")
    return lines[number - 1][:300] if number and number <= len(lines) else ""


def replay_context(opened: LogView, step: int | None, base_url: str, steps_url: str) -> Context:
    """Context of ``gamelogs/_theatre.html``: the position after ``step`` steps (default: the finding, else the end)."""
    shown = min(max(opened.first_shown() if step is None else step, 0), opened.total)
    turns = opened.turns()
    return {
        "step": shown,
        "total": opened.total,
        "base_url": base_url,
        "steps_url": steps_url,
        "picture": opened.picture(shown, "replay"),
        "styles": opened.styles,
        "seats_template": opened.seats_template,
        "text": opened.sentence(shown),
        "ok": opened.ok(shown),
        "turns": turns,
        "told": told_at(turns, shown),
        "turn": max((turn.first for turn in turns if turn.first <= shown), default=0),
        "jumps": _jumps(turns, shown),
        "timeline": timeline_svg(turns, opened.total, shown),
        "state": opened.state(shown),
    }


def told_at(turns: list[Turn], step: int) -> set[int]:
    """The turns that come with a page that shows this step, by their first steps: its own and those nearest to it."""
    here = max((place for place, turn in enumerate(turns) if turn.first <= step), default=0)
    told: set[int] = set()
    count = 0
    for place in sorted(range(len(turns)), key=lambda place: abs(place - here)):
        count += len(turns[place].lines)
        if told and count > MOST_TOLD:
            break
        told.add(turns[place].first)
    return told


def _jumps(turns: list[Turn], step: int) -> list[Context]:
    """Where one can jump to from a step: for each kind of mark its steps, and the next one (else the first)."""
    words = {
        ATTACK: (_("Attack"), _("Next attack")),
        DRAW: (_("Draw"), _("Next draw")),
        FINDING: (_("Finding"), _("Next finding")),
    }
    found = []
    for mark in MARKS:
        steps = [line.number for turn in turns for line in turn.lines if mark in line.marks]
        if steps:
            after = next((number for number in steps if number > step), steps[0])
            found.append(
                {"mark": mark, "label": words[mark][0], "said": words[mark][1], "steps": steps, "next": after}
            )
    return found
