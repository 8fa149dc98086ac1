"""The part of the inventory that belongs to nobody: what a thing says of a person is a name, and that is screened."""

from .tables import Table

THINGS = (
    Table("tournaments.Dispute", screened="reason", code="claim", tournament="match__tournament"),
    Table(
        "tournaments.ResultChange",
        screened="reason",
        code="role before after",
        tournament="match__tournament",
    ),
    Table(
        "tournaments.Tournament",
        screened="approval_note",
        code="game format mode template pool_key ruleset seed town",
        thing="slug name policy description announcement location series kept_as",
        tournament="pk",
    ),
    Table("tournaments.Fee", code="currency"),
    Table("tournaments.Prize", code="by seal seed drawn_from", thing="what"),
    Table("tournaments.Listing", code="state game format currency", thing="town words"),
    Table("tournaments.Stage", code="kind seeds"),
    Table("tournaments.DeckCheck", code="seed"),
    Table("tournaments.Round", code="seed certificate law"),
    Table("tournaments.Snapshot", code="step data"),
    Table("tournaments.ConfirmedLine"),
    Table("tournaments.Match", code="slot outcome"),
    Table("tournaments.EntryRule", thing="group"),
    Table("tournaments.Clan", code="code", thing="name folded"),
    Table(
        "tournaments.Organization",
        thing="slug name folded kind about website asked_why level_note",
    ),
    Table(
        "tournaments.Venue",
        thing="name folded street postcode town country hours house_rules",
    ),
    Table("decks.CatalogueState", code="stamp", thing="packaged"),
    Table("decks.CardSet", code="code game act", thing="print_run name name_nl"),
    Table(
        "decks.Card",
        thing="number short name name_nl kind card_class element crew rarity name_key text_key words_key",
    ),
    Table("decks.CardRevision", code="sha256", thing="parts face tree reason"),
    Table("decks.Printing", thing="number short rarity illustrator flavor legal"),
    Table("decks.CardPicture", code="sha256", thing="number name credit licence source removed_why"),
    Table("decks.Ruling", thing="text text_nl rules"),
    Table("decks.LegalityList", code="key game", thing="name name_nl"),
    Table("decks.LegalityEntry", code="number", thing="reason reason_nl"),
    Table("decks.PoolSnapshot", code="game key sha256", thing="label label_nl cards"),
    Table("decks.EnteredRevision", code="game number sha256", thing="parts reason"),
    Table("decks.CardImport", code="game token form plan outcome", thing="filename text"),
    # --- Django's own and the counts of tries ---
    Table("auth.Permission", code="codename", thing="name"),
    Table("auth.Group", thing="name"),
    Table("contenttypes.ContentType", code="app_label model"),
    Table("accounts.Tries", code="key"),
    Table("accounts.SpentChallenge", code="sha256"),
)
