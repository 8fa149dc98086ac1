"""Names times sinks: every text a person may type, at every place where it comes out again.

Two tables are compared with the tables of the database and with the routes: a field or a download nobody thought of
fails the run. The texts are written into the database past the services, so that every place has to hold on its own.
"""

import csv
import io
import json
import logging
import re
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.core import mail
from django.db import models
from django.http.request import HttpHeaders
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from decks.lists.models import Deck
from decks.lists.services import deck_save
from ledger.commands import Actor
from ledger.names import plain_cell, safe_cell
from tests.security.test_access_matrix import READ, Hall, hall
from tests.speeds import few_by_day
from tests.tournaments.hall import make_user, organizer_of
from tournaments.entries.models import Entry
from tournaments.events.invitation_services import invitation_make
from tournaments.events.models import Invitation, Tournament
from tournaments.imports.exports import as_csv, results_of
from tournaments.rounds.models import Match
from tournaments.rounds.services import result_correct
from tournaments.standings.formats import read_csv
from x610z_site.accounts import outgoing_mail_services
from x610z_site.accounts.models import Letter
from x610z_site.asgi import event
from x610z_site.live_feed import Feed
from x610z_site.privacy.choice_services import guardian_give
from x610z_site.privacy.models import Export, Guardian
from x610z_site.privacy.tasks import make_export
from x610z_site.redacting import RedactingFormatter

__all__ = ["hall"]

A_TEMPLATE = "{{9**16}}"
WHAT_IT_WOULD_SAY = str(9**16)  # sixteen digits: none of the random keys of a page holds them by chance
HOSTILE = f"=1,=2;=3\"onq=1'onq=1<b x>{A_TEMPLATE}"

TYPED = {
    "accounts.User": "display_name real_name email",
    "accounts.Letter": "said",
    "accounts.MailAddress": "address wanted",
    "accounts.Passkey": "name",
    "accounts.Session": "device",
    "community.ForumAccount": "linked_name linked_mail",
    "community.Contest": "title brief rules licence why_cancelled why_other",
    "community.ContestEntry": "excluded_why",
    "community.ContestNotice": "text",
    "community.Juror": "username",
    "community.Marks": "reason",
    "community.Vote": "set_aside_why",
    "community.Matter": "title excerpt answer",
    "community.News": "title text alt why_withdrawn",
    "community.Objection": "words answer",
    "community.Report": "words mail",
    "community.Subscription": "address",
    "community.Work": "title text alt reason appeal answer proposal_reason",
    "decks.Card": "name name_nl",
    "accounts.ApiToken": "name",
    "decks.CardImport": "filename",
    "decks.CardPicture": "credit licence source removed_why",
    "decks.CardRevision": "reason",
    "decks.CardSet": "name name_nl",
    "decks.Deck": "name notes",
    "decks.DeckListRevision": "note text",
    "decks.DeckRevision": "name reason",
    "decks.EnteredRevision": "reason",
    "decks.LegalityEntry": "reason reason_nl",
    "decks.LegalityList": "name name_nl",
    "decks.PoolSnapshot": "label label_nl",
    "decks.Printing": "illustrator flavor legal",
    "decks.Registration": "draft_name draft_text extended_reason",
    "decks.Ruling": "text text_nl",
    "ledger.LedgerRow": "note",
    "privacy.Guardian": "contact",
    "reach.Webhook": "url",
    "tournaments.Appeal": "grounds reasons",
    "tournaments.Asked": "username",
    "tournaments.Bar": "username reason",
    "tournaments.Organization": "name about website asked_why level_note",
    "tournaments.Venue": "name street postcode town hours house_rules",
    "tournaments.Block": "name",
    "tournaments.CaseRevision": "question instruction words reason",
    "tournaments.CheckedDeck": "note",
    "tournaments.Circuit": "name about",
    "tournaments.Clan": "name",
    "tournaments.Dispute": "reason",
    "tournaments.Entry": "name",
    "tournaments.EntryRule": "group",
    "tournaments.Friendly": "place",
    "tournaments.Friendship": "username",
    "tournaments.Gift": "title",
    "tournaments.Appointment": "place",
    "tournaments.Offer": "place",
    "tournaments.Invitation": "username",
    "tournaments.KeptFilter": "query",
    "tournaments.Listing": "town",
    "tournaments.Penalty": "card note",
    "tournaments.PenaltyEvent": "reason",
    "tournaments.ResultChange": "reason",
    "tournaments.Precedent": "question answer cards",
    "tournaments.Prize": "what",
    "tournaments.Team": "name",
    "tournaments.Tournament": "name location approval_note description announcement kept_as",
}
"""The texts people write, by table."""

NOT_SHOWN = {
    "a hash, salt, secret or token, made here": """accounts.User.password accounts.PersonalLink.token_hash
        accounts.ApiToken.token_hash
        accounts.Session.session_key accounts.Session.session_data accounts.Tries.key accounts.SecondStep.secret
        accounts.RecoveryCode.code_hash accounts.Recovery.code_hash ledger.Chain.head_hash ledger.LedgerRow.note_salt
        ledger.LedgerRow.previous ledger.LedgerRow.hash ledger.Volume.previous
        ledger.IdempotencyKey.request_hash
        ledger.IdempotencyKey.actor_key ledger.IdempotencyKey.key decks.CatalogueState.stamp
        decks.CatalogueState.packaged decks.CardRevision.sha256 decks.CardPicture.name decks.CardPicture.sha256
        decks.PoolSnapshot.sha256 decks.EnteredRevision.sha256
        decks.PlayTest.key decks.PlayTest.pool_sha256 decks.PlayTest.card_sha256 decks.PlayTest.seed
        decks.CardImport.token decks.CardImport.plan decks.Deck.public_id
        privacy.Choice.page_code community.Matter.sha256 community.News.picture
        community.Subscription.token_hash community.ForumAccount.mail_hash community.ForumAccount.told
        community.ForumAccount.external_id community.SpentNonce.sha256
        community.Contest.network_key community.ContestEntry.code community.ContestEntry.sha256
        community.ContestEntry.licence_sha256 community.Vote.network
        decks.DeckListRevision.pool_sha256 decks.DeckRevision.salt decks.DeckRevision.sha256
        decks.DeckRevision.pool_sha256 tournaments.Clan.code tournaments.Team.code tournaments.Tournament.seed
        accounts.MailAddress.token_hash accounts.Passkey.credential_id accounts.Passkey.handle
        accounts.SpentChallenge.sha256
        tournaments.Recording.head_hash tournaments.RecordingDevice.secret_hash tournaments.PairingCode.code_hash
        tournaments.CaseRevision.salt tournaments.Appeal.salt tournaments.Bar.salt
        tournaments.RecordingEntry.prev_hash tournaments.RecordingEntry.hash tournaments.RecordingEntry.signature
        tournaments.RecordingDevice.public_key tournaments.RecordingDevice.seen_signature
        reach.Notice.fact reach.PushAddress.endpoint reach.PushAddress.endpoint_sha256 reach.PushAddress.p256dh
        reach.PushAddress.auth reach.CalendarAddress.token_hash reach.Webhook.secret reach.Webhook.former
        tournaments.Prize.seal tournaments.Prize.seed tournaments.OnlinePayment.key
        tournaments.OnlinePayment.reference tournaments.OnlinePayment.address
        community.Work.picture community.Work.tag
        accounts.MailReset.token_hash tournaments.Table.signature tournaments.Outlook.signature
        tournaments.GameLog.sha256 tournaments.DeckCheck.seed tournaments.Round.seed""",
    "a word out of a closed list, or a key made here": """community.Matter.kind community.Matter.key
        community.ForumTopic.kind
        community.Contest.game community.Contest.pool_key community.Contest.printed_pool
        community.ContestEntry.play_refused community.ContestEntry.number
        community.Subscription.wants ledger.Pulse.name tournaments.GameLog.evidence
        tournaments.AuditRow.old_verdict tournaments.AuditRow.old_rule tournaments.AuditRow.verdict
        tournaments.AuditRow.rule tournaments.AuditRow.old_result tournaments.AuditRow.result
        tournaments.ResultChange.role
        tournaments.PuzzleAnswer.answered_section tournaments.PuzzleAnswer.section
        accounts.User.language accounts.User.time_zone accounts.User.guest_of
        accounts.MailAddress.language reach.Notice.kind reach.PushAddress.device reach.PushAddress.language
        reach.PushAddress.session tournaments.RecordingDevice.session tournaments.RecordingEntry.voice
        reach.HookMessage.event reach.HookMessage.said
        privacy.Erasure.step privacy.Erasure.reached privacy.Erasure.pseudonym
        privacy.Export.language ledger.Chain.key ledger.Volume.actors ledger.LedgerRow.action ledger.LedgerRow.role
        ledger.OutboxMessage.topic decks.CardSet.code decks.CardSet.game decks.CardSet.act decks.CardSet.print_run
        decks.Card.number decks.Card.short decks.Card.kind decks.Card.card_class decks.Card.element decks.Card.crew
        decks.Card.rarity decks.Printing.number decks.Printing.short decks.Printing.rarity decks.CardPicture.number
        decks.LegalityList.key decks.LegalityList.game decks.PoolSnapshot.key decks.CardImport.form
        community.Work.licence
        decks.LegalityEntry.number decks.EnteredRevision.number
        decks.PoolSnapshot.game decks.EnteredRevision.game decks.CardPicture.game decks.CardImport.game
        decks.PlayTest.game decks.PlayTest.pool
        decks.Deck.pool_key decks.Deck.energies decks.Registration.format decks.Registration.pool_key
        decks.Registration.game tournaments.Tournament.slug tournaments.Tournament.game tournaments.Tournament.format
        tournaments.Tournament.mode tournaments.Tournament.template tournaments.Tournament.pool_key
        tournaments.Tournament.ruleset tournaments.Stage.kind tournaments.GameLog.verdict tournaments.CheckedDeck.code
        tournaments.Friendly.game tournaments.Friendly.format
        tournaments.Case.ruleset tournaments.CaseRevision.role tournaments.CaseRevision.code
        tournaments.Precedent.code tournaments.Precedent.ruleset
        tournaments.Penalty.code tournaments.PenaltyEvent.role tournaments.Match.slot tournaments.Snapshot.step
        tournaments.Booking.currency tournaments.Fee.currency
        tournaments.TillClosing.currency tournaments.OnlinePayment.provider tournaments.OnlinePayment.currency
        tournaments.OnlinePayment.reduction tournaments.Tournament.series tournaments.Organization.slug
        tournaments.Tournament.town tournaments.Listing.state tournaments.Listing.game
        tournaments.Listing.format tournaments.Listing.currency tournaments.Circuit.slug
        tournaments.Circuit.game tournaments.Counts.of tournaments.Counts.series tournaments.Change.cause
        tournaments.RatingPool.pool""",
    "derived from a typed text for searching and sorting, never shown": """community.Subscription.folded
        accounts.User.sort_name
        tournaments.Precedent.folded
        decks.Card.name_key decks.Card.text_key decks.Card.words_key decks.Deck.name_key tournaments.Clan.folded
        tournaments.Organization.folded tournaments.Venue.folded tournaments.Listing.words
        tournaments.Circuit.folded
        tournaments.Entry.sort_name""",
    "the words of an error of ours, for the log of who runs the site": """ledger.OutboxMessage.last_error
        tournaments.GameLog.error""",
    "how a person signs in: folded letters and signs of a fixed set": "accounts.User.username",
    "what a device says of its own clock: evidence, in JSON alone": "tournaments.RecordingEntry.client_at",
    "a whole file, read by a parser of its own": """decks.CardImport.text decks.PoolSnapshot.cards
        decks.PlayTest.card""",
}


def test_every_text_of_the_database_is_in_the_table_or_has_a_reason() -> None:
    rooms = {"accounts", "privacy", "reach", "ledger", "decks", "tournaments", "community"}
    found = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        if model._meta.app_label in rooms
        for field in model._meta.get_fields()
        if isinstance(field, models.CharField | models.TextField) and not field.choices
    }
    typed = {f"{label}.{name}" for label, names in TYPED.items() for name in names.split()}
    reasons = [name for names in NOT_SHOWN.values() for name in names.split()]
    assert found == typed | set(reasons)
    assert len(reasons) == len(set(reasons)) and not typed & set(reasons)


ADDED_ONLY = {
    "decks.EnteredRevision",
    "decks.CardRevision",
    "decks.DeckListRevision",
    "decks.DeckRevision",
    "ledger.LedgerRow",
}
"""Tables whose rows nobody changes, not even a test: the services write the hostile text there."""


def write_everywhere(hall: Hall) -> int:
    """Put the hostile text into every typed field of every row there is; how many fields have a row."""
    match = Match.objects.filter(tournament=hall.tournament, round__number=1, kind="played")[0]
    organizer = organizer_of(hall.tournament)
    result_correct(
        actor=organizer,
        tournament=hall.tournament,
        match_id=match.pk,
        version=match.version,
        said=(0, 2, 0),
        reason=HOSTILE,
    )
    deck = Deck.objects.get(public_id=hall.values["own_deck"])
    owner = Actor(deck.owner, "player")
    deck_save(
        actor=owner,
        deck_id=deck.pk,
        base=deck.current.number if deck.current else 0,
        text=f"1 {HOSTILE}",
        note=HOSTILE,
    )
    filled = len(ADDED_ONLY)
    for label, names in TYPED.items():
        model = apps.get_model(label)
        for name in names.split() if label not in ADDED_ONLY else ():
            field: Any = model._meta.get_field(name)
            for row in model._default_manager.all():
                text = f"{HOSTILE}{row.pk}"[: field.max_length or 99]
                model._default_manager.filter(pk=row.pk).update(**{name: text})
            filled += model._default_manager.exists()
    Export.objects.filter(pk=hall.values["own_export"]).update(state="queued")
    make_export(hall.values["own_export"])
    return filled


class Broken(HTMLParser):
    """Finds what of the hostile text became a tag or an attribute."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """One tag, its attributes decoded."""
        names = {name for name, _value in attrs}
        if "onq" in names or (tag == "b" and "x" in names):
            self.found.append(self.get_starttag_text() or tag)


def in_markup(body: bytes) -> str:
    """HTML and SVG: the text is text, in elements and attributes alike."""
    parser = Broken()
    parser.feed(body.decode())
    return ", ".join(parser.found) or ("a template was run" if WHAT_IT_WOULD_SAY in body.decode() else "")


def in_json(body: bytes) -> str:
    """JSON: it can be read."""
    json.loads(body)
    return ""


def in_yaml(body: bytes) -> str:
    """The schema of the API: nothing anybody typed."""
    return "a typed text" if b"onq" in body else ""


def in_csv(body: bytes) -> str:
    """CSV: no cell begins like a formula, whatever sign the reader's country takes for the separator."""
    for mark in ",;\t":
        for row in csv.reader(io.StringIO(body.decode()), delimiter=mark):
            for cell in row:
                if re.match(r"\s*[=+\-@\t\r]", cell) and not re.fullmatch(r"-?[\d./]+", cell):
                    return cell
    return ""


def in_trf(body: bytes) -> str:
    """A FIDE report: every line begins with a known number or mark."""
    wrong = [line for line in body.decode().splitlines() if not re.match(r"\d{3} |XX[A-Z] |BB[A-Z] |$", line)]
    return ", ".join(wrong)


def in_pdf(body: bytes) -> str:
    """PDF: one document, without an action."""
    ends = body.startswith(b"%PDF") and body.rstrip().endswith(b"%%EOF")
    return (
        "an action"
        if re.search(rb"/(JavaScript|JS|Launch|OpenAction|URI)\b", body)
        else ""
        if ends
        else "cut"
    )


def in_calendar(body: bytes) -> str:
    """A calendar: every line begins with a name that this site writes, or goes on with the one before."""
    known = {
        "BEGIN",
        "END",
        "VERSION",
        "PRODID",
        "X-WR-CALNAME",
        "UID",
        "DTSTAMP",
        "DTSTART",
        "DTEND",
        "SUMMARY",
    }
    known |= {"LOCATION", "URL", "STATUS"}
    lines = body.decode().removesuffix("\r\n").split("\r\n")
    wrong = [line for line in lines if not line.startswith(" ") and line.partition(":")[0] not in known]
    return ", ".join(wrong)


def in_lines(body: bytes) -> str:
    """A game log: one JSON value a line, or the bytes a player sent."""
    return "" if body else "empty"


def in_zip(body: bytes) -> str:
    """A person's own data: JSON and a page."""
    with zipfile.ZipFile(io.BytesIO(body)) as opened:
        for name in opened.namelist():
            held = opened.read(name)
            if name.endswith(".json"):
                in_json(held)
            elif name.endswith(".html") and (found := in_markup(held)):
                return found
    return ""


def in_script(body: bytes) -> str:
    """A script of ours: nothing that anybody typed."""
    return "typed text" if b"onq" in body else ""


SINKS: dict[str, Callable[[bytes], str]] = {
    "text/html": in_markup,
    "image/svg+xml": in_markup,
    "application/json": in_json,
    "application/vnd.oai.openapi+json": in_json,
    "application/vnd.oai.openapi": in_yaml,
    "text/javascript": in_script,
    "text/csv": in_csv,
    "text/calendar": in_calendar,
    "application/atom+xml": in_markup,
    "text/plain": in_trf,
    "application/pdf": in_pdf,
    "application/x-ndjson": in_lines,
    "application/zip": in_zip,
    "image/png": in_lines,
    "image/webp": in_lines,
}

DOWNLOADS: dict[str, tuple[tuple[str, dict[str, str], str, Callable[[bytes], str]], ...]] = {
    "privacy:export_file": (("player", {}, "", in_zip),),
    "decks:deck_export": tuple(
        ("player", {"json": form}, "", sink)
        for form, sink in (("json", in_json), ("csv", in_csv), ("txt", in_lines))
    ),
    "community:contest_winners_file": (("player", {}, "", in_json),),
    "decks:export": tuple(
        ("keeper", {"card_file": form}, "", sink) for form, sink in (("json", in_json), ("csv", in_csv))
    ),
    "decks:entered_export": tuple(
        ("keeper", {"card_file": form}, "", sink) for form, sink in (("json", in_json), ("csv", in_csv))
    ),
    "tournaments:export": tuple(
        (actor, {"export_form": form}, "", sink)
        for actor in ("anonymous", "organizer")
        for form, sink in (("json", in_json), ("csv", in_csv), ("trf", in_trf))
    ),
    "reach:event_calendar": (("anonymous", {}, "", in_calendar),),
    "reach:circuit_calendar": (("anonymous", {}, "", in_calendar),),
    "tournaments:circuit_file": tuple(
        ("anonymous", {"circuit_file": name}, "", sink)
        for name, sink in (("season.json", in_json), ("ladder.json", in_json), ("ladder.csv", in_csv))
    ),
    "tournaments:check_sheet": (("judge", {}, "?form=pdf", in_pdf),),
    "tournaments:log_original": (("judge", {}, "", in_lines),),
    "tournaments:log_packet": (
        ("judge", {"json_kind": "json"}, "", in_json),
        ("judge", {"json_kind": "pdf"}, "", in_pdf),
    ),
    "tournaments:log_position": (
        ("judge", {"svg_kind": "svg"}, "", in_markup),
        ("judge", {"svg_kind": "png"}, "", in_lines),
    ),
    "tournaments:recording_log": (("player_in_match", {}, "", in_lines),),
}
"""Each address that gives a file: who fetches it, in which form, and the sink it goes through."""


@contextmanager
def headers_looked_at(looked: set[str]) -> Iterator[None]:
    """Note the headers of a request that its answer depends on."""
    of_request = HttpHeaders.__getitem__

    def noted(self: HttpHeaders, name: str) -> str:
        looked.add(name.lower())
        return of_request(self, name)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(HttpHeaders, "__getitem__", noted)
        yield


@pytest.mark.django_db
@pytest.mark.parametrize("language", few_by_day(["en", "nl"], 1, "every text at every place"))
def test_every_text_is_only_a_text_at_every_place_where_it_comes_out(hall: Hall, language: str) -> None:
    assert write_everywhere(hall) > 20
    for client in hall.clients.values():
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    wrong: dict[Any, str] = {}
    files: set[str] = set()
    texts = 0
    people = ("organizer", "judge", "player", "player_in_match", "office", "keeper")
    for name, rule in READ.items():
        actor = next((one for one in people if one in rule.allowed), "anonymous")
        looked: set[str] = set()
        for headers in ({}, {"HX-Request": "true"}):
            if headers and "hx-request" not in looked:
                continue  # the answer would be the same
            with headers_looked_at(looked):
                answer = hall.clients[actor].get(hall.url(name, rule), headers=headers)
            body = b"".join(answer) if answer.streaming else answer.content
            kind = answer.get("Content-Type", "").split(";")[0]
            texts += b"onq" in body
            if answer.has_header("Content-Disposition"):
                files.add(name)
            elif answer.status_code >= 500:
                wrong[name, actor] = str(answer.status_code)
            elif kind == "text/html" and b"<html" in body and f'<html lang="{language}"'.encode() not in body:
                wrong[name, actor] = "another language"
            elif answer.status_code == 200 and (found := SINKS[kind](body)):
                wrong[name, actor] = found
    assert wrong == {}
    assert files <= {*DOWNLOADS, "api:schema"}  # the last is written by a library and holds nothing typed
    assert texts > 40, "the control: the texts are on the pages"


@pytest.mark.django_db
def test_every_file_is_safe_to_open_and_has_a_plain_name(hall: Hall) -> None:
    write_everywhere(hall)
    wrong = {}
    for name, ways in DOWNLOADS.items():
        for actor, values, query, sink in ways:
            args = [(hall.values | values)[arg] for arg in READ[name].args]
            answer = hall.clients[actor].get(reverse(name, args=args) + query)
            assert answer.status_code == 200, (name, values)
            said = answer["Content-Disposition"]
            assert re.fullmatch(r'attachment; filename="[-A-Za-z0-9_.]+"', said), said
            if found := sink(answer.content):
                wrong[name, tuple(values.values())] = found
    assert wrong == {}


@given(st.text(alphabet="=+-@,;\t\r\"' aé", max_size=12))
def test_what_is_made_safe_for_a_table_reads_back_as_it_was(text: str) -> None:
    assert plain_cell(safe_cell(text)) == text
    line = io.StringIO()
    csv.writer(line).writerow(["x", safe_cell(text), "y"])
    assert next(csv.reader(io.StringIO(line.getvalue(), newline="")))[1] == safe_cell(text)
    assert not re.match(r"[=+\-@\t\r]", safe_cell(text))


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["=1+1", "'=1", "a,=2", "a;=2", "-x", "@me", "''+1", 'a;"=1'])
def test_a_name_like_a_formula_comes_back_from_our_own_csv_as_it_was(hall: Hall, name: str) -> None:
    Entry.objects.filter(pk=hall.values["entry"]).update(name=name)
    Tournament.objects.filter(pk=hall.tournament.pk).update(name=f"Cup {name}")
    tournament = Tournament.objects.get(pk=hall.tournament.pk)
    text = as_csv(results_of(tournament, staff=True))
    assert in_csv(text.encode()) == ""
    back = read_csv(text)
    assert back.event == f"Cup {name}"
    assert name in {one.id for one in back.entrants}


@pytest.mark.django_db
def test_the_address_of_a_guardian_and_an_invited_name_are_stored_without_what_could_deceive(
    hall: Hall,
) -> None:
    user = make_user()
    guardian_give(actor=Actor(user, "player"), contact="06\u202e 1234\r\n5678\x1b[31m")
    assert Guardian.objects.get(user=user).contact == "06 12345678[31m"
    organizer = organizer_of(hall.tournament)
    made = invitation_make(
        actor=organizer, tournament=hall.tournament, username="ann\u202e\u200beve", kind="staff", role="judge"
    )
    assert Invitation.objects.get(pk=made["invitation"]).username == "anneve"


def test_an_error_that_quotes_a_line_break_begins_no_line_of_the_log() -> None:
    try:
        raise ValueError("a\n2026-01-01T00:00:00Z WARNING forged\r\n2026\u2028x")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, "", 0, "said\n2026 forged", (), sys.exc_info())
    lines = RedactingFormatter("%(levelname)s %(message)s").format(record).splitlines()
    assert lines[0] == "ERROR said\\n2026 forged"
    assert all(line.startswith("    ") for line in lines[1:]) and len(lines) > 3


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("kind", sorted(set(Letter.Kind.values) - {"forgotten"}))  # which is sent as a reset
def test_a_name_in_a_mail_is_text_of_its_body_and_begins_no_line_of_its_head(
    kind: str, language: str
) -> None:
    """Past the services, so with line breaks as well: no header of its own, one recipient, no markup part."""
    user = make_user()
    user.display_name = f"{HOSTILE}\r\nBcc: evil@example.org\r\n\r\n<script>"
    letter = outgoing_mail_services.written(kind, user, "me@example.org", language, "s3cret-token")
    outgoing_mail_services.send(letter)
    [sent] = mail.outbox
    head, _gap, _body = sent.message().as_bytes().partition(b"\n\n")
    assert sent.recipients() == ["me@example.org"] and not re.search(rb"(?mi)^(bcc|cc):", head)
    assert b"onq" not in head and re.search(rb"(?m)^Content-Type: text/plain", head)
    assert sent.body.startswith(("Hello ", "Hallo ")) and (language == "nl") == sent.body.startswith("Hallo ")
    assert not sent.message().is_multipart()


@pytest.mark.parametrize(
    "told",
    [
        json.dumps({"tournament": "t-x\n\ndata: forged\n\n", "version": 2}),
        json.dumps({"tournament": "t-x", "version": "3\n\nevent: forged\ndata: 1"}),
        json.dumps({"tournament": "t-x", "version": 4, "name": HOSTILE}),
        json.dumps([HOSTILE]),
        HOSTILE,
    ],
)
def test_the_live_stream_says_numbers_whatever_the_channel_holds(told: str) -> None:
    heard: list[tuple[str, int]] = []
    Feed("sqlite:///none")._take(told, lambda key, version: heard.append((key, version)))
    frames = b"".join(event(version, 1) for _key, version in heard)
    assert bool(heard) == (told.startswith("{") and "forged\\ndata: 1" not in told), "the control"
    assert b"forged" not in frames and b"onq" not in frames
    one = rb'event: version\nid: \d+\ndata: \{"version": \d+, "jitter": \d+\}\n\n'
    assert re.fullmatch(rb"(?:%b)*" % one, frames), frames
