"""Writes webhook-signatures.json. The signatures are computed here by Python's hmac, from the words of docs/webhooks.md and by no SDK.

    python3 make-webhook-signatures.py
"""
import base64
import hashlib
import hmac
import json
import pathlib

NOW = 1_795_269_991
OLD_SECRET = "whsec_" + base64.b64encode(bytes(range(32))).decode()
NEW_SECRET = "whsec_" + base64.b64encode(bytes(range(100, 132))).decode()
STRANGER = "whsec_" + base64.b64encode(bytes(range(200, 232))).decode()

TRANSACTION = {
    "id": 42,
    "reference": "API_COL_1795269970_42",
    "type": "collection",
    "amount": 50000,
    "fee_amount": 2500,
    "net_amount": 47500,
    "currency": "UGX",
    "status": "completed",
    "description": "Musisi’s invoice № 7 ✓",
}
EVENT_ID = "evt_42_3"
PAYLOAD = json.dumps(
    {"id": EVENT_ID, "type": "deposit.completed", "created": NOW, "data": TRANSACTION, "api_version": "2026-11"},
    ensure_ascii=False,
    separators=(",", ":"),
)


def service(secret, payload=PAYLOAD):
    return "sha256=" + hmac.new(secret.encode(), payload.encode(), hashlib.sha256).hexdigest()


def standard(secret, timestamp, payload=PAYLOAD, event_id=EVENT_ID):
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{event_id}.{timestamp}.{payload}".encode()
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def service_headers(secret, timestamp=NOW, payload=PAYLOAD, brand="Service"):
    return {f"X-{brand}-Signature": service(secret, payload), f"X-{brand}-Timestamp": str(timestamp)}


def standard_headers(secret, timestamp=NOW, payload=PAYLOAD):
    return {
        "webhook-id": EVENT_ID,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": standard(secret, timestamp, payload),
    }


def both_headers(secret, timestamp=NOW, payload=PAYLOAD):
    return service_headers(secret, timestamp, payload) | standard_headers(secret, timestamp, payload)


ROLLED = both_headers(OLD_SECRET) | {
    "X-Service-Signature-New": service(NEW_SECRET),
    "webhook-signature": f"{standard(OLD_SECRET, NOW)} {standard(NEW_SECRET, NOW)}",
}
ROLLED_SERVICE_ONLY = {name: value for name, value in ROLLED.items() if name.startswith("X-")}
OTHER_PAYLOAD = PAYLOAD.replace("50000", "90000")
OLD = [OLD_SECRET]

cases = []


def case(name, headers, result="valid", *, secrets=OLD, payload=PAYLOAD, **more):
    cases.append({"name": name, "payload": payload, "headers": headers, "secrets": secrets, **more, "result": result})


case("both signatures", both_headers(OLD_SECRET))
case("the standard signature alone", standard_headers(OLD_SECRET))
case("the service signature alone", service_headers(OLD_SECRET))
case("names of headers in capitals", {name.upper(): value for name, value in both_headers(OLD_SECRET).items()})
case("headers of an installation with another brand", service_headers(OLD_SECRET, brand="Acme-Pay"), brand="Acme-Pay")
case("the headers of another brand than the one expected", service_headers(OLD_SECRET, brand="Acme-Pay"), "no_signature")
case("during a roll, a receiver with the old secret", ROLLED)
case("during a roll, a receiver with the new secret", ROLLED, secrets=[NEW_SECRET])
case("during a roll, a receiver with both secrets", ROLLED, secrets=[NEW_SECRET, OLD_SECRET])
case("during a roll, the service signatures and the old secret", ROLLED_SERVICE_ONLY)
case("during a roll, the service signatures and the new secret", ROLLED_SERVICE_ONLY, secrets=[NEW_SECRET])
case("during a roll, a receiver with another secret", ROLLED, "wrong_signature", secrets=[STRANGER])
case("after a roll, a receiver with both secrets", both_headers(NEW_SECRET), secrets=[OLD_SECRET, NEW_SECRET])
case("after a roll, a receiver with the old secret", both_headers(NEW_SECRET), "wrong_signature")
case("a signature of a version that is not known beside the right one",
     standard_headers(OLD_SECRET) | {"webhook-signature": "v1a,AAAA " + standard(OLD_SECRET, NOW)})
case("as old as the tolerance allows", both_headers(OLD_SECRET, NOW - 300))
case("as far in the future as the tolerance allows", both_headers(OLD_SECRET, NOW + 300))
case("a second older than the tolerance allows", both_headers(OLD_SECRET, NOW - 301), "timestamp_too_old")
case("a second newer than the tolerance allows", both_headers(OLD_SECRET, NOW + 301), "timestamp_too_new")
case("old, with the service signature alone", service_headers(OLD_SECRET, NOW - 301), "timestamp_too_old")
case("old, with a tolerance of an hour", both_headers(OLD_SECRET, NOW - 3600), tolerance_seconds=3600)
case("an old recording with a new time written on it",
     standard_headers(OLD_SECRET, NOW - 3600) | {"webhook-timestamp": str(NOW)}, "wrong_signature")
case("another id written on it", standard_headers(OLD_SECRET) | {"webhook-id": "evt_43_1"}, "wrong_signature")
case("a body that was changed", both_headers(OLD_SECRET), "wrong_signature", payload=OTHER_PAYLOAD)
case("a body that was changed, with the service signature alone", service_headers(OLD_SECRET), "wrong_signature",
     payload=OTHER_PAYLOAD)
case("a body that was parsed and written again with spaces", both_headers(OLD_SECRET), "wrong_signature",
     payload=json.dumps(json.loads(PAYLOAD), ensure_ascii=False))
case("a wrong standard signature beside a right service signature",
     both_headers(OLD_SECRET) | {"webhook-signature": standard(STRANGER, NOW)}, "wrong_signature")
case("the service signature alone where only the standard one is accepted", service_headers(OLD_SECRET), "no_signature",
     schemes=["standard"])
case("both signatures where only the service one is accepted", both_headers(OLD_SECRET), schemes=["service"])
case("the standard key used for the service signature",
     service_headers(OLD_SECRET) | {
         "X-Service-Signature": "sha256=" + hmac.new(bytes(range(32)), PAYLOAD.encode(), hashlib.sha256).hexdigest()
     }, "wrong_signature")
case("the service signature without its prefix",
     service_headers(OLD_SECRET) | {"X-Service-Signature": service(OLD_SECRET).removeprefix("sha256=")}, "wrong_signature")
case("the service signature in capitals",
     service_headers(OLD_SECRET) | {"X-Service-Signature": "sha256=" + service(OLD_SECRET)[7:].upper()}, "wrong_signature")
case("an empty standard signature", standard_headers(OLD_SECRET) | {"webhook-signature": ""}, "wrong_signature")
case("no headers", {}, "no_signature")
case("a standard signature without its id",
     {name: value for name, value in standard_headers(OLD_SECRET).items() if name != "webhook-id"}, "no_signature")
case("a standard signature without its time",
     {name: value for name, value in standard_headers(OLD_SECRET).items() if name != "webhook-timestamp"}, "no_signature")
case("a service signature without its time", {"X-Service-Signature": service(OLD_SECRET)}, "no_signature")
for what, timestamp in [("a date", "2026-11-21T14:06:31Z"), ("an empty time", ""), ("a fraction", f"{NOW}.5"),
                        ("a negative number", "-1"), ("a hexadecimal number", "0x6b01"), ("too many digits", "9" * 13)]:
    case(f"{what} as the time", standard_headers(OLD_SECRET, timestamp), "bad_timestamp")
NOT_JSON = "evt_42_3 is completed"
case("signed and not JSON", both_headers(OLD_SECRET, payload=NOT_JSON), "bad_payload", payload=NOT_JSON)
NO_EVENT = '{"amount":50000}'
case("signed and no event", both_headers(OLD_SECRET, payload=NO_EVENT), "bad_payload", payload=NO_EVENT)

document = {"now": NOW, "tolerance_seconds": 300, "event_id": EVENT_ID, "cases": cases}
target = pathlib.Path(__file__).with_name("webhook-signatures.json")
target.write_text(json.dumps(document, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
