/**
 * Where a column stands in the entry that a row becomes on a narrow screen. The first line has `who` on the left and
 * `amount` on the right, the second `what` and `when` on the left and `status` on the right. `below` is a line of its own,
 * for buttons that decide.
 */
export type NarrowPlace = 'who' | 'amount' | 'what' | 'when' | 'status' | 'below';

interface Placed {
  /** Empty for what can be done with a row. */
  readonly header: string;
  readonly alignRight?: boolean;
  readonly narrow?: NarrowPlace;
}

/** The columns of an entry by their place, each in the order of the table. */
export type NarrowEntry<One> = Readonly<Record<NarrowPlace | 'acts', readonly One[]>>;

/**
 * Where each column stands. Columns without a place are left out where another one has a place. Where none has, the first is
 * `who`, the first figure is `amount`, and the others are `what`. Pure.
 */
export function narrowEntryOf<One extends Placed>(columns: readonly One[]): NarrowEntry<One> {
  const acts = columns.filter(({ header, narrow }) => header === '' && narrow === undefined);
  const named = columns.filter((column) => !acts.includes(column));
  const placeOf = isPlaced(columns) ? ({ narrow }: One) => narrow : placeByOrder(named);
  const at = (place: NarrowPlace) => named.filter((column) => placeOf(column) === place);
  return {
    who: at('who'),
    amount: at('amount'),
    what: at('what'),
    when: at('when'),
    status: at('status'),
    below: at('below'),
    acts,
  };
}

/** Whether the two lines leave out something that the table has, so that it must be found elsewhere. Pure. */
export function leavesOut(columns: readonly (Placed & { readonly renderNarrow?: unknown })[]): boolean {
  if (!isPlaced(columns)) return false;
  return columns.some(({ header, narrow, renderNarrow }) =>
    header === '' ? false : narrow === undefined || renderNarrow !== undefined,
  );
}

function isPlaced(columns: readonly Placed[]): boolean {
  return columns.some(({ narrow }) => narrow !== undefined);
}

function placeByOrder<One extends Placed>([who, ...others]: readonly One[]): (column: One) => NarrowPlace {
  const amount = others.find(({ alignRight }) => alignRight === true);
  return (column) => (column === who ? 'who' : column === amount ? 'amount' : 'what');
}
