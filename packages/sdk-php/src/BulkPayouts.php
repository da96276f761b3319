<?php

declare(strict_types=1);

namespace Nsimbi;

use Nsimbi\Error\NsimbiError;
use Nsimbi\Error\TimeoutError;
use Nsimbi\Error\ValidationError;
use Nsimbi\Http\Call;
use Nsimbi\Http\Path;
use Nsimbi\Http\Transport;
use Nsimbi\Http\Waiting;
use Nsimbi\Model\BulkPayout;
use Nsimbi\Model\BulkPayoutRow;
use Nsimbi\Model\BulkPayoutRowsQuery;
use Nsimbi\Model\BulkPayoutsQuery;
use Nsimbi\Model\BulkPayoutWithProgress;
use Nsimbi\Model\ConfirmBulkPayoutRequest;
use Nsimbi\Model\CreateBulkPayoutRequest;
use Nsimbi\Model\CreatedBulkPayout;

/** Many payments that are checked together, confirmed together, and sent one by one. */
final readonly class BulkPayouts
{
    private const PATH = '/api/v1/bulk-payouts';

    public function __construct(private Transport $transport)
    {
    }

    /**
     * Creates a draft of up to 10,000 payments. Nothing is paid until it is confirmed. The same idempotency key creates one.
     *
     * @param CreateBulkPayoutRequest $request its `rows` or its `csv`; amounts in whole shillings
     * @param string|null $idempotencyKey 1 to 255 visible ASCII characters; null for a random one, the same for all attempts of this call
     *
     * @return CreatedBulkPayout the draft with its fees, and the rows that repeat an earlier one; these are not listed when an earlier attempt
     *     had already created the draft
     *
     * @throws ValidationError with a sentence for each wrong row in `fields['rows']` or `fields['csv']`
     * @throws NsimbiError with the `idempotencyKey`, to continue with
     */
    public function create(
        CreateBulkPayoutRequest $request,
        ?string $idempotencyKey = null,
        ?CallOptions $options = null,
    ): CreatedBulkPayout {
        return $this->transport->data(Call::keyed(self::PATH, $request), CreatedBulkPayout::from(...), $options, $idempotencyKey);
    }

    /**
     * Begins the payments of a draft, or has it wait for a second person. The second time this changes nothing.
     *
     * @param int|float $totalDeducted as the draft says, in shillings
     *
     * @throws NsimbiError
     */
    public function confirm(int|float $id, int|float $totalDeducted, ?CallOptions $options = null): BulkPayout
    {
        $call = Call::repeatable(self::path($id) . '/confirm', new ConfirmBulkPayoutRequest($totalDeducted));

        return $this->transport->data($call, BulkPayout::from(...), $options);
    }

    /**
     * Cancels the rows that were not sent.
     *
     * @throws NsimbiError
     */
    public function cancel(int|float $id, ?CallOptions $options = null): BulkPayout
    {
        return $this->transport->data(Call::unkeyed('POST', self::path($id) . '/cancel'), BulkPayout::from(...), $options);
    }

    /**
     * Makes a new draft of the rows that failed, once: asked again, it gives the same draft.
     *
     * @throws NsimbiError while a payment of the bulk payout has no final status, or when none failed
     */
    public function retry(int|float $id, ?CallOptions $options = null): BulkPayout
    {
        return $this->transport->data(Call::repeatable(self::path($id) . '/retry'), BulkPayout::from(...), $options);
    }

    /**
     * One bulk payout, with the number of its rows in each state.
     *
     * @throws NsimbiError
     */
    public function get(int|float $id, ?CallOptions $options = null): BulkPayoutWithProgress
    {
        return $this->transport->data(Call::read(self::path($id)), BulkPayoutWithProgress::from(...), $options);
    }

    /**
     * Waits until every payment has its final status, or the bulk payout ended without one.
     *
     * @param int $timeoutMs milliseconds in all
     *
     * @throws TimeoutError with the code `not_final_in_time`
     * @throws NsimbiError
     */
    public function wait(int|float $id, int $timeoutMs = Waiting::TIMEOUT_MS): BulkPayoutWithProgress
    {
        return Waiting::until(
            fn (CallOptions $read) => $this->get($id, $read),
            self::isOver(...),
            $this->transport->clock,
            $timeoutMs,
        );
    }

    /**
     * One page, the newest first.
     *
     * @return Page<BulkPayout>
     *
     * @throws NsimbiError
     */
    public function list(?BulkPayoutsQuery $query = null, ?CallOptions $options = null): Page
    {
        return Page::read($this->transport, Call::read(self::PATH, $query ?? []), BulkPayout::from(...), $options);
    }

    /**
     * All bulk payouts, the newest first. `limit` is the size of a page, `cursor` the page to begin with.
     *
     * @return \Generator<int, BulkPayout, void, void>
     *
     * @throws NsimbiError
     */
    public function iterate(?BulkPayoutsQuery $query = null, ?CallOptions $options = null): \Generator
    {
        return Page::items(fn (?string $cursor) => $this->list(
            new BulkPayoutsQuery($query?->status, $query?->limit, $cursor ?? $query?->cursor),
            $options,
        ));
    }

    /**
     * One page of the rows, in their order.
     *
     * @return Page<BulkPayoutRow>
     *
     * @throws NsimbiError
     */
    public function listRows(int|float $id, ?BulkPayoutRowsQuery $query = null, ?CallOptions $options = null): Page
    {
        $call = Call::read(self::path($id) . '/rows', $query ?? []);

        return Page::read($this->transport, $call, BulkPayoutRow::from(...), $options);
    }

    /**
     * All rows, in their order; with `status` only those in one state.
     *
     * @return \Generator<int, BulkPayoutRow, void, void>
     *
     * @throws NsimbiError
     */
    public function iterateRows(int|float $id, ?BulkPayoutRowsQuery $query = null, ?CallOptions $options = null): \Generator
    {
        return Page::items(fn (?string $cursor) => $this->listRows(
            $id,
            new BulkPayoutRowsQuery($query?->status, $query?->limit, $cursor ?? $query?->cursor),
            $options,
        ));
    }

    /**
     * The result of each row as the bytes of a CSV file in UTF-8.
     *
     * @throws NsimbiError
     */
    public function result(int|float $id, ?CallOptions $options = null): string
    {
        return $this->transport->bytes(Call::file(self::path($id) . '/result', 'text/csv'), 'text/csv', $options);
    }

    private static function isOver(BulkPayoutWithProgress $bulk): bool
    {
        return $bulk->ended_at !== null && $bulk->progress->waiting === 0 && $bulk->progress->processing === 0;
    }

    private static function path(int|float $id): string
    {
        return self::PATH . '/' . Path::id($id);
    }
}
