"""Reports of what others wrote or showed, what is decided about them, and what is hidden. Knows kinds of things by a
registry alone: each room says what can be reported in it."""
