import type { Logger } from 'pino';
import { Type } from 'typebox';
import type { Api } from './api.ts';
import { shareResult } from './shared-result.ts';

/** Whether requests can be served, and what was checked. */
export interface Readiness {
  readonly ready: boolean;
  readonly details: object;
}

/** What the health routes call. */
export interface HealthParts {
  readonly logger: Logger;
  /** Checks database, migrations and workers. */
  isReady(): Promise<Readiness>;
}

/** How long /readyz waits for its checks before it reports the service as not ready. */
const readyWithinMs = 3_000;
/** Anybody may call /readyz, and it queries the database: requests within so many milliseconds share one result. */
const readyKeptMs = 250;

/** GET /healthz: the process answers. GET /readyz: requests can be served. */
export function registerHealthRoutes(server: Api, parts: HealthParts): void {
  server.get(
    '/healthz',
    {
      schema: {
        operationId: 'healthz',
        summary: 'Whether the process answers',
        description: 'Looks at nothing else: a process that waits for its database answers too.',
        tags: ['Health'],
      },
      config: {
        response: Type.Object({ status: Type.String({ const: 'ok' }) }, { title: 'Health' }),
        failures: ['method_not_allowed'],
      },
    },
    (_request, reply) => {
      reply.header('cache-control', 'no-store').send({ status: 'ok' });
    },
  );
  const readReadiness = shareResult(readyKeptMs, () => readiness(parts));
  server.get(
    '/readyz',
    {
      schema: {
        operationId: 'readyz',
        summary: 'Whether requests can be served: database, migrations, workers',
        description: 'HTTP 503 with a body of the same form when they cannot.',
        tags: ['Health'],
      },
      config: {
        response: readinessOf(true),
        responseWhenNotReady: readinessOf(false),
        failures: ['method_not_allowed'],
      },
    },
    async (_request, reply) => {
      const { ready, details } = await readReadiness();
      await reply
        .code(ready ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ ready, details });
    },
  );
}

function readinessOf(ready: boolean) {
  return Type.Object({
    ready: Type.Boolean({ const: ready }),
    details: Type.Object({}, { additionalProperties: true, description: 'What was looked at, and what was found.' }),
  });
}

async function readiness(parts: HealthParts): Promise<Readiness> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<Readiness>((resolve) => {
    timer = setTimeout(() => resolve({ ready: false, details: { answered: false } }), readyWithinMs);
  });
  try {
    return await Promise.race([parts.isReady(), tooLate]);
  } catch (error) {
    parts.logger.error({ err: error }, 'readiness could not be determined');
    return { ready: false, details: { answered: false } };
  } finally {
    clearTimeout(timer);
  }
}
