/** The Idempotency-Key of the payment of a row. It has blanks, because the key of a client's own program has none. */
export function rowKey({ bulkPayoutId, row }: { readonly bulkPayoutId: number; readonly row: number }): string {
  return `bulk ${bulkPayoutId} ${row}`;
}
