/** Kampala's offset (ledger/kampala-day.ts), as a statement without one means it. */
const kampalaOffsetMs = 3 * 60 * 60 * 1000;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const clock = String.raw`(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*([AaPp][Mm])?)?`;
const zone = String.raw`\s*(Z|[+-]\d{2}:?\d{2}|EAT)?`;
const yearFirst = new RegExp(`^(\\d{4})[-/](\\d{1,2})[-/](\\d{1,2})${clock}${zone}$`);
const yearLast = new RegExp(`^(\\d{1,2})[-/. ](\\d{1,2}|[A-Za-z]{3,9})[-/. ](\\d{4})${clock}${zone}$`);

/**
 * A time of a statement in milliseconds since 1970, of Kampala where it names no offset. A date alone is its midnight.
 * @returns null when it is none.
 */
export function statementTime(text: string, order: 'day_first' | 'month_first'): number | null {
  const first = yearFirst.exec(text);
  if (first !== null) return moment(Number(first[1]), Number(first[2]), Number(first[3]), first.slice(4));
  const last = yearLast.exec(text);
  if (last === null) return null;
  const [, one = '', two = '', year] = last;
  const named = months.indexOf(two.slice(0, 3).toLowerCase()) + 1;
  if (/[A-Za-z]/.test(two)) return named === 0 ? null : moment(Number(year), named, Number(one), last.slice(4));
  const [day, month] = order === 'day_first' ? [Number(one), Number(two)] : [Number(two), Number(one)];
  return moment(Number(year), month, day, last.slice(4));
}

function moment(year: number, month: number, day: number, rest: readonly (string | undefined)[]): number | null {
  const [hourText = '0', minute = '0', second = '0', fraction = '0', half, offset] = rest;
  const hour = hourOf(Number(hourText), half?.toLowerCase());
  if (hour === null || Number(minute) > 59 || Number(second) > 59) return null;
  const midnight = Date.UTC(year, month - 1, day);
  const date = new Date(midnight);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  const ms = Number(`0.${fraction}`) * 1000;
  return midnight + ((hour * 60 + Number(minute)) * 60 + Number(second)) * 1000 + Math.floor(ms) - offsetMs(offset);
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour > 23 ? null : hour;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}

function offsetMs(offset: string | undefined): number {
  if (offset === undefined || offset === 'EAT') return kampalaOffsetMs;
  if (offset === 'Z') return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
