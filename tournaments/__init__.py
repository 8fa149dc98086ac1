"""Third floor: the hall. One room per noun; see ``docs/house.md``."""
