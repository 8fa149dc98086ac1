"""The answer in sentences and pictures, in the reader's language."""

from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.simulator import Answers, Between, RecordLine, Settings
from tournaments.simulator.settings import DAY

from .pictures import Bar as PictureBar
from .pictures import Picture, bar_of, columns, rows

RARE = 0.05  # records that fewer players than this have in an event are left out of the picture
MOST_ROWS = 16
MOST_COLUMNS = 16


@dataclass(frozen=True)
class Line:
    """One finding: ``good`` says whether an organizer may be content, None when it is neither."""

    text: str
    good: bool | None = None


def percent(share: float) -> str:
    """A share in the reader's numbers; what was seen now and then is never rounded away."""
    digits = 1 if 0 < share < 0.1 or 0.9 < share < 1 else 0
    return f"{number_format(100 * share, digits)} %"


def between(share: Between) -> str:
    """A share with its interval."""
    return _("%(value)s (%(low)s to %(high)s)") % {
        "value": percent(share.value),
        "low": percent(share.low),
        "high": percent(share.high),
    }


def average(mean: Between) -> str:
    """An average, with one decimal where it is small."""
    return number_format(mean.value, 1 if mean.value < 20 else 0)


def clock(minutes: int) -> str:
    """A time of the day, or of the day after."""
    day, rest = divmod(minutes, DAY)
    text = f"{rest // 60:02d}:{rest % 60:02d}"
    return _("%(time)s the next day") % {"time": text} if day else text


def record(line: RecordLine) -> str:
    """A record as players say it: wins, losses, and draws if there were any."""
    wins, losses, draws = line.record
    return f"{wins}–{losses}–{draws}" if draws else f"{wins}–{losses}"


def lines(settings: Settings, answers: Answers) -> list[Line]:
    """What an organizer wants to know first."""
    return [
        *_cut_lines(settings, answers),
        *_round_lines(settings, answers),
        *_pair_lines(answers),
        _day_line(settings, answers),
    ]


def _cut_lines(settings: Settings, answers: Answers) -> list[Line]:
    missed = answers.unbeaten_missed
    if missed is None:
        text = _(
            "At the end %(average)s players are unbeaten on average; in %(share)s of the tournaments more than one."
        )
        several = {"average": average(answers.unbeaten), "share": between(answers.several_unbeaten)}
        return [Line(text % several, answers.several_unbeaten.value < 0.05)]
    if missed.value == 0:
        text = _("No unbeaten player missed the cut in any tournament; the true share is below %(high)s.")
        found = [Line(text % {"high": percent(missed.high)}, True)]
    else:
        text = _("In %(share)s of the tournaments an unbeaten player misses the cut.")
        found = [Line(text % {"share": between(missed)}, missed.value < 0.05)]
    edge = [line for line in answers.records if 0 < line.made.value < 1 and line.players >= 0.2]
    if edge:
        words = _("%(record)s makes it %(share)s of the time")
        told = [words % {"record": record(line), "share": percent(line.made.value)} for line in edge[:3]]
        found.append(Line(_("On the edge: %(records)s.") % {"records": "; ".join(told)}))
    return found


def _round_lines(settings: Settings, answers: Answers) -> list[Line]:
    found = []
    if settings.cut.size:
        text = _(
            "In 95 of 100 tournaments nobody with one loss or less is left out after %(needed)s; you play %(planned)s."
        )
        never = _(
            "With up to %(most)s rounds, somebody with one loss or less is left out in more than 5 of 100 tournaments."
        )
        found.append(_needed(settings, answers.rounds_none_left_out, text, never))
    text = _(
        "In 95 of 100 tournaments at most one player is unbeaten after %(needed)s; you play %(planned)s."
    )
    never = _(
        "With up to %(most)s rounds, two or more players are unbeaten in more than 5 of 100 tournaments."
    )
    found.append(_needed(settings, answers.rounds_one_unbeaten, text, never))
    return found


def _needed(settings: Settings, needed: int | None, text: str, never: str) -> Line:
    if needed is None:
        return Line(never % {"most": settings.horizon}, False)
    said = ngettext("%(count)s round", "%(count)s rounds", needed) % {"count": needed}
    return Line(text % {"needed": said, "planned": settings.rounds}, settings.rounds >= needed)


def _pair_lines(answers: Answers) -> list[Line]:
    found = [
        Line(
            _(
                "On average, a tournament has %(byes)s byes and %(floats)s matches between players with different "
                "points."
            )
            % {"byes": average(answers.byes), "floats": average(answers.floats)}
        )
    ]
    if answers.second_byes.value:
        text = _("In %(share)s of the tournaments somebody has a second bye.")
        found.append(Line(text % {"share": between(answers.second_byes)}, False))
    if answers.any_rematch.value:
        text = _("In %(share)s of the tournaments two players meet twice.")
        found.append(Line(text % {"share": between(answers.any_rematch)}, False))
    else:
        found.append(Line(_("Nobody met the same opponent twice."), True))
    if answers.clan_pairs.value:
        text = _("On average, clan mates meet %(average)s times in a tournament.")
        found.append(Line(text % {"average": average(answers.clan_pairs)}))
    return found


def _day_line(settings: Settings, answers: Answers) -> Line:
    start = settings.clock.start
    text = _("Half of the tournaments are over by %(middle)s, nineteen out of twenty by %(late)s.")
    return Line(text % {"middle": clock(start + answers.length[1]), "late": clock(start + answers.length[2])})


def pictures(settings: Settings, answers: Answers) -> list[Picture]:
    """The charts of an answer."""
    found = []
    if answers.cut is not None:
        found.append(_records(answers))
    found.append(_decided(settings, answers))
    if answers.seeds:
        found.append(_seeds(answers))
    found += [_closing(answers), _floats(answers)]
    return found


def _records(answers: Answers) -> Picture:
    common = [line for line in answers.records if line.players >= RARE]
    last = max((place for place, line in enumerate(common) if line.made.value), default=0)
    shown = common[: last + 3]  # and the two best records that do not make it
    bars = [
        bar_of(
            record(line), percent(line.made.value), between(line.made), line.made, strong=line.made.value == 1
        )
        for line in shown[:MOST_ROWS]
    ]
    return rows(
        "records",
        _("Which record makes the cut"),
        _(
            "The share of players with each record who make the cut; the thin line shows where the true value lies."
        ),
        (_("Record"), _("Makes the cut")),
        bars,
    )


def _decided(settings: Settings, answers: Answers) -> Picture:
    by_cut = bool(settings.cut.size)
    bars = []
    for line in answers.rounds:
        share = line.none_left_out if by_cut and line.none_left_out else line.one_unbeaten
        label = ngettext("%(count)s round", "%(count)s rounds", line.rounds) % {"count": line.rounds}
        strong = line.rounds == settings.rounds
        bars.append(bar_of(label, percent(share.value), between(share), share, strong=strong))
    about = (
        _(
            "The share of tournaments in which everybody with one loss or less is in the cut, by the number of rounds."
        )
        if by_cut
        else _("The share of tournaments in which at most one player is unbeaten, by the number of rounds.")
    )
    return rows(
        "rounds",
        _("How many rounds are enough"),
        about,
        (_("Rounds"), _("Share of the tournaments")),
        bars[-MOST_ROWS:],
    )


def _seeds(answers: Answers) -> Picture:
    bars = [
        bar_of(_("place %(place)s") % {"place": place}, percent(one.value), between(one), one)
        for place, one in enumerate(answers.seeds[:MOST_ROWS], 1)
    ]
    return rows(
        "seeds",
        _("Who wins the knock-out"),
        _("The share of tournaments that each place after the rounds wins."),
        (_("Place after the rounds"), _("Wins the knock-out")),
        bars,
    )


def _closing(answers: Answers) -> Picture:
    ends = answers.closing
    step = 30
    while len(ends) > MOST_COLUMNS:
        step *= 2
        sums: dict[int, int] = {}
        for at, count in ends:
            sums[at // step * step] = sums.get(at // step * step, 0) + count
        ends = tuple(sorted(sums.items()))
    bars = []
    for at, count in ends:
        share = count / answers.events
        label = f"{at % DAY // 60}:{at % 60:02d}"
        bars.append(PictureBar(label, "", percent(share), share))
    return columns(
        "closing",
        _("When the day ends"),
        _("How many tournaments end in the half hour, or longer, that begins at each time."),
        (_("From"), _("Share of the tournaments")),
        bars,
    )


def _floats(answers: Answers) -> Picture:
    played = [line for line in answers.rounds if line.floats is not None]
    most = max((line.floats or 0.0 for line in played), default=0.0) or 1.0
    bars = []
    for line in played:
        floats = line.floats or 0.0
        value = number_format(floats, 1)
        bars.append(PictureBar(str(line.rounds), value if len(played) <= 10 else "", value, floats / most))
    return columns(
        "floats",
        _("Matches between players with different points, by round"),
        _("How many matches of each round are between players with different points, on average."),
        (_("Round"), _("Matches")),
        bars,
    )
