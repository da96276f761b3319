"""Verifies a receipt of Nsimbi (../receipts.md, "Verification") with Python 3.9 or newer alone: verify.py RECEIPT.json KEY...

A KEY is a public key in base64, taken from a place that the sender of the receipt does not control.
"""
import base64
import hashlib
import json
import re
import sys


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def commitment_of(field):
    value = field["value"]
    end = b"\0\0" if value is None else b"\0\1" + value.encode()
    return sha256(b"nsimbi:field:1\0", bytes.fromhex(field["salt"]), field["name"].encode(), end)


def root_of(leaf_hash, index, size, path):
    """RFC 9162 section 2.1.3.2. None where the path has not the length that the tree asks for."""
    node, last = index, size - 1
    for sibling in map(bytes.fromhex, path):
        if last == 0:
            return None
        if node % 2 == 1 or node == last:
            leaf_hash = sha256(b"\1", sibling, leaf_hash)
            while node % 2 == 0 and node > 0:
                node, last = node // 2, last // 2
        else:
            leaf_hash = sha256(b"\1", leaf_hash, sibling)
        node, last = node // 2, last // 2
    return leaf_hash if index < size and last == 0 else None


def is_well_formed(fields):
    for field in fields:
        is_open = "salt" in field
        text, digits = (field["salt"], 32) if is_open else (field["commitment"], 64)
        if not re.fullmatch(r"[0-9a-f]{%d}" % digits, text) or not re.fullmatch(r"[a-z][a-z0-9_]*", field["name"]):
            return False
        if is_open and field["value"] is not None and not isinstance(field["value"], str):
            return False
    return len({field["name"] for field in fields}) == len(fields)


def verify(receipt, trusted):
    transaction, round_, leaf = receipt.get("transaction", {}), receipt.get("round"), receipt.get("leaf")
    if receipt.get("format") != "nsimbi-receipt-1":
        return "unreadable"
    if round_ is None or leaf is None:
        return "not_proven"
    if leaf["kind"] != "transaction" or not is_well_formed(leaf["fields"]):
        return "unreadable"
    altered = []
    opened = {field["name"]: field["value"] for field in leaf["fields"] if "salt" in field}
    altered += ["transaction." + name for name in transaction if name not in opened or opened[name] != transaction[name]]
    commitments = []
    for field in leaf["fields"]:
        calculated = commitment_of(field).hex() if "salt" in field else field["commitment"]
        if field.get("commitment", calculated) != calculated:
            altered.append("fields." + field["name"])
        commitments.append(bytes.fromhex(field.get("commitment", calculated)))
    leaf_hash = sha256(b"\0nsimbi:%s:1\0" % leaf["kind"].encode(), *commitments)
    root = root_of(leaf_hash, leaf["index"], round_["tree_size"], leaf["path"])
    if leaf.get("hash", leaf_hash.hex()) != leaf_hash.hex():
        altered.append("fields")
    elif root is None or root.hex() != round_["root"]:
        altered.append("path")
    lines = ["nsimbi round 1", *(round_[name] for name in ("installation_id", "number", "tree_size", "root", "previous", "signed_at"))]
    if round_.get("fork_of"):
        lines.append("fork of %d %s" % (round_["fork_of"]["number"], round_["fork_of"]["hash"]))
    statement = "".join("%s\n" % line for line in lines).encode()
    key = base64.b64decode(round_["public_key"])
    key_id = sha256(key).hex()[:16]
    if round_.get("hash", sha256(statement).hex()) != sha256(statement).hex():
        altered.append("round")
    elif round_.get("key_id", key_id) != key_id:
        altered.append("key_id")
    elif not is_signature(key, statement, base64.b64decode(round_["signature"])):
        altered.append("signature")
    if altered:
        return "altered " + " ".join(altered)
    return "valid" if round_["public_key"] in trusted else "unknown_key"


# Ed25519 as RFC 8032 section 5.1 defines it; python3-cryptography has the same in one call.
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def add(one, two):
    a, b = (one[1] - one[0]) * (two[1] - two[0]), (one[1] + one[0]) * (two[1] + two[0])
    c, d = 2 * one[3] * two[3] * D, 2 * one[2] * two[2]
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number, point):
    product = (0, 1, 1, 0)
    while number > 0:
        if number & 1:
            product = add(product, point)
        point, number = add(point, point), number >> 1
    return product


def point_of(data):
    y, sign = int.from_bytes(data, "little") & (2**255 - 1), data[31] >> 7
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - square) % P or (x == 0 and sign):
        return None
    return (x if x & 1 == sign else P - x), y, 1, (x if x & 1 == sign else P - x) * y % P


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signature(key, message, signature):
    public, r, s = point_of(key), point_of(signature[:32]), int.from_bytes(signature[32:], "little")
    if public is None or r is None or s >= L:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    left, right = times(s, BASE), add(r, times(k, public))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        print(verify(json.load(file), sys.argv[2:]))
