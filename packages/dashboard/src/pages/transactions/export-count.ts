import { countText } from '../../components/money-text.ts';

/** How many rows an export would have, as the service counts them. */
export interface ExportCount {
  readonly rows: number;
  /** False where only the newest transactions were counted. */
  readonly is_exact: boolean;
}

/** The same in words. Pure. */
export function exportCountText({ rows, is_exact: isExact }: ExportCount): string {
  const counted = `${countText(rows)} ${rows === 1 ? 'transaction' : 'transactions'}`;
  return isExact ? `${counted}.` : `At least ${counted}; older ones were not counted.`;
}
