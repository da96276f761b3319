"""HTTP over connections that are kept, with a limit for the whole time of a request."""

import contextlib
import http.client
import io
import os
import selectors
import socket
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol
from urllib.parse import urlsplit

from ._version import version

USER_AGENT = f"nsimbi-sdk-python/{version}"

# Servers close a connection that is not used, Node's after five seconds if nobody says otherwise. A request that
# leaves at that moment is lost, so a connection is not used again after this time.
IDLE_SECONDS_MAX = 4.0
IDLE_CONNECTIONS_MAX = 32
READ_BYTES_MAX = 65_536


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """One attempt of a call."""

    method: str
    url: str
    headers: Mapping[str, str] = field(repr=False)
    """They have the key, so they are not printed."""
    body: bytes | None
    timeout_seconds: float
    """From the beginning of the connection to the end of the response; of a stream, to its headers."""
    needs_new_connection: bool
    """Whether a connection that was used before must not be used: it can break, and then it is not known
    whether the request arrived."""


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """A whole response."""

    status: int
    headers: Mapping[str, str]
    """Names are in lower case."""
    body: bytes


class RequestNotSentError(Exception):
    """No byte of the request left: the connection could not be made. `__cause__` says why."""


class HttpStream(Protocol):
    """A response of which the body is still being sent."""

    status: int
    headers: Mapping[str, str]

    def read(self, timeout_seconds: float) -> bytes:
        """The next bytes; none at the end. Raises TimeoutError or another OSError."""

    def close(self) -> None:
        """Closes the connection. Another thread that reads at this moment gets an OSError or no bytes."""


class Http(Protocol):
    """What sends requests. Give your own to `Nsimbi` for tests or a proxy."""

    def send(self, request: HttpRequest) -> HttpResponse:
        """Sends a request, without following redirects: they would give the key to another address.

        Raises RequestNotSentError when no byte of it left, TimeoutError when there was no whole response in
        time, and OSError for other failures of the connection.
        """

    def open(self, request: HttpRequest) -> HttpStream:
        """As `send`, and returns when the headers are there."""

    def close(self) -> None:
        """Closes the connections that are kept."""


class HttpConnections:
    """The `Http` of this package. Threads may use it at the same time; each request has its own connection."""

    def __init__(self, ssl_context: ssl.SSLContext | None = None) -> None:
        """`ssl_context` is for addresses of https; by default it verifies with the certificates of the system."""
        self._ssl_context = ssl_context
        self._lock = threading.Lock()
        self._idle: list[tuple[_Connection, float]] = []
        self._process = os.getpid()

    def send(self, request: HttpRequest) -> HttpResponse:
        """See `Http`."""
        connection, response = self._begin(request)
        with _closing_after_failure(connection):
            body = response.read()
        received = HttpResponse(response.status, _headers_of(response), body)
        if response.will_close:
            connection.close()
        else:
            self._keep(connection)
        return received

    def open(self, request: HttpRequest) -> HttpStream:
        """See `Http`."""
        return _ConnectionStream(*self._begin(request))

    def close(self) -> None:
        """See `Http`."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection, _ in idle:
            connection.close()

    def _begin(self, request: HttpRequest) -> tuple["_Connection", http.client.HTTPResponse]:
        deadline = time.monotonic() + request.timeout_seconds
        connection = self._take(request) or self._connected(request.url, deadline)
        connection.deadline_socket.deadline = deadline
        url = urlsplit(request.url)
        target = f"{url.path}?{url.query}" if url.query else url.path
        with _closing_after_failure(connection):
            connection.request(request.method, target, body=request.body, headers=dict(request.headers))
            return connection, connection.getresponse()

    def _connected(self, url: str, deadline: float) -> "_Connection":
        parts = urlsplit(url)
        context = None
        if parts.scheme == "https":
            if self._ssl_context is None:
                self._ssl_context = ssl.create_default_context()
            context = self._ssl_context
        host = parts.hostname or ""
        port = parts.port or (443 if context is not None else 80)
        try:
            return _Connection(host, port, _connect(host, port, deadline, context), context is not None)
        except (OSError, UnicodeError) as error:
            raise RequestNotSentError(f"No connection to {host}:{port}: {error}") from error

    def _take(self, request: HttpRequest) -> "_Connection | None":
        if request.needs_new_connection:
            return None
        while True:
            with self._lock:
                if self._process != os.getpid():
                    # A copy of this process has the same sockets: both would read the responses of the other.
                    self._idle, self._process = [], os.getpid()
                if not self._idle:
                    return None
                connection, idle_since = self._idle.pop()
            if time.monotonic() - idle_since < IDLE_SECONDS_MAX and not connection.has_something_to_read():
                return connection
            connection.close()

    def _keep(self, connection: "_Connection") -> None:
        with self._lock:
            if len(self._idle) < IDLE_CONNECTIONS_MAX:
                self._idle.append((connection, time.monotonic()))
                return
        connection.close()


class _Connection(http.client.HTTPConnection):
    """A connection that is made already."""

    def __init__(self, host: str, port: int, connected: socket.socket, is_https: bool) -> None:
        super().__init__(host, port)
        # Without it the Host header of https would have the port 443.
        self.default_port = 443 if is_https else 80
        self.deadline_socket = _DeadlineSocket(connected)
        self.sock: Any = self.deadline_socket
        # A connection that was closed must not be made again inside of http.client, without the limit of time.
        self.auto_open = 0

    def has_something_to_read(self) -> bool:
        """Whether there are bytes that nobody asked for, or the end: both make the connection useless."""
        with selectors.DefaultSelector() as selector:
            selector.register(self.deadline_socket.connected, selectors.EVENT_READ)
            return len(selector.select(0)) > 0


class _DeadlineSocket:
    """A socket with one moment at which everything has to be done, in seconds of `time.monotonic`. The timeout of
    Python's sockets begins again with every byte, so a server that sends slowly would never reach it.
    """

    def __init__(self, connected: socket.socket) -> None:
        self.connected = connected
        self.deadline = 0.0

    def sendall(self, data: bytes) -> None:
        self.limit_time()
        self.connected.sendall(data)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_DeadlineReader(self), READ_BYTES_MAX)

    def close(self) -> None:
        self.connected.close()

    def limit_time(self) -> None:
        """Raises TimeoutError when no time is left."""
        self.connected.settimeout(_seconds_left(self.deadline))


class _DeadlineReader(io.RawIOBase):
    def __init__(self, owner: _DeadlineSocket) -> None:
        super().__init__()
        self._owner = owner
        # It keeps the socket open until the response is read, as http.client expects.
        self._raw = owner.connected.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        self._owner.limit_time()
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()


class _ConnectionStream:
    def __init__(self, connection: _Connection, response: http.client.HTTPResponse) -> None:
        self.status = response.status
        self.headers: Mapping[str, str] = _headers_of(response)
        self._connection = connection
        self._response = response

    def read(self, timeout_seconds: float) -> bytes:
        self._connection.deadline_socket.deadline = time.monotonic() + timeout_seconds
        try:
            return self._response.read1(READ_BYTES_MAX)
        except (http.client.HTTPException, ValueError, AttributeError) as error:
            # http.client has the last two of them for a stream that another thread closed.
            raise ConnectionResetError("The stream was closed.") from error

    def close(self) -> None:
        # To close a file does not end a read of another thread; to shut its socket down does.
        with contextlib.suppress(OSError):
            socket.socket.shutdown(self._connection.deadline_socket.connected, socket.SHUT_RDWR)
        self._connection.deadline_socket.close()


def _connect(host: str, port: int, deadline: float, context: ssl.SSLContext | None) -> socket.socket:
    """Tries the addresses of a name one after the other. Raises the OSError of the last one."""
    failure: OSError = OSError(f"{host} has no address")
    for family, kind, protocol, _, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        connecting = socket.socket(family, kind, protocol)
        try:
            connecting.settimeout(_seconds_left(deadline))
            connecting.connect(address)
            connecting.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if context is None:
                return connecting
            connecting.settimeout(_seconds_left(deadline))
            return context.wrap_socket(connecting, server_hostname=host)
        except OSError as error:
            connecting.close()
            failure = error
        except BaseException:
            connecting.close()
            raise
    raise failure


def _seconds_left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("timed out")
    return left


def _headers_of(response: http.client.HTTPResponse) -> dict[str, str]:
    headers: dict[str, str] = {}
    for name, value in response.getheaders():
        known = headers.get(name.lower())
        headers[name.lower()] = value if known is None else f"{known}, {value}"
    return headers


@contextlib.contextmanager
def _closing_after_failure(connection: _Connection) -> Iterator[None]:
    """Closes the connection after any failure: a response that was not read would be the one of the next request."""
    try:
        yield
    except http.client.HTTPException as error:
        connection.close()
        # http.client has its own errors for a connection that ends too early or sends something else than HTTP.
        raise ConnectionResetError(f"The response is not whole or not HTTP: {error!r}") from error
    except BaseException:
        connection.close()
        raise
