"""The table of infractions: what each is called, what follows at which level of play, and how it is mended.

Basis: the organized-play policy of this site (the rule book names no penalties; where a rule is broken its number
stands in the text). A repeat within one tournament moves up one step. Pure data and arithmetic: a person decides.
"""

from dataclasses import dataclass

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.events.setting_words import CHAMPIONSHIP, COMMUNITY


class Level(models.TextChoices):
    """What a penalty is, from light to heavy; a caution is only a note."""

    NONE = "none", _("no penalty")
    CAUTION = "caution", _("caution")
    WARNING = "warning", _("warning")
    GAME_LOSS = "game_loss", _("game loss")
    MATCH_LOSS = "match_loss", _("match loss")
    DISQUALIFICATION = "disqualification", _("disqualification")


ORDER = tuple(Level)
LOSSES = (Level.GAME_LOSS, Level.MATCH_LOSS)
PLAIN_WORDS = {
    Level.NONE: _("Nothing happens. Only the judges remember it."),
    Level.CAUTION: _("A friendly reminder. Nothing else happens."),
    Level.WARNING: _("A warning. If the same thing happens again, the next step is heavier."),
    Level.GAME_LOSS: _("You lose one game."),
    Level.MATCH_LOSS: _("You lose the whole match."),
    Level.DISQUALIFICATION: _("You cannot play on in this tournament."),
}
"""What a level means for the player, in words for everybody from twelve years on."""


@dataclass(frozen=True)
class Infraction:
    """One row of the table.

    ``ladders``: for each level of play the steps of the first, second, … time; after the last step every further time
    moves up one. ``worse`` and ``worse_when``: the step where the heavier case holds, and what makes it that, for the
    levels of play that know one. ``remedy``: how the judge mends the game. ``plain``: for the player.
    """

    code: str
    name: object
    plain: object
    remedy: object
    ladders: dict[str, tuple[Level, ...]]
    worse: dict[str, Level]
    worse_when: object = ""


def _row(
    code: str,
    name: object,
    plain: object,
    remedy: object,
    community: Level | tuple[Level, ...],
    championship: Level | tuple[Level, ...],
    *,
    worse: dict[str, Level] | None = None,
    worse_when: object = "",
) -> Infraction:
    def ladder(steps: Level | tuple[Level, ...]) -> tuple[Level, ...]:
        return (steps,) if isinstance(steps, Level) else steps

    ladders = {COMMUNITY: ladder(community), CHAMPIONSHIP: ladder(championship)}
    return Infraction(code, name, plain, remedy, ladders, worse or {}, worse_when)


NONE, CAUTION, WARNING = Level.NONE, Level.CAUTION, Level.WARNING
GAME, MATCH, OUT = Level.GAME_LOSS, Level.MATCH_LOSS, Level.DISQUALIFICATION

TABLE = {
    row.code: row
    for row in (
        _row(
            "G1",
            _("Game rule violation"),
            _("A rule of the game was not followed."),
            _("Fix it or undo the last action; only the head judge goes further back."),
            CAUTION,
            WARNING,
        ),
        _row(
            "G2",
            _("Failure to notice"),
            _("You did not notice that a rule was not followed."),
            _("Nothing to fix."),
            NONE,
            CAUTION,
        ),
        _row(
            "G3",
            _("Extra card seen or drawn"),
            _("You saw or drew one card too many."),
            _("Shuffle the unknown part of the deck; an extra card that was drawn goes back at random."),
            CAUTION,
            WARNING,
        ),
        _row(
            "G4",
            _("Mistake in Murphy's Law (105.4)"),
            _("The new hand at the start was not drawn as the rules say."),
            _("Do it again as rule 105.4 says."),
            CAUTION,
            WARNING,
        ),
        _row(
            "G5",
            _("Several actions announced at once (107.2b)"),
            _("You announced several actions at once."),
            _("Opponents may respond to each action on its own."),
            CAUTION,
            CAUTION,
        ),
        _row(
            "T1",
            _("Tardiness"),
            _("You were not at your table in time."),
            _(
                "Community tournament: three minutes' grace; championship: none. The opponent gets the lost time "
                "back. After ten minutes it is the heavier case."
            ),
            GAME,
            GAME,
            worse={COMMUNITY: MATCH, CHAMPIONSHIP: MATCH},
            worse_when=_("The player was ten minutes late or more."),
        ),
        _row(
            "T2",
            _("Slow play"),
            _("You played too slowly."),
            _("Each player gets one more turn at the end of the time."),
            (CAUTION, WARNING, GAME),
            (WARNING, WARNING, GAME),
        ),
        _row(
            "T3",
            _("Deck list illegal"),
            _("Your deck list broke a rule."),
            _(
                "Make it the nearest legal list: first remove what is too much, add no new names. One list costs "
                "at most one game loss."
            ),
            WARNING,
            GAME,
        ),
        _row(
            "T4",
            _("Deck differs from the list"),
            _("Your deck was not the same as your list."),
            _("Make the deck match the list."),
            WARNING,
            WARNING,
            worse={CHAMPIONSHIP: GAME},
            worse_when=_("The player gained an advantage."),
        ),
        _row(
            "T5",
            _("Mistake in limited play, or trading cards (102.1b)"),
            _("Your deck had cards that you did not open, or cards were not recorded correctly."),
            _("Every card goes back to the pool it came from."),
            WARNING,
            WARNING,
            worse={CHAMPIONSHIP: MATCH},
            worse_when=_("Cards moved from one player to another."),
        ),
        _row(
            "T6",
            _("Marked cards"),
            _("Some of your cards could be recognised from behind."),
            _("Put the cards into new sleeves."),
            CAUTION,
            WARNING,
            worse={CHAMPIONSHIP: GAME},
            worse_when=_("The marks have a pattern."),
        ),
        _row(
            "T7",
            _("Conceding before fifteen rounds (106.3)"),
            _("You conceded before the rules allow it."),
            _("Play on. Whoever refuses loses by forfeit."),
            CAUTION,
            WARNING,
            worse={CHAMPIONSHIP: MATCH},
            worse_when=_("The player refuses to play on."),
        ),
        _row(
            "T8",
            _("Wrong result or result not reported"),
            _("The result was not reported, or not as it was."),
            _("Correct the result."),
            CAUTION,
            WARNING,
        ),
        _row(
            "T9",
            _("Wrong answer or secret language"),
            _("You gave a wrong answer about open information, or talked in a secret way."),
            _("Correct it; undo a decision that was based on it."),
            CAUTION,
            WARNING,
        ),
        _row(
            "T10",
            _("Help from outside"),
            _("Somebody who does not play in your match helped you, or you helped somebody."),
            _("End the help."),
            WARNING,
            MATCH,
        ),
        _row(
            "U1",
            _("Unsporting conduct, minor"),
            _("You were not friendly or fair."),
            _("An apology."),
            CAUTION,
            WARNING,
        ),
        _row(
            "U2",
            _("Unsporting conduct, major"),
            _("You were very unfair to somebody."),
            _("Take the player aside. Under 16: explain, and bring a parent or guardian."),
            MATCH,
            MATCH,
        ),
        _row(
            "U3",
            _("Cheating, aggression, theft, bribery, results made by agreement or by chance"),
            _("You did something that is never allowed at a tournament."),
            _("Report it. Two people decide. Under 16: explain, and bring a parent or guardian."),
            OUT,
            OUT,
        ),
    )
}


def infraction_of(code: str) -> Infraction:
    """The row of that code; one that only a newer release knows is shown by its code alone."""
    return TABLE.get(code) or Infraction(code, code, "", "", {}, {})


def step_up(level: Level, steps: int) -> Level:
    """The level so many steps heavier; nothing is heavier than a disqualification."""
    return ORDER[min(ORDER.index(level) + steps, len(ORDER) - 1)]


def usual_level(code: str, play: str, earlier: int = 0, *, worse: bool = False) -> Level:
    """The level the table names: ``code`` at the level of play ``play``, after ``earlier`` ones of the same code.

    ``worse`` asks for the heavier case; where the table knows none at this level of play, it changes nothing.
    Raises ``KeyError`` for a code that is not in the table.
    """
    row = TABLE[code]
    if worse and play in row.worse:
        return step_up(row.worse[play], earlier)
    ladder = row.ladders[play]
    return step_up(ladder[-1], earlier - len(ladder) + 1) if earlier >= len(ladder) else ladder[earlier]
