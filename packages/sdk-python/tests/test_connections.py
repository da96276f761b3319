"""Requests over real sockets."""

import asyncio
import contextlib
import socket
import ssl
import subprocess
import tempfile
import threading
import unittest
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from nsimbi import AsyncNsimbi, HttpConnections, HttpRequest, Nsimbi, NsimbiError, RequestNotSentError
from nsimbi.errors import ConnectionError, TimeoutError

from .scripted import API_KEY

PAYMENT = {"recipient_phone": "256772000001", "amount": 25_000}


class Server:
    """A server that gives each connection to a function, in a thread of its own."""

    def __init__(self, handle: Callable[["Server", socket.socket], None], tls: ssl.SSLContext | None = None) -> None:
        self.requests: list[str] = []
        self.connections: list[socket.socket] = []
        self.ends = threading.Event()
        self._handle = handle
        self._tls = tls
        self._listening = socket.create_server(("127.0.0.1", 0))
        scheme = "http" if tls is None else "https"
        self.base_url = f"{scheme}://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def read_request(self, connection: socket.socket) -> str:
        """The whole text of the next request, empty at the end of the connection."""
        text = b""
        while b"\r\n\r\n" not in text:
            piece = connection.recv(65_536)
            if not piece:
                return ""
            text += piece
        head, _, body = text.partition(b"\r\n\r\n")
        names = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
        while len(body) < int(names.get(b"content-length", b"0")):
            body += connection.recv(65_536)
        request = (head + b"\r\n\r\n" + body).decode()
        self.requests.append(request)
        return request

    def key_of(self, number: int) -> str:
        lines = self.requests[number].split("\r\n")
        return next(line for line in lines if line.lower().startswith("idempotency-key"))

    def close(self) -> None:
        self.ends.set()
        for one in (self._listening, *self.connections):
            with contextlib.suppress(OSError):
                socket.socket.shutdown(one, socket.SHUT_RDWR)
            one.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._listening.accept()
                self.connections.append(connection)
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with contextlib.suppress(OSError):
            if self._tls is None:
                self._handle(self, connection)
                return
            with self._tls.wrap_socket(connection, server_side=True) as encrypted:
                self._handle(self, encrypted)


def response(body: str, *, status: str = "200 OK", length: int | None = None, more: str = "") -> bytes:
    content_length = len(body.encode()) if length is None else length
    return f"HTTP/1.1 {status}\r\nContent-Length: {content_length}\r\n{more}\r\n{body}".encode()


SUCCESS = response('{"success":true,"data":{"transaction_id":42}}')


def answers(server: Server, connection: socket.socket) -> None:
    while server.read_request(connection):
        connection.sendall(SUCCESS)


class Connections(unittest.TestCase):
    def server(self, handle: Callable[[Server, socket.socket], None]) -> Server:
        server = Server(handle)
        self.addCleanup(server.close)
        return server

    def client(self, server: Server, **options: Any) -> Nsimbi:
        client = Nsimbi(api_key=API_KEY, base_url=server.base_url, **options)
        self.addCleanup(client.close)
        return client

    def test_a_connection_is_used_again_by_reads_and_payments(self) -> None:
        server = self.server(answers)
        client = self.client(server)
        for _ in range(2):
            client.wallet.balance()
            client.wallet.send_money(**PAYMENT)
        self.assertEqual([len(server.connections), len(server.requests)], [1, 4])

    def test_a_call_that_can_happen_twice_has_a_new_connection(self) -> None:
        server = self.server(answers)
        client = self.client(server)
        client.wallet.balance()
        client.webhooks.delete(1)
        self.assertEqual(len(server.connections), 2)

    def test_a_connection_that_was_not_used_for_some_seconds_is_not_used_again(self) -> None:
        server = self.server(answers)
        client = self.client(server)
        client.wallet.balance()
        with mock.patch("nsimbi._http.IDLE_SECONDS_MAX", 0):
            client.wallet.balance()
        self.assertEqual(len(server.connections), 2)

    def test_a_connection_that_the_server_closed_is_not_used_again(self) -> None:
        closed = threading.Event()

        def answers_once(server: Server, connection: socket.socket) -> None:
            server.read_request(connection)
            connection.sendall(SUCCESS)
            connection.shutdown(socket.SHUT_RDWR)
            closed.set()

        server = self.server(answers_once)
        client = self.client(server, max_retries=0)
        for _ in range(3):
            client.wallet.balance()
            closed.wait()
            closed.clear()
        self.assertEqual(len(server.connections), 3)

    def test_a_response_that_is_cut_is_repeated_with_the_same_key(self) -> None:
        def cuts_the_first(server: Server, connection: socket.socket) -> None:
            server.read_request(connection)
            if len(server.requests) == 1:
                connection.sendall(response('{"success":', length=100))
                connection.shutdown(socket.SHUT_RDWR)
            else:
                connection.sendall(SUCCESS)

        server = self.server(cuts_the_first)
        self.assertEqual(self.client(server).wallet.send_money(**PAYMENT), {"transaction_id": 42})
        self.assertEqual(len(server.requests), 2)
        self.assertEqual(server.key_of(0), server.key_of(1))

    def test_a_redirect_is_not_followed_so_the_key_stays_with_the_service(self) -> None:
        def redirects(server: Server, connection: socket.socket) -> None:
            server.read_request(connection)
            connection.sendall(response("", status="307 Temporary Redirect", more="Location: /elsewhere\r\n"))

        server = self.server(redirects)
        with self.assertRaises(NsimbiError) as raised:
            self.client(server).wallet.send_money(**PAYMENT)
        self.assertEqual([raised.exception.status, raised.exception.code], [307, "unexpected_response"])
        self.assertEqual(len(server.requests), 1)

    def test_a_service_that_does_not_listen_was_sent_nothing(self) -> None:
        server = self.server(answers)
        server.close()
        with self.assertRaises(ConnectionError) as raised:
            self.client(server, max_retries=0).webhooks.delete(1)
        self.assertIsInstance(raised.exception.__cause__, RequestNotSentError)
        self.assertTrue(raised.exception.is_retryable)

    def test_a_name_without_an_address_was_sent_nothing(self) -> None:
        client = Nsimbi(api_key=API_KEY, base_url="http://service.invalid", max_retries=0)
        with self.assertRaises(ConnectionError) as raised:
            client.webhooks.delete(1)
        self.assertTrue(raised.exception.is_retryable)

    def test_something_else_than_http_is_a_lost_connection(self) -> None:
        def speaks_something_else(server: Server, connection: socket.socket) -> None:
            server.read_request(connection)
            connection.sendall(b"220 mail.example.ug ESMTP\r\n")

        with self.assertRaises(ConnectionError) as raised:
            self.client(self.server(speaks_something_else), max_retries=0).webhooks.delete(1)
        self.assertFalse(raised.exception.is_retryable)

    def test_the_limit_of_time_is_for_the_whole_response_however_slowly_it_arrives(self) -> None:
        def sends_slowly(server: Server, connection: socket.socket) -> None:
            server.read_request(connection)
            # Every byte arrives long before a limit that begins again with each byte.
            connection.sendall(response("", length=1_000_000))
            while not server.ends.wait(0.02):
                connection.sendall(b" ")

        with self.assertRaises(TimeoutError) as raised:
            self.client(self.server(sends_slowly), timeout_seconds=0.3, max_retries=0).wallet.balance()
        self.assertEqual(raised.exception.code, "timeout")

    def test_headers_that_arrive_slowly_have_the_same_limit(self) -> None:
        def sends_slowly(server: Server, connection: socket.socket) -> None:
            server.read_request(connection)
            connection.sendall(b"HTTP/1.1 200 OK\r\nX-Header: ")
            while not server.ends.wait(0.02):
                connection.sendall(b"a")

        with self.assertRaises(TimeoutError):
            self.client(self.server(sends_slowly), timeout_seconds=0.3, max_retries=0).wallet.balance()

    def test_headers_and_body_arrive_as_they_are_meant(self) -> None:
        server = self.server(answers)
        self.client(server).wallet.send_money(**PAYMENT, description="Musisi’s rent ✓")
        lines = server.requests[0].split("\r\n")
        host = server.base_url.removeprefix("http://")
        self.assertEqual(lines[0], "POST /api/v1/wallet/send-money HTTP/1.1")
        self.assertLessEqual(
            {f"Host: {host}", f"Authorization: Bearer {API_KEY}", "Content-Type: application/json"}, set(lines)
        )
        self.assertIn("Musisi\\u2019s rent \\u2713", lines[-1])

    def test_threads_that_share_a_client_get_their_own_responses(self) -> None:
        def echoes(server: Server, connection: socket.socket) -> None:
            while request := server.read_request(connection):
                number = request.split(" ")[1].rsplit("/", 1)[1]
                connection.sendall(response(f'{{"success":true,"data":{{"id":{number}}}}}'))

        client = self.client(self.server(echoes))
        wrong: list[int] = []

        def read_some(first: int) -> None:
            wrong.extend(n for n in range(first, first + 20) if client.wallet.transactions.get(n)["id"] != n)

        threads = [threading.Thread(target=read_some, args=(100 * number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_a_copy_of_the_process_does_not_use_the_connections_of_the_original(self) -> None:
        server = self.server(answers)
        connections = HttpConnections()
        self.addCleanup(connections.close)
        request = HttpRequest("GET", f"{server.base_url}/a", {}, None, 5, needs_new_connection=False)
        connections.send(request)
        original = list(connections._idle)
        connections._process -= 1
        connections.send(request)
        self.assertEqual(len(server.connections), 2)
        for connection, _ in original:
            connection.close()


def streams(server: Server, connection: socket.socket) -> None:
    server.read_request(connection)
    head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
    block = 'id: 5\ndata: {"sequence":5}\n\n'
    connection.sendall(f"{head}{len(block):x}\r\n{block}\r\n".encode())
    server.ends.wait()


class Streams(unittest.TestCase):
    @contextlib.contextmanager
    def stream_server(self) -> Iterator[Server]:
        server = Server(streams)
        try:
            yield server
        finally:
            server.close()

    def test_an_event_is_given_as_soon_as_it_arrives_and_another_thread_ends_the_wait_for_the_next_one(self) -> None:
        with self.stream_server() as server, Nsimbi(api_key=API_KEY, base_url=server.base_url) as client:
            stream = client.events.stream()
            self.assertEqual(next(stream), {"sequence": 5})
            rest: list[Any] = []
            waits = threading.Thread(target=lambda: rest.extend(stream))
            waits.start()
            stream.close()
            waits.join(30)
            self.assertEqual([waits.is_alive(), rest], [False, []])

    def test_a_task_that_is_cancelled_ends_the_wait_and_the_stream_continues_afterwards(self) -> None:
        async def listen(base_url: str) -> list[Any]:
            async with (
                AsyncNsimbi(api_key=API_KEY, base_url=base_url) as client,
                client.events.stream(after=4) as stream,
            ):
                first = await anext(stream)
                with contextlib.suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(anext(stream), 0.1)
                return [first, await anext(stream)]

        with self.stream_server() as server:
            self.assertEqual(asyncio.run(listen(server.base_url)), [{"sequence": 5}, {"sequence": 5}])
            self.assertEqual(
                [request.split(" ")[1] for request in server.requests],
                ["/api/v1/events/stream?after=4", "/api/v1/events/stream?after=5"],
            )


class Https(unittest.TestCase):
    """With a certificate for 127.0.0.1 that only those trust to whom it is given."""

    folder: tempfile.TemporaryDirectory[str]

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        certificate, key = (str(Path(cls.folder.name) / name) for name in ("server.pem", "server.key"))
        subprocess.run(
            [
                *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"),
                *("-days", "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"),
                *("-keyout", key, "-out", certificate),
            ],
            check=True,
            capture_output=True,
        )
        cls.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        cls.tls.load_cert_chain(certificate, key)
        cls.trusting = ssl.create_default_context(cafile=certificate)

    def server(self, handle: Callable[[Server, socket.socket], None]) -> Server:
        server = Server(handle, self.tls)
        self.addCleanup(server.close)
        return server

    def client(self, server: Server, **options: Any) -> Nsimbi:
        client = Nsimbi(api_key=API_KEY, base_url=server.base_url, **options)
        self.addCleanup(client.close)
        return client

    def test_a_certificate_that_is_trusted_is_accepted_and_the_connection_used_again(self) -> None:
        server = self.server(answers)
        client = self.client(server, ssl_context=self.trusting)
        for _ in range(2):
            self.assertEqual(client.wallet.send_money(**PAYMENT), {"transaction_id": 42})
        self.assertEqual([len(server.connections), len(server.requests)], [1, 2])

    def test_a_certificate_that_is_not_trusted_gets_no_request(self) -> None:
        server = self.server(answers)
        with self.assertRaises(ConnectionError) as raised:
            self.client(server, max_retries=0).wallet.send_money(**PAYMENT)
        self.assertIsInstance(raised.exception.__cause__, RequestNotSentError)
        self.assertEqual(server.requests, [])

    def test_the_limit_of_time_is_for_the_whole_response_too(self) -> None:
        def sends_slowly(server: Server, connection: socket.socket) -> None:
            server.read_request(connection)
            connection.sendall(response("", length=1_000_000))
            while not server.ends.wait(0.02):
                connection.sendall(b" ")

        client = self.client(self.server(sends_slowly), ssl_context=self.trusting, timeout_seconds=0.5, max_retries=0)
        with self.assertRaises(TimeoutError):
            client.wallet.balance()

    def test_a_server_that_does_not_encrypt_in_time_was_sent_nothing(self) -> None:
        server = Server(lambda server, _: server.ends.wait() and None)
        self.addCleanup(server.close)
        client = Nsimbi(
            api_key=API_KEY, base_url=server.base_url.replace("http:", "https:"), timeout_seconds=0.3, max_retries=0
        )
        with self.assertRaises(TimeoutError) as raised:
            client.webhooks.delete(1)
        self.assertTrue(raised.exception.is_retryable)

    def test_another_thread_ends_the_wait_for_the_next_event(self) -> None:
        stream = self.client(self.server(streams), ssl_context=self.trusting).events.stream()
        self.assertEqual(next(stream), {"sequence": 5})
        rest: list[Any] = []
        waits = threading.Thread(target=lambda: rest.extend(stream))
        waits.start()
        stream.close()
        waits.join(30)
        self.assertEqual([waits.is_alive(), rest], [False, []])


class AsyncCalls(unittest.TestCase):
    def test_calls_of_several_tasks_run_at_the_same_time(self) -> None:
        together = threading.Barrier(5)

        def answers_together(server: Server, connection: socket.socket) -> None:
            server.read_request(connection)
            together.wait(30)
            connection.sendall(SUCCESS)

        async def send(base_url: str) -> list[Any]:
            async with AsyncNsimbi(api_key=API_KEY, base_url=base_url, max_retries=0) as client:
                return await asyncio.gather(*(client.wallet.send_money(**PAYMENT) for _ in range(5)))

        server = Server(answers_together)
        try:
            self.assertEqual(asyncio.run(send(server.base_url)), [{"transaction_id": 42}] * 5)
        finally:
            server.close()
