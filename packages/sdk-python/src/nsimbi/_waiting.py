"""How long to pause between two reads of a status."""

TIMEOUT_SECONDS_DEFAULT = 600.0
"""Ten minutes, twice the time that a customer has to answer a prompt."""

# A status may be read 300 times a minute with a key: at five seconds, 25 calls can wait at the same time.
PAUSE_FIRST_SECONDS = 1.0
PAUSE_MAX_SECONDS = 5.0
PAUSE_GROWTH = 1.5


def pause_between_reads(reads_done: int, random: float) -> float:
    """The pause before the next read, between three quarters of the full pause and the full pause, so that waiting
    calls spread. Pure.

    `reads_done` counts from 1; `random` is from 0 to below 1.
    Returns seconds.
    """
    # From the fifth pause on it is the greatest one, so the power does not grow without end.
    full = min(PAUSE_MAX_SECONDS, PAUSE_FIRST_SECONDS * PAUSE_GROWTH ** (min(reads_done, 5) - 1))
    return full * (0.75 + random / 4)
