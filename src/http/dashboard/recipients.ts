import { Type } from 'typebox';
import { isoTime } from '../../ledger/transaction-object.ts';
import { quotedOperations } from '../../wallet/quote-fee.ts';
import { type PaymentType, readRecentRecipients } from '../../wallet/recent-recipients.ts';
import {
  changeRecipient,
  deleteRecipient,
  listSavedRecipients,
  type SavedRecipient,
  saveRecipient,
} from '../../wallet/saved-recipients.ts';
import { sendData, setAsOf } from '../response.ts';
import { lineOf, phoneOf } from '../schemas/text.ts';
import type { RecentRecipientObject, SavedRecipientObject } from './schemas/recipients.ts';
import { clientParams, clientPath, type DashboardApi, type DashboardParts } from './server/api.ts';
import { actorOf, clientCallerOf } from './server/context.ts';

/** Recipients that fill in the forms: saved ones, and those of the last payments. */
export function registerRecipientRoutes(api: DashboardApi, parts: DashboardParts): void {
  listSaved(api, parts);
  saveRoute(api, parts);
  changeRoute(api, parts);
  deleteRoute(api, parts);
  listRecent(api, parts);
}

const recipientsPath = `${clientPath}/recipients`;
const recipientPath = `${recipientsPath}/:phone`;
const recipientParams = Type.Object({ ...clientParams, phone: phoneOf('The phone that is saved.') });

/** What can be changed of a saved recipient. */
const recipientFields = {
  name: lineOf(120, 'The name that people here know.', {
    examples: ['Grace Namuli'],
    sentence: 'name must be text of 1 to 120 characters on one line.',
  }),
  note: Type.Optional(
    lineOf(255, 'Anything else, such as what is paid.', {
      examples: ['Rent of the shop'],
      sentence: 'note must be text of at most 255 characters on one line; leave it out when there is none.',
    }),
  ),
};

function listSaved(api: DashboardApi, { pool }: DashboardParts): void {
  api.get(
    recipientsPath,
    {
      schema: { summary: 'Saved recipients, by name', params: Type.Object(clientParams) },
      config: { right: 'transactions.read' },
    },
    async (request, reply) => {
      const saved = await listSavedRecipients(pool, clientCallerOf(request).walletId);
      sendData(reply, 'Recipients retrieved.', saved.map(savedObject));
    },
  );
}

function saveRoute(api: DashboardApi, { pool }: DashboardParts): void {
  api.post(
    recipientsPath,
    {
      schema: {
        summary: 'Save a recipient',
        description: 'A phone is saved once in each mode.',
        params: Type.Object(clientParams),
        body: Type.Object({ phone: phoneOf('The phone of the recipient.'), ...recipientFields }),
      },
      config: { right: 'money.move' },
    },
    async (request, reply) => {
      const { phone, name, note = null } = request.body;
      const asked = { phone, name: name.trim(), note: note?.trim() ?? null };
      const saved = await saveRecipient(pool, clientCallerOf(request), asked, actorOf(request));
      sendData(reply, 'Recipient saved.', savedObject(saved));
    },
  );
}

function changeRoute(api: DashboardApi, { pool }: DashboardParts): void {
  api.put(
    recipientPath,
    {
      schema: {
        summary: 'Change the name and the note of a saved recipient',
        description: 'Without a note there is none afterwards.',
        params: recipientParams,
        body: Type.Object(recipientFields),
      },
      config: { right: 'money.move' },
    },
    async (request, reply) => {
      const { name, note = null } = request.body;
      const asked = { phone: request.params.phone, name: name.trim(), note: note?.trim() ?? null };
      const changed = await changeRecipient(pool, clientCallerOf(request), asked, actorOf(request));
      sendData(reply, 'Recipient saved.', savedObject(changed));
    },
  );
}

function deleteRoute(api: DashboardApi, { pool }: DashboardParts): void {
  api.delete(
    recipientPath,
    {
      schema: { summary: 'Delete a saved recipient', params: recipientParams },
      config: { right: 'money.move' },
    },
    async (request, reply) => {
      const { phone } = request.params;
      await deleteRecipient(pool, clientCallerOf(request), phone, actorOf(request));
      sendData(reply, 'Recipient deleted.', { phone, deleted: true });
    },
  );
}

const typeOfOperation: Readonly<Record<(typeof quotedOperations)[number], PaymentType>> = {
  send_money: 'payment_sent',
  withdrawal: 'withdrawal',
  collection: 'collection',
};

function listRecent(api: DashboardApi, { reads }: DashboardParts): void {
  api.get(
    `${recipientsPath}/recent`,
    {
      schema: {
        summary: 'The phones of the last payments, each once, the latest first',
        description:
          'Payments that failed are left out. In a large wallet the look-back ends after a tenth of a second, ' +
          'so that there may be fewer, or none.',
        params: Type.Object(clientParams),
        querystring: Type.Object({ operation: Type.Enum([...quotedOperations]) }),
      },
      config: { right: 'transactions.read' },
    },
    async (request, reply) => {
      const { walletId } = clientCallerOf(request);
      const type = typeOfOperation[request.query.operation];
      const { value: recent, asOf } = await reads.run((records) => readRecentRecipients(records, walletId, type));
      setAsOf(reply, asOf);
      const shown: RecentRecipientObject[] = recent.map(({ phone, name, lastAtMs }) => ({
        phone,
        name,
        last_payment_at: isoTime(lastAtMs),
      }));
      sendData(reply, 'Recipients retrieved.', shown);
    },
  );
}

function savedObject({ phone, name, note, savedBy, savedAtMs }: SavedRecipient): SavedRecipientObject {
  return { phone, name, note, saved_by: savedBy, saved_at: isoTime(savedAtMs) };
}
