import { api } from '../../api/api.ts';

interface Queued {
  readonly queued: number;
  readonly has_more: boolean;
  readonly next_from: string | null;
}

/**
 * Redelivers all missed events of a range, part by part. Called again after a lost response it sends nothing
 * twice: a delivery that waits already is not queued again.
 * @param tell gets the number queued so far. @returns the number of all.
 */
export async function sendRange(
  path: string,
  range: { readonly from: string; readonly to: string },
  tell: (queued: number) => void,
): Promise<number> {
  let queued = 0;
  for (let from: string | null = range.from; from !== null; ) {
    const part: Queued = await api.post<Queued>(path, { from, to: range.to });
    queued += part.queued;
    tell(queued);
    from = part.has_more ? part.next_from : null;
  }
  return queued;
}
