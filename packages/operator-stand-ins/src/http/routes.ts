import type { ReadRequest } from './read-request.ts';
import type { Reply } from './reply.ts';

/** The parts of a path that a route names with `:`, in order. */
export type Handle = (request: ReadRequest, parts: readonly string[]) => Reply | Promise<Reply>;

interface Route {
  readonly method: string;
  readonly path: string;
  readonly pattern: RegExp;
  readonly handle: Handle;
}

/** Paths and who answers them, matched exactly: a slash too many or too few is another path. */
export class Routes {
  readonly #routes: Route[] = [];

  /** @param path such as `/_books/:reference`; a part that begins with `:` matches anything but a slash. */
  on(method: string, path: string, handle: Handle): void {
    const pattern = new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:[^/]+/g, '([^/]+)')}$`);
    this.#routes.push({ method, path, pattern, handle });
  }

  /** The route of a request; `wrong_method` when only other methods have the path; null when nobody has it. */
  find(
    method: string,
    path: string,
  ): { readonly path: string; readonly parts: readonly string[]; readonly handle: Handle } | 'wrong_method' | null {
    let known = false;
    for (const route of this.#routes) {
      const match = route.pattern.exec(path);
      if (match === null) continue;
      if (route.method === method) return { path: route.path, parts: match.slice(1), handle: route.handle };
      known = true;
    }
    return known ? 'wrong_method' : null;
  }
}
