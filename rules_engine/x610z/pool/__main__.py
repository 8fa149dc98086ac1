"""``python -m rules_engine.x610z.pool``: compile every packaged card text anew and keep the trees."""

from __future__ import annotations

from pathlib import Path

from rules_engine.x610z.pool import POOLS, compile_row, read_rows, row_key

from .compiled import FILE, encode


def main() -> None:
    """Write the file of compiled texts beside the act files."""
    acts = dict.fromkeys(act for acts in POOLS.values() for act in acts)
    rows = [row for act in acts for row in read_rows(act) if not row.get("manual")]
    Path(__file__).with_name(FILE).write_bytes(encode({row_key(row): compile_row(row) for row in rows}))


if __name__ == "__main__":
    main()
