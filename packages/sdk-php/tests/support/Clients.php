<?php

declare(strict_types=1);

namespace Nsimbi\Tests;

use Nsimbi\Http\Clock;
use Nsimbi\Http\HttpClient;
use Nsimbi\Nsimbi;

/** Clients for tests, and what the service responds to them. */
final class Clients
{
    public const KEY = 'nsk_test_abcdefghijkl.0123456789012345678901234567890123456789';

    public static function of(HttpClient $http, ?Clock $clock = null): Nsimbi
    {
        return new Nsimbi(self::KEY, 'https://pay.example.ug/', timeoutMs: 500, http: $http, clock: $clock ?? new FakeClock());
    }

    /** @return array<string, mixed> */
    public static function payment(): array
    {
        return [
            'transaction_id' => 42,
            'reference' => 'SM_1795269970_42',
            'recipient_name' => null,
            'recipient_phone' => '256772000001',
            'amount_sent' => 25_000,
            'fee_amount' => 1_500,
            'total_deducted' => 26_500,
            'transfer_type' => 'external',
            'status' => 'processing',
            'requires_approval' => false,
            'new_balance' => 973_500,
            'external_reference' => null,
            'created_at' => '2026-11-21T14:06:10.000Z',
            'completed_at' => null,
        ];
    }

    /** @return array<string, mixed> */
    public static function balance(): array
    {
        return [
            'balance' => 973_500,
            'held_balance' => 0,
            'currency' => 'UGX',
            'mode' => 'test',
            'as_of' => '2026-11-21T14:06:10.000Z',
        ];
    }

    /** @return array<string, mixed> */
    public static function bulkPayout(string $status): array
    {
        return [
            'id' => 5,
            'name' => 'Wages',
            'status' => $status,
            'row_count' => 2,
            'amount' => 100_000,
            'fees' => 6_000,
            'total_deducted' => 106_000,
            'retry_of' => null,
            'reason' => null,
            'created_at' => '2026-11-21T12:00:00.000Z',
            'expires_at' => null,
            'begun_at' => null,
            'ended_at' => null,
        ];
    }

    /** @return array<string, mixed> */
    public static function event(int $sequence): array
    {
        return [
            'id' => "evt_42_$sequence",
            'type' => 'wallet.credited',
            'created' => 1_795_269_991,
            'api_version' => '2026-11',
            'sequence' => $sequence,
            'data' => self::transaction('completed'),
        ];
    }

    /** @return array<string, mixed> */
    public static function transaction(string $status): array
    {
        return [
            'id' => 42,
            'reference' => 'API_COL_1795269970_42',
            'external_reference' => null,
            'type' => 'collection',
            'amount' => 50_000,
            'fee_amount' => 2_500,
            'net_amount' => 47_500,
            'currency' => 'UGX',
            'status' => $status,
            'description' => null,
            'created_at' => '2026-11-21T14:06:10.000Z',
            'completed_at' => null,
            'failed_at' => null,
            'metadata' => ['api_triggered' => true],
            'mode' => 'test',
            'direction' => 'in',
            'failure_code' => null,
            'failure_reason' => null,
            'balance_after' => null,
        ];
    }
}
