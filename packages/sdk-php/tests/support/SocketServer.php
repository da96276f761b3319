<?php

declare(strict_types=1);

namespace Nsimbi\Tests;

/** The server of socket-server.php, in a process of its own. */
final class SocketServer
{
    public readonly string $baseUrl;

    /** @var resource */
    private $process;
    /** @var resource */
    private $input;
    /** @var resource */
    private $output;

    /** @param list<list<string|null>> $script */
    public function __construct(array $script)
    {
        $command = [\PHP_BINARY, __DIR__ . '/socket-server.php', json_encode($script)];
        $this->process = proc_open($command, [['pipe', 'r'], ['pipe', 'w']], $pipes);
        [$this->input, $this->output] = $pipes;
        $this->baseUrl = 'http://127.0.0.1:' . trim(fgets($this->output));
    }

    /** @return list<array{connection: int, head: string, body: string}> every request; the server ends */
    public function requests(): array
    {
        fclose($this->input);
        $lines = explode("\n", trim(stream_get_contents($this->output)));
        proc_close($this->process);

        return array_map(fn (string $line) => json_decode($line, true), array_filter($lines, fn (string $line) => $line !== ''));
    }
}
