"""Pictures in object storage (S3): django-storages with the patience of a page.

``MEDIA_STORAGE`` names it (docs/operations.md). ``requirements/objects.txt`` has what it needs; other sites do without.
"""

from botocore.config import Config
from storages.backends.s3 import S3Storage

PATIENCE = Config(connect_timeout=2, read_timeout=3, retries={"max_attempts": 1, "mode": "standard"})
"""botocore's own waits a minute, five times over: a storage that is silent would take every thread of the pages."""


class ObjectStorage(S3Storage):
    """S3 as django-storages speaks it; what its options do not name is as a page needs it."""

    def get_default_settings(self) -> dict[str, object]:
        """Nobody may read but the site, nothing is overwritten, and nobody waits for minutes."""
        return {
            **super().get_default_settings(),
            "client_config": PATIENCE,
            "default_acl": None,
            "file_overwrite": False,
        }
