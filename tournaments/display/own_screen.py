"""A player's screen: what it shows as a view model, filled into a mould, for of 2,000 players few differ in more than
names and numbers.

What decides how the screen reads (the state of the player, of the table and of the tournament) stands in the model as
it is; names, numbers and parts that were rendered already are open. What only a few have on their screen (a call that
waits, a penalty, a ruling, a recording, a late deck) is such a part, rendered for them alone.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from ledger.shapes import Json
from ledger.sql import run
from ledger.web import optional_part
from tournaments.entries.door import own_code
from tournaments.entries.models import Entry
from tournaments.entries.visit import Visit
from tournaments.events.access import has_judge
from tournaments.events.models import Tournament
from tournaments.judging.call_services import TAPS as CALL_REASONS
from tournaments.judging.case_selectors import own_rulings
from tournaments.judging.floor import call_of_match
from tournaments.judging.penalty_selectors import own_penalties
from tournaments.recordings.results import looked_at_again, recorded_at
from tournaments.rounds import selectors
from tournaments.rounds.changes import by_late_slip, late_slip, moved_told, told_of
from tournaments.rounds.clock import clock_of
from tournaments.rounds.formats import format_of, standing_of
from tournaments.rounds.models import Match, Round
from tournaments.rounds.outcomes import Games, Letters
from tournaments.rounds.own import OwnTables, asking, own_tables
from tournaments.rounds.services import time_called
from tournaments.rounds.stages import match_names
from tournaments.rounds.units import Unit, unit_of

from .meeting import own_meeting_table
from .moulds import CardPart, CardPlayer, MatchCard, alone, clock_markup, moulded, report_markup
from .outlook import next_start
from .own_place import OwnPlace, own_place
from .own_report import own_words
from .own_screen_model import (
    Account,
    Coming,
    OwnEntry,
    OwnMatch,
    OwnPolicy,
    OwnRound,
    OwnScreen,
    OwnTournament,
)
from .playing import elsewhere
from .statements import BESIDE_TABLES

TEMPLATE, CARD = "display/_me.html", "parts/match_card.html"


def screen_markup(screen: OwnScreen) -> SafeString:
    """The screen without its frame; the token of its forms is open."""
    return moulded(TEMPLATE, screen, call_reasons=CALL_REASONS)


# --- what was read of it ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OwnTable:
    """What a request has read of a player: who asks, whose seat it is (``holder``: of a team one has it for all), the
    tables, and which of the things that few have there are.
    """

    visit: Visit
    entry: Entry
    holder: Entry
    unit: Unit
    tables: OwnTables
    penalised: bool
    recorded: bool
    called: bool
    ruled: bool
    judged: bool
    elsewhere: bool

    @property
    def reports(self) -> bool:
        """Whether this player reports."""
        return self.holder.pk == self.entry.pk

    @property
    def tournament(self) -> Tournament:
        """The tournament."""
        return self.visit.tournament

    def open_form(self, data: Any) -> Any:
        """The form in which this player reports now, with ``data``; None with nothing to report."""
        match = self.tables.match
        closed = (Match.State.FINAL, Match.State.DISPUTED)
        if not self.reports or match is None or match.kind == Match.Kind.BYE or match.state in closed:
            return None
        return format_of(match.round.stage).ending.report_form(data, match, self.entry)


def own_table(visit: Visit, entry: Entry) -> OwnTable:
    """Everything about their own tables, in one message."""
    tournament = visit.tournament
    unit = unit_of(tournament)
    holder = unit.entry_of(entry)
    holder.tournament = tournament
    newest, seats, [beside] = run(*asking(holder), (BESIDE_TABLES, [entry.pk, holder.pk]))
    tables = own_tables(tournament, newest, seats)
    return OwnTable(visit, entry, holder, unit, tables, *map(bool, beside))


# --- from one to the other ----------------------------------------------------------------------------------------


def screen_of(request: HttpRequest, table: OwnTable, form: object) -> OwnScreen:
    """The screen of this player; ``form``: the one in which they report, or None."""
    tournament, entry, visit = table.tournament, table.entry, table.visit
    round_, match = table.tables.round, table.tables.match
    earlier = [one for one in table.tables.matches if one is not match]
    told = told_of(table.tables.matches)
    names = match_names(tournament) if any(one.slot for one in table.tables.matches) else no_name
    mine = table.holder
    recordable, recorded, proposed, so_far = _recorded(table)
    return OwnScreen(
        user=Account(request.user.pk or 0),
        tournament=_shown(tournament),
        entry=_entry(entry),
        round=OwnRound(round_.number) if round_ is not None else None,
        match=OwnMatch(match.pk, match.kind, match.state) if match is not None else None,
        place=_place(table),
        next=_next(visit, match),
        knock_out=standing_of(round_.stage, mine.key) if round_ is not None else "",
        rights=bool(visit.rights),
        reports=table.reports,
        judge_here=match is not None and match.state == Match.State.DISPUTED and has_judge(tournament),
        late_slip=_late_slip(table.tables),
        many=match is not None and len(match.seats.all()) > 2,
        news=tuple(_news(table.tables, earlier, told)),
        told=tuple(str(line) for line in told.get(match.pk, ())) if match is not None else (),
        meeting=optional_part("me.meeting", lambda: own_meeting_table(visit, round_), None),
        door=optional_part("me.door", lambda: own_code(request, tournament, entry), ""),
        clock=_clock(match),
        card=moulded(CARD, CardPart(match_card(match, mine, names), big=True)) if match is not None else "",
        report=_report(table, form, so_far),
        may_call=_may_call(table),
        call=_call(table),
        recordable=recordable,
        recorded=recorded,
        proposed=proposed,
        own=_beside(table),
        deck_notice=_deck_notice(entry, tournament),
        rulings=_few("judging/_own_rulings.html", "rulings", own_rulings, table, table.ruled),
        penalties=_few("judging/_own_penalties.html", "penalties", own_penalties, table, table.penalised),
        elsewhere=_few("display/_elsewhere.html", "events", elsewhere, table, table.elsewhere),
        results=_results(table, earlier, told, names) + _replays(table, earlier),
    )


def _place(table: OwnTable) -> OwnPlace | None:
    round_ = table.tables.round
    if round_ is None:
        return None
    return optional_part("me.place", lambda: own_place(table.visit, table.holder.key, round_.stage), None)


def _results(
    table: OwnTable,
    earlier: Sequence[Match],
    told: Mapping[int, Sequence[str]],
    names: Callable[[Match], str],
) -> SafeString:
    """The matches of the rounds before this one, each as a card."""
    cards = [_told(match_card(one, table.holder, names), told.get(one.pk)) for one in earlier]
    return SafeString("".join(moulded(CARD, CardPart(card)) for card in cards))


def _replays(table: OwnTable, earlier: Sequence[Match]) -> SafeString:
    """The recorded games of those rounds, to be looked at again."""
    found = looked_at_again(earlier) if table.recorded else []
    context = {"games": found, "tournament": table.tournament}
    return alone("recordings/_replays.html", context) if found else SafeString()


def _shown(tournament: Tournament) -> OwnTournament:
    return OwnTournament(
        name=tournament.name,
        slug=tournament.slug,
        announcement=tournament.announcement,
        approval_note=tournament.approval_note,
        state=tournament.state,
        starts_at=tournament.starts_at,
        policy=OwnPolicy(tournament.policy.teams),
    )


def _entry(entry: Entry) -> OwnEntry:
    deck = entry.registration
    return OwnEntry(
        number=entry.number,
        name=entry.name,
        state=entry.state,
        state_words=str(entry.get_state_display()),
        moved_up_at=entry.moved_up_at,
        submitted=deck is not None and deck.current_id is not None,
    )


def _next(visit: Visit, match: Match | None) -> Coming | None:
    """When the next round starts, for somebody who is here and has nothing to play now."""
    entry = visit.entry
    if entry is None or entry.state != Entry.State.CHECKED_IN:
        return None
    if match is not None and match.state != Match.State.FINAL:
        return None
    slot = optional_part("me.next", lambda: next_start(visit.tournament, visit.version), None)
    return Coming(slot.name, slot.starts_at.replace(second=0, microsecond=0)) if slot else None


def _clock(match: Match | None) -> str:
    if match is None or match.round.state != Round.State.PUBLISHED or match.state == Match.State.FINAL:
        return ""
    return clock_markup(clock_of(match.round, match.extension_minutes))


def _report(table: OwnTable, form: Any, so_far: Json) -> str:
    """Where this player reports; for them alone with a form that was refused, or filled in with what is recorded."""
    match = table.tables.match
    if match is None or form is None:
        return ""
    ending, reported = format_of(match.round.stage).ending, table.tables.reported
    said = own_words(match, table.holder, reported.get(table.holder.pk))
    others_said = bool(reported.keys() - {table.holder.pk})
    if not form.is_bound and not so_far:
        return report_markup(ending, match, table.entry, said, others_said)
    form.initial |= so_far
    context = {
        "my_report": said,
        "other_report": others_said,
        "match_id": match.pk,
        "match_version": match.version,
        "entry": table.entry,
        "form": form,
        "time_over": bool(so_far) and not said and time_called(match),
    }
    return alone(ending.report_template, context | ending.report_context(match, table.entry))


def _may_call(table: OwnTable) -> bool:
    """Whether a judge can be called to their own table."""
    match = table.tables.match
    if match is None or match.kind == Match.Kind.BYE or match.round.state != Round.State.PUBLISHED:
        return False
    return table.judged


def _call(table: OwnTable) -> str:
    """Who comes to their own table, once a judge was called."""
    match = table.tables.match
    call = call_of_match(match) if match is not None and table.called and _may_call(table) else None
    if call is None:
        return ""
    context = {"may_call": True, "call": call, "match": match, "tournament": table.tournament}
    return alone("judging/_own_call.html", context)


def _recorded(table: OwnTable) -> tuple[bool, str, bool, Json]:
    """Whether games of their own match can be recorded, the part about those that are, whether it reports them, and
    what those that are over add up to.
    """
    match = table.tables.match
    if match is None:
        return False, "", False, {}
    found = optional_part(
        "me.recorded", lambda: recorded_at(match, table.holder, any_known=table.recorded), None
    )
    if not found or not found["recordings"]:
        return found is not None, "", False, {}
    context = {
        "recorded": found,
        "match": match,
        "tournament": table.tournament,
        "viewer": table.entry.user_id,
    }
    return True, alone("recordings/_match.html", context), bool(found["fields"]), found["so_far"]


def _beside(table: OwnTable) -> str:
    """What a format shows beside their own table."""
    round_ = table.tables.round
    if round_ is None:
        return ""
    context = {"tournament": table.tournament, "round": round_, "match": table.tables.match}
    return table.unit.own(table.entry, round_, context)


def _deck_notice(entry: Entry, tournament: Tournament) -> str:
    """What staff told this player about the deck."""
    deck = entry.registration
    if deck is None or not (deck.extended_until or (deck.reminded_at and not deck.current_id)):
        return ""
    return alone("submissions/deck_notice.html", {"registration": deck, "tournament": tournament})


def _few(template: str, name: str, read: Any, table: OwnTable, any_known: bool) -> str:
    found = read(table.entry) if any_known else ()
    return alone(template, {name: found, "tournament": table.tournament}) if found else ""


# --- cards and news -----------------------------------------------------------------------------------------------


def no_name(_match: Match) -> str:
    """Outside a knock-out a round's number says it all."""
    return ""


def match_card(match: Match, entry: Entry, names: Callable[[Match], str]) -> MatchCard:
    """The card of a match as this entry sees it; ``names``: what matches of a knock-out are called."""
    final = match.state == Match.State.FINAL
    counted = final and isinstance(match.outcome, Games) and match.kind != Match.Kind.BYE
    return MatchCard(
        table=match.table,
        round=match.round.number,
        round_name=names(match),
        players=tuple(
            CardPlayer(
                name=seat.name,
                detail=_("starting dot %(dot)s") % {"dot": seat.dot} if seat.dot else "",
                games=seat.games_won if counted else None,
                won=final and seat.result == "w",
                you=seat.entry_id == entry.pk,
            )
            for seat in match.seats.all()
        ),
        badges=((match.source if final else match.state, ""),),
        note=_note(match) if final and match.kind != Match.Kind.BYE else "",
    )


def _note(match: Match) -> str:
    """What the card of a final match says in words: who won where seats have letters, and a draw."""
    if isinstance(match.outcome, Letters):
        return selectors.result_words(match)
    return _("A draw") if match.outcome is not None and match.outcome.winner is None else ""


def _late_slip(tables: OwnTables) -> str:
    """What is said at a table that a late slip of the desk disputes; empty at every other."""
    match = tables.match
    if match is None or match.state != Match.State.DISPUTED:
        return ""
    return late_slip(match.tournament) if by_late_slip(match, tables.reported.values()) else ""


def _told(card: MatchCard, told: Sequence[str] | None) -> MatchCard:
    """A card of an earlier match, with what staff did about its result."""
    return replace(card, note=" ".join(str(line) for line in (card.note, *(told or ())) if line))


def _news(tables: OwnTables, earlier: Sequence[Match], told: Mapping[int, Sequence[str]]) -> list[str]:
    """That their own table was changed, and corrections since the present round was published: they stand on top."""
    since = tables.round.published_at if tables.round is not None else None
    changed = [one for one in earlier if one.corrected_at and since and one.corrected_at >= since]
    words = _("Round %(number)s: %(told)s")
    news = [
        words % {"number": one.round.number, "told": told[one.pk][0]} for one in changed if one.pk in told
    ]
    return [*_moved(tables), *news]


def _moved(tables: OwnTables) -> list[str]:
    """That staff changed their own table, while its round is played and its result is open."""
    match = tables.match
    if match is None or match.moved_at is None or match.round.state != Round.State.PUBLISHED:
        return []
    return [moved_told(match)] if match.state != Match.State.FINAL or match.kind == Match.Kind.BYE else []
