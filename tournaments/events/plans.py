"""The events there are to choose from, and what the formats make of a policy: stages, orders of places, a cut."""

from django.utils.translation import gettext_lazy

from rules_engine.games import games

from .kinds import first_format, format_after, formats
from .policy import Policy, StagePlan, Template, with_points
from .policy_values import made_of


def resolve(template: str, **changes: object) -> Policy:
    """The whole policy of a new event: defaults, then the template, then the organizer's changes.

    Raises ``msgspec.ValidationError`` for a name or value that no policy can have.
    """
    return made_of({**templates()[template].policy, **with_points(changes)})


def usual_of(template: str, policy: Policy) -> Policy:
    """What is usual for the kind that an event was made from; of an imported day, which no kind made, what it is."""
    return resolve(template) if template in templates() else policy


def templates() -> dict[str, Template]:
    """Everything an organizer can choose from: what the formats bring, and the games."""
    by_formats = {one.key: one for format_ in formats() for one in format_.templates}
    return by_formats | {
        kind.key: Template(kind.key, gettext_lazy(kind.label), dict(kind.policy))
        for game in games()
        for kind in game.law.kinds
    }


def stage_plan(policy: Policy, entries: int) -> StagePlan:
    """How this many entries play: the first stage as its format plans it, and the cut."""
    return first_format(policy).plan(policy, entries)


DUEL_ORDERS = ("x610z", "x610z_team", "mtg", "pokemon", "flesh_and_blood", "netrunner", "fide")
POD_ORDERS = ("x610z_pods", "commander_pods")


def orders_for(policy: Policy) -> tuple[str, ...]:
    """The orders of places that suit the tables of this event: by the key of their preset."""
    return POD_ORDERS if first_format(policy).many_seats else DUEL_ORDERS


def cut_for(policy: Policy, entries: int) -> int:
    """How many go on into the knock-out at most: the event's own number, else by the table; 0 without a cut.

    With a limit of points it is known only after the rounds how many have them: this is the most there can be.
    """
    return format_after(policy).cut_size(policy, entries) if policy.cut else 0
