import type { Mailer } from '../access/people/mail.ts';
import type { Queryable } from '../postgres/pool.ts';
import { isEmail } from '../settings/kinds.ts';
import type { Round } from './format/round.ts';
import { readLatestRound } from './stored-rounds.ts';

/** Sends the newest round to addresses outside: who has received one can prove what was before it. */

const firstRetryMs = 60_000;
const longestRetryMs = 3_600_000;
const answerMs = 10_000;

export interface ReceiverParts {
  /** URLs that get the round as JSON by POST, and e-mail addresses. */
  readonly receivers: readonly string[];
  /** Milliseconds between two rounds to the same address. */
  readonly everyMs: number;
  /** Null where no mail server is set. */
  readonly mailer: Mailer | null;
  readonly onFailure: (address: string, error: unknown) => void;
  /** Ends the call under way. */
  readonly signal: AbortSignal;
}

/**
 * Sends the newest round to each address that has not received it and is due. Several processes may call it: an address is claimed
 * before it is sent to. After a failure the next attempt is a minute later, then twice as long each time, up to an hour.
 */
export async function sendRounds(
  db: Queryable,
  { receivers, everyMs, mailer, onFailure, signal }: ReceiverParts,
): Promise<void> {
  if (receivers.length === 0) return;
  const round = await readLatestRound(db);
  if (round === null) return;
  for (const address of receivers) {
    if (signal.aborted) return;
    const claim = await claimReceiver(db, address, round.number);
    if (claim === null) continue;
    try {
      await sendTo(address, round, mailer, signal);
      await endAttempt(db, address, { sentNumber: round.number, failures: 0, nextMs: everyMs });
    } catch (error) {
      // What was cut off by the stop is sent again after the time of the claim.
      if (signal.aborted) return;
      onFailure(address, error);
      const failures = claim.failures + 1;
      const nextMs = Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs);
      await endAttempt(db, address, { sentNumber: claim.sentNumber, failures, nextMs });
    }
  }
}

interface Claim {
  readonly sentNumber: number;
  readonly failures: number;
}

/** Claims an address for the time that an attempt can take; null where it is not due or has this round. */
async function claimReceiver(db: Queryable, address: string, number: number): Promise<Claim | null> {
  // The column has milliseconds: rounded up, the time would not have come yet.
  await db.query(
    `INSERT INTO proof_receiver (address, due_at) VALUES ($1, date_trunc('milliseconds', trusted_now())) ON CONFLICT DO NOTHING`,
    [address],
  );
  const { rows } = await db.query<Claim>(
    `UPDATE proof_receiver SET due_at = trusted_now() + interval '1 minute'
      WHERE address = $1 AND due_at <= trusted_now() AND sent_number < $2
     RETURNING sent_number AS "sentNumber", failures`,
    [address, number],
  );
  return rows[0] ?? null;
}

async function endAttempt(
  db: Queryable,
  address: string,
  { sentNumber, failures, nextMs }: Claim & { readonly nextMs: number },
): Promise<void> {
  await db.query(
    `UPDATE proof_receiver SET sent_number = $2, failures = $3, due_at = trusted_now() + $4 * interval '1 millisecond'
      WHERE address = $1`,
    [address, sentNumber, failures, nextMs],
  );
}

/** @throws Error where it was not accepted. */
async function sendTo(address: string, round: Round, mailer: Mailer | null, signal: AbortSignal): Promise<void> {
  if (isEmail(address)) {
    if (mailer === null) throw new Error('no mail server is set (NSIMBI_SMTP_URL)');
    return await mailer.send({ to: address, ...mailOf(round) });
  }
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(round),
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the receiver answered ${response.status}`);
}

function mailOf(round: Round): { readonly subject: string; readonly text: string } {
  return {
    subject: `Ledger proof ${round.number} of ${round.installation_id}`,
    text: `This is the newest signed round of the ledger. Keep it: it proves everything that was in the ledger before it.
nsimbi proof verify compares it with a database or with the file of rounds.

${JSON.stringify(round, null, 2)}
`,
  };
}
