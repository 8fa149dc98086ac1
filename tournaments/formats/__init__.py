"""The ways to play a stage, one folder each: how to pair it, mend it, explain it and show it."""
