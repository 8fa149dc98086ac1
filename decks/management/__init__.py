"""Commands of the decks floor."""
