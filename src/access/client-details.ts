import type pg from 'pg';
import type { Actor } from '../ledger/rows/audit-log.ts';
import { inDatabaseTransaction } from '../postgres/database-transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { recordAudit } from './audit-log.ts';
import { ClientNotFound, ClientNotValid } from './clients.ts';

/** Who a client is in law, as its statements print it. Null where it is not known. */
export interface ClientDetails {
  /** The registered name, where it is not the name of the client. */
  readonly legalName: string | null;
  readonly address: string | null;
  /** The taxpayer identification number of the Uganda Revenue Authority. */
  readonly tin: string | null;
}

/** The longest texts of a client's details, in characters. */
export const legalNameLengthMax = 200;
export const addressLengthMax = 300;

/** The name and the details of a client. @throws ClientNotFound */
export async function readClientDetails(
  db: Queryable,
  clientId: number,
): Promise<ClientDetails & { readonly name: string }> {
  const { rows } = await db.query<{
    name: string;
    legal_name: string | null;
    address: string | null;
    tin: string | null;
  }>({
    name: 'client.details',
    text: 'SELECT name, legal_name, address, tin FROM client WHERE client_id = $1',
    values: [clientId],
  });
  const [row] = rows;
  if (row === undefined) throw new ClientNotFound(clientId);
  return { name: row.name, legalName: row.legal_name, address: row.address, tin: row.tin };
}

/** Sets the details of a client and writes the audit log. @throws ClientNotFound, ClientNotValid */
export async function setClientDetails(
  pool: pg.Pool,
  { clientId, details, actor }: { readonly clientId: number; readonly details: ClientDetails; readonly actor: Actor },
): Promise<void> {
  const { legalName, address, tin } = details;
  if (legalName !== null && legalName.length > legalNameLengthMax) {
    throw new ClientNotValid(`the registered name must have at most ${legalNameLengthMax} characters`);
  }
  if (address !== null && address.length > addressLengthMax) {
    throw new ClientNotValid(`the address must have at most ${addressLengthMax} characters`);
  }
  await inDatabaseTransaction(pool, async (db) => {
    const { rowCount } = await db.query(
      'UPDATE client SET legal_name = $2, address = $3, tin = $4 WHERE client_id = $1',
      [clientId, legalName, address, tin],
    );
    if (rowCount !== 1) throw new ClientNotFound(clientId);
    await recordAudit(db, {
      actor,
      action: 'client.details_set',
      subject: `client ${clientId}`,
      details: { legal_name: legalName, address, tin },
    });
  });
}
