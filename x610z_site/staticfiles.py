"""Which static files the site gathers."""

from django.contrib.staticfiles.apps import StaticFilesConfig


class SiteStaticFilesConfig(StaticFilesConfig):
    """All but the browsable API's: it is switched off, and compressing its files takes most of the time."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "rest_framework"]
