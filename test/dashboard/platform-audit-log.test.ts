import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordAudit, serviceActor } from '../../src/access/audit-log.ts';
import { type Json, World } from '../journeys/world.ts';
import { type SignedIn, signedIn } from './person.ts';

let world: World;
let support: SignedIn;
const acts = 2_500;
beforeAll(async () => {
  world = await World.open();
  support = await signedIn(world, { platform: 'platform_support' });
  await recordAudit(
    world.database.pool,
    Array.from({ length: acts }, (_, index) => ({
      actor: serviceActor(index % 2 === 0 ? 'even@example.ug' : '=odd@example.ug'),
      action: 'test.counted',
      subject: `number ${index % 10}`,
      details: { index, said: 'a "quoted" word, and more' },
    })),
  );
});
afterAll(() => world.close());

async function pagesOf(query: string): Promise<Json[]> {
  const found: Json[] = [];
  for (let cursor = ''; ; ) {
    const { data, pagination } = (await support.get(`/platform/audit-log?limit=100&${query}${cursor}`)).body;
    found.push(...data);
    if (!pagination.has_more) return found;
    cursor = `&cursor=${pagination.next_cursor}`;
  }
}

describe('the audit log', () => {
  it('is read newest first, page by page', async () => {
    const found = await pagesOf('action=test.counted');
    expect(found.map(({ details }) => details.index)).toEqual(Array.from({ length: acts }, (_, i) => acts - 1 - i));
  });

  it.each([
    ['actor=even%40example.ug', acts / 2],
    ['subject=number%203', acts / 10],
    ['subject=number', acts],
    ['subject=numb', 0],
    ['actor=even%40example.ug&subject=number%203', 0],
    ['action=test.counted&to=2020-01-01T00:00:00Z', 0],
    ['action=test.counted&from=2020-01-01T00:00:00Z', acts],
  ])('finds %s', async (query, count) => {
    expect(await pagesOf(query)).toHaveLength(count);
  });

  it('names every act that was done', async () => {
    const { data } = (await support.get('/platform/audit-log/actions')).body;
    expect(data).toContain('test.counted');
    expect(data).toEqual([...new Set(data)].sort());
  });

  it('leaves as CSV, whole and harmless in a spreadsheet', async () => {
    const answer = await support.get('/platform/audit-log.csv?action=test.counted');
    expect(answer.headers.get('content-type')).toContain('text/csv');
    const lines = answer.text.trimEnd().split('\r\n');
    expect(lines[0]).toBe('id,at,actor,action,subject,details,sentence,on_behalf_of,address,session,shown');
    expect(lines).toHaveLength(acts + 1);
    expect(answer.text).toContain(`,'=odd@example.ug,test.counted,`);
    expect(lines[1]).toContain('"{""said"":""a \\""quoted\\"" word, and more"",""index"":2499}"');
  });

  it('cannot be changed, and is for staff alone', async () => {
    const { rows } = await world.database.pool.query<{ may: boolean }>(
      `SELECT has_table_privilege('nsimbi_service', 'audit_log', 'UPDATE')
              OR has_table_privilege('nsimbi_service', 'audit_log', 'DELETE') AS may`,
    );
    expect(rows[0]?.may).toBe(false);
    const shop = await world.business('Corner Shop');
    const owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
    expect((await owner.get('/platform/audit-log')).status).toBe(403);
    expect((await owner.get('/platform/audit-log.csv')).status).toBe(403);
    expect((await support.get('/platform/audit-log?from=yesterday')).body.errors).toHaveProperty('from');
  });
});
