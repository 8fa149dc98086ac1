"""What is asked of an entry before it is taken: whether its phone signed it, and for whom it speaks."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from ledger.shapes import Json
from rules_engine.recording import AnySession, Problem, journal
from rules_engine.recording.speakers import actor_of, begun, named_in, speakers_of

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
        asked = self.session.asked if begun(self.session, entry.body) is not None else None
        spoke = writer.seats if asked is None else writer.seats | {asked["by"]}  # each on their own phone
        if writer.scribes:
            return voices.spoken(voices.SCRIBE, seats)
        if writer.everybody or writer.seat is None:
            return ""
        if not seats or seats & spoke:  # a card that lies hidden has a name when its owner says so, too
            return voices.spoken(voices.NAMED, frozenset(named_in(self.session, entry.body)) - spoke)
        away = self._away(seats, entry.base)
        if not away and voices.has_objected(self.rows, seats):
            raise Refusal("objected", _("That player writes on their own phone, and undid what you wrote."))
        return voices.spoken(voices.AWAY if away else voices.PROVISIONAL, seats)

    def _away(self, seats: frozenset[int], base: int) -> bool:
        """Whether the phones of all these seats have demonstrably been silent since an entry was written."""
        written = self.rows[base - 1]["received"] if 0 < base <= len(self.rows) else None
        phones, now = self.facts.phones(), self.facts.at
        return now is not None and all(voices.is_away(phones.get(seat), written, now) for seat in seats)

    def _there(self, seat: int | None, base: int) -> bool:
        """Whether a player has a phone here that is not away: then they say themselves what lies before them."""
        return seat is not None and seat in self.facts.phones() and not self._away(frozenset({seat}), base)

    def _word_of(self, seat: int | None, author: int | None) -> set[int]:
        """For whom somebody says yes: for their seat; on the table's phone for all who have none of their own."""
        if seat is not None:
            return {seat}
        others = {person: found for person, found in self.facts.people().items() if person != author}
        now = self.facts.at
        there = {
            at for at, heard in others.values() if now and heard and not voices.is_away(heard, None, now)
        }
        return set(self.places - there)

    def _check_beginner(self, entry: Incoming, writer: Writer) -> None:
        """Who begins is said once, and after a game by who lost it (105.1b), as long as their phone is there."""
        if self.session.state is not None:
            raise Refusal("begun", _("It is already known who begins."))
        losers: Sequence[int | None] = self.session.last_losers or [entry.body.get("seat")]
        own = writer.everybody or writer.seat in losers
        if not own and any(self._there(seat, entry.base) for seat in losers):
            raise Refusal("loser_chooses", _("The loser of the last game chooses, on their own phone."))

    def _alone(self, entry: Incoming, writer: Writer) -> bool:
        """Whether a writer's phone may have had no engine: it was never heard, or was silent since it last knew."""
        if writer.seat is None or writer.seat not in self.facts.phones():
            return True
        return self._away(frozenset({writer.seat}), entry.base)

    def _says_more(self, body: journal.Body, writer: Writer) -> bool:
        """Whether a line is one that waits for what this writer alone has to say of it, with that said."""
        line = begun(self.session, body)
        said = speakers_of(self.session, line, body) if line is not None else frozenset()
        return bool(said) and said <= writer.seats

    def _asks_another(self, problem: Problem, entry: Incoming, writer: Writer) -> bool:
        """Whether a line leaves a choice to a player who has a phone here: then it waits for their word.

        While that phone is silent a line of the writer's own does not wait: it names the card itself. What is nobody's
        act waits nevertheless, for nobody else can go on with it. A shuffle is nobody's choice.
        """
        need = problem.need
        if (
            need is None
            or need["prompt"] == "shuffle"
            or entry.unchecked
            or writer.everybody
            or not writer.seats
        ):
            return False
        seat, own = int(need["seat"]), entry.body.get("seat") in writer.seats
        has_phone = seat not in writer.seats and seat in self.facts.phones()
        return has_phone and not (own and self._away(frozenset({seat}), entry.base))

    def _check_asked(self, body: journal.Body) -> None:
        """A line that waits is asked once."""
        line = begun(self.session, body)
        if line is not None and not speakers_of(self.session, line, body):
            raise Refusal("asked", _("This line waits already for what the other player chooses."))

    def _put_into_mouth(self, taken: Sequence[journal.Placed], writer: Writer) -> bool:
        """Whether the first of these are words of this player that another phone wrote, and that wait for their own.

        Whatever was built on it goes with it, also behind a draw and a signature: else one line more would make a word
        that nobody said stand. A judge's word stays.
        """
        voice = voices.voices_of(self.rows).get(taken[0].n)
        if voice is None or voice.how == voices.SCRIBE or writer.seat not in voice.open:
            return False
        return all(one.by is not None for one in taken)

    def _words_for(self, seat: int) -> list[voices.Voice]:
        """What stands that somebody else wrote for a player, and that they have neither confirmed nor signed."""
        standing = {one.n for one in self.session.played()}
        found = voices.voices_of(self.rows).values()
        return [one for one in found if one.n in standing and seat in one.seats - one.said]

    def _meant(self, body: Json, seat: int) -> list[voices.Voice]:
        """The lines that a player's word is about: one, or all up to one but those that they said are not so."""
        found = self._words_for(seat)
        if "right" in body:
            return [one for one in found if one.n == body["right"]]
        agreed = [one for one in found if seat not in one.objected]
        if "not" in body:
            return [one for one in agreed if one.n == body["not"]]
        return [one for one in agreed if one.n <= body["upto"]]

    def _check_objections(self, writer: Writer) -> None:
        """Refuse to sign who says that a line is not so, or whose list does not hold what it names."""
        said = self._words_for(writer.seat) if writer.seat is not None else []
        if any(writer.seat in one.objected for one in said):
            text = _("You say that a line is not so. Have it corrected, or say that it is right after all.")
            raise Refusal("objected", text)
        self._check_own(said, writer)

    def _confirm(self, entry: Incoming, writer: Writer) -> str:
        """A player says on their own phone that what others wrote for them, up to a line, is what they did.

        Or that one line is ``not`` so, until they say of it that it is ``right``.
        """
        if writer.seat is None:
            raise Foreign
        body = entry.body
        meant = self._meant(body, writer.seat)
        if not meant or "upto" not in body:
            raise Refusal("nothing", _("Nothing that somebody wrote for you waits for your word."))
        if "not" not in body:
            self._check_own(meant, writer)
        return journal.OK

    def _check_own(self, said: Sequence[voices.Voice], writer: Writer) -> None:
        """Refuse that a player says yes to a card that others wrote for them and that their own list does not hold."""
        check_own(self.session, self.rows, sorted(one.n for one in said), writer)
