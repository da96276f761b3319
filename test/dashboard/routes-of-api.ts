import fastify from 'fastify';
import type { TObject } from 'typebox';
import type { Right } from '../../src/access/people/rights.ts';
import type { StepUp } from '../../src/access/people/step-up.ts';
import { registerRoutes } from '../../src/http/dashboard/server/server.ts';

/** A route of the dashboard's API, as it is registered; its path begins behind /dashboard/api. */
export interface ApiRoute {
  readonly method: string;
  readonly url: string;
  readonly right: Right | 'signed_in';
  readonly stepUp: StepUp;
  readonly summary: string | undefined;
  readonly query: TObject | undefined;
  readonly body: TObject | undefined;
}

/** Every route of the dashboard's API; no handler runs, so that no service is needed. */
export async function routesOfApi(): Promise<ApiRoute[]> {
  const found: ApiRoute[] = [];
  const anything: object = new Proxy(() => undefined, { get: () => anything, apply: () => anything });
  const api = fastify().setValidatorCompiler(() => () => true);
  api.addHook('onRoute', ({ method, url, config, schema }) => {
    const right = config?.right;
    const stepUp = config?.stepUp ?? 'never';
    if (right === undefined) throw new Error(`${url} has no right`);
    const { summary, querystring, body } = (schema ?? {}) as {
      summary?: string;
      querystring?: TObject;
      body?: TObject;
    };
    for (const one of [method].flat()) {
      if (one !== 'HEAD') found.push({ method: one, url, right, stepUp, summary, query: querystring, body });
    }
  });
  registerRoutes(api as never, anything as never, anything as never);
  // Those of parts with a parser of their own are registered only then.
  await api.ready();
  return found;
}
