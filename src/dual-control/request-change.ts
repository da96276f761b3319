import { onBehalfOfClient, onBehalfOfPlatform, recordAudit } from '../access/audit-log.ts';
import { readLiveMode, refuseBeforeLive } from '../access/live-mode.ts';
import type { IdempotentRequest } from '../ledger/idempotency.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import { inDatabaseTransaction } from '../postgres/database-transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { Refusal } from '../refusal.ts';
import { type Action, actions, type Circumstances, peopleNeeded } from './actions.ts';
import { type Change, clientIdOf } from './change.ts';
import type { ChangeServices, MadeBy, Shown } from './change-kind.ts';
import { kindOf } from './kinds.ts';
import { addProposal } from './proposals.ts';

/** Who asks for a change. */
export interface Asker {
  /** A person of the dashboard, or whoever is at the command line. */
  readonly actor: Actor;
  readonly by: Circumstances['by'];
  /** The form that it comes from, so that a double click asks once. */
  readonly form?: IdempotentRequest;
}

/** What became of a request for a change: made at once, or waiting for a second person. */
export type Requested =
  | { readonly is: 'made'; readonly shown: Shown; readonly transactionId: number | null }
  | { readonly is: 'proposed'; readonly proposalId: number };

/**
 * Makes a change where one person is enough, and proposes it where two are needed.
 * @throws Refusal where it cannot be made, now or at all.
 */
export async function requestChange(
  services: ChangeServices,
  change: Change,
  { actor, by, form }: Asker,
): Promise<Requested> {
  const { pool, settings } = services;
  const kind = kindOf(change);
  const isLiveKey = (change.kind === 'api_key' || change.kind === 'api_key_roll') && change.mode === 'live';
  if (isLiveKey) await refuseBeforeLive(pool, settings);
  if (change.kind === 'live_mode' && settings.rehearsal) {
    throw new Refusal('invalid_request', 'Live mode cannot be enabled in a rehearsal; turn NSIMBI_REHEARSAL off.');
  }
  const before = await kind.read(pool, change, actor.name);
  const isLiveEnabled = (await readLiveMode(pool)) !== null;
  const isLoosening = kind.isLoosening(change, before);
  const needed = peopleNeeded(change.kind, {
    isLiveEnabled,
    isRehearsal: settings.rehearsal && !isLiveEnabled,
    mode: kind.mode(change),
    by,
    isLoosening,
    reachesThreshold: false,
  });
  if (needed === 2) {
    const proposalId = await inDatabaseTransaction(pool, async (db) => {
      const { proposalId: added, isNew } = await addProposal(db, {
        change,
        before,
        proposedBy: actor.name,
        form: form ?? null,
      });
      if (!isNew) return added;
      await recordAudit(db, {
        actor,
        action: 'proposal.made',
        subject: subjectOf(change),
        details: { proposal: added, change, before },
      });
      return added;
    });
    return { is: 'proposed', proposalId };
  }
  const alone: MadeBy = { proposedBy: actor, approvedBy: null, form: form ?? null };
  const made = await inDatabaseTransaction(pool, async (db) => {
    await lockChanges(db, change);
    // What tightened may loosen what another person has set meanwhile, for which one may not be enough.
    if (!isLoosening && kind.isLoosening(change, await kind.read(db, change, actor.name))) {
      throw new Refusal('not_pending', 'The value that this replaces has changed; review it, and try again.');
    }
    return await kind.make(db, change, alone, settings);
  });
  const shown = (await kind.follow?.(services, change, made, alone)) ?? made;
  const booked = await kind.book?.(services, change, alone);
  if (booked === undefined) return { is: 'made', shown, transactionId: null };
  if ('refusal' in booked) throw booked.refusal;
  return { is: 'made', shown, transactionId: booked.transactionId };
}

/** What an entry of the audit log about a proposal is about. */
export function subjectOf(change: Change): string {
  const clientId = clientIdOf(change);
  return clientId === null ? 'service' : `client ${clientId}`;
}

/** Lets no other change of the client, or of the service, be made until the database transaction ends. */
export async function lockChanges(db: Queryable, change: Change): Promise<void> {
  await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`changes of ${subjectOf(change)}`]);
}

/**
 * Who proposed or approved a change, where it is made or booked afterwards: their names are stored, and not from where they acted.
 * What can also be asked for on the pages of a client is done on behalf of that client.
 */
export function laterActor(change: Change, name: string): Actor {
  const clientId = clientIdOf(change);
  const { interfaces }: Action = actions[change.kind];
  const isOfClient = clientId !== null && interfaces.includes('client pages');
  return {
    name,
    onBehalfOf: isOfClient ? onBehalfOfClient(clientId) : onBehalfOfPlatform,
    address: null,
    session: null,
  };
}
