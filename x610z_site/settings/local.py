"""`./run` and daily work: SQLite in var/, plain HTTP, a secret kept beside the data."""

from x610z_site.settings.base import *

DEBUG = env.bool("DEBUG", default=True)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])

_secret_file = VAR_DIR / "secret-key"
# `./run` writes the file at its first start; a bare `manage.py` on a fresh clone gets a key that protects nothing.
_kept = (
    _secret_file.read_text(encoding="ascii").strip() if _secret_file.is_file() else "local-only-not-a-secret"
)
SECRET_KEY = env.str("SECRET_KEY", default=_kept)

if DEBUG:
    STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    WHITENOISE_USE_FINDERS = True
    WHITENOISE_AUTOREFRESH = True
# Sign-in over plain HTTP in the hall's own network must work.
SESSION_COOKIE_SECURE = False
CSRF_COOKIE_SECURE = False
VAR_DIR.mkdir(parents=True, exist_ok=True)
