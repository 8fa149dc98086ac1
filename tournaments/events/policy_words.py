"""A policy in plain words, as the page of a tournament and the forms say it."""

from dataclasses import dataclass

from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _
from msgspec.structs import asdict

from decks.cards.models import LegalityList
from decks.lists.against import NO_LIST

from .policy import (
    CLOSED,
    DEFAULTS,
    DOUBLE,
    FOLD,
    FROM_CUT,
    LIMITED,
    OPEN,
    PODS,
    RANDOM,
    ROUND_ROBIN,
    SINGLE,
    SLIDE,
    Policy,
)

METHODS = {
    RANDOM: gettext_lazy("drawn by lot"),
    FOLD: gettext_lazy("by place: the first meets the last, the second the last but one"),
    SLIDE: gettext_lazy("by place: the upper half meets the lower half, both from the top"),
}
"""Who meets whom among players with equal points, in the words of form and tournament page."""

LEGS = {1: gettext_lazy("everybody meets everybody once"), 2: gettext_lazy("everybody meets everybody twice")}
"""How often a round robin is played through."""

KNOCK_OUTS = {
    SINGLE: gettext_lazy("who loses is out"),
    DOUBLE: gettext_lazy("who loses twice is out"),
}
"""How a knock-out of matches is played."""

LISTS = {
    CLOSED: gettext_lazy("deck lists stay secret"),
    FROM_CUT: gettext_lazy(
        "secret in the rounds; those who play the knock-out show theirs, all at the same moment"
    ),
    OPEN: gettext_lazy("everybody may read all lists, from the start of the first round"),
}
"""Who may read deck lists (M07, S06), in the words of the tournament page."""


@dataclass(frozen=True)
class PolicyLine:
    """One policy value in plain words, with the rule it comes from when a rule decides it."""

    label: str
    value: str
    rule: str | None = None


def describe(policy: Policy) -> list[PolicyLine]:
    """The policy in plain words for the tournament page."""
    rounds = (
        ngettext("%(count)s round", "%(count)s rounds", policy.rounds) % {"count": policy.rounds}
        if policy.rounds
        else _("decided by the number of players")
    )
    games = (
        _("one game")
        if policy.games == 1
        else _("first to win %(wins)s games") % {"wins": policy.games // 2 + 1}
    )
    return [
        *meeting_lines(policy),
        PolicyLine(_("Rounds"), rounds),
        *cut_lines(policy),
        PolicyLine(_("A match"), games),
        PolicyLine(_("Time for a round"), _("%(minutes)s minutes") % {"minutes": policy.minutes}),
        PolicyLine(
            _("Points"),
            _("%(win)s for a win, %(draw)s for a draw, %(loss)s for a loss; a bye counts as a win")
            % asdict(policy.points),
        ),
        PolicyLine(_("Draws"), _("only when time has run out"), "106.1a"),
        PolicyLine(
            _("Giving up"),
            _("after %(rounds)s full rounds of a game") % {"rounds": policy.concede_after},
            "106.3#3",
        ),
        *_deck_lines(policy),
        PolicyLine(
            _("A deck check"),
            _("the table gets the time of the check back, and %(minutes)s minutes more")
            % {"minutes": policy.check_minutes},
        ),
        PolicyLine(
            _("Coming late"),
            _("possible up to round %(round)s; missed rounds count as lost")
            % {"round": policy.late_until_round},
        ),
        PolicyLine(
            _("Organized play"),
            _("at least %(count)s players checked in") % {"count": policy.min_competitors},
            "G.organized-play",
        ),
    ]


def _deck_lines(policy: Policy) -> list[PolicyLine]:
    """What a deck is made of and who may read it; events made before a key existed have its default."""
    acts = _("acts %(acts)s") % {"acts": ", ".join(policy.acts)} if policy.acts else _("all acts of the set")
    lines = [PolicyLine(_("Deck"), *_deck_words(policy)), PolicyLine(_("Cards"), acts, "307.2")]
    if policy.game == DEFAULTS.game:
        lines.append(
            PolicyLine(_("Board"), _("the board of act %(act)s") % {"act": policy.board.rpartition("-")[2]})
        )
    else:
        lines.pop()
    if policy.limits:
        lines.append(PolicyLine(_("Banned cards"), _limits_words(policy.limits)))
    lines.append(PolicyLine(_("Deck lists"), str(LISTS[policy.lists])))
    return lines + _team_lines(policy)


def _limits_words(key: str) -> str:
    """The name of the list of banned cards that an event chose, in the reader's language."""
    if key == NO_LIST:
        return _("no list; what a card itself says still counts")
    chosen = LegalityList.objects.filter(key=key).first()
    if chosen is None:
        return key
    return chosen.name_nl if get_language() == "nl" and chosen.name_nl else chosen.name


def _team_lines(policy: Policy) -> list[PolicyLine]:
    """Whether players form teams whose decks share the team restriction; nothing where they do not."""
    if not policy.teams:
        return []
    words = _(
        "three players of one registered clan form a crew; crews meet seat against seat, and who wins more seats "
        "wins the match"
    )
    lines = [PolicyLine(_("Crews"), words, "G.crew")] if policy.crews else []
    return lines + _restriction_lines(policy)


def _restriction_lines(policy: Policy) -> list[PolicyLine]:
    """Teams in words, with the team restriction where it counts."""
    if policy.format == LIMITED or policy.game != DEFAULTS.game:
        return [PolicyLine(_("Teams"), _("players form teams"))]
    shared = _(
        "players form teams; a card's team restriction counts over their decks and sideboards together"
    )
    return [PolicyLine(_("Teams"), shared, "G.team-restriction")]


def _deck_words(policy: Policy) -> tuple[str, str | None]:
    """The size of a deck in words, and the rule that says so."""
    if policy.game == "zx":
        return _("exactly 50 cards, 20 of them with the Ignition icon; Dynamis up to 16 cards"), None
    if policy.format == LIMITED:
        return _("at least 36 cards from those you open on the day; the rest is your sideboard"), "101.1b"
    return _("at least 51 cards with one Life Base; a sideboard of 10 cards, or none"), "101.1a"


def meeting_lines(policy: Policy) -> list[PolicyLine]:
    """Who meets whom in the rounds before a cut."""
    if policy.pairing == PODS:
        words = _("tables of about %(count)s players; whoever is left wins the table")
        return [PolicyLine(_("Who meets whom"), words % {"count": policy.pod_size})]
    if policy.pairing == ROUND_ROBIN:
        return [PolicyLine(_("Who meets whom"), str(LEGS[policy.legs]))]
    words = _("players with equal points meet, nobody twice; four players meet everybody once")
    lines = [PolicyLine(_("Who meets whom"), words)]
    if policy.method != RANDOM:
        lines.append(PolicyLine(_("Among equal points"), str(METHODS[policy.method])))
    if policy.leaders:
        words = _("the best %(count)s are paired first, by place: first against second, third against fourth")
        lines.append(PolicyLine(_("Leaders"), words % {"count": policy.leaders}))
    if policy.power_pairing_last_round:
        words = _("everybody is paired by place: first against second, third against fourth")
        lines.append(PolicyLine(_("Last round"), words))
    if policy.clan_rounds:
        words = _("in rounds 1 to %(count)s players of one clan do not meet, whatever their points")
        lines.append(PolicyLine(_("Clan mates"), words % {"count": policy.clan_rounds}))
    return lines


def cut_lines(policy: Policy) -> list[PolicyLine]:
    """Who goes on after the rounds and how the knock-out is played; nothing without a cut."""
    if not policy.cut:
        return []
    time = (
        _("%(minutes)s minutes") % {"minutes": policy.cut_minutes}
        if policy.cut_minutes
        else _("no time limit")
    )
    lines = [
        PolicyLine(_("The cut"), _pod_cut_words(policy) if policy.pairing == PODS else _cut_words(policy)),
        PolicyLine(_("Time for a knock-out match"), time),
    ]
    if policy.pairing == PODS:
        words = _("the winner of a table goes on; if time runs out, the best placed of those still in")
        return [*lines, PolicyLine(_("Knock-out"), words)]
    if policy.knock_out == DOUBLE:
        words = _(
            "who loses twice is out; if the player without a loss loses the final, the two play once more"
        )
        lines.append(PolicyLine(_("Losing once"), words))
    if policy.third_place:
        lines.append(PolicyLine(_("Third place"), _("the losers of the semi-finals play for it")))
    words = _("somebody must win; if time runs out level, the higher place after the rounds goes on")
    return [*lines, PolicyLine(_("Knock-out"), words)]


def _cut_words(policy: Policy) -> str:
    size, points = policy.cut_size, policy.cut_points
    if size and points:
        words = _("the best %(count)s play a knock-out, as far as they have at least %(points)s points")
        return words % {"count": size, "points": points}
    if points:
        words = _("everybody with at least %(points)s points plays a knock-out; two players at least")
        return words % {"points": points}
    if size:
        return _("the best %(count)s players play a knock-out") % {"count": size}
    return _("the best 4 of up to 16 players, the best 8 of more, play a knock-out; up to 8 players: none")


def _pod_cut_words(policy: Policy) -> str:
    if not policy.cut_size:
        return _(
            "of 17 to 34 players the best 4 play a final table; of more the best 10 go on: eight play two "
            "semi-finals, the best two wait in the final; up to 16 players: none"
        )
    return {
        4: _("the best 4 play a final table"),
        10: _("the best 10 go on: eight play two semi-finals, whose winners meet the best two in the final"),
        16: _("the best 16 play four semi-finals, whose winners meet in the final"),
    }[policy.cut_size]
