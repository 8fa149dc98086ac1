"""What must hold of every game, whoever plays it and however."""
