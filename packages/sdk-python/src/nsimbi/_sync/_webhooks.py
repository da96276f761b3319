"""The addresses that receive events, and what was sent to them."""

from collections.abc import Iterator, Sequence
from typing import Unpack

from .._call import Call, CallOptions, Moment, id_in_path
from .._page import Page
from ..types import (
    CreatedWebhook,
    DeletedWebhook,
    Delivery,
    EventName,
    QueuedDelivery,
    QueuedRange,
    RolledSecret,
    TestDelivery,
    UpdatedWebhook,
    Webhook,
)
from ._pages import items_of_pages, read_page
from ._transport import Transport

ROOT = "/api/v1/webhooks"
# A receiver has 30 seconds to respond, and the service waits for it.
TEST_TIMEOUT_SECONDS_DEFAULT = 40.0


class Webhooks:
    """The addresses that receive events, in the mode of the key."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.deliveries = Deliveries(transport)

    def create(
        self,
        *,
        url: str,
        events: Sequence[EventName],
        api_key_id: int | None = None,
        description: str | None = None,
        honor_hints: bool | None = None,
        ordered: bool | None = None,
        **options: Unpack[CallOptions],
    ) -> CreatedWebhook:
        """Registers an address. The response is the only one with the secret. With `ordered=True` the events of
        each transaction arrive in order. Raises NsimbiError.
        """
        body = {
            "url": url,
            "events": [*events],
            "api_key_id": api_key_id,
            "description": description,
            "honor_hints": honor_hints,
            "ordered": ordered,
        }
        result: CreatedWebhook = self._transport.data(Call("POST", ROOT, "unkeyed", body=body), options)
        return result

    def list(self, **options: Unpack[CallOptions]) -> Sequence[Webhook]:
        """All webhooks; there are at most 20, so they have no pages. Raises NsimbiError."""
        result: Sequence[Webhook] = self._transport.data(Call("GET", ROOT, "read"), options)
        return result

    def get(self, id: int, **options: Unpack[CallOptions]) -> Webhook:
        """One webhook, without its secret. Raises NsimbiError."""
        result: Webhook = self._transport.data(Call("GET", f"{ROOT}/{id_in_path(id)}", "read"), options)
        return result

    def update(
        self,
        id: int,
        *,
        url: str | None = None,
        events: Sequence[EventName] | None = None,
        api_key_id: int | None = None,
        description: str | None = None,
        honor_hints: bool | None = None,
        ordered: bool | None = None,
        is_active: bool | None = None,
        **options: Unpack[CallOptions],
    ) -> UpdatedWebhook:
        """Changes what is given. `is_active=True` enables it again; the response lists what was missed. Raises
        NsimbiError.
        """
        body = {
            "url": url,
            "events": None if events is None else [*events],
            "api_key_id": api_key_id,
            "description": description,
            "honor_hints": honor_hints,
            "ordered": ordered,
            "is_active": is_active,
        }
        call = Call("PUT", f"{ROOT}/{id_in_path(id)}", "unkeyed", body=body)
        result: UpdatedWebhook = self._transport.data(call, options)
        return result

    def delete(self, id: int, **options: Unpack[CallOptions]) -> DeletedWebhook:
        """Deletes a webhook. Raises NsimbiError."""
        call = Call("DELETE", f"{ROOT}/{id_in_path(id)}", "unkeyed")
        result: DeletedWebhook = self._transport.data(call, options)
        return result

    def test(self, id: int, **options: Unpack[CallOptions]) -> TestDelivery:
        """Sends a test event now and waits for the receiver. A receiver that refuses it is no error: see `delivered`.
        `timeout_seconds` is 40 here unless it is given. Raises NsimbiError.
        """
        call = Call("POST", f"{ROOT}/{id_in_path(id)}/test", "unkeyed")
        options.setdefault("timeout_seconds", TEST_TIMEOUT_SECONDS_DEFAULT)
        result: TestDelivery = self._transport.data(call, options)
        return result

    def roll_secret(
        self, id: int, *, overlap_seconds: int | None = None, **options: Unpack[CallOptions]
    ) -> RolledSecret:
        """Makes a new secret. For `overlap_seconds` deliveries are signed with both. Raises NsimbiError."""
        body = {"overlap_seconds": overlap_seconds}
        call = Call("POST", f"{ROOT}/{id_in_path(id)}/roll-secret", "unkeyed", body=body)
        result: RolledSecret = self._transport.data(call, options)
        return result

    def redeliver(
        self, id: int, *, from_: Moment, to: Moment | None = None, **options: Unpack[CallOptions]
    ) -> QueuedRange:
        """Sends failed, cancelled and missed events of a period again. While `has_more` is true, call it with
        `next_from` as `from_`. Raises NsimbiError.
        """
        body = {"from": from_, "to": to}
        call = Call("POST", f"{ROOT}/{id_in_path(id)}/redeliver", "unkeyed", body=body)
        result: QueuedRange = self._transport.data(call, options)
        return result


class Deliveries:
    """What was sent to a webhook."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        webhook_id: int,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Page[Delivery]:
        """One page, the newest delivery first. Raises NsimbiError."""
        path = f"{ROOT}/{id_in_path(webhook_id)}/deliveries"
        call = Call("GET", path, "read", query={"limit": limit, "cursor": cursor})
        return read_page(self._transport, call, options)

    def iterate(
        self,
        webhook_id: int,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Iterator[Delivery]:
        """All deliveries that are still kept, the newest first. Raises NsimbiError."""

        def read(following: str | None) -> Page[Delivery]:
            first = cursor if following is None else following
            return self.list(webhook_id, limit=limit, cursor=first, **options)

        return items_of_pages(read)

    def redeliver(self, webhook_id: int, delivery_id: int, **options: Unpack[CallOptions]) -> QueuedDelivery:
        """Sends one delivery again, also one that was delivered. Raises NsimbiError."""
        path = f"{ROOT}/{id_in_path(webhook_id)}/deliveries/{id_in_path(delivery_id)}/redeliver"
        result: QueuedDelivery = self._transport.data(Call("POST", path, "unkeyed"), options)
        return result
