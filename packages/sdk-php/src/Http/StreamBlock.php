<?php

declare(strict_types=1);

namespace Nsimbi\Http;

/** One block of a `text/event-stream`, as far as the service uses it. */
final readonly class StreamBlock
{
    /**
     * @param string|null $id null when the block has no `id`
     * @param string|null $data null when the block has no `data`, for example a comment that keeps the connection alive
     */
    public function __construct(
        public ?string $id,
        public ?string $data,
    ) {
    }
}
