<?php

declare(strict_types=1);

namespace Nsimbi;

use Nsimbi\Error\NsimbiError;
use Nsimbi\Http\Call;
use Nsimbi\Http\Path;
use Nsimbi\Http\Transport;
use Nsimbi\Model\Approval;
use Nsimbi\Model\ApprovalDecision;
use Nsimbi\Model\ApprovalsQuery;
use Nsimbi\Model\ApprovePaymentRequest;
use Nsimbi\Model\RejectPaymentRequest;

/** Payments that wait for a second person. The key needs `approvals:read`, or `approvals:decide` to approve and reject. */
final readonly class Approvals
{
    private const PATH = '/api/v1/approvals';

    public function __construct(private Transport $transport)
    {
    }

    /**
     * One page, the oldest first.
     *
     * @return Page<Approval>
     *
     * @throws NsimbiError
     */
    public function list(?ApprovalsQuery $query = null, ?CallOptions $options = null): Page
    {
        return Page::read($this->transport, Call::read(self::PATH, $query ?? []), Approval::from(...), $options);
    }

    /**
     * All payments that wait, the oldest first.
     *
     * @return \Generator<int, Approval, void, void>
     *
     * @throws NsimbiError
     */
    public function iterate(?ApprovalsQuery $query = null, ?CallOptions $options = null): \Generator
    {
        return Page::items(fn (?string $cursor) => $this->list(
            new ApprovalsQuery($query?->limit, $cursor ?? $query?->cursor),
            $options,
        ));
    }

    /**
     * One payment that waits.
     *
     * @param int|float $id the id of the transaction
     *
     * @throws NsimbiError with the code `not_pending` when it waits no longer
     */
    public function get(int|float $id, ?CallOptions $options = null): Approval
    {
        return $this->transport->data(Call::read(self::path($id)), Approval::from(...), $options);
    }

    /**
     * Approves a payment. The second time this changes nothing.
     *
     * @param int|float $id the id of the transaction
     * @param int|float $amount the `amount` of the approval, in shillings
     *
     * @return ApprovalDecision the payment as it is now; with the status `pending` another person must approve it too
     *
     * @throws NsimbiError with the code `approver_is_maker` or `second_person_required` when the person behind the key is no second person
     */
    public function approve(int|float $id, int|float $amount, ?CallOptions $options = null): ApprovalDecision
    {
        $call = Call::repeatable(self::path($id) . '/approve', new ApprovePaymentRequest($amount));

        return $this->transport->data($call, ApprovalDecision::from(...), $options);
    }

    /**
     * Rejects a payment; its money is back in the wallet. The second time this changes nothing.
     *
     * @param int|float $id the id of the transaction
     *
     * @throws NsimbiError
     */
    public function reject(int|float $id, ?RejectPaymentRequest $request = null, ?CallOptions $options = null): ApprovalDecision
    {
        $call = Call::repeatable(self::path($id) . '/reject', $request ?? new RejectPaymentRequest());

        return $this->transport->data($call, ApprovalDecision::from(...), $options);
    }

    private static function path(int|float $id): string
    {
        return self::PATH . '/' . Path::id($id);
    }
}
