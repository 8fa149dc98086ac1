"""Honours and titles by written rules: what somebody has earned in circuits, with the rule beside it.

Of a circuit that has ended they stand for good, of one that runs they are so far. All awards of a circuit are worked
out at once and kept by the table they rest on, so a page that shows those of one person asks one query.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import F, OuterRef, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.field import ABSENT
from tournaments.season_points import Circuit as Rules
from tournaments.season_points import HonourRule, Season, honours
from tournaments.season_points import ladder as made_of

from .ladders import rules_of, unpacked_season
from .models import Circuit, Frozen, Table
from .several import circuits_with

KINDS = {
    "rank": gettext_lazy("a place on the ladder"),
    "clan_rank": gettext_lazy("a place among clans"),
    "finishes": gettext_lazy("places in events, so many times"),
    "events": gettext_lazy("playing, so many times"),
}
"""What an honour can be given for."""
_WEEK = 7 * 24 * 3600
Earned = dict[str, list[str]]
"""By person the keys of the rules that gave something, in the order of the rules."""


class Honour(NamedTuple):
    """What somebody has earned: the name, the rule in words, the circuit, and whether it stands for good."""

    name: str
    rule: str
    circuit: Circuit
    ended: bool


def rule_words(rule: HonourRule, rules: Rules) -> str:
    """The rule of an honour as a sentence; ``rules``: of its circuit."""
    if rule.kind in ("rank", "clan_rank"):
        if rule.kind == "rank":
            text = ngettext(
                "For the first place of the ladder",
                "For the first %(place)s places of the ladder",
                rule.place,
            )
        else:
            text = ngettext(
                "For the first place among clans", "For the first %(place)s places among clans", rule.place
            )
        return text % {"place": rule.place}
    if rule.kind == "events":
        text = ngettext("For playing %(times)s event", "For playing %(times)s events", rule.times)
    elif rule.place == 1:
        text = ngettext("For winning %(times)s event", "For winning %(times)s events", rule.times)
    else:
        text = ngettext(
            "For place %(place)s or better in %(times)s event",
            "For place %(place)s or better in %(times)s events",
            rule.times,
        )
    said = text % {"times": rule.times, "place": rule.place}
    if rule.of is None:
        return said
    of = rules.class_of(rule.of)
    return _("%(rule)s of the class %(class)s") % {"rule": said, "class": (of and of.name) or rule.of}


def honours_of(user_id: int) -> list[Honour]:
    """What one person has earned, titles first; one query, and one or two for what is not known yet."""
    played = Entry.objects.filter(user=user_id, tournament__state=Tournament.State.FINISHED).exclude(
        state__in=ABSENT
    )
    frozen = Frozen.objects.filter(circuit=OuterRef("pk")).order_by("-pk").values("pk")[:1]
    marked = circuits_with(played).annotate(frozen_pk=Subquery(frozen), table_at=F("table__made_at"))
    circuits = [one for one in marked if one.rules.get("honours")]
    earned = _earned(circuits)
    found = []
    for circuit in sorted(circuits, key=lambda one: one.state != Circuit.State.CLOSED):
        rules, ended = rules_of(circuit), circuit.state == Circuit.State.CLOSED
        keys = earned.get(circuit.pk, {}).get(str(user_id), ())
        given = [rule for rule in rules.honours if rule.key in keys]
        found += [Honour(rule.name, rule_words(rule, rules), circuit, ended) for rule in given]
    return found


def _earned(circuits: Sequence[Circuit]) -> dict[int, Earned]:
    """By circuit who has earned what: from what is kept, else worked out and kept."""
    keys = {one.pk: _key(one) for one in circuits}
    kept = cache.get_many(list(keys.values()))
    found: dict[int, Earned] = {pk: kept[key] for pk, key in keys.items() if key in kept}
    for pk, season in _seasons([one for one in circuits if one.pk not in found]).items():
        found[pk] = _worked_out(season)
        cache.set(keys[pk], found[pk], _WEEK)
    return found


def _key(circuit: Circuit) -> str:
    """What is kept rests on: the frozen ladder of a circuit that has ended, else its table."""
    made = getattr(circuit, "frozen_pk", None) if circuit.state == Circuit.State.CLOSED else None
    at = getattr(circuit, "table_at", None)
    return f"honours:{circuit.pk}.{made or (at.timestamp() if at is not None else 0)}"


def _seasons(circuits: Sequence[Circuit]) -> dict[int, Season]:
    ended = [getattr(one, "frozen_pk", 0) or 0 for one in circuits if one.state == Circuit.State.CLOSED]
    running = [one.pk for one in circuits if one.state != Circuit.State.CLOSED]
    frozen = Frozen.objects.filter(pk__in=ended).values_list("circuit", "packed") if ended else ()
    tables = Table.objects.filter(pk__in=running).values_list("circuit", "packed") if running else ()
    return {pk: unpacked_season(bytes(packed)) for pk, packed in (*frozen, *tables)}


def _worked_out(season: Season) -> Earned:
    found: Earned = {}
    for award in honours(season, made_of(season)):
        if award.rule.kind != "clan_rank":
            found.setdefault(award.who, []).append(award.rule.key)
    return found
