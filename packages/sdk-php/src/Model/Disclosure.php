<?php

// Written by tools/generate.php. Do not edit it.

declare(strict_types=1);

namespace Nsimbi\Model;

enum Disclosure: string
{
    case Full = 'full';
    case Masked = 'masked';
    case Hidden = 'hidden';
}
