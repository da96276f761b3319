"""Waiting for the end of a transaction by reading its status."""

import random
from collections.abc import Callable
from typing import Any, TypeVar

from .._call import CallOptions, checked_timeout
from .._waiting import pause_between_reads
from ..errors import NsimbiError, TimeoutError
from . import _effects

T = TypeVar("T")

READ_SECONDS_MAX = 30.0


def wait_until_final(read: Callable[[CallOptions], T], timeout_seconds: float) -> T:
    """Reads until the status is `completed` or `failed`, as `wait_for`."""
    return wait_for(read, _has_final_status, timeout_seconds)


def _has_final_status(found: Any) -> bool:
    return found.get("status") in ("completed", "failed")


def wait_for(
    read: Callable[[CallOptions], T], is_final: Callable[[T], bool], timeout_seconds: float
) -> T:
    """Reads until what is read is final. Failures that pass, such as a lost connection or a rate
    limit, do not end it.

    Returns what was read last.
    Raises TimeoutError with the code `not_final_in_time`; NsimbiError when a read fails for good.
    """
    end = _effects.monotonic() + checked_timeout(timeout_seconds)
    last: Any = "unknown"
    reads_done = 0
    while True:
        reads_done += 1
        retry_after = 0.0
        try:
            left = max(0.001, end - _effects.monotonic())
            found: Any = read({"timeout_seconds": min(READ_SECONDS_MAX, left), "max_retries": 0})
            last = found.get("status")
            if is_final(found):
                return found  # type: ignore[no-any-return]
        except NsimbiError as error:
            if not error.is_retryable:
                raise
            retry_after = error.retry_after_seconds or 0.0
        left = end - _effects.monotonic()
        if left <= retry_after:
            message = f"The status was still {last} after {timeout_seconds:g} seconds."
            raise TimeoutError(message, code="not_final_in_time", is_retryable=True)
        _effects.pause(min(left, max(retry_after, pause_between_reads(reads_done, random.random()))))
