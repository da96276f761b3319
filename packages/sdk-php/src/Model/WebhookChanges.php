<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

use Nsimbi\Error\ValidationError;
use Nsimbi\Http\WholeNumber;

/** The body of a request. */
final readonly class WebhookChanges
{
    public ?int $api_key_id;

    /**
     * @param string|null $url Where events are delivered: https, without credentials and fragment, and no private address.
     * @param list<EventName|string>|null $events The events to deliver.
     * @param int|null $api_key_id Deliver only events of transactions made with this API key, or with the one it was rolled to; 0: of all keys.
     * @param string|null $description Free text; empty text for none.
     * @param bool|null $honor_hints Whether your responses control deliveries: 410 disables the webhook at once, and Retry-After with 429 or 503 delays the next attempt, by at most 6 hours.
     * @param bool|null $ordered Whether the events of each transaction arrive in order: an event is sent after every earlier event of its transaction was delivered, failed or was cancelled.
     * @param bool|null $is_active Whether events are delivered.
     *
     * @throws ValidationError when a number is not whole, or not from 0 to 2^53 - 1
     */
    public function __construct(
        public string|null $url = null,
        public array|null $events = null,
        int|float|null $api_key_id = null,
        public string|null $description = null,
        public bool|null $honor_hints = null,
        public bool|null $ordered = null,
        public bool|null $is_active = null,
    ) {
        $this->api_key_id = WholeNumber::orNull('api_key_id', $api_key_id);
    }
}
