/** The filters of the request log as the address holds them. */
export interface RequestFilters {
  readonly method?: string;
  readonly path?: string;
  readonly status?: string;
  readonly api_key_id?: string;
  readonly request_id?: string;
}

const names = ['method', 'path', 'status', 'api_key_id', 'request_id'] as const;

/** The filters in an address; others and empty ones are left out. */
export function requestFilters(search: Record<string, unknown>): RequestFilters {
  return Object.fromEntries(
    names.map((name) => [name, search[name]]).filter(([, value]) => typeof value === 'string' && value !== ''),
  );
}
