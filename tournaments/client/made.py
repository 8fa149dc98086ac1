"""Every operation of the API. Made from its schema by `manage.py write_client`; not written by hand."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType, field

from .sending import Sender


class AboutAsked(Struct, kw_only=True, omit_defaults=True):
    """What was asked."""

    asked: int


class AboutBar(Struct, kw_only=True, omit_defaults=True):
    """The bar that a command was about."""

    bar: int


class AboutCircuit(Struct, kw_only=True, omit_defaults=True):
    """The circuit that a command was about."""

    circuit: int
    slug: str


class AboutClan(Struct, kw_only=True, omit_defaults=True):
    """The clan that a command was about."""

    clan: int


class AboutCounts(Struct, kw_only=True, omit_defaults=True):
    """What was said of an event or a series."""

    counts: int
    state: str


class AboutFriendly(Struct, kw_only=True, omit_defaults=True):
    """The friendly game that a command was about, and how it stands."""

    friendly: int
    state: str
    version: int


class AboutFriendship(Struct, kw_only=True, omit_defaults=True):
    """The friendship that a command was about."""

    friendship: int


class AboutGift(Struct, kw_only=True, omit_defaults=True):
    """The rule that a command was about."""

    gift: int


class AboutOrganization(Struct, kw_only=True, omit_defaults=True):
    """The organization that a command was about."""

    organization: int
    slug: str


class AboutPlace(Struct, kw_only=True, omit_defaults=True):
    """The place that a command was about, and how it stands."""

    place: int
    state: str


class AboutRule(Struct, kw_only=True, omit_defaults=True):
    """The pairing rule that a command was about."""

    rule: int


class AboutTeam(Struct, kw_only=True, omit_defaults=True):
    """The team that a command was about."""

    team: int


class AboutVenue(Struct, kw_only=True, omit_defaults=True):
    """The venue that a command was about."""

    venue: int


class Answered(Struct, kw_only=True, omit_defaults=True):
    """Whether the reader found the illegal move."""

    right: bool


class AppealIs(Struct, kw_only=True, omit_defaults=True):
    """An appeal and how it was decided; empty while it is open."""

    case: int
    outcome: str


class AppointmentIs(Struct, kw_only=True, omit_defaults=True):
    """The appointment of a table, and how it stands."""

    match: int
    state: str
    version: int


class ApprovalIs(Struct, kw_only=True, omit_defaults=True):
    """Where the approval of a tournament stands."""

    approval: str


class Arrived(Struct, kw_only=True, omit_defaults=True):
    """Ids of entries: who is checked in by this, who was already, and who cannot be, with the reason."""

    already: list[int]
    checked_in: list[int]
    refused: dict[str, str]


class AuditStarted(Struct, kw_only=True, omit_defaults=True):
    """The audit that is being made."""

    audit: int


class Awarded(Struct, kw_only=True, omit_defaults=True):
    """An entry, and what it brings."""

    byes: int
    entry: int
    seed: int | None


class Booked(Struct, kw_only=True, omit_defaults=True):
    """A row of the books: its number, and what came in (below zero: went out)."""

    booking: int
    cents: int
    currency: str


class CallClosed(Struct, kw_only=True, omit_defaults=True):
    """A call that is over, and the minutes its table got."""

    call: int
    minutes: int
    state: str


class CallIs(Struct, kw_only=True, omit_defaults=True):
    """A call, and where it stands."""

    call: int
    state: str


class Card(Struct, kw_only=True, omit_defaults=True):
    """One card as printed today."""

    url: str
    revision: int
    effective_on: date
    sha256: str
    printings: list[str]
    tested: bool
    picture: Picture | None
    card: Parts


class CardDetail(Struct, kw_only=True, omit_defaults=True):
    """One card with everything said about it."""

    url: str
    revision: int
    effective_on: date
    sha256: str
    printings: list[str]
    tested: bool
    picture: Picture | None
    card: Parts
    revisions: list[Revision]
    rulings: list[Ruling]
    legality: list[Legality]


class CardList(Struct, kw_only=True, omit_defaults=True):
    """A page of a search."""

    count: int
    page: int
    pages: int
    results: list[Card]
    errors: list[str]


class CaseIs(Struct, kw_only=True, omit_defaults=True):
    """A case, and the number of its newest revision."""

    case: int
    revision: int


class Chance(Struct, kw_only=True, omit_defaults=True):
    """A run of places: what it pays, what my points would be, and between which ranks I would be; ""
    for none.
    """

    places: str
    pays: str
    change: str
    points: str
    replaces: str
    ranks: str


class Change(Struct, kw_only=True, omit_defaults=True):
    """What moved at once. ``tournament``: the event that was the cause, null for rules; ``moved``: how
    many in all. ``cause``: rules, day (results that are too long ago), counts (an event counts from
    now on), result (results of one changed), event (one counts no more) or events (several).
    """

    at: datetime
    tournament: str | None
    cause: str
    moved: int
    moves: list[Move]


class CheckClosed(Struct, kw_only=True, omit_defaults=True):
    """Minutes that a check took, and minutes the table gets for it."""

    extension: int
    minutes: int


class CheckStarted(Struct, kw_only=True, omit_defaults=True):
    """The number of a deck check."""

    check: int


class Circuit(Struct, kw_only=True, omit_defaults=True):
    """A circuit in a list; ``state``: open or closed."""

    slug: str
    name: str
    organization: str
    game: str
    state: str
    starts: date | None
    ends: date | None


class CircuitDesk(Struct, kw_only=True, omit_defaults=True):
    """A circuit as who runs it reads it, in preparation too."""

    slug: str
    name: str
    organization: str
    game: str
    state: str
    starts: date | None
    ends: date | None
    id: int
    about: str
    rules: dict[str, Any]
    by_level: dict[str, str]
    events: list[CountedEvent]
    gives: list[Gives]
    titles: list[Title]
    shown: str
    counting: list[Counts]
    finals: list[Final]


class ClanLine(Struct, kw_only=True, omit_defaults=True):
    """A line of a clan's points; without an event it names nobody."""

    event: str | None
    place: int
    who: str
    crew: bool
    of: str
    worth: str
    counted: bool


class ClanPlace(Struct, kw_only=True, omit_defaults=True):
    """A clan on a ladder: its name (empty for one that has ended), the number of its page, how many
    played for it. ``rank`` is null while too few did.
    """

    rank: int | None
    clan: str
    number: int
    points: str
    people: int


class ClanSeason(Struct, kw_only=True, omit_defaults=True):
    """A clan in a circuit; ``rank`` is null while too few played for it, ``honours`` are by name."""

    circuit: str
    ended: bool
    rank: int | None
    count: int
    points: str
    people: int
    lines: list[ClanLine]
    honours: list[str]


class Closed(Struct, kw_only=True, omit_defaults=True):
    """A till that was closed: what should lie in it, what does, and the difference; in cents."""

    counted: int
    difference: int
    expected: int
    till: int


class ClosingIs(Struct, kw_only=True, omit_defaults=True):
    """When the hall closes, as ISO text; None where nobody said so."""

    closes_at: str | None


class Coming(Struct, kw_only=True, omit_defaults=True):
    """An event to come that counts; ``of``: the name of its class, ``taken``: who has entered."""

    tournament: str
    of: str
    starts_at: datetime
    taken: int
    entered: bool


class Conceded(Struct, kw_only=True, omit_defaults=True):
    """The match and where it stands; whether anyone who conceded has left the tournament as well."""

    left: bool
    match: int
    state: str
    version: int


class CountedEvent(Struct, kw_only=True, omit_defaults=True):
    """An event that a circuit looks at; ``of``: the class it counts as."""

    tournament: str
    name: str
    of: str
    starts_at: datetime
    over: bool


class Counts(Struct, kw_only=True, omit_defaults=True):
    """What a circuit says of an event or a series, one of both; ``of``: the class, empty for never."""

    counts: int
    circuit: str
    tournament: str | UnsetType | None = UNSET
    series: str
    of: str
    state: str


class CountsFor(Struct, kw_only=True, omit_defaults=True):
    """A circuit that an event counts for; ``of``: the name of its class."""

    circuit: str
    organization: str
    of: str


class CutMade(Struct, kw_only=True, omit_defaults=True):
    """The stage of the knock-out and its seeds by place; no stage where too few are left."""

    seeds: list[int]
    stage: int | None


class DeckList(Struct, kw_only=True, omit_defaults=True):
    """The registered list of one entry: copies by card number."""

    entry: int
    revision: int
    sha256: str
    pool_sha256: str
    main: dict[str, int]
    sideboard: dict[str, int]


class DeckMade(Struct, kw_only=True, omit_defaults=True):
    """A deck by its row and by the part of its address."""

    deck: int
    public_id: str


class DeckSaved(Struct, kw_only=True, omit_defaults=True):
    """The number of the deck's newest revision."""

    number: int


class DeskEntry(Struct, kw_only=True, omit_defaults=True):
    """An entry as the desk sees it."""

    entry: int
    name: str
    state: str
    deck_submitted: bool


class DeskMatch(Struct, kw_only=True, omit_defaults=True):
    """A table as the desk sees it; ``version`` goes with a correction, ``entries`` are its seats in
    order.
    """

    table: int | None
    state: str
    kind: str
    version: int
    entries: list[int]
    outcome: Outcome | None
    extension_minutes: int


class DeskRound(Struct, kw_only=True, omit_defaults=True):
    """A round as the desk sees it, a draft too."""

    number: int
    state: str
    matches: list[DeskMatch]


class DeskStaff(Struct, kw_only=True, omit_defaults=True):
    """Somebody who works here, in one role; of a judge with a zone its first and last table."""

    person: int
    name: str
    role: str
    zone_first: int | None
    zone_last: int | None


class Done(Struct, kw_only=True, omit_defaults=True):
    """The answer of a command that has nothing to say but that it was carried out; None would mean
    that it was not.
    """


class DraftSaved(Struct, kw_only=True, omit_defaults=True):
    """When the draft was kept, as ISO text."""

    saved_at: str


class Dump(Struct, kw_only=True, omit_defaults=True):
    """Everything at once: a ``cards/1`` file; a card with a picture also has ``picture_credit`` and
    its licence.
    """

    format: str
    cards: list[Parts]


class EditPlan(Struct, kw_only=True, omit_defaults=True):
    """What would change: each value before and after, by its name."""

    agreed: str
    values: dict[str, list[Any]]


class Edited(Struct, kw_only=True, omit_defaults=True):
    """What changed, by the names of the fields."""

    fields: list[str]


class Entered(Struct, kw_only=True, omit_defaults=True):
    """The entry that an invitation made or gave."""

    entry: int


class EntryIs(Struct, kw_only=True, omit_defaults=True):
    """An entry and how it stands after a command."""

    entry: int
    number: int
    state: str


class EventCircuits(Struct, kw_only=True, omit_defaults=True):
    """What an event counts for; ``asked``: what circuits of others ask of it, for its organizer alone."""

    counts_for: list[CountsFor]
    asked: list[Counts]


class Extended(Struct, kw_only=True, omit_defaults=True):
    """Until when an entry may submit its deck, as ISO text."""

    until: str


class FactBody(Struct, kw_only=True, omit_defaults=True):
    """One fact: what it says, how sure it is, and the class of evidence it rests on."""

    text: str
    status: str
    evidence: int


class Fee(Struct, kw_only=True, omit_defaults=True):
    """What an event costs, in cents of one currency; a price that is null is not offered."""

    cents: int
    currency: str
    member_cents: int | None
    young_cents: int | None
    early_cents: int | None
    early_until: datetime | None


class FeeIs(Struct, kw_only=True, omit_defaults=True):
    """The fee as it stands; None where the event asks none."""

    cents: int | None
    currency: str


class Final(Struct, kw_only=True, omit_defaults=True):
    """How the places of a final stand; ``after``: who is next in line."""

    final: str
    given: int
    places: list[Placed]
    after: list[str]


class FinalPlace(Struct, kw_only=True, omit_defaults=True):
    """A line of the final places; ``place`` is null for somebody who has none."""

    place: int | None
    entry: int
    name: str


class Found(Struct, kw_only=True, omit_defaults=True):
    """What a judge found in a deck, and the infraction's code."""

    code: str
    finding: str


class Gives(Struct, kw_only=True, omit_defaults=True):
    """What those in line from one place to another get at the end; ``value``: days to answer, or byes."""

    gift: int
    kind: str
    first: int
    last: int
    final: str | UnsetType | None = UNSET
    value: int
    title: str


class Invited(Struct, kw_only=True, omit_defaults=True):
    """The invitation that a command was about."""

    invitation: int


class Kept(Struct, kw_only=True, omit_defaults=True):
    """Under which name a tournament is kept as a template; empty for one that is not."""

    kept_as: str


class KnockOut(Struct, kw_only=True, omit_defaults=True):
    """What is played after the cut, and how everybody is placed in the end. ``kind`` is null where
    nothing is played after the rounds. ``places`` is empty before the end; who was knocked out in
    the same round shares a place.
    """

    kind: str | None
    seeds: list[int]
    matches: list[KnockOutMatch]
    places: list[FinalPlace]


class KnockOutMatch(Struct, kw_only=True, omit_defaults=True):
    """A match or final table after the cut. Players are entry numbers, null while an earlier match
    decides. ``games``: won by each of them, null before the result is final and where no games are
    counted.
    """

    slot: str
    round: int
    table: int | None
    players: list[int | None]
    games: list[int] | None
    winner: int | None


class Ladder(Struct, kw_only=True, omit_defaults=True):
    """A page of a ladder, best first; ``count``: how many stand on it, ``day``: the day it is looked
    at.
    """

    day: date | None
    count: int
    rows: list[LadderRow]


class LadderRow(Struct, kw_only=True, omit_defaults=True):
    """A line of a ladder. ``person``: a key that this circuit alone uses; numbers are exact, as text
    ("5/2").
    """

    rank: int
    person: str
    name: str
    points: str
    values: dict[str, str]


class League(Struct, kw_only=True, omit_defaults=True):
    """A league."""

    windows: list[WindowRow]
    tables: list[LeagueTableRow]


class LeagueTableRow(Struct, kw_only=True, omit_defaults=True):
    """A table of the window being played; when and where only for those who may know it, else null."""

    table: int
    entries: list[int]
    state: str
    waits_for: int | None
    starts_at: datetime | None
    place: str | None


class LedgerHead(Struct, kw_only=True, omit_defaults=True):
    """A row of the tournament's ledger that was published; `verify_ledger --expected-head` proves it
    is still there.
    """

    row: int
    chain: str
    hash: str


class Legality(Struct, kw_only=True, omit_defaults=True):
    """What a list says about a card; a limit of 0 means banned."""

    list: str
    limit: int
    starts_on: date
    ends_on: date | None


class LogKept(Struct, kw_only=True, omit_defaults=True):
    """A log and where its replay stands."""

    log: int
    state: str


class Match(Struct, kw_only=True, omit_defaults=True):
    """One table of a round; ``table`` is null for a bye, ``state`` "open" until the result is "final".
    ``verified``: the signed recordings of its games prove the result that all players reported.
    """

    table: int | None
    state: str
    kind: str
    drawn_games: int | None
    verified: bool
    seats: list[Seat]


class MatchIs(Struct, kw_only=True, omit_defaults=True):
    """A match, where it stands, and the version that the next writer must name."""

    match: int
    state: str
    version: int


class Me(Struct, kw_only=True, omit_defaults=True):
    """Whose token this is, and what it may do."""

    name: str
    scopes: list[str]
    entries: list[OwnEntry]


class Move(Struct, kw_only=True, omit_defaults=True):
    """Somebody who moved; a rank is null for not being on the ladder."""

    person: str
    name: str
    rank_before: int | None
    rank_after: int | None
    points_before: str
    points_after: str
    reasons: list[str]


class MovePlan(Struct, kw_only=True, omit_defaults=True):
    """Who changes places, and what is odd about it."""

    agreed: str
    table: int
    to: int
    changes_with: list[int]
    problems: list[str]


class MyTournament(Struct, kw_only=True, omit_defaults=True):
    """How I stand in a tournament."""

    entry: int | None
    state: str | None
    deck_submitted: bool
    rights: list[str]
    rules: str
    tables: list[OwnTable]


class OfferRow(Struct, kw_only=True, omit_defaults=True):
    """A time that is offered."""

    offer: int
    entry: int
    starts_at: datetime
    place: str


class OneMore(Struct, kw_only=True, omit_defaults=True):
    """What a coming event can give me with so many entrants; ``sizes``: the numbers at which that
    changes.
    """

    tournament: str
    size: int
    sizes: list[int]
    chances: list[Chance]


class OpenList(Struct, kw_only=True, omit_defaults=True):
    """An entry whose list is open to everybody."""

    entry: int
    name: str


class Organization(Struct, kw_only=True, omit_defaults=True):
    """An organization in a list; ``level``: up to which size of event the office trusts it, 0 for
    none.
    """

    slug: str
    name: str
    kind: str
    level: int


class Outcome(Struct, kw_only=True, omit_defaults=True):
    """How a table ended: games won by every seat in order and games drawn, or a letter for every seat.
    ``ahead``: the seat that goes on from a level match of a knock-out. What is nothing is left out.
    """

    kind: str
    won: list[int] | UnsetType = UNSET
    drawn: int | UnsetType = UNSET
    ahead: int | UnsetType = UNSET
    letters: str | UnsetType = UNSET


class OwnCircuit(Struct, kw_only=True, omit_defaults=True):
    """Me in a circuit: rank (null without points) of how many, points, results, honours by key, and
    what comes.
    """

    circuit: str
    organization: str
    ended: bool
    rank: int | None
    count: int
    points: str
    results: list[OwnResult]
    honours: list[str]
    coming: list[Coming]


class OwnDeck(Struct, kw_only=True, omit_defaults=True):
    """A deck of mine: `mark` goes with a new description, `base` with a new list."""

    deck: int
    name: str
    play: str
    pool_key: str
    visibility: str
    notes: str
    mark: str
    base: int
    text: str


class OwnEntry(Struct, kw_only=True, omit_defaults=True):
    """One of my entries."""

    tournament: str
    entry: int
    state: str


class OwnLeague(Struct, kw_only=True, omit_defaults=True):
    """One's own match in a league; `version` goes with putting it off. Null where there is none."""

    table: LeagueTableRow | None
    round: int | None
    before: datetime | None
    version: int | None
    offers: list[OfferRow]
    postponed_by: list[int]


class OwnPlace(Struct, kw_only=True, omit_defaults=True):
    """The same with its steps, the first one first."""

    place: int
    final: str
    circuit: str
    line: int
    rank: int
    byes: int
    seed: int | None
    state: str
    deadline: datetime
    steps: list[Step]


class OwnResult(Struct, kw_only=True, omit_defaults=True):
    """What one event was to me; ``counts``: whether it is in my points, else ``said`` why not."""

    event: str
    name: str
    date: date
    place: int
    field: int
    worth: str
    counts: bool
    said: str


class OwnTable(Struct, kw_only=True, omit_defaults=True):
    """One of my tables; ``seat`` is mine, from 0; ``said`` what has been decided."""

    round: int
    table: int | None
    state: str
    seat: int


class Parts(Struct, kw_only=True, omit_defaults=True):
    """Every printed part of a card (rules 300 to 308), as in a ``cards/1`` file."""

    number: str
    name: str
    name_nl: str
    type: str
    element: str
    crew: str
    cost: str
    restriction: str
    team_restriction: int | None
    permanent: bool
    text: str
    text_nl: str
    flavor: str
    illustrator: str
    legal: str
    ours: bool
    manual: bool
    class_: str = field(name="class")
    known: list[str]


class Passed(Struct, kw_only=True, omit_defaults=True):
    """The places (ids) that were given by a command."""

    places: list[int]


class PenaltyIs(Struct, kw_only=True, omit_defaults=True):
    """A penalty and whether it counts."""

    penalty: int
    state: str


class Picture(Struct, kw_only=True, omit_defaults=True):
    """The picture shown with a card; anyone who shows it names ``credit`` and keeps to ``licence``."""

    large: str
    small: str
    width: int
    height: int
    credit: str
    licence: str
    source: str


class Placed(Struct, kw_only=True, omit_defaults=True):
    """A place as who runs the circuit reads it."""

    place: int
    final: str
    circuit: str
    line: int
    rank: int
    byes: int
    seed: int | None
    state: str
    deadline: datetime
    name: str


class PlannedTable(Struct, kw_only=True, omit_defaults=True):
    """A table, and the entries at it; no number is a bye."""

    table: int | None
    entries: list[int]


class PoolRecorded(Struct, kw_only=True, omit_defaults=True):
    """The revision of an opened pool, and how many cards it holds."""

    cards: int
    revision: int


class PoolSigned(Struct, kw_only=True, omit_defaults=True):
    """Whether the pool stands."""

    signed: bool


class PrecedentIs(Struct, kw_only=True, omit_defaults=True):
    """A precedent."""

    precedent: int


class PrizeIs(Struct, kw_only=True, omit_defaults=True):
    """A prize, and for a lottery what was published of it: the hash of its seed, then the numbers that
    were drawn.
    """

    drawn: list[int]
    prize: int
    seal: str


class Receipt(Struct, kw_only=True, omit_defaults=True):
    """A submitted list: its revision, its receipt, and when it came, as ISO text."""

    at: str
    receipt: str
    revision: int


class Reminded(Struct, kw_only=True, omit_defaults=True):
    """How many were reminded."""

    reminded: int


class RestorePlan(Struct, kw_only=True, omit_defaults=True):
    """What bringing a snapshot back would do: rounds by number, and how many results go."""

    agreed: str
    changes: bool
    goes: list[int]
    comes_back: list[int]
    draft_again: list[int]
    lost: int


class Restored(Struct, kw_only=True, omit_defaults=True):
    """The snapshot that was brought back, the one that was kept of how it stood before, and the
    published rounds.
    """

    kept: int | None
    rounds: int
    snapshot: int


class Revision(Struct, kw_only=True, omit_defaults=True):
    """One form of a card; never changed."""

    revision: int
    effective_on: date
    reason: str
    origin: str
    sha256: str
    card: Parts


class Round(Struct, kw_only=True, omit_defaults=True):
    """A published round with its tables."""

    number: int
    state: str
    ends_at: datetime | None
    matches: list[Match]


class RoundChecked(Struct, kw_only=True, omit_defaults=True):
    """A round that staff changed or kept, and in words what it breaks."""

    problems: list[str]
    round: int


class RoundDiscarded(Struct, kw_only=True, omit_defaults=True):
    """The number of the round that is gone."""

    number: int


class RoundIs(Struct, kw_only=True, omit_defaults=True):
    """A round and where it stands."""

    number: int
    round: int
    state: str


class RoundPlan(Struct, kw_only=True, omit_defaults=True):
    """One way to change a round: which tables go and come, who has no match, and which rules it
    breaks.
    """

    kind: str
    agreed: str
    best: bool
    goes: list[PlannedTable]
    comes: list[PlannedTable]
    without_match: list[int]
    problems: list[str]
    results_lost: int


class RoundRepaired(Struct, kw_only=True, omit_defaults=True):
    """A round, and how many of its tables broke."""

    broken: int
    round: int


class RoundTimed(Struct, kw_only=True, omit_defaults=True):
    """The round whose clock changed."""

    round: int


class Ruling(Struct, kw_only=True, omit_defaults=True):
    """What was decided about a card."""

    given_on: date
    withdrawn_on: date | None
    text: str
    text_nl: str
    rules: list[str]


class SeasonResult(Struct, kw_only=True, omit_defaults=True):
    """What one event was to somebody; ``state`` says how it counts (docs/season-points.md)."""

    event: str
    name: str
    of: str
    date: date
    place: int
    field: int
    worth: str
    state: str


class Seat(Struct, kw_only=True, omit_defaults=True):
    """One player at a table; ``games_won`` is null while there is no final result."""

    entry: int
    name: str
    games_won: int | None


class Seated(Struct, kw_only=True, omit_defaults=True):
    """A match, and the entry that has the seat now."""

    entry: int
    match: int


class SnapshotRow(Struct, kw_only=True, omit_defaults=True):
    """A step of the day before which the rounds were kept."""

    snapshot: int
    at: datetime
    step: str
    round: int | None


class StaffRole(Struct, kw_only=True, omit_defaults=True):
    """A person, and the role they have or had."""

    role: str
    user: int


class Standing(Struct, kw_only=True, omit_defaults=True):
    """One line of the standings; ``values`` holds exact fractions as text ("5/9") by metric key."""

    rank: int | None
    entry: int
    name: str
    record: list[int]
    dropped: bool
    values: dict[str, str | None]


class Standings(Struct, kw_only=True, omit_defaults=True):
    """The standings after a completed round, and with the last one the published head of the ledger."""

    through_round: int
    ledger_head: LedgerHead | None
    rows: list[Standing]


class Started(Struct, kw_only=True, omit_defaults=True):
    """A tournament that is being played; ``players`` and ``rounds`` from the press that started it."""

    players: int | UnsetType = UNSET
    rounds: int | UnsetType = UNSET
    state: str


class Step(Struct, kw_only=True, omit_defaults=True):
    """What happened to a place, by a row of the circuit's ledger; ``note``: why it was withdrawn."""

    number: int
    at: datetime
    words: str
    note: str


class TeamSeated(Struct, kw_only=True, omit_defaults=True):
    """A team, and its members' entries in the order of their seats."""

    seats: list[int]
    team: int


class Ticked(Struct, kw_only=True, omit_defaults=True):
    """How many copies of the cards are counted by now."""

    counted: int


class Title(Struct, kw_only=True, omit_defaults=True):
    """A title, and whose it is."""

    title: str
    name: str


class Tournament(Struct, kw_only=True, omit_defaults=True):
    """A tournament as everybody may know it; ``fee`` is null where it asks none."""

    slug: str
    name: str
    state: str
    organized_play: bool
    format: str
    mode: str
    ruleset: str
    starts_at: datetime
    location: str
    town: str
    beginners: bool
    capacity: int
    organization: str | UnsetType = UNSET
    scale: int
    fee: Fee | None


class TournamentIs(Struct, kw_only=True, omit_defaults=True):
    """Where the life of a tournament stands."""

    state: str


class TournamentMade(Struct, kw_only=True, omit_defaults=True):
    """A tournament by its row and by the part of its address."""

    id: int
    slug: str


class Venue(Struct, kw_only=True, omit_defaults=True):
    """Where it plays; ``shown`` says which values a change of it was made from."""

    id: int
    name: str
    street: str
    postcode: str
    town: str
    country: str
    latitude: float | None
    longitude: float | None
    tables: int
    wheelchair: bool
    hours: str
    house_rules: str
    shown: str


class WholeCircuit(Struct, kw_only=True, omit_defaults=True):
    """A circuit with its rules as docs/season-points.md has them, its events, the newest first, and
    what its end gives. ``shown`` says which values a change of it was made from; ``titles``: whose
    they are, once it has ended.
    """

    slug: str
    name: str
    organization: str
    game: str
    state: str
    starts: date | None
    ends: date | None
    id: int
    about: str
    rules: dict[str, Any]
    by_level: dict[str, str]
    events: list[CountedEvent]
    gives: list[Gives]
    titles: list[Title]
    shown: str


class WholeOrganization(Struct, kw_only=True, omit_defaults=True):
    """An organization with its words and venues; ``shown`` says which values a change of them was made
    from.
    """

    slug: str
    name: str
    kind: str
    level: int
    id: int
    about: str
    website: str
    shown: str
    venues: list[Venue]


class WindowRow(Struct, kw_only=True, omit_defaults=True):
    """A window: a round of a league in days."""

    number: int
    state: str
    starts_at: datetime
    ends_at: datetime
    played: int
    tables: int


class ZoneIs(Struct, kw_only=True, omit_defaults=True):
    """A person, and the first and the last table of their zone; 0 and 0 without one."""

    first: int
    last: int
    user: int


class Site(Sender):
    """One site; see `Sender` for how it is made."""

    def accept_friend(self, friendship: int, *, key: str = "") -> AboutFriendship:
        """Say yes to who asks."""
        return self._write("/api/v1/friends/{}/accept/", (friendship,), {}, AboutFriendship, key)

    def accept_friendly(self, friendly: int, *, version: int, key: str = "") -> AboutFriendly:
        """Agree to it."""
        return self._write(
            "/api/v1/friendlies/{}/accept/", (friendly,), {"version": version}, AboutFriendly, key
        )

    def accept_invitation(self, slug: str, invitation: int, *, key: str = "") -> Entered:
        """Say yes to an invitation to play. A role, or a guest's place, is taken on the page alone."""
        return self._write(
            "/api/v1/tournaments/{}/invitations/{}/accept/", (slug, invitation), {}, Entered, key
        )

    def accept_place(self, slug: str, place: int, *, key: str = "") -> AboutPlace:
        """Say yes to your place in a final: you are entered, with what you won."""
        return self._write("/api/v1/tournaments/{}/places/{}/accept/", (slug, place), {}, AboutPlace, key)

    def accept_time(
        self, slug: str, round: int, table: int, *, offer_id: int, key: str = ""
    ) -> AppointmentIs:
        """Agree to a time that the other offers."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/tables/{}/appointment/accept/",
            (slug, round, table),
            {"offer_id": offer_id},
            AppointmentIs,
            key,
        )

    def add_gift(
        self,
        organization: str,
        circuit: str,
        *,
        kind: Literal["place", "byes", "seed", "title"],
        first: int,
        last: int,
        final: str | UnsetType = UNSET,
        value: int | UnsetType = UNSET,
        title: str | UnsetType = UNSET,
        reason: str | UnsetType = UNSET,
        key: str = "",
    ) -> AboutGift:
        """Say what those from one place to another get at the end."""
        return self._write(
            "/api/v1/organizations/{}/circuits/{}/gifts/add/",
            (organization, circuit),
            {
                "kind": kind,
                "first": first,
                "last": last,
                "final": final,
                "value": value,
                "title": title,
                "reason": reason,
            },
            AboutGift,
            key,
        )

    def add_rule(
        self,
        slug: str,
        *,
        kind: Literal["table", "clan", "apart", "pair", "bye", "disqualified"],
        entry: int,
        other: int | UnsetType = UNSET,
        number: int | UnsetType = UNSET,
        group: str | UnsetType = UNSET,
        key: str = "",
    ) -> AboutRule:
        """Decide something about an entry before pairing; a disqualification is a judge's."""
        return self._write(
            "/api/v1/tournaments/{}/rules/",
            (slug,),
            {"kind": kind, "entry": entry, "other": other, "number": number, "group": group},
            AboutRule,
            key,
        )

    def add_venue(
        self,
        organization: str,
        *,
        name: str,
        town: str,
        street: str | UnsetType = UNSET,
        postcode: str | UnsetType = UNSET,
        country: Literal["NL", "BE"] | UnsetType = UNSET,
        latitude: float | UnsetType | None = UNSET,
        longitude: float | UnsetType | None = UNSET,
        tables: int | UnsetType = UNSET,
        wheelchair: bool | UnsetType = UNSET,
        hours: str | UnsetType = UNSET,
        house_rules: str | UnsetType = UNSET,
        key: str = "",
    ) -> AboutVenue:
        """Add a venue."""
        return self._write(
            "/api/v1/organizations/{}/venues/add/",
            (organization,),
            {
                "name": name,
                "town": town,
                "street": street,
                "postcode": postcode,
                "country": country,
                "latitude": latitude,
                "longitude": longitude,
                "tables": tables,
                "wheelchair": wheelchair,
                "hours": hours,
                "house_rules": house_rules,
            },
            AboutVenue,
            key,
        )

    def announce_prize(
        self,
        slug: str,
        *,
        by: Literal["place", "lot", "all"],
        what: str,
        first: int | UnsetType = UNSET,
        last: int | UnsetType = UNSET,
        cents: int | UnsetType = UNSET,
        key: str = "",
    ) -> PrizeIs:
        """Announce a prize by place, by lot or for everybody; of a lottery the hash of its seed comes
        back.
        """
        return self._write(
            "/api/v1/tournaments/{}/prizes/",
            (slug,),
            {"by": by, "what": what, "first": first, "last": last, "cents": cents},
            PrizeIs,
            key,
        )

    def answer_circuit(self, slug: str, counts: int, *, accept: bool, key: str = "") -> AboutCounts:
        """Say whether an event, or its series, counts for a circuit of somebody else."""
        return self._write(
            "/api/v1/tournaments/{}/circuits/{}/answer/", (slug, counts), {"accept": accept}, AboutCounts, key
        )

    def answer_puzzle(self, puzzle: int, *, line: int, section: str, key: str = "") -> Answered:
        """Say which step of a puzzle breaks a rule; the first answer stays."""
        return self._write(
            "/api/v1/puzzles/{}/answer/", (puzzle,), {"line": line, "section": section}, Answered, key
        )

    def appeal_case(
        self, slug: str, number: int, *, grounds: str | UnsetType = UNSET, key: str = ""
    ) -> AppealIs:
        """Appeal a ruling at your own table to the head judge, once, before the next round is published."""
        return self._write(
            "/api/v1/tournaments/{}/cases/{}/appeal/", (slug, number), {"grounds": grounds}, AppealIs, key
        )

    def ask_clan_mate(self, *, person: int, key: str = "") -> AboutFriendship:
        """Ask a clan mate to be friends."""
        return self._write("/api/v1/friends/ask-mate/", (), {"person": person}, AboutFriendship, key)

    def ask_friend(self, *, username: str, key: str = "") -> AboutFriendship:
        """Ask somebody to be friends, by their username."""
        return self._write("/api/v1/friends/ask/", (), {"username": username}, AboutFriendship, key)

    def ask_level(self, organization: str, *, level: int, why: str, key: str = "") -> AboutOrganization:
        """Ask the office to trust it up to a level (1 evening, 2 open event, 3 championship)."""
        return self._write(
            "/api/v1/organizations/{}/ask-level/",
            (organization,),
            {"level": level, "why": why},
            AboutOrganization,
            key,
        )

    def ask_member(
        self,
        organization: str,
        *,
        username: str,
        role: Literal["owner", "organizer", "judge", "helper"],
        key: str = "",
    ) -> AboutAsked:
        """Ask who signs in with this name to take a role."""
        return self._write(
            "/api/v1/organizations/{}/people/ask/",
            (organization,),
            {"username": username, "role": role},
            AboutAsked,
            key,
        )

    def award_entry(
        self,
        slug: str,
        entry: int,
        *,
        byes: int | UnsetType = UNSET,
        seed: int | UnsetType | None = UNSET,
        key: str = "",
    ) -> Awarded:
        """Award byes in the first rounds and a seed; what is left out is none. Before the first round is
        paired.
        """
        return self._write(
            "/api/v1/tournaments/{}/entries/{}/award/",
            (slug, entry),
            {"byes": byes, "seed": seed},
            Awarded,
            key,
        )

    def bar_person(
        self,
        organization: str,
        *,
        username: str,
        reason: str,
        until: datetime | UnsetType | None = UNSET,
        key: str = "",
    ) -> AboutBar:
        """Keep who signs in with this name out of its events."""
        return self._write(
            "/api/v1/organizations/{}/barred/set/",
            (organization,),
            {"username": username, "reason": reason, "until": until},
            AboutBar,
            key,
        )

    def block_person(self, *, person: int, key: str = "") -> Done:
        """Have nothing to do with somebody."""
        return self._write("/api/v1/friends/block/", (), {"person": person}, Done, key)

    def call_judge(
        self,
        slug: str,
        round: int,
        table: int,
        *,
        reason: Literal["rules", "mistake", "result", "time", "alone"],
        key: str = "",
    ) -> CallIs:
        """Call a judge to your table."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/tables/{}/call/",
            (slug, round, table),
            {"reason": reason},
            CallIs,
            key,
        )

    def cancel_friendly(self, friendly: int, *, key: str = "") -> AboutFriendly:
        """Call it off."""
        return self._write("/api/v1/friendlies/{}/cancel/", (friendly,), {}, AboutFriendly, key)

    def cancel_tournament(self, slug: str, *, reason: str, key: str = "") -> TournamentIs:
        """Call it off."""
        return self._write("/api/v1/tournaments/{}/cancel/", (slug,), {"reason": reason}, TournamentIs, key)

    def card(self, number: str) -> CardDetail:
        """The card of a number, whole or short, with its forms, rulings and legality."""
        return self._read("/api/v1/cards/{}/", (number,), {}, CardDetail)

    def cards(
        self,
        *,
        page: int | None = None,
        q: str | None = None,
        sort: Literal["number", "name", "cost", "-cost", "-attack"] | None = None,
    ) -> CardList:
        """A page of the cards a query finds."""
        return self._read("/api/v1/cards/", (), {"page": page, "q": q, "sort": sort}, CardList)

    def cards_dump(self) -> Dump:
        """The whole catalogue as a ``cards/1`` file; with its ETag nothing is sent twice."""
        return self._read("/api/v1/cards/dump/", (), {}, Dump)

    def check_in(self, slug: str, *, key: str = "") -> EntryIs:
        """Say that you are here, while check-in is open."""
        return self._write("/api/v1/tournaments/{}/check-in/", (slug,), {}, EntryIs, key)

    def check_in_entry(self, slug: str, entry: int, *, key: str = "") -> EntryIs:
        """Say that a player is here; one who was away comes back for the next round."""
        return self._write("/api/v1/tournaments/{}/entries/{}/check-in/", (slug, entry), {}, EntryIs, key)

    def check_in_many(self, slug: str, *, entries: list[int], key: str = "") -> Arrived:
        """Check in several players who are entered; who cannot be is named with the reason, by the ids of
        the answer.
        """
        return self._write(
            "/api/v1/tournaments/{}/check-in-many/", (slug,), {"entries": entries}, Arrived, key
        )

    def circuit(self, slug: str) -> WholeCircuit:
        """Its rules, the events that count or will, and what the end gives."""
        return self._read("/api/v1/circuits/{}/", (slug,), {}, WholeCircuit)

    def circuit_clans(self, slug: str, *, page: int | None = None) -> list[ClanPlace]:
        """Best first, 200 on a page; those without a rank at the end. Nobody is named."""
        return self._read("/api/v1/circuits/{}/clans/", (slug,), {"page": page}, list[ClanPlace])

    def circuit_desk(self, slug: str, circuit: str) -> CircuitDesk:
        """Its rules, what it names, and how the places of its finals stand."""
        return self._read("/api/v1/organizations/{}/circuits/{}/desk/", (slug, circuit), {}, CircuitDesk)

    def circuit_ladder(self, slug: str, *, page: int | None = None) -> Ladder:
        """Best first, 200 on a page."""
        return self._read("/api/v1/circuits/{}/ladder/", (slug,), {"page": page}, Ladder)

    def circuit_ladder_row(self, slug: str, person: str) -> list[SeasonResult]:
        """Every result of somebody on the ladder, by date."""
        return self._read("/api/v1/circuits/{}/ladder/rows/{}/", (slug, person), {}, list[SeasonResult])

    def circuit_moves(self, slug: str, *, page: int | None = None) -> list[Change]:
        """The newest first, ten changes on a page, of each the best places."""
        return self._read("/api/v1/circuits/{}/moves/", (slug,), {"page": page}, list[Change])

    def claim_call(self, slug: str, round: int, table: int, *, key: str = "") -> CallIs:
        """Go to a table; of two judges one gets it."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/tables/{}/call/claim/", (slug, round, table), {}, CallIs, key
        )

    def clan_season(self, number: int) -> list[ClanSeason]:
        """Its place in every circuit, with whoever shows that they are in it."""
        return self._read("/api/v1/clans/{}/season/", (number,), {}, list[ClanSeason])

    def close_check(self, slug: str, number: int, *, key: str = "") -> CheckClosed:
        """The decks are back: the table gets its time, once."""
        return self._write("/api/v1/tournaments/{}/checks/{}/close/", (slug, number), {}, CheckClosed, key)

    def close_till(
        self,
        slug: str,
        *,
        till: int,
        counted_cents: int,
        begun_cents: int | UnsetType = UNSET,
        rows: int | UnsetType | None = UNSET,
        key: str = "",
    ) -> Closed:
        """Close the open till with the cash that was counted; the answer says the difference."""
        return self._write(
            "/api/v1/tournaments/{}/till/close/",
            (slug,),
            {"till": till, "counted_cents": counted_cents, "begun_cents": begun_cents, "rows": rows},
            Closed,
            key,
        )

    def close_venue(self, organization: str, venue: int, *, key: str = "") -> AboutVenue:
        """Close a venue where nothing is to come."""
        return self._write(
            "/api/v1/organizations/{}/venues/{}/close/", (organization, venue), {}, AboutVenue, key
        )

    def complete_case(
        self,
        slug: str,
        number: int,
        *,
        question: str | UnsetType = UNSET,
        instruction: str | UnsetType = UNSET,
        words: str | UnsetType = UNSET,
        reason: str | UnsetType = UNSET,
        facts: list[FactBody] | UnsetType = UNSET,
        rules: list[str] | UnsetType = UNSET,
        code: Literal[
            "G1",
            "G2",
            "G3",
            "G4",
            "G5",
            "T1",
            "T2",
            "T3",
            "T4",
            "T5",
            "T6",
            "T7",
            "T8",
            "T9",
            "T10",
            "U1",
            "U2",
            "U3",
        ]
        | Literal[""]
        | UnsetType = UNSET,
        remedy: Literal["none", "fix", "undo", "rewind", "leave", "forfeit"] | UnsetType = UNSET,
        key: str = "",
    ) -> CaseIs:
        """Complete or correct a case: one more revision, the ruling stays as it was given."""
        return self._write(
            "/api/v1/tournaments/{}/cases/{}/complete/",
            (slug, number),
            {
                "question": question,
                "instruction": instruction,
                "words": words,
                "reason": reason,
                "facts": facts,
                "rules": rules,
                "code": code,
                "remedy": remedy,
            },
            CaseIs,
            key,
        )

    def complete_round(self, slug: str, round: int, *, key: str = "") -> RoundIs:
        """Close the round; every table must have its result."""
        return self._write("/api/v1/tournaments/{}/rounds/{}/complete/", (slug, round), {}, RoundIs, key)

    def concede(
        self,
        slug: str,
        round: int,
        table: int,
        *,
        version: int,
        won: int | UnsetType = UNSET,
        lost: int | UnsetType = UNSET,
        rounds: int | UnsetType = UNSET,
        leave: bool | UnsetType = UNSET,
        key: str = "",
    ) -> Conceded:
        """Give up your match: the games that were finished, yours first; `leave` says that you leave the
        tournament too.
        """
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/tables/{}/concede/",
            (slug, round, table),
            {"version": version, "won": won, "lost": lost, "rounds": rounds, "leave": leave},
            Conceded,
            key,
        )

    def confirm_line(self, slug: str, log: int, *, line: int, key: str = "") -> LogKept:
        """Say that a correction in a log is a judge's; the log is checked again."""
        return self._write(
            "/api/v1/tournaments/{}/logs/{}/confirm/", (slug, log), {"line": line}, LogKept, key
        )

    def confirm_penalty(self, slug: str, penalty: int, *, key: str = "") -> PenaltyIs:
        """Confirm a disqualification as the second person."""
        return self._write(
            "/api/v1/tournaments/{}/penalties/{}/confirm/", (slug, penalty), {}, PenaltyIs, key
        )

    def copy_tournament(
        self, slug: str, *, name: str, starts_at: datetime, series: bool | UnsetType = UNSET, key: str = ""
    ) -> TournamentMade:
        """Make a tournament in preparation from this one; `series` makes both dates of one series."""
        return self._write(
            "/api/v1/tournaments/{}/copy/",
            (slug,),
            {"name": name, "starts_at": starts_at, "series": series},
            TournamentMade,
            key,
        )

    def count_card(
        self, slug: str, number: int, *, entry: int, card: str, count: int, key: str = ""
    ) -> Ticked:
        """Say how many copies of one card of a list lay there; 0 takes nothing away, it is a count."""
        return self._write(
            "/api/v1/tournaments/{}/checks/{}/count/",
            (slug, number),
            {"entry": entry, "card": card, "count": count},
            Ticked,
            key,
        )

    def count_event(
        self,
        organization: str,
        circuit: str,
        *,
        event: str,
        of: str,
        series: bool | UnsetType = UNSET,
        agreed: str | UnsetType = UNSET,
        reason: str | UnsetType = UNSET,
        key: str = "",
    ) -> AboutCounts:
        """Let an event, or every date of its series, count as a class (empty: never); one of others is
        asked for.
        """
        return self._write(
            "/api/v1/organizations/{}/circuits/{}/count/",
            (organization, circuit),
            {"event": event, "of": of, "series": series, "agreed": agreed, "reason": reason},
            AboutCounts,
            key,
        )

    def create_circuit(
        self,
        organization: str,
        *,
        name: str,
        game: Literal["x610z", "zx"],
        preset: Literal["x610z", "pokemon", "vekn", "alwaysberunning"] | UnsetType = UNSET,
        starts: date | UnsetType | None = UNSET,
        ends: date | UnsetType | None = UNSET,
        key: str = "",
    ) -> AboutCircuit:
        """Make a circuit in preparation, by a preset."""
        return self._write(
            "/api/v1/organizations/{}/new-circuit/",
            (organization,),
            {"name": name, "game": game, "preset": preset, "starts": starts, "ends": ends},
            AboutCircuit,
            key,
        )

    def create_clan(self, *, name: str, key: str = "") -> AboutClan:
        """Create a clan and lead it."""
        return self._write("/api/v1/clan/create/", (), {"name": name}, AboutClan, key)

    def create_deck(
        self,
        *,
        name: str,
        play: Literal["constructed", "limited"],
        pool_key: str,
        text: str | UnsetType = UNSET,
        notes: str | UnsetType = UNSET,
        key: str = "",
    ) -> DeckMade:
        """Make a deck of your own, private, with its first list."""
        return self._write(
            "/api/v1/my-decks/",
            (),
            {"name": name, "play": play, "pool_key": pool_key, "text": text, "notes": notes},
            DeckMade,
            key,
        )

    def create_team(self, slug: str, *, name: str, key: str = "") -> AboutTeam:
        """Make a team; you are its captain."""
        return self._write("/api/v1/tournaments/{}/team/create/", (slug,), {"name": name}, AboutTeam, key)

    def create_tournament(
        self,
        *,
        template: Literal[
            "constructed-community",
            "constructed-quick",
            "constructed-championship",
            "limited-community",
            "league-swiss",
            "constructed-round-robin",
            "league",
            "multiplayer-pods",
            "teams-2v2",
            "teams-3v3",
            "teams-2v2v2",
            "zx-community",
            "zx-championship",
        ],
        name: str,
        starts_at: datetime,
        deck_deadline: datetime | UnsetType | None = UNSET,
        capacity: int | UnsetType = UNSET,
        location: str | UnsetType = UNSET,
        organization_id: int | UnsetType | None = UNSET,
        venue_id: int | UnsetType | None = UNSET,
        scale: int | UnsetType = UNSET,
        beginners: bool | UnsetType = UNSET,
        town: str | UnsetType = UNSET,
        key: str = "",
    ) -> TournamentMade:
        """Make a tournament in preparation; you are its organizer."""
        return self._write(
            "/api/v1/new-tournament/",
            (),
            {
                "template": template,
                "name": name,
                "starts_at": starts_at,
                "deck_deadline": deck_deadline,
                "capacity": capacity,
                "location": location,
                "organization_id": organization_id,
                "venue_id": venue_id,
                "scale": scale,
                "beginners": beginners,
                "town": town,
            },
            TournamentMade,
            key,
        )

    def cut_to_knock_out(self, slug: str, *, third_place: bool | UnsetType = UNSET, key: str = "") -> CutMade:
        """Let the best go on into the knock-out."""
        return self._write("/api/v1/tournaments/{}/cut/", (slug,), {"third_place": third_place}, CutMade, key)

    def decide_appeal(
        self,
        slug: str,
        number: int,
        *,
        outcome: Literal["upheld", "varied", "overturned"],
        reasons: str,
        question: str | UnsetType = UNSET,
        instruction: str | UnsetType = UNSET,
        words: str | UnsetType = UNSET,
        reason: str | UnsetType = UNSET,
        facts: list[FactBody] | UnsetType = UNSET,
        rules: list[str] | UnsetType = UNSET,
        code: Literal[
            "G1",
            "G2",
            "G3",
            "G4",
            "G5",
            "T1",
            "T2",
            "T3",
            "T4",
            "T5",
            "T6",
            "T7",
            "T8",
            "T9",
            "T10",
            "U1",
            "U2",
            "U3",
        ]
        | Literal[""]
        | UnsetType = UNSET,
        remedy: Literal["none", "fix", "undo", "rewind", "leave", "forfeit"] | UnsetType = UNSET,
        key: str = "",
    ) -> AppealIs:
        """Decide every open appeal of a case, as the head judge, with reasons; final for the tournament."""
        return self._write(
            "/api/v1/tournaments/{}/cases/{}/decide/",
            (slug, number),
            {
                "outcome": outcome,
                "reasons": reasons,
                "question": question,
                "instruction": instruction,
                "words": words,
                "reason": reason,
                "facts": facts,
                "rules": rules,
                "code": code,
                "remedy": remedy,
            },
            AppealIs,
            key,
        )

    def decide_approval(
        self,
        slug: str,
        *,
        approve: bool,
        note: str | UnsetType = UNSET,
        agreed: str | UnsetType = UNSET,
        key: str = "",
    ) -> ApprovalIs:
        """Approve a tournament as Organized Play, or say why not, as the office."""
        return self._write(
            "/api/v1/tournaments/{}/approval/",
            (slug,),
            {"approve": approve, "note": note, "agreed": agreed},
            ApprovalIs,
            key,
        )

    def decline_friend(self, friendship: int, *, key: str = "") -> AboutFriendship:
        """Say no to who asks."""
        return self._write("/api/v1/friends/{}/decline/", (friendship,), {}, AboutFriendship, key)

    def decline_friendly(self, friendly: int, *, version: int, key: str = "") -> AboutFriendly:
        """Say no to it."""
        return self._write(
            "/api/v1/friendlies/{}/decline/", (friendly,), {"version": version}, AboutFriendly, key
        )

    def decline_invitation(self, slug: str, invitation: int, *, key: str = "") -> Invited:
        """Say no to any invitation of yours; the same is not asked again."""
        return self._write(
            "/api/v1/tournaments/{}/invitations/{}/decline/", (slug, invitation), {}, Invited, key
        )

    def decline_place(self, slug: str, place: int, *, key: str = "") -> AboutPlace:
        """Say no to your place in a final; the next in line is invited."""
        return self._write("/api/v1/tournaments/{}/places/{}/decline/", (slug, place), {}, AboutPlace, key)

    def delete_deck(self, deck: int, *, key: str = "") -> None:
        """Delete your deck with its history; what was handed in somewhere stays there."""
        self._write("/api/v1/my-decks/{}/delete/", (deck,), {}, type(None), key)

    def describe_deck(
        self,
        deck: int,
        *,
        mark: str,
        name: str,
        play: Literal["constructed", "limited"],
        pool_key: str,
        visibility: Literal["private", "link", "public"],
        notes: str | UnsetType = UNSET,
        key: str = "",
    ) -> None:
        """Change everything about your deck but its list."""
        self._write(
            "/api/v1/my-decks/{}/describe/",
            (deck,),
            {
                "mark": mark,
                "name": name,
                "play": play,
                "pool_key": pool_key,
                "visibility": visibility,
                "notes": notes,
            },
            type(None),
            key,
        )

    def discard_round(self, slug: str, round: int, *, key: str = "") -> RoundDiscarded:
        """Throw a draft away."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/discard/", (slug, round), {}, RoundDiscarded, key
        )

    def draft_round(self, slug: str, round: int, *, key: str = "") -> RoundIs:
        """Pair the round; nobody sees it yet."""
        return self._write("/api/v1/tournaments/{}/rounds/{}/draft/", (slug, round), {}, RoundIs, key)

    def draw_prize(self, slug: str, prize: int, *, key: str = "") -> PrizeIs:
        """Draw a lottery among all who were checked in; the numbers that were drawn come back."""
        return self._write("/api/v1/tournaments/{}/prizes/{}/draw/", (slug, prize), {}, PrizeIs, key)

    def drop_entry(self, slug: str, entry: int, *, key: str = "") -> EntryIs:
        """A player leaves after the present round."""
        return self._write("/api/v1/tournaments/{}/entries/{}/drop/", (slug, entry), {}, EntryIs, key)

    def drop_gift(
        self, organization: str, circuit: str, gift: int, *, reason: str | UnsetType = UNSET, key: str = ""
    ) -> AboutGift:
        """Take such a rule off."""
        return self._write(
            "/api/v1/organizations/{}/circuits/{}/gifts/{}/drop/",
            (organization, circuit, gift),
            {"reason": reason},
            AboutGift,
            key,
        )

    def drop_prize(self, slug: str, prize: int, *, key: str = "") -> PrizeIs:
        """Take a prize off the list that was neither drawn nor given."""
        return self._write("/api/v1/tournaments/{}/prizes/{}/drop/", (slug, prize), {}, PrizeIs, key)

    def edit_circuit(
        self,
        organization: str,
        circuit: str,
        *,
        shown: str,
        name: str,
        about: str,
        rules: dict[str, Any],
        by_level: dict[str, str],
        starts: date | None,
        ends: date | None,
        agreed: str | UnsetType = UNSET,
        reason: str | UnsetType = UNSET,
        key: str = "",
    ) -> AboutCircuit:
        """Change words, days and rules; what moves people must be agreed to."""
        return self._write(
            "/api/v1/organizations/{}/circuits/{}/edit/",
            (organization, circuit),
            {
                "shown": shown,
                "name": name,
                "about": about,
                "rules": rules,
                "by_level": by_level,
                "starts": starts,
                "ends": ends,
                "agreed": agreed,
                "reason": reason,
            },
            AboutCircuit,
            key,
        )

    def edit_organization(
        self,
        organization: str,
        *,
        name: str,
        kind: Literal["club", "shop", "school", "federation"],
        shown: str,
        about_it: str | UnsetType = UNSET,
        website: str | UnsetType = UNSET,
        key: str = "",
    ) -> AboutOrganization:
        """Change what its page says; `shown` as it was read."""
        return self._write(
            "/api/v1/organizations/{}/edit/",
            (organization,),
            {"name": name, "kind": kind, "shown": shown, "about_it": about_it, "website": website},
            AboutOrganization,
            key,
        )

    def edit_tournament(
        self,
        slug: str,
        *,
        agreed: str,
        level: str | UnsetType = UNSET,
        rounds: int | UnsetType = UNSET,
        minutes: int | UnsetType = UNSET,
        window_days: int | UnsetType = UNSET,
        stopping: str | UnsetType = UNSET,
        times_public: bool | UnsetType = UNSET,
        games: int | UnsetType = UNSET,
        method: str | UnsetType = UNSET,
        leaders: int | UnsetType = UNSET,
        power_pairing_last_round: bool | UnsetType = UNSET,
        clan_rounds: int | UnsetType = UNSET,
        legs: int | UnsetType = UNSET,
        pod_size: int | UnsetType = UNSET,
        cut: bool | UnsetType = UNSET,
        cut_size: int | UnsetType = UNSET,
        cut_points: int | UnsetType = UNSET,
        knock_out: str | UnsetType = UNSET,
        third_place: bool | UnsetType = UNSET,
        cut_minutes: int | UnsetType = UNSET,
        concede_after: int | UnsetType = UNSET,
        late_minutes: int | UnsetType = UNSET,
        late_until_round: int | UnsetType = UNSET,
        deck_required: bool | UnsetType = UNSET,
        check_minutes: int | UnsetType = UNSET,
        live_delay: int | UnsetType = UNSET,
        recorder_help: str | UnsetType = UNSET,
        limits: str | UnsetType = UNSET,
        preset: str | UnsetType = UNSET,
        ruleset: str | UnsetType = UNSET,
        board: str | UnsetType = UNSET,
        rulings: dict[str, str] | UnsetType = UNSET,
        lists: str | UnsetType = UNSET,
        pool: str | UnsetType = UNSET,
        acts: list[str] | UnsetType = UNSET,
        teams: bool | UnsetType = UNSET,
        crews: bool | UnsetType = UNSET,
        name: str | UnsetType = UNSET,
        location: str | UnsetType = UNSET,
        town: str | UnsetType = UNSET,
        description: str | UnsetType = UNSET,
        announcement: str | UnsetType = UNSET,
        starts_at: datetime | UnsetType = UNSET,
        deck_deadline: datetime | UnsetType = UNSET,
        capacity: int | UnsetType = UNSET,
        beginners: bool | UnsetType = UNSET,
        organization_id: int | UnsetType | None = UNSET,
        venue_id: int | UnsetType | None = UNSET,
        scale: int | UnsetType = UNSET,
        key: str = "",
    ) -> Edited:
        """Change what was announced and how it is played, as `edit/plan/` shows it."""
        return self._write(
            "/api/v1/tournaments/{}/edit/",
            (slug,),
            {
                "agreed": agreed,
                "level": level,
                "rounds": rounds,
                "minutes": minutes,
                "window_days": window_days,
                "stopping": stopping,
                "times_public": times_public,
                "games": games,
                "method": method,
                "leaders": leaders,
                "power_pairing_last_round": power_pairing_last_round,
                "clan_rounds": clan_rounds,
                "legs": legs,
                "pod_size": pod_size,
                "cut": cut,
                "cut_size": cut_size,
                "cut_points": cut_points,
                "knock_out": knock_out,
                "third_place": third_place,
                "cut_minutes": cut_minutes,
                "concede_after": concede_after,
                "late_minutes": late_minutes,
                "late_until_round": late_until_round,
                "deck_required": deck_required,
                "check_minutes": check_minutes,
                "live_delay": live_delay,
                "recorder_help": recorder_help,
                "limits": limits,
                "preset": preset,
                "ruleset": ruleset,
                "board": board,
                "rulings": rulings,
                "lists": lists,
                "pool": pool,
                "acts": acts,
                "teams": teams,
                "crews": crews,
                "name": name,
                "location": location,
                "town": town,
                "description": description,
                "announcement": announcement,
                "starts_at": starts_at,
                "deck_deadline": deck_deadline,
                "capacity": capacity,
                "beginners": beginners,
                "organization_id": organization_id,
                "venue_id": venue_id,
                "scale": scale,
            },
            Edited,
            key,
        )

    def edit_venue(
        self,
        organization: str,
        venue: int,
        *,
        shown: str,
        name: str,
        town: str,
        street: str | UnsetType = UNSET,
        postcode: str | UnsetType = UNSET,
        country: Literal["NL", "BE"] | UnsetType = UNSET,
        latitude: float | UnsetType | None = UNSET,
        longitude: float | UnsetType | None = UNSET,
        tables: int | UnsetType = UNSET,
        wheelchair: bool | UnsetType = UNSET,
        hours: str | UnsetType = UNSET,
        house_rules: str | UnsetType = UNSET,
        key: str = "",
    ) -> AboutVenue:
        """Change a venue."""
        return self._write(
            "/api/v1/organizations/{}/venues/{}/edit/",
            (organization, venue),
            {
                "shown": shown,
                "name": name,
                "town": town,
                "street": street,
                "postcode": postcode,
                "country": country,
                "latitude": latitude,
                "longitude": longitude,
                "tables": tables,
                "wheelchair": wheelchair,
                "hours": hours,
                "house_rules": house_rules,
            },
            AboutVenue,
            key,
        )

    def end_circuit(self, organization: str, circuit: str, *, typed: str, key: str = "") -> AboutCircuit:
        """End it and freeze its ladder; `typed` is its name."""
        return self._write(
            "/api/v1/organizations/{}/circuits/{}/end/",
            (organization, circuit),
            {"typed": typed},
            AboutCircuit,
            key,
        )

    def end_friendship(self, friendship: int, *, key: str = "") -> Done:
        """End it, or take a request back."""
        return self._write("/api/v1/friends/{}/end/", (friendship,), {}, Done, key)

    def end_organization(self, organization: str, *, typed: str, key: str = "") -> AboutOrganization:
        """End it; `typed` is its name."""
        return self._write(
            "/api/v1/organizations/{}/end/", (organization,), {"typed": typed}, AboutOrganization, key
        )

    def enter(self, slug: str, *, key: str = "") -> EntryIs:
        """Enter the tournament; when it is full, the waiting list. Twice is once."""
        return self._write("/api/v1/tournaments/{}/enter/", (slug,), {}, EntryIs, key)

    def enter_guest(self, slug: str, *, name: str, text: str | UnsetType = UNSET, key: str = "") -> EntryIs:
        """Enter somebody without an account."""
        return self._write(
            "/api/v1/tournaments/{}/entries/", (slug,), {"name": name, "text": text}, EntryIs, key
        )

    def enter_late_slip(
        self,
        slug: str,
        round: int,
        table: int,
        *,
        said: list[int] | str,
        kind: Literal["played", "forfeit", "double_loss"] | UnsetType = UNSET,
        key: str = "",
    ) -> MatchIs:
        """Enter a slip that came late and contradicts what is known: the table is disputed, a judge
        decides.
        """
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/tables/{}/slip/late/",
            (slug, round, table),
            {"said": said, "kind": kind},
            MatchIs,
            key,
        )

    def enter_result(
        self,
        slug: str,
        round: int,
        table: int,
        *,
        said: list[int] | str,
        kind: Literal["played", "forfeit", "double_loss"] | UnsetType = UNSET,
        version: int | UnsetType = UNSET,
        despite: bool | UnsetType = UNSET,
        reason: str | UnsetType = UNSET,
        key: str = "",
    ) -> MatchIs:
        """Enter the result of a table, or with a reason correct a final one; a disputed one is a judge's
        to settle. The body alone says which: the same request sent again must find the same command,
        whatever has become of the table.
        """
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/tables/{}/result/",
            (slug, round, table),
            {"said": said, "kind": kind, "version": version, "despite": despite, "reason": reason},
            MatchIs,
            key,
        )

    def enter_slip(
        self,
        slug: str,
        round: int,
        table: int,
        *,
        said: list[int] | str,
        version: int,
        kind: Literal["played", "forfeit", "double_loss"] | UnsetType = UNSET,
        over: bool | UnsetType = UNSET,
        key: str = "",
    ) -> MatchIs:
        """Enter a slip of paper; what it contradicts is said, and nothing is overwritten."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/tables/{}/slip/",
            (slug, round, table),
            {"said": said, "version": version, "kind": kind, "over": over},
            MatchIs,
            key,
        )

    def escalate_call(self, slug: str, round: int, table: int, *, key: str = "") -> CallIs:
        """Let the table wait for the head judge."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/tables/{}/call/escalate/", (slug, round, table), {}, CallIs, key
        )

    def event_circuits(self, slug: str) -> EventCircuits:
        """The circuits it counts for, or will."""
        return self._read("/api/v1/tournaments/{}/circuits/", (slug,), {}, EventCircuits)

    def exchange_players(
        self,
        slug: str,
        round: int,
        *,
        first: int,
        second: int,
        agreed: str,
        reason: str,
        despite: bool | UnsetType = UNSET,
        key: str = "",
    ) -> RoundRepaired:
        """Let two players of a round that is being played change places, as `exchange/plan/` shows it."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/exchange/",
            (slug, round),
            {"first": first, "second": second, "agreed": agreed, "reason": reason, "despite": despite},
            RoundRepaired,
            key,
        )

    def extend_deck(self, slug: str, entry: int, *, minutes: int, reason: str, key: str = "") -> Extended:
        """Give one player more time for the deck."""
        return self._write(
            "/api/v1/tournaments/{}/entries/{}/deck/extend/",
            (slug, entry),
            {"minutes": minutes, "reason": reason},
            Extended,
            key,
        )

    def extend_league_table(self, slug: str, round: int, table: int, *, days: int, key: str = "") -> MatchIs:
        """Give one table of a league more days."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/tables/{}/extend-days/",
            (slug, round, table),
            {"days": days},
            MatchIs,
            key,
        )

    def extend_table(self, slug: str, round: int, table: int, *, minutes: int, key: str = "") -> MatchIs:
        """Give one table more time."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/tables/{}/extend/",
            (slug, round, table),
            {"minutes": minutes},
            MatchIs,
            key,
        )

    def extend_window(self, slug: str, round: int, *, days: int, key: str = "") -> RoundTimed:
        """Give a window more days, for all its tables."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/extend/", (slug, round), {"days": days}, RoundTimed, key
        )

    def finish_tournament(self, slug: str, *, key: str = "") -> TournamentIs:
        """The last round is complete: the standings are final."""
        return self._write("/api/v1/tournaments/{}/finish/", (slug,), {}, TournamentIs, key)

    def found_organization(
        self,
        *,
        name: str,
        kind: Literal["club", "shop", "school", "federation"],
        about_it: str | UnsetType = UNSET,
        website: str | UnsetType = UNSET,
        key: str = "",
    ) -> AboutOrganization:
        """Found an organization; you own it."""
        return self._write(
            "/api/v1/new-organization/",
            (),
            {"name": name, "kind": kind, "about_it": about_it, "website": website},
            AboutOrganization,
            key,
        )

    def give_penalty(
        self,
        slug: str,
        *,
        entry: int,
        code: str,
        level: Literal["caution", "warning", "game_loss", "match_loss", "disqualification"],
        reason: str | UnsetType = UNSET,
        note: str | UnsetType = UNSET,
        key: str = "",
    ) -> PenaltyIs:
        """Give a player a penalty."""
        return self._write(
            "/api/v1/tournaments/{}/penalties/",
            (slug,),
            {"entry": entry, "code": code, "level": level, "reason": reason, "note": note},
            PenaltyIs,
            key,
        )

    def give_prize(self, slug: str, prize: int, *, entry: int, key: str = "") -> Booked:
        """Hand a prize to a player it is due to."""
        return self._write(
            "/api/v1/tournaments/{}/prizes/{}/give/", (slug, prize), {"entry": entry}, Booked, key
        )

    def give_zone(self, slug: str, *, person: int, first: int, last: int, key: str = "") -> ZoneIs:
        """Give a judge the tables to look after, by the number that `desk/staff/` says; 0 and 0 take the
        zone away.
        """
        return self._write(
            "/api/v1/tournaments/{}/staff/zone/",
            (slug,),
            {"person": person, "first": first, "last": last},
            ZoneIs,
            key,
        )

    def hand_over_clan(self, *, person: int, key: str = "") -> AboutClan:
        """Let another member lead the clan."""
        return self._write("/api/v1/clan/hand-over/", (), {"person": person}, AboutClan, key)

    def invite_player(self, slug: str, *, username: str, key: str = "") -> Invited:
        """Ask somebody with an account to play; they say yes on their page."""
        return self._write(
            "/api/v1/tournaments/{}/invitations/", (slug,), {"username": username}, Invited, key
        )

    def join_clan(self, *, code: str, key: str = "") -> AboutClan:
        """Join the clan that a link invites into."""
        return self._write("/api/v1/clan/join/", (), {"code": code}, AboutClan, key)

    def join_team(self, slug: str, *, code: str, key: str = "") -> AboutTeam:
        """Join a team with its code."""
        return self._write("/api/v1/tournaments/{}/team/join/", (slug,), {"code": code}, AboutTeam, key)

    def keep_round(self, slug: str, round: int, *, reason: str, key: str = "") -> RoundChecked:
        """Keep a draft although results or decisions have changed since."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/keep/", (slug, round), {"reason": reason}, RoundChecked, key
        )

    def keep_template(self, slug: str, *, kept_as: str, key: str = "") -> Kept:
        """Let its organization make others like it under this name; empty: no longer."""
        return self._write("/api/v1/tournaments/{}/keep/", (slug,), {"kept_as": kept_as}, Kept, key)

    def league(self, slug: str) -> League:
        """Its windows, and how far the tables of the one being played are."""
        return self._read("/api/v1/tournaments/{}/league/", (slug,), {}, League)

    def leave(self, slug: str, *, key: str = "") -> EntryIs:
        """Withdraw before the start, or drop from the running tournament."""
        return self._write("/api/v1/tournaments/{}/leave/", (slug,), {}, EntryIs, key)

    def leave_clan(self, *, key: str = "") -> AboutClan:
        """Leave your clan."""
        return self._write("/api/v1/clan/leave/", (), {}, AboutClan, key)

    def leave_organization(self, organization: str, *, key: str = "") -> AboutOrganization:
        """Lay down every role in it."""
        return self._write("/api/v1/organizations/{}/leave/", (organization,), {}, AboutOrganization, key)

    def leave_team(self, slug: str, *, key: str = "") -> Done:
        """Leave your team; a captain ends it."""
        return self._write("/api/v1/tournaments/{}/team/leave/", (slug,), {}, Done, key)

    def lift_bar(self, organization: str, bar: int, *, key: str = "") -> AboutBar:
        """Let somebody in again."""
        return self._write("/api/v1/organizations/{}/barred/{}/lift/", (organization, bar), {}, AboutBar, key)

    def me(self) -> Me:
        """My name, what this token may do, and my entries, newest first."""
        return self._read("/api/v1/me/", (), {}, Me)

    def move_friendly(
        self, friendly: int, *, version: int, starts_at: datetime, place: str, key: str = ""
    ) -> AboutFriendly:
        """Propose another moment or place."""
        return self._write(
            "/api/v1/friendlies/{}/move/",
            (friendly,),
            {"version": version, "starts_at": starts_at, "place": place},
            AboutFriendly,
            key,
        )

    def move_table(
        self, slug: str, round: int, *, agreed: str, reason: str, entry: int, to: int, key: str = ""
    ) -> MatchIs:
        """Play a match at another table, as `move/plan/` shows it; anyone who plays there changes places
        with it. The match is named by who sits at it: the same request sent again still finds it when
        its table has changed.
        """
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/move/",
            (slug, round),
            {"agreed": agreed, "reason": reason, "entry": entry, "to": to},
            MatchIs,
            key,
        )

    def my_decks_all(self) -> list[OwnDeck]:
        """My decks, the newest first."""
        return self._read("/api/v1/my-decks/all/", (), {}, list[OwnDeck])

    def my_league(self, slug: str) -> OwnLeague:
        """The table I play at in this window, what is offered and what is agreed."""
        return self._read("/api/v1/tournaments/{}/league/me/", (slug,), {}, OwnLeague)

    def my_places(self) -> list[OwnPlace]:
        """Every place I was invited to, the newest first, with what happened to it."""
        return self._read("/api/v1/me/places/", (), {}, list[OwnPlace])

    def my_season(self) -> list[OwnCircuit]:
        """Where I stand in each circuit, what counts, and what comes; those that run first. Nobody else is
        named.
        """
        return self._read("/api/v1/me/season/", (), {}, list[OwnCircuit])

    def note_friendly(
        self, friendly: int, *, result: Literal["won", "lost", "drawn"] | Literal[""], key: str = ""
    ) -> AboutFriendly:
        """Write down for yourself how it went; it counts nowhere."""
        return self._write("/api/v1/friendlies/{}/note/", (friendly,), {"result": result}, AboutFriendly, key)

    def offer_role(
        self,
        slug: str,
        *,
        username: str,
        role: Literal["organizer", "head_judge", "judge", "scorekeeper", "door"],
        key: str = "",
    ) -> Invited:
        """Ask somebody to work here; they say yes on their page."""
        return self._write(
            "/api/v1/tournaments/{}/staff/", (slug,), {"username": username, "role": role}, Invited, key
        )

    def offer_times(
        self,
        slug: str,
        round: int,
        table: int,
        *,
        times: list[datetime],
        place: str | UnsetType = UNSET,
        key: str = "",
    ) -> AppointmentIs:
        """Say when you can play, and where; these times take the place of those you offered before."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/tables/{}/appointment/offer/",
            (slug, round, table),
            {"times": times, "place": place},
            AppointmentIs,
            key,
        )

    def one_more(self, slug: str, event: str, *, players: int | None = None) -> OneMore:
        """Each finish with what it would change, exactly; for a circuit that runs."""
        return self._read("/api/v1/me/season/{}/{}/", (slug, event), {"players": players}, OneMore)

    def open_check_in(self, slug: str, *, key: str = "") -> TournamentIs:
        """Let players check in."""
        return self._write("/api/v1/tournaments/{}/open-check-in/", (slug,), {}, TournamentIs, key)

    def open_circuit(self, organization: str, circuit: str, *, key: str = "") -> AboutCircuit:
        """Let everybody see it."""
        return self._write(
            "/api/v1/organizations/{}/circuits/{}/open/", (organization, circuit), {}, AboutCircuit, key
        )

    def open_entry(self, slug: str, *, casual: bool | UnsetType = UNSET, key: str = "") -> TournamentIs:
        """Let players enter; unapproved only as a casual tournament."""
        return self._write(
            "/api/v1/tournaments/{}/open-entry/", (slug,), {"casual": casual}, TournamentIs, key
        )

    def organization(self, slug: str) -> WholeOrganization:
        """Its words and venues."""
        return self._read("/api/v1/organizations/{}/", (slug,), {}, WholeOrganization)

    def organization_circuits(self, slug: str) -> list[Circuit]:
        """Running ones first, then those that ended."""
        return self._read("/api/v1/organizations/{}/circuits/", (slug,), {}, list[Circuit])

    def organizations(
        self, *, kind: str | None = None, page: int | None = None, text: str | None = None
    ) -> list[Organization]:
        """By name, 200 on a page."""
        return self._read(
            "/api/v1/organizations/", (), {"kind": kind, "page": page, "text": text}, list[Organization]
        )

    def pause_clock(self, slug: str, round: int, *, key: str = "") -> RoundTimed:
        """Stop the clock of the room."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/pause-clock/", (slug, round), {}, RoundTimed, key
        )

    def plan_of_edit(
        self,
        slug: str,
        *,
        level: str | UnsetType = UNSET,
        rounds: int | UnsetType = UNSET,
        minutes: int | UnsetType = UNSET,
        window_days: int | UnsetType = UNSET,
        stopping: str | UnsetType = UNSET,
        times_public: bool | UnsetType = UNSET,
        games: int | UnsetType = UNSET,
        method: str | UnsetType = UNSET,
        leaders: int | UnsetType = UNSET,
        power_pairing_last_round: bool | UnsetType = UNSET,
        clan_rounds: int | UnsetType = UNSET,
        legs: int | UnsetType = UNSET,
        pod_size: int | UnsetType = UNSET,
        cut: bool | UnsetType = UNSET,
        cut_size: int | UnsetType = UNSET,
        cut_points: int | UnsetType = UNSET,
        knock_out: str | UnsetType = UNSET,
        third_place: bool | UnsetType = UNSET,
        cut_minutes: int | UnsetType = UNSET,
        concede_after: int | UnsetType = UNSET,
        late_minutes: int | UnsetType = UNSET,
        late_until_round: int | UnsetType = UNSET,
        deck_required: bool | UnsetType = UNSET,
        check_minutes: int | UnsetType = UNSET,
        live_delay: int | UnsetType = UNSET,
        recorder_help: str | UnsetType = UNSET,
        limits: str | UnsetType = UNSET,
        preset: str | UnsetType = UNSET,
        ruleset: str | UnsetType = UNSET,
        board: str | UnsetType = UNSET,
        rulings: dict[str, str] | UnsetType = UNSET,
        lists: str | UnsetType = UNSET,
        pool: str | UnsetType = UNSET,
        acts: list[str] | UnsetType = UNSET,
        teams: bool | UnsetType = UNSET,
        crews: bool | UnsetType = UNSET,
        name: str | UnsetType = UNSET,
        location: str | UnsetType = UNSET,
        town: str | UnsetType = UNSET,
        description: str | UnsetType = UNSET,
        announcement: str | UnsetType = UNSET,
        starts_at: datetime | UnsetType = UNSET,
        deck_deadline: datetime | UnsetType = UNSET,
        capacity: int | UnsetType = UNSET,
        beginners: bool | UnsetType = UNSET,
        organization_id: int | UnsetType | None = UNSET,
        venue_id: int | UnsetType | None = UNSET,
        scale: int | UnsetType = UNSET,
        key: str = "",
    ) -> EditPlan:
        """What these values would change."""
        return self._write(
            "/api/v1/tournaments/{}/edit/plan/",
            (slug,),
            {
                "level": level,
                "rounds": rounds,
                "minutes": minutes,
                "window_days": window_days,
                "stopping": stopping,
                "times_public": times_public,
                "games": games,
                "method": method,
                "leaders": leaders,
                "power_pairing_last_round": power_pairing_last_round,
                "clan_rounds": clan_rounds,
                "legs": legs,
                "pod_size": pod_size,
                "cut": cut,
                "cut_size": cut_size,
                "cut_points": cut_points,
                "knock_out": knock_out,
                "third_place": third_place,
                "cut_minutes": cut_minutes,
                "concede_after": concede_after,
                "late_minutes": late_minutes,
                "late_until_round": late_until_round,
                "deck_required": deck_required,
                "check_minutes": check_minutes,
                "live_delay": live_delay,
                "recorder_help": recorder_help,
                "limits": limits,
                "preset": preset,
                "ruleset": ruleset,
                "board": board,
                "rulings": rulings,
                "lists": lists,
                "pool": pool,
                "acts": acts,
                "teams": teams,
                "crews": crews,
                "name": name,
                "location": location,
                "town": town,
                "description": description,
                "announcement": announcement,
                "starts_at": starts_at,
                "deck_deadline": deck_deadline,
                "capacity": capacity,
                "beginners": beginners,
                "organization_id": organization_id,
                "venue_id": venue_id,
                "scale": scale,
            },
            EditPlan,
            key,
        )

    def plan_of_exchange(self, slug: str, round: int, *, first: int, second: int) -> RoundPlan:
        """What it means when these two entries change places."""
        return self._read(
            "/api/v1/tournaments/{}/rounds/{}/exchange/plan/",
            (slug, round),
            {"first": first, "second": second},
            RoundPlan,
        )

    def plan_of_move(self, slug: str, round: int, *, entry: int, to: int) -> MovePlan:
        """What it means when the match of this entry is played at that table."""
        return self._read(
            "/api/v1/tournaments/{}/rounds/{}/move/plan/", (slug, round), {"entry": entry, "to": to}, MovePlan
        )

    def plan_of_restore(self, slug: str, snapshot: int) -> RestorePlan:
        """What bringing this snapshot back would do now."""
        return self._read("/api/v1/tournaments/{}/snapshots/{}/", (slug, snapshot), {}, RestorePlan)

    def plans_of_repair(
        self, slug: str, round: int, *, give_up: list[int] | None = None, gone: list[int] | None = None
    ) -> list[RoundPlan]:
        """Every plan to mend a round that is being played. Both may stand more than once: `gone`, who has
        left; `give_up`, finished tables that a head judge lets go.
        """
        return self._read(
            "/api/v1/tournaments/{}/rounds/{}/repair/plans/",
            (slug, round),
            {"give_up": give_up, "gone": gone},
            list[RoundPlan],
        )

    def postpone_match(
        self, slug: str, round: int, table: int, *, version: int, key: str = ""
    ) -> AppointmentIs:
        """Put off what you agreed, once for each table; `version` as you read it."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/tables/{}/appointment/postpone/",
            (slug, round, table),
            {"version": version},
            AppointmentIs,
            key,
        )

    def propose_friendly(
        self,
        *,
        person: int,
        starts_at: datetime,
        game: str,
        format: Literal["constructed", "limited"],
        place: str | UnsetType = UNSET,
        key: str = "",
    ) -> AboutFriendly:
        """Propose a friendly game to a friend or a clan mate."""
        return self._write(
            "/api/v1/friendlies/propose/",
            (),
            {"person": person, "starts_at": starts_at, "game": game, "format": format, "place": place},
            AboutFriendly,
            key,
        )

    def publish_precedent(
        self,
        slug: str,
        number: int,
        *,
        question: str,
        answer: str,
        cards: str | UnsetType = UNSET,
        key: str = "",
    ) -> PrecedentIs:
        """Let other judges find a ruling, as the head judge."""
        return self._write(
            "/api/v1/tournaments/{}/cases/{}/publish/",
            (slug, number),
            {"question": question, "answer": answer, "cards": cards},
            PrecedentIs,
            key,
        )

    def publish_round(
        self, slug: str, round: int, *, start_clock: bool | UnsetType = UNSET, key: str = ""
    ) -> RoundIs:
        """Show a draft to everybody."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/publish/",
            (slug, round),
            {"start_clock": start_clock},
            RoundIs,
            key,
        )

    def put_entry_back(self, slug: str, entry: int, *, key: str = "") -> EntryIs:
        """Take a withdrawal back."""
        return self._write("/api/v1/tournaments/{}/entries/{}/put-back/", (slug, entry), {}, EntryIs, key)

    def record_own_pool(self, slug: str, *, text: str, key: str = "") -> PoolRecorded:
        """Write down the cards that you opened."""
        return self._write("/api/v1/tournaments/{}/pool/", (slug,), {"text": text}, PoolRecorded, key)

    def record_pool(self, slug: str, entry: int, *, text: str, key: str = "") -> PoolRecorded:
        """Write down the cards that a player opened."""
        return self._write(
            "/api/v1/tournaments/{}/entries/{}/pool/", (slug, entry), {"text": text}, PoolRecorded, key
        )

    def redraft_round(self, slug: str, round: int, *, key: str = "") -> RoundIs:
        """Pair a draft anew."""
        return self._write("/api/v1/tournaments/{}/rounds/{}/redraft/", (slug, round), {}, RoundIs, key)

    def refund_fee(
        self,
        slug: str,
        booking: int,
        *,
        method: Literal["cash", "card", "transfer"],
        cents: int | UnsetType | None = UNSET,
        key: str = "",
    ) -> Booked:
        """Pay a fee back, whole or in part; what was paid online goes back on the page of the till."""
        return self._write(
            "/api/v1/tournaments/{}/till/rows/{}/refund/",
            (slug, booking),
            {"method": method, "cents": cents},
            Booked,
            key,
        )

    def rehearse_tournament(self, slug: str, *, players: int, key: str = "") -> TournamentMade:
        """Make a rehearsal of this tournament: a hidden copy with invented players, in which nothing
        counts.
        """
        return self._write(
            "/api/v1/tournaments/{}/rehearse/", (slug,), {"players": players}, TournamentMade, key
        )

    def release_call(self, slug: str, round: int, table: int, *, key: str = "") -> CallIs:
        """Let another judge go."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/tables/{}/call/release/", (slug, round, table), {}, CallIs, key
        )

    def remind_decks(self, slug: str, *, key: str = "") -> Reminded:
        """Ask everybody whose deck is missing for it."""
        return self._write("/api/v1/tournaments/{}/decks/remind/", (slug,), {}, Reminded, key)

    def remove_from_clan(self, *, person: int, key: str = "") -> AboutClan:
        """Take a member out of the clan you lead."""
        return self._write("/api/v1/clan/remove/", (), {"person": person}, AboutClan, key)

    def remove_from_team(self, slug: str, *, entry: int, key: str = "") -> AboutTeam:
        """Take a member out of the team you lead."""
        return self._write("/api/v1/tournaments/{}/team/remove/", (slug,), {"entry": entry}, AboutTeam, key)

    def remove_member(
        self,
        organization: str,
        *,
        person: int,
        role: Literal["owner", "organizer", "judge", "helper"],
        key: str = "",
    ) -> AboutOrganization:
        """Take a role away."""
        return self._write(
            "/api/v1/organizations/{}/people/remove/",
            (organization,),
            {"person": person, "role": role},
            AboutOrganization,
            key,
        )

    def remove_rule(self, slug: str, rule: int, *, key: str = "") -> AboutRule:
        """Take a decision back, by the number that deciding it answered; taking back a disqualification is
        a judge's.
        """
        return self._write("/api/v1/tournaments/{}/rules/{}/remove/", (slug, rule), {}, AboutRule, key)

    def rename_team(self, slug: str, *, name: str, key: str = "") -> AboutTeam:
        """Give the team you lead another name."""
        return self._write("/api/v1/tournaments/{}/team/rename/", (slug,), {"name": name}, AboutTeam, key)

    def renew_clan_link(self, *, key: str = "") -> AboutClan:
        """Make a new link into the clan you lead; the one before stops working, the new one stands on its
        page.
        """
        return self._write("/api/v1/clan/renew-link/", (), {}, AboutClan, key)

    def reopen_circuit(self, organization: str, circuit: str, *, reason: str, key: str = "") -> AboutCircuit:
        """Let it go on, with a reason."""
        return self._write(
            "/api/v1/organizations/{}/circuits/{}/reopen/",
            (organization, circuit),
            {"reason": reason},
            AboutCircuit,
            key,
        )

    def reopen_round(self, slug: str, round: int, *, reason: str, key: str = "") -> RoundIs:
        """Let the newest round be played again, with all its results."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/reopen/", (slug, round), {"reason": reason}, RoundIs, key
        )

    def repair_round(
        self,
        slug: str,
        round: int,
        *,
        kind: str,
        agreed: str,
        reason: str,
        gone: list[int] | UnsetType = UNSET,
        lost: int | UnsetType = UNSET,
        give_up: list[int] | UnsetType = UNSET,
        key: str = "",
    ) -> RoundRepaired:
        """Mend a round that is being played by one of its plans, which `repair/plans/` shows with their
        prices.
        """
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/repair/",
            (slug, round),
            {
                "kind": kind,
                "agreed": agreed,
                "reason": reason,
                "gone": gone,
                "lost": lost,
                "give_up": give_up,
            },
            RoundRepaired,
            key,
        )

    def report_absence(self, slug: str, round: int, table: int, *, key: str = "") -> AppointmentIs:
        """Say that the other did not come; a judge decides."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/tables/{}/appointment/absent/",
            (slug, round, table),
            {},
            AppointmentIs,
            key,
        )

    def report_result(
        self, slug: str, round: int, table: int, *, said: list[int] | str, key: str = ""
    ) -> MatchIs:
        """Say how your table ended, in the order of its seats. Equal reports of all make it final; others
        call a judge.
        """
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/tables/{}/report/",
            (slug, round, table),
            {"said": said},
            MatchIs,
            key,
        )

    def request_approval(self, slug: str, *, key: str = "") -> ApprovalIs:
        """Ask the office to approve it as Organized Play."""
        return self._write("/api/v1/tournaments/{}/request-approval/", (slug,), {}, ApprovalIs, key)

    def resolve_call(self, slug: str, round: int, table: int, *, minutes: int, key: str = "") -> CallClosed:
        """You are done at the table; so many minutes are given back."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/tables/{}/call/resolve/",
            (slug, round, table),
            {"minutes": minutes},
            CallClosed,
            key,
        )

    def restore_deck(self, deck: int, *, base: int, number: int, key: str = "") -> DeckSaved:
        """Make an earlier list of your deck the newest again."""
        return self._write(
            "/api/v1/my-decks/{}/restore/", (deck,), {"base": base, "number": number}, DeckSaved, key
        )

    def restore_snapshot(
        self, slug: str, snapshot: int, *, agreed: str, reason: str, lost: int, key: str = ""
    ) -> Restored:
        """Let all rounds stand as a snapshot shows them, as `snapshots/{snapshot}/` says what that does."""
        return self._write(
            "/api/v1/tournaments/{}/snapshots/{}/restore/",
            (slug, snapshot),
            {"agreed": agreed, "reason": reason, "lost": lost},
            Restored,
            key,
        )

    def revise_deck(
        self,
        slug: str,
        entry: int,
        *,
        text: str,
        reason: str,
        code: Literal["T3", "T4"] | Literal[""] | UnsetType = UNSET,
        key: str = "",
    ) -> Receipt:
        """Replace a player's list with a legal one, even after the deadline; the player reads why."""
        return self._write(
            "/api/v1/tournaments/{}/entries/{}/deck/revise/",
            (slug, entry),
            {"text": text, "reason": reason, "code": code},
            Receipt,
            key,
        )

    def rule_absence(
        self,
        slug: str,
        round: int,
        table: int,
        *,
        absent: Literal["first", "second", "both", "nobody"],
        reason: str,
        key: str = "",
    ) -> MatchIs:
        """Decide who did not come to a table of a league."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/tables/{}/absence/",
            (slug, round, table),
            {"absent": absent, "reason": reason},
            MatchIs,
            key,
        )

    def rule_case(
        self,
        slug: str,
        round: int,
        table: int,
        *,
        entry: int | UnsetType = UNSET,
        level: Literal["none", "caution", "warning", "game_loss", "match_loss", "disqualification"]
        | Literal[""]
        | UnsetType = UNSET,
        worse: bool | UnsetType = UNSET,
        log: int | UnsetType = UNSET,
        question: str | UnsetType = UNSET,
        instruction: str | UnsetType = UNSET,
        words: str | UnsetType = UNSET,
        reason: str | UnsetType = UNSET,
        facts: list[FactBody] | UnsetType = UNSET,
        rules: list[str] | UnsetType = UNSET,
        code: Literal[
            "G1",
            "G2",
            "G3",
            "G4",
            "G5",
            "T1",
            "T2",
            "T3",
            "T4",
            "T5",
            "T6",
            "T7",
            "T8",
            "T9",
            "T10",
            "U1",
            "U2",
            "U3",
        ]
        | Literal[""]
        | UnsetType = UNSET,
        remedy: Literal["none", "fix", "undo", "rewind", "leave", "forfeit"] | UnsetType = UNSET,
        key: str = "",
    ) -> CaseIs:
        """Rule at a table; nothing but the table is needed, everything else can be completed later."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/tables/{}/cases/",
            (slug, round, table),
            {
                "entry": entry,
                "level": level,
                "worse": worse,
                "log": log,
                "question": question,
                "instruction": instruction,
                "words": words,
                "reason": reason,
                "facts": facts,
                "rules": rules,
                "code": code,
                "remedy": remedy,
            },
            CaseIs,
            key,
        )

    def save_deck(
        self, deck: int, *, base: int, text: str, note: str | UnsetType = UNSET, key: str = ""
    ) -> DeckSaved:
        """Save the list of your deck as its next revision."""
        return self._write(
            "/api/v1/my-decks/{}/save/", (deck,), {"base": base, "text": text, "note": note}, DeckSaved, key
        )

    def save_deck_draft(
        self, slug: str, *, text: str, name: str | UnsetType = UNSET, key: str = ""
    ) -> DraftSaved:
        """Keep an unfinished list, legal or not."""
        return self._write(
            "/api/v1/tournaments/{}/deck/draft/", (slug,), {"text": text, "name": name}, DraftSaved, key
        )

    def seat_in_team(self, slug: str, *, entry: int, key: str = "") -> TeamSeated:
        """Let a member of the team you lead take the next seat."""
        return self._write("/api/v1/tournaments/{}/team/seat/", (slug,), {"entry": entry}, TeamSeated, key)

    def seat_substitute(
        self, slug: str, round: int, table: int, *, entry: int, other: int, key: str = ""
    ) -> Seated:
        """Let one of a crew play for a member in this window, before the match begins."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/tables/{}/substitute/",
            (slug, round, table),
            {"entry": entry, "other": other},
            Seated,
            key,
        )

    def send_places(self, organization: str, circuit: str, slug: str, *, key: str = "") -> Passed:
        """Invite the line of a circuit that has ended to its final; twice is once."""
        return self._write(
            "/api/v1/organizations/{}/circuits/{}/finals/{}/send/",
            (organization, circuit, slug),
            {},
            Passed,
            key,
        )

    def set_closing(self, slug: str, *, closes_at: datetime | None, key: str = "") -> ClosingIs:
        """Say when the hall closes; the desk is warned when the last round would end later."""
        return self._write(
            "/api/v1/tournaments/{}/closing/", (slug,), {"closes_at": closes_at}, ClosingIs, key
        )

    def set_fee(
        self,
        slug: str,
        *,
        cents: int | None,
        currency: Literal["EUR", "CHF", "CZK", "DKK", "GBP", "NOK", "PLN", "SEK", "USD"] | UnsetType = UNSET,
        member_cents: int | UnsetType | None = UNSET,
        young_cents: int | UnsetType | None = UNSET,
        early_cents: int | UnsetType | None = UNSET,
        early_until: datetime | UnsetType | None = UNSET,
        key: str = "",
    ) -> FeeIs:
        """Say what the event costs, in cents; null: it asks no fee."""
        return self._write(
            "/api/v1/tournaments/{}/fee/",
            (slug,),
            {
                "cents": cents,
                "currency": currency,
                "member_cents": member_cents,
                "young_cents": young_cents,
                "early_cents": early_cents,
                "early_until": early_until,
            },
            FeeIs,
            key,
        )

    def settle_dispute(
        self,
        slug: str,
        round: int,
        table: int,
        *,
        said: list[int] | str,
        reason: str | UnsetType = UNSET,
        kind: Literal["played", "forfeit", "double_loss"] | UnsetType = UNSET,
        despite: bool | UnsetType = UNSET,
        version: int | UnsetType = UNSET,
        key: str = "",
    ) -> MatchIs:
        """Rule on a disputed table: the result that counts, and why."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/tables/{}/settle/",
            (slug, round, table),
            {"said": said, "reason": reason, "kind": kind, "despite": despite, "version": version},
            MatchIs,
            key,
        )

    def share_agenda(self, friendship: int, *, shares: bool, key: str = "") -> AboutFriendship:
        """Let one friend see your agenda, or no longer."""
        return self._write(
            "/api/v1/friends/{}/share/", (friendship,), {"shares": shares}, AboutFriendship, key
        )

    def show_clan(self, *, shown: bool | UnsetType = UNSET, key: str = "") -> AboutClan:
        """Let everybody see which clan you are in, or the clan and staff alone."""
        return self._write("/api/v1/clan/show/", (), {"shown": shown}, AboutClan, key)

    def sign_own_pool(
        self, slug: str, *, role: Literal["opener", "verifier"], revision: int, key: str = ""
    ) -> PoolSigned:
        """Sign the cards that you opened."""
        return self._write(
            "/api/v1/tournaments/{}/pool/sign/",
            (slug,),
            {"role": role, "revision": revision},
            PoolSigned,
            key,
        )

    def sign_pool(
        self, slug: str, entry: int, *, role: Literal["opener", "verifier"], revision: int, key: str = ""
    ) -> PoolSigned:
        """Sign the cards that a player opened, as a judge."""
        return self._write(
            "/api/v1/tournaments/{}/entries/{}/pool/sign/",
            (slug, entry),
            {"role": role, "revision": revision},
            PoolSigned,
            key,
        )

    def start_audit(self, slug: str, *, round: int | UnsetType = UNSET, key: str = "") -> AuditStarted:
        """Have the logs of a round, or of all rounds, checked again; no verdict changes by this."""
        return self._write("/api/v1/tournaments/{}/audits/", (slug,), {"round": round}, AuditStarted, key)

    def start_check(self, slug: str, round: int, table: int, *, key: str = "") -> CheckStarted:
        """Start checking the decks of a table; a check that is open there is shared."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/tables/{}/check/", (slug, round, table), {}, CheckStarted, key
        )

    def start_check_by_lot(self, slug: str, *, key: str = "") -> CheckStarted:
        """Start checking the decks of a table that the lot draws."""
        return self._write("/api/v1/tournaments/{}/checks/", (slug,), {}, CheckStarted, key)

    def start_clock(self, slug: str, round: int, *, key: str = "") -> RoundTimed:
        """Start the clock of the room, or let it go on."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/start-clock/", (slug, round), {}, RoundTimed, key
        )

    def start_tournament(self, slug: str, *, casual: bool | UnsetType = UNSET, key: str = "") -> Started:
        """Close check-in; who is not here did not come, decks are fixed."""
        return self._write("/api/v1/tournaments/{}/start/", (slug,), {"casual": casual}, Started, key)

    def stop_entry(self, slug: str, entry: int, *, key: str = "") -> EntryIs:
        """Let a player stop; what becomes of their matches the league says."""
        return self._write("/api/v1/tournaments/{}/entries/{}/stop/", (slug, entry), {}, EntryIs, key)

    def stop_in_league(self, slug: str, *, key: str = "") -> EntryIs:
        """Stop playing in a league."""
        return self._write("/api/v1/tournaments/{}/league/stop/", (slug,), {}, EntryIs, key)

    def submit_deck(self, slug: str, *, text: str, name: str | UnsetType = UNSET, key: str = "") -> Receipt:
        """Submit your deck; an illegal one is refused with every problem at once."""
        return self._write(
            "/api/v1/tournaments/{}/deck/", (slug,), {"text": text, "name": name}, Receipt, key
        )

    def swap_players(
        self, slug: str, round: int, *, first: int, second: int, reason: str, key: str = ""
    ) -> RoundChecked:
        """Let two players of a draft change places."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/swap/",
            (slug, round),
            {"first": first, "second": second, "reason": reason},
            RoundChecked,
            key,
        )

    def take_fee(
        self,
        slug: str,
        entry: int,
        *,
        method: Literal["cash", "card", "transfer"],
        reduction: Literal["member", "young", "early"] | Literal[""] | UnsetType = UNSET,
        cents: int | UnsetType | None = UNSET,
        currency: Literal["EUR", "CHF", "CZK", "DKK", "GBP", "NOK", "PLN", "SEK", "USD"]
        | Literal[""]
        | UnsetType = UNSET,
        key: str = "",
    ) -> Booked:
        """Take a player's fee; refused where it was paid already, with the name of who took it."""
        return self._write(
            "/api/v1/tournaments/{}/entries/{}/fee/",
            (slug, entry),
            {"method": method, "reduction": reduction, "cents": cents, "currency": currency},
            Booked,
            key,
        )

    def take_on(
        self,
        slug: str,
        *,
        person: int,
        role: Literal["organizer", "head_judge", "judge", "scorekeeper", "door"],
        key: str = "",
    ) -> StaffRole:
        """Give a role to somebody who belongs to the organization in a role for that."""
        return self._write(
            "/api/v1/tournaments/{}/staff/take-on/", (slug,), {"person": person, "role": role}, StaffRole, key
        )

    def take_report_back(self, slug: str, round: int, table: int, *, key: str = "") -> MatchIs:
        """Take your report back, as long as nobody else at the table has reported."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/tables/{}/report/take-back/",
            (slug, round, table),
            {},
            MatchIs,
            key,
        )

    def take_role(
        self,
        slug: str,
        *,
        person: int,
        role: Literal["organizer", "head_judge", "judge", "scorekeeper", "door"],
        key: str = "",
    ) -> StaffRole:
        """Take a role away from somebody, by the number that `desk/staff/` says; the last organizer stays."""
        return self._write(
            "/api/v1/tournaments/{}/staff/remove/", (slug,), {"person": person, "role": role}, StaffRole, key
        )

    def take_times_back(self, slug: str, round: int, table: int, *, key: str = "") -> AppointmentIs:
        """Offer none of your times any longer."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/tables/{}/appointment/take-back/",
            (slug, round, table),
            {},
            AppointmentIs,
            key,
        )

    def tournament(self, slug: str) -> Tournament:
        """The tournament's facts."""
        return self._read("/api/v1/tournaments/{}/", (slug,), {}, Tournament)

    def tournament_deck(self, slug: str, number: int) -> DeckList:
        """The registered list, for its owner, the judges, and everybody once it is open."""
        return self._read("/api/v1/tournaments/{}/decks/{}/", (slug, number), {}, DeckList)

    def tournament_decks(self, slug: str) -> list[OpenList]:
        """Whose lists are open to everybody now; empty while all are closed."""
        return self._read("/api/v1/tournaments/{}/decks/", (slug,), {}, list[OpenList])

    def tournament_desk_entries(self, slug: str) -> list[DeskEntry]:
        """Everybody who entered, by number."""
        return self._read("/api/v1/tournaments/{}/desk/entries/", (slug,), {}, list[DeskEntry])

    def tournament_desk_round(self, slug: str, number: int) -> DeskRound:
        """Its tables with their state and version; of a draft too."""
        return self._read("/api/v1/tournaments/{}/desk/rounds/{}/", (slug, number), {}, DeskRound)

    def tournament_desk_staff(self, slug: str) -> list[DeskStaff]:
        """Everybody with a role here, for its organizers and head judges."""
        return self._read("/api/v1/tournaments/{}/desk/staff/", (slug,), {}, list[DeskStaff])

    def tournament_knock_out(self, slug: str) -> KnockOut:
        """The bracket with its results, and everybody's place once they are final."""
        return self._read("/api/v1/tournaments/{}/knock-out/", (slug,), {}, KnockOut)

    def tournament_me(self, slug: str) -> MyTournament:
        """My entry, my tables, my rights."""
        return self._read("/api/v1/tournaments/{}/me/", (slug,), {}, MyTournament)

    def tournament_round(self, slug: str, number: int) -> Round:
        """Tables, players and final results."""
        return self._read("/api/v1/tournaments/{}/rounds/{}/", (slug, number), {}, Round)

    def tournament_snapshots(self, slug: str) -> list[SnapshotRow]:
        """Every step before which the rounds were kept, the newest first, at most 100."""
        return self._read("/api/v1/tournaments/{}/snapshots/", (slug,), {}, list[SnapshotRow])

    def tournament_standings(self, slug: str, *, round: int | None = None) -> Standings:
        """Ranks, records and every tie-breaker as an exact fraction."""
        return self._read("/api/v1/tournaments/{}/standings/", (slug,), {"round": round}, Standings)

    def tournaments(
        self,
        *,
        begin: str | None = None,
        beginners: str | None = None,
        end: str | None = None,
        fee: str | None = None,
        free: str | None = None,
        game: str | None = None,
        km: str | None = None,
        level: str | None = None,
        near: str | None = None,
        open: str | None = None,
        page: int | None = None,
        play: str | None = None,
        q: str | None = None,
        wheelchair: str | None = None,
    ) -> list[Tournament]:
        """Newest first, 200 on a page; all of them, or those that fit the filters of the page of
        tournaments.
        """
        return self._read(
            "/api/v1/tournaments/",
            (),
            {
                "begin": begin,
                "beginners": beginners,
                "end": end,
                "fee": fee,
                "free": free,
                "game": game,
                "km": km,
                "level": level,
                "near": near,
                "open": open,
                "page": page,
                "play": play,
                "q": q,
                "wheelchair": wheelchair,
            },
            list[Tournament],
        )

    def unblock_person(self, *, person: int, key: str = "") -> Done:
        """Take a block back."""
        return self._write("/api/v1/friends/unblock/", (), {"person": person}, Done, key)

    def uncount_event(
        self,
        organization: str,
        circuit: str,
        counts: int,
        *,
        agreed: str | UnsetType = UNSET,
        reason: str | UnsetType = UNSET,
        key: str = "",
    ) -> AboutCounts:
        """Say nothing of an event or a series any longer."""
        return self._write(
            "/api/v1/organizations/{}/circuits/{}/counts/{}/remove/",
            (organization, circuit, counts),
            {"agreed": agreed, "reason": reason},
            AboutCounts,
            key,
        )

    def undo_row(self, slug: str, booking: int, *, reason: str, key: str = "") -> Booked:
        """Undo a row of the books that was a mistake: another row takes it back."""
        return self._write(
            "/api/v1/tournaments/{}/till/rows/{}/undo/", (slug, booking), {"reason": reason}, Booked, key
        )

    def withdraw_call(self, slug: str, round: int, table: int, *, key: str = "") -> CallIs:
        """Your table needs no judge any more."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/tables/{}/call/withdraw/", (slug, round, table), {}, CallIs, key
        )

    def withdraw_entry(self, slug: str, entry: int, *, key: str = "") -> EntryIs:
        """Take a player out before the start; the first of the waiting list moves up."""
        return self._write("/api/v1/tournaments/{}/entries/{}/withdraw/", (slug, entry), {}, EntryIs, key)

    def withdraw_invitation(self, slug: str, invitation: int, *, key: str = "") -> Invited:
        """Take back an invitation that waits, by the number that making it answered; a role is the
        organizer's.
        """
        return self._write(
            "/api/v1/tournaments/{}/invitations/{}/withdraw/", (slug, invitation), {}, Invited, key
        )

    def withdraw_member_question(self, organization: str, asked: int, *, key: str = "") -> AboutAsked:
        """Take a question back that nobody has answered."""
        return self._write(
            "/api/v1/organizations/{}/people/{}/withdraw/", (organization, asked), {}, AboutAsked, key
        )

    def withdraw_penalty(self, slug: str, penalty: int, *, reason: str, key: str = "") -> PenaltyIs:
        """Take a penalty back, with a reason."""
        return self._write(
            "/api/v1/tournaments/{}/penalties/{}/withdraw/",
            (slug, penalty),
            {"reason": reason},
            PenaltyIs,
            key,
        )

    def withdraw_place(
        self, organization: str, slug: str, place: int, *, reason: str, key: str = ""
    ) -> AboutPlace:
        """Take an invitation back that waits for an answer, with a reason its person reads."""
        return self._write(
            "/api/v1/organizations/{}/finals/{}/places/{}/withdraw/",
            (organization, slug, place),
            {"reason": reason},
            AboutPlace,
            key,
        )

    def withdraw_round(self, slug: str, round: int, *, reason: str, key: str = "") -> RoundIs:
        """Make a published round a draft again, while nobody has touched it."""
        return self._write(
            "/api/v1/tournaments/{}/rounds/{}/withdraw/", (slug, round), {"reason": reason}, RoundIs, key
        )

    def write_finding(
        self,
        slug: str,
        number: int,
        *,
        entry: int,
        finding: Literal["fine", "missing", "extra", "other"] | Literal[""],
        code: Literal["T3", "T4", "T5", "T6", "U3"] | Literal[""] | UnsetType = UNSET,
        note: str | UnsetType = UNSET,
        presented: int | UnsetType = UNSET,
        key: str = "",
    ) -> Found:
        """Say what was found in one deck."""
        return self._write(
            "/api/v1/tournaments/{}/checks/{}/finding/",
            (slug, number),
            {"entry": entry, "finding": finding, "code": code, "note": note, "presented": presented},
            Found,
            key,
        )
