"""Sends calls, and repeats them where that is safe."""

import random
import time
import uuid
from collections.abc import Callable, Mapping
from typing import Any

from .._call import (
    Call,
    CallSettings,
    failure_of_response,
    failure_without_response,
    request_of,
    settings_of,
    success_in,
)
from .._http import HttpRequest, HttpResponse, RequestNotSentError
from .._retry import AttemptFailure, decide_retry
from ..errors import NsimbiError
from . import _effects
from ._effects import AsyncHttp, AsyncHttpStream


class AsyncTransport:
    """What all operations of a client share."""

    def __init__(self, api_key: str, base_url: str, timeout_seconds: float, max_retries: int, http: AsyncHttp) -> None:
        self._api_key = api_key
        self._base_url = base_url
        self._timeout_seconds = timeout_seconds
        self._max_retries = max_retries
        self._http = http

    async def json(self, call: Call, options: Mapping[str, Any]) -> Any:
        """Sends a call and gives the object of the response's body. Raises NsimbiError."""
        body, _ = await self.json_with_headers(call, options)
        return body

    async def data(self, call: Call, options: Mapping[str, Any]) -> Any:
        """Sends a call and gives the `data` of the response's body. Raises NsimbiError."""
        body = await self.json(call, options)
        return body.get("data")

    async def json_with_headers(self, call: Call, options: Mapping[str, Any]) -> tuple[Any, Mapping[str, str]]:
        """As `json`, with the headers; their names are in lower case."""
        response = await self._send(call, options, lambda received: success_in(received, call) is not None)
        return success_in(response, call), response.headers

    async def content(self, call: Call, content_type: str, options: Mapping[str, Any]) -> bytes:
        """Sends a call and gives the bytes of the response's body, which must have this type. Raises NsimbiError."""
        response = await self._send(
            call, options, lambda received: received.headers.get("content-type", "").startswith(content_type)
        )
        return response.body

    async def open(self, call: Call, timeout_seconds: float) -> AsyncHttpStream:
        """Opens a response of which the body stays open. One attempt: whoever reads a stream decides when to open it
        again. Raises NsimbiError.
        """
        request = request_of(call, self._base_url, self._api_key, timeout_seconds, None, None)
        try:
            stream = await self._http.open(request)
        except (OSError, RequestNotSentError) as cause:
            error, _ = failure_without_response(call, cause, timeout_seconds, None)
            raise error from cause
        if stream.status == 200:
            return stream
        body = b""
        try:
            while piece := await stream.read(timeout_seconds):
                body += piece
        except OSError:
            # The status says enough.
            pass
        await stream.aclose()
        error, _ = failure_of_response(call, HttpResponse(stream.status, stream.headers, body), None, _now_ms())
        raise error

    async def aclose(self) -> None:
        """Closes the connections that are kept."""
        await self._http.aclose()

    async def _send(
        self, call: Call, options: Mapping[str, Any], is_expected: Callable[[HttpResponse], bool]
    ) -> HttpResponse:
        settings = settings_of(call, options)
        retries_max = self._max_retries if settings.max_retries is None else settings.max_retries
        # Chosen once, before the first attempt: every repeat is the same request to the service.
        idempotency_key = settings.idempotency_key
        if call.kind == "keyed" and idempotency_key is None:
            idempotency_key = str(uuid.uuid4())
        request = self._request_of(call, settings, idempotency_key)
        retries_done = 0
        while True:
            received = await self._attempt(call, request, idempotency_key, is_expected)
            if isinstance(received, HttpResponse):
                return received
            error, failure = received
            pause_ms = decide_retry(call.kind, failure, retries_done, retries_max, random.random())
            if pause_ms is None:
                raise error
            await _effects.pause(pause_ms / 1_000)
            retries_done += 1

    async def _attempt(
        self,
        call: Call,
        request: HttpRequest,
        idempotency_key: str | None,
        is_expected: Callable[[HttpResponse], bool],
    ) -> HttpResponse | tuple[NsimbiError, AttemptFailure]:
        try:
            response = await self._http.send(request)
        except (OSError, RequestNotSentError) as cause:
            return failure_without_response(call, cause, request.timeout_seconds, idempotency_key)
        if response.status in (200, call.also_answers) and is_expected(response):
            return response
        return failure_of_response(call, response, idempotency_key, _now_ms())

    def _request_of(self, call: Call, settings: CallSettings, idempotency_key: str | None) -> HttpRequest:
        timeout_seconds = settings.timeout_seconds
        if timeout_seconds is None:
            timeout_seconds = self._timeout_seconds
        return request_of(call, self._base_url, self._api_key, timeout_seconds, idempotency_key, settings.request_id)


def _now_ms() -> int:
    return int(time.time() * 1_000)
