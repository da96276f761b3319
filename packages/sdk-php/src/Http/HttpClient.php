<?php

declare(strict_types=1);

namespace Nsimbi\Http;

/** Sends HTTP requests, once each and without following redirects: those would give the key and the payment to another address. */
interface HttpClient
{
    /** @throws HttpFailure when no whole response arrived */
    public function send(HttpRequest $request): HttpResponse;

    /**
     * Opens a response whose body is read while it arrives.
     *
     * @return HttpResponse|iterable<string> the pieces of the body of a 200, as they arrive, an empty one at least every second; or the
     *     whole response with another status. The pieces end with the response, and throw HttpFailure when it is cut, or when nothing
     *     arrived for `silenceMs` milliseconds
     *
     * @throws HttpFailure when no response arrived
     */
    public function open(HttpRequest $request, int $silenceMs): HttpResponse|iterable;
}
