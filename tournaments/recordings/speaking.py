"""What is asked of an entry before it is taken: whether its phone signed it, and for whom it speaks."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from ledger.shapes import Json
from rules_engine.recording import AnySession, journal
from rules_engine.recording.speakers import actor_of, named_in

from . import voices
from .keys import fits, line_said
from .own_list import check_own
from .protocol import Incoming
from .writers import Facts, Foreign, Refusal, Writer


class Speaking:
    """The part of :class:`.taking.Taking` that knows who says what; its fields are described there."""

    recording: int
    session: AnySession
    rows: list[Json]
    head_hash: str
    facts: Facts

    @property
    def places(self) -> frozenset[int]:
        """Every seat of the table."""
        return frozenset(seat.seat for seat in self.session.seats)

    def _check_signature(self, entry: Incoming, writer: Writer) -> None:
        """Refuse what is signed with another key than that of its phone, or over another game than this one."""
        if not entry.signature:
            return
        said = {"device_seq": entry.device_seq, "base": entry.base, "kind": entry.kind, "body": entry.body}
        heard = self._hash_at(entry.base)
        known = writer.device is not None and bool(writer.key) and bool(heard)
        if not known or not fits(
            writer.key, entry.signature, line_said(self.recording, int(writer.device or 0), said, heard)
        ):
            raise Refusal("bad_signature", _("This phone's signature does not fit. Reload the page."))

    def _hash_at(self, seq: int) -> str:
        """The hash of the journal up to an entry; that of the opening for 0, "" for one that is not there."""
        if seq == 0:
            return str(self.rows[0]["prev_hash"]) if self.rows else self.head_hash
        return str(self.rows[seq - 1]["hash"]) if seq <= len(self.rows) else ""

    def _voice(self, entry: Incoming, writer: Writer) -> str:
        """How a line speaks for seats that are not its writer's, by what the server has heard of their phones."""
        if entry.kind != journal.LINE or entry.body["kind"] not in ("act", "count", journal.LAY):
            return ""
        seats = actor_of(self.session, entry.body) & self.places
        if writer.scribes:
            return voices.spoken(voices.SCRIBE, seats)
        if writer.everybody or writer.seat is None:
            return ""
        if (
            not seats or seats & writer.seats
        ):  # a card of somebody else's hand has a name when they say so, too
            return voices.spoken(voices.NAMED, frozenset(named_in(self.session, entry.body)) - writer.seats)
        away = self._away(seats, entry.base)
        if not away and voices.has_objected(self.rows, seats):
            raise Refusal("objected", _("That player writes on their own phone, and undid what you wrote."))
        return voices.spoken(voices.AWAY if away else voices.PROVISIONAL, seats)

    def _away(self, seats: frozenset[int], base: int) -> bool:
        """Whether the phones of all these seats have demonstrably been silent since an entry was written."""
        written = self.rows[base - 1]["received"] if 0 < base <= len(self.rows) else None
        phones, now = self.facts.phones(), self.facts.at
        return now is not None and all(voices.is_away(phones.get(seat), written, now) for seat in seats)

    def _alone(self, entry: Incoming, writer: Writer) -> bool:
        """Whether a writer's phone may have had no engine: it was never heard, or was silent since it last knew."""
        if writer.seat is None or writer.seat not in self.facts.phones():
            return True
        return self._away(frozenset({writer.seat}), entry.base)

    def _put_into_mouth(self, taken: Sequence[journal.Placed], writer: Writer) -> bool:
        """Whether the first of these are words of this player that another phone wrote, and that wait for their own.

        Whatever was built on it goes with it, also behind a draw and a signature: else one line more would make a word
        that nobody said stand. A judge's word stays.
        """
        voice = voices.voices_of(self.rows).get(taken[0].n)
        if voice is None or voice.how == voices.SCRIBE or writer.seat not in voice.open:
            return False
        return all(one.by is not None for one in taken)

    def _confirm(self, entry: Incoming, writer: Writer) -> str:
        """A player says on their own phone that what others wrote for them, up to a line, is what they did."""
        if writer.seat is None:
            raise Foreign
        upto, standing = entry.body.get("upto"), {one.n for one in self.session.played()}
        found = [
            one
            for one in voices.voices_of(self.rows).values()
            if one.n in standing and writer.seat in one.seats - one.said
        ]
        meant = [one for one in found if isinstance(upto, int) and one.n <= upto]
        if not meant:
            raise Refusal("nothing", _("Nothing that somebody wrote for you waits for your word."))
        for one in meant:
            if one.how == voices.NAMED:
                check_own(self.session, self.rows[one.n - 1]["body"], writer)
        return journal.OK
