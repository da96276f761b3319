<?php

declare(strict_types=1);

namespace Nsimbi\Tests\Unit;

use Nsimbi\Error\PermissionError;
use Nsimbi\Error\ValidationError;
use Nsimbi\Http\HttpFailure;
use Nsimbi\Model\RejectPaymentRequest;
use Nsimbi\Nsimbi;
use Nsimbi\Tests\Clients;
use Nsimbi\Tests\ScriptedHttpClient;
use PHPUnit\Framework\TestCase;

final class ApprovalsTest extends TestCase
{
    /** @dataProvider decisions */
    public function testADecisionWhoseResponseWasLostIsSentAgain(callable $decide, string $body): void
    {
        $decided = ['transaction_id' => 43, 'reference' => 'SM_1795269970_43', 'status' => 'processing'];
        $http = new ScriptedHttpClient(HttpFailure::lost('reset'), ScriptedHttpClient::succeeds($decided));
        self::assertSame('processing', $decide(Clients::of($http))->status);
        self::assertSame([$body, $body], array_map(fn ($request) => $request->body, $http->sent));
    }

    public static function decisions(): array
    {
        $reject = new RejectPaymentRequest('Paid before');

        return [
            'approve' => [fn (Nsimbi $client) => $client->approvals->approve(43, 53_000), '{"amount":53000}'],
            'reject' => [fn (Nsimbi $client) => $client->approvals->reject(43, $reject), '{"reason":"Paid before"}'],
            'reject without a reason' => [fn (Nsimbi $client) => $client->approvals->reject(43), '{}'],
        ];
    }

    public function testAnAmountThatIsNotWholeApprovesNothing(): void
    {
        $http = new ScriptedHttpClient(ScriptedHttpClient::succeeds([]));
        try {
            Clients::of($http)->approvals->approve(43, 53_000.5);
            self::fail('it was accepted');
        } catch (ValidationError) {
            self::assertSame([], $http->sent);
        }
    }

    public function testTheMakerCannotApprove(): void
    {
        $http = new ScriptedHttpClient(ScriptedHttpClient::fails(403, 'approver_is_maker'));
        try {
            Clients::of($http)->approvals->approve(43, 53_000);
            self::fail('it was approved');
        } catch (PermissionError $error) {
            self::assertSame(['approver_is_maker', false], [$error->errorCode, $error->isRetryable]);
            self::assertCount(1, $http->sent);
        }
    }
}
