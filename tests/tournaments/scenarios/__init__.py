"""Real event days, a file for each: given, when, then, by the pages people use."""
