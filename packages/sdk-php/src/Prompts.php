<?php

declare(strict_types=1);

namespace Nsimbi;

use Nsimbi\Error\NsimbiError;
use Nsimbi\Http\Call;
use Nsimbi\Http\Path;
use Nsimbi\Http\Transport;
use Nsimbi\Model\Prompt;

/** The prompts on the phones of the simulator. */
final readonly class Prompts
{
    public function __construct(private Transport $transport)
    {
    }

    /**
     * @param string|null $phone 12 digits that begin with 256; null for all phones
     *
     * @return list<Prompt>
     *
     * @throws NsimbiError
     */
    public function list(?string $phone = null, ?CallOptions $options = null): array
    {
        $call = Call::read('/api/v1/test/prompts', ['phone' => $phone]);

        return $this->transport->data($call, fn (array $all) => array_map(Prompt::from(...), $all), $options);
    }

    /** @throws NsimbiError */
    public function approve(int|float $id, ?CallOptions $options = null): Prompt
    {
        return $this->answer($id, 'approve', $options);
    }

    /** @throws NsimbiError */
    public function decline(int|float $id, ?CallOptions $options = null): Prompt
    {
        return $this->answer($id, 'decline', $options);
    }

    private function answer(int|float $id, string $answer, ?CallOptions $options): Prompt
    {
        $path = '/api/v1/test/prompts/' . Path::id($id) . "/$answer";

        return $this->transport->data(Call::unkeyed('POST', $path), Prompt::from(...), $options);
    }
}
