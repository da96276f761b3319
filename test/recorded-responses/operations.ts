import type { Json } from '../journeys/world.ts';

/** One operation of the OpenAPI document. */
export interface Operation {
  /** In capital letters. */
  readonly method: string;
  /** With `{names}` for what varies. */
  readonly path: string;
  readonly hasBody: boolean;
  /** Each documented status with its codes; none for a success, and for a document that is not JSON. */
  readonly codesByStatus: ReadonlyMap<number, readonly string[]>;
}

/** The operations that the service's OpenAPI document describes, in its order. */
export async function operationsOf(baseUrl: string): Promise<Operation[]> {
  const document: Json = await (await fetch(`${baseUrl}/openapi.json`)).json();
  return Object.entries<Json>(document.paths).flatMap(([path, operations]) =>
    Object.entries<Json>(operations).map(([method, { requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path,
      hasBody: requestBody !== undefined,
      codesByStatus: new Map(
        Object.entries<Json>(responses).map(([status, { content }]) => [
          Number(status),
          Number(status) === 200 ? [] : Object.keys(content?.['application/json']?.examples ?? {}),
        ]),
      ),
    })),
  );
}
