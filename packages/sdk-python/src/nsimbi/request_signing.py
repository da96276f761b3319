"""Signs requests as docs/signed-requests.md of the service says (RFC 9421, RFC 9530)."""

import base64
import hashlib
import re
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Self

from ._http import Http, HttpRequest, HttpResponse, HttpStream


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A key pair of which the API key has the public key. Every request of such an API key must be signed."""

    key_id: str
    """The fingerprint of the public key, as the service shows it."""
    sign: Callable[[bytes], bytes] = field(repr=False)
    """The Ed25519 signature, 64 bytes, of a message: by a library, or by what keeps the private key."""

    def __post_init__(self) -> None:
        if not isinstance(self.key_id, str) or re.fullmatch(r"[0-9a-f]{32}", self.key_id) is None:
            raise ValueError("key_id must be the fingerprint of the public key, 32 hexadecimal digits")
        if not callable(self.sign):
            raise TypeError("sign must be a function that signs bytes")

    @classmethod
    def from_pem(cls, key_id: str, private_key: str | bytes) -> Self:
        """From an Ed25519 private key in PEM (PKCS #8), with the package `cryptography`: `pip install nsimbi[signing]`.

        Raises ImportError without that package, and ValueError when it is no such key.
        """
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import load_pem_private_key

        pem = private_key.encode("ascii") if isinstance(private_key, str) else private_key
        # The error of the package could name parts of the key.
        problem = ValueError("private_key must be an Ed25519 private key in PEM")
        try:
            loaded = load_pem_private_key(pem, None)
        except (ValueError, TypeError):
            raise problem from None
        if not isinstance(loaded, Ed25519PrivateKey):
            raise problem
        return cls(key_id, loaded.sign)


def signature_headers(
    request: HttpRequest, base_url: str, key: SigningKey, created: int, nonce: str
) -> dict[str, str]:
    """The headers that sign one attempt of a request.

    The path of `base_url`, under which a proxy may have the service, is not signed: the service does not receive it.
    `created` is now, in seconds since 1970; `nonce` 16 to 128 visible ASCII characters that no other attempt has.
    Raises ValueError when the function of the key does not return 64 bytes.
    """
    path, _, query = request.url.removeprefix(base_url).partition("?")
    headers = {name.lower(): value for name, value in request.headers.items()}
    added = {}
    covered = {
        "@method": request.method,
        "@path": path,
        "@query": f"?{query}",
        "authorization": headers["authorization"],
    }
    if request.body is not None:
        digest = base64.b64encode(hashlib.sha256(request.body).digest()).decode("ascii")
        added["Content-Digest"] = covered["content-digest"] = f"sha-256=:{digest}:"
    if "idempotency-key" in headers:
        covered["idempotency-key"] = headers["idempotency-key"]
    names = " ".join(f'"{name}"' for name in covered)
    parameters = f'({names});created={created};nonce="{nonce}";keyid="{key.key_id}";alg="ed25519"'
    lines = [f'"{name}": {value}' for name, value in {**covered, "@signature-params": parameters}.items()]
    signature = key.sign("\n".join(lines).encode("ascii"))
    if not isinstance(signature, bytes) or len(signature) != 64:
        raise ValueError("sign must return the 64 bytes of an Ed25519 signature")
    written = base64.b64encode(signature).decode("ascii")
    return {**added, "Signature-Input": f"sig1={parameters}", "Signature": f"sig1=:{written}:"}


class SigningHttp:
    """An `Http` that signs each attempt, with a nonce of its own, where it has the API key."""

    def __init__(self, http: Http, base_url: str, key: SigningKey) -> None:
        self._http = http
        self._base_url = base_url
        self._key = key

    def send(self, request: HttpRequest) -> HttpResponse:
        """See `Http.send`."""
        return self._http.send(self._signed(request))

    def open(self, request: HttpRequest) -> HttpStream:
        """See `Http.open`."""
        return self._http.open(self._signed(request))

    def close(self) -> None:
        """See `Http.close`."""
        self._http.close()

    def _signed(self, request: HttpRequest) -> HttpRequest:
        if "Authorization" not in request.headers:
            return request
        signed = signature_headers(request, self._base_url, self._key, int(time.time()), secrets.token_hex(16))
        return replace(request, headers={**request.headers, **signed})
