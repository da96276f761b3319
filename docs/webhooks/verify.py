# A receiver of webhooks for Python 3.9 or newer, without dependencies:
#   WEBHOOK_SECRET=whsec_… PORT=3000 python3 verify.py
import base64
import hashlib
import hmac
import json
import os
import re
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("WEBHOOK_SECRET", "")
if not SECRET.startswith("whsec_"):
    raise SystemExit("Set WEBHOOK_SECRET to the secret that creating the webhook returned.")
TOLERANCE_SECONDS = 300
BODY_BYTES_MAX = 1_048_576


def verify_service_signature(raw_body, headers):
    """X-Service-Signature: over the raw body, keyed with the whole secret. While a secret is rolled the new one is in -New."""
    if not is_recent(headers.get("X-Service-Timestamp")):
        return False
    expected = "sha256=" + hmac.new(SECRET.encode(), raw_body, hashlib.sha256).hexdigest()
    given = (headers.get("X-Service-Signature"), headers.get("X-Service-Signature-New"))
    return any(is_same(signature, expected) for signature in given)


def verify_standard_signature(raw_body, headers):
    """webhook-signature: over id, time and raw body, keyed with the decoded secret. While a secret is rolled it holds two."""
    timestamp = headers.get("webhook-timestamp")
    if not is_recent(timestamp):
        return False
    key = base64.b64decode(SECRET[len("whsec_"):])
    signed = f"{headers.get('webhook-id')}.{timestamp}.".encode() + raw_body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(is_same(signature, expected) for signature in headers.get("webhook-signature", "").split(" "))


def is_recent(timestamp):
    if timestamp is None or re.fullmatch("[0-9]{1,12}", timestamp) is None:
        return False
    return abs(time.time() - int(timestamp)) <= TOLERANCE_SECONDS


def is_same(given, expected):
    """Compares in constant time: how long it takes does not tell how much of a guess was right."""
    return given is not None and hmac.compare_digest(given.encode(), expected.encode())


# In production: a column with a unique index, written in the database transaction of what you do about the event.
handled_ids = set()
one_at_a_time = threading.Lock()


def handle(event):
    """Put the work in a queue of yours and return; the answer should leave within a second."""
    print(event["id"], event["type"], event["data"]["reference"], event["data"]["status"], flush=True)


class Receiver(BaseHTTPRequestHandler):
    timeout = 10

    def do_POST(self):
        try:
            length = int(self.headers.get("Content-Length", "0"))
            if length > BODY_BYTES_MAX:
                return self.answer(413, "too large")
            raw_body = self.rfile.read(length)
            # One of the two is enough: keep the one that you use.
            verify = verify_standard_signature if self.path == "/standard" else verify_service_signature
            if not verify(raw_body, self.headers):
                return self.answer(400, "signature refused")
            event = json.loads(raw_body)
            with one_at_a_time:
                if event["id"] in handled_ids:
                    return self.answer(200, "seen before")
                handle(event)
                handled_ids.add(event["id"])
            return self.answer(200, "handled")
        except Exception as error:
            self.log_error("%r", error)
            return self.answer(500, "failed, please send it again")

    def answer(self, status, text):
        body = (text + "\n").encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Server(ThreadingHTTPServer):
    request_queue_size = 128  # Five, as Python has it, makes a burst of deliveries wait a second.


Server(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Receiver).serve_forever()
