import { Type } from 'typebox';
import { createClient } from '../../../../access/clients.ts';
import { sendData } from '../../../../http/answer.ts';
import type { DashboardApi } from '../../../api.ts';
import { deskOf } from '../../../desk.ts';
import type { DashboardServices } from '../../../services.ts';
import { asRefusal } from './client-refusal.ts';
import { clientAtPlatform } from './read-client.ts';

const body = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 120,
    pattern: '^(?=.*\\S)[^\\p{Cc}]*$',
    description: 'As recipients of its payments see it.',
    sentence: 'The name must have 1 to 120 characters, without control characters.',
  }),
  phone: Type.String({
    pattern: '^256[0-9]{9}$',
    description: 'Payments to it reach the client’s wallets.',
    sentence: 'The phone must be a Uganda mobile number of exactly 12 digits that begins with 256.',
  }),
});

export function createClientRoute(api: DashboardApi, { pool, settings }: DashboardServices): void {
  api.post(
    '/platform/clients',
    {
      schema: { summary: 'Create a client with an empty wallet in each mode', body },
      config: { right: 'clients.write' },
    },
    async (request, reply) => {
      const actor = deskOf(request).person.email;
      const { name, phone } = request.body;
      const { clientId } = await asRefusal('phone', createClient(pool, { name: name.trim(), phone, actor }));
      sendData(reply, 'The client is created.', await clientAtPlatform({ pool, settings }, clientId));
    },
  );
}
