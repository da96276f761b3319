"""Verifies a receipt of Nsimbi (../receipts.md, "Verification") with Python 3.9 or newer and its package `cryptography`.

verify.py RECEIPT.json KEY...    A KEY is a public key in base64, taken from a place that the sender of the receipt does not control.
"""
import base64, hashlib, json, re, sys
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def commitment_of(field):
    if "salt" not in field:
        return bytes.fromhex(field["commitment"])
    end = b"\0\0" if field["value"] is None else b"\0\1" + field["value"].encode()
    return sha256(b"nsimbi:field:1\0", bytes.fromhex(field["salt"]), field["name"].encode(), end)


def is_field(field):
    # The lengths count: with another length of the salt, its last bytes and the name could share their letters in another way.
    form, text = ("[0-9a-f]{32}", field["salt"]) if "salt" in field else ("[0-9a-f]{64}", field["commitment"])
    is_value = "salt" not in field or field["value"] is None or isinstance(field["value"], str)
    return re.fullmatch("[a-z][a-z0-9_]*", field["name"]) and re.fullmatch(form, text) and is_value


def root_of(root, index, size, path):
    node, last = index, size - 1
    for sibling in path:
        if last == 0:
            return None
        is_right = node % 2 == 1 or node == last
        root = sha256(b"\1", sibling, root) if is_right else sha256(b"\1", root, sibling)
        while is_right and node % 2 == 0 and node > 0:
            node, last = node // 2, last // 2
        node, last = node // 2, last // 2
    return root.hex() if index < size and last == 0 else None


def verify(receipt, trusted):
    transaction, round_, leaf = receipt.get("transaction", {}), receipt.get("round"), receipt.get("leaf")
    if receipt["format"] != "nsimbi-receipt-1":
        return "unreadable"
    if round_ is None or leaf is None:
        return "not_proven"
    fields = leaf["fields"]
    if leaf["kind"] != "transaction" or not all(map(is_field, fields)) or len({f["name"] for f in fields}) < len(fields):
        return "unreadable"
    opened = {field["name"]: field["value"] for field in fields if "salt" in field}
    forged = ["transaction." + name for name in transaction if name not in opened or opened[name] != transaction[name]]
    if forged:
        return "altered " + " ".join(forged)
    lines = [round_[name] for name in ("installation_id", "number", "tree_size", "root", "previous", "signed_at")]
    lines += ["fork of {number} {hash}".format(**round_["fork_of"])] if round_.get("fork_of") else []
    statement = "".join("%s\n" % line for line in ["nsimbi round 1", *lines]).encode()
    key, leaf_hash = base64.b64decode(round_["public_key"]), sha256(b"\0nsimbi:transaction:1\0", *map(commitment_of, fields))
    stated = [(leaf, "hash", leaf_hash), (round_, "hash", sha256(statement)), (round_, "key_id", sha256(key)[:8])]
    stated += [(field, "commitment", commitment_of(field)) for field in fields]
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(base64.b64decode(round_["signature"]), statement)
    except InvalidSignature:
        return "altered"
    is_whole = all(part.get(name, calculated.hex()) == calculated.hex() for part, name, calculated in stated)
    if not is_whole or root_of(leaf_hash, leaf["index"], round_["tree_size"], map(bytes.fromhex, leaf["path"])) != round_["root"]:
        return "altered"
    return "valid" if round_["public_key"] in trusted else "unknown_key"


with open(sys.argv[1], encoding="utf-8") as file:
    print(verify(json.load(file), sys.argv[2:]))
