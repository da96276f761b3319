<?php

declare(strict_types=1);

namespace Nsimbi;

use Nsimbi\Error\ConnectionError;
use Nsimbi\Error\NsimbiError;
use Nsimbi\Http\Call;
use Nsimbi\Http\CallKind;
use Nsimbi\Http\HttpFailure;
use Nsimbi\Http\Retry;
use Nsimbi\Http\ServerSentEvents;
use Nsimbi\Http\Transport;
use Nsimbi\Model\Event;
use Nsimbi\Model\EventName;
use Nsimbi\Model\EventsQuery;

/** The events of the wallet. The key needs the permission `webhooks:read`. */
final readonly class Events
{
    /** The service sends something every 15 seconds: after three times that the connection is dead. */
    private const SILENCE_MS_MAX = 45_000;
    /** How often in succession the first connection is tried. Once a stream was open, it is opened again for as long as it takes. */
    private const FIRST_TRIES_MAX = 4;

    public function __construct(private Transport $transport)
    {
    }

    /**
     * One page, the oldest event first. Continue with `pagination->next_cursor` as `after`, also after an empty page.
     *
     * @return Page<Event>
     *
     * @throws NsimbiError
     */
    public function list(?EventsQuery $query = null, ?CallOptions $options = null): Page
    {
        return Page::read($this->transport, Call::read('/api/v1/events', $query ?? []), Event::from(...), $options);
    }

    /**
     * The events after a sequence up to now, the oldest first. Store the `sequence` of the last one that you handled, and continue after it.
     *
     * @return \Generator<int, Event, void, void>
     *
     * @throws NsimbiError
     */
    public function iterate(?EventsQuery $query = null, ?CallOptions $options = null): \Generator
    {
        return Page::items(fn (?string $cursor) => $this->list(
            new EventsQuery(after: $cursor === null ? $query?->after : (int) $cursor, limit: $query?->limit),
            $options,
        ));
    }

    /**
     * The events as they happen, without a gap and without a repeat. It reconnects when the connection is lost. It ends when the
     * consumer leaves the loop, or `shouldStop` says so.
     *
     * @param int|null $after events after this `sequence`; null for those from now on
     * @param list<EventName|string> $events only events of these names; empty for all
     * @param (callable(): bool)|null $shouldStop asked at least every second while the connection is open
     *
     * @return \Generator<int, Event, void, void>
     *
     * @throws NsimbiError when the service refuses the stream, or cannot be reached at the beginning
     */
    public function stream(?int $after = null, array $events = [], ?callable $shouldStop = null): \Generator
    {
        $shouldStop ??= static fn (): bool => false;
        $names = array_map(fn (EventName|string $name) => $name instanceof EventName ? $name->value : $name, $events);
        $last = $after === null ? null : (string) $after;
        $wasOpen = false;
        $failures = 0;
        while (!$shouldStop()) {
            $query = ['after' => $last, 'events' => $names === [] ? null : implode(',', $names)];
            try {
                foreach ($this->blocks($query, $shouldStop) as $block) {
                    $wasOpen = true;
                    $failures = 0;
                    if ($block->data !== null) {
                        yield self::eventIn($block->data);
                    }
                    // After the event, so that one which was not handed out is read again.
                    if ($block->id !== null && $block->id !== '') {
                        $last = $block->id;
                    }
                }
                $failures += 1;
            } catch (NsimbiError $error) {
                $failures += 1;
                if (!$error->isRetryable || (!$wasOpen && $failures >= self::FIRST_TRIES_MAX)) {
                    throw $error;
                }
                $this->transport->clock->pause($error->retryAfterMs ?? 0);
            }
            if (!$shouldStop()) {
                $this->transport->clock->pause(Retry::backoffMs(max(0, $failures - 1), $this->transport->clock->random()));
            }
        }
    }

    /**
     * @param array<string, string|null> $query
     * @param callable(): bool $shouldStop
     *
     * @return \Generator<int, \Nsimbi\Http\StreamBlock, void, void>
     */
    private function blocks(array $query, callable $shouldStop): \Generator
    {
        $call = new Call('GET', '/api/v1/events/stream', CallKind::Read, $query, accept: 'text/event-stream, application/json');
        $pieces = $this->transport->open($call, self::SILENCE_MS_MAX);
        $untilStop = (static function () use ($pieces, $shouldStop): \Generator {
            foreach ($pieces as $piece) {
                if ($shouldStop()) {
                    return;
                }

                yield $piece;
            }
        })();
        try {
            yield from ServerSentEvents::blocks($untilStop);
        } catch (HttpFailure | \LengthException $cause) {
            throw new ConnectionError('The connection of the event stream was lost.', 'connection_failed', true, previous: $cause);
        }
    }

    private static function eventIn(string $data): Event
    {
        try {
            return Event::from(json_decode($data, true));
        } catch (\TypeError) {
            throw Transport::unexpectedResponse('The stream has an event that cannot be read.');
        }
    }
}
