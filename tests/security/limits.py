"""The limits on what one person may make and keep, as they stand in the code: `python -m tests.security.limits`
writes them into docs/security.md, and tests/security/test_limits_page.py compares."""

import ast
import os
import sys
from importlib import import_module

from x610z_site.services.environment import APPS, ROOT

PAGE = ROOT / "docs" / "security.md"
BEGIN, END = "<!-- made by `python -m tests.security.limits` -->", "<!-- end of what is made -->"
LIMITS = (
    ("tournaments one person makes within a day", "tournaments.events.services.MOST_MADE"),
    ("copies of tournaments one person makes within a day", "tournaments.events.copy_services.MOST_COPIED"),
    ("rehearsals one person makes within a day", "tournaments.entries.rehearsal_services.MOST_REHEARSALS"),
    ("files of results one person brings in within a day", "tournaments.imports.services.MOST_IMPORTED"),
    ("files of one's data within a day", "x610z_site.privacy.services.MOST_FILES"),
    ("guests one person enters at desks within a day", "tournaments.entries.services.MOST_GUESTS"),
    ("clans one person founds within a day", "tournaments.clans.services.MOST_FOUNDED"),
    ("organizations one person founds within a day", "tournaments.organizations.services.MOST_FOUNDED"),
    ("topics one person opens at the forum within a day", "community.forum.services.MOST_TOPICS"),
    ("pieces of news one person begins within a day", "community.news.services.MOST_WRITTEN"),
    ("things one person begins to follow within a day", "community.following.services.MOST_A_DAY"),
    ("things one person follows", "community.following.services.MOST_FOLLOWED"),
    ("pictures and stories one person sends within a day", "community.gallery.services.MOST_SENT"),
    ("changes to them one person makes within a day", "community.gallery.services.MOST_CHANGES"),
    ("pictures and stories of one person", "community.gallery.services.MOST_KEPT"),
    ("things one person reports within a day", "community.safety.services.MOST_A_DAY"),
    (
        "the same of somebody with whose reports nothing was wrong",
        "community.safety.services.MOST_OF_DOUBTFUL",
    ),
    ("reports of people without an account within a day", "community.safety.services.MOST_OF_STRANGERS"),
    ("such reports of one thing that waits", "community.safety.services.MOST_ABOUT_ONE"),
    ("contests one person begins within a day", "community.contests.services.MOST_WRITTEN"),
    (
        "times one person sends a card in or changes it within a day",
        "community.contests.entry_services.MOST_ENTERED",
    ),
    ("times one person votes anew within a day", "community.contests.vote_services.MOST_VOTED"),
    ("circuits one person makes within a day", "tournaments.programme.circuit_services.MOST_MADE"),
    ("circuits of one organization", "tournaments.programme.circuit_services.MOST"),
    ("events one person lets count within a day", "tournaments.programme.counting_services.MOST_A_DAY"),
    ("events and series one circuit names", "tournaments.programme.counting_services.MOST_ROWS"),
    ("people one person asks to join within a day", "tournaments.organizations.member_services.MOST_A_DAY"),
    ("such questions of one organization that wait", "tournaments.organizations.member_services.MOST_OPEN"),
    ("people one person keeps out within a day", "tournaments.organizations.bar_services.MOST_A_DAY"),
    (
        "new passwords one person asks for at desks within a day",
        "x610z_site.accounts.step_services.MOST_ASKED",
    ),
    ("invitations one person makes within a day", "tournaments.events.invitation_services.MOST_A_DAY"),
    ("invitations of one tournament that wait", "tournaments.events.invitation_services.MOST_OPEN"),
    ("invitations one person is shown at a time", "tournaments.events.selectors.MOST_FOR_ONE"),
    ("decks of one person", "decks.lists.services.MAX_DECKS"),
    ("kept lists of one deck", "decks.lists.services.MAX_REVISIONS"),
    ("bytes of a deck list as a file", "decks.lists.files.MAX_BYTES"),
    ("bytes of a file of cards", "decks.cards.files.MAX_BYTES"),
    ("cards one person lets the engine play within a day", "decks.cards.playtest_services.A_DAY"),
    ("cards of one person that wait to be played", "decks.cards.playtest_services.AT_ONCE"),
    ("cards of all people that wait to be played", "decks.cards.playtest_services.AT_ONCE_OF_ALL"),
    ("bytes of a picture of a card", "decks.cards.pictures.MAX_BYTES"),
    ("bytes of a file of results", "tournaments.imports.preview.MAX_BYTES"),
    ("bytes of a game log", "tournaments.gamelogs.services.MAX_BYTES"),
    ("game logs of one person for one game", "tournaments.gamelogs.services.MAX_LOGS"),
    ("game logs of one person in ten minutes", "tournaments.gamelogs.services.MAX_LATELY"),
    ("bytes of one person's game logs in one event", "tournaments.gamelogs.services.MAX_EVENT_BYTES"),
    ("entries of a recorded or practised game", "tournaments.recordings.protocol.MAX_ENTRIES"),
    (
        "words one person of a table may add beyond their share of it",
        "tournaments.recordings.admission.SPARE",
    ),
    (
        "questions for something else that nobody agreed to, of one side in one game",
        "tournaments.recordings.admission.QUESTIONS",
    ),
    (
        "entries one phone writes in ten seconds, practice too",
        "tournaments.recordings.journal_services.MOST_IN_PACE",
    ),
    ("bytes of one batch of a recorder", "tournaments.recordings.protocol.MAX_BYTES"),
    ("phones of one person in one recorded game", "tournaments.recordings.device_services.MOST_DEVICES"),
    ("minutes a code for another phone lives", "tournaments.recordings.device_services.CODE_MINUTES"),
    ("practice games one person begins within a day", "tournaments.recordings.practice_services.MOST_A_DAY"),
    ("characters of a practice game", "tournaments.recordings.practice_services.MOST_WRITTEN"),
    ("people one person asks to be friends within a day", "tournaments.agenda.friend_services.MOST_A_DAY"),
    ("such requests that wait for an answer", "tournaments.agenda.friend_services.MOST_WAITING"),
    ("friendly games one person proposes within a day", "tournaments.agenda.services.MOST_A_DAY"),
    ("friendly games proposed to one person that wait", "tournaments.agenda.services.MOST_WAITING"),
    (
        "chances to be invited one person has calculated within a day",
        "tournaments.programme.chance_services.MOST_A_DAY",
    ),
    (
        "rules of what the end of one circuit gives",
        "tournaments.programme.invitation_gift_services.MOST_GIFTS",
    ),
    (
        "times offered, put off and absences said in leagues by one person within a day",
        "tournaments.leagues.services.MOST_A_DAY",
    ),
    ("requests of one API token in a minute", "django.conf.settings.API_RATE"),
    ("API tokens of one person", "x610z_site.accounts.token_services.MOST_TOKENS"),
    ("days an API token lives", "x610z_site.accounts.token_services.MOST_DAYS"),
    ("depth of a body of the API", "tournaments.api.parsing.MOST_DEEP"),
    ("webhooks of one tournament", "x610z_site.reach.hook_services.MOST_HOOKS"),
    ("webhooks of one person that are on", "x610z_site.reach.hook_services.MOST_OF_ONE"),
    ("webhooks told at the same time", "x610z_site.reach.hook_services.AT_A_TIME"),
    ("seconds a webhook has for its answer", "x610z_site.reach.hook_messages.ANSWERS_WITHIN"),
    ("bytes read of the answer of a webhook or push service", "x610z_site.reach.outgoing.MOST_READ"),
    ("browsers that get messages for one person", "x610z_site.reach.notice_services.MOST_BROWSERS"),
)
"""What is limited, and the dotted name that says how much."""


def value_of(dotted: str) -> int:
    """How much the code says."""
    module, name = dotted.rsplit(".", 1)
    if module == "django.conf.settings":
        module, name = "x610z_site.settings.base", name
    return int(getattr(import_module(module), name))


def table() -> str:
    """The rows as they stand in the page."""
    rows = (f"| {words} | {value_of(dotted):,} | `{dotted}` |" for words, dotted in LIMITS)
    return "\n".join((BEGIN, "", "| what | most | where |", "|---|---|---|", *rows, "", END))


def with_table(text: str) -> str:
    """The page with the table made anew."""
    before, _begin, rest = text.partition(BEGIN)
    return before + table() + rest.partition(END)[2]


def quotas() -> set[str]:
    """The limits that a command asks of its actor, by dotted name."""
    found = set()
    for room in APPS:
        for path in (ROOT / room).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            if "require_quota(" not in text or path.name == "quotas.py":
                continue
            module = path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
            calls = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))
            found |= {
                f"{module}.{ast.unparse(c.args[1])}" for c in calls if ast.unparse(c.func) == "require_quota"
            }
    return found


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "x610z_site.settings.test")
    import django

    django.setup()
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    sys.stdout.write(f"{len(LIMITS)} limits\n")
