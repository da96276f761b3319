/** How a review case can end; which of them fit a case is decided in plan/resolutions.ts. */
export type Resolution =
  /** The client gets the money that the operator says it moved. */
  | 'credited'
  /** The client's wallet pays for it, as far as it can; the rest becomes a receivable. */
  | 'charged'
  /** Undone at the operator by hand. */
  | 'returned'
  /** Our loss. */
  | 'written_off'
  /** Our income: it belongs to nobody we know. */
  | 'kept'
  /** A transaction without a final word is completed, or failed, on other evidence. */
  | 'completed'
  | 'failed'
  /** There was nothing to book. */
  | 'dismissed';
