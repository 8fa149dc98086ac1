"""Second floor: the card catalogue, deck lists and what a player registered for one tournament."""
