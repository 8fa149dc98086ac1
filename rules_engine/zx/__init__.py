"""Z/X, the second game: its cards, the rules of its decks, and the engine of its basic game. Pure, like every game."""
