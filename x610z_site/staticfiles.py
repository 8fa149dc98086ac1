"""Which static files the site gathers, how they are named, and what of a script travels."""

import re

from django.contrib.staticfiles.apps import StaticFilesConfig
from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

_COMMENT = re.compile(rb"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/)[ \t]*\n", re.MULTILINE | re.DOTALL)


def as_sent(name: str, content: bytes) -> bytes:
    """A file as it travels: a script of ours leaves the lines at home that are comments alone (a sixth of its weight).

    Nothing else of it changes. No text over several lines may have a line that looks like a comment; a test asks.
    """
    return _COMMENT.sub(b"", content) if re.fullmatch(r"js/.*\.js", name) else content


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

    def _save(self, name: str, content: "File[bytes]") -> str:
        return super()._save(name, ContentFile(as_sent(name, b"".join(content.chunks()))))
