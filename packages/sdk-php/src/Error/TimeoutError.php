<?php

declare(strict_types=1);

namespace Nsimbi\Error;

/** No response within the time limit, or the service did not receive the request in time (408). */
final class TimeoutError extends NsimbiError
{
}
