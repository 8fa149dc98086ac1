"""A policy in plain words, as the page of a tournament and the forms say it."""

from collections.abc import Mapping

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from msgspec.structs import asdict

from decks.cards.models import LegalityList
from decks.lists.check_settings import NO_LIST
from rules_engine.games import engine_of, game_of
from rules_engine.kernel.rulings import Ruling

from .kinds import Late, first_format, format_after
from .policy import LIMITED, Policy
from .policy_values import all_settings, value_in
from .rule_words import board_words, order_words, rules_lines
from .setting_words import RECORDER_HELP
from .settings import PolicyLine, declared


def describe(policy: Policy) -> list[PolicyLine]:
    """The policy in plain words for the tournament page."""
    return [
        PolicyLine(_("Game"), game_of(policy.game).name),
        *said_of(policy, "level"),
        *meeting_lines(policy),
        *said_of(policy, "rounds"),
        *cut_lines(policy),
        *said_of(policy, "games", "minutes"),
        PolicyLine(
            _("Points"),
            _("%(win)s for a win, %(draw)s for a draw, %(loss)s for a loss; a bye counts as a win")
            % asdict(policy.points),
        ),
        PolicyLine(_("Order of places"), order_words(policy)),
        *_ending_lines(policy),
        *(PolicyLine(label, words) for label, words in rules_lines(policy)),
        *_deck_lines(policy),
        *said_of(policy, "check_minutes"),
        PolicyLine(_("Late entry"), late_words(policy)),
        PolicyLine(
            _("Organized Play"),
            _("at least %(count)s players checked in") % {"count": policy.min_competitors},
            game_of(policy.game).law.rule("organized_play"),
        ),
    ]


def late_words(policy: Policy) -> str:
    """How whoever comes late may come in."""
    late, last = first_format(policy).late, policy.late_until_round
    if late is Late.NEVER or last == 0:
        return _("not possible after the start")
    if late is Late.BETWEEN:
        return _("possible until round %(round)s begins; missed rounds count as losses") % {"round": last}
    return _(
        "possible up to round %(round)s, into a round being played for its first %(minutes)s minutes; missed rounds "
        "count as losses"
    ) % {"round": last, "minutes": policy.late_minutes}


def said_of(policy: Policy, *names: str) -> list[PolicyLine]:
    """What the page says of these settings, each where it is declared."""
    known = all_settings()
    lines = (says(value_in(policy, name)) for name in names if (says := known[name].setting.says))
    return [line for line in lines if line is not None]


def meeting_lines(policy: Policy) -> list[PolicyLine]:
    """Who meets whom: what the format says of itself, and of each setting of its own."""
    first = first_format(policy)
    return [*first.meeting_lines(policy), *said_of(policy, *declared(first.settings))]


def _ending_lines(policy: Policy) -> list[PolicyLine]:
    """How a game ends when time is up or somebody gives up: by the rules of its game, or by what an event chose."""
    law, engine = game_of(policy.game).law, engine_of(policy.game)
    numbers = law.rules
    chosen = {engine.ruling(name).id: option for name, option in policy.rulings.items()}
    lines = [
        PolicyLine(_(label), _option(engine.ruling(name), chosen)) for label, name in law.endings.items()
    ]
    if not law.draws_in_time:
        lines.append(PolicyLine(_("Draws"), _("only when time has run out"), numbers.get("time_limit")))
    if "conceding" not in numbers:
        return [*lines, PolicyLine(_("Conceding"), _("at any time"))]
    words = _("after %(rounds)s full rounds of a game") % {"rounds": policy.concede_after}
    return [*lines, PolicyLine(_("Conceding"), words, numbers["conceding"])]


def _option(ruled: Ruling, chosen: Mapping[str, str]) -> str:
    """What an event chose for a ruling, in the reader's language."""
    options = ruled.options_nl if get_language() == "nl" else ruled.options
    words = options[chosen.get(ruled.id, ruled.default)].removesuffix(".")
    return words[:1].lower() + words[1:]


def _deck_lines(policy: Policy) -> list[PolicyLine]:
    """What a deck is made of and who may read it; events made before a key existed have its default."""
    acts = _("acts %(acts)s") % {"acts": ", ".join(policy.acts)} if policy.acts else _("all acts of the set")
    lines = [PolicyLine(_("Deck"), *_deck_words(policy))]
    if game_of(policy.game).decks.limited:
        lines.append(PolicyLine(_("Cards"), acts, "307.2"))
    if board := board_words(policy):
        lines.append(PolicyLine(_("Board"), board))
    if policy.limits:
        lines.append(PolicyLine(_("Banned cards"), _limits_words(policy.limits)))
    lines += said_of(policy, "deck_required", "lists")
    lines.append(PolicyLine(_("Recorded games"), str(RECORDER_HELP[policy.help_at_the_table])))
    lines += said_of(policy, "live_delay")
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
        "three players of one registered clan form a crew; crews meet table by table, and the crew that wins more "
        "tables wins the match"
    )
    lines = [PolicyLine(_("Crews"), words, "G.crew")] if policy.crews else []
    return lines + _restriction_lines(policy)


def _restriction_lines(policy: Policy) -> list[PolicyLine]:
    """Teams in words, with the team restriction where it counts."""
    if policy.format == LIMITED or game_of(policy.game).decks.team_check is None:
        return [PolicyLine(_("Teams"), _("players form teams"))]
    shared = _(
        "players form teams; a card's team restriction counts over their decks and sideboards together"
    )
    return [PolicyLine(_("Teams"), shared, "G.team-restriction")]


def _deck_words(policy: Policy) -> tuple[str, str | None]:
    """The size of a deck in words, and the rule that says so."""
    words, rule = game_of(policy.game).decks.words[policy.format]
    return _(words), rule or None


def cut_lines(policy: Policy) -> list[PolicyLine]:
    """Who goes on after the rounds and how the knock-out is played; nothing without a cut."""
    if not policy.cut:
        return []
    time = (
        _("%(minutes)s minutes") % {"minutes": policy.cut_minutes}
        if policy.cut_minutes
        else _("no time limit")
    )
    after = format_after(policy)
    return [
        PolicyLine(_("The cut"), after.cut_rule(policy)),
        PolicyLine(_("Time for a knock-out match"), time),
        *after.cut_lines(policy),
        *said_of(policy, *declared(after.settings)),
    ]
