"""Which static files the site gathers, and how they are named."""

from django.contrib.staticfiles.apps import StaticFilesConfig
from whitenoise.storage import CompressedManifestStaticFilesStorage


class SiteStaticFilesConfig(StaticFilesConfig):
    """All but the browsable API's: it is switched off, and compressing its files takes most of the time."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "rest_framework"]


class SiteStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Names with a hash of the content, also inside `import … from`: a module never meets another version's parts."""

    # Only in our own modules that import each other: comments in scripts of packages look like imports, too.
    _imports = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]
    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/recorder/*.js", _imports),
        ("js/offline.js", _imports),
    )
