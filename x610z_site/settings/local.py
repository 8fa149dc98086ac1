"""`./run` and daily work: SQLite in var/, plain HTTP, a secret kept beside the data."""

import base64
import hashlib

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

# A key of this installation's own, made of its secret: push works without setting anything up.
_seed = hashlib.sha256(f"x610z push {SECRET_KEY}".encode()).digest()
VAPID_PRIVATE_KEY = env.str(
    "VAPID_PRIVATE_KEY", default=base64.urlsafe_b64encode(_seed).rstrip(b"=").decode()
)

if not EMAIL_URL:
    # Mail is written to files that its owner alone may read: a console is a log, and logs hold no secret.
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    EMAIL_FILE_PATH = VAR_DIR / "mail"
    EMAIL_FILE_PATH.mkdir(mode=0o700, exist_ok=True)
    SITE_URL, MAIL_ON = SITE_URL or "http://localhost:8000", True
