"""The stream and the feed of events."""

import json
import unittest
from collections.abc import Iterable, Mapping
from typing import Any

from nsimbi import HttpRequest
from nsimbi._server_sent_events import BlockReader, StreamBlock
from nsimbi.errors import ConnectionError, PermissionError, ServerError

from .scripted import BothClients, Step, for_both_clients, is_refused, is_reset, responds


class FakeStream:
    """A stream that gives pieces, and then ends or breaks."""

    def __init__(self, status: int, headers: Mapping[str, str], pieces: Iterable[bytes], end: Exception | None) -> None:
        self.status = status
        self.headers = headers
        self.is_closed = False
        self._pieces = iter(pieces)
        self._end = end

    def read(self, timeout_seconds: float) -> bytes:
        piece = next(self._pieces, None)
        if piece is not None:
            return piece
        if self._end is not None:
            raise self._end
        return b""

    def close(self) -> None:
        self.is_closed = True


def streams(*pieces: str, end: Exception | None = None, opened: list[FakeStream] | None = None) -> Step:
    """A step that opens a stream."""

    def step(_: HttpRequest) -> Any:
        stream = FakeStream(200, {}, [piece.encode() for piece in pieces], end)
        if opened is not None:
            opened.append(stream)
        return stream

    return step


def refuses(status: int, code: str, headers: Mapping[str, str] | None = None) -> Step:
    """A step that responds with a failure instead of a stream."""
    body = json.dumps({"success": False, "message": "What to do.", "code": code}).encode()
    return lambda _: FakeStream(status, headers or {}, [body[:9], body[9:]], None)


def block(sequence: int) -> str:
    return f'id: {sequence}\nevent: wallet.credited\ndata: {{"sequence":{sequence}}}\n\n'


class Stream(BothClients):
    def sequences(self, stream: Any, take: int) -> list[int]:
        return [event["sequence"] for event in self.items(stream, take)]

    def test_it_has_no_gap_and_no_repeat_when_its_connection_ends_breaks_or_is_refused_for_a_time(self) -> None:
        client, http = self.client_of(
            streams("retry: 1000\nid: 4\n\n", block(5), block(6)),
            is_reset,
            refuses(503, "database_unavailable", {"retry-after": "2"}),
            streams(block(7), ": alive\nid: 9\n\n", end=ConnectionResetError("reset")),
            streams(block(10), block(11)),
        )
        stream = client.events.stream(events=["wallet.credited", "wallet.debited"])
        self.assertEqual(self.sequences(stream, 4), [5, 6, 7, 10])
        self.assertEqual([query.get("after") for query in http.queries], [None, "6", "6", "6", "9"])
        self.assertEqual(http.queries[0]["events"], "wallet.credited,wallet.debited")
        self.assertGreaterEqual(max(self.pauses), 2)

    def test_it_begins_after_the_sequence_that_is_given(self) -> None:
        client, http = self.client_of(streams(block(8)))
        self.assertEqual(self.sequences(client.events.stream(after=7), 1), [8])
        self.assertEqual(http.queries, [{"after": "7"}])

    def test_it_ends_without_an_error_when_it_is_closed_and_closes_its_connection(self) -> None:
        opened: list[FakeStream] = []
        client, _ = self.client_of(streams(block(5), block(6), opened=opened))
        stream = client.events.stream()
        self.assertEqual(self.sequences(stream, 1), [5])
        self.result(stream.aclose() if hasattr(stream, "aclose") else stream.close())
        self.assertEqual(self.items(stream), [])
        self.assertTrue(opened[0].is_closed)

    def test_it_is_opened_again_when_nothing_came_for_three_times_the_time_of_a_sign_of_life(self) -> None:
        opened: list[FakeStream] = []
        silent = streams(block(5), end=TimeoutError("timed out"), opened=opened)
        client, http = self.client_of(silent, streams(block(6)))
        self.assertEqual(self.sequences(client.events.stream(), 2), [5, 6])
        self.assertEqual(http.queries[1]["after"], "5")
        self.assertTrue(opened[0].is_closed)

    def test_of_a_key_without_the_permission_it_fails_at_once(self) -> None:
        client, http = self.client_of(refuses(403, "forbidden"))
        error = self.error_of(lambda: self.items(client.events.stream()))
        self.assertIs(type(error), PermissionError)
        self.assertEqual(error.code, "forbidden")
        self.assertEqual(len(http.sent), 1)

    def test_of_a_service_that_was_never_reached_it_fails_after_some_tries(self) -> None:
        client, http = self.client_of(is_refused)
        self.assertIs(type(self.error_of(lambda: self.items(client.events.stream()))), ConnectionError)
        self.assertEqual(len(http.sent), 4)

    def test_an_event_that_is_not_json_is_an_error(self) -> None:
        client, _ = self.client_of(streams("id: 5\ndata: {\n\n"))
        self.assertIs(type(self.error_of(lambda: self.items(client.events.stream()))), ServerError)

    def test_a_block_that_never_ends_is_not_kept(self) -> None:
        client, http = self.client_of(streams(*["x" * 65_536] * 20), streams(block(5)))
        self.assertEqual(self.sequences(client.events.stream(), 1), [5])
        self.assertEqual(len(http.sent), 2)


class Feed(BothClients):
    def test_it_is_read_page_by_page_from_a_sequence_on(self) -> None:
        def page(sequences: list[int], following: str, more: bool) -> Step:
            pagination = {"next_cursor": following, "has_more": more}
            data = [{"sequence": sequence} for sequence in sequences]
            return responds(200, {"success": True, "data": data, "pagination": pagination})

        client, http = self.client_of(page([4, 5], "5", True), page([6], "6", False))
        events = self.items(client.events.iterate(after=3, limit=2))
        self.assertEqual([event["sequence"] for event in events], [4, 5, 6])
        self.assertEqual(http.queries, [{"after": "3", "limit": "2"}, {"after": "5", "limit": "2"}])


class Blocks(unittest.TestCase):
    text = ": hello\r\nid: 1\r\ndata: a\r\ndata:b\r\n\r\nid: 2\ndata: é\n\n\n: alive\rid: 3\r\rdata\n\ndata: not ended"
    expected = [StreamBlock("1", "a\nb"), StreamBlock("2", "é"), StreamBlock("3", None), StreamBlock(None, "")]

    def test_they_are_the_same_in_pieces_of_any_size(self) -> None:
        text = self.text.encode()
        for size in (1, 2, 3, 7, 1_000):
            with self.subTest(size):
                reader = BlockReader()
                pieces = [text[at : at + size] for at in range(0, len(text), size)]
                self.assertEqual([block for piece in pieces for block in reader.blocks_of(piece)], self.expected)


SyncStream, AsyncStream = for_both_clients(Stream)
SyncFeed, AsyncFeed = for_both_clients(Feed)
del BothClients, Stream, Feed
