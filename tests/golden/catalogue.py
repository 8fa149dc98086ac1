"""Every scene there is, from all modules of scenes."""

from __future__ import annotations

from . import scenes_examples as _examples  # noqa: F401 - importing registers its scenes
from . import scenes_found as _found  # noqa: F401 - importing registers its scenes
from . import scenes_tables as _tables  # noqa: F401 - importing registers its scenes
from .scenes import SCENES as SCENES
