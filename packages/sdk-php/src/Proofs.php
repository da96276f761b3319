<?php

declare(strict_types=1);

namespace Nsimbi;

use Nsimbi\Error\NotFoundError;
use Nsimbi\Error\NsimbiError;
use Nsimbi\Http\Call;
use Nsimbi\Http\Path;
use Nsimbi\Http\Transport;
use Nsimbi\Model\ProofKeys;
use Nsimbi\Model\ProofRounds;
use Nsimbi\Model\Round;

/** The signed rounds of the ledger. They are public, so the key is not sent. */
final readonly class Proofs
{
    public function __construct(private Transport $transport)
    {
    }

    /**
     * One page, the newest round first; `next_before` is the `before` of the next one.
     *
     * @throws NsimbiError
     */
    public function list(?int $before = null, ?CallOptions $options = null): ProofRounds
    {
        $call = Call::publicRead('/proofs', ['before' => $before]);

        return $this->transport->json($call, fn (array $body) => ProofRounds::from($body), $options);
    }

    /**
     * All rounds, the newest first.
     *
     * @return \Generator<int, Round, void, void>
     *
     * @throws NsimbiError
     */
    public function iterate(?int $before = null, ?CallOptions $options = null): \Generator
    {
        do {
            $page = $this->list($before, $options);
            foreach ($page->rounds as $round) {
                yield $round;
            }
            $before = $page->next_before;
            // A page of none, or one that names no lower number, would be read for ever.
        } while ($before !== null && $page->rounds !== []);
    }

    /**
     * The newest round.
     *
     * @throws NotFoundError before the first one
     * @throws NsimbiError
     */
    public function latest(?CallOptions $options = null): Round
    {
        return $this->transport->json(Call::publicRead('/proofs/latest'), fn (array $body) => Round::from($body), $options);
    }

    /** @throws NsimbiError */
    public function get(int|float $number, ?CallOptions $options = null): Round
    {
        $call = Call::publicRead('/proofs/' . Path::id($number));

        return $this->transport->json($call, fn (array $body) => Round::from($body), $options);
    }

    /**
     * The public keys that sign rounds, the oldest first. To verify receipts, keep those that you trust with your program.
     *
     * @throws NsimbiError
     */
    public function keys(?CallOptions $options = null): ProofKeys
    {
        return $this->transport->json(Call::publicRead('/proofs/keys'), fn (array $body) => ProofKeys::from($body), $options);
    }
}
