<?php

declare(strict_types=1);

namespace Nsimbi\Webhook;

/** Why a delivery was refused. */
enum WebhookRefusal: string
{
    /** No accepted signature, or a part of it is missing. Not from the service. */
    case NoSignature = 'no_signature';
    /** The time is no number of seconds. */
    case BadTimestamp = 'bad_timestamp';
    /** An old recording, or a wrong clock. */
    case TimestampTooOld = 'timestamp_too_old';
    case TimestampTooNew = 'timestamp_too_new';
    /** Another secret, or the body was changed, also by a parser. */
    case WrongSignature = 'wrong_signature';
    /** Signed, and no event. */
    case BadPayload = 'bad_payload';
}
