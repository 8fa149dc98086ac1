"""Which modules of the product can open a connection: a new one has to be thought about.

All but one go only where the operator's settings lead. The one that sends to addresses that people typed refuses the
inside (``tests/site/reach/test_outgoing.py``).
"""

import ast
import re

from x610z_site.services.environment import FLOORS, ROOT

NETWORK = {
    *(
        "socket",
        "ssl",
        "asyncio",
        "http.client",
        "urllib.request",
        "ftplib",
        "smtplib",
        "imaplib",
        "poplib",
        "telnetlib",
    ),
    *(
        "xmlrpc.client",
        "socketserver",
        "requests",
        "httpx",
        "aiohttp",
        "urllib3",
        "websockets",
        "boto3",
        "botocore",
    ),
    *("redis", "psycopg", "django.core.mail", "storages", "mollie", "stripe"),
}
"""Modules through which a program reaches another one."""


def reached(source: str) -> set[str]:
    """The modules of NETWORK that a source imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            continue
        found |= {word for name in names for word in NETWORK if name == word or name.startswith(f"{word}.")}
    return found


OWN = {
    "community/newsletter/mails.py": "writes letters, opens nothing",
    "community/newsletter/sending_services.py": "the mail server of the settings, for newsletters",
    "community/safety/mails.py": "writes letters, opens nothing",
    "community/safety/tasks.py": "the mail server of the settings, for who reported something",
    "ledger/relay.py": "the broker of REDIS_URL",
    "tournaments/client/sending.py": "for programs elsewhere: no page of the site imports it",
    "tournaments/money/online/by_mollie.py": "the provider of MOLLIE_API_KEY",
    "tournaments/money/online/by_stripe.py": "the provider of STRIPE_API_KEY",
    "x610z_site/accounts/outgoing_mail_services.py": "the mail server of the settings, for a forgotten password",
    "x610z_site/asgi.py": "answers streams, opens nothing",
    "x610z_site/caching.py": "the cache of CACHE_URL",
    "x610z_site/front_door.py": "answers requests, opens nothing",
    "x610z_site/live_feed.py": "REDIS_URL and DATABASE_URL",
    "x610z_site/object_storage.py": "the storage of the settings",
    "x610z_site/postgres/base.py": "DATABASE_URL",
    "x610z_site/reach/answers.py": "names the errors of outgoing.py, opens nothing: the forum of FORUM_URL",
    "x610z_site/reach/hook_messages.py": "names the errors of outgoing.py, opens nothing",
    "x610z_site/reach/outgoing.py": "public addresses that people typed, looked at before",
    "x610z_site/reach/tasks.py": "the mail server of the settings, for notices",
    "x610z_site/services/probe.py": "an address on the operator's own command line",
    "x610z_site/services/servers.py": "servers of this machine, for ./run and ./test",
    "x610z_site/services/start.py": "its own processes, for ./run",
    "x610z_site/services/verify.py": "the database of the tests, for ./test",
    "x610z_site/trouble.py": "names the database's errors, opens nothing",
    "x610z_site/watch/gauges.py": "the broker, and the live process at LIVE_HEALTH_URL",
}


def test_only_these_modules_reach_other_programs() -> None:
    paths = [path for room in FLOORS for path in (ROOT / room).rglob("*.py")]
    assert len(paths) > 300
    found = {path.relative_to(ROOT).as_posix() for path in paths if reached(path.read_text(encoding="utf-8"))}
    assert found == set(OWN)


def test_what_would_reach_out_is_seen() -> None:
    """The control: each way to import it, at the top or deep inside a function."""
    for line in (
        "import requests",
        "import urllib.request as ask",
        "from urllib.request import urlopen",
        "from urllib import request",
        "from http import client",
        "def f():\n    from httpx import get",
    ):
        assert reached(line), line
    assert not reached("from urllib.parse import urlsplit\nimport re\nfrom .requests import one")


def test_the_page_on_security_promises_an_answer_in_days() -> None:
    page = " ".join((ROOT / "SECURITY.md").read_text(encoding="utf-8").split())
    assert (
        "an answer within one day, a judgement within two, and a fix or a plan with a date within 30 days"
        in page
    )
    assert re.search(r"## Supported versions The newest release, and the one before it for \d+ days\.", page)
