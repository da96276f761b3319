import { api } from '../../api/api.ts';

interface Queued {
  readonly queued: number;
  readonly has_more: boolean;
  readonly next_from: string | null;
}

/**
 * Has everything sent again that was missed in a range, part by part. Asked again after a lost answer it sends nothing
 * twice: what waits already is not queued again.
 * @param tell is told how many are queued until now. @returns all of them.
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
