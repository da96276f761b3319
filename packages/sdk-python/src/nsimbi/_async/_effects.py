"""What the async client waits for: requests, which run in threads of their own, and pauses."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import TypeVar

from .._http import Http, HttpRequest, HttpResponse, HttpStream

T = TypeVar("T")

REQUESTS_AT_ONCE_MAX = 32

pause = asyncio.sleep
monotonic = time.monotonic
"""Seconds."""


class AsyncHttp:
    """An `Http` for a program with an event loop. Not more than 32 requests run at the same time; others wait."""

    def __init__(self, http: Http) -> None:
        self._http = http
        # Not the threads of asyncio.to_thread: there are few of them, and the program needs them too.
        self._threads = ThreadPoolExecutor(REQUESTS_AT_ONCE_MAX, thread_name_prefix="nsimbi")

    async def send(self, request: HttpRequest) -> HttpResponse:
        """See `Http.send`. When the task is cancelled the request goes on in its thread, and its response is lost."""
        return await _in_thread(self._threads, lambda: self._http.send(request))

    async def open(self, request: HttpRequest) -> "AsyncHttpStream":
        """See `Http.open`. The stream has a thread of its own."""
        opening = asyncio.ensure_future(_in_thread(self._threads, lambda: self._http.open(request)))
        try:
            return AsyncHttpStream(await asyncio.shield(opening))
        except asyncio.CancelledError:
            # Nobody else would close a stream that opens after the task was cancelled.
            opening.add_done_callback(_close_opened)
            raise

    async def aclose(self) -> None:
        """Closes the connections that are kept."""
        self._threads.shutdown(wait=False)
        self._http.close()


def sender_over(http: Http) -> AsyncHttp:
    """What the client sends its requests with."""
    return AsyncHttp(http)


class AsyncHttpStream:
    """An `HttpStream` for a program with an event loop."""

    def __init__(self, stream: HttpStream) -> None:
        self.status = stream.status
        self.headers = stream.headers
        self._stream = stream
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="nsimbi-stream")

    async def read(self, timeout_seconds: float) -> bytes:
        """See `HttpStream.read`."""
        try:
            return await _in_thread(self._thread, lambda: self._stream.read(timeout_seconds))
        except asyncio.CancelledError:
            # The thread would read on, and take bytes that the next read needs.
            await self.aclose()
            raise

    async def aclose(self) -> None:
        """See `HttpStream.close`."""
        self._stream.close()
        self._thread.shutdown(wait=False)


def _close_opened(opening: asyncio.Future[HttpStream]) -> None:
    if not opening.cancelled() and opening.exception() is None:
        opening.result().close()


async def _in_thread(threads: Executor, act: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(threads, act)
