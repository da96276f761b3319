"""What the client waits for: requests and pauses."""

import time

from .._http import Http as Http
from .._http import HttpStream as HttpStream

pause = time.sleep
monotonic = time.monotonic
"""Seconds."""


def sender_over(http: Http) -> Http:
    """What the client sends its requests with."""
    return http
