<?php

declare(strict_types=1);

namespace NsimbiPayments;

/** Another process changes the order. Try again later. */
final class OrderIsLocked extends \RuntimeException
{
}
