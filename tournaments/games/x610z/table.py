"""The pages on which a game of X610Z is recorded and practised: a script draws them and writes without network."""

from django.http import HttpRequest
from django.urls import reverse

from ledger.shapes import Context, Json
from tournaments.recordings.boards import boards
from tournaments.recordings.sight import Sight
from tournaments.recordings.table_page import Table


class ScriptedTable(Table):
    """The pages of X610Z."""

    template = "recordings/screen.html"
    practice_template = "recordings/practice_screen.html"
    place = ""
    by_form = False

    def context(self, _request: HttpRequest, sight: Sight, _state: Json) -> Context:
        """The addresses that the script of a recording asks, and the board."""
        recording = sight.recording
        slug = recording.match.tournament.slug if recording.match is not None else ""
        address = {"slug": slug, "recording_id": recording.pk}
        names = ("state", "entries", "ask", "device", "heard", "offline", "sign", "pair", "log")
        urls = {name: reverse(f"tournaments:recording_{name}", kwargs=address) for name in names}
        return {"urls": urls, **boards(sight)}

    def practice_context(
        self, _request: HttpRequest, sight: Sight, _state: Json, _asked: tuple[Json, Json] | None
    ) -> Context:
        """The addresses that the script of a practice game asks, and the board."""
        address = {"recording_id": sight.recording.pk}
        names = ("state", "entries", "ask", "device")
        urls = {name: reverse(f"tournaments:practice_{name}", kwargs=address) for name in names}
        return {"urls": urls, **boards(sight)}


TABLE = ScriptedTable()
