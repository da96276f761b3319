<?php

declare(strict_types=1);

namespace Nsimbi\Error;

/** 403: the key may not do this, or not from this address. */
final class PermissionError extends NsimbiError
{
}
