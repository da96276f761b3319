<?php

declare(strict_types=1);

namespace Nsimbi\Http;

/** Reads a `text/event-stream` (HTML standard, section 9.2.6). */
final class ServerSentEvents
{
    /** A block is an event of a kilobyte or two. More than this is not the service, and must not fill the memory. */
    private const BLOCK_BYTES_MAX = 1_048_576;

    /**
     * Cuts a stream into its blocks, whatever the pieces in which it arrives.
     *
     * @param iterable<string> $pieces
     *
     * @return \Generator<int, StreamBlock, void, void>
     *
     * @throws \LengthException for a block that is longer than a mebibyte
     */
    public static function blocks(iterable $pieces): \Generator
    {
        $rest = '';
        $lines = [];
        $bytes = 0;
        foreach ($pieces as $piece) {
            $rest .= $piece;
            $start = 0;
            // A carriage return at the end may be half of a line end, so it waits for the next piece.
            while (preg_match('/\r\n|\n|\r(?!\z)/', $rest, $found, \PREG_OFFSET_CAPTURE, $start) === 1) {
                [$end, $place] = $found[0];
                $line = substr($rest, $start, $place - $start);
                $start = $place + strlen($end);
                $bytes += strlen($line);
                if ($line !== '') {
                    $lines[] = $line;

                    continue;
                }
                if ($lines !== []) {
                    yield self::blockOf($lines);
                }
                $lines = [];
                $bytes = 0;
            }
            $rest = substr($rest, $start);
            if ($bytes + strlen($rest) > self::BLOCK_BYTES_MAX) {
                throw new \LengthException('A block of the stream is too long.');
            }
        }
    }

    /** @param list<string> $lines */
    private static function blockOf(array $lines): StreamBlock
    {
        $id = null;
        $data = [];
        foreach ($lines as $line) {
            [$name, $value] = explode(':', $line, 2) + [1 => ''];
            $value = str_starts_with($value, ' ') ? substr($value, 1) : $value;
            if ($name === 'id') {
                $id = $value;
            } elseif ($name === 'data') {
                $data[] = $value;
            }
        }

        return new StreamBlock($id, $data === [] ? null : implode("\n", $data));
    }
}
