<?php

declare(strict_types=1);

namespace Nsimbi\Error;

/** 400, 405, 413, 415, 422: the request, or a rule of the business such as `insufficient_funds`, does not allow it. */
final class ValidationError extends NsimbiError
{
}
