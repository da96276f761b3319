<?php

declare(strict_types=1);

/*
 * A server on a free port of 127.0.0.1 that follows a script: for each connection a list of what it writes after each request, as bytes;
 * null to write nothing until the client closes. After the list the server closes the connection, and after the script it ends. It prints
 * its port, then every request as a line of JSON.
 */
$server = stream_socket_server('tcp://127.0.0.1:0');
echo parse_url('tcp://' . stream_socket_get_name($server, false), PHP_URL_PORT), "\n";
foreach (json_decode($argv[1], true) as $number => $responses) {
    $connection = stream_socket_accept($server, 30);
    foreach ($responses as $response) {
        $head = '';
        while (!str_ends_with($head, "\r\n\r\n") && ($line = fgets($connection)) !== false) {
            $head .= $line;
        }
        if ($head === '') {
            break;
        }
        $length = preg_match('/^content-length: (\d+)/mi', $head, $found) === 1 ? (int) $found[1] : 0;
        $body = $length === 0 ? '' : stream_get_contents($connection, $length);
        echo json_encode(['connection' => $number, 'head' => $head, 'body' => $body]), "\n";
        if ($response === null) {
            fgets($connection);
        } else {
            fwrite($connection, $response);
        }
    }
    fclose($connection);
}
