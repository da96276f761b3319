/** The database cannot be reached, or went away before anything was committed. Trying again later can help. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(cause: unknown) {
    super(`the database is unavailable: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** The connection went away after COMMIT was sent: whether the database transaction happened is not known. */
export class CommitInDoubt extends Error {
  override readonly name = 'CommitInDoubt';

  constructor(cause: unknown) {
    super('the connection was lost while a database transaction was being committed', { cause });
  }
}

/** The five characters of a PostgreSQL error (appendix A of its manual), or null when the server did not say any. */
export function sqlState(error: unknown): string | null {
  const code = codeOf(error);
  return code !== null && /^[0-9A-Z]{5}$/.test(code) && severityOf(error) !== null ? code : null;
}

/**
 * Whether the error says that the connection, not the statement, failed: what was sent on it may or may not have
 * happened. Servers that refuse connections (starting, stopping, full), or writes, count as well.
 */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable || error instanceof CommitInDoubt) return true;
  // A server that cannot flush its log goes down with the reason; what it was committing may come back with it.
  if (severityOf(error) === 'PANIC') return true;
  const state = sqlState(error);
  if (state !== null) return state.startsWith('08') || lostStates.has(state);
  const code = codeOf(error);
  if (code !== null && lostCodes.has(code)) return true;
  return error instanceof Error && lostMessages.some((message) => error.message.includes(message));
}

const lostStates = new Set([
  '25006', // the server has become a standby, or takes no writes: the connection is of no use
  '25P03', // idle in a database transaction for too long
  '53300', // too many connections
  '57P01', // the administrator ended the connection
  '57P02', // the server crashed
  '57P03', // the server is starting or stopping
  '57P05', // idle session
]);

const lostCodes = new Set([
  'EACCES',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** What `pg` says without a code. */
const lostMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'is not queryable',
  'Cannot use a pool after calling end on the pool',
];

function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** Only the server's own errors have a severity; Node's have a code such as EPIPE that looks like a state. */
function severityOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('severity' in error)) return null;
  return typeof error.severity === 'string' ? error.severity : null;
}
