<?php

declare(strict_types=1);

namespace Nsimbi;

use Nsimbi\Http\Clock;
use Nsimbi\Http\CurlHttpClient;
use Nsimbi\Http\HttpClient;
use Nsimbi\Http\SystemClock;
use Nsimbi\Http\Transport;

/** A client of the service with one key. */
final readonly class Nsimbi
{
    public Wallet $wallet;
    public Collections $collections;
    public Refunds $refunds;
    public BulkPayouts $bulkPayouts;
    public Webhooks $webhooks;
    public Events $events;
    public Receipts $receipts;
    public Proofs $proofs;
    public Keys $key;
    public ServiceHealth $health;
    public TestMode $testMode;

    /**
     * @param string $apiKey `nsk_live_…` or `nsk_test_…`; it decides whether real money moves
     * @param string $baseUrl the address of the service, for example `https://pay.example.ug`
     * @param int $timeoutMs milliseconds for one attempt
     * @param int $maxRetries how often a failed call is repeated where that is safe; 0 for never
     * @param HttpClient|null $http replaces curl, for tests and proxies
     * @param Clock|null $clock replaces the clock of the machine, for tests
     *
     * @throws \InvalidArgumentException when a value cannot be right, before anything is sent
     */
    public function __construct(
        #[\SensitiveParameter]
        string $apiKey,
        string $baseUrl,
        int $timeoutMs = 30_000,
        int $maxRetries = 3,
        ?HttpClient $http = null,
        ?Clock $clock = null,
    ) {
        if (preg_match('/^nsk_(?:live|test)_[\x21-\x7e]+$/D', $apiKey) !== 1) {
            throw new \InvalidArgumentException('apiKey must be the whole text of a key, which begins with nsk_live_ or nsk_test_.');
        }
        if ($timeoutMs < 1) {
            throw new \InvalidArgumentException('timeoutMs must be a number of milliseconds above 0.');
        }
        if ($maxRetries < 0) {
            throw new \InvalidArgumentException('maxRetries must be 0 or more.');
        }
        $transport = new Transport(
            $apiKey,
            self::checkedAddress($baseUrl),
            $timeoutMs,
            $maxRetries,
            $http ?? new CurlHttpClient(),
            $clock ?? new SystemClock(),
        );
        $this->wallet = new Wallet($transport);
        $this->collections = new Collections($transport);
        $this->refunds = new Refunds($transport);
        $this->bulkPayouts = new BulkPayouts($transport);
        $this->webhooks = new Webhooks($transport);
        $this->events = new Events($transport);
        $this->receipts = new Receipts($transport);
        $this->proofs = new Proofs($transport);
        $this->key = new Keys($transport);
        $this->health = new ServiceHealth($transport);
        $this->testMode = new TestMode($transport);
    }

    /** The address without a slash at its end. */
    private static function checkedAddress(string $baseUrl): string
    {
        $parts = parse_url($baseUrl);
        $isAddress = is_array($parts)
            && in_array(strtolower($parts['scheme'] ?? ''), ['http', 'https'], true)
            && ($parts['host'] ?? '') !== ''
            && array_diff_key($parts, ['scheme' => 0, 'host' => 0, 'port' => 0, 'path' => 0]) === []
            && preg_match('/[\s\x00-\x1f\x7f?#]/', $baseUrl) === 0;
        if (!$isAddress) {
            throw new \InvalidArgumentException('baseUrl must be an address such as https://pay.example.ug.');
        }

        return rtrim($baseUrl, '/');
    }
}
