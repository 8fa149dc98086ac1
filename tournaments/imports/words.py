"""Every problem of a file in the reader's language: one table of sentences, and places in words people count in.

The readers (``tournaments.standings``, ``.trf_results``) know no language. They say an English
:class:`~tournaments.standings.model.Sentence`: a pattern and what is filled in. Its pattern is the key here. A test
goes through the code of the readers, so no pattern is without words.
"""

import json
import re
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.display.words import localized
from tournaments.standings.metrics import METRICS
from tournaments.standings.model import StandingsError

NAME_LENGTH = 60
_ROUND = re.compile(r"^rounds\[(\d+)\](?:\.matches)?(?:\[(\d+)\])?")
_PLAYER = re.compile(r"^(players|standings)\[(\d+)\]")
_LINE = re.compile(r"^line (\d+)(?:, (?:column (\d+)|(.+)))?$")
_NUMBERS = ("ours", "theirs", "mine", "other", "told", "counted")
_PEOPLE = ("player", "above", "below")

WORDS = (
    # The file as a whole
    gettext_noop("longer than %(most)s MB"),
    gettext_noop("not UTF-8 text (byte %(byte)s)"),
    gettext_noop("not UTF-8 but perhaps UTF-16: save it as UTF-8"),
    gettext_noop("nested too deeply"),
    gettext_noop("not JSON: a number is too long"),
    gettext_noop(
        "this is not JSON: just before this place a comma, a quotation mark or a bracket is missing or too many"
    ),
    gettext_noop("this line is not a row of a table: a quotation mark is missing or too many"),
    gettext_noop("the outermost value must be an object"),
    gettext_noop("the first line must name the columns: %(known)s"),
    gettext_noop("more than %(most)s rounds"),
    gettext_noop("the list of players is missing"),
    # Fields and columns
    gettext_noop("is missing"),
    gettext_noop("must be %(wanted)s"),
    gettext_noop("must be a list"),
    gettext_noop("must be a number"),
    gettext_noop("must be a number of ordinary size"),
    gettext_noop("must be text"),
    gettext_noop("must be a whole number from %(low)s to %(high)s"),
    gettext_noop("must be among %(known)s"),
    gettext_noop("must be an object"),
    gettext_noop("must be an object of id and round"),
    gettext_noop("must be an object of pod and list of ids"),
    gettext_noop("must be one of %(known)s"),
    gettext_noop("must be true or false"),
    gettext_noop("%(number)s is not a number"),
    gettext_noop("has at most %(most)s characters"),
    gettext_noop("must hold no line breaks or other control characters"),
    gettext_noop("must be a date like 2026-11-27"),
    gettext_noop("this field appears twice"),
    gettext_noop("there is no such field here; known fields: %(known)s"),
    gettext_noop("the column %(column)s appears twice"),
    gettext_noop("the column %(column)s is missing"),
    gettext_noop("there is no column %(column)s; known columns: %(known)s"),
    gettext_noop("%(cells)s cells under %(columns)s columns"),
    # Players
    gettext_noop("a player is an id or an object with an id"),
    gettext_noop("a name has at most %(most)s characters"),
    gettext_noop("a name has 1 to %(most)s characters"),
    gettext_noop("nobody has the id %(player)s"),
    gettext_noop("no entrant has the id %(player)s"),
    gettext_noop("an entrant is in the list twice"),
    gettext_noop("%(player)s is in the list twice"),
    gettext_noop("%(player)s appears twice"),
    gettext_noop("%(player)s already has a %(kind)s line"),
    gettext_noop("a %(kind)s names one player"),
    # Rounds and matches
    gettext_noop("rounds are in order, so this must be %(number)s"),
    gettext_noop("rounds count from 1"),
    gettext_noop("a match is an object or a compact list"),
    gettext_noop("a compact match has 3 or 5 items"),
    gettext_noop("one to six players"),
    gettext_noop("unknown kind %(kind)s; known kinds: %(known)s"),
    gettext_noop("a row of kind %(kind)s has exactly one player"),
    gettext_noop("a row of kind %(kind)s needs two or more players"),
    gettext_noop("a %(kind)s without a winner needs results"),
    gettext_noop("%(player)s already has a row in this round (%(before)s)"),
    gettext_noop("%(player)s dropped after round %(round)s"),
    gettext_noop("%(player)s joined in round %(round)s"),
    gettext_noop("%(player)s is not in this pod"),
    gettext_noop("a player has two rows in one round"),
    gettext_noop("%(names)s cannot play themselves"),
    # Results
    gettext_noop("wins1 and wins2 belong together"),
    gettext_noop("games are three numbers: won by the first, won by the second, drawn"),
    gettext_noop("games are three numbers of at least 0"),
    gettext_noop("a pod has no game score; give winner or results"),
    gettext_noop("one letter per player: w, d or l"),
    gettext_noop("at most %(most)s players"),
    gettext_noop("must be one of the players"),
    gettext_noop("one number for every player"),
    gettext_noop("yes, or nothing"),
    gettext_noop("one of w, d, l for each player"),
    gettext_noop("results need one of w, d, l for each player"),
    gettext_noop("only one player can win, and nobody can draw beside a winner"),
    gettext_noop("neither games nor results say how this match ended"),
    gettext_noop("one of the players or null, and not together with results"),
    gettext_noop("outcome 5 is a bye, and only a bye has no second player"),
    gettext_noop("an outcome is 1 or 2 (the winner), 3 (tie) or 5 (bye)"),
    # How standings are counted
    gettext_noop("there is no preset %(preset)s; known presets: %(known)s"),
    gettext_noop("there is no metric %(metric)s; known metrics: %(known)s"),
    gettext_noop("an object, and not together with preset"),
    gettext_noop("there is no such policy field; known fields: %(known)s"),
    gettext_noop("this policy field is required"),
    gettext_noop("%(value)s does not fit %(kind)s (fractions are strings)"),
    gettext_noop("at least one metric is needed"),
    gettext_noop("a metric appears twice"),
    gettext_noop("a win must be worth something"),
    gettext_noop("at least one game wins a match"),
    gettext_noop("cannot be negative"),
    gettext_noop("a share is between 0 and 1"),
    # Standings in the file
    gettext_noop("a published row is an object"),
    gettext_noop("%(player)s: %(figure)s is %(ours)s, but the file says %(theirs)s"),
    gettext_noop(
        "%(above)s is above %(below)s in the file, but %(metric)s says otherwise (%(mine)s and %(other)s)"
    ),
    # FIDE reports
    gettext_noop("round %(round)s: player %(player)s does not say the same"),
    gettext_noop("round %(round)s: %(one)s against %(two)s is not possible"),
    gettext_noop("the points say %(told)s, the rounds say %(counted)s"),
    gettext_noop("and %(count)s more"),
    gettext_noop("two players have the same number"),
    gettext_noop("player %(player)s met %(other)s, who is not in the file"),
    gettext_noop("%(text)s is not a result"),
    gettext_noop("%(text)s is not a number of points"),
    gettext_noop("%(text)s is not a whole number"),
    gettext_noop("a number is missing"),
    gettext_noop("this line cannot be read"),
    # What a tournament cannot keep
    gettext_noop("tables of two and larger tables cannot be mixed in one tournament"),
    gettext_noop("this policy treats a no-show differently from a forfeit, which cannot be stored yet"),
    gettext_noop("under this policy a bye counts as %(games)s games won, not more or fewer"),
    gettext_noop("the games won contradict the result"),
    gettext_noop("both players lose only in a row of kind double_loss"),
    gettext_noop("the policy counts games, but there is no game score"),
)
"""What the readers say, each a message to translate; nothing in it is a library's."""


def worded(message: str, names: dict[str, str] | None = None) -> str:
    """A reader's sentence in the reader's language; ``names`` by id for players that are ids.

    A sentence without words of its own stays English: better than none.
    """
    pattern = getattr(message, "pattern", message)
    if pattern not in WORDS:
        return str(message)
    params = getattr(message, "params", {})
    return _(pattern) % {key: _value(key, value, names or {}) for key, value in params.items()}


def problem_words(error: StandingsError, data: bytes = b"") -> str:
    """A reader's error with its place: "line 3: …"; ``data`` is the file, to say who plays there."""
    where, what = place(error.where, data), worded(error.message)
    return f"{where}: {what}" if where else what


def _value(key: str, value: object, names: dict[str, str]) -> object:
    """What is filled in, as people read it: places, decimals, names and metrics."""
    text = str(value)
    if key == "before":
        return place(text) if _LINE.match(text) else text
    if key == "metric" and text in METRICS:
        return _(METRICS[text].name)
    if key in _PEOPLE:
        return names.get(text, text)
    return localized(text) if key in _NUMBERS else value


def place(where: str, data: bytes = b"") -> str:
    """A place in a file in words people count in: ``rounds[2][5]`` is round 3, match 6, with its players."""
    for pattern, say in ((_ROUND, partial(_in_round, data=data)), (_PLAYER, _player), (_LINE, _line)):
        found = pattern.match(where)
        if found:
            return say(found)
    return _("the file") if where == "file" else where


def _in_round(found: re.Match[str], data: bytes) -> str:
    words = {"round": int(found[1]) + 1, "field": found.string}
    if found[2] is None:
        return _("round %(round)s (%(field)s)") % words
    words["match"] = int(found[2]) + 1
    who = _who(data, int(found[1]), int(found[2]))
    if who:
        return _("round %(round)s, match %(match)s, %(players)s (%(field)s)") % {**words, "players": who}
    return _("round %(round)s, match %(match)s (%(field)s)") % words


def _player(found: re.Match[str]) -> str:
    return _("player %(number)s (%(field)s)") % {"number": int(found[2]) + 1, "field": found.string}


def _line(found: re.Match[str]) -> str:
    words = {"line": found[1], "column": found[2], "field": found[3]}
    if found[2]:
        return _("line %(line)s, column %(column)s") % words
    return _("line %(line)s, %(field)s") % words if found[3] else _("line %(line)s") % words


def _who(data: bytes, round_: int, match: int) -> str:
    """Who plays in a match of a JSON file that could not be read as an event; empty when that cannot be told."""
    try:
        rows = json.loads(data)["rounds"][round_]
        row = (rows["matches"] if isinstance(rows, dict) else rows)[match]
        players = row["players"] if isinstance(row, dict) else row[:2]
        return " – ".join(player[:NAME_LENGTH] for player in players if player)
    except (ValueError, TypeError, LookupError, RecursionError):
        return ""
