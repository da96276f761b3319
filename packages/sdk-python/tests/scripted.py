"""A fake of the connections, clients of both kinds over it, and a clock that passes at once."""

import asyncio
import inspect
import json
import unittest
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from unittest import mock
from urllib.parse import parse_qs, urlsplit

from nsimbi import AsyncNsimbi, HttpRequest, HttpResponse, Nsimbi, RequestNotSentError
from nsimbi._async import _effects as async_effects
from nsimbi._sync import _effects as sync_effects

API_KEY = "nsk_test_abcdefghijkl.0123456789012345678901234567890123456789"
BASE_URL = "https://pay.example.ug"
VECTORS = Path(__file__).parents[2] / "vectors"

Step = Callable[[HttpRequest], Any]


def read_vectors(name: str) -> Any:
    """Reads a file of packages/vectors, of which the README says what it holds."""
    return json.loads((VECTORS / name).read_text("utf-8"))


class ScriptedHttp:
    """Does one step for each request, the last one again and again, and keeps what it received."""

    def __init__(self, *steps: Step) -> None:
        self._steps = steps
        self.sent: list[HttpRequest] = []
        self.is_closed = False

    def send(self, request: HttpRequest) -> HttpResponse:
        self.sent.append(request)
        return self._steps[min(len(self.sent), len(self._steps)) - 1](request)

    open = send

    def close(self) -> None:
        self.is_closed = True

    @property
    def keys(self) -> list[str | None]:
        return [request.headers.get("Idempotency-Key") for request in self.sent]

    @property
    def queries(self) -> list[dict[str, str]]:
        queries = [parse_qs(urlsplit(request.url).query) for request in self.sent]
        return [{name: values[0] for name, values in query.items()} for query in queries]


def responds(status: int, body: object, headers: Mapping[str, str] | None = None) -> Step:
    """A step that responds with a JSON body."""
    response = HttpResponse(status, headers or {}, json.dumps(body).encode())
    return lambda _: response


def succeeds(data: object) -> Step:
    """A step that responds as the service does after a success."""
    return responds(200, {"success": True, "message": "Done.", "data": data})


def fails(status: int, code: str, headers: Mapping[str, str] | None = None, data: object = None) -> Step:
    """A step that responds as the service does after a failure."""
    body = {"success": False, "message": "What to do.", "code": code, "request_id": "req-1"}
    return responds(status, body if data is None else {**body, "data": data}, headers)


def breaks(error: Exception) -> Step:
    """A step in which the connection breaks."""

    def step(_: HttpRequest) -> HttpResponse:
        raise error

    return step


def is_refused(_: HttpRequest) -> HttpResponse:
    """A step in which there is no connection."""
    raise RequestNotSentError("no connection") from ConnectionRefusedError("refused")


is_reset = breaks(ConnectionResetError("reset"))
is_silent = breaks(TimeoutError("timed out"))


class BothClients(unittest.TestCase):
    """Tests of behaviour that both clients have. Subclasses say which of them it is."""

    client_class: Any
    # False for tests that wait for a service.
    passes_pauses = True

    def setUp(self) -> None:
        self.loop = asyncio.Runner()
        self.addCleanup(self.loop.close)
        if self.passes_pauses:
            self._pass_pauses()

    def _pass_pauses(self) -> None:
        """Pauses pass at once, and move the clock."""
        self.pauses: list[float] = []
        self.now = 0.0

        def pause(seconds: float) -> None:
            self.pauses.append(seconds)
            self.now += seconds

        async def async_pause(seconds: float) -> None:
            pause(seconds)

        for effects, fake in ((sync_effects, pause), (async_effects, async_pause)):
            for name, value in (("pause", fake), ("monotonic", lambda: self.now)):
                patch = mock.patch.object(effects, name, value)
                patch.start()
                self.addCleanup(patch.stop)

    def client_of(self, *steps: Step, **options: Any) -> tuple[Any, ScriptedHttp]:
        http = ScriptedHttp(*steps)
        return self.made_client(**{"api_key": API_KEY, "base_url": BASE_URL, "http": http, **options}), http

    def made_client(self, **options: Any) -> Any:
        """A client that is closed at the end of the test."""
        client = self.client_class(**options)
        self.addCleanup(lambda: self.result(client.aclose() if isinstance(client, AsyncNsimbi) else client.close()))
        return client

    def result(self, returned: Any) -> Any:
        """What a method gives, of either client."""

        async def awaited() -> Any:
            return await returned

        return self.loop.run(awaited()) if inspect.isawaitable(returned) else returned

    def error_of(self, call: Callable[[], Any]) -> Any:
        """The error of a call that must fail."""
        try:
            self.result(call())
        except Exception as error:
            return error
        raise AssertionError("it succeeded")

    def items(self, iterator: Any, take: int | None = None) -> list[Any]:
        """The items of an iterator of either client, at most `take`."""
        found: list[Any] = []

        async def collect() -> None:
            async for item in iterator:
                found.append(item)
                if len(found) == take:
                    return

        if hasattr(iterator, "__anext__"):
            self.loop.run(collect())
            return found
        for item in iterator:
            found.append(item)
            if len(found) == take:
                break
        return found


def for_both_clients(cases: type[BothClients]) -> tuple[type[BothClients], type[BothClients]]:
    """The same tests for the client that waits and for the async client."""
    return (
        type(f"Sync{cases.__name__}", (cases,), {"client_class": Nsimbi, "__module__": cases.__module__}),
        type(f"Async{cases.__name__}", (cases,), {"client_class": AsyncNsimbi, "__module__": cases.__module__}),
    )
