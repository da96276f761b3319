"""The decision whether a failed call is repeated. It follows docs/api.md of the service: a call is
repeated only where that cannot do the same thing twice.
"""

import re
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Literal

CallKind = Literal["read", "keyed", "unkeyed"]
"""What a repeat of the call can do.

- `read`: nothing, it only reads.
- `keyed`: nothing twice, because every attempt has the same Idempotency-Key.
- `unkeyed`: it can happen twice, for example a second webhook is created.
"""


@dataclass(frozen=True, slots=True)
class AttemptFailure:
    """How one attempt failed.

    - `not_sent`: the connection was not made, so no byte of the request left.
    - `no_response`: the request left, or may have left, and no whole response arrived.
    - `response`: a response that is not a success; only then the other fields have a meaning.
    """

    kind: Literal["not_sent", "no_response", "response"]
    status: int = 0
    code: str | None = None
    """The `code` of the body; None when the response is not one of the service."""
    has_transaction: bool = False
    """Whether the body names a transaction (`data`)."""
    transaction_status: str | None = None
    retry_after_ms: int | None = None
    """Milliseconds that `Retry-After` asks for, None without the header."""


# The upper bound of the first pause; each later one has twice the bound of the one before.
BACKOFF_FIRST_MS = 500
BACKOFF_MAX_MS = 8_000
# The windows of the rate limits are minutes. Whoever asks for more time gets it from the program,
# not from a call that hangs.
RETRY_AFTER_MAX_MS = 60_000


def decide_retry(
    call: CallKind,
    failure: AttemptFailure,
    retries_done: int,
    retries_max: int,
    random: float,
) -> int | None:
    """Decides whether to repeat a call, and after which pause. Pure.

    The pause is exponential with full jitter, added to `Retry-After` where there is one, so that many
    clients do not return in the same moment.

    `retries_done` is 0 after the first attempt; `random` is from 0 to below 1.
    Returns the pause in milliseconds, or None when the call must not be repeated.
    """
    if retries_done >= retries_max:
        return None
    if not is_repeatable(call, failure):
        return None
    # Above the fourth repeat the bound is the greatest one, so the power does not grow without end.
    bound_ms = min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** min(retries_done, 4))
    jitter_ms = int(random * bound_ms)
    if failure.retry_after_ms is None:
        return jitter_ms
    if failure.retry_after_ms > RETRY_AFTER_MAX_MS:
        return None
    return failure.retry_after_ms + jitter_ms


def is_repeatable(call: CallKind, failure: AttemptFailure) -> bool:
    """Whether the same call, with the same Idempotency-Key where it has one, may be sent again without
    doing the same thing twice, and can then have another result. Pure.
    """
    if failure.kind == "not_sent":
        return True
    if failure.kind == "no_response":
        return call != "unkeyed"
    # The transaction ended and its money is back: the same key would repeat this response for ever.
    if failure.transaction_status == "failed":
        return False
    if failure.status == 409:
        return failure.code == "request_in_progress"
    if call == "unkeyed":
        return _says_that_nothing_happened(failure)
    if failure.status in (408, 429):
        return True
    # A success that cannot be read, for example a page of a proxy: the same key gives the first
    # response again.
    if 200 <= failure.status < 300:
        return True
    return failure.status >= 500


def parse_retry_after(header: str | None, now_ms: int) -> int | None:
    """Reads a `Retry-After` header (RFC 9110 section 10.2.3): whole seconds, or an HTTP date. Pure.

    `now_ms` is milliseconds since 1970, for a date.
    Returns milliseconds from 0, or None when the header is absent or cannot be read.
    """
    if header is None:
        return None
    text = header.strip()
    if re.fullmatch(r"[0-9]{1,9}", text):
        return int(text) * 1_000
    # The parser of dates also reads texts that are no HTTP date.
    if not re.match(r"[A-Z][a-z]{2,8},? ", text):
        return None
    try:
        date_ms = int(parsedate_to_datetime(text).timestamp() * 1_000)
    except (ValueError, OverflowError):
        return None
    return max(0, date_ms - now_ms)


def _says_that_nothing_happened(failure: AttemptFailure) -> bool:
    """Whether a response excludes that the request did anything."""
    if failure.status == 408:
        return failure.code == "request_timeout"
    if failure.retry_after_ms is None:
        return False
    if failure.status == 429:
        return True
    return (
        failure.status == 503
        and failure.code is not None
        and failure.code != "outcome_unknown"
        and not failure.has_transaction
    )
