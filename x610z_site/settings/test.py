"""`./test`: the database and Redis that the environment names, else SQLite in memory and no Redis."""

import os

os.environ.setdefault("DATABASE_URL", "sqlite:///:memory:")
# One of several processes of tests: take the Redis that is kept for it, and leave none for the processes it starts.
if own_redis := os.environ.pop(f"REDIS_URL_{os.environ.get('PYTEST_XDIST_WORKER', '')}", ""):
    os.environ["REDIS_URL"] = own_redis

from x610z_site.settings.base import *

COPIES_DIR = None
SECRET_KEY = "test-only-not-a-secret"  # noqa: S105 - protects nothing outside a test run
ALLOWED_HOSTS = ["*"]
# Fast and weak on purpose; the real hasher has its own tests.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
STORAGES["default"] = {"BACKEND": "django.core.files.storage.InMemoryStorage"}
# pytest-django's live server looks for this very name; otherwise it serves old files from STATIC_ROOT.
INSTALLED_APPS = [
    "django.contrib.staticfiles" if name.endswith("SiteStaticFilesConfig") else name
    for name in INSTALLED_APPS
]
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
CACHES["default"] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "x610z-test"}
CACHES["pages"]["LOCATION"] = "x610z-test"  # one place, so that a test that empties the cache empties both
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
REPLAY_IN_CHILD = (
    False  # the tests of the child set it; all others count what the engine does in this process
)
SITE_URL, MAIL_ON = "https://play.example", True
FORUM_URL, FORUM_SECRET, FORUM_PROVIDER_SECRET = "https://forum.example", "c" * 40, "d" * 40
FORUM_API_KEY = "forum-key"  # nothing is ever sent there: no name ends with .example
VAPID_PRIVATE_KEY = "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA"
LOGGING["root"]["level"] = "WARNING"
LOGGING["loggers"]["celery"] = {"level": "INFO"}  # the worker's "ready" is awaited

if "sqlite" in DATABASES["default"]["ENGINE"] and env.str("TEST_DATABASE_FILE", default=""):
    # The short SQLite pass runs on a file, as ./run does: locks and WAL differ in memory.
    DATABASES["default"]["TEST"] = {"NAME": env.str("TEST_DATABASE_FILE")}
elif template := env.str("TEST_DATABASE_TEMPLATE", default=""):
    # ./test makes the tables once; each of its processes takes a copy.
    DATABASES["default"]["TEST"] = {"TEMPLATE": template}
