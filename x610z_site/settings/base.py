"""What every installation shares. Everything that differs between machines comes from the environment.

The table of environment variables is in docs/operations.md.
"""

from datetime import timedelta
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONCE, NONE, SELF
from django.utils.translation import gettext_lazy as _

from x610z_site.settings.databases import ROLE_COMMAND, database_settings

BASE_DIR = Path(__file__).resolve().parent.parent.parent
env = environ.Env()

# What this process is for: web, worker, relay, live or command. It decides time limits and pooling (databases.py).
ROLE = env.str("X610Z_ROLE", default=ROLE_COMMAND)
VAR_DIR = Path(env.str("X610Z_VAR", default=str(BASE_DIR / "var")))
# Where everything is copied to before tables change (x610z_site/upgrading.py); None: nothing is.
COPIES_DIR: Path | None = VAR_DIR / "copies"

DEBUG = False
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=[])
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# --- parts ---------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "x610z_site.staticfiles.SiteStaticFilesConfig",
    "django.forms",
    "rest_framework",
    "drf_spectacular",
    "django_htmx",
    "csp",
    "x610z_site",
    "x610z_site.accounts",
    "x610z_site.privacy",
    "x610z_site.reach",
    "ledger",
    "decks",
    "tournaments",
    "community",
]

# Who shows this token may read GET /metrics/ (Authorization: Bearer ...); empty: there is no such page.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
# Where the pages ask the live process how many streams are open; empty: that number is left out.
LIVE_HEALTH_URL = env.str("LIVE_HEALTH_URL", default="")

MIDDLEWARE = [
    "x610z_site.watch.middleware.WatchMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # In front of sessions: public pages that were made for nobody in particular.
    "tournaments.display.whole_pages.WholePages",
    "django.middleware.gzip.GZipMiddleware",
    "x610z_site.live_address.LiveCSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "x610z_site.body_limit.BodyLimitMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    # Right behind it: on the address of another tournament, a guest is nobody.
    "x610z_site.accounts.guests.SessionMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    # Last: it answers for the views, when a form was done before.
    "ledger.sending.SentAgain",
]

ROOT_URLCONF = "x610z_site.urls"
WSGI_APPLICATION = "x610z_site.wsgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "django.template.loaders.filesystem.Loader",
                        "django.template.loaders.app_directories.Loader",
                        "x610z_site.game_files.GameTemplates",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "x610z_site.live_address.live_address",
                "x610z_site.help.sections.help_here",
                "tournaments.display.whole_pages.holes",
            ],
        },
    },
]

FORM_RENDERER = "x610z_site.style_guide.renderer.PartsRenderer"

# --- data ----------------------------------------------------------------------------------------------

DATABASE_URL = env.str("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'site.sqlite3'}")
DATABASES = {
    "default": database_settings(DATABASE_URL, role=ROLE, pool_size=env.int("DATABASE_POOL", default=5))
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", default="")
# Pieces of pages may lie in a Redis of their own, which forgets what is old; jobs and versions lie in the other.
CACHE_URL = env.str("CACHE_URL", default=REDIS_URL)
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        # A cache that is away counts as empty: no page fails because Redis does.
        "BACKEND": "x610z_site.caching.ForgivingRedisCache",
        "LOCATION": CACHE_URL,
        "KEY_PREFIX": "x610z",
        "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
    }
    if CACHE_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "x610z"},
    # Whole public pages, compressed, and other parts of pages in each process by itself (display/whole_pages.py).
    "pages": {
        "BACKEND": "x610z_site.caching.WeighedCache",
        "LOCATION": "x610z-pages",
        "OPTIONS": {"MAX_ENTRIES": 5_000, "ROOM": env.float("SHELF_MB", default=16.0) * 1_000_000},
    },
}

# --- people --------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = ["x610z_site.hashing.HallArgon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("username", "display_name"), "max_similarity": 0.7},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "accounts:login"
LOGOUT_REDIRECT_URL = "/"

# Cookies of our own making; production gives them the prefix that ties them to this very host.
KNOWN_COOKIE_NAME, THEME_COOKIE_NAME = "known", "theme"
# Whether the office, head judges and keepers need a second step (an authenticator app) to act as such.
SECOND_STEP_REQUIRED = env.bool("SECOND_STEP_REQUIRED", default=False)
SECRET_KEY_FALLBACKS: list[str] = []
# The header in which a proxy of ours says where a request comes from; empty: the connection itself says it.
CLIENT_ADDRESS_HEADER = env.str("CLIENT_ADDRESS_HEADER", default="")

SESSION_ENGINE = "x610z_site.accounts.sessions"
SESSION_COOKIE_AGE = int(timedelta(days=14).total_seconds())
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

# --- mail ----------------------------------------------------------------------------------------------

# Where mail goes out (smtp+tls://user:password@host:587) and the site's own address, for the links in it. Never the
# address of a request: anyone who sends that could choose where the link of somebody else leads.
EMAIL_URL = env.str("EMAIL_URL", default="")
SITE_URL = env.str("SITE_URL", default="")
if EMAIL_URL:
    globals().update(env.email_url_config(EMAIL_URL))
MAIL_ON = bool(EMAIL_URL and SITE_URL)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("MAIL_FROM", default="noreply@localhost")
# Where copies of newsletters come back to that cannot be delivered: a mailbox whose mail server hands what comes to
# name+anything@ to `manage.py take_bounce`. Empty: nothing comes back.
NEWSLETTER_BOUNCES = env.str("NEWSLETTER_BOUNCES", default="")

# --- messages that leave the site -----------------------------------------------------------------------

# The key by which push services of browsers know this site: 32 bytes in base64 for addresses. Empty: no push.
VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", default="")
# Whom a push service may write to about it: "mailto:..." or an address of a page.
VAPID_SUBJECT = env.str("VAPID_SUBJECT", default=f"mailto:{DEFAULT_FROM_EMAIL}")
# Webhooks and push go to public addresses over https alone. A rehearsal on one machine may say otherwise.
OUTGOING_INSIDE = env.bool("OUTGOING_INSIDE", default=False)

# --- a forum of one's own -------------------------------------------------------------------------------

# The address of a Discourse; empty: there is no forum (docs/forum.md).
FORUM_URL = env.str("FORUM_URL", default="")
# Its discourse_connect_secret: people sign in there by this site.
FORUM_SECRET = env.str("FORUM_SECRET", default="")
# A secret of its discourse_connect_provider_secrets: it says which account somebody has there already.
FORUM_PROVIDER_SECRET = env.str("FORUM_PROVIDER_SECRET", default="")
# A key of its API for the user system: who changed, is signed out or was erased is told there, and topics are opened.
FORUM_API_KEY = env.str("FORUM_API_KEY", default="")
# The number of the category where topics are opened; 0: none.
FORUM_CATEGORY = env.int("FORUM_CATEGORY", default=0)
# Whether whoever works as the office is a moderator there; without it nobody is anything there by us.
FORUM_OFFICE_MODERATES = env.bool("FORUM_OFFICE_MODERATES", default=False)

# --- entry fees paid online ---------------------------------------------------------------------------

# The key of one provider; without any the site takes money at the door alone (requirements/payments.txt).
MOLLIE_API_KEY = env.str("MOLLIE_API_KEY", default="")
STRIPE_API_KEY = env.str("STRIPE_API_KEY", default="")
STRIPE_WEBHOOK_SECRET = env.str("STRIPE_WEBHOOK_SECRET", default="")
# Where the providers answer; empty: where their clients know them. Tests have them on this machine.
MOLLIE_SERVER = STRIPE_SERVER = ""

# --- language and time ---------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("nl", _("Dutch"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["x610z_site.formats"]
LANGUAGE_COOKIE_AGE = int(timedelta(days=365).total_seconds())
LANGUAGE_COOKIE_SAMESITE = "Lax"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "Europe/Amsterdam"

# --- files ---------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "x610z_site.game_files.GameFinder",
]
STORAGES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": str(VAR_DIR / "media")},
    },
    "staticfiles": {"BACKEND": "x610z_site.staticfiles.SiteStaticFilesStorage"},
}
# Machines that share no folder keep pictures in a storage of Django's kind, for instance django-storages (S3).
if media_storage := env.json("MEDIA_STORAGE", default=None):
    STORAGES["default"] = media_storage
# A game log may be large, but 5 MB of noise must be refused before it is read into memory.
DATA_UPLOAD_MAX_MEMORY_SIZE = (
    5_000_000  # as much as a body may have: what a form cannot take, the form says itself
)
FILE_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_000

# --- live updates --------------------------------------------------------------------------------------

# Where pages find the live process: an absolute address, a port on the page's own host, or (both empty) the
# page's own origin, when a proxy sends /live/ to it.
LIVE_URL = env.str("LIVE_URL", default="")
LIVE_PORT = env.int("LIVE_PORT", default=0)

# --- what browsers may load ----------------------------------------------------------------------------

CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        # The live address is added per request (live_address.py).
        "connect-src": [SELF],
        "manifest-src": [SELF],
        # But for a person's own pages (ledger/web.py, kept_offline).
        "worker-src": [NONE],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"

# --- later work: Celery --------------------------------------------------------------------------------

# "inline" makes the relay run tasks itself: the fallback when there is no Redis at all.
TASKS_INLINE = env.str("X610Z_TASKS", default="celery") == "inline"
# Each log is replayed in a process with limits of its own; where tasks run inside another process, in that one.
REPLAY_IN_CHILD = env.bool("X610Z_REPLAY_IN_CHILD", default=not TASKS_INLINE)

CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_TASK_ALWAYS_EAGER = TASKS_INLINE
CELERY_TASK_IGNORE_RESULT = True  # what a task found out is a row in the database, never a broker result
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ROUTES = {"tournaments.gamelogs.tasks.*": {"queue": "replay"}}
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = "json"
CELERY_RESULT_SERIALIZER = "json"
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# A task that outlives the visibility timeout would be started twice: limit < visibility. Both are short, because a job
# whose worker was killed comes back only after the visibility timeout, and people wait for it.
CELERY_TASK_TIME_LIMIT = 20
CELERY_TASK_SOFT_TIME_LIMIT = 18
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 24,
    "unacked_restore_interval": 2,
    "unacked_restore_throttle": 1,
    "socket_timeout": 1,
    "socket_connect_timeout": 1,
}
CELERY_TASK_PUBLISH_RETRY = False  # only the relay publishes, and it tries again from the outbox
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = TIME_ZONE

# --- the public API ------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    # A program shows a token; the session of a browser opens pages and, of the API, what pages read themselves.
    "DEFAULT_AUTHENTICATION_CLASSES": ["x610z_site.accounts.token_authentication.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["tournaments.api.parsing.PlainJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.LimitOffsetPagination",
    "PAGE_SIZE": 100,
}
# Requests that one token may make in a minute; never counted by address, which a whole hall shares.
API_RATE = env.int("API_RATE", default=600)
SPECTACULAR_SETTINGS = {
    "TITLE": "X610Z Organized Play",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "tournaments.api.bodies.complete",
    ],
    "ENUM_NAME_OVERRIDES": {
        "OrganizationKindEnum": "tournaments.organizations.models.Organization.Kind",
        "MemberRoleEnum": "tournaments.organizations.models.Member.Role",
        "InfractionEnum": "tournaments.judging.infractions.TABLE",
        "PlayEnum": "tournaments.agenda.services.PLAYS",
        "ResultKindEnum": "tournaments.api.fields.RESULT_KINDS",
        "SigningRoleEnum": "tournaments.submissions.pool_services.ROLES",
        "StaffRoleEnum": "tournaments.api.staff_operations.ROLES",
    },
}

# --- log lines -----------------------------------------------------------------------------------------

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "x610z_site.redacting.RedactingFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "datefmt": "%Y-%m-%dT%H:%M:%SZ",
            "style": "{",
        },
        "json": {"()": "x610z_site.redacting.JsonFormatter"},
    },
    "filters": {"one_line": {"()": "x610z_site.trouble.OneLine"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": env.str("LOG_FORMAT", default="line"),
            "filters": ["one_line"],
        }
    },
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {
        "django.request": {"level": "ERROR"},
        "kombu": {"level": "WARNING"},
    },
}
