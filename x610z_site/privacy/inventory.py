"""Every place where something of a person is kept, and what becomes of it when the person is erased.

One row per table of the database. A test compares it with the tables: a new table, or a new field that can hold
words, must be entered here. So nothing is kept of a person that neither their file nor the erasure knows of.
"""

from dataclasses import dataclass, field

from django.utils.translation import gettext_noop

# What becomes of a field that can hold words.
BLANK = "blank"  # emptied in the person's own rows
PSEUDONYM = "pseudonym"  # replaced by the pseudonym in the person's own rows
SCREENED = "screened"  # may be about the person in somebody else's row: their names in it are replaced
CODE = "code"  # ids, hashes, states and numbers: nothing that anybody typed
THING = "thing"  # about a tournament, a card or a clan, not about a person

DELETE = "delete"  # the row goes
KEEP = "keep"  # the row stays, under the pseudonym


@dataclass(frozen=True)
class Table:
    """One table. ``person`` leads from a row to the person it belongs to ("" when rows belong to nobody)."""

    label: str
    person: str = ""
    rows: str = KEEP
    fields: dict[str, str] = field(default_factory=dict)
    title: str = ""
    export: tuple[str, ...] = ()


def _of_nobody(label: str, /, **fields: str) -> Table:
    return Table(label, fields=fields)


TABLES = (
    # --- the person ---
    Table(
        "accounts.User",
        "pk",
        fields={
            "username": PSEUDONYM,
            "display_name": PSEUDONYM,
            "sort_name": PSEUDONYM,
            "real_name": BLANK,
            "email": BLANK,
            "password": BLANK,
            "language": BLANK,
            "guest_of": CODE,
        },
        title=gettext_noop("Your account"),
        export=("username", "display_name", "real_name", "email", "language", "date_joined", "last_login"),
    ),
    Table(
        "accounts.PersonalLink",
        "user",
        DELETE,
        {"token_hash": CODE},
        gettext_noop("Personal links created for you"),
        ("created_at", "expires_at", "used_at", "revoked_at"),
    ),
    Table(
        "accounts.Session",
        "user",
        DELETE,
        {"session_key": CODE, "session_data": SCREENED, "device": CODE},
        gettext_noop("Where you are signed in"),
        ("device", "since", "seen_at", "expire_date"),
    ),
    Table("accounts.SecondStep", "user", DELETE, {"secret": CODE}),
    Table("accounts.RecoveryCode", "user", DELETE, {"code_hash": CODE}),
    Table(
        "accounts.Passkey",
        "user",
        DELETE,
        {"name": BLANK, "credential_id": CODE, "public_key": CODE, "handle": CODE},
        gettext_noop("Your passkeys"),
        ("name", "added_at", "used_at"),
    ),
    Table(
        "accounts.Recovery",
        "user",
        DELETE,
        {"code_hash": CODE},
        gettext_noop("New passwords the office was asked for"),
        ("asked_at", "expires_at", "ended_at"),
    ),
    Table(
        "accounts.MailAddress",
        "user",
        DELETE,
        {"address": BLANK, "wanted": BLANK, "token_hash": CODE, "language": CODE},
        gettext_noop("Your e-mail address"),
        ("address", "verified_at", "wanted", "expires_at", "language"),
    ),
    Table(
        "accounts.MailReset",
        "user",
        DELETE,
        {"token_hash": CODE},
        gettext_noop("Links to a new password sent by e-mail"),
        ("made_at", "expires_at", "ended_at"),
    ),
    Table(
        "accounts.Letter",
        "user",
        DELETE,
        {"kind": CODE, "said": BLANK},
        gettext_noop("E-mails on their way to you"),
        ("kind", "said", "made_at"),
    ),
    Table(
        "privacy.Guardian",
        "user",
        DELETE,
        {"contact": BLANK},
        gettext_noop("Your parent or guardian"),
        ("contact", "given_at", "confirmed_at"),
    ),
    Table(
        "privacy.Choice",
        "user",
        DELETE,
        title=gettext_noop("What you show to everybody"),
        export=("shows_real_name",),
    ),
    Table("privacy.Export", "user", DELETE, {"language": CODE, "data": BLANK}),
    Table("privacy.ErasureRequest", "user", DELETE),
    # --- decks ---
    Table(
        "decks.Deck",
        "owner",
        DELETE,
        {
            "public_id": CODE,
            "name": BLANK,
            "pool_key": CODE,
            "notes": BLANK,
            "name_key": BLANK,
            "energies": CODE,
        },
        gettext_noop("Decks you built"),
        ("name", "play", "pool_key", "visibility", "notes", "saved_at"),
    ),
    Table(
        "decks.DeckListRevision",
        "deck__owner",
        DELETE,
        {"text": BLANK, "main": CODE, "sideboard": CODE, "pool_sha256": CODE, "note": BLANK},
        gettext_noop("Lists you saved"),
        ("deck__name", "number", "text", "note", "at"),
    ),
    Table(
        "decks.Registration",
        "owner",
        fields={
            "format": CODE,
            "pool_key": CODE,
            "draft_name": BLANK,
            "draft_text": BLANK,
            "game": CODE,
            "extended_reason": BLANK,
        },
        title=gettext_noop("Decks you prepared for a tournament"),
        export=("pk", "state", "draft_name", "draft_text", "draft_saved_at", "extended_until"),
    ),
    Table(
        "decks.DeckRevision",
        "registration__owner",
        fields={
            "name": BLANK,
            "main": CODE,
            "sideboard": CODE,
            "salt": CODE,
            "sha256": CODE,
            "pool_sha256": CODE,
            "reason": BLANK,
        },
        title=gettext_noop("Decks you submitted"),
        export=("registration", "number", "name", "main", "sideboard", "at"),
    ),
    Table(
        "decks.OpenedPool",
        "registration__owner",
        fields={"cards": CODE},
        title=gettext_noop("Cards you opened"),
        export=("registration", "cards"),
    ),
    # --- tournaments ---
    Table(
        "tournaments.Entry",
        "user",
        fields={"name": PSEUDONYM, "sort_name": PSEUDONYM},
        title=gettext_noop("Tournaments you entered"),
        export=("tournament__name", "number", "name", "state", "entered_at", "checked_in_at"),
    ),
    Table(
        "tournaments.Seat",
        "entry__user",
        title=gettext_noop("Your matches"),
        export=("round__tournament__name", "round__number", "match__table", "position", "match__outcome"),
    ),
    Table(
        "tournaments.Report",
        "entry__user",
        fields={"outcome": CODE},
        title=gettext_noop("Results you reported"),
        export=("match", "outcome", "at"),
    ),
    Table(
        "tournaments.GameLog",
        "entry__user",
        fields={
            "evidence": CODE,
            "original": BLANK,
            "sha256": CODE,
            "verdict": CODE,
            "report": BLANK,
            "error": BLANK,
        },
        title=gettext_noop("Game logs you submitted"),
        export=("match", "game_number", "size", "sha256", "submitted_at"),
    ),
    Table(
        "tournaments.Recording",
        "owner",
        DELETE,
        {"practice": CODE, "opening": CODE, "head_hash": CODE, "result": CODE},
    ),
    Table("tournaments.RecordingDevice", "entry__user", fields={"secret_hash": CODE}),
    Table("tournaments.PairingCode", "entry__user", DELETE, {"code_hash": CODE}),
    Table(
        "tournaments.RecordingEntry",
        "author",
        fields={"body": SCREENED, "prev_hash": CODE, "hash": CODE, "client_at": CODE},
    ),
    Table("tournaments.OpenedHand", "entry__user", DELETE, {"notes": CODE}),
    # What a second check of a log found in the lists: cards and lines, for judges.
    _of_nobody("tournaments.DeckComparison", findings=CODE),
    Table(
        "tournaments.Penalty",
        "entry__user",
        DELETE,
        {"card": CODE, "code": CODE, "note": SCREENED},
        gettext_noop("Penalties you were given"),
        ("tournament__name", "code", "level", "state", "at"),
    ),
    Table("tournaments.PenaltyEvent", "penalty__entry__user", DELETE, {"role": CODE, "reason": SCREENED}),
    Table("tournaments.CheckedDeck", "entry__user", fields={"ticks": CODE, "code": CODE, "note": SCREENED}),
    Table("tournaments.Team", "captain__user", fields={"name": PSEUDONYM, "code": CODE, "seats": CODE}),
    Table(
        "tournaments.Reading", "entry__user"
    ),  # who read what is closed: the reader's row in the ledger says it too
    Table("tournaments.TeamAttempt", "entry__user", DELETE, {"main": CODE, "sideboard": CODE}),
    Table(
        "tournaments.Membership",
        "user",
        DELETE,
        title=gettext_noop("Your clan"),
        export=("clan__name", "joined_at", "shown"),
    ),
    Table(
        "tournaments.Invitation",
        "user",
        DELETE,
        {"username": BLANK},
        gettext_noop("Invitations you received"),
        ("tournament__name", "kind", "role", "state", "made_at", "answered_at"),
    ),
    Table(
        "tournaments.Forecast",
        "owner",
        DELETE,
        {"settings": CODE, "totals": CODE},
        gettext_noop("Forecasts you asked for"),
        ("settings", "state", "events", "asked_at"),
    ),
    Table(
        "tournaments.PuzzleAnswer",
        "user",
        DELETE,
        {"section": CODE, "answered_section": CODE},
        gettext_noop("Puzzles you answered"),
        ("puzzle", "line", "section", "right", "at"),
    ),
    # Which verdicts were compared anew, and who asked for it: a judge's work, like their rows of the ledger.
    Table("tournaments.AuditRun", "asked_by", fields={"wanted": CODE}),
    _of_nobody("tournaments.AuditRow", old_verdict=CODE, old_rule=CODE, verdict=CODE, rule=CODE),
    Table(
        "tournaments.Staff",
        "user",
        title=gettext_noop("Tournaments you helped run"),
        export=("tournament__name", "role"),
    ),
    # --- what was done ---
    Table(
        "ledger.LedgerRow",
        "actor",
        fields={
            "action": CODE,
            "role": CODE,
            "data": CODE,
            "note": BLANK,
            "note_salt": BLANK,
            "previous": CODE,
            "hash": CODE,
        },
        title=gettext_noop("What you did on the site"),
        export=("chain", "number", "action", "role", "at", "data", "note"),
    ),
    _of_nobody("ledger.IdempotencyKey", actor_key=CODE, key=CODE, request_hash=CODE, response=SCREENED),
    _of_nobody("ledger.OutboxMessage", topic=CODE, payload=CODE, last_error=SCREENED),
    _of_nobody("ledger.Chain", key=CODE, head_hash=CODE),
    _of_nobody("ledger.Pulse", name=CODE),
    # --- things: what they say of a person is a name, and that is screened ---
    _of_nobody("tournaments.Dispute", reason=SCREENED),
    _of_nobody("tournaments.ResultChange", role=CODE, before=CODE, after=CODE, reason=SCREENED),
    _of_nobody(
        "tournaments.Tournament",
        slug=THING,
        name=THING,
        game=CODE,
        format=CODE,
        mode=CODE,
        template=CODE,
        policy=THING,
        approval_note=SCREENED,
        location=THING,
        pool_key=CODE,
        ruleset=CODE,
        seed=CODE,
    ),
    _of_nobody("tournaments.Stage", kind=CODE, seeds=CODE),
    _of_nobody("tournaments.DeckCheck", seed=CODE),
    _of_nobody("tournaments.Round", seed=CODE, certificate=CODE, law=CODE),
    _of_nobody("tournaments.ConfirmedLine"),
    _of_nobody("tournaments.Match", slot=CODE, outcome=CODE),
    _of_nobody("tournaments.EntryRule", group=THING),
    _of_nobody("tournaments.Clan", name=THING, folded=THING, code=CODE),
    _of_nobody("decks.CatalogueState", stamp=CODE, packaged=THING),
    _of_nobody("decks.CardSet", code=CODE, game=CODE, act=CODE, print_run=THING, name=THING, name_nl=THING),
    _of_nobody(
        "decks.Card",
        **dict.fromkeys(
            (
                "number",
                "short",
                "name",
                "name_nl",
                "kind",
                "card_class",
                "element",
                "crew",
                "rarity",
                "name_key",
                "text_key",
                "words_key",
            ),
            THING,
        ),
    ),
    _of_nobody("decks.CardRevision", parts=THING, face=THING, tree=THING, sha256=CODE, reason=THING),
    _of_nobody(
        "decks.Printing",
        number=THING,
        short=THING,
        rarity=THING,
        illustrator=THING,
        flavor=THING,
        legal=THING,
    ),
    _of_nobody(
        "decks.CardPicture",
        number=THING,
        name=THING,
        sha256=CODE,
        credit=THING,
        licence=THING,
        source=THING,
        removed_why=THING,
    ),
    _of_nobody("decks.Ruling", text=THING, text_nl=THING, rules=THING),
    _of_nobody("decks.LegalityList", key=CODE, game=CODE, name=THING, name_nl=THING),
    _of_nobody("decks.LegalityEntry", reason=THING, reason_nl=THING),
    _of_nobody("decks.PoolSnapshot", key=CODE, sha256=CODE, label=THING, label_nl=THING, cards=THING),
    _of_nobody(
        "decks.CardImport", token=CODE, filename=THING, form=CODE, text=THING, plan=CODE, outcome=CODE
    ),
    # --- Django's own and the counts of tries ---
    _of_nobody("auth.Permission", name=THING, codename=CODE),
    _of_nobody("auth.Group", name=THING),
    _of_nobody("contenttypes.ContentType", app_label=CODE, model=CODE),
    _of_nobody("accounts.Tries", key=CODE),
    _of_nobody("accounts.SpentChallenge", sha256=CODE),
)

BY_LABEL = {table.label: table for table in TABLES}
EXPORTED = tuple(table for table in TABLES if table.export)
