"""Games of strangers, each in one folder, for the tests that a new game is a new folder and nothing else."""
