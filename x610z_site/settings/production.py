"""The real site: every secret and address comes from the environment, and only HTTPS is served."""

from pathlib import Path

from x610z_site.settings.base import *

SECRET_KEY = env.str("SECRET_KEY")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
DATABASE_URL = env.str("DATABASE_URL")

SECOND_STEP_REQUIRED = env.bool("SECOND_STEP_REQUIRED", default=True)

# The proxy in front ends TLS and sets X-Forwarded-Proto (deploy/nginx.conf does).
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# deploy/nginx.conf sets it, over whatever a client sends.
CLIENT_ADDRESS_HEADER = env.str("CLIENT_ADDRESS_HEADER", default="HTTP_X_FORWARDED_FOR")
SECURE_SSL_REDIRECT = True
# A load balancer's health check comes without TLS.
SECURE_REDIRECT_EXEMPT = [r"^healthz/"]
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=63_072_000)
# For all names below the site's own as well, and for lists inside browsers: a choice, because it binds sites that are
# not this one, for years.
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = env.bool("HSTS_PRELOAD", default=False)
# What `check --deploy` would say of it is what was chosen.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
LANGUAGE_COOKIE_SECURE = True
SESSION_COOKIE_NAME = "__Host-session"
CSRF_COOKIE_NAME = "__Host-csrf"
LANGUAGE_COOKIE_NAME = "__Host-language"
KNOWN_COOKIE_NAME, THEME_COOKIE_NAME = "__Host-known", "__Host-theme"
CSRF_COOKIE_HTTPONLY = True
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(VAR_DIR / "static")))
