"""Which section of which guide explains a page: a table by the name of the page's address.

A page that is not here is in :data:`SELF_EXPLAINING`; a test compares both with every address that people open.
"""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

_PLAYERS: dict[str, tuple[str, ...]] = {
    "find": ("tournaments:list", "tournaments:kept_filters"),
    "before": ("accounts:sign_up", "tournaments:detail"),
    "fee": ("tournaments:pay",),
    "decks": (
        "decks:deck_list",
        "decks:deck_new",
        "decks:deck_edit",
        "decks:deck_details",
        "decks:deck_history",
    ),
    "make-a-card": ("community:contest_entry", "community:contest_cards", "community:contest_jury"),
    "clans": ("tournaments:clans", "tournaments:clan_new", "tournaments:clan", "tournaments:clan_join"),
    "safe": ("community:reports", "community:decision"),
    "season": (
        "tournaments:my_season",
        "tournaments:my_chance",
        "tournaments:circuit_clans",
        "tournaments:circuit_clan",
        "tournaments:clan_season",
    ),
    "agenda": (
        "tournaments:agenda",
        "tournaments:friend_agenda",
        "tournaments:friends",
        "tournaments:friendlies",
        "tournaments:friendly_new",
        "tournaments:friendly",
    ),
    "finals": ("tournaments:my_place", "tournaments:my_outlook"),
    "league": ("tournaments:league", "tournaments:league_mine"),
    "round": ("tournaments:me", "tournaments:pairings", "tournaments:round", "tournaments:crew_report"),
    "concede": ("tournaments:concede",),
    "password": (
        "accounts:forgotten",
        "accounts:reset",
        "accounts:recover",
        "accounts:mail",
        "accounts:login",
    ),
    "account": ("accounts:account", "accounts:profile", "accounts:second_step"),
    "passkeys": ("accounts:passkeys",),
    "why": ("tournaments:standings", "tournaments:standings_cell", "tournaments:why"),
    "ladders": (
        "tournaments:circuit",
        "tournaments:circuit_rules",
        "tournaments:circuit_moves",
        "tournaments:circuit_opened",
        "tournaments:circuit_files",
        "tournaments:circuit_paper",
    ),
    "log": ("tournaments:log_submit", "tournaments:match_recordings"),
    "tapping": ("tournaments:recording", "tournaments:recording_sign"),
    "practice": ("tournaments:practice", "tournaments:practice_game"),
    "seen": ("tournaments:player", "privacy:my_data", "tournaments:lists", "tournaments:list_page"),
    "deck": ("tournaments:deck", "tournaments:deck_receipt", "tournaments:pool", "tournaments:sign_pool"),
    "notices": ("reach:notices", "reach:calendar"),
    "follow": ("community:following", "community:follow"),
    "gallery": (
        "community:gallery",
        "community:gallery_mine",
        "community:gallery_send",
        "community:gallery_work",
        "community:gallery_edit",
    ),
}
_ORGANIZERS: dict[str, tuple[str, ...]] = {
    "before": ("tournaments:desk",),
    "create": ("tournaments:new",),
    "league": ("tournaments:league_desk",),
    "how-played": ("tournaments:edit",),
    "organizations": (
        "tournaments:organizations",
        "tournaments:organization",
        "tournaments:organization_new",
        "tournaments:organization_edit",
        "tournaments:organization_people",
        "tournaments:organization_venues",
        "tournaments:organization_venue",
        "tournaments:organization_barred",
    ),
    "news": (
        "community:news_write",
        "community:organization_news_write",
        "community:news_edit",
    ),
    "contests": (
        "community:contest_write",
        "community:organization_contest_write",
        "community:contest_edit",
        "community:contest_decide",
    ),
    "circuits": (
        "tournaments:circuit_new",
        "tournaments:circuit_edit",
        "tournaments:circuit_events",
        "tournaments:event_circuits",
    ),
    "reports": ("community:organization_reports", "community:matter"),
    "rehearsal": ("tournaments:rehearse",),
    "copy": ("tournaments:copy", "tournaments:series"),
    "import": ("tournaments:import",),
    "forecast": ("tournaments:forecasts", "tournaments:forecast"),
    "staff": ("tournaments:staff",),
    "watch-decks": ("tournaments:deck_status", "tournaments:deck_extend"),
    "teams": ("tournaments:teams",),
    "check-in": ("tournaments:door",),
    "fee": ("tournaments:fee", "tournaments:fees"),
    "till": ("tournaments:till",),
    "prizes": ("tournaments:prizes", "tournaments:prize_sheet", "tournaments:lottery"),
    "finals": ("tournaments:circuit_finals", "tournaments:finalists"),
    "walk-ins": ("tournaments:entries", "accounts:links"),
    "lost-link": ("accounts:desk_recovery",),
    "schedule": ("tournaments:schedule", "tournaments:find"),
    "pair": ("tournaments:round_desk", "tournaments:pairing_rules"),
    "results": ("tournaments:result_grid", "tournaments:match_desk"),
    "cut": ("tournaments:bracket",),
    "repair": ("tournaments:repair", "tournaments:match_move"),
    "earlier": ("tournaments:snapshots", "tournaments:snapshot"),
    "guardians": ("privacy:guardians",),
    "ledger": ("tournaments:audit",),
    "webhooks": ("reach:hooks", "reach:circuit_hooks"),
    "paper": ("tournaments:print_list", "tournaments:print_sheet"),
    "finish": ("tournaments:winner",),
}
_JUDGES: dict[str, tuple[str, ...]] = {
    "floor": ("tournaments:judge",),
    "rulings": ("tournaments:cases", "tournaments:case_new", "tournaments:case", "tournaments:precedents"),
    "checks": ("tournaments:deck_checks", "tournaments:check", "tournaments:deck_sheet"),
    "penalties": (
        "tournaments:penalties",
        "tournaments:penalty_new",
        "tournaments:penalty",
        "tournaments:history",
        "tournaments:office_penalties",
    ),
    "limited": ("tournaments:pools", "tournaments:desk_pool"),
    "verdict": (
        "tournaments:log",
        "tournaments:log_audits",
        "tournaments:log_audit",
        "tournaments:log_beside",
    ),
    "looking": ("tournaments:puzzles", "tournaments:puzzle"),
}
_KEEPERS: dict[str, tuple[str, ...]] = {
    "one-rule": ("decks:keeper",),
    "new-card": ("decks:card_new", "decks:entered_card_new"),
    "workbench": ("decks:workbench",),
    "plays": ("decks:plays", "decks:plays_of_pool", "decks:plays_of_card"),
    "errata": ("decks:card_edit", "decks:entered_card_edit", "decks:ruling", "decks:legality"),
    "reprints": ("decks:reprint",),
    "pictures": ("decks:picture", "decks:entered_picture"),
    "files": ("decks:import", "decks:import_preview", "decks:entered_import", "decks:entered_import_preview"),
    "pools": ("decks:pools", "decks:entered_pools", "decks:set_edit"),
}

SECTIONS: dict[str, tuple[str, str]] = {
    route: (guide, anchor)
    for guide, anchors in (
        ("playing", _PLAYERS),
        ("organizers", _ORGANIZERS),
        ("judges", _JUDGES),
        ("keepers", _KEEPERS),
    )
    for anchor, routes in anchors.items()
    for route in routes
}
"""The guide and the place in it, by the name of a page's address."""

SELF_EXPLAINING = frozenset(
    {
        # Guides and reference pages themselves.
        "help:list",
        "help:guide",
        "decks:rules",
        "decks:search_help",
        "privacy:page",
        "api:page",
        "style_guide",
        # A frame on somebody else's site.
        "tournaments:circuit_embed",
        # Cards and decks to read; the search page links its own help.
        "decks:cards",
        "decks:card",
        "decks:card_peek",
        "decks:card_history",
        "decks:sets",
        "decks:entered_cards",
        "decks:entered_card",
        "decks:deck_public",
        "decks:deck_view",
        "decks:deck_hand",
        "decks:deck_sheet",
        # Pages that ask one thing and say in full what it does.
        "accounts:code",
        "accounts:mail_confirm",
        "accounts:link",
        "accounts:tokens",
        "accounts:office_recovery",
        "privacy:erasures",
        "tournaments:office",
        "tournaments:office_organizations",
        "community:gallery_review",
        "community:gallery_proposals",
        "community:forum",
        "community:forum_connect",  # leads on
        "community:forum_go",
        "community:forum_linked",
        "community:forum_linked_yes",
        "community:forum_about",
        "community:newsletter",
        "community:organization_newsletter",
        "community:newsletter_confirm",
        "community:newsletter_out",
        "community:report",
        "community:safe",
        "community:report_queue",
        "tournaments:deck_readers",
        "tournaments:recording_join",
        "operator",
        # Shown, with nothing to fill in.
        "community:contest_list",
        "community:organization_contests",
        "community:contest",
        "community:contest_card",
        "community:contest_result",
        "community:news_list",
        "community:organization_news",
        "community:news",
        "tournaments:circuit_by_number",  # leads on to the circuit
        "tournaments:organization_level",  # leads on to the page of its words and level
        "tournaments:front",
        "tournaments:course",
        "tournaments:live_boards",
        "tournaments:live_board",
        "tournaments:replay",
        "tournaments:screen",
        "tournaments:poster",
        "tournaments:check_sheet",
        # What belongs to a recording explains itself, step by step, on its own screen.
        "tournaments:recording_offline",
        "tournaments:recording_pair",
        "tournaments:recording_hand",
        "tournaments:recording_judge",
    }
)
"""Pages without a section of their own."""


@dataclass(frozen=True)
class Here:
    """Where the page that is being read is explained."""

    request: HttpRequest

    @property
    def url(self) -> str:
        """The address of the section; empty for a page that explains itself."""
        match = self.request.resolver_match
        found = SECTIONS.get(match.view_name) if match else None
        return f"{reverse('help:guide', args=[found[0]])}#{found[1]}" if found else ""


def help_here(request: HttpRequest) -> dict[str, Here]:
    """Template context: ``help_here.url``."""
    return {"help_here": Here(request)}
