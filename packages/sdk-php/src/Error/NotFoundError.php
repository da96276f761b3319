<?php

declare(strict_types=1);

namespace Nsimbi\Error;

/** 404, also for objects of other clients. */
final class NotFoundError extends NsimbiError
{
}
