<?php

declare(strict_types=1);

namespace Nsimbi;

/** The version of this package, for its User-Agent. A test compares it with composer.json. */
final class Version
{
    public const VERSION = '0.2.0';
}
