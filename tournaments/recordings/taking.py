"""One entry after the other into a journal: what it becomes, and why one is not taken. Plain data; stores nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from ledger.shapes import Json
from rules_engine.recording import Problem, Session, journal
from rules_engine.recording.speakers import actor_of

from . import branches, voices
from .admission import admit, check_read, questions
from .chain import entry_hash, signatures
from .models import Recording
from .own_list import check_list, check_named
from .protocol import Incoming, only_its_own_phone_says
from .rows import as_stored
from .speaking import Speaking
from .writers import Facts, Foreign, Refusal, Writer, nothing_to_undo

State = Recording.State
UNDOS = 3
"""So many times a game every side may ask to take something back."""


def never_excused(problem: Problem, kind: str) -> bool:
    """No lack of an engine excuses what changes all that follows, nor what ends the log for its readers."""
    return problem.verdict == "log_error" or kind in (journal.CHANCE, journal.LAY)


@dataclass
class Taking(Speaking):
    """A journal that entries are added to. ``rows`` are all entries as the facade reads them, the new ones last.

    ``added`` are those that came now, ``state`` and ``pen`` what the recording becomes.
    """

    recording: int
    session: Session
    rows: list[Json]
    state: str
    head_hash: str
    facts: Facts
    pen: int | None = None
    added: list[Json] = field(default_factory=list)
    anchored: bool = False

    @property
    def head(self) -> int:
        """The number of the last entry."""
        return int(self.rows[-1]["seq"]) if self.rows else 0

    # --- one entry --------------------------------------------------------------------------------------------------

    def take(self, entry: Incoming, writer: Writer) -> Json:
        """Add one entry; the row it became, also when it was there before. Raises :class:`Refusal`."""
        known = self._known(entry, writer)
        if known is not None:
            return known
        admit(self.rows, self.state, self.facts, entry, writer, len(self.places))
        self._check_signature(entry, writer)
        check_read(self.session, entry)
        voice = self._voice(entry, writer)  # of the game as it stood when this was said
        status = self._status(entry, writer)
        if status == journal.DEVIATION and entry.unchecked and not voice:
            others = self.places - writer.seats if writer.seat is not None else frozenset()
            voice = voices.spoken(voices.UNAGREED, others)
        row = self.add(entry.kind, entry.body, status, writer, entry=entry, voice=voice)
        self._follow(row, writer)
        return row

    def _known(self, entry: Incoming, writer: Writer) -> Json | None:
        """The same entry if it came before; refuses another one under its number, and one that came too early."""
        own = [row for row in self.rows if row["device"] == writer.device and row["device_seq"] is not None]
        found = next((row for row in own if row["device_seq"] == entry.device_seq), None)
        if found is not None:
            if (found["kind"], found["body"]) != (entry.kind, entry.body):
                raise Refusal("number_taken", _("Another line already has this number. Reload the page."))
            return found
        last = own[-1]["device_seq"] if own else 0
        after = entry.after if entry.after is not None else entry.device_seq - 1
        if after != last or entry.device_seq <= last:
            raise Refusal("out_of_order", _("An earlier line has not arrived yet."))
        return None

    def _status(self, entry: Incoming, writer: Writer) -> str:
        handlers = {
            journal.LINE: self._line,
            journal.UNDO: self._undo,
            journal.DEVIATE: self._deviate,
            journal.CHOOSE: self._choose,
            journal.PEN: self._pen,
            journal.CALL: self._call,
            journal.SIGN: self._sign,
            journal.CONFIRM: self._confirm,
        }
        return handlers[entry.kind](entry, writer)

    def add(
        self,
        kind: str,
        body: journal.Body,
        status: str,
        writer: Writer,
        *,
        entry: Incoming | None = None,
        voice: str = "",
    ) -> Json:
        """Add a row as it is: for what was decided already, here or by a judge."""
        row: Json = {
            "seq": self.head + 1,
            "device": writer.device if entry is not None else None,
            "device_seq": entry.device_seq if entry is not None else None,
            "base": entry.base if entry is not None else self.head,
            "kind": kind,
            "body": as_stored(body),
            "by": writer.seat,
            "author": writer.author,
            "status": status,
            "at": entry.client_at if entry is not None else self.facts.now,
            "received": self.facts.at,
            "signature": entry.signature if entry is not None else "",
            "voice": voice,
            "prev_hash": self.head_hash,
        }
        row["hash"] = self.head_hash = entry_hash(self.recording, row)
        self.rows.append(row)
        self.added.append(row)
        self.session.take(self.rows)
        return row

    def _follow(self, row: journal.Body, writer: Writer) -> None:
        """What an entry that was taken changes in the recording itself."""
        if row["status"] in journal.WRITTEN and row["kind"] == journal.LINE:
            self.pen = writer.device
        if row["kind"] == journal.PEN:
            self.pen = row["body"].get("to")
        if row["kind"] == journal.CALL and row["status"] == journal.OK:
            self.state = State.OPEN if "withdraw" in row["body"] else State.FROZEN
        if row["kind"] == journal.CHOOSE and row["status"] == journal.OK and row["body"]["keep"] == "branch":
            self._replace_by_branch(int(row["body"]["conflict"]), writer)
        self.anchored = self.anchored or row["kind"] in (journal.CALL, journal.SIGN)
        self.settle()

    def settle(self) -> None:
        """Let the state follow from the journal: over, signed by everybody, or open again, with signatures void."""
        if self.state in (State.FROZEN, State.VOID):
            return
        if not self.session.over:
            self.state = State.OPEN
        elif set(signatures(self.rows)) >= self.places:
            self.state = State.SIGNED
        else:
            self.state = State.ENDED

    # --- lines ------------------------------------------------------------------------------------------------------

    def _line(self, entry: Incoming, writer: Writer) -> str:
        body = entry.body
        own = self._is_own(body, writer)
        if not own and only_its_own_phone_says(entry):
            raise Foreign
        if not own and body["kind"] == journal.LAY and self._there(body.get("seat"), entry.base):
            raise Foreign
        parallel = branches.parallel(self.rows, entry, writer)
        if parallel is not None:
            return parallel
        if not own and self.pen not in (None, writer.device):
            return journal.CONFLICT
        if self.state == State.FROZEN:
            if entry.base < journal.frozen_at(self.rows):
                return journal.CONFLICT
            raise Refusal("frozen", _("A judge was called. Leave everything as it is."))
        self._check_end(body)
        return journal.OK if body["kind"] == "note" else self._judged(entry, writer)

    def _check_end(self, body: journal.Body) -> None:
        """Nothing comes behind the end, and the end not before the rules or the clock of the table bring it."""
        if self.session.over:  # also what no engine looked at: one line more would void what others signed
            raise Refusal("over", _("The end of this game is written. Nothing more can be added."))
        if body["kind"] == "end" and (self.session.state is None or self.session.state.result is None):
            raise Refusal("not_over", _("The game is not over by the rules."))
        if body.get("do") == "time" and not self.facts.time_called:
            raise Refusal("not_yet", _("Time has not been called at this table."))

    def _is_own(self, body: journal.Body, writer: Writer) -> bool:
        """Whether a line is this writer's business: nobody writes what others do or choose, nor counts their cards."""
        if body["kind"] == "note" and "seat" in body and not writer.everybody:
            return body["seat"] in writer.seats
        if writer.everybody or (body["kind"] not in ("act", "count", journal.LAY) and "keeps" not in body):
            return True
        seat = body.get("seat")
        if seat is not None or body["kind"] != "act":
            return seat in writer.seats or self._says_more(body, writer)
        asked = actor_of(self.session, body)
        return not asked or bool(asked & writer.seats)

    def _judged(self, entry: Incoming, writer: Writer) -> str:
        """What the engine says of a line at the head of the journal."""
        body = entry.body
        if body["kind"] == "chance":
            self._check_beginner(entry, writer)
        problem = self.session.check(body)
        if problem is not None and never_excused(problem, body["kind"]):
            raise Refusal("illegal", "", problem)
        if problem is None:
            if self.facts.help == "lit" and not (entry.unchecked and self._alone(entry, writer)):
                self._check_cards(body, writer)
            return journal.OK
        if problem.verdict in ("engine_gap", "ruling_needed"):
            return journal.UNCHECKED
        if self._asks_another(problem, entry, writer):
            self._check_asked(body)
            self._check_cards(body, writer)
            return journal.ASKED
        broke = problem.verdict == "violation" and self.facts.help != "lit"
        if problem.verdict == "divergence" or entry.unchecked or broke:
            return journal.DEVIATION
        raise Refusal("illegal", "", problem)

    def _check_cards(self, body: journal.Body, writer: Writer) -> None:
        """Refuse cards that stand in no list they must be of."""
        check_list(self.session, body, writer)
        own = {writer.seat: writer.deck} if writer.seat is not None and writer.deck else {}
        check_named(self.session, body, lambda: {**self.facts.lists(), **own})

    # --- two phones at once -----------------------------------------------------------------------------------------

    def _choose(self, entry: Incoming, writer: Writer) -> str:
        body = entry.body
        if body.get("keep") not in ("head", "branch"):
            raise Refusal("bad_choice", _("Choose one of the two."))
        if body.get("conflict") not in [one["conflict"] for one in branches.conflicts(self.rows)]:
            raise Refusal("no_conflict", _("This is already decided."))
        newest = {  # the last word of everybody counts
            row["by"]: row["body"]["keep"]
            for row in self.rows
            if row["kind"] == journal.CHOOSE and row["body"]["conflict"] == body["conflict"]
        }
        newest.pop(writer.seat, None)
        agreed = self._whose(writer).union(by for by, keep in newest.items() if keep == body["keep"])
        return journal.OK if writer.judge or agreed >= self.places else journal.ASKED

    def _replace_by_branch(self, conflict: int, writer: Writer) -> None:
        """Take back what stood instead of a branch, and write the branch anew."""
        rows = {row["seq"]: row for row in self.rows}
        first = rows[conflict]
        others = [
            row["seq"]
            for row in branches.since(self.rows, first["base"], first["device"], others=True)
            if row["status"] in journal.WRITTEN
        ]
        branch = [
            row | {"status": journal.OK}
            for row in self.rows
            if row["device"] == first["device"]
            and row["status"] == journal.CONFLICT
            and row["seq"] >= conflict
        ]
        if others:
            self.add(journal.UNDO, {"from": min(others)}, journal.OK, writer)
        for line in journal.standing(branch).lines:
            if line.body.get("kind") == "note":
                continue
            status = journal.OK if self.session.check(line.body) is None else journal.DEVIATION
            self.add(
                journal.LINE, line.body, status, Writer(None, line.by, frozenset(), author=writer.author)
            )

    # --- taking back, something else --------------------------------------------------------------------------------

    def _undo(self, entry: Incoming, writer: Writer) -> str:
        if branches.branched(self.rows, entry, writer):
            return journal.CONFLICT
        if answered := self._answered(entry, writer):
            return answered
        first, played = entry.body.get("from"), self.session.played()
        taken = [one for one in played if isinstance(first, int) and one.n >= first]
        if not taken:
            raise nothing_to_undo(others=bool(played))
        if writer.judge:
            return journal.OK
        if writer.seat is not None and self._put_into_mouth(taken, writer):
            return journal.OK
        if self.session.reveals_since(taken[0].n):
            text = _("A card was drawn, shown or shuffled since then. Only a judge can undo that.")
            raise Refusal("revealed", text)
        signed = set(signatures(self.rows))
        if signed - {writer.seat}:
            if writer.everybody:
                raise Refusal("signed", _("Somebody has signed this game. Only a judge can undo that now."))
        elif writer.everybody or self._own_last(taken, writer):
            return journal.OK
        if not self.undos_left(writer.seat):
            raise Refusal("too_many_undos", _("You asked three times in this game. Call a judge."))
        return journal.ASKED

    @staticmethod
    def _own_last(taken: Sequence[journal.Placed], writer: Writer) -> bool:
        """Whether all of these lines are this writer's, written on their own phone or for them on another."""
        return all(writer.seat in (one.by, one.body.get("seat")) for one in taken)

    def undos_left(self, seat: int | None) -> int:
        """How often this side may still ask to take something back."""
        return max(0, UNDOS - len(questions(self.rows, journal.UNDO, seat)))

    def _deviate(self, entry: Incoming, writer: Writer) -> str:
        if branches.branched(self.rows, entry, writer):
            return journal.CONFLICT
        if answered := self._answered(entry, writer):
            return answered
        if not entry.body.get("line") and not entry.body.get("change"):
            raise Refusal("nothing", _("Say what was done, or what really changed."))
        if entry.body.get("line") and not self._is_own(entry.body["line"], writer):
            raise Foreign
        problem = self.session.check_change(entry.body.get("change") or [])
        if problem is not None:
            raise Refusal("bad_change", "", problem)
        return journal.ASKED

    def _answered(self, entry: Incoming, writer: Writer) -> str:
        """The status of a consent or a refusal; "" where the entry asks something itself."""
        self._check_playing(entry)
        number = entry.body.get("consent", entry.body.get("refuse"))
        if number is None:
            return ""
        asked = self.session.asked
        withdrawn = asked is not None and asked["kind"] == journal.LINE and "refuse" in entry.body
        if asked is None or asked["seq"] != number or (asked["kind"] != entry.kind and not withdrawn):
            raise Refusal("not_asked", _("Nobody is waiting for that: the game has moved on."))
        if "refuse" in entry.body:
            return journal.OK
        agreed = self._agreed(asked) | self._whose(writer)
        if agreed == self._agreed(asked) and not agreed >= self._living():
            raise Refusal("own_question", _("The other side has to say yes."))
        return journal.OK if agreed >= self._living() else journal.ASKED

    def _agreed(self, asked: journal.Body) -> set[int]:
        said = [asked, *(row for row in self.rows if row["body"].get("consent") == asked["seq"])]
        return set().union(*(self._word_of(row["by"], row["author"]) for row in said))

    def _whose(self, writer: Writer) -> set[int]:
        seat = None if writer.everybody else writer.seat
        return set(self.places) if writer.judge else self._word_of(seat, writer.author)

    def _living(self) -> set[int]:
        state = self.session.state
        return {seat for seat in self.places if state is None or state.living(seat)}

    def _check_playing(self, entry: Incoming) -> None:
        if self.state == State.FROZEN:
            raise Refusal("frozen", _("A judge was called. Leave everything as it is."))

    # --- the pen, calls, signatures ---------------------------------------------------------------------------------

    def _pen(self, entry: Incoming, writer: Writer) -> str:
        if self.pen not in (None, writer.device) and not writer.judge:
            raise Refusal("not_your_pen", _("Another phone writes. It has to hand over."))
        if entry.body.get("to") not in {writer.device, *(row["device"] for row in self.rows)}:
            raise Refusal("no_device", _("No such phone writes here."))
        return journal.OK

    def _call(self, entry: Incoming, writer: Writer) -> str:
        number = entry.body.get("withdraw")
        if number is None:
            if self.state == State.FROZEN:
                raise Refusal("called", _("A judge was already called."))
            return journal.OK
        if self.state != State.FROZEN or number != journal.frozen_at(self.rows):
            raise Refusal("not_called", _("No judge was called."))
        said = [row for row in self.rows if row["body"].get("withdraw") == number]
        agreed = self._whose(writer).union(*(self._word_of(row["by"], row["author"]) for row in said))
        caller = {self.rows[number - 1]["by"]} - {None, writer.seat}  # their own call is theirs to end
        own = caller <= {row["by"] for row in said}
        return journal.OK if writer.judge or (own and agreed >= self.places) else journal.ASKED

    def _sign(self, entry: Incoming, writer: Writer) -> str:
        self._check_playing(entry)
        if self.state not in (State.ENDED, State.SIGNED):
            raise Refusal("not_over", _("The game is not over by the rules."))
        if entry.body.get("log_sha256") != self.session.sha256():
            raise Refusal("other_log", _("The log has changed since you read it. Look at it again."))
        if writer.seat is None:
            raise Foreign
        if writer.seat in signatures(self.rows):
            raise Refusal("signed", _("You have signed this already."))
        self._check_objections(writer)
        return journal.OK
