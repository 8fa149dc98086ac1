"""One database address in, Django's settings out: SQLite as `./run` uses it, PostgreSQL as production does."""

from typing import Any

import environ

ROLE_WEB = "web"
ROLE_WORKER = "worker"
ROLE_RELAY = "relay"
ROLE_LIVE = "live"
ROLE_COMMAND = "command"
ROLES = (ROLE_WEB, ROLE_WORKER, ROLE_RELAY, ROLE_LIVE, ROLE_COMMAND)

# Milliseconds. A page must not wait long for a lock or hold one while idle; migrations and imports may.
WEB_LIMITS = {
    "lock_timeout": 3_000,
    "statement_timeout": 10_000,
    "idle_in_transaction_session_timeout": 15_000,
}
TASK_LIMITS = {
    "lock_timeout": 10_000,
    "statement_timeout": 30_000,
    "idle_in_transaction_session_timeout": 45_000,
}
# Compiling a query pays after seconds. Ours take milliseconds, and over many rows compiling made each take thirty.
EVERYWHERE = {"jit": "off"}
LIMITS_BY_ROLE = {ROLE_WEB: WEB_LIMITS, ROLE_WORKER: TASK_LIMITS, ROLE_RELAY: TASK_LIMITS}

SQLITE_OPTIONS = {
    # WAL lets pages read while one writer writes; IMMEDIATE takes the write lock first, so two writers queue
    # (up to `timeout` seconds) instead of failing half-way.
    # What is deleted is overwritten in the file: who was erased must not stand in it.
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA secure_delete=ON;",
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
}


def database_settings(url: str, *, role: str, pool_size: int = 4) -> dict[str, Any]:
    """Return Django's DATABASES entry for `url` (`sqlite:///path`, `postgresql://...`).

    Only the web role keeps a pool: its threads live long. A Celery child or a command opens one connection.
    Several servers, of which the one that writes is taken: `postgresql://user:password@/name?host=one,two&port=5432,5432`
    `&target_session_attrs=read-write`. `&DISABLE_SERVER_SIDE_CURSORS=True` is for a pooler that gives each transaction
    another connection: nothing is kept on one then, and what a connection brings comes with the role
    (docs/operations.md).
    `pool_size` is the most connections one web process may hold. Raises ValueError for any other database or
    an unknown role.
    """
    if role not in ROLES:
        raise ValueError(f"X610Z_ROLE must be one of {', '.join(ROLES)}, not {role!r}")
    settings: dict[str, Any] = dict(environ.Env.db_url_config(url))
    options: dict[str, Any] = dict(settings.get("OPTIONS") or {})
    if settings["ENGINE"] == "django.db.backends.sqlite3":
        settings["OPTIONS"] = {**SQLITE_OPTIONS, **options}
    elif settings["ENGINE"] == "django.db.backends.postgresql":
        pooled = bool(settings.get("DISABLE_SERVER_SIDE_CURSORS"))
        own = _postgresql_options(role, pool_size, limited=not pooled)
        settings["OPTIONS"] = {**options, **own}
        settings["ENGINE"] = "x610z_site.postgres"
        settings["CONN_MAX_AGE"] = 0 if role == ROLE_WEB else 60
        settings["CONN_HEALTH_CHECKS"] = True
    else:
        raise ValueError("DATABASE_URL must name a SQLite file or a PostgreSQL database")
    return settings


def _postgresql_options(role: str, pool_size: int, *, limited: bool) -> dict[str, object]:
    options: dict[str, object] = {"connect_timeout": 5, "application_name": f"x610z-{role}"}
    if limited:
        brought = {**EVERYWHERE, **LIMITS_BY_ROLE.get(role, {})}
        options["options"] = " ".join(f"-c {name}={value}" for name, value in brought.items())
    if role == ROLE_WEB:
        options["pool"] = {"min_size": 1, "max_size": pool_size, "timeout": 5}
    return options
