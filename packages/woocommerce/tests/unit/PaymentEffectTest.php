<?php

declare(strict_types=1);

namespace NsimbiPayments\Tests;

use NsimbiPayments\AttemptState;
use NsimbiPayments\CollectionEvent;
use NsimbiPayments\OrderRecord;
use NsimbiPayments\PaymentAttempt;
use NsimbiPayments\PaymentEffect;
use PHPUnit\Framework\TestCase;

/** One attempt of UGX 50,000 by collection 42, and what the end of it does to its order. */
final class PaymentEffectTest extends TestCase
{
    private const USUAL = [
        'status' => 'completed',
        'state' => AttemptState::Waiting,
        'orderStatus' => 'pending',
        'isPaid' => false,
        'orderTotal' => 50_000,
        'amount' => 50_000,
        'currency' => 'UGX',
        'eventMode' => 'live',
        'mode' => 'live',
        'collectionId' => 42,
        'otherState' => AttemptState::Refused,
    ];

    /**
     * @dataProvider cases
     *
     * @param array<string, mixed> $changes what differs from the usual case
     */
    public function testTheEffectOfAnEvent(PaymentEffect $expected, array $changes): void
    {
        $case = array_replace(self::USUAL, $changes);
        $attempt = new PaymentAttempt(1, 'key-1', '256770000001', 50_000, '7', 'live', 1_795_269_991, $case['state'], $case['collectionId']);
        $other = new PaymentAttempt(2, 'key-2', '256700000001', 50_000, '7', 'live', 1_795_269_991, $case['otherState'], 43);
        $event = new CollectionEvent(
            'evt_42_1',
            42,
            'API_COL_1_42',
            'collection',
            $case['status'],
            $case['amount'],
            $case['currency'],
            $case['eventMode'],
            [],
            null,
            null,
        );
        $record = new OrderRecord([$attempt, $other]);
        self::assertSame(
            $expected,
            PaymentEffect::of($event, $attempt, $record, $case['orderStatus'], $case['isPaid'], $case['orderTotal'], $case['mode']),
        );
    }

    public static function cases(): iterable
    {
        yield 'the amount of the order' => [PaymentEffect::Pay, []];
        yield 'before the response was stored' => [PaymentEffect::Pay, ['state' => AttemptState::Unanswered, 'collectionId' => null]];
        yield 'of an attempt that was refused' => [PaymentEffect::Pay, ['state' => AttemptState::Refused]];
        yield 'after its failure' => [PaymentEffect::Pay, ['state' => AttemptState::Failed, 'orderStatus' => 'failed']];
        yield 'of an order that waits for the merchant' => [PaymentEffect::Pay, ['orderStatus' => 'on-hold']];
        yield 'of a cancelled order' => [PaymentEffect::PayCancelled, ['orderStatus' => 'cancelled']];
        yield 'of a paid order' => [PaymentEffect::Overpay, ['isPaid' => true, 'orderStatus' => 'processing']];
        yield 'of an order that another attempt paid' => [PaymentEffect::Overpay, ['otherState' => AttemptState::Paid]];
        yield 'of a refunded order' => [PaymentEffect::Overpay, ['orderStatus' => 'refunded']];
        yield 'of a deleted order' => [PaymentEffect::Overpay, ['orderStatus' => 'trash']];
        yield 'less than the order' => [PaymentEffect::PayOtherAmount, ['amount' => 49_999]];
        yield 'another amount than was asked for' => [PaymentEffect::PayOtherAmount, ['amount' => 60_000, 'orderTotal' => 60_000]];
        yield 'a total that was changed' => [PaymentEffect::PayOtherAmount, ['orderTotal' => 60_000]];
        yield 'a total that is not in whole shillings' => [PaymentEffect::PayOtherAmount, ['orderTotal' => null]];
        yield 'another currency' => [PaymentEffect::PayOtherAmount, ['currency' => 'USD']];
        yield 'of test mode' => [PaymentEffect::IgnoreMode, ['eventMode' => 'test']];
        yield 'while the settings are in test mode' => [PaymentEffect::IgnoreMode, ['mode' => 'test']];
        yield 'of test mode, also in the settings' => [PaymentEffect::IgnoreMode, ['eventMode' => 'test', 'mode' => 'test']];
        yield 'of another collection' => [PaymentEffect::IgnoreCollection, ['collectionId' => 41]];
        yield 'for the second time' => [PaymentEffect::IgnoreLate, ['state' => AttemptState::Paid]];
        yield 'an overpayment for the second time' => [PaymentEffect::IgnoreLate, ['state' => AttemptState::Unassigned]];
        yield 'a failure' => [PaymentEffect::Fail, ['status' => 'failed']];
        yield 'a failure after the payment' => [PaymentEffect::IgnoreLate, ['status' => 'failed', 'state' => AttemptState::Paid, 'orderStatus' => 'processing', 'isPaid' => true]];
        yield 'a failure for the second time' => [PaymentEffect::IgnoreLate, ['status' => 'failed', 'state' => AttemptState::Failed]];
        yield 'a failure while another attempt is open' => [PaymentEffect::NoteFailure, ['status' => 'failed', 'otherState' => AttemptState::Waiting]];
        yield 'a failure while another attempt has no response' => [PaymentEffect::NoteFailure, ['status' => 'failed', 'otherState' => AttemptState::Unanswered]];
        yield 'a failure of an order that waits for the merchant' => [PaymentEffect::NoteFailure, ['status' => 'failed', 'orderStatus' => 'on-hold']];
        yield 'a failure of an order that was paid in another way' => [PaymentEffect::NoteFailure, ['status' => 'failed', 'isPaid' => true]];
    }
}
