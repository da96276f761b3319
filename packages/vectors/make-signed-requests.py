"""Writes signed-requests.json. The signatures are computed here by the package `cryptography`, from the words of docs/signed-requests.md
and RFC 9421, and by no code of this project.

    python3 make-signed-requests.py
"""
import base64
import hashlib
import json
import pathlib

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

CREATED = 1_795_269_991
NONCE = "5J3sKxkq0rXbVw2m"
API_KEY = "nsk_test_4fTq8WnZr2Ld.0123456789abcdefghijABCDEFGHIJ0123456789"
BEARER = f"Bearer {API_KEY}"
SEND = "/api/v1/wallet/send-money"


def key_pair(seed):
    private = Ed25519PrivateKey.from_private_bytes(bytes(range(seed, seed + 32)))
    raw = private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    return {
        "private": private,
        "key_id": hashlib.sha256(raw).hexdigest()[:32],
        "private_pem": private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode(),
        "public_pem": private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode(),
        "public_base64url": base64.urlsafe_b64encode(raw).decode().rstrip("="),
    }


FIRST, SECOND, STRANGER = key_pair(0), key_pair(100), key_pair(200)


def b64(data):
    return base64.b64encode(data).decode()


def digest(body, algorithm="sha-256"):
    return f"{algorithm}=:{b64(hashlib.new(algorithm.replace('-', ''), body.encode()).digest())}:"


def params(covered, *, created=CREATED, nonce=NONCE, key_id=FIRST["key_id"], more='alg="ed25519"', expires=None):
    text = "(" + " ".join(f'"{name}"' for name in covered) + ")"
    text += "" if created is None else f";created={created}"
    text += "" if expires is None else f";expires={expires}"
    text += "" if nonce is None else f';nonce="{nonce}"'
    text += "" if key_id is None else f';keyid="{key_id}"'
    return text + (f";{more}" if more else "")


def base_of(method, target, headers, covered, parameters):
    path, mark, query = target.partition("?")
    values = {"@method": method, "@path": path, "@query": mark + query or "?"}
    for name, value in headers:
        name, value = name.lower(), value.strip(" \t")
        values[name] = f"{values[name]}, {value}" if name in values else value
    return "\n".join([f'"{name}": {values[name]}' for name in covered] + [f'"@signature-params": {parameters}'])


def signed(method, target, headers, covered, *, key=FIRST, label="sig1", **parameters):
    """The headers of a request with its signature, and the text that was signed."""
    parameters.setdefault("key_id", key["key_id"])
    written = params(covered, **parameters)
    base = base_of(method, target, headers, covered, written)
    signature = b64(key["private"].sign(base.encode("latin-1")))
    added = [["Signature-Input", f"{label}={written}"], ["Signature", f"{label}=:{signature}:"]]
    return headers + added, base, signature


BODY = '{"recipient_phone":"256772000001","amount":25000,"description":"Musisi’s rent ✓"}'
JSON_TYPE = ["Content-Type", "application/json"]
ALWAYS = ["@method", "@path", "@query", "authorization"]

# What a signer makes: the components in the order of the documentation, with alg.
made = []


def make(name, method, target, *, body=None, idempotency_key=None):
    headers, covered = [["Authorization", BEARER]], list(ALWAYS)
    if body is not None:
        headers.append(["Content-Digest", digest(body)])
        covered.append("content-digest")
    if idempotency_key is not None:
        headers.append(["Idempotency-Key", idempotency_key])
        covered.append("idempotency-key")
    _, base, signature = signed(method, target, headers, covered)
    made.append({
        "name": name, "method": method, "target": target, "api_key": API_KEY, "body": body,
        "idempotency_key": idempotency_key, "created": CREATED, "nonce": NONCE,
        "content_digest": None if body is None else digest(body), "signature_base": base,
        "signature_input": f"sig1={params(covered)}", "signature": f"sig1=:{signature}:",
    })


make("a balance is read", "GET", "/api/v1/wallet/balance")
make("a query has several parameters", "GET", "/api/v1/wallet/transactions?type=collection&limit=5&from=2026-11-01T00%3A00%3A00Z")
make("money is sent", "POST", SEND, body=BODY, idempotency_key="order-1")
make("a webhook is deleted", "DELETE", "/api/v1/webhooks/7")

# What a verifier decides. `result` is valid, signature_required or signature_invalid; `says` is a part of the message.
requests = []


def request(name, headers, result="valid", says=None, *, method="POST", target=SEND, body=BODY):
    case = {"name": name, "method": method, "target": target, "headers": headers, "body": body, "result": result}
    requests.append(case if says is None else {**case, "says": says})


PLAIN = [["Authorization", BEARER], JSON_TYPE, ["Content-Digest", digest(BODY)], ["Idempotency-Key", "order-1"]]
ALL = ALWAYS + ["content-digest", "idempotency-key"]
INVALID = "signature_invalid"


def sign(headers=PLAIN, covered=ALL, **more):
    method, target = more.pop("method", "POST"), more.pop("target", SEND)
    return signed(method, target, headers, covered, **more)[0]


GOOD = sign()


def replaced(name, value, headers=GOOD):
    return [[one, value if one == name else was] for one, was in headers]


def without(name, headers=GOOD):
    return [pair for pair in headers if pair[0] != name]


READ = [["Authorization", BEARER]]
request("a payment", GOOD)
request("a payment, signed with the second key", sign(key=SECOND))
request("without alg", sign(more=""))
request("with expires and a tag", sign(expires=CREATED + 60, more='alg="ed25519";tag="shop"'))
request("components in another order, and more fields", sign(covered=["content-type"] + ALL[::-1]))
request("another label", sign(label="shop-2"))
request("a read without a body", sign(READ, ALWAYS, method="GET", target="/api/v1/wallet/balance"), method="GET",
        target="/api/v1/wallet/balance", body=None)
request("a read with a query", sign(READ, ALWAYS, method="GET", target="/api/v1/events?after=1&limit=2"), method="GET",
        target="/api/v1/events?after=1&limit=2", body=None)
request("sha-512", sign(replaced("Content-Digest", digest(BODY, "sha-512"), PLAIN)))
request("both digests", sign(replaced("Content-Digest", f'{digest(BODY)}, {digest(BODY, "sha-512")}', PLAIN)))
request("a digest beside one that is not known",
        sign(replaced("Content-Digest", f"md5=:{b64(b'0' * 16)}:, {digest(BODY)}", PLAIN)))
request("no body and the digest of nothing",
        sign(READ + [["Content-Digest", digest("")]], ALWAYS + ["content-digest"], method="GET"), method="GET", body=None)
request("two lines of one covered field", sign(PLAIN + [["X-Shop", "a"], ["X-Shop", "b"]], ALL + ["x-shop"]))
request("bytes above 127 in a covered field", sign(PLAIN + [["X-Shop", "caf\u00e9"]], ALL + ["x-shop"]))

request("unsigned", PLAIN, "signature_required", "must be signed")
request("Signature without Signature-Input", without("Signature-Input"), INVALID, "exactly one signature")
request("Signature-Input without Signature", without("Signature"), INVALID, "exactly one signature")
request("another body", GOOD, INVALID, "sha-256 of Content-Digest", body=BODY.replace("25000", "95000"))
request("a body without a digest", sign(without("Content-Digest", PLAIN), ALWAYS + ["idempotency-key"]), INVALID,
        'cover "content-digest"')
request("a digest that is not covered", sign(covered=ALWAYS + ["idempotency-key"]), INVALID, 'cover "content-digest"')
request("a digest that only md5 has", sign(replaced("Content-Digest", f"md5=:{b64(b'0' * 16)}:", PLAIN)), INVALID,
        "sha-256 or sha-512")
request("one right digest and one wrong one",
        sign(replaced("Content-Digest", f'{digest(BODY)}, {digest("x", "sha-512")}', PLAIN)), INVALID, "sha-512 of")
request("another method", GOOD, INVALID, "does not fit", method="PUT")
request("another path", GOOD, INVALID, "does not fit", target="/api/v1/wallet/withdraw/mobile")
request("another query", GOOD, INVALID, "does not fit", target=f"{SEND}?amount=1")
request("another API key", replaced("Authorization", BEARER.replace("abc", "abd")), INVALID, "does not fit")
request("another Idempotency-Key", replaced("Idempotency-Key", "order-2"), INVALID, "does not fit")
request("a second Idempotency-Key", [["Idempotency-Key", "order-0"]] + GOOD, INVALID, "does not fit")
request("a second Authorization", GOOD + [["Authorization", "Bearer other"]], INVALID, "does not fit")
request("an Idempotency-Key that is not covered", sign(covered=ALWAYS + ["content-digest"]), INVALID,
        'cover "idempotency-key"')
for name in ALWAYS:
    request(f"{name} is not covered", sign(covered=[one for one in ALL if one != name]), INVALID, f'cover "{name}"')
request("nothing is covered", sign(covered=[]), INVALID, 'cover "@method"')
request("a covered field that is not there", sign(covered=ALL, headers=PLAIN)[:-2] + [
    ["Signature-Input", f'sig1={params(ALL + ["x-shop"])}'], ["Signature", f"sig1=:{b64(bytes(64))}:"]], INVALID,
    "which the request does not have")
request("the signature of a stranger under the right keyid", sign(key=STRANGER, key_id=FIRST["key_id"]), INVALID, "does not fit")
request("a stranger", sign(key=STRANGER), INVALID, "keyid")
request("no keyid", sign(key_id=None), INVALID, "keyid")
request("no nonce", sign(nonce=None), INVALID, "nonce")
request("a short nonce", sign(nonce="a" * 15), INVALID, "nonce")
request("a long nonce", sign(nonce="a" * 129), INVALID, "nonce")
request("a nonce with a space", sign(nonce="a" * 15 + " a"), INVALID, "nonce")
request("no created", sign(created=None), INVALID, "created")
request("created as a text", sign(created='"1795269991"'), INVALID, "created")
request("created as a date", sign(created=f"@{CREATED}"), INVALID)
request("created below 0", sign(created=-1), INVALID, "created")
request("expires as a text", sign(expires='"soon"'), INVALID, "expires")
for alg in ['"rsa-pss-sha512"', '"hmac-sha256"', '"Ed25519"', '"none"', "ed25519", "1"]:
    request(f"alg={alg}", sign(more=f"alg={alg}"), INVALID, "algorithm")
for component in ["@authority", "@target-uri", "@request-target", "@scheme", "@status", "@query-param", "@signature-params"]:
    field = [[one, value] for one, value in PLAIN]
    covered = ALL + [component]
    headers = field + [["Signature-Input", f"sig1={params(covered)}"], ["Signature", f"sig1=:{b64(bytes(64))}:"]]
    request(f"{component} is covered", headers, INVALID, "cannot be covered")


def raw(signature_input, signature=f"sig1=:{b64(bytes(64))}:"):
    return PLAIN + [["Signature-Input", signature_input], ["Signature", signature]]


WRITTEN = params(ALL)
request("a component with a parameter", raw(f"sig1={WRITTEN}".replace('"@method"', '"@method";req')), INVALID, "without parameters")
request("a component twice", raw(f"sig1={params(ALL + ['@method'])}"), INVALID, "there twice")
request("a component in capitals", raw(f"sig1={WRITTEN}".replace('"authorization"', '"Authorization"')), INVALID, "lower case")
request("a component that is no text", raw(f"sig1={WRITTEN}".replace('"@method"', "1")), INVALID, "must be strings")
request("two signatures", raw(f"sig1={WRITTEN}, sig2={WRITTEN}", f"sig1=:{b64(bytes(64))}:, sig2=:{b64(bytes(64))}:"), INVALID,
        "exactly one signature")
request("two signatures in two lines",
        GOOD + [["Signature-Input", f"sig2={WRITTEN}"], ["Signature", f"sig2=:{b64(bytes(64))}:"]], INVALID,
        "exactly one signature")
request("two labels", raw(f"sig1={WRITTEN}", f"sig2=:{b64(bytes(64))}:"), INVALID, "exactly one signature")
request("no list of components", raw("sig1=1"), INVALID, "covered components in parentheses")
request("a signature that is a text", raw(f"sig1={WRITTEN}", 'sig1="AAAA"'), INVALID, "64 bytes")
request("a signature that is a list", raw(f"sig1={WRITTEN}", "sig1=(:AAAA:)"), INVALID, "64 bytes")
request("a signature of 63 bytes", raw(f"sig1={WRITTEN}", f"sig1=:{b64(bytes(63))}:"), INVALID, "64 bytes")
request("a signature of zeros", raw(f"sig1={WRITTEN}"), INVALID, "does not fit")
for what, text in [("an open list", f"sig1={WRITTEN}".replace(")", "")), ("an open text", f"sig1={WRITTEN}"[:40]),
                   ("a comma at the end", f"sig1={WRITTEN},"), ("a label in capitals", f"Sig1={WRITTEN}"),
                   ("no value", "sig1="), ("something else", "{}"), ("a number that is too long", "sig1=1234567890123456")]:
    request(f"Signature-Input: {what}", raw(text), INVALID, "Signature-Input is not a dictionary")
for what, text in [("an open byte sequence", "sig1=:AAAA"), ("no base64", "sig1=:A*A:"), ("half base64", "sig1=:A:")]:
    request(f"Signature: {what}", raw(f"sig1={WRITTEN}", text), INVALID, "Signature is not a dictionary")
request("empty headers", raw("", ""), INVALID, "exactly one signature")
for what, text, says in [("no dictionary", "sha-256=:AAAA", "Content-Digest is not a dictionary"),
                         ("a text", 'sha-256="AAAA"', "must be its bytes"), ("a list", "sha-256=(:AAAA:)", "must be its bytes"),
                         ("empty", "", "sha-256 or sha-512"), ("a short digest", "sha-256=:AAAA:", "is not that of the body")]:
    request(f"Content-Digest: {what}", sign(replaced("Content-Digest", text, PLAIN)), INVALID, says)

# RFC 9421, appendix B.1.4 and B.2.6.
RFC_PRIVATE = """-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF
-----END PRIVATE KEY-----
"""
RFC_PUBLIC = """-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=
-----END PUBLIC KEY-----
"""
RFC_BASE = "\n".join([
    '"date": Tue, 20 Apr 2021 02:07:55 GMT',
    '"@method": POST',
    '"@path": /foo',
    '"@authority": example.com',
    '"content-type": application/json',
    '"content-length": 18',
    '"@signature-params": ("date" "@method" "@path" "@authority" "content-type" "content-length")'
    ';created=1618884473;keyid="test-key-ed25519"',
])
RFC_SIGNATURE = "wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw=="
assert b64(load_pem_private_key(RFC_PRIVATE.encode(), None).sign(RFC_BASE.encode())) == RFC_SIGNATURE

document = {
    "keys": [{name: value for name, value in pair.items() if name != "private"} for pair in (FIRST, SECOND)],
    "rfc_9421_b_2_6": {"private_pem": RFC_PRIVATE, "public_pem": RFC_PUBLIC, "signature_base": RFC_BASE,
                       "signature": RFC_SIGNATURE},
    "signed": made,
    "created": CREATED,
    "nonce": NONCE,
    "requests": requests,
}
target = pathlib.Path(__file__).with_name("signed-requests.json")
target.write_text(json.dumps(document, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
