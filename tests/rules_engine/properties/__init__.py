"""What must hold of every game, anyone who plays it and however."""
