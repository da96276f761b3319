<?php

declare(strict_types=1);

/*
 * A server on a free port of 127.0.0.1 that follows a script: for each connection a list of what it writes after each request, as bytes;
 * null to write nothing. After its list a connection is closed, unless its last response is null. It prints its port, then every request
 * as a line of JSON, before it responds. It ends when its standard input does and nothing is left to read.
 */
$script = json_decode($argv[1], true);
$server = stream_socket_server('tcp://127.0.0.1:0');
echo parse_url('tcp://' . stream_socket_get_name($server, false), PHP_URL_PORT), "\n";
$connections = [];
$accepted = 0;
$isEnding = false;
for (;;) {
    $readable = $connections + ['server' => $server] + ($isEnding ? [] : ['input' => STDIN]);
    $none = null;
    if (stream_select($readable, $none, $none, $isEnding ? 0 : null) === 0) {
        exit;
    }
    foreach ($readable as $number => $stream) {
        if ($number === 'input') {
            $isEnding = fgets(STDIN) === false;
        } elseif ($number === 'server') {
            $connections[$accepted] = stream_socket_accept($server);
            $accepted += 1;
        } else {
            $head = '';
            while (!str_ends_with($head, "\r\n\r\n") && ($line = fgets($stream)) !== false) {
                $head .= $line;
            }
            if ($head !== '') {
                $length = preg_match('/^content-length: (\d+)/mi', $head, $found) === 1 ? (int) $found[1] : 0;
                $body = $length === 0 ? '' : stream_get_contents($stream, $length);
                echo json_encode(['connection' => $number, 'head' => $head, 'body' => $body]), "\n";
            }
            $isSilent = $script[$number] !== [] && $script[$number][0] === null;
            $response = array_shift($script[$number]);
            if ($head !== '' && $response !== null) {
                fwrite($stream, $response);
            }
            if ($head === '' || ($script[$number] === [] && !$isSilent)) {
                fclose($stream);
                unset($connections[$number]);
            }
        }
    }
}
