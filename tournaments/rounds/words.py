"""What the pairing room says in codes, as sentences in the reader's language with names for ids."""

from collections.abc import Mapping
from fractions import Fraction

from django.utils import timezone
from django.utils.formats import localize
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.entries.keys import entry_key
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.pairing import TEMPLATES

from .field import preset_of
from .formats import format_of
from .models import Match, Round, Seat
from .questions import logged_games
from .units import unit_of


def points_text(points: str) -> str:
    """A number of points, written as the reader writes numbers, with its word: 1 point, 0.5 points."""
    return ngettext("%(points)s point", "%(points)s points", 1 if points == "1" else 2) % {"points": points}


def names_by_key(tournament: Tournament) -> dict[str, str]:
    """Display names by the key that pairing and standings use."""
    rows = Entry.objects.filter(tournament=tournament).values_list("number", "name")
    return {entry_key(number): name for number, name in rows}


def log_words(match: Match, names: Mapping[str, str]) -> list[str]:
    """What the checked logs of a match say, a sentence for each game; for those who may read logs."""
    lines = []
    for game in logged_games(match):
        said = {"game": game.game, "name": ", ".join(names[key] for key in game.winners)}
        said["time"] = f"{timezone.localtime(game.at):%H:%M}"
        if not game.winners:
            text = _("Game %(game)s: the log ends in a draw (%(time)s).")
        elif game.recorded:
            text = _("Game %(game)s: the log agrees with %(name)s, last action %(time)s.")
        else:
            text = _("Game %(game)s: the log agrees with %(name)s, submitted %(time)s.")
        lines.append(text % said)
    return lines


def line_names(tournament: Tournament) -> dict[str, str]:
    """The names of those who are paired and ranked, by key: the players, the crews, the teams."""
    return unit_of(tournament).names(tournament)


def pairing_text(kind: str, code: str, params: Mapping[str, object], names: Mapping[str, str]) -> str:
    """One sentence; ``kind`` is relaxed, problem, reason or pod."""
    return _(TEMPLATES[f"{kind}.{code}"]) % {
        key: names.get(str(value), value) for key, value in params.items()
    }


def relaxations(round_: Round) -> list[str]:
    """Which rules gave way in a round."""
    items = round_.certificate.get("relaxed", [])
    names = line_names(round_.tournament) if items else {}
    kind = format_of(round_.stage).pairing_texts
    return [pairing_text(kind, item["code"], item["params"], names) for item in items]


def bye_words(tournament: Tournament, round_: Round, entry: Entry) -> list[str]:
    """What a bye of this player in this round is worth, by the rules of the tournament; empty where there is none."""
    of_line = unit_of(tournament).entry_of(entry)
    if not Seat.objects.filter(round=round_, entry=of_line, match__kind=Match.Kind.BYE).exists():
        return []
    preset, (won, lost) = preset_of(tournament), tournament.policy.bye_games
    own, others = preset.bye_in_match_win, preset.bye_opponents
    worth = {"points": points_text(localize(_number(preset.bye))), "won": won, "lost": lost}
    return [
        _("A bye counts as a win: %(points)s, and %(won)s–%(lost)s in games.") % worth,
        _("In tie-breaks the round counts among your own results.")
        if own
        else _("In tie-breaks the round does not count among your own results."),
        _("In place of an opponent, %(count)s stand-ins count.") % {"count": others}
        if others
        else _("You meet nobody, so no opponent of this round counts in your tie-breaks."),
    ]


def _number(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)
