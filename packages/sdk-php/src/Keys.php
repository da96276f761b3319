<?php

declare(strict_types=1);

namespace Nsimbi;

use Nsimbi\Error\NsimbiError;
use Nsimbi\Http\Call;
use Nsimbi\Http\Transport;
use Nsimbi\Model\ApiKey;

/** The key itself. */
final readonly class Keys
{
    public function __construct(private Transport $transport)
    {
    }

    /**
     * Who the key is, what it may do, and what is left of its budget, in shillings.
     *
     * @throws NsimbiError
     */
    public function get(?CallOptions $options = null): ApiKey
    {
        return $this->transport->data(Call::read('/api/v1/key'), ApiKey::from(...), $options);
    }
}
