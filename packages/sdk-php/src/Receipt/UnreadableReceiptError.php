<?php

declare(strict_types=1);

namespace Nsimbi\Receipt;

/** A value that is no receipt of this format. */
final class UnreadableReceiptError extends \RuntimeException
{
}
