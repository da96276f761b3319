import { STATUS_CODES } from 'node:http';
import swagger from '@fastify/swagger';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { transactionObject } from '../ledger/transaction-object.ts';
import type { RefusalCode } from '../refusal.ts';
import { idempotencyKeyPattern } from './idempotency.ts';
import { ComponentSchemas, pascalCase, withType } from './openapi-components.ts';
import { exampleEvent } from './openapi-event-examples.ts';
import { collected } from './openapi-example-transactions.ts';
import { failuresOfBodies, failuresOfEveryRoute, meaningOfCode } from './openapi-failures.ts';
import { responseExamples } from './openapi-response-examples.ts';
import { webhooksOf } from './openapi-webhooks.ts';
import { askEachTime, prepareDocument, sendDocument } from './prepared-document.ts';
import { statusOfCode } from './response.ts';
import { eventSchema } from './schemas/event.ts';
import { onceOnDemand } from './shared-result.ts';

/** What the document needs to know of a route beyond its schemas. */
interface Described {
  readonly config: FastifyContextConfig;
  readonly body: unknown;
  readonly takesInput: boolean;
}

type Json = Record<string, unknown>;

/**
 * Collects the schemas of the routes that are registered after it, and makes the OpenAPI 3.1 document from them: every
 * route with its headers, failures and examples, and the webhooks.
 */
export async function describeApi(
  server: FastifyInstance,
  { brand, publicUrl }: { readonly brand: string; readonly publicUrl: string | null },
): Promise<void> {
  const described = new Map<string, Described>();
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Nsimbi',
        version: '1.0.0',
        summary: 'Wallets and mobile-money payments for Uganda',
        description:
          'Money is in whole Ugandan shillings. A successful call answers HTTP 200 with `success: true`; a failed one ' +
          'never does, and its `code` says why. Try everything with a test key: the simulator plays the operators.',
        contact: { name: 'Nsimbi' },
        license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      },
      servers: [{ url: publicUrl ?? '/', description: 'This service' }],
      tags: [
        { name: 'Wallet', description: 'Balance, payments, withdrawals, collections, history.' },
        { name: 'Approvals', description: 'Payments that wait for a second person.' },
        { name: 'Bulk payouts', description: 'Many payments that are checked and confirmed together.' },
        { name: 'Events', description: 'What happened, as a feed and as webhooks.' },
        { name: 'Webhooks', description: 'Addresses of yours that hear of events, and what became of each delivery.' },
        { name: 'Test mode', description: 'The simulator’s handset, for programs.' },
        { name: 'Proofs', description: 'The signed rounds that prove the ledger. Everybody may read them.' },
        { name: 'Health', description: 'For whoever runs the service.' },
      ],
      components: { securitySchemes },
      security: [{ apiKey: [] }],
    },
    transform: ({ schema, url, route }) => {
      const methods = typeof route.method === 'string' ? [route.method] : route.method;
      for (const method of methods) {
        described.set(keyOf(method, url), {
          config: route.config ?? {},
          body: schema?.body,
          takesInput: schema?.querystring !== undefined || schema?.body !== undefined,
        });
      }
      return { schema, url };
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) throw new Error('the document is not an OpenAPI document');
      return complete(document.openapiObject, described, brand);
    },
  });
  serveWhenAsked(server, '/openapi.json', 'application/json; charset=utf-8', () => JSON.stringify(server.swagger()));
  serveWhenAsked(server, '/openapi.yaml', 'application/yaml; charset=utf-8', () => server.swagger({ yaml: true }));
}

/** Serves a text that never changes while the process runs. It is made with the first request for it. */
function serveWhenAsked(server: FastifyInstance, path: string, contentType: string, render: () => string): void {
  const document = onceOnDemand(() => prepareDocument(render(), { contentType, cacheControl: askEachTime }));
  server.get(path, { schema: { hide: true } }, async (request, reply) =>
    sendDocument(await document(), request, reply),
  );
}

function keyOf(method: string, url: string): string {
  return `${method.toUpperCase()} ${url.replace(/:(\w+)/g, '{$1}')}`;
}

function complete(document: object, described: ReadonlyMap<string, Described>, brand: string): Json {
  const paths: Json = {};
  const components = new ComponentSchemas();
  components.refer(failureSchema, 'Failure');
  components.refer(eventSchema, 'Event');
  for (const [path, operations] of entriesOf(document, 'paths')) {
    const completed: Json = {};
    for (const [method, operation] of Object.entries(Object(operations))) {
      const route = described.get(keyOf(method, path));
      completed[method] = route === undefined ? operation : completeOperation(Object(operation), route, components);
    }
    paths[path] = completed;
  }
  const webhooks = webhooksOf(brand, components);
  const schemas = components.all();
  return {
    ...document,
    paths,
    webhooks,
    components: {
      schemas: {
        ...schemas,
        Transaction: { ...schemas.Transaction, examples: [transactionObject(collected)] },
        Event: { ...schemas.Event, examples: [exampleEvent('transaction.completed')] },
      },
      headers: componentHeaders,
      parameters: componentParameters,
      securitySchemes,
    },
  };
}

function completeOperation(operation: Json, route: Described, components: ComponentSchemas): Json {
  const name = pascalCase(String(operation.operationId));
  const {
    access,
    response,
    responseWhenNotReady,
    textResponse,
    failures = [],
    idempotent,
    readsStandby,
    fileTypes = [],
  } = route.config;
  if (access === undefined) {
    const limited = failures.includes('rate_limited') ? rateLimitHeaders : [];
    const healthy = successOf(
      response === undefined ? undefined : components.refer(response, `${name}Response`),
      response,
      ['Cache-Control', ...limited],
    );
    const unhealthy =
      responseWhenNotReady === undefined
        ? {}
        : {
            503: {
              ...successOf(components.refer(responseWhenNotReady, `${name}NotReady`), responseWhenNotReady, [
                'Cache-Control',
              ]),
              description: 'Requests cannot be served now.',
            },
          };
    const refused = Object.fromEntries(byStatus(failures).map(([status, codes]) => [status, failureOf(status, codes)]));
    return {
      ...operation,
      ...(operation.parameters === undefined ? {} : { parameters: parametersOf(operation) }),
      security: [],
      responses: { 200: healthy, ...refused, ...unhealthy },
    };
  }
  const parameters = [
    ...parametersOf(operation),
    { $ref: '#/components/parameters/RequestId' },
    ...(idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
  const codes = [
    ...failuresOfEveryRoute,
    ...(route.body !== undefined ? failuresOfBodies : []),
    ...(route.takesInput ? (['invalid_request'] as const) : []),
    ...failures,
  ];
  const responses: Json = {
    200: {
      ...successOf(
        response === undefined ? undefined : components.refer(response, `${name}Response`),
        response,
        [
          ...rateLimitHeaders,
          ...(idempotent ? ['Idempotent-Replayed'] : []),
          ...(readsStandby ? ['X-As-Of'] : []),
          ...(textResponse?.headers ?? []),
        ],
        responseExamples[String(operation.operationId)],
      ),
      ...(textResponse === undefined ? {} : { content: contentOf(textResponse) }),
    },
  };
  for (const type of fileTypes) Object(responses[200]).content[type] = { schema: { type: 'string', format: 'binary' } };
  for (const [status, those] of byStatus(codes)) responses[status] = failureOf(status, those);
  return {
    ...operation,
    ...(route.body === undefined ? {} : { requestBody: requestOf(route.body, `${name}Request`, components) }),
    description: descriptionOf(operation, access.permissions),
    parameters,
    responses,
  };
}

function requestOf(body: unknown, name: string, components: ComponentSchemas): Json {
  const required = Object(body).required !== undefined;
  const schema = components.refer(withNullable(body), name);
  return { required, content: { 'application/json': { schema, example: requestExampleOf(body) } } };
}

/** Optional fields that name something of the caller's own: with the id of an example, a request that somebody tries would be refused. */
const namesOfOwn: ReadonlySet<string> = new Set(['quote_id', 'api_key_id']);

function requestExampleOf(body: unknown): unknown {
  const example = exampleOf(body);
  return Object.fromEntries(Object.entries(Object(example)).filter(([name]) => !namesOfOwn.has(name)));
}

/** The parameters that the schemas of a route give, each with an example. */
function parametersOf({ parameters }: Json): Json[] {
  if (!Array.isArray(parameters)) return [];
  return parameters.map((parameter: Json) => {
    const { examples: _, ...schema } = withType(Object(parameter.schema));
    return { ...parameter, schema, example: parameter.example ?? exampleOf(parameter.schema) };
  });
}

/** A request's schema as it is used: null in an optional field means that it was left out (validation.ts). */
function withNullable(body: unknown): Json {
  const { properties, required = [], ...rest } = Object(body);
  const shown = Object.entries<Json>(properties).map(([name, property]) => [
    name,
    required.includes(name) ? property : { ...property, type: [property.type, 'null'] },
  ]);
  return { ...rest, required, properties: Object.fromEntries(shown) };
}

function descriptionOf(operation: Json, permissions: readonly string[]): string {
  const needed =
    permissions.length === 0
      ? 'Any API key may use it.'
      : `Needs the permission ${permissions.map((permission) => `\`${permission}\``).join(' or ')}.`;
  return typeof operation.description === 'string' ? `${operation.description} ${needed}` : needed;
}

/** @param schema as the document shows it. @param body whose examples make up the example where there is no other. */
function successOf(schema: Json | undefined, body: unknown, headers: readonly string[], example?: object): Json {
  const response: Json = { description: 'Success.', headers: headersOf(['X-Request-Id', ...headers]) };
  if (schema !== undefined) {
    response.content = { 'application/json': { schema, example: example ?? exampleOf(body) } };
  }
  return response;
}

function contentOf({ type, example }: NonNullable<FastifyContextConfig['textResponse']>): Json {
  return { [type]: { schema: { type: 'string' }, example } };
}

function failureOf(status: number, codes: readonly RefusalCode[]): Json {
  const waits = status === 409 || status === 429 || status === 503;
  return {
    description: `${STATUS_CODES[status]}: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
    headers: headersOf([
      'X-Request-Id',
      ...rateLimitHeaders,
      ...(waits ? ['Retry-After'] : []),
      ...(status === 405 ? ['Allow'] : []),
      ...(status === 401 ? ['WWW-Authenticate'] : []),
    ]),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Failure' },
        examples: Object.fromEntries(
          codes.map((code) => [code, { summary: meaningOfCode[code], value: sampleOf(code) }]),
        ),
      },
    },
  };
}

function sampleOf(code: RefusalCode): Json {
  return { success: false, message: meaningOfCode[code], code, request_id: 'req_8Zr0v1kqYw3b1' };
}

/** The codes of a route under their statuses, each once, in the order of the statuses. */
function byStatus(codes: readonly RefusalCode[]): [number, RefusalCode[]][] {
  const grouped = new Map<number, RefusalCode[]>();
  for (const code of new Set(codes)) {
    const status = statusOfCode[code];
    const known = grouped.get(status);
    if (known === undefined) grouped.set(status, [code]);
    else known.push(code);
  }
  return [...grouped].sort(([a], [b]) => a - b);
}

/** An example composed of the examples of a schema's parts. */
function exampleOf(schema: unknown): unknown {
  const { examples, const: constant, enum: values, anyOf, type, properties, items, minimum } = Object(schema);
  if (constant !== undefined) return constant;
  if (Array.isArray(examples)) return examples[0];
  if (Array.isArray(values)) return values[0];
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0]);
  if (type === 'object') {
    return Object.fromEntries(Object.entries(Object(properties)).map(([name, part]) => [name, exampleOf(part)]));
  }
  if (type === 'array') return [exampleOf(items)];
  if (type === 'integer') return minimum === 0 ? 50_000 : (minimum ?? 1);
  if (type === 'boolean') return true;
  return 'text';
}

const rateLimitHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

function headersOf(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const securitySchemes = {
  apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: nsk_test_… or nsk_live_….' },
} as const;

const componentHeaders = {
  'X-Request-Id': { description: 'The id of the request: the client’s own, or a new one.', schema: { type: 'string' } },
  'X-RateLimit-Limit': {
    description:
      'Requests allowed in this minute: of the key’s window and that of all keys of its client, the one with fewer left.',
    schema: { type: 'integer', format: 'int64' },
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left in this window.',
    schema: { type: 'integer', format: 'int64' },
  },
  'X-RateLimit-Reset': {
    description: 'The unix second at which the window ends.',
    schema: { type: 'integer', format: 'int64' },
  },
  'Retry-After': {
    description: 'Seconds until trying again can help. A 503 whose body has `data` carries none.',
    schema: { type: 'integer', format: 'int64' },
  },
  'X-As-Of': {
    description:
      'Present when a standby was read: everything that was committed before this moment is in the response.',
    schema: { type: 'string', format: 'date-time' },
  },
  'X-Webhook-Brand': {
    description:
      'The name in the headers `X-<Brand>-*` of deliveries, for programs that deliver these events themselves.',
    schema: { type: 'string' },
  },
  'Idempotent-Replayed': {
    description: 'true when this is the answer that the first request with this Idempotency-Key got.',
    schema: { type: 'string', const: 'true' },
  },
  Allow: { description: 'The methods that the address takes.', schema: { type: 'string' } },
  'WWW-Authenticate': {
    description: 'The scheme of the header Authorization: an API key as a bearer token (RFC 6750).',
    schema: { type: 'string', const: 'Bearer' },
  },
  'Cache-Control': { description: 'Whether the answer may be kept, and how long.', schema: { type: 'string' } },
  'Content-Disposition': { description: 'The name of the file.', schema: { type: 'string' } },
  'X-Accel-Buffering': {
    description: 'Keeps a proxy such as nginx from holding events back.',
    schema: { type: 'string', const: 'no' },
  },
};

const componentParameters = {
  IdempotencyKey: {
    in: 'header',
    name: 'Idempotency-Key',
    required: false,
    description:
      'Makes a repeat safe: the same key with the same body gets the first answer again, for at least 24 hours. Take a new ' +
      'one for each payment, such as an order number or a UUID. The reference at /docs sends a new one with each request.',
    // Without an example, which the reference at /docs would send each time.
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: idempotencyKeyPattern },
  },
  RequestId: {
    in: 'header',
    name: 'X-Request-Id',
    required: false,
    description: 'Your own id for the request; it comes back on the answer.',
    schema: { type: 'string', maxLength: 128 },
    example: 'checkout-77f2',
  },
};

function entriesOf(document: object, key: string): [string, unknown][] {
  return Object.entries(Object(Object(document)[key]));
}

/** The body of every failure (interface-decisions.md section 1). */
const failureSchema = Type.Object(
  {
    success: Type.Boolean({ const: false }),
    message: Type.String({ description: 'One sentence that says what to do about it.' }),
    code: Type.String({ enum: Object.keys(statusOfCode), description: 'Machine code.' }),
    errors: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.String()), { description: 'Per wrong field, what it must be.' }),
    ),
    data: Type.Optional(
      Type.Object(
        {
          transaction_id: Type.Optional(Type.Integer()),
          reference: Type.Optional(Type.String()),
          status: Type.Optional(Type.String()),
        },
        { description: 'The ids of a transaction that exists although the request failed.' },
      ),
    ),
    request_id: Type.String({ description: 'The same as the header X-Request-Id; quote it when you ask about it.' }),
  },
  { title: 'Failure' },
);
