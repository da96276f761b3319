import type { FastifyReply } from 'fastify';
import type { CallbackChecks } from '../../live-readiness/callback-check.ts';
import { operators } from '../../operators/registry.ts';
import type { CallbackIntake } from '../../settlement/callback-intake.ts';
import type { Api } from '../api.ts';

/** Callbacks have a few hundred bytes. */
const bodyBytesMax = 16 * 1024;

/**
 * POST and PUT below /callbacks: callbacks of operators about payments. They need no key, and each is
 * answered 200 before it is looked at: an operator cannot mend what is wrong, and may stop telling us when it is refused.
 * What a process of this service sent to its own public address is answered instead, and is no callback.
 */
export async function registerCallbackRoutes(
  server: Api,
  callbacks: Pick<CallbackIntake, 'dropUnreadable' | 'take'>,
  checks: CallbackChecks,
): Promise<void> {
  for (const { name: operator, key, callbackPath: path } of operators) {
    await server.register(async (api: Api) => {
      api.removeAllContentTypeParsers();
      // The bytes as they came, whatever their Content-Type says: the hash is computed over them.
      api.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, bytes, done) => {
        request.bodyBytes = bytes;
        done(null, undefined);
      });
      api.setErrorHandler((_error, _request, reply) => {
        callbacks.dropUnreadable(operator);
        acknowledge(reply);
      });
      for (const url of [path, `${path}/*`]) {
        api.route({
          method: ['POST', 'PUT'],
          url,
          bodyLimit: bodyBytesMax,
          schema: { hide: true },
          handler(request, reply) {
            const answer = checks.answer(key, request.bodyBytes ?? Buffer.alloc(0));
            if (answer !== null) {
              reply.code(200).header('content-type', 'application/json').send(answer);
              return;
            }
            acknowledge(reply);
            callbacks.take(operator, request.ip, {
              method: request.method,
              path: request.url,
              body: request.bodyBytes ?? Buffer.alloc(0),
            });
          },
        });
      }
    });
  }
}

/** One operator's sample has this body (providers.md 2.9); the other requires only the status. */
function acknowledge(reply: FastifyReply): void {
  reply.code(200).header('content-type', 'application/json').send('{"code":200,"status":"SUCCESS"}');
}
