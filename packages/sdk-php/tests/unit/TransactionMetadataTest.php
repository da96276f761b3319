<?php

declare(strict_types=1);

namespace Nsimbi\Tests\Unit;

use Nsimbi\Tests\Clients;
use Nsimbi\Tests\ScriptedHttpClient;
use PHPUnit\Framework\TestCase;

final class TransactionMetadataTest extends TestCase
{
    public function testThePairsOfTheClientAreBesideTheFieldsOfTheService(): void
    {
        $metadata = ['api_triggered' => true, 'provider' => 'MTN', 'branch' => 'Kampala', 'others' => 'a pair too', '7' => 'seven'];
        $body = ['metadata' => $metadata, 'client_reference' => 'order-1'] + Clients::transaction('completed');
        $read = Clients::of(new ScriptedHttpClient(ScriptedHttpClient::succeeds($body)))->wallet->transactions->get(42);
        self::assertSame(['order-1', 'MTN'], [$read->client_reference, $read->metadata->provider]);
        self::assertSame(['branch' => 'Kampala', 'others' => 'a pair too', '7' => 'seven'], $read->metadata->others);
        $written = array_filter(json_decode(json_encode($read->metadata), true), fn (mixed $value) => $value !== null);
        self::assertSame($metadata, $written);
    }
}
