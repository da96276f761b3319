<?php

declare(strict_types=1);

namespace NsimbiPayments\Tests;

use NsimbiPayments\Gateway;
use NsimbiPayments\Sdk\Nsimbi;
use NsimbiPayments\Settings;

/** The payment method with a scripted service. */
final class TestGateway extends Gateway
{
    public function __construct(public readonly ScriptedService $service)
    {
        parent::__construct();
    }

    protected function client(Settings $settings): Nsimbi
    {
        return new Nsimbi($settings->apiKey, $settings->baseUrl, http: $this->service);
    }
}
