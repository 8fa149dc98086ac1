"""Golden files: results that must not change unless somebody means them to."""

import json
from typing import Any


def lines_of(log: bytes) -> list[dict[str, Any]]:
    """A log without what names its day: the answers that it was made under, and the hash of its bytes."""
    rows = [json.loads(line) for line in log.splitlines()]
    rows[0].pop("rulings", None)
    rows[-1].pop("sha256", None)
    return rows
