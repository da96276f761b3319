"""What a call sends, and what its attempts mean. Everything here is pure."""

import builtins
import datetime as dates
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict
from urllib.parse import quote_plus, urlencode

from ._http import USER_AGENT, HttpRequest, HttpResponse, RequestNotSentError
from ._retry import AttemptFailure, CallKind, is_repeatable
from .errors import ConnectionError, NsimbiError, ServerError, TimeoutError, ValidationError, error_of_response

SAFE_INTEGER_MAX = 2**53 - 1

Moment = str | dates.date | dates.datetime
"""A time of a query: ISO 8601, a date, or a time with a zone."""


class CallOptions(TypedDict, total=False):
    """Options of every call."""

    timeout_seconds: float
    """For one attempt, from its start to the end of the response. Default: the client's."""
    max_retries: int
    """How often the call is repeated after a failure. Default: the client's."""
    request_id: str
    """Your own id of the request, sent as `X-Request-Id`."""


class MoneyCallOptions(CallOptions, total=False):
    """Options of a call that moves money."""

    idempotency_key: str
    """1 to 255 visible ASCII characters. Default: a random UUID for each call, the same for all attempts of this
    call."""


@dataclass(frozen=True, slots=True)
class CallSettings:
    """The options of one call; what is None comes from the client."""

    timeout_seconds: float | None = None
    max_retries: int | None = None
    request_id: str | None = None
    idempotency_key: str | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """One operation of the API with its values. Values that are None are left out."""

    method: Literal["GET", "POST", "PUT", "DELETE"]
    path: str
    """From the base address, with its parameters already in it."""
    kind: CallKind
    query: Mapping[str, object] = field(default_factory=dict)
    body: Mapping[str, object] | None = None
    """Sent as JSON."""
    accept: str = "application/json"
    is_public: bool = False
    """True for the public operations, which must not receive the key."""
    also_answers: int | None = None
    """A status besides 200 that is an answer and no failure."""

    @property
    def name(self) -> str:
        """The operation, for messages."""
        return f"{self.method} {self.path}"


def settings_of(call: Call, options: Mapping[str, Any]) -> CallSettings:
    """Checks the options of a call.

    Raises TypeError or ValueError for options that no call can have, and ValidationError for an idempotency key
    or a request id that cannot be sent.
    """
    settings = CallSettings(**options)
    if settings.idempotency_key is not None and call.kind != "keyed":
        raise TypeError(f"{call.name} moves no money, so it has no idempotency_key")
    if settings.timeout_seconds is not None:
        checked_timeout(settings.timeout_seconds)
    if settings.max_retries is not None:
        checked_retries(settings.max_retries)
    if settings.idempotency_key is not None and not _matches(r"[\x21-\x7e]{1,255}", settings.idempotency_key):
        raise _invalid_value("idempotency_key", "must be 1 to 255 visible ASCII characters", None)
    if settings.request_id is not None and not _matches(r"[\x20-\x7e]+", settings.request_id):
        raise _invalid_value("request_id", "must be ASCII characters", settings.idempotency_key)
    return settings


def checked_timeout(seconds: float) -> float:
    """Raises ValueError when it is not a number of seconds above 0."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds < float("inf"):
        raise ValueError("timeout_seconds must be a number of seconds above 0")
    return seconds


def checked_retries(times: int) -> int:
    """Raises ValueError when it is not a whole number from 0."""
    if isinstance(times, bool) or not isinstance(times, int) or times < 0:
        raise ValueError("max_retries must be a whole number from 0")
    return times


def request_of(
    call: Call,
    base_url: str,
    api_key: str,
    timeout_seconds: float,
    idempotency_key: str | None,
    request_id: str | None,
) -> HttpRequest:
    """The request of every attempt of a call.

    Raises ValidationError, with the idempotency key, when a value cannot be sent.
    """
    headers = {"Accept": call.accept, "User-Agent": USER_AGENT}
    if not call.is_public:
        headers["Authorization"] = f"Bearer {api_key}"
    if idempotency_key is not None:
        headers["Idempotency-Key"] = idempotency_key
    if request_id is not None:
        headers["X-Request-Id"] = request_id
    body = None
    if call.body is not None:
        headers["Content-Type"] = "application/json"
        body = _json_of(call.body, idempotency_key)
    return HttpRequest(
        method=call.method,
        url=f"{base_url}{call.path}{query_text(call.query)}",
        headers=headers,
        body=body,
        timeout_seconds=timeout_seconds,
        needs_new_connection=call.kind == "unkeyed",
    )


def query_text(query: Mapping[str, object]) -> str:
    """A query with its `?`, or nothing. Times become ISO 8601 in UTC."""
    parameters = {name: _text_of(name, value) for name, value in query.items() if value is not None}
    return f"?{urlencode(parameters, quote_via=quote_plus)}" if parameters else ""


def id_in_path(number: int) -> str:
    """An id in a path. Only whole numbers from 0 are ids; another text could lead to another operation.

    Raises ValidationError for anything else.
    """
    if not _is_whole(number):
        raise _invalid_value("id", "must be a whole number from 0", None)
    return str(number)


def success_in(response: HttpResponse, call: Call) -> dict[str, Any] | None:
    """The object of a success, or None. The public operations respond without `success`."""
    try:
        value = json.loads(response.body.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    success = value.get("success")
    return value if success is True or (call.is_public and success is None) else None


def failure_of_response(
    call: Call, response: HttpResponse, idempotency_key: str | None, now_ms: int
) -> tuple[NsimbiError, AttemptFailure]:
    """The error of a response that is not what the call expects; `now_ms` is milliseconds since 1970."""
    text = response.body.decode("utf-8", "replace")
    return error_of_response(call.kind, response.status, response.headers, text, idempotency_key, now_ms)


def failure_without_response(
    call: Call, cause: Exception, timeout_seconds: float, idempotency_key: str | None
) -> tuple[NsimbiError, AttemptFailure]:
    """The error of an attempt for which there is no whole response."""
    was_sent = not isinstance(cause, RequestNotSentError)
    reason = cause if was_sent else cause.__cause__ or cause
    failure = AttemptFailure("no_response" if was_sent else "not_sent")
    is_retryable = is_repeatable(call.kind, failure)
    error: NsimbiError
    if isinstance(reason, builtins.TimeoutError):
        message = f"{call.name} had no response within {timeout_seconds:g} seconds."
        error = TimeoutError(message, code="timeout", idempotency_key=idempotency_key, is_retryable=is_retryable)
    else:
        message = f"{call.name}: {reason or type(reason).__name__}."
        error = ConnectionError(
            message, code="connection_failed", idempotency_key=idempotency_key, is_retryable=is_retryable
        )
    error.__cause__ = cause
    return error, failure


def unexpected_response(message: str) -> ServerError:
    """The error for a response with HTTP 200 that does not keep to the contract."""
    return ServerError(message, code="unexpected_response", status=200, is_retryable=False)


def _json_of(body: Mapping[str, object], idempotency_key: str | None) -> bytes:
    amount = body.get("amount")
    if amount is not None and not _is_whole(amount):
        rule = "must be whole shillings, an int from 0 to 2^53 - 1"
        raise _invalid_value("amount", rule, idempotency_key)
    sent = {
        name: _text_of(name, value) if isinstance(value, dates.date) else value
        for name, value in body.items()
        if value is not None
    }
    return json.dumps(sent, separators=(",", ":"), allow_nan=False).encode("ascii")


def _text_of(name: str, value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dates.datetime):
        if value.tzinfo is None:
            raise _invalid_value(name, "must have a time zone, for example datetime.now(timezone.utc)", None)
        in_utc = value.astimezone(dates.UTC)
        return in_utc.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, dates.date):
        return value.isoformat()
    return str(value)


def _is_whole(number: object) -> bool:
    """Whether a number is sent as it was meant: a float such as 25000.0 may be one that was rounded."""
    return isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= SAFE_INTEGER_MAX


def _matches(form: str, text: object) -> bool:
    return isinstance(text, str) and re.fullmatch(form, text) is not None


def _invalid_value(name: str, rule: str, idempotency_key: str | None) -> ValidationError:
    return ValidationError(
        f"{name} {rule}.",
        code="invalid_request",
        fields={name: [f"{rule}."]},
        idempotency_key=idempotency_key,
        is_retryable=False,
    )
