"""The events of the wallet, as a list and as a stream."""

import json
import random
from collections import deque
from collections.abc import AsyncIterator, Sequence
from types import TracebackType
from typing import Self, Unpack

from .._call import Call, CallOptions, unexpected_response
from .._page import Page
from .._retry import AttemptFailure, decide_retry
from .._server_sent_events import BlockReader, StreamBlock
from ..errors import ConnectionError, NsimbiError
from ..types import Event, EventName
from . import _effects
from ._effects import AsyncHttpStream
from ._pages import items_of_pages, read_page
from ._transport import AsyncTransport

# The service sends something every 15 seconds: after three times that the connection is dead.
SILENCE_SECONDS_MAX = 45.0
# How often in succession the first connection is tried. Once a stream was open, it is opened again for as long as it
# takes.
FIRST_TRIES_MAX = 4


class AsyncEvents:
    """The events of the wallet. The key needs the permission `webhooks:read`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self, *, after: int | None = None, limit: int | None = None, **options: Unpack[CallOptions]
    ) -> Page[Event]:
        """One page, the oldest event first. Continue with `pagination["next_cursor"]` as `after`, also after an empty
        page. Raises NsimbiError.
        """
        call = Call("GET", "/api/v1/events", "read", query={"after": after, "limit": limit})
        return await read_page(self._transport, call, options)

    def iterate(
        self, *, after: int | None = None, limit: int | None = None, **options: Unpack[CallOptions]
    ) -> AsyncIterator[Event]:
        """The events after a sequence up to now, the oldest first. Store the `sequence` of the last one that you
        handled, and continue after it. Raises NsimbiError.
        """

        async def read(following: str | None) -> Page[Event]:
            return await self.list(after=after if following is None else int(following), limit=limit, **options)

        return items_of_pages(read)

    def stream(self, *, after: int | None = None, events: Sequence[EventName] | None = None) -> "AsyncEventStream":
        """The events as they happen, without a gap and without a repeat, also when the connection is lost and made
        again. It gives those after the `sequence` `after`, without it those from now on; and with `events` only those
        of these names.
        """
        return AsyncEventStream(self._transport, after, events)


class AsyncEventStream:
    """An iterator of events that ends only when it is closed.

    Its next event raises NsimbiError when the service refuses the stream, or cannot be reached at the beginning.
    """

    def __init__(self, transport: AsyncTransport, after: int | None, events: Sequence[EventName] | None) -> None:
        self._transport = transport
        self._names = None if events is None else ",".join(events)
        self._last = None if after is None else str(after)
        self._was_open = False
        self._failures = 0
        self._is_closed = False
        self._stream: AsyncHttpStream | None = None
        self._reader = BlockReader()
        self._blocks: deque[StreamBlock] = deque()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Event:
        while not self._is_closed:
            if self._blocks:
                block = self._blocks.popleft()
                event = None if block.data is None else _event_in(block.data)
                # After the event was read, so that one which was not handed out is sent again.
                if block.id:
                    self._last = block.id
                if event is not None:
                    return event
                continue
            try:
                await self._read_blocks()
            except NsimbiError as error:
                await self._disconnect()
                if self._is_closed:
                    break
                if not error.is_retryable or (not self._was_open and self._failures + 1 >= FIRST_TRIES_MAX):
                    raise
                await self._pause_before_opening(error.retry_after_seconds or 0.0)
            except BaseException:
                # After a pause that the program interrupts, the next event comes over a new connection.
                await self._disconnect()
                raise
        raise StopAsyncIteration

    async def aclose(self) -> None:
        """Ends the stream. Another part of the program may do so while it waits for an event."""
        self._is_closed = True
        await self._disconnect()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.aclose()

    async def _read_blocks(self) -> None:
        """Reads the next piece, over a new connection where there is none. Raises NsimbiError, also at the end of a
        connection.
        """
        if self._stream is None:
            query = {"after": self._last, "events": self._names}
            accept = "text/event-stream, application/json"
            call = Call("GET", "/api/v1/events/stream", "read", query=query, accept=accept)
            self._reader = BlockReader()
            self._stream = await self._transport.open(call, SILENCE_SECONDS_MAX)
        stream = self._stream
        if self._is_closed or stream is None:
            raise _lost_stream()
        try:
            piece = await stream.read(SILENCE_SECONDS_MAX)
            blocks = self._reader.blocks_of(piece)
        except (OSError, ValueError) as cause:
            raise _lost_stream() from cause
        if not piece:
            raise _lost_stream()
        if blocks:
            self._was_open = True
            self._failures = 0
            self._blocks.extend(blocks)

    async def _pause_before_opening(self, retry_after: float) -> None:
        """Waits as the other calls do before a repeat, in seconds."""
        pause_ms = decide_retry(
            "read", AttemptFailure("no_response"), self._failures, self._failures + 1, random.random()
        )
        self._failures += 1
        await _effects.pause(retry_after + (pause_ms or 0) / 1_000)

    async def _disconnect(self) -> None:
        stream, self._stream = self._stream, None
        if stream is not None:
            await stream.aclose()


def _event_in(data: str) -> Event:
    try:
        event: Event = json.loads(data)
    except ValueError as cause:
        raise unexpected_response("An event of the stream is not JSON.") from cause
    return event


def _lost_stream() -> ConnectionError:
    return ConnectionError("The connection of the event stream was lost.", code="connection_failed", is_retryable=True)
