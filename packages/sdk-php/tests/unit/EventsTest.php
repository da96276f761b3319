<?php

declare(strict_types=1);

namespace Nsimbi\Tests\Unit;


use Nsimbi\Error\ConnectionError;
use Nsimbi\Error\PermissionError;
use Nsimbi\Error\ServerError;
use Nsimbi\Http\HttpFailure;
use Nsimbi\Http\ServerSentEvents;
use Nsimbi\Http\StreamBlock;
use Nsimbi\Model\EventName;
use Nsimbi\Model\EventsQuery;
use Nsimbi\Tests\Clients;
use Nsimbi\Tests\ScriptedHttpClient;
use PHPUnit\Framework\TestCase;

final class EventsTest extends TestCase
{
    public function testAStreamHasNoGapAndNoRepeatWhenItsConnectionEndsBreaksOrIsRefused(): void
    {
        $http = new ScriptedHttpClient(
            ["retry: 1000\nid: 4\n\n", '', self::block(5), self::block(6)],
            HttpFailure::lost('reset'),
            ScriptedHttpClient::fails(503, 'database_unavailable', ['retry-after' => '0']),
            [self::block(7), ": alive\nid: 9\n\n", HttpFailure::lost('cut')],
            [self::block(10)],
        );
        $sequences = [];
        foreach (Clients::of($http)->events->stream(events: [EventName::WalletCredited, 'wallet.debited']) as $event) {
            $sequences[] = $event->sequence;
            if ($event->sequence === 10) {
                break;
            }
        }
        self::assertSame([5, 6, 7, 10], $sequences);
        self::assertSame([null, '6', '6', '6', '9'], array_map(fn (array $query) => $query['after'] ?? null, self::queries($http)));
        self::assertSame('wallet.credited,wallet.debited', self::queries($http)[0]['events']);
    }

    public function testAStreamBeginsAfterTheSequenceThatIsGiven(): void
    {
        $http = new ScriptedHttpClient([self::block(8)]);
        self::assertSame(8, Clients::of($http)->events->stream(7)->current()->sequence);
        self::assertSame('7', self::queries($http)[0]['after']);
    }

    public function testAStreamEndsWhenItsReaderSaysSoAlsoWhileNothingComes(): void
    {
        $http = new ScriptedHttpClient([self::block(5), '', '', self::block(6)]);
        $received = [];
        foreach (Clients::of($http)->events->stream(shouldStop: function () use (&$received) {
            return $received !== [];
        }) as $event) {
            $received[] = $event->sequence;
        }
        self::assertSame([5], $received);
        self::assertCount(1, $http->sent);
    }

    public function testAStreamOfAKeyWithoutThePermissionFailsAtOnce(): void
    {
        $http = new ScriptedHttpClient(ScriptedHttpClient::fails(403, 'forbidden'));
        try {
            Clients::of($http)->events->stream()->current();
            self::fail('it was opened');
        } catch (PermissionError) {
            self::assertCount(1, $http->sent);
        }
    }

    public function testAStreamOfAServiceThatWasNeverReachedFailsAfterSomeTries(): void
    {
        $http = new ScriptedHttpClient(HttpFailure::notSent('refused'));
        try {
            Clients::of($http)->events->stream()->current();
            self::fail('it was opened');
        } catch (ConnectionError) {
            self::assertCount(4, $http->sent);
        }
    }

    public function testAnEventThatCannotBeReadEndsTheStream(): void
    {
        $http = new ScriptedHttpClient(["id: 5\ndata: nonsense\n\n"]);
        $this->expectException(ServerError::class);
        Clients::of($http)->events->stream()->current();
    }

    public function testTheFeedIsReadPageByPageFromASequenceOn(): void
    {
        $page = fn (array $sequences, string $next, bool $more) => ScriptedHttpClient::responds(200, [
            'success' => true,
            'data' => array_map(Clients::event(...), $sequences),
            'pagination' => ['next_cursor' => $next, 'has_more' => $more],
        ]);
        $http = new ScriptedHttpClient($page([4, 5], '5', true), $page([6], '6', false));
        $events = Clients::of($http)->events->iterate(new EventsQuery(after: 3, limit: 2));
        self::assertSame([4, 5, 6], array_column(iterator_to_array($events), 'sequence'));
        self::assertSame([['after' => '3', 'limit' => '2'], ['after' => '5', 'limit' => '2']], self::queries($http));
    }

    /** @dataProvider sizes */
    public function testBlocksAreTheSameInPiecesOfAnySize(int $size): void
    {
        $text = ": hello\r\nid: 1\r\ndata: a\r\ndata:b\r\n\r\nid: 2\ndata: é\n\n\n: alive\rid: 3\r\rdata\n\ndata: not ended";
        self::assertEquals([
            new StreamBlock('1', "a\nb"),
            new StreamBlock('2', 'é'),
            new StreamBlock('3', null),
            new StreamBlock(null, ''),
        ], iterator_to_array(ServerSentEvents::blocks(str_split($text, $size)), false));
    }

    public static function sizes(): array
    {
        return [[1], [2], [3], [7], [1_000]];
    }

    public function testBlocksThatNeverEndDoNotFillTheMemory(): void
    {
        $endless = (static function (): \Generator {
            for (;;) {
                yield str_repeat('x', 65_536);
            }
        })();
        $this->expectException(\LengthException::class);
        ServerSentEvents::blocks($endless)->current();
    }

    private static function block(int $sequence): string
    {
        return "id: $sequence\nevent: wallet.credited\ndata: " . json_encode(Clients::event($sequence)) . "\n\n";
    }

    /** @return list<array<string, string>> */
    private static function queries(ScriptedHttpClient $http): array
    {
        return array_map(function ($sent): array {
            parse_str(parse_url($sent->url, \PHP_URL_QUERY) ?? '', $query);

            return $query;
        }, $http->sent);
    }
}
