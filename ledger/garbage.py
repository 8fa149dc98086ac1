"""What a process that lives for days does once, when everything it needs is loaded."""

import gc


def settle() -> None:
    """Take what is loaded out of what Python looks through for garbage.

    Python looks through everything only when a quarter as much has come to it. Beside a whole site that is tens of
    thousands of objects, so what requests leave behind would lie about for an hour, a process grow by megabytes
    meanwhile, and somebody wait for the long look at last. Set apart, what came with the start does not count.
    """
    gc.collect()
    gc.freeze()
    gc.collect()  # this counts anew how much there is to look through
