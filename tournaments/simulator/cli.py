"""``python -m tournaments.pairing simulate FILE``: what settings will do, as text or JSON."""

from __future__ import annotations

from tournaments.simulator.answers import ENOUGH, Answers, Between, answer
from tournaments.simulator.settings import DAY, Settings
from tournaments.simulator.totals import totals_of

BAR = 30


def simulate(settings: Settings) -> Answers:
    """Play all events of the settings."""
    return answer(settings, totals_of(settings, range(settings.events)))


def percent(share: Between) -> str:
    """A share with its interval."""
    return f"{100 * share.value:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"


def average(mean: Between) -> str:
    """An average with its interval."""
    return f"{mean.value:.2f} ({mean.low:.2f} to {mean.high:.2f})"


def clock(minutes: int) -> str:
    """A time of day; the next day is marked."""
    day, rest = divmod(minutes, DAY)
    return f"{rest // 60:02d}:{rest % 60:02d}" + (f" (+{day} d)" if day else "")


def bar(share: float) -> str:
    """A share as a row of signs."""
    return "#" * round(share * BAR)


def as_text(settings: Settings, answers: Answers) -> str:
    """The answers for a reader, in English."""
    parts = [_head(settings, answers), _decision(settings, answers), _records(answers)]
    parts += [_rounds(answers), _seeds(answers), _day(settings, answers)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _head(settings: Settings, answers: Answers) -> str:
    lines = [
        f"{answers.events} events of {settings.players} players in {settings.rounds} rounds, seed {settings.seed!r}.",
        "In brackets: 95 % intervals.",
        "",
        f"Unbeaten after the rounds, on average   {average(answers.unbeaten)}",
        f"More than one unbeaten                  {percent(answers.several_unbeaten)} of the events",
    ]
    if answers.unbeaten_missed and answers.perfect_missed and answers.cut:
        lines += [
            f"Players in the cut                      {average(answers.cut)}",
            f"Somebody unbeaten misses the cut        {percent(answers.unbeaten_missed)} of the events",
            f"Somebody with only wins misses it       {percent(answers.perfect_missed)} of the events",
        ]
    lines += [
        f"Byes                                    {average(answers.byes)}",
        f"A second bye for somebody               {percent(answers.second_byes)} of the events",
        f"Matches of different points             {average(answers.floats)}, at most {answers.largest_gap} apart",
        f"Rematches                               {average(answers.rematches)}",
        f"Any rematch                             {percent(answers.any_rematch)} of the events",
        f"Clan mates who meet                     {average(answers.clan_pairs)}",
        f"Stopped before the end                  {average(answers.dropped)}",
    ]
    return "\n".join(lines)


def _decision(settings: Settings, answers: Answers) -> str:
    def said(number: int | None) -> str:
        return f"{number} rounds" if number else f"not within {settings.horizon} rounds"

    lines = [
        f"Fewest rounds after which, in {100 * ENOUGH:.0f} % of the events,",
        f"  at most one player is unbeaten: {said(answers.rounds_one_unbeaten)}",
    ]
    if settings.cut.size:
        lines.append(f"  nobody with one loss or less misses the cut: {said(answers.rounds_none_left_out)}")
    return "\n".join(lines)


def _records(answers: Answers) -> str:
    if answers.cut is None:
        return ""
    lines = ["Record   players  makes the cut"]
    for line in answers.records:
        if line.made.value or line.players >= 0.5:
            record = "-".join(map(str, line.record))
            lines.append(
                f"{record:<8} {line.players:7.2f}  {bar(line.made.value):<{BAR}} {percent(line.made)}"
            )
        if not line.made.high:
            break
    return "\n".join(lines)


def _rounds(answers: Answers) -> str:
    lines = ["Rounds  at most one unbeaten      nobody with one loss left out  floats  rematches"]
    for line in answers.rounds:
        left_out = percent(line.none_left_out) if line.none_left_out else "-"
        own = "" if line.floats is None else f"{line.floats:6.2f}  {line.rematches:9.2f}"
        mark = " " if line.announced else "+"
        lines.append(
            f"{line.rounds:5d}{mark}  {percent(line.one_unbeaten):<26}  {left_out:<29}  {own}".rstrip()
        )
    if not all(line.announced for line in answers.rounds):
        lines.append(f"+ beyond the announced rounds, from {answers.rounds[-1].events} of the events")
    return "\n".join(lines)


def _seeds(answers: Answers) -> str:
    if not answers.seeds:
        return ""
    lines = ["Place after the rounds, and how often it wins the knock-out"]
    lines += [
        f"{seed:5d}  {bar(one.value):<{BAR}} {percent(one)}" for seed, one in enumerate(answers.seeds, 1)
    ]
    return "\n".join(lines)


def _day(settings: Settings, answers: Answers) -> str:
    early, middle, late = (clock(settings.clock.start + minutes) for minutes in answers.length)
    lines = [
        f"The day starts at {clock(settings.clock.start)}; half of the events are over by {middle},",
        f"one in twenty by {early}, nineteen in twenty by {late}.",
    ]
    for at, count in answers.closing:
        lines.append(f"from {clock(at):<11} {bar(count / answers.events):<{BAR}} {count}")
    return "\n".join(lines)
