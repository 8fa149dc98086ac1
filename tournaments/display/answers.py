"""What the rooms below ask of what everybody may see, answered in this room's own words."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from tournaments.clans import questions as of_clans
from tournaments.clans.models import Clan
from tournaments.clans.questions import Deed, Deeds
from tournaments.entries.models import Entry
from tournaments.entries.questions import open_pages

from . import player
from .winner import STEPS

HONOURS, CREWS = 9, 6
"""So many honours and crews stand on a clan's page."""


@of_clans.deeds_of.answered_by
def deeds_of(shown: Iterable[int], clan: Clan, asked: str) -> Deeds:
    """The places of those who show clan and seasons on their own page too, in what they played for the clan.

    Its picture is of one year; honours and crews are of the newest tournaments of any year.
    """
    willing = {page.user_id for page in open_pages(shown).values() if {"season", "clan"} <= page.parts}
    entries = player.finished_entries(willing, clan)
    years, year, of_year = player.year_of(entries, asked, player.start_of)
    played = player.played_of(list(dict.fromkeys([*of_year, *entries[: player.MOST]])))
    pictured = set(of_year)
    season = player.season_chart([one for one in played if one.entry in pictured], year, whose=_("Player"))
    deeds = _deeds([one for one in played if one.place is not None], willing)
    honours = sorted((deed for deed in deeds if deed.place <= STEPS), key=lambda deed: deed.place)
    return Deeds(years, year, season, honours[:HONOURS], [deed for deed in deeds if deed.crew][:CREWS])


def _deeds(played: Sequence[player.Played], willing: set[int]) -> list[Deed]:
    """Each place, the newest first; that of a crew once, as long as every member of it may be named."""
    named = _crews({one.entry.team_id for one in played}, willing)
    deeds: dict[tuple[bool, int], Deed] = {}
    for one in sorted(played, key=lambda one: (one.day, one.tournament.pk), reverse=True):
        event, crew = one.tournament, named.get(one.entry.team_id or 0, "")
        key = (bool(crew), one.entry.team_id if crew and one.entry.team_id else one.entry.pk)
        deed = Deed(event.name, event.slug, one.day, crew or one.entry.name, one.place or 0, one.of, crew)
        deeds.setdefault(key, deed)
    return list(deeds.values())


def _crews(teams: set[int | None], willing: set[int]) -> dict[int, str]:
    """The names of those of these teams that are crews of nobody but willing people; one query, none without teams."""
    members: dict[int, set[int]] = {}
    names: dict[int, str] = {}
    known = Entry.objects.filter(team__in=teams - {None}, team__clan__isnull=False).order_by("pk")
    for team, name, user in known.values_list("team_id", "team__name", "user_id"):
        names[team] = name
        members.setdefault(team, set()).add(user)
    return {team: name for team, name in names.items() if members[team] <= willing}
