<?php

declare(strict_types=1);

namespace Nsimbi\Error;

/** 429: more requests than the limit allows. */
final class RateLimitError extends NsimbiError
{
}
