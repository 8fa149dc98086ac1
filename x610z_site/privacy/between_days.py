"""The inventory of what people keep between the days of events: clans, friends, organizations, searches, practice."""

from django.utils.translation import gettext_noop

from .tables import DELETE, Table

BETWEEN_DAYS = (
    Table(
        "tournaments.Membership",
        "user",
        DELETE,
        title=gettext_noop("Your clan"),
        export="clan__name joined_at shown",
    ),
    # Whoever asked the person of these three is told by the rooms that end them (agenda_forget).
    Table(
        "tournaments.Friendship",
        "asker",
        DELETE,
        blank="username",
        title=gettext_noop("Whom you asked to be friends"),
        export="username asked_at asker_shares",
    ),
    Table(
        "tournaments.Block",
        "owner",
        DELETE,
        title=gettext_noop("Whom you blocked"),
        export="other__display_name at",
    ),
    Table(
        "tournaments.Friendly",
        "proposer",
        blank="place",
        code="game format",
        title=gettext_noop("Friendly games you proposed"),
        export="asked__display_name starts_at place game format state proposed_at",
    ),
    Table(
        "tournaments.FriendlyNote",
        "user",
        DELETE,
        title=gettext_noop("Your friendly games"),
        export="friendly__starts_at friendly__place friendly__game friendly__state result recording",
    ),
    Table(
        "tournaments.Invitation",
        "user",
        DELETE,
        blank="username",
        title=gettext_noop("Invitations you received"),
        export="tournament__name kind role state made_at answered_at",
    ),
    Table(
        "tournaments.Member",
        "user",
        DELETE,
        title=gettext_noop("Organizations you belong to"),
        export="organization__name role since",
    ),
    Table(
        "tournaments.Asked",
        "user",
        DELETE,
        blank="username",
        title=gettext_noop("What organizations asked of you"),
        export="organization__name role state made_at answered_at",
    ),
    Table(
        "tournaments.Bar",
        "user",
        DELETE,
        blank="username reason",
        code="salt",
        title=gettext_noop("Organizations that do not let you in"),
        export="organization__name reason until made_at lifted_at",
    ),
    Table(
        "tournaments.Place",
        "user",
        title=gettext_noop("Finals you were invited to"),
        export="final__name circuit__name rank byes seed state made_at deadline answered_at",
    ),
    Table(
        "tournaments.Outlook",
        "user",
        DELETE,
        code="signature ranks",
        title=gettext_noop("Chances you had calculated"),
        export="circuit__name places done hits ranks asked_at",
    ),
    Table(
        "tournaments.Forecast",
        "owner",
        DELETE,
        code="settings totals",
        title=gettext_noop("Forecasts you asked for"),
        export="settings state events asked_at",
    ),
    Table(
        "tournaments.KeptFilter",
        "user",
        DELETE,
        blank="query",
        title=gettext_noop("Searches you keep"),
        export="query made_at told_at",
    ),
    Table(
        "tournaments.PuzzleAnswer",
        "user",
        DELETE,
        code="section answered_section",
        title=gettext_noop("Puzzles you answered"),
        export="puzzle line section right at",
    ),
)
