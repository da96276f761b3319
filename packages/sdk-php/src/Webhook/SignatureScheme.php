<?php

declare(strict_types=1);

namespace Nsimbi\Webhook;

/** How a delivery is signed. */
enum SignatureScheme: string
{
    /** `webhook-signature`, which also covers the time and so refuses old recordings. */
    case Standard = 'standard';
    /** `X-Service-Signature`, which covers the body alone. */
    case Service = 'service';
}
