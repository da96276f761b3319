<?php

declare(strict_types=1);

namespace Nsimbi;

use Nsimbi\Error\NsimbiError;
use Nsimbi\Http\Call;
use Nsimbi\Http\Transport;
use Nsimbi\Model\Health;
use Nsimbi\Model\Readiness;

/** Whether the service works. The key is not sent. */
final readonly class ServiceHealth
{
    public function __construct(private Transport $transport)
    {
    }

    /**
     * Answers when the process of the service does.
     *
     * @throws NsimbiError
     */
    public function alive(?CallOptions $options = null): Health
    {
        return $this->transport->json(Call::publicRead('/healthz'), fn (array $body) => Health::from($body), $options);
    }

    /**
     * Whether requests can be served. "Not ready" is an answer and no error.
     *
     * @throws NsimbiError
     */
    public function ready(?CallOptions $options = null): Readiness
    {
        $call = Call::publicRead('/readyz', alsoAnswers: 503);

        return $this->transport->json($call, fn (array $body) => Readiness::from($body), $options);
    }
}
