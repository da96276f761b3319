<?php

declare(strict_types=1);

namespace Nsimbi\Error;

/** 409: a request with this Idempotency-Key is still running; or the key was used with another body. */
final class ConflictError extends NsimbiError
{
}
