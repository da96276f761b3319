import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { isoTime, isoTimeOrNull } from '../../ledger/transaction-object.ts';
import { everything } from '../../receipts/disclosure.ts';
import {
  createReceiptLink,
  isWorking,
  listReceiptLinks,
  type ReceiptLink,
  revokeReceiptLink,
} from '../../receipts/links.ts';
import { receiptOperations } from '../../receipts/operations.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { issuerOf } from '../../statements/issuer.ts';
import { findTransaction } from '../../wallet/history.ts';
import { receiptFile } from '../receipt-file.ts';
import { sendData } from '../response.ts';
import { positiveId } from '../schemas/id.ts';
import { disclosureFields, disclosureOf } from '../schemas/receipt.ts';
import type { NewReceiptLink, ReceiptLinkObject } from './schemas/receipts.ts';
import { sendFile } from './send-file.ts';
import { clientPath, type DashboardApi, type DashboardParts } from './server/api.ts';
import { actorOf, clientCallerOf, staffContextOf } from './server/context.ts';
import { readTrail } from './transaction-trail.ts';
import { transactionParams } from './transactions.ts';

const transactionPath = `${clientPath}/transactions/:transactionId`;

/** The receipt of a transaction, links to it, and all that is known of it for a dispute. */
export function registerReceiptRoutes(api: DashboardApi, parts: DashboardParts): void {
  downloadReceipt(api, parts);
  downloadDisputePack(api, parts);
  listLinks(api, parts);
  createLink(api, parts);
  revokeLink(api, parts);
}

/** The transaction of a request below transactionPath. */
function askedOf(request: FastifyRequest<{ Params: { transactionId: number } }>) {
  return { walletId: clientCallerOf(request).walletId, transactionId: request.params.transactionId };
}

function downloadReceipt(api: DashboardApi, { pool, records, settings }: DashboardParts): void {
  const receipts = receiptOperations(records);
  for (const form of ['pdf', 'json'] as const) {
    api.get(
      `${transactionPath}/receipt.${form}`,
      {
        schema: {
          summary: `The receipt of a transaction as ${form === 'pdf' ? 'PDF with the JSON attached' : 'JSON'}`,
          params: transactionParams,
          querystring: Type.Object(disclosureFields),
        },
        config: { right: 'transactions.read' },
      },
      async (request, reply) => {
        const receipt = await receipts.read(askedOf(request), disclosureOf(request.query));
        const { name, type, bytes } = await receiptFile(receipt, form, issuerOf(settings));
        return sendFile(pool, request, reply, { name, type, pieces: piecesOf(bytes) });
      },
    );
  }
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

function downloadDisputePack(api: DashboardApi, { pool, records, settings }: DashboardParts): void {
  const receipts = receiptOperations(records);
  api.get(
    `${transactionPath}/dispute-pack.pdf`,
    {
      schema: {
        summary: 'Receipt, timeline, masked operator calls and webhook deliveries as one PDF',
        params: transactionParams,
      },
      config: { right: 'requests.read' },
    },
    async (request, reply) => {
      const asked = askedOf(request);
      const { person, memberships } = staffContextOf(request);
      const receipt = await receipts.read(asked, everything);
      const transaction = await findTransaction(records, asked.walletId, asked.transactionId);
      if (transaction === null) throw notFound();
      const looking = { isStaff: memberships.platformRole !== null, seesRequests: true };
      const { steps, deliveries } = await readTrail(records, transaction, looking);
      const { disputePackPdf } = await import('../../receipts/dispute-pack-pdf.ts');
      return sendFile(pool, request, reply, {
        name: `dispute-pack-${receipt.transaction.reference}.pdf`,
        type: 'application/pdf',
        pieces: disputePackPdf(
          { receipt, madeBy: person.email, steps, deliveries },
          { madeAtMs: Date.now(), issuer: issuerOf(settings) },
        ),
      });
    },
  );
}

const linksPath = `${transactionPath}/receipt-links`;

function listLinks(api: DashboardApi, { pool }: DashboardParts): void {
  api.get(
    linksPath,
    {
      schema: { summary: 'Links to the receipt of a transaction, newest first', params: transactionParams },
      config: { right: 'transactions.read' },
    },
    async (request, reply) => {
      const links = await listReceiptLinks(pool, askedOf(request));
      sendData(reply, 'Links retrieved.', links.map(linkObject));
    },
  );
}

const daysMax = 366;

function createLink(api: DashboardApi, { pool, records, baseUrl }: DashboardParts): void {
  const receipts = receiptOperations(records);
  api.post(
    linksPath,
    {
      schema: {
        summary: 'Make a link by which anybody can see the receipt',
        description: 'The address is only in this response; it is not stored.',
        params: transactionParams,
        body: Type.Object({
          ...disclosureFields,
          valid_days: Type.Integer({
            minimum: 1,
            maximum: daysMax,
            description: 'After so many days the link ends by itself.',
            examples: [30],
            sentence: `valid_days must be a whole number from 1 to ${daysMax}.`,
          }),
        }),
      },
      config: { right: 'receipts.share', stepUp: 'live' },
    },
    async (request, reply) => {
      const asked = askedOf(request);
      const { valid_days: validDays, ...chosen } = request.body;
      const disclosure = disclosureOf(chosen);
      // A link to nothing would be of no use.
      await receipts.read(asked, disclosure);
      const { link, token } = await createReceiptLink(pool, asked, { disclosure, validDays, actor: actorOf(request) });
      const answer: NewReceiptLink = { ...linkObject(link), url: `${baseUrl()}/receipts/${token}` };
      sendData(reply, 'Link made.', answer);
    },
  );
}

function revokeLink(api: DashboardApi, { pool }: DashboardParts): void {
  api.delete(
    `${linksPath}/:linkId`,
    {
      schema: {
        summary: 'Revoke a link; it shows nothing any more, at once',
        params: Type.Object({ ...transactionParams.properties, linkId: positiveId('The number of the link.') }),
      },
      config: { right: 'receipts.share' },
    },
    async (request, reply) => {
      const { linkId } = request.params;
      const isThere = await revokeReceiptLink(pool, askedOf(request), linkId, actorOf(request));
      if (!isThere) throw new Refusal('not_found', 'This transaction has no link with that number.');
      sendData(reply, 'Link revoked.', { id: linkId, revoked: true });
    },
  );
}

function linkObject(link: ReceiptLink): ReceiptLinkObject {
  return {
    id: link.receiptLinkId,
    business: link.business,
    counterparty: link.counterparty,
    show_description: link.description,
    state: isWorking(link) ? 'working' : link.revokedAtMs === null ? 'expired' : 'revoked',
    created_by: link.createdBy,
    created_at: isoTime(link.createdAtMs),
    expires_at: isoTime(link.expiresAtMs),
    revoked_at: isoTimeOrNull(link.revokedAtMs),
  };
}
