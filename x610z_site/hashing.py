"""How passwords are hashed here."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class HallArgon2PasswordHasher(Argon2PasswordHasher):
    """Argon2id at OWASP's floor: 19 MiB, 2 passes, 1 lane.

    Django's own default takes 100 MiB and 8 lanes for every sign-in: a hall of players signing in at once would
    need gigabytes. Measured there 169 ms against about 40 ms here.
    """

    memory_cost = 19 * 1024
    time_cost = 2
    parallelism = 1
