<?php

declare(strict_types=1);

namespace Nsimbi;

use Nsimbi\Error\NsimbiError;
use Nsimbi\Http\Call;
use Nsimbi\Http\Transport;
use Nsimbi\Model\FundTestWalletRequest;
use Nsimbi\Model\Funding;

/** What a test key can do beside the rest. */
final readonly class TestMode
{
    public Prompts $prompts;

    public function __construct(private Transport $transport)
    {
        $this->prompts = new Prompts($transport);
    }

    /**
     * Puts test shillings into the wallet. The same idempotency key never funds twice.
     *
     * @param string|null $idempotencyKey 1 to 255 visible ASCII characters; null for a random one, the same for all attempts of this call
     *
     * @throws NsimbiError with the `idempotencyKey`, to continue with
     */
    public function fund(FundTestWalletRequest $request, ?string $idempotencyKey = null, ?CallOptions $options = null): Funding
    {
        return $this->transport->data(Call::keyed('/api/v1/test/wallet/fund', $request), Funding::from(...), $options, $idempotencyKey);
    }
}
