/**
 * Waits for all of some statements that were sent together in one database transaction. Where one fails the server
 * refuses those behind it too, and the promise of one of these can be the first to tell: so the first that failed in
 * the order of sending says why, and afterwards none is on its way any more.
 * @param statements in the order in which they were sent.
 */
export async function sentTogether<Statements extends readonly unknown[]>(
  statements: readonly [...Statements],
): Promise<{ -readonly [Index in keyof Statements]: Awaited<Statements[Index]> }> {
  for (const end of await Promise.allSettled(statements)) if (end.status === 'rejected') throw end.reason;
  return await Promise.all(statements);
}
