<?php

declare(strict_types=1);

namespace Nsimbi\Error;

/** 500 to 599, and responses that are not those of the service. */
final class ServerError extends NsimbiError
{
}
