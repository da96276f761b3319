import { isoTime } from '../../../ledger/transaction-object.ts';
import type { RequestListed } from '../../schemas/requests.ts';

export interface RequestRow {
  request_log_id: string;
  at_ms: number;
  method: string;
  path: string;
  query: string | null;
  status: number;
  duration_ms: number;
  request_id: string;
  api_key_id: string | null;
  error_code: string | null;
  transaction_id: string | null;
}

/** Of request_log. */
export const requestColumns = `
  request_log_id, round(extract(epoch FROM at) * 1000)::float8 AS at_ms, method, path, query, status,
  duration_ms::float8 AS duration_ms, request_id, request_log.api_key_id, error_code, transaction_id`;

export function requestListed(row: RequestRow): RequestListed {
  return {
    id: row.request_log_id,
    at: isoTime(row.at_ms),
    method: row.method,
    path: row.path,
    query: row.query,
    status: row.status,
    duration_ms: Math.round(row.duration_ms * 1_000) / 1_000,
    request_id: row.request_id,
    api_key_id: row.api_key_id === null ? null : Number(row.api_key_id),
    error_code: row.error_code,
    transaction_id: row.transaction_id === null ? null : Number(row.transaction_id),
  };
}
