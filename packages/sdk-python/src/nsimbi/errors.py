"""The failures of calls, one class for each situation."""

import builtins
import functools
import json
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from ._retry import AttemptFailure, CallKind, is_repeatable, parse_retry_after


class FailedCallData(TypedDict, total=False):
    """The transaction that exists although the call failed. `status` is `failed` when it ended and its
    money is back.
    """

    transaction_id: int
    reference: str
    status: str


class NsimbiError(Exception):
    """Every failure of a call. Use `code` in programs and show `message` to people."""

    message: str
    """What happened, in a sentence."""
    code: str
    """The machine code of the service, or one of this package: `connection_failed`, `timeout`,
    `unexpected_response`, `not_final_in_time`."""
    status: int | None
    """The HTTP status, None when no response arrived."""
    fields: Mapping[str, Sequence[str]]
    """Per wrong field of a request, sentences that say what it must be."""
    data: FailedCallData | None
    """The transaction that exists although the call failed, None when the response names none."""
    request_id: str | None
    """Quote it in questions to support."""
    retry_after_seconds: float | None
    """Seconds after which the service allows another attempt, None when it does not say."""
    idempotency_key: str | None
    """The key of a call that moves money, also when this package chose it: send the same call with it to
    continue. None for other calls."""
    is_retryable: bool
    """Whether the same call, with the same idempotency key, can be made again without doing the same
    thing twice."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        is_retryable: bool,
        status: int | None = None,
        fields: Mapping[str, Sequence[str]] | None = None,
        data: FailedCallData | None = None,
        request_id: str | None = None,
        retry_after_seconds: float | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.status = status
        self.fields = fields if fields is not None else {}
        self.data = data
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds
        self.idempotency_key = idempotency_key
        self.is_retryable = is_retryable

    def __reduce__(self) -> tuple[Any, ...]:
        # Queues of jobs send errors between processes, and must not lose the idempotency key.
        details: dict[str, Any] = {
            "code": self.code,
            "is_retryable": self.is_retryable,
            "status": self.status,
            "fields": self.fields,
            "data": self.data,
            "request_id": self.request_id,
            "retry_after_seconds": self.retry_after_seconds,
            "idempotency_key": self.idempotency_key,
        }
        return functools.partial(type(self), self.message, **details), ()


class AuthenticationError(NsimbiError):
    """401: the key is wrong, expired or revoked."""


class PermissionError(NsimbiError, builtins.PermissionError):
    """403: the key may not do this, or not from this address. Also a built-in PermissionError."""


class ValidationError(NsimbiError):
    """400, 405, 413, 415, 422: the request, or a rule of the business such as `insufficient_funds`, does
    not allow it.
    """


class NotFoundError(NsimbiError):
    """404, also for objects of other clients."""


class ConflictError(NsimbiError):
    """409: a request with this Idempotency-Key is still running; or the key was used with another body."""


class RateLimitError(NsimbiError):
    """429: more requests than the limit allows."""


class ServerError(NsimbiError):
    """500 to 599, and responses that are not those of the service."""


class ConnectionError(NsimbiError, builtins.ConnectionError):
    """No whole response arrived. For a payment it is not known whether it was made: continue with the
    same idempotency key. Also a built-in ConnectionError.
    """


class TimeoutError(NsimbiError, builtins.TimeoutError):
    """No response within the time limit, or the service did not receive the request in time (408). Also
    a built-in TimeoutError.
    """


def error_of_response(
    call: CallKind,
    status: int,
    headers: Mapping[str, str],
    body: str,
    idempotency_key: str | None,
    now_ms: int,
) -> tuple[NsimbiError, AttemptFailure]:
    """The error of a response that is not a success, and the failure for the decision to repeat. Pure.

    `headers` has names in lower case; `now_ms` is milliseconds since 1970, for a `Retry-After` that is
    a date.
    """
    failed = _failure_body(body)
    data = _object_of(failed.get("data"))
    code = failed.get("code")
    transaction_status = data.get("status") if data is not None else None
    retry_after_ms = parse_retry_after(headers.get("retry-after"), now_ms)
    failure = AttemptFailure(
        kind="response",
        status=status,
        code=code,
        has_transaction=data is not None,
        transaction_status=transaction_status if isinstance(transaction_status, str) else None,
        retry_after_ms=retry_after_ms,
    )
    known_code = code if code is not None else "unexpected_response"
    request_id = failed.get("request_id")
    error = _class_of(status, known_code)(
        failed.get("message", f"HTTP status {status} with a body that is not one of the service."),
        code=known_code,
        status=status,
        fields=_field_errors(failed.get("errors")),
        data=data,  # type: ignore[arg-type]
        request_id=headers.get("x-request-id", request_id if isinstance(request_id, str) else None),
        retry_after_seconds=None if retry_after_ms is None else retry_after_ms / 1_000,
        idempotency_key=idempotency_key,
        is_retryable=is_repeatable(call, failure),
    )
    return error, failure


_CLASS_BY_STATUS: Mapping[int, type[NsimbiError]] = {
    401: AuthenticationError,
    403: PermissionError,
    404: NotFoundError,
    408: TimeoutError,
    409: ConflictError,
    429: RateLimitError,
}


def _class_of(status: int, code: str) -> type[NsimbiError]:
    if code == "idempotency_key_reused":
        return ConflictError
    by_default = ValidationError if 400 <= status < 500 else ServerError
    return _CLASS_BY_STATUS.get(status, by_default)


def _failure_body(text: str) -> dict[str, Any]:
    """The body of a failure; empty when it is something else, such as a page of a proxy."""
    try:
        body = _object_of(json.loads(text))
    except (ValueError, RecursionError):
        return {}
    if body is None or not isinstance(body.get("code"), str) or not isinstance(body.get("message"), str):
        return {}
    return body


def _field_errors(value: object) -> dict[str, list[str]]:
    return {name: found for name, found in (_object_of(value) or {}).items() if isinstance(found, list)}


def _object_of(value: object) -> dict[str, Any] | None:
    return value if isinstance(value, dict) else None
