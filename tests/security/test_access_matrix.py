"""Who may open what: every address of the site, for every kind of person.

The table below has a row for every route; a route without a row fails the run. Each cell is executed with
real objects. A read answers as the row says; a write by somebody who may not changes nothing and is refused.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import caches
from django.template.backends.django import Template
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from msgspec.structs import replace

from community.contests.models import Contest
from community.newsletter.links import out_link
from decks.cards.entered_services import entered_publish
from decks.cards.services import import_keep, keeper_of
from decks.lists.services import deck_create, owner_of
from ledger.commands import Actor
from ledger.models import LedgerRow
from rules_engine.testing import random_game
from rules_engine.x610z.cards import load_pool
from tests.community.contested import draft as draft_contest
from tests.community.contested import in_voting, juror
from tests.community.hung import hang, send_picture
from tests.community.wanted import photo, piece, reported
from tests.community.wanted import publish as publish_news
from tests.counted import Record
from tests.decks.catalogue import ZX_CARD, load_some, make_keeper, with_picture
from tests.halls import kept
from tests.security.rights import holders, rights_asked
from tests.speeds import at_night, fewer
from tests.tournaments.agenda.people import agreed, befriend
from tests.tournaments.hall import (
    approved_tournament,
    become_guest,
    draft,
    let_in,
    make_tournament,
    make_user,
    organizer_of,
    play,
    publish,
    staff_actor,
)
from tests.tournaments.organizations.found import found, join, venue_of
from tests.tournaments.programme.season import circuit_of, counts, finished
from tests.weights import HEAVIEST, weight
from tournaments.agenda.models import Friendship
from tournaments.api.urls import OPERATIONS
from tournaments.clans.models import Clan
from tournaments.clans.services import clan_create
from tournaments.entries.questions import PAGE_PARTS
from tournaments.events.access import Right
from tournaments.events.invitation_services import invitation_make
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_entry
from tournaments.forecasts.services import forecast_start
from tournaments.gamelogs.models import AuditRun, GameLog
from tournaments.judging.case_services import case_rule
from tournaments.judging.penalty_services import penalty_give
from tournaments.judging.services import deck_check_start
from tournaments.money.fee_services import fee_set
from tournaments.money.payment_services import payment_take
from tournaments.money.prize_services import prize_announce
from tournaments.organizations.models import Organization
from tournaments.programme.invitation_models import Gift, Place
from tournaments.programme.ladder_services import ladders_sweep
from tournaments.programme.ladders import ladder_of
from tournaments.programme.models import Circuit
from tournaments.programme.pages import person_key
from tournaments.recordings.journal_services import recording_open
from tournaments.recordings.practice_services import practice_open
from tournaments.rounds.models import Match, Round, Snapshot
from tournaments.rounds.pairing_services import round_complete
from tournaments.rounds.services import result_enter
from x610z_site.offline.bundle import engine_bundle
from x610z_site.offline.fetch import engine_folder
from x610z_site.privacy.choice_services import page_choose
from x610z_site.privacy.models import Choice, Export

pytestmark = [pytest.mark.django_db]

ACTORS = (
    "anonymous",
    "stranger",
    "player_elsewhere",
    "player",
    "player_in_match",
    "dropped",
    "judge_elsewhere",
    "judge",
    "playing_judge",
    "scorekeeper",
    "door",
    "organizer_elsewhere",
    "organizer",
    "host",
    "office",
    "keeper",
    "guest",
)
EVERYBODY = set(ACTORS)
SIGNED_IN = EVERYBODY - {"anonymous", "guest"}
JUDGES = {"judge", "playing_judge"}  # the second plays here: no lists, logs and penalties before the end
ORGANIZERS = {"organizer", "host"}  # the second by belonging to the organization of the tournament alone
STAFF = {*JUDGES, *ORGANIZERS, "scorekeeper", "office"}
PLAYERS = {"player", "player_in_match", "dropped", "playing_judge", "guest"}  # the guest came in by a link

# How a person without the right is answered: to the sign-in page, "may not" or "does not exist".
LOGIN, PROGRAMS, FORBIDDEN, MISSING = 302, 401, 403, 404
SIGN_IN = "sign-in page"
HALF_WAY = "accounts:code"  # who has not given the password goes back to the sign-in page
DATA = {"number": "2", "text": "1 Life Base", "reason": "x", "action": "drop", "first": "2", "second": "0"}


@dataclass(frozen=True)
class Rule:
    """Who may read a route, and what everybody else gets (anonymous people are sent to sign in when ``login``).

    ``right``: the one that its page asks for, and asks nobody for another.
    """

    allowed: frozenset[str]
    denied: int = FORBIDDEN
    login: bool = True
    args: tuple[str, ...] = ()
    right: Right | None = None


def may(
    *groups: Any,
    denied: int = FORBIDDEN,
    login: bool = True,
    args: tuple[str, ...] = (),
    asks: Right | None = None,
) -> Rule:
    """A row: people, groups of people, or the right that staff need; ``asks`` is one that opens more than the page."""
    allowed: set[str] = set()
    for group in groups:
        if isinstance(group, Right):
            asks = group
            allowed |= holders(group)
        else:
            allowed |= {group} if isinstance(group, str) else group
    return Rule(frozenset(allowed), denied, login, args, asks)


def said_by(answer: Any) -> int | str:
    """The status, or SIGN_IN where somebody is sent to the page for signing in and not merely somewhere else."""
    here = answer.status_code == LOGIN and answer["Location"].startswith(reverse(settings.LOGIN_URL))
    return SIGN_IN if here else int(answer.status_code)


def nobody_here(actor: str, name: str, rule: Rule) -> bool:
    """Whether an actor is nobody on a route: a guest is, but for the addresses of their own tournament."""
    home = name.startswith("tournaments:") and "slug" in rule.args
    return actor == "anonymous" or (actor == "guest" and not home)


READ = {
    "health": may(EVERYBODY),
    "alive": may(EVERYBODY),
    "metrics": may(denied=MISSING, login=False),  # who has the token: tests/site/test_watch.py
    "operator": may("office"),
    "offline:manifest": may(EVERYBODY),
    "offline:engine_worker": may(EVERYBODY),
    "offline:service_worker": may(EVERYBODY),
    "offline:part": may(EVERYBODY, args=("engine_version", "engine_part")),
    "tournaments:front": may(EVERYBODY),
    "tournaments:player": may(EVERYBODY, args=("player_page",)),
    "style_guide": may(EVERYBODY),
    "style_guide_steps": may(EVERYBODY, args=("0", "3")),
    "accounts:login": may("anonymous", "guest", denied=LOGIN),
    "accounts:sign_up": may(EVERYBODY),
    "reach:notices": may(SIGNED_IN),
    "reach:calendar": may(SIGNED_IN),
    "reach:found_calendar": may(EVERYBODY),
    "reach:found_feed": may(EVERYBODY),
    "reach:secret_calendar": may(
        denied=MISSING, login=False, args=("token",)
    ),  # tests/site/reach/test_calendar.py
    "reach:event_calendar": may(EVERYBODY, args=("slug",)),
    "reach:hooks": may(Right.EDIT, args=("slug",)),
    "privacy:page": may(EVERYBODY),
    "help:list": may(EVERYBODY),
    "help:guide": may(EVERYBODY, args=("guide",)),
    "help:picture": may(EVERYBODY, args=("guide_picture",)),
    "privacy:my_data": may(SIGNED_IN),
    "privacy:export_file": may("player", denied=MISSING, args=("own_export",)),
    "privacy:erasures": may("office"),
    "privacy:guardians": may(Right.GUARDIANS, args=("slug",)),
    "accounts:profile": may(SIGNED_IN),
    "accounts:account": may(SIGNED_IN),
    "accounts:tokens": may(SIGNED_IN),
    "accounts:second_step": may(SIGNED_IN),
    "accounts:passkeys": may(SIGNED_IN),
    "accounts:code": may(set(), denied=LOGIN, login=False),  # nobody here is half signed in
    "accounts:mail": may(SIGNED_IN),
    "accounts:mail_confirm": may(EVERYBODY),
    "accounts:forgotten": may(EVERYBODY),
    "accounts:reset": may(EVERYBODY),
    "accounts:recover": may(EVERYBODY),
    "accounts:office_recovery": may("office"),
    "accounts:link": may(EVERYBODY),
    "accounts:links": may(Right.ENTRIES, args=("slug",)),
    "accounts:desk_recovery": may(Right.ENTRIES, args=("slug",)),
    "decks:deck_list": may(SIGNED_IN),
    "decks:deck_new": may(SIGNED_IN),
    "decks:deck_public": may(EVERYBODY),
    "decks:deck_view": may("player", denied=MISSING, login=False, args=("own_deck",)),
    "decks:deck_hand": may("player", denied=MISSING, login=False, args=("own_deck",)),
    "decks:deck_sheet": may("player", denied=MISSING, login=False, args=("own_deck",)),
    "decks:deck_export": may("player", denied=MISSING, login=False, args=("own_deck", "json")),
    "decks:deck_edit": may("player", denied=MISSING, args=("own_deck",)),
    "decks:deck_details": may("player", denied=MISSING, args=("own_deck",)),
    "decks:deck_history": may("player", denied=MISSING, args=("own_deck",)),
    "decks:rules": may(EVERYBODY),
    "decks:cards": may(EVERYBODY),
    "decks:card": may(EVERYBODY, args=("card",)),
    "decks:card_art": may(EVERYBODY, args=("card",)),
    "decks:card_peek": may(EVERYBODY, args=("card",)),
    "decks:search_help": may(EVERYBODY),
    "decks:sets": may(EVERYBODY),
    "decks:card_history": may(EVERYBODY, args=("card",)),
    "decks:keeper": may("keeper"),
    "decks:card_new": may("keeper"),
    "decks:workbench": may("keeper"),
    "decks:plays": may("keeper"),
    "decks:plays_of_pool": may("keeper", args=("played_game", "played_pool")),
    "decks:plays_of_card": may("keeper", args=("played_game", "played_pool", "played_card")),
    "decks:card_edit": may("keeper", args=("card",)),
    "decks:ruling": may("keeper", args=("card",)),
    "decks:picture": may("keeper", args=("card",)),
    "decks:reprint": may("keeper", args=("card",)),
    "decks:picture_file": may(EVERYBODY, args=("picture", "picture_size")),
    "decks:set_edit": may("keeper", args=("card_set",)),
    "decks:legality": may("keeper"),
    "decks:pools": may("keeper"),
    "decks:import": may("keeper"),
    "decks:import_preview": may("keeper", args=("card_import",)),
    "decks:export": may("keeper", args=("card_file",)),
    "decks:entered_cards": may(EVERYBODY, args=("other_game",)),
    "decks:entered_card": may(EVERYBODY, args=("other_game", "zx_number")),
    "decks:entered_card_art": may(EVERYBODY, args=("other_game", "zx_number")),
    "decks:entered_card_new": may("keeper", args=("other_game",)),
    "decks:entered_card_edit": may("keeper", args=("other_game", "zx_number")),
    "decks:entered_picture": may("keeper", args=("other_game", "zx_number")),
    "decks:entered_pools": may("keeper", args=("other_game",)),
    "decks:entered_import": may("keeper", args=("other_game",)),
    "decks:entered_import_preview": may("keeper", args=("other_game", "zx_import")),
    "decks:entered_export": may("keeper", args=("other_game", "card_file")),
    "cards_api:list": may(EVERYBODY),
    "cards_api:dump": may(EVERYBODY),
    "cards_api:detail": may(EVERYBODY, args=("card",)),
    "api:root": may(EVERYBODY),
    "api:page": may(EVERYBODY),
    "api:moved": may(denied=301, login=False, args=("old_address",)),
    "api:me": may(denied=401, login=False),  # programs: tests/tournaments/api
    "api:league": may(denied=401, login=False, args=("slug",)),
    "api:my_league": may(denied=401, login=False, args=("slug",)),
    "api:my_tournament": may(denied=401, login=False, args=("slug",)),
    "api:desk_entries": may(denied=401, login=False, args=("slug",)),
    "api:desk_round": may(denied=401, login=False, args=("slug", "round_number")),
    "api:desk_staff": may(denied=401, login=False, args=("slug",)),
    "api:own_decks": may(denied=401, login=False),
    "api:my_places": may(denied=401, login=False),
    "api:my_season": may(denied=401, login=False),
    "api:one_more": may(denied=401, login=False, args=("circuit", "coming")),
    "api:circuit_desk": may(denied=401, login=False, args=("organization", "circuit")),
    "api:event_circuits": may(denied=401, login=False, args=("slug",)),
    "api:clan_season": may(EVERYBODY, args=("clan",)),
    "api:plans_of_repair": may(denied=401, login=False, args=("slug", "round_number")),
    "api:plan_of_exchange": may(denied=401, login=False, args=("slug", "round_number")),
    "api:plan_of_move": may(denied=401, login=False, args=("slug", "round_number")),
    "api:snapshots": may(denied=401, login=False, args=("slug",)),
    "api:plan_of_restore": may(denied=401, login=False, args=("slug", "snapshot")),
    "api:schema": may(EVERYBODY),
    "api:tournaments": may(EVERYBODY),
    "api:organizations": may(EVERYBODY),
    "api:organization": may(EVERYBODY, args=("organization",)),
    "api:circuits": may(EVERYBODY, args=("organization",)),
    **{
        f"api:{name}": may(EVERYBODY, args=("circuit",))
        for name in ("circuit", "ladder", "clan_ladder", "ladder_moves")
    },
    "api:ladder_results": may(EVERYBODY, args=("circuit", "circuit_person")),
    "api:tournament": may(EVERYBODY, args=("slug",)),
    "api:round": may(EVERYBODY, args=("slug", "round_number")),
    "api:standings": may(EVERYBODY, args=("slug",)),
    "api:knock_out": may(EVERYBODY, args=("slug",)),
    "api:decks": may(EVERYBODY, args=("slug",)),
    "api:deck": may(EVERYBODY, args=("slug", "entry_number")),
    "tournaments:organizations": may(EVERYBODY),
    "tournaments:organization_new": may(SIGNED_IN),
    "tournaments:organization": may(EVERYBODY, args=("organization",)),
    "tournaments:organization_edit": may("organizer", args=("organization",)),
    "tournaments:organization_level": may(denied=302, login=False, args=("organization_number",)),  # leads on
    "tournaments:organization_people": may(ORGANIZERS, "judge", "door", args=("organization",)),
    "tournaments:organization_venues": may(ORGANIZERS, args=("organization",)),
    "tournaments:organization_venue": may(ORGANIZERS, args=("organization", "venue")),
    "tournaments:organization_barred": may(ORGANIZERS, args=("organization",)),
    "community:forum": may(SIGNED_IN),
    # Without a signature, and the session that began it, these three are nobody's: tests/community/test_forum.py.
    "community:forum_connect": may(set(), login=False),
    "community:forum_go": may(set()),
    "community:forum_linked": may(set()),
    "community:forum_linked_yes": may(set()),
    "community:forum_about": may(EVERYBODY, args=("topic_kind", "topic_number")),
    "community:news_list": may(EVERYBODY),
    "community:news": may(EVERYBODY, args=("news",)),
    "community:news_picture_file": may(EVERYBODY, args=("news", "news_file", "news_size")),
    "community:news_write": may("office"),
    # The office comes to it as well, to take back what an organization wrote.
    "community:news_edit": may(ORGANIZERS, "office", args=("news",)),
    "community:organization_news": may(EVERYBODY, args=("organization",)),
    "community:organization_news_write": may(ORGANIZERS, args=("organization",)),
    "community:following": may(SIGNED_IN),
    "community:follow": may(SIGNED_IN, args=("follow_thing", "organization")),
    "community:gallery": may(EVERYBODY),
    "community:gallery_mine": may(SIGNED_IN),
    "community:gallery_send": may(SIGNED_IN, args=("gallery_kind",)),
    "community:gallery_work": may(EVERYBODY, args=("work",)),
    "community:gallery_file": may(EVERYBODY, args=("work", "work_file", "news_size")),
    "community:gallery_edit": may("player", denied=MISSING, args=("work",)),
    "community:gallery_review": may("office"),
    "community:gallery_proposals": may("keeper"),
    "reach:gallery_feed": may(EVERYBODY),
    "community:contest_list": may(EVERYBODY),
    "community:contest": may(EVERYBODY, args=("contest",)),
    "community:contest_write": may("office"),
    # The office comes to it as well, to cancel what an organization holds.
    "community:contest_edit": may(ORGANIZERS, "office", args=("contest",)),
    "community:contest_entry": may(SIGNED_IN, args=("contest",)),
    "community:contest_jury": may("judge", denied=MISSING, args=("contest",)),
    "community:contest_cards": may(EVERYBODY, args=("contest",)),
    "community:contest_card": may(EVERYBODY, args=("contest", "contest_card")),
    "community:contest_art": may(EVERYBODY, args=("contest", "contest_card")),
    "community:contest_decide": may(ORGANIZERS, args=("contest",)),
    "community:contest_result": may(EVERYBODY, args=("decided_contest",)),
    "community:contest_winners_file": may(EVERYBODY, args=("decided_contest",)),
    "community:organization_contests": may(EVERYBODY, args=("organization",)),
    "community:organization_contest_write": may(ORGANIZERS, args=("organization",)),
    "reach:contest_feed": may(EVERYBODY),
    "community:newsletter": may(EVERYBODY),
    "community:organization_newsletter": may(EVERYBODY, args=("organization",)),
    "community:newsletter_confirm": may(EVERYBODY, args=("invitation",)),
    "community:newsletter_out": may(EVERYBODY, args=("newsletter",)),
    "community:report": may(EVERYBODY, args=("report_kind", "report_key")),
    "community:reports": may(SIGNED_IN),
    "community:safe": may(EVERYBODY),
    "community:decision": may("player", denied=MISSING, args=("matter",)),
    "community:report_queue": may("office"),
    "community:matter": may(ORGANIZERS, "office", denied=MISSING, args=("matter",)),
    "community:organization_reports": may(ORGANIZERS, args=("organization",)),
    "reach:news_feed": may(EVERYBODY),
    "reach:organization_news_feed": may(EVERYBODY, args=("organization",)),
    "tournaments:circuit_finals": may(ORGANIZERS, args=("organization", "circuit")),
    "tournaments:finalists": may(ORGANIZERS, args=("organization", "circuit", "final")),
    "tournaments:my_outlook": may(SIGNED_IN, args=("circuit",)),
    "tournaments:my_place": may("player", denied=MISSING, args=("place",)),
    "tournaments:circuit": may(EVERYBODY, args=("organization", "circuit")),
    "tournaments:circuit_rules": may(EVERYBODY, args=("organization", "circuit")),
    "tournaments:circuit_moves": may(EVERYBODY, args=("organization", "circuit")),
    "tournaments:circuit_opened": may(
        EVERYBODY, args=("organization", "circuit", "circuit_person", "circuit_column")
    ),
    **{
        f"tournaments:circuit_{name}": may(EVERYBODY, args=("organization", "circuit"))
        for name in ("embed", "paper", "files")
    },
    "tournaments:circuit_file": may(EVERYBODY, args=("organization", "circuit", "circuit_file")),
    "reach:circuit_hooks": may(ORGANIZERS, args=("organization", "circuit")),
    "reach:circuit_calendar": may(EVERYBODY, args=("organization", "circuit")),
    "reach:circuit_feed": may(EVERYBODY, args=("organization", "circuit")),
    "tournaments:circuit_by_number": may(denied=302, login=False, args=("circuit_number",)),  # leads on
    "tournaments:circuit_new": may(ORGANIZERS, args=("organization",)),
    "tournaments:circuit_edit": may(ORGANIZERS, args=("organization", "circuit")),
    "tournaments:circuit_events": may(ORGANIZERS, args=("organization", "circuit")),
    "tournaments:event_circuits": may(Right.EDIT, args=("slug",)),
    "tournaments:office_organizations": may("office"),
    "tournaments:clans": may(EVERYBODY),
    "tournaments:clan_new": may(SIGNED_IN),
    "tournaments:clan": may(EVERYBODY, args=("clan",)),
    "tournaments:clan_join": may(SIGNED_IN, args=("clan_code",)),
    "tournaments:clan_season": may(EVERYBODY, args=("clan",)),
    "tournaments:circuit_clans": may(EVERYBODY, args=("organization", "circuit")),
    "tournaments:circuit_clan": may(EVERYBODY, args=("organization", "circuit", "clan")),
    "tournaments:my_season": may(SIGNED_IN),
    "tournaments:my_chance": may(SIGNED_IN, args=("circuit", "coming")),
    "tournaments:league": may(EVERYBODY, args=("slug",)),
    "tournaments:league_mine": may(PLAYERS, denied=MISSING, args=("slug",)),
    "tournaments:league_desk": may(Right.DESK, args=("slug",)),
    "tournaments:agenda": may(SIGNED_IN),
    "tournaments:friends": may(SIGNED_IN),
    "tournaments:friendlies": may(SIGNED_IN),
    "tournaments:friendly_new": may(SIGNED_IN),
    "tournaments:friendly": may("player", "dropped", denied=MISSING, args=("friendly",)),
    "tournaments:friend_agenda": may("dropped", denied=MISSING, args=("friend",)),
    "tournaments:list": may(EVERYBODY),
    "tournaments:towns": may(EVERYBODY),
    "tournaments:kept_filters": may(SIGNED_IN),
    "tournaments:new": may(SIGNED_IN),
    "tournaments:import": may(SIGNED_IN),
    "tournaments:office": may("office"),
    "tournaments:rehearse": may(Right.EDIT, args=("slug",)),
    "tournaments:copy": may(Right.EDIT, args=("slug",)),
    "tournaments:series": may(Right.EDIT, args=("slug",)),
    "tournaments:office_penalties": may("office"),
    "tournaments:forecasts": may(SIGNED_IN),
    "tournaments:forecast": may("organizer", denied=MISSING, args=("forecast",)),
    "tournaments:staff": may(Right.ZONES, args=("slug",)),
    "tournaments:edit": may(Right.EDIT, args=("slug",)),
    "tournaments:audit": may(Right.AUDIT, args=("slug",)),
    "tournaments:door": may(Right.DOOR, args=("slug",)),
    "tournaments:fees": may(Right.DOOR, args=("slug",)),
    "tournaments:fee": may(Right.EDIT, args=("slug",)),
    "tournaments:till": may(Right.TILL, args=("slug",)),
    "tournaments:prizes": may(Right.TILL, args=("slug",)),
    "tournaments:prize_sheet": may(Right.TILL, args=("slug",)),
    "tournaments:lottery": may(EVERYBODY, args=("slug", "lottery")),
    "tournaments:pay": may(PLAYERS, denied=MISSING, args=("slug",)),
    "tournaments:find": may(Right.DESK, args=("slug",)),
    "tournaments:print_list": may(Right.DESK, args=("slug", "list_sheet")),
    "tournaments:entries": may(Right.ENTRIES, args=("slug",)),
    "tournaments:desk": may(Right.SEE_UNPUBLISHED, args=("slug",)),
    "tournaments:round_desk": may(Right.DESK, args=("slug", "round_number")),
    "tournaments:print_sheet": may(Right.DESK, args=("slug", "open_round", "sheet")),
    "tournaments:export": may(EVERYBODY, args=("slug", "export_form")),
    "tournaments:pairing_rules": may(Right.PAIR, args=("slug",)),
    "tournaments:repair": may(Right.PAIR, args=("slug", "open_round")),
    "tournaments:snapshots": may(Right.PAIR, args=("slug",)),
    "tournaments:snapshot": may(Right.PAIR, args=("slug", "snapshot")),
    "tournaments:match_move": may(Right.PAIR, args=("slug", "match")),
    "tournaments:why": may(EVERYBODY, args=("slug", "round_number", "entry_number")),
    "tournaments:result_grid": may(Right.RESULT, args=("slug", "round_number")),
    "tournaments:match_desk": may(Right.RESULT, args=("slug", "match")),
    "tournaments:judge": may(Right.RULE, args=("slug",)),
    "tournaments:deck_checks": may(Right.DECKS, denied=MISSING, args=("slug",)),
    "tournaments:check": may(Right.DECKS, denied=MISSING, args=("slug", "check_number")),
    "tournaments:check_sheet": may(Right.DECKS, denied=MISSING, args=("slug", "check_number")),
    "tournaments:cases": may(Right.PENALTIES, denied=MISSING, args=("slug",)),
    "tournaments:case_new": may(Right.PENALTIES, denied=MISSING, args=("slug", "match")),
    "tournaments:case": may(Right.PENALTIES, denied=MISSING, args=("slug", "case_number")),
    "tournaments:history": may(Right.HISTORY, denied=MISSING, args=("slug", "entry_number")),
    "tournaments:precedents": may(JUDGES, "judge_elsewhere", "office", denied=MISSING),
    "tournaments:penalties": may(Right.PENALTIES, denied=MISSING, args=("slug",)),
    "tournaments:penalty_new": may(Right.PENALTIES, denied=MISSING, args=("slug",)),
    "tournaments:penalty": may(Right.PENALTIES, denied=MISSING, args=("slug", "penalty_number")),
    "tournaments:pools": may(
        set(), asks=Right.PENALTIES, denied=MISSING, args=("slug",)
    ),  # nothing was opened here
    "tournaments:log": may(Right.LOGS, denied=MISSING, args=("slug", "log")),
    "tournaments:log_steps": may(Right.LOGS, denied=MISSING, args=("slug", "log", "0", "3")),
    "tournaments:log_closer": may(Right.LOGS, denied=MISSING, args=("slug", "log", "3")),
    "tournaments:log_position": may(Right.LOGS, denied=MISSING, args=("slug", "log", "3", "svg_kind")),
    "tournaments:log_beside": may(Right.LOGS, denied=MISSING, args=("slug", "log", "other_log")),
    "tournaments:puzzles": may(SIGNED_IN),
    "tournaments:puzzle": may(SIGNED_IN, args=("puzzle",)),
    "tournaments:live_boards": may(EVERYBODY, args=("slug",)),
    "tournaments:live_board": may(
        set(), denied=MISSING, login=False, args=("slug", "audit")
    ),  # none is shown here
    "tournaments:replay": may(
        "player_in_match", Right.LOGS, denied=MISSING, login=False, args=("slug", "recording")
    ),  # others as far as the board is shown, and none is shown here
    "tournaments:replay_steps": may(
        "player_in_match", Right.LOGS, denied=MISSING, login=False, args=("slug", "recording", "0", "3")
    ),
    "tournaments:log_audits": may(Right.LAW, denied=MISSING, args=("slug",)),
    "tournaments:log_audit": may(Right.LAW, denied=MISSING, args=("slug", "audit")),
    "tournaments:log_packet": may(Right.LOGS, denied=MISSING, args=("slug", "log", "json_kind")),
    "tournaments:log_original": may(Right.LOGS, denied=MISSING, args=("slug", "log")),
    "tournaments:log_submit": may("player_in_match", denied=MISSING, args=("slug", "match")),
    "tournaments:match_recordings": may(
        "player_in_match", Right.LOGS, denied=MISSING, args=("slug", "match")
    ),
    # A paired phone writes without an account, so nobody is sent to sign in: what is not one's own does not exist.
    **{
        f"tournaments:recording{page}": may(
            "player_in_match", Right.LOGS, denied=MISSING, login=False, args=("slug", "recording")
        )
        for page in ("", "_state", "_offline", "_sign", "_log")
    },
    "tournaments:recording_ask": may(
        "player_in_match", denied=MISSING, login=False, args=("slug", "recording")
    ),
    "tournaments:recording_pair": may(
        "player_in_match", Right.LOGS, denied=MISSING, args=("slug", "recording")
    ),
    "tournaments:recording_join": may(EVERYBODY, args=("slug", "recording")),  # a form that asks for a code
    "tournaments:recording_hand": may(
        "player_in_match", asks=Right.LOGS, denied=MISSING, args=("slug", "recording")
    ),
    "tournaments:recording_judge": may(Right.LOGS, denied=MISSING, args=("slug", "recording")),
    "tournaments:recorder_pool": may(EVERYBODY, args=("pool_hash",)),
    "tournaments:practice": may(SIGNED_IN),
    "tournaments:practice_game": may("player", denied=MISSING, args=("practice",)),
    "tournaments:practice_state": may("player", denied=MISSING, login=False, args=("practice",)),
    "tournaments:practice_ask": may("player", denied=MISSING, login=False, args=("practice",)),
    "tournaments:detail": may(EVERYBODY, args=("slug",)),
    "tournaments:version": may(EVERYBODY, args=("slug",)),
    "tournaments:pairings": may(EVERYBODY, args=("slug",)),
    "tournaments:round": may(EVERYBODY, args=("slug", "round_number")),
    "tournaments:standings": may(EVERYBODY, args=("slug",)),
    "tournaments:tables_part": may(EVERYBODY, args=("slug", "language")),
    "tournaments:round_part": may(EVERYBODY, args=("slug", "round_number", "language")),
    "tournaments:standings_part": may(EVERYBODY, args=("slug", "language")),
    "tournaments:standings_cell": may(EVERYBODY, args=("slug", "entry", "metric")),
    "tournaments:course": may(EVERYBODY, args=("slug",)),
    "tournaments:title_image": may(EVERYBODY, args=("slug",)),
    "tournaments:poster": may(EVERYBODY, args=("slug",)),
    "tournaments:winner": may(set(), denied=MISSING, login=False, args=("slug",)),  # nobody has won yet
    "tournaments:schedule": may(EVERYBODY, asks=Right.EDIT, args=("slug",)),
    "tournaments:bracket": may(set(), denied=MISSING, login=False, args=("slug",)),  # no cut is made here
    "tournaments:screen": may(EVERYBODY, args=("slug",)),
    "tournaments:concede": may(PLAYERS, denied=MISSING, args=("slug",)),
    "tournaments:me": may(PLAYERS, denied=LOGIN, args=("slug",)),
    "tournaments:deck": may(PLAYERS, denied=MISSING, args=("slug",)),
    "tournaments:deck_receipt": may(PLAYERS, denied=MISSING, args=("slug",)),
    "tournaments:deck_readers": may(PLAYERS, denied=MISSING, args=("slug",)),
    # A constructed tournament has no opened cards, and no address for signing is valid there.
    "tournaments:pool": may(set(), denied=MISSING, args=("slug",)),
    "tournaments:desk_pool": may(set(), asks=Right.DECKS, denied=MISSING, args=("slug", "entry_number")),
    "tournaments:sign_pool": may(set(), denied=MISSING, args=("slug", "token")),
    "tournaments:crew_report": may(set(), denied=MISSING, args=("slug", "match")),  # no crews play here
    "tournaments:teams": may(PLAYERS, Right.DECK_STATUS, denied=MISSING, args=("slug",)),
    "tournaments:lists": may(EVERYBODY, args=("slug",)),  # they are open here
    "tournaments:list_page": may(EVERYBODY, args=("slug", "entry_number")),
    "tournaments:deck_status": may(Right.DECK_STATUS, denied=MISSING, args=("slug",)),
    "tournaments:deck_sheet": may(Right.DECKS, denied=MISSING, args=("slug", "entry_number")),
    "tournaments:deck_extend": may(Right.DECK_DEADLINE, denied=MISSING, args=("slug", "entry_number")),
}

# Routes that only take POST, and who may use them; everybody else is refused without any effect.
WRITE = {
    "decks:card_reading": may("keeper"),
    "decks:entered_card_reading": may("keeper", args=("other_game",)),
    "set_language": may(EVERYBODY),
    "theme": may(EVERYBODY),
    "accounts:logout": may(EVERYBODY),
    "reach:push": may(SIGNED_IN),
    "privacy:export": may(SIGNED_IN),
    "privacy:erase": may(SIGNED_IN),  # without the password nothing happens
    "privacy:guardian": may(SIGNED_IN),
    "privacy:player_page": may(SIGNED_IN),
    "privacy:real_name": may(SIGNED_IN),
    "accounts:stop_recovery": may(SIGNED_IN),
    "accounts:passkey_options": may(
        EVERYBODY
    ),  # a challenge; which kinds are whose: tests/site/test_passkeys.py
    "accounts:passkey_sign_in": may(EVERYBODY),  # without an answer of a passkey nothing happens
    "decks:deck_check": may("player", denied=MISSING, args=("own_deck",)),
    "decks:deck_restore": may("player", denied=MISSING, args=("own_deck",)),
    "decks:deck_copy": may("player", denied=MISSING, args=("own_deck",)),
    "decks:deck_delete": may("player", denied=MISSING, args=("own_deck",)),
    "tournaments:forecast_fill": may(SIGNED_IN),
    "tournaments:organization_answer": may(SIGNED_IN, args=("organization",)),  # of who was asked nothing
    # Its artist, the office and keepers, each what is theirs to do: "nothing" is nobody's.
    "community:gallery_do": may(args=("work",)),
    "community:forum_link": may(SIGNED_IN),
    "community:contest_reading": may(SIGNED_IN, args=("contest",)),
    # Its signed address is the key; one that this site wrote ends what it is about, whoever sends it.
    "community:newsletter_out_at_once": may(EVERYBODY, args=("newsletter",)),
    "tournaments:keep": may(Right.EDIT, args=("slug",)),
    "tournaments:desk_action": may(Right.EDIT, args=("slug", "desk_action")),
    "tournaments:round_action": may(Right.PAIR, args=("slug", "round_action")),
    "accounts:invitation": may(
        set(), denied=MISSING, args=("invitation",)
    ),  # the person asked is somebody else
    "tournaments:enter": may(SIGNED_IN, "guest", args=("slug",)),
    "tournaments:leave": may(PLAYERS, denied=MISSING, args=("slug",)),
    "tournaments:check_in": may(set(), denied=MISSING, args=("slug",)),
    "tournaments:call": may(PLAYERS, denied=MISSING, args=("slug",)),
    "tournaments:appeal": may(PLAYERS, denied=MISSING, args=("slug", "case_number")),
    "tournaments:judge_calls": may(Right.CALLS, args=("slug",)),
    "tournaments:zone": may(
        Right.ZONES, args=("slug",)
    ),  # head judges: tests/tournaments/judging/test_zones.py
    "tournaments:deck_check": may(PLAYERS, denied=MISSING, args=("slug",)),
    "tournaments:deck_submit": may(PLAYERS, denied=MISSING, args=("slug",)),
    "tournaments:deck_remind": may(Right.DECK_STATUS, denied=MISSING, args=("slug",)),
    "tournaments:till_row": may(Right.TILL, args=("slug", "booking")),
    # It names a payment and is not obeyed: tests/tournaments/money/test_providers.py. No site of a test has a provider.
    "tournaments:payment_told": may(set(), denied=MISSING, login=False, args=("provider",)),
    "tournaments:deck_revise": may(Right.DECKS, denied=MISSING, args=("slug", "entry_number")),
    "tournaments:log_confirm": may(Right.LOGS, denied=MISSING, args=("slug", "log")),
    # A judge is told that only players of the match write: tests/tournaments/recordings.
    "tournaments:recording_entries": may(
        "player_in_match", "judge", denied=MISSING, login=False, args=("slug", "recording")
    ),
    "tournaments:recording_device": may(
        "player_in_match", "judge", denied=MISSING, login=False, args=("slug", "recording")
    ),
    # Of those only a phone that writes there is heard: tests/tournaments/recordings/test_voices.py.
    "tournaments:recording_heard": may(
        "player_in_match", "judge", denied=MISSING, login=False, args=("slug", "recording")
    ),
    "tournaments:practice_entries": may("player", denied=MISSING, login=False, args=("practice",)),
    "tournaments:practice_device": may("player", denied=MISSING, login=False, args=("practice",)),
}


BY_THE_VISIT = {
    f"tournaments:recording_{page}" for page in ("state", "offline", "ask", "entries", "device", "heard")
}
"""What a script of the recorder calls: who somebody is there is read in one statement (entries/visit.py), and no right
is asked for one by one."""

VALUES = {
    "invitation": "no_invitation",
    "slug": "slug",
    "round": "round_number",
    "table": "check_number",
    "entry": "entry_number",
    "organization": "organization",
    "venue": "venue",
    "circuit": "circuit",
}
"""Which of the hall's values stands for a part of an operation's address."""


def of_operation(path: str) -> tuple[str, ...]:
    """The names of the hall's values in an address of the API."""
    return tuple(VALUES.get(name, "penalty_number") for name in re.findall(r"<\w+:(\w+)>", path))


# What a program does with a token; a session, no matter whose it is, does none of it.
WRITE["api:plan_of_edit"] = may(denied=401, login=False, args=("slug",))
WRITE |= {
    f"api:{one.name}": may(denied=401, login=False, args=of_operation(one.path))
    for one in OPERATIONS.values()
}


def route_names() -> set[str]:
    """Every named route of the site."""
    found: set[str] = set()

    def walk(patterns: list[Any], space: str) -> None:
        for pattern in patterns:
            if isinstance(pattern, URLResolver):
                walk(pattern.url_patterns, f"{space}{pattern.namespace}:" if pattern.namespace else space)
            elif isinstance(pattern, URLPattern):
                found.add(f"{space}{pattern.name}")

    walk(get_resolver().url_patterns, "")
    return found


def test_every_route_has_an_access_rule() -> None:
    assert route_names() == set(READ) | set(WRITE)


@dataclass
class Hall:
    """One running tournament with everybody in it, and a second one elsewhere."""

    tournament: Tournament
    clients: dict[str, Client]
    values: dict[str, Any]

    def url(self, name: str, rule: Rule) -> str:
        return reverse(name, args=[self.values[arg] for arg in rule.args])


def page_of(user: Any, *parts: str) -> str:
    """The code of the page that this person opens to everybody."""
    page_choose(actor=Actor(user, "person"), opened=True, parts=parts)
    return Choice.objects.get(user=user).page_code


def take_a_fee(tournament: Tournament, organizer: Actor, entry: Any) -> int:
    """The event costs something, and the player in the match has paid: the number of that row."""
    fee_set(actor=organizer, tournament=tournament, cents=750)
    taken = payment_take(actor=organizer, tournament=tournament, entry_id=entry.pk, method="cash")
    return taken["booking"]


def circuit_with_a_final(club: Organization, final: Tournament, invited: Any) -> dict[str, Any]:
    """A circuit of the club, the final it gives a place in, and the number of the one that somebody was invited to."""
    circuit, now = circuit_of(club), timezone.now()
    Gift.objects.create(circuit=circuit, kind="place", first=1, last=2, final=final, value=9, made_at=now)
    place = Place.objects.create(
        circuit=circuit,
        final=final,
        user=invited,
        line=1,
        rank=1,
        made_at=now,
        deadline=now + timedelta(days=9),
    )
    return {"circuit": circuit.slug, "final": final.slug, "place": place.pk}


@kept
def hall() -> Hall:
    """Round 1 complete, round 2 being played, a checked log, somebody dropped."""
    tournament = approved_tournament(6, changes={"lists": "open", "teams": True})
    organizer = organizer_of(tournament)
    elsewhere = approved_tournament(4, name="Elsewhere")
    play(tournament, 1)
    round_ = publish(tournament, 2)
    match = Match.objects.filter(round=round_).order_by("table")[0]
    other = Match.objects.filter(round=round_).order_by("table")[1]
    gone = Match.objects.filter(round=round_).order_by("table")[2].seats.first()
    assert gone is not None
    entry = match.seats.select_related("entry__user").all()[0].entry
    type(gone.entry).objects.filter(pk=gone.entry_id).update(state="dropped", dropped_after=2)
    log = GameLog.objects.create(
        match=match,
        entry=entry,
        original=random_game(3),
        size=1,
        sha256="0" * 64,
        submitted_at=timezone.now(),
        state="done",
        verdict="ok",
    )
    other_log = GameLog.objects.create(
        match=match,
        entry=match.seats.select_related("entry").all()[1].entry,
        original=random_game(4),
        size=1,
        sha256="1" * 64,
        submitted_at=timezone.now(),
        state="done",
        verdict="ok",
    )
    guest = Match.objects.filter(round=round_).order_by("table")[2].seats.exclude(pk=gone.pk)[0].entry
    become_guest(guest)
    club = found("Orbit Club", organizer.user)
    weeks = replace(tournament.policy, window_days=7)  # a league has all pages
    Tournament.objects.filter(pk=tournament.pk).update(organization=club, policy=weeks)
    head_judge = staff_actor(tournament, "head_judge")
    people = {
        "stranger": make_user(),
        "player_elsewhere": elsewhere.entries.first().user,  # type: ignore[attr-defined]  # reverse relation
        "player": other.seats.all()[0].entry.user,
        "player_in_match": entry.user,
        "dropped": gone.entry.user,
        "judge_elsewhere": staff_actor(elsewhere, "judge").user,
        "judge": staff_actor(tournament, "judge").user,
        "playing_judge": staff_actor(tournament, "judge", other.seats.all()[1].entry.user).user,
        "scorekeeper": staff_actor(tournament, "scorekeeper").user,
        "door": staff_actor(tournament, "door").user,
        "organizer_elsewhere": organizer_of(elsewhere).user,
        "organizer": organizer.user,
        "host": join(club, "organizer"),
        "office": make_user("Office", is_office=True),
        "keeper": make_keeper(),
    }
    join(club, "judge", people["judge"])
    join(club, "helper", people["door"])
    another = found("Another Club", people["organizer_elsewhere"])
    Tournament.objects.filter(pk=elsewhere.pk).update(organization=another)
    for name, role in (("judge_elsewhere", "judge"), ("player_elsewhere", "helper")):
        join(another, role, people[name])
    coming = make_tournament("Coming", by=organizer.user, organization_id=club.pk)
    tournament_open_entry(actor=organizer, tournament=coming, casual=True)
    load_some("Hunter Dragon")
    clients = {"anonymous": Client()}
    for name, user in people.items():
        clients[name] = Client()
        clients[name].force_login(user)
    clients["guest"] = let_in(tournament, guest)
    asked = {"username": make_user().username, "kind": "staff", "role": "judge"}
    clan = Clan.objects.get(
        pk=clan_create(actor=Actor(people["player_elsewhere"], "player"), name="Elsewhere")["clan"]
    )
    values = {
        "engine_version": engine_folder(Path("var")).name,
        "engine_part": engine_bundle().name,
        "slug": tournament.slug,
        "old_address": "tournaments/",
        "match": match.pk,
        "snapshot": Snapshot.objects.filter(tournament=tournament).order_by("pk")[0].pk,
        "log": log.pk,
        "other_log": other_log.pk,
        "svg_kind": "svg",
        "json_kind": "json",
        "puzzle": 1,
        "audit": AuditRun.objects.create(
            tournament=tournament,
            asked_by=head_judge.user,
            asked_at=timezone.now(),
            touched_at=timezone.now(),
            state="done",
            semantics=1,
        ).pk,
        "entry": entry.pk,
        "entry_number": entry.number,
        "metric": "omw",
        "round_number": 1,
        "language": "en",
        "open_round": 2,
        "sheet": "slips",
        "list_sheet": "seats",
        "export_form": "trf",
        "token": "no-such-token",
        "lottery": prize_announce(actor=organizer, tournament=tournament, by="lot", what="A box")["prize"],
        "booking": take_a_fee(tournament, organizer, entry),
        "provider": "mollie",
        "no_invitation": 10**9,
        "invitation": invitation_make(actor=organizer, tournament=tournament, **asked)["invitation"],
        "check_number": deck_check_start(actor=head_judge, tournament=tournament, match_id=match.pk)["check"],
        "case_number": case_rule(
            actor=head_judge, tournament=tournament, match_id=match.pk, said={"words": "Play on."}
        )["case"],
        "penalty_number": penalty_give(
            actor=head_judge,
            tournament=tournament,
            entry_number=entry.number,
            code="T6",
            level="caution",
            match_id=match.pk,
        )["penalty"],
        "forecast": forecast_start(actor=organizer, settings={"players": 8, "rounds": 3})["forecast"],
        "card": "D1.1/008",
        "guide": "organizers",
        "guide_picture": "desk.png",
        "own_export": Export.objects.create(
            user=people["player"], language="en", state="done", asked_at=timezone.now()
        ).pk,
        "own_deck": deck_create(
            actor=owner_of(people["player"]), key="", name="Mine", play="constructed", pool_key="demo"
        )["public_id"],
        "json": "json",
        "card_set": "D1.1",
        "card_import": import_keep(by=people["keeper"], filename="x.csv", text="", form="csv", plan="").token,
        "other_game": "zx",
        "played_game": "x610z",
        "played_pool": "demo",
        "played_card": "D1.1/032/100-C",
        "zx_number": entered_publish(actor=keeper_of(people["keeper"]), key="zx", game="zx", row=ZX_CARD)[
            "number"
        ],
        "zx_import": import_keep(
            by=people["keeper"], filename="x.csv", text="", form="csv", plan="", game="zx"
        ).token,
        "card_file": "json",
        "picture": with_picture(people["keeper"], "D1.1/008").name,
        "picture_size": "small",
        "recording": recording_open(
            actor=Actor(entry.user, "player"), tournament=tournament, match_id=match.pk
        )["recording"],
        "practice": practice_open(actor=Actor(people["player"], "player"), against="both")["recording"],
        "friendly": agreed_between(people["player"], people["dropped"]),
        "friend": people["player"].pk,
        "pool_hash": load_pool("demo").sha256,
        "clan": clan.pk,
        "organization": club.slug,
        "organization_number": club.pk,
        "coming": coming.slug,
        "venue": venue_of(club).pk,
        **circuit_with_a_final(club, tournament, people["player"]),
        **circuit_with_points(club),
        **news_of(club, organizer),
        **hung_by(people["player"]),
        **(news := news_of(club, organizer)),
        "report_kind": "news",
        "report_key": news["news"],
        "matter": reported(people["player"], "news", news["news"]).pk,
        "topic_kind": "event",
        "topic_number": tournament.pk,
        **contests_of(club, organizer, people["judge"], people["player"]),
        "player_page": page_of(people["player"], *PAGE_PARTS),
        "clan_code": clan.code,
        "desk_action": "open_entry",
        "round_action": "pause_clock",
        "0": 0,
        "3": 3,
    }
    return Hall(tournament, clients, values)


def circuit_with_points(club: Organization) -> dict[str, Any]:
    """For the circuit of a club one event of somebody else counted; who won that."""
    circuit = Circuit.objects.get(organization=club)
    counts(circuit, finished(None, players=2, name="Counted"), "open")
    ladders_sweep()  # so that no page has to write down first who moved
    return {
        "circuit_number": circuit.pk,
        "circuit_person": person_key(circuit, ladder_of(circuit).rows[0].person),
        "circuit_column": "points",
        "circuit_file": "season.json",
    }


def news_of(club: Organization, organizer: Any) -> dict[str, Any]:
    """A published piece of news of a club, with its picture, and the signed address of somebody's newsletter."""
    news = piece(organizer, club, picture=photo(), alt="A table")
    publish_news(organizer, news)
    return {
        "news": news.pk,
        "news_file": news.picture,
        "news_size": "small",
        "newsletter": out_link(1).rstrip("/").rpartition("/")[2],
    }


def hung_by(artist: Any) -> dict[str, Any]:
    """A picture in the gallery."""
    work = hang(send_picture(artist, card=None))
    return {
        "work": work.pk,
        "work_file": work.picture,
        "gallery_kind": "story",
        "follow_thing": "organization",
    }


def contests_of(club: Organization, organizer: Any, judge: Any, maker: Any) -> dict[str, Any]:
    """A contest of a club in which everybody sees the cards and one person judges, and one that is decided."""
    found = {}
    for name in ("contest", "decided_contest"):
        contest = draft_contest(organizer, club)
        juror(contest, organizer, judge)
        entry = in_voting(contest, maker)
        found |= {name: contest.pk} | ({"contest_card": entry.code} if name == "contest" else {})
    Contest.objects.filter(pk=found["decided_contest"]).update(state="decided")
    return found


def agreed_between(one: Any, other: Any) -> int:
    """The number of a friendly game of two friends, the first of whom shows the other the agenda."""
    Friendship.objects.filter(pk=befriend(one, other).pk).update(asker_shares=True)
    return agreed(one, other).pk


EVERY_PAGE = at_night("every page asked for as everybody, and written out for everybody")


@contextmanager
def pages_left_unwritten() -> Iterator[None]:
    """Ask everything that may refuse somebody, and leave out what comes last: to write the page.

    Of a frame the body that goes into it is left. What answers without a template, the forms of the results and the
    API, answers as ever.
    """

    def unwritten(_self: Template, context: dict[str, Any] | None = None, request: Any = None) -> SafeString:
        return SafeString((context or {}).get("body", ""))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "render", unwritten)
        caches["pages"].clear()
        yield
        caches["pages"].clear()  # nobody is handed an empty page that was kept


def reader_of(rule: Rule) -> str:
    """The one for whom a page is written out by day as well."""
    return next((one for one in ACTORS if one in rule.allowed), "")


def read(hall: Hall, name: str, actor: str) -> Any:
    """What a person gets of a page, which by day is written out for one of those who may see it, at night for all."""
    rule = READ[name]
    with nullcontext() if EVERY_PAGE or actor == reader_of(rule) else pages_left_unwritten():
        return hall.clients[actor].get(hall.url(name, rule))


ALIKE = ("anonymous", "player", "guest", "office")
"""Who is asked by day where all are answered alike: everybody may, or cookies are not looked at."""


def asked_of(rules: dict[str, Rule]) -> Iterator[tuple[str, Rule, list[str]]]:
    """Each row with those who are asked: at night everybody, by day every third or fifth one, others on the next row.

    Where a right decides, whom it lets in is the same of every page; that the page asks for it is a test of its own.
    """
    for number, (name, rule) in enumerate(rules.items()):
        if rule.allowed >= EVERYBODY or rule.denied == PROGRAMS:
            some: Iterable[str] = ALIKE
        else:
            some = ACTORS[number % 5 :: 5] if rule.right else ACTORS[number % 3 :: 3]
        yield name, rule, list(ACTORS) if EVERY_PAGE else sorted({*some, reader_of(rule)} - {""})


@pytest.mark.day("who may do what, in its shortest whole form")
def test_every_page_asks_for_the_right_that_its_row_names_and_for_no_other(hall: Hall) -> None:
    """A right that is named and never asked, or asked and not named, is a fault of the page or of its row."""
    wrong = {}
    for name, rule in (READ | WRITE).items():
        if "slug" not in rule.args or name.startswith("api:"):
            continue
        url, client = hall.url(name, rule), hall.clients["stranger"]
        with rights_asked() as asked:
            client.post(url, DATA) if name in WRITE else client.get(url)
        named = {rule.right} if rule.right else set()
        if asked != named and name not in BY_THE_VISIT:
            wrong[name] = f"asks for {sorted(asked)} and names {sorted(named)}"
    assert wrong == {}


def test_every_page_opens_for_those_who_may_shows_no_real_name_and_changes_nothing(
    hall: Hall, record_property: Record
) -> None:
    """One walk over every page of everybody for the three: to make the pages takes longer than to read them."""
    named = hall.tournament.entries.first().user  # type: ignore[attr-defined]  # reverse relation
    named.real_name = "Secret Realname"
    named.save()
    # That a judge read something closed is itself a row: nothing else is ever written by reading.
    written = LedgerRow.objects.exclude(action="secret.read")
    before = written.count()
    own = {
        actor
        for actor, client in hall.clients.items()
        if client.session.get("_auth_user_id") == str(named.pk)
    }
    wrong, names, changed, heavy, tried = {}, set(), set(), {}, 0
    for name, rule, people in asked_of(READ):
        tried += len(people)
        for actor in people:
            answer = read(hall, name, actor)
            expected: int | str = 200 if actor in rule.allowed else rule.denied
            nobody = nobody_here(actor, name, rule) and rule.login and rule.allowed <= {*SIGNED_IN, "guest"}
            if nobody or (name == HALF_WAY and actor not in rule.allowed):
                expected = SIGN_IN
            if said_by(answer) != expected:
                wrong[name, actor] = f"{said_by(answer)} instead of {expected}"
            if b"Secret Realname" in answer.content and actor not in own:
                names.add((name, actor))
            if answer.status_code == 200 and b"</html>" in answer.content:
                heavy[name] = max(heavy.get(name, 0), weight(answer.content))
        if written.count() != before:
            changed.add(name)
            before = written.count()
    assert wrong == {}
    told = {"scorekeeper", *ORGANIZERS} if EVERY_PAGE else {"scorekeeper"}
    assert names == {("tournaments:entries", actor) for actor in told}
    assert changed == set()
    record_property("pages read as somebody", tried)
    assert len(heavy) > 100 and {name: size for name, size in heavy.items() if size > HEAVIEST} == {}


@pytest.mark.day("who may do what, in its shortest whole form")
def test_a_write_by_somebody_who_may_not_is_refused_and_changes_nothing(
    hall: Hall, record_property: Record
) -> None:
    before = LedgerRow.objects.count()
    wrong, tried = {}, 0
    for name, rule, people in asked_of(WRITE):
        others = set(people) - rule.allowed
        tried += len(others)
        for actor in others:
            said = said_by(hall.clients[actor].post(hall.url(name, rule), DATA))
            expected = SIGN_IN if nobody_here(actor, name, rule) and rule.login else rule.denied
            if said != expected:
                wrong[name, actor] = f"{said} instead of {expected}"
    record_property("writes by somebody who may not", tried)
    assert wrong == {}
    assert LedgerRow.objects.count() == before


@pytest.mark.day("who may do what, in its shortest whole form")
def test_posting_to_a_page_one_may_not_open_is_refused_and_changes_nothing(hall: Hall) -> None:
    before = LedgerRow.objects.count()
    data = {
        "action": "drop",
        "entry": hall.values["entry"],
        "first": "2",
        "second": "0",
        "reason": "x",
        "name": "x",
    }
    wrong = {}
    for name, rule, people in asked_of(READ):
        for actor in (
            set(fewer(people, 2, "as whom a page is posted to that one may not open")) - rule.allowed
        ):
            status = hall.clients[actor].post(hall.url(name, rule), data).status_code
            if status not in (LOGIN, rule.denied, 405):
                wrong[name, actor] = status
    assert wrong == {}
    assert LedgerRow.objects.count() == before


def test_a_write_is_no_get(hall: Hall) -> None:
    before = LedgerRow.objects.count()
    answers = {
        name: hall.clients["organizer"].get(hall.url(name, rule)).status_code for name, rule in WRITE.items()
    }
    # The API asks for a token before it says what it does.
    programs = {name: status for name, status in answers.items() if name.startswith("api:")}
    assert set(programs.values()) == {401}
    pages = {name: status for name, status in answers.items() if name not in programs}
    assert {name: status for name, status in pages.items() if status not in (302, 403, 404, 405)} == {}
    assert LedgerRow.objects.count() == before


def test_a_post_without_its_token_is_refused_everywhere(hall: Hall) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(hall.tournament.created_by)
    rules = WRITE | {
        name: READ[name] for name in ("tournaments:entries", "tournaments:staff", "tournaments:me")
    }
    answers = {name: client.post(hall.url(name, rule)).status_code for name, rule in rules.items()}
    # The provider of payments has no form here and no cookie: what it says is not obeyed.
    assert answers.pop("tournaments:payment_told") == 404
    # A mail program has no cookie either: its signed address ends one newsletter, and does nothing else.
    assert answers.pop("community:newsletter_out_at_once") == 200
    # The API looks at no cookie, so there is nothing for another site to send along.
    assert all(status == (401 if name.startswith("api:") else 403) for name, status in answers.items()), (
        answers
    )


def test_a_draft_round_is_known_to_staff_alone(hall: Hall) -> None:
    organizer = organizer_of(hall.tournament)
    round_ = Round.objects.get(tournament=hall.tournament, number=2)
    for match in Match.objects.filter(round=round_).exclude(state="final"):
        result_enter(actor=organizer, tournament=hall.tournament, match_id=match.pk, said=(2, 0, 0))
    round_complete(actor=organizer, tournament=hall.tournament, round_id=round_.pk)
    made = draft(hall.tournament, 3)
    for actor in EVERYBODY:
        assert hall.clients[actor].get(f"/t/{hall.tournament.slug}/tables/3/").status_code == 404, actor
        assert (
            hall.clients[actor].get(f"/api/v1/tournaments/{hall.tournament.slug}/rounds/3/").status_code
            == 404
        )
    answer = hall.clients["player"].get(f"/t/{hall.tournament.slug}/me/")
    assert "/tables/2/why/" in answer.content.decode() and "/tables/3/" not in answer.content.decode()
    assert hall.clients["scorekeeper"].get(f"/t/{hall.tournament.slug}/desk/rounds/3/").status_code == 200
    assert made.state == "draft"


@pytest.mark.day("who may do what, in its shortest whole form")
def test_a_tournament_in_preparation_is_missing_for_everybody_but_its_staff_and_the_office(
    hall: Hall,
) -> None:
    hidden = make_tournament("Not yet")
    for actor in EVERYBODY - {"office"}:
        for page in ("", "standings/", "tables/", "version/", "screen/"):
            assert hall.clients[actor].get(f"/t/{hidden.slug}/{page}").status_code == 404, (actor, page)
        assert hall.clients[actor].get(f"/api/v1/tournaments/{hidden.slug}/").status_code == 404
        assert hidden.slug not in hall.clients[actor].get("/t/").content.decode()
    assert hall.clients["office"].get(f"/t/{hidden.slug}/").status_code == 200


def test_a_role_taken_away_ends_at_once(hall: Hall) -> None:
    from tournaments.events.services import staff_remove

    url = f"/t/{hall.tournament.slug}/judge/"
    assert hall.clients["judge"].get(url).status_code == 200
    judge = hall.tournament.staff.exclude(user__entries__tournament=hall.tournament).get(role="judge").user
    staff_remove(actor=organizer_of(hall.tournament), tournament=hall.tournament, user=judge, role="judge")
    assert hall.clients["judge"].get(url).status_code == 403


@pytest.mark.night(
    "every page for guests",
    short="tests/security/test_takeover.py::test_a_guest_s_command_reaches_no_other_chain",
)
def test_a_guest_is_nobody_on_every_address_but_those_of_their_own_tournament(hall: Hall) -> None:
    """Every route, once more with another tournament's name: the guest is answered as nobody is."""
    home, values = hall.tournament.slug, hall.values
    elsewhere = Tournament.objects.get(name="Elsewhere")
    match = Match.objects.filter(tournament=elsewhere).first()
    numbers = {"slug": elsewhere.slug, "match": match.pk if match else 0}
    entry = hall.tournament.entries.get(user__guest_of=hall.tournament.chain_key)
    wrong = {}
    for values_here in (values, values | numbers):
        hall.values = values_here
        guest = hall.clients["guest"] = let_in(hall.tournament, entry)
        for name, rule in (READ | WRITE).items():
            at_home = name.startswith("tournaments:") and "slug" in rule.args and values_here["slug"] == home
            if at_home or name == "accounts:logout":
                continue
            url, send = hall.url(name, rule), ("post" if name in WRITE else "get")
            said = [getattr(client, send)(url) for client in (guest, hall.clients["anonymous"])]
            # Health and metrics are answered before anybody is asked who they are.
            known = getattr(said[0].wsgi_request, "user", None)
            if said[0].status_code != said[1].status_code or (known and known.is_authenticated):
                wrong[name, values_here["slug"]] = [answer.status_code for answer in said]
        assert guest.get(f"/t/{home}/me/").status_code == 200, "the control: the session lives"
    assert wrong == {}


def test_an_actor_keeps_the_role_it_acted_in(hall: Hall) -> None:
    row = LedgerRow.objects.filter(action="round.publish").first()
    assert row is not None and row.role == "organizer"
    assert Actor(None).key == "system"
