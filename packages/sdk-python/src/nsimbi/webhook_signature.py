"""Verifies that a request to your receiver is a delivery of the service."""

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from .types import Event

SignatureScheme = Literal["standard", "service"]
"""- `standard`: `webhook-signature`, which also covers the time and so refuses old recordings.
- `service`: `X-Service-Signature`, which covers the body alone.
"""

WebhookRefusal = Literal[
    "no_signature",
    "bad_timestamp",
    "timestamp_too_old",
    "timestamp_too_new",
    "wrong_signature",
    "bad_payload",
]
"""Why a delivery was refused.

- `no_signature`: no accepted signature, or a part of it is missing. Not from the service.
- `bad_timestamp`: the time is no number of seconds.
- `timestamp_too_old`, `timestamp_too_new`: an old recording, or a wrong clock.
- `wrong_signature`: another secret, or the body was changed, also by a parser.
- `bad_payload`: signed, and no event.
"""


class WebhookVerificationError(Exception):
    """A request that must not be handled. Respond 400."""

    def __init__(self, reason: WebhookRefusal, message: str) -> None:
        super().__init__(message)
        self.reason = reason

    def __reduce__(self) -> tuple[type["WebhookVerificationError"], tuple[WebhookRefusal, str]]:
        return type(self), (self.reason, str(self))


def verify_webhook(
    *,
    payload: bytes | bytearray | memoryview | str,
    headers: Mapping[str, str] | Iterable[tuple[str, str]],
    secrets: str | Iterable[str],
    tolerance_seconds: float = 300,
    now: float | None = None,
    schemes: Iterable[SignatureScheme] = ("standard", "service"),
    brand: str = "Service",
) -> Event:
    """Verifies that a request is a delivery of the service, and gives its event.

    `payload` is the body as it was received, before anything parsed it. `headers` are those of the request, names in
    any case. `secrets` is the webhook's secret, `whsec_` included; while it is rolled the old and the new one.
    `tolerance_seconds` is how far the delivery's time may be from `now`, which is Unix seconds and by default the
    clock. `schemes` says which signatures are accepted; where both are accepted and present, the standard one decides.
    `brand` is `NSIMBI_BRAND` of the installation, the middle of the `X-Service-` headers.

    Raises WebhookVerificationError when it is not; TypeError or ValueError when payload or secrets are not what they
    must be, which is a mistake of the receiver and not of the request.
    """
    body = _bytes_of(payload)
    keys = _checked_secrets(secrets)
    accepted = set(schemes)
    header = _headers_by_name(headers)
    now_seconds = int(time.time() if now is None else now)
    standard = header.get("webhook-signature")
    prefix = f"x-{brand.lower()}-"
    service = [header[name] for name in (f"{prefix}signature", f"{prefix}signature-new") if name in header]
    if "standard" in accepted and standard is not None:
        delivery_id, timestamp = header.get("webhook-id"), header.get("webhook-timestamp")
        if delivery_id is None or timestamp is None:
            raise _no_signature()
        _check_time(timestamp, now_seconds, tolerance_seconds)
        signed = _utf8(f"{delivery_id}.{timestamp}.") + body
        _check_signature(standard.split(" "), [_standard_signature(secret, signed) for secret in keys])
    elif "service" in accepted and service:
        timestamp = header.get(f"{prefix}timestamp")
        if timestamp is None:
            raise _no_signature()
        _check_time(timestamp, now_seconds, tolerance_seconds)
        _check_signature(service, [_service_signature(secret, body) for secret in keys])
    else:
        raise _no_signature()
    return _event_in(body)


def _bytes_of(payload: object) -> bytes:
    if isinstance(payload, str):
        return payload.encode("utf-8")
    if isinstance(payload, bytes | bytearray | memoryview):
        return bytes(payload)
    raise TypeError("payload must be the raw body, str or bytes, and not what a parser made of it")


def _checked_secrets(secrets: str | Iterable[str]) -> list[str]:
    found = [secrets] if isinstance(secrets, str) else list(secrets)
    # With an empty secret anybody could sign, so a setting that is missing must not pass.
    if not found or not all(_is_secret(secret) for secret in found):
        raise ValueError("secrets must be whole secrets of webhooks, which begin with whsec_")
    return found


def _is_secret(secret: object) -> bool:
    return isinstance(secret, str) and re.fullmatch(r"whsec_[A-Za-z0-9+/]{32,}={0,2}", secret) is not None


def _headers_by_name(headers: Mapping[str, str] | Iterable[tuple[str, str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    # The headers of http.server and of some frameworks have the method without being a Mapping.
    items = getattr(headers, "items", None)
    pairs: Any = headers if items is None else items()
    for name, value in pairs:
        known = found.get(name.lower())
        # As servers join headers of one name.
        found[name.lower()] = value if known is None else f"{known}, {value}"
    return found


def _check_time(timestamp: str, now_seconds: int, tolerance_seconds: float) -> None:
    if re.fullmatch(r"[0-9]{1,12}", timestamp) is None:
        raise WebhookVerificationError("bad_timestamp", "The time of the delivery is not a number of seconds.")
    age_seconds = now_seconds - int(timestamp)
    if age_seconds > tolerance_seconds:
        raise WebhookVerificationError("timestamp_too_old", f"The delivery is {age_seconds} seconds old.")
    if -age_seconds > tolerance_seconds:
        message = f"The delivery is {-age_seconds} seconds in the future."
        raise WebhookVerificationError("timestamp_too_new", message)


def _standard_signature(secret: str, signed: bytes) -> str:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        raise ValueError("secrets must be whole secrets of webhooks, as the service gave them") from None
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def _service_signature(secret: str, body: bytes) -> str:
    return "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def _check_signature(given: list[str], expected: list[str]) -> None:
    # Every pair is compared: how long it takes does not say which one was right.
    matches = [hmac.compare_digest(_utf8(one), other.encode()) for one in given for other in expected]
    if not any(matches):
        message = "The signature is not one of these bytes with these secrets."
        raise WebhookVerificationError("wrong_signature", message)


def _utf8(header: str) -> bytes:
    """A header can have any characters, and must be refused and not fail."""
    return header.encode("utf-8", "surrogatepass")


def _no_signature() -> WebhookVerificationError:
    return WebhookVerificationError("no_signature", "The request has no signature that is accepted.")


def _event_in(body: bytes) -> Event:
    try:
        event = json.loads(body.decode("utf-8"))
    except (ValueError, RecursionError):
        raise WebhookVerificationError("bad_payload", "The body is not JSON.") from None
    if (
        not isinstance(event, dict)
        or not isinstance(event.get("id"), str)
        or not isinstance(event.get("type"), str)
        or not isinstance(event.get("data"), dict)
    ):
        raise WebhookVerificationError("bad_payload", "The body is not an event.")
    return event  # type: ignore[return-value]
