"""What a page gets to know of a recording: an answer per viewer, made only of what that viewer may know."""

import json
from functools import cached_property
from typing import Any

import msgspec
from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from decks.cards.pictures import Shown
from decks.cards.selectors import pictures_by_number
from ledger.shapes import Json
from rules_engine.games import game_of
from rules_engine.kernel.errors import LogError
from rules_engine.kernel.told import apart
from rules_engine.recording import AnyScreen, AnySession, Problem, journal
from tournaments.rounds.questions import judges_at
from tournaments.rounds.services import match_ends_at, time_called

from .branches import conflicts
from .chain import signatures
from .models import Recording, RecordingDevice
from .own_list import strange
from .practice_games import names_of_practice
from .replayed import replayed, session_of
from .results import MatchTold, go_on_with, match_told, next_game
from .rows import Row, rows_of
from .sayings import persons_of, written_for
from .seen import ANY_CARD
from .selectors import Access, lists_for, own_deck
from .taking import Taking
from .voices import SCRIBE, voices_of
from .writers import Facts, Writer

SHOWN = ("seq", "device", "device_seq", "base", "kind", "body", "by", "status", "hash", "at", "voice")


class Sight:
    """One recording as one viewer sees it, replayed at most once."""

    def __init__(self, access: Access, language: str) -> None:
        """Read the journal, and replay what this process has not replayed yet."""
        self.access, self.language = access, language
        self.recording = access.recording
        game = replayed(self.recording)
        self.rows: list[Row] = game.rows
        self.session: AnySession = game.session
        self.help = help_of(self.recording)
        self.game = game_of(self.session.header.game)
        self.screen: AnyScreen = self.game.recording.screen(
            self.session,
            access.viewer,
            language,
            names=self.names,
            seats=access.seats,
            lists=lists_for(access),
            help=self.help,
        )

    @property
    def mode(self) -> str:
        """How this game is recorded."""
        return str(self.recording.mode)

    def urls(self, *names: str) -> dict[str, str]:
        """The addresses that the script of this game asks, by name."""
        match, pk = self.recording.match, self.recording.pk
        if match is None:
            return {name: reverse(f"tournaments:practice_{name}", args=[pk]) for name in names}
        return {
            name: reverse(f"tournaments:recording_{name}", args=[match.tournament.slug, pk]) for name in names
        }

    @cached_property
    def addresses(self) -> dict[str, str]:
        """Where the page of a table leads: to its signatures, to a card and its picture."""
        card = [self.game.key, ANY_CARD]
        found = self.urls("sign") if self.recording.match is not None else {}
        return found | {
            "card": reverse("decks:entered_card", args=card),
            "art": reverse("decks:entered_card_art", args=card),
        }

    def pictures(self, numbers: list[str]) -> dict[str, Shown]:
        """The pictures that keepers show with these cards."""
        return pictures_by_number(self.game.key, numbers)

    @cached_property
    def names(self) -> dict[str, str]:
        """The players' names by the keys of the log."""
        match = self.recording.match
        if match is None:
            return names_of_practice(self.recording.practice)
        return {entry.key: entry.name for entry in self.access.players}

    def state(self, since: int = 0, *, lean: bool = False) -> Json:
        """The whole answer; docs/recorder.md says what each key means.

        ``lean``: without the screen, for a phone whose own engine makes it; then the hash of the log, to compare.
        """
        recording, access = self.recording, self.access
        taking, last_losers = self.taking(), self.session.last_losers
        return {
            "recording": recording.pk,
            "mode": recording.mode,
            "state": recording.state,
            "stream": recording.stream,
            "head": {"seq": recording.head, "hash": recording.head_hash},
            "pen": recording.pen_id,
            "help": self.help,
            "me": self.me(),
            "names": self.names,
            "time": self.time(),
            "signed": self.signed(),
            "game_number": recording.game_number,
            "last_loser": next(iter(last_losers), None),
            "last_losers": last_losers,
            "next_game": next_game(recording.match) if self.session.over and recording.match else None,
            "unfinished": go_on_with(recording.match) if self.session.over and recording.match else None,
            "match": self.match(),
            "conflict": self.conflict(taking),
            "undo": {"left": taking.undos_left(access.seat)},
            "voices": self.voices(),
            "objections": self.objections(),
            "strange": self.strange(),
            "coming": self.coming(),
            "since": since,
            "entries": [self.entry(row) for row in self.rows if row["seq"] > since],
            **({"log_sha256": self.session.sha256()} if lean else {"screen": self.screen.answer()}),
        }

    def taking(self) -> Taking:
        """The journal as anyone who writes next finds it."""
        recording = self.recording
        facts = Facts(now="", help=self.help)
        return Taking(
            recording.pk,
            self.session,
            self.rows,
            recording.state,
            recording.head_hash,
            facts,
            recording.pen_id,
        )

    def conflict(self, taking: Taking) -> Json | None:
        """The first branch that nobody has decided about, beside what stands in its place, in words."""
        found = next(iter(conflicts(self.rows)), None)
        if found is None:
            return None
        branch = [row for row in self.rows if row["seq"] in set(found["branch"])]
        heard = max(found["base"], 0)
        head = [one for one in self.session.written if one.placed.n > heard]
        mine, theirs = head[0].placed.body if head else {}, branch[0]["body"] or {}
        named, language = self.screen.called, self.language
        return {
            "seq": found["conflict"],
            "by": branch[0]["by"],
            "differs": {
                "head": apart(mine, theirs, named, language),
                "branch": apart(theirs, mine, named, language),
            },
            "broken": self.broken(theirs, heard),
            "head": [
                {"n": line["n"], "text": line["text"]} for line in self.screen.lines() if line["n"] > heard
            ],
            "branch": [{"seq": row["seq"], "text": self.screen.said(row["body"])} for row in branch],
        }

    def broken(self, body: journal.Body, heard: int) -> Json | None:
        """The rule that a line of a branch would have broken where it was written, in words; None where none."""
        before = self.session.copy()
        before.take([row for row in self.rows if row["seq"] <= heard])
        found = before.check(body) if body and before.state is not None else None
        if found is None or found.need is not None:
            return None
        told = self.screen.problem(found)
        return {"rule": told["rule"], "text": told["text"]}

    def voices(self) -> list[Json]:
        """The lines that stand and that one phone wrote for another, or against a rule: who has not said so yet."""
        standing = {one.n: one for one in self.session.played()}
        return [
            {
                "n": one.n,
                "how": one.how,
                "by": standing[one.n].by,
                "seats": sorted(one.seats),
                "open": sorted(one.open),
                "unsaid": sorted(one.seats - one.said),
            }
            for one in voices_of(self.rows).values()
            if one.n in standing and one.how != SCRIBE
        ]

    def objections(self) -> list[Json]:
        """The lines that stand and of which a player says that they are not so, in words."""
        found = [one for one in voices_of(self.rows).values() if one.objected]
        lines = {line["n"]: line["text"] for line in (self.screen.lines() if found else ())}
        return [
            {"n": one.n, "text": lines[one.n], "seats": sorted(one.objected)}
            for one in found
            if one.n in lines
        ]

    def strange(self) -> list[Json]:
        """The lines that stand and name a card as this player's that their own list does not hold, on their own phone.

        Not what they have said yes to, or said is not so.
        """
        seat, access = self.access.seat, self.access
        standing = {one.n for one in self.session.played()}
        numbers = [
            one.n
            for one in voices_of(self.rows).values()
            if one.n in standing and seat in one.seats - one.said - one.objected
        ]
        if seat is None or access.everybody or not numbers:
            return []
        deck = own_deck(self.recording, access.players[seat])
        own = Writer(None, seat, frozenset({seat}), deck=deck)
        lines = {line["n"]: line["text"] for line in self.screen.lines()}
        found = strange(self.session, self.rows, sorted(numbers), own)
        return [{"n": n, "line": lines[n], "text": why.text} for n, why in found]

    def unsaid(self) -> list[Json]:
        """The lines in words that wait for this viewer: for their seat, or the other's against a rule (``how``)."""
        found, seat = voices_of(self.rows, persons_of(self.recording)), self.access.seat
        said = {
            n: {"objected": seat in found[n].objected, "how": found[n].how} for n in written_for(found, seat)
        }
        return [line | said[int(str(line["n"]))] for line in self.screen.lines() if line["n"] in said]

    def me(self) -> Json:
        """What this browser is here, and from which number its next entry counts."""
        access = self.access
        device = access.device.pk if access.device is not None else None
        own = [row["device_seq"] for row in self.rows if device is not None and row["device"] == device]
        return {
            "device": device,
            "key": access.device.public_key if access.device is not None else "",
            "next_device_seq": max(own, default=0) + 1,
            "seat": access.seat,
            "seats": sorted(access.seats),
            "everybody": access.everybody,
            "judge": access.judge is not None,
        }

    def match(self) -> MatchTold | None:
        """What signing does for the match, once the game is over."""
        match, seat = self.recording.match, self.access.seat
        if match is None or not self.session.over:
            return None
        return match_told(match, self.access.players[seat] if seat is not None else None)

    def time(self) -> Json:
        """The clock of this table, its extension included (106.1a)."""
        match, now = self.recording.match, timezone.now()
        if match is None:
            return {"now": now.isoformat(), "ends_at": None, "called": False, "extension": 0, "paused": False}
        ends = match_ends_at(match)
        return {
            "now": now.isoformat(),
            "ends_at": ends.isoformat() if ends is not None else None,
            "called": time_called(match, now),
            "extension": match.extension_minutes,
            "paused": match.round.paused_at is not None,
        }

    def coming(self) -> str:
        """The judge who is on the way to a game that has stopped; "" where nobody is yet."""
        match = self.recording.match
        if match is None or self.recording.state != Recording.State.FROZEN:
            return ""
        visit = judges_at(match.round).get(match.pk)
        return visit.judge if visit is not None and visit.why == "call" else ""

    def signed(self) -> list[Json]:
        """Who has signed the log as it stands."""
        return [
            {
                "seat": seat,
                "by": "judge" if "for" in row["body"] else "device",
                "reason": row["body"].get("reason", ""),
                "log_sha256": row["body"].get("log_sha256", ""),
            }
            for seat, row in sorted(signatures(self.rows).items())
        ]

    def entry(self, row: Row) -> Json:
        """One entry of the journal as everybody at the table may read it.

        Where the site has dealt, an answer may be the order of a deck, or a card that only the other player saw.
        """
        found = {name: row[name] for name in SHOWN} | {"signed": bool(row["signature"])}
        answers = (row["body"] or {}).get("answers")
        if self.recording.practice and isinstance(answers, list):
            found["body"] = {**row["body"], "answers": [None] * len(answers)}
        return found

    def worded(self, ack: Json) -> Json:
        """The answer for one entry with the sentence for what the engine found."""
        found = ack.get("problem")
        if found is None:
            return ack
        row = {name: value for name, value in ack.items() if name != "body"}
        problem = self.session.check(ack["body"])
        if (
            problem is None
        ):  # somebody else wrote meanwhile, and now it would do: what was found is what was found
            made = self.game.engine.finding
            finding: Any = msgspec.convert({**found, "legal": []}, made, strict=False)
            problem = Problem(found["verdict"], finding)
        row["problem"] = self.screen.problem(problem)
        row["text"] = row["problem"]["text"]
        return row

    def check(self, line: Json) -> Json:
        """Whether a line could be written now: ``{"ok": true}``, or its problem."""
        return self.told(self.session.check(line))

    def told(self, problem: Problem | None) -> Json:
        """The same of what the engine said."""
        if problem is None:
            return {"ok": True}
        if problem.need is not None and problem.need.get("prompt") == "shuffle":
            problem = msgspec.structs.replace(problem, need={**problem.need, "options": []})
        return {"ok": False, "problem": self.screen.problem(problem)}

    def options(self, text: str, start: int = 0) -> Json:
        """What is to be chosen next of a draft of this viewer's own; 404 for what can be no draft."""
        draft = mapping(text)
        if draft.get("seat") is not None and draft["seat"] not in self.access.seats:
            raise Http404
        try:
            return self.screen.options(draft, start)
        except LogError:
            raise Http404 from None

    def offline(self) -> Json:
        """What a phone needs to go on without network; ``lists`` is what this viewer may know."""
        access = self.access
        return {
            "opening": bytes(self.recording.opening).decode(),
            "names": self.names,
            "viewer": access.viewer,
            "seats": sorted(access.seats),
            "lists": {str(seat): deck for seat, deck in lists_for(access).items()},
            "help": self.help,
            "mode": self.recording.mode,
            "entries": [self.entry(row) for row in self.rows],
        }


def help_of(recording: Recording) -> str:
    """How much the engine helps at this table."""
    match = recording.match
    return match.tournament.policy.help_at_the_table if match is not None else "lit"


def mapping(text: str) -> Json:
    """A JSON object out of an address; 404 for anything else."""
    try:
        found = json.loads(text) if len(text) <= 4_000 else None
        json.dumps(found, ensure_ascii=False).encode()  # half a character is none
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise Http404
    return found


def compiled(recording: Recording, *, until: Any = None) -> bytes:
    """The log of a recording as it stands, or as it stood at a moment: for the viewer and the board of the audience."""
    rows = rows_of(recording)
    if until is not None:
        seqs = set(recording.entries.filter(received_at__lte=until).values_list("seq", flat=True))
        rows = [row for row in rows if row["seq"] in seqs]
    return session_of(recording, rows).log()


def phones(recording: Recording) -> list[RecordingDevice]:
    """The phones that write now, by seat."""
    devices = RecordingDevice.objects.filter(recording=recording, revoked_at=None)
    return list(devices.select_related("entry", "person").order_by("seat", "pk"))


def waiting(rows: list[Row]) -> bool:
    """Whether a judge was called and nobody has let the game go on."""
    stops = [row for row in rows if row["kind"] in (journal.CALL, journal.FREEZE, journal.RESUME)]
    return bool(stops) and stops[-1]["kind"] != journal.RESUME
