"""Z/X: the form of its cards and the rules of its decks. Pure, like every game here; it is not played yet."""
