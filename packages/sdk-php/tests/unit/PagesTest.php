<?php

declare(strict_types=1);

namespace Nsimbi\Tests\Unit;


use Nsimbi\Error\NsimbiError;
use Nsimbi\Model\Pagination;
use Nsimbi\Page;
use Nsimbi\Tests\Vectors;
use PHPUnit\Framework\TestCase;

final class PagesTest extends TestCase
{
    /** @dataProvider cases */
    public function testGivesTheItemsOfTheVector(array $one): void
    {
        $requests = [];
        $read = function (?string $cursor) use ($one, &$requests): Page {
            $cursor ??= $one['first_cursor'] ?? '';
            $requests[] = $cursor;
            $page = $one['responses'][$cursor];

            return new Page(array_column($page['data'], 'id'), Pagination::from($page['pagination']));
        };
        $taken = [];
        $code = null;
        try {
            foreach (Page::items($read) as $id) {
                $taken[] = $id;
                if (count($taken) === ($one['take'] ?? null)) {
                    break;
                }
            }
        } catch (NsimbiError $error) {
            $code = $error->errorCode;
        }
        self::assertSame([$one['items'], $one['requests'], $one['error'] ?? null], [$taken, $requests, $code]);
    }

    public static function cases(): array
    {
        return Vectors::byName(Vectors::read('pages.json')['cases']);
    }

    public function testHasAKeyOfItsOwnForEveryItemOfAllPages(): void
    {
        $pages = [new Page([7, 6], new Pagination('a', true)), new Page([5], new Pagination(null, false))];
        self::assertSame([7, 6, 5], iterator_to_array(Page::items(function () use (&$pages) {
            return array_shift($pages);
        })));
    }
}
