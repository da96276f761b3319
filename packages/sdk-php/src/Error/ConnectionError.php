<?php

declare(strict_types=1);

namespace Nsimbi\Error;

/** No whole response arrived. For a payment it is not known whether it was made: continue with the same idempotency key. */
final class ConnectionError extends NsimbiError
{
}
