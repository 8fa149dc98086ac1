"""X610Z: board, cards, rules and deck rules."""
