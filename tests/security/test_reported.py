"""Every place where a text of a person comes out can be reported, or there is a reason why it need not be.

The texts are those of the inventory of sinks; what is compared here fails when a room gets a text of its own.
"""

from community.safety.kinds import KINDS
from tests.security.test_sinks import TYPED

REPORTED = {
    "news": "community.News: title text alt",
    "gallery": "community.Work: title text alt",
    "contest": """community.Contest: title brief rules licence why_other | community.ContestNotice: text
        community.Vote: set_aside_why""",
    "contest_card": "community.Marks: reason",
    "clan": "tournaments.Clan: name",
    "organization": """tournaments.Organization: name about website
        tournaments.Venue: name street postcode town hours house_rules""",
    "circuit": "tournaments.Circuit: name about | tournaments.Gift: title",
    "event": """tournaments.Tournament: name location description announcement approval_note
        tournaments.Entry: name | tournaments.Team: name | tournaments.Prize: what | tournaments.Listing: town""",
    "deck": "decks.Deck: name notes | decks.DeckListRevision: note text",
    "player": "accounts.User: display_name real_name",
    "friendly": "tournaments.Friendly: place",
    "card": """decks.Card: name name_nl | decks.CardPicture: credit licence source
        decks.CardRevision: reason | decks.Printing: illustrator flavor legal | decks.Ruling: text text_nl
        decks.CardSet: name name_nl | decks.EnteredRevision: reason""",
}
"""By the kind that it is reported as, the texts that everybody, or somebody else, reads. A page that names something
says whose it is: names of players and teams, prizes and towns stand on pages of an event, and are reported with it."""

NOT_REPORTED = {
    "the person alone reads it": """accounts.User: email | accounts.Letter: said | accounts.MailAddress: address wanted
        accounts.Passkey: name | accounts.Session: device | accounts.ApiToken: name | privacy.Guardian: contact
        community.ForumAccount: linked_name linked_mail
        community.Subscription: address | tournaments.KeptFilter: query | tournaments.Block: name
        tournaments.Friendship: username | decks.Registration: draft_name draft_text | reach.Webhook: url""",
    "those who run the event read it: an appeal or the head judge is the way": """
        tournaments.Appeal: grounds reasons | tournaments.CaseRevision: question instruction words reason
        tournaments.CheckedDeck: note | tournaments.Dispute: reason | tournaments.Penalty: card note
        tournaments.PenaltyEvent: reason | tournaments.ResultChange: reason | decks.Registration: extended_reason
        decks.DeckRevision: name reason | tournaments.Precedent: question answer cards | ledger.LedgerRow: note
        tournaments.Invitation: username | tournaments.EntryRule: group | tournaments.Tournament: kept_as
        tournaments.Appointment: place | tournaments.Offer: place""",
    "those who run the organization, or the office, read it": """tournaments.Asked: username | community.Juror: username
        tournaments.Bar: username reason | tournaments.Organization: asked_why level_note""",
    "keepers of the cards or who run the site write it": """decks.CardImport: filename
        decks.CardPicture: removed_why | decks.LegalityEntry: reason reason_nl | decks.LegalityList: name name_nl
        decks.PoolSnapshot: label label_nl""",
    "it is itself part of what was reported or decided": """community.Matter: title excerpt answer
        community.Objection: words answer | community.Report: words mail | community.News: why_withdrawn
        community.Contest: why_cancelled | community.ContestEntry: excluded_why
        community.Work: reason appeal answer proposal_reason""",
}


def fields(rows: str) -> list[str]:
    """The fields of rows like ``room.Table: one two``, divided by lines and bars."""
    found = []
    for row in rows.replace("\n", "|").split("|"):
        label, _colon, names = row.strip().partition(":")
        found += [f"{label}.{name}" for name in names.split()]
    return found


def test_every_text_of_the_inventory_is_reported_as_some_kind_or_has_a_reason() -> None:
    typed = {f"{label}.{name}" for label, names in TYPED.items() for name in names.split()}
    said = [one for rows in (*REPORTED.values(), *NOT_REPORTED.values()) for one in fields(rows)]
    assert sorted(typed - set(said)) == [], "a kind of what can be reported, or a reason why not"
    assert sorted(set(said) - typed) == [], "no such text any more"
    assert len(said) == len(set(said))


def test_every_kind_stands_in_the_table() -> None:
    """That each has a link on a page: tests/security/test_crawler.py."""
    assert set(KINDS) <= set(REPORTED)
