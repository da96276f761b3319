import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { everything } from '../../src/receipts/disclosure.ts';
import { disputePackPdf } from '../../src/receipts/dispute-pack-pdf.ts';
import { nodePrimitives } from '../../src/receipts/node-primitives.ts';
import { type IssuedReceipt, readReceiptOf } from '../../src/receipts/read-receipt-of.ts';
import { receiptPdf } from '../../src/receipts/receipt-pdf.ts';
import { qrTextOf } from '../../src/receipts/verify/qr-text.ts';
import { readReceipt } from '../../src/receipts/verify/read-receipt.ts';
import { type Verdict, verifyReceipt } from '../../src/receipts/verify/verify-receipt.ts';
import { pdfTexts } from '../dashboard/pdf-text.ts';
import { type SignedIn, signedIn } from '../dashboard/person.ts';
import { type Business, type Speaker, World } from '../journeys/world.ts';
import { recordsIn } from '../records.ts';
import { proveAll, provedByTest } from './prove-all.ts';

const payer = '256770000001';

let world: World;
let shop: Business;
let program: Speaker;
let owner: SignedIn;
let desk: string;
/** A collection that is completed and proven. */
let paid: number;
let trustedKeys: readonly string[];

beforeAll(async () => {
  world = await World.open({
    ...provedByTest,
    NSIMBI_ISSUER_NAME: 'Pearl <Payments>',
    NSIMBI_ISSUER_TIN: '1012345678',
  });
  shop = await world.business('Kawa Coffee', 100_000);
  program = await world.as(shop);
  owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
  desk = `/clients/${shop.clientId}/test`;
  paid = (await program.collect(payer, 50_000, { description: 'Beans <12 bags>' })).body.data.transaction_id;
  await program.end(paid);
  await proveAll(world);
  const { rows } = await world.database.pool.query<{ public_key: Buffer }>('SELECT public_key FROM proof_key');
  trustedKeys = rows.map(({ public_key }) => public_key.toString('base64'));
});
afterAll(() => world.close());

function verdictOf(bytes: Uint8Array, keys = trustedKeys): Verdict {
  return verifyReceipt(readReceipt(bytes), keys, nodePrimitives);
}

async function download(path: string, headers: Record<string, string> = {}): Promise<Response & { bytes: Buffer }> {
  const response = await fetch(`${world.baseUrl}${path}`, { headers, redirect: 'manual' });
  return Object.assign(response, { bytes: Buffer.from(await response.arrayBuffer()) });
}

const api = (path: string, headers: Record<string, string> = {}) =>
  download(`/api/v1${path}`, { authorization: `Bearer ${program.apiKey}`, ...headers });

const issued = (id: number, disclosure = everything) =>
  readReceiptOf(
    recordsIn(world.database.pool),
    { walletId: shop.wallets.test, transactionId: id },
    disclosure,
  ) as Promise<IssuedReceipt>;

describe('the receipt of the API', () => {
  it('proves what the transaction shows, and everything else stays hidden', async () => {
    const { body } = await program.get(`/wallet/transactions/${paid}/receipt`);
    const transaction = await program.transaction(paid);
    const verdict = verdictOf(Buffer.from(JSON.stringify(body)));
    expect(verdict).toMatchObject({
      result: 'valid',
      values: {
        reference: transaction.reference,
        amount: '50000',
        fee: String(transaction.fee_amount),
        net_amount: String(transaction.net_amount),
        status: 'completed',
        created_at: transaction.created_at,
        completed_at: transaction.completed_at,
        business_name: 'Kawa Coffee',
        counterparty_phone: payer,
        description: 'Beans <12 bags>',
        operator_receipt: transaction.metadata.operator_receipt,
      },
    });
    const hidden = body.data.leaf.fields.filter((field: object) => !('salt' in field));
    expect(hidden.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['wallet_id', 'client_id', 'balance_after', 'api_key_id', 'details']),
    );
    for (const field of hidden) expect(Object.keys(field)).toEqual(['name', 'commitment']);
  });

  it('shows the parties as it is asked to, and a changed form does not verify as another', async () => {
    const query = 'business=hidden&counterparty=masked&show_description=false';
    const { body } = await program.get(`/wallet/transactions/${paid}/receipt?${query}`);
    expect(body.data.transaction).toMatchObject({ counterparty_phone_masked: '25677*****01' });
    const text = JSON.stringify(body);
    for (const secret of [payer, 'Kawa', 'Beans']) expect(text).not.toContain(secret);
    expect(verdictOf(Buffer.from(text)).result).toBe('valid');
    const claimed = text.replace('25677*****01', '25677*****02');
    expect(verdictOf(Buffer.from(claimed))).toMatchObject({
      result: 'altered',
      alterations: [{ place: 'transaction.counterparty_phone_masked' }],
    });
  });

  it('is a PDF by its format or by Accept, from which a verifier reads the attached JSON', async () => {
    const byFormat = await api(`/wallet/transactions/${paid}/receipt?format=pdf`);
    const byAccept = await api(`/wallet/transactions/${paid}/receipt`, { accept: 'application/pdf' });
    for (const { status, headers, bytes } of [byFormat, byAccept]) {
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/pdf');
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="receipt-[A-Z_]+_\d+_\d+\.pdf"$/);
      expect(verdictOf(bytes)).toMatchObject({ result: 'valid', values: { amount: '50000' } });
    }
    for (const accept of ['*/*', 'application/json, application/pdf;q=0.5']) {
      const json = await api(`/wallet/transactions/${paid}/receipt`, { accept });
      expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  it('says of a transaction that has not ended, or has only just, that it is not proven', async () => {
    const { body } = await program.collect('256770000005', 3_000);
    const id = body.data.transaction_id;
    const receipt = (await program.get(`/wallet/transactions/${id}/receipt`)).body;
    expect(receipt.data).toMatchObject({
      round: null,
      leaf: null,
      transaction: { amount: '3000', status: 'processing' },
    });
    expect(verdictOf(Buffer.from(JSON.stringify(receipt)))).toMatchObject({ result: 'not_proven' });
    expect(qrTextOf(receipt.data)).toBeNull();
  });

  it('is not there for a transaction of another wallet, and refuses an unknown form', async () => {
    const other = await world.as(await world.business('Neighbour'));
    expect((await other.get(`/wallet/transactions/${paid}/receipt`)).status).toBe(404);
    const refused = await program.get(`/wallet/transactions/${paid}/receipt?format=doc&counterparty=half`);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors).sort()).toEqual(['counterparty', 'format']);
  });
});

test('a transaction that was changed after its round has no proof until the next round', async () => {
  const { body } = await program.send('256770000001', 2_000);
  const id = body.data.transaction_id;
  await program.end(id);
  await proveAll(world);
  expect((await issued(id)).round).not.toBeNull();
  await world.database.owner.query(`UPDATE transaction SET operator_receipt = 'CHANGED' WHERE transaction_id = $1`, [
    id,
  ]);
  expect(await issued(id)).toMatchObject({ round: null, leaf: null, transaction: { operator_receipt: 'CHANGED' } });
});

test('stored leaves that do not give the signed root are no receipt', async () => {
  const { body } = await program.send('256770000001', 2_100);
  const id = body.data.transaction_id;
  await program.end(id);
  await proveAll(world);
  const { rows } = await world.database.owner.query<{ round: number }>(
    `UPDATE transaction_proof SET leaves = leaves || decode(repeat('00', 32), 'hex') WHERE transaction_id = $1 RETURNING round`,
    [id],
  );
  await expect(issued(id)).rejects.toThrow(`the leaves of round ${rows[0]?.round} do not give its root`);
  await world.database.owner.query(
    'UPDATE transaction_proof SET leaves = substr(leaves, 1, length(leaves) - 32) WHERE transaction_id = $1',
    [id],
  );
});

describe('the PDF of a receipt', () => {
  const issuer = { name: 'Pearl Payments (Uganda) Limited', address: 'Plot 21, Kampala', tin: '1012345678' };
  const pdfOf = async (receipt: IssuedReceipt) =>
    Buffer.concat([...receiptPdf(receipt, { madeAtMs: Date.now(), issuer, compress: false })]);

  it('shows the payment, the proof and how to verify it', async () => {
    const receipt = await issued(paid);
    const pdf = await pdfOf(receipt);
    const texts = pdfTexts(pdf);
    const shownAs = (label: string) => texts[texts.indexOf(label) + 1];
    expect(shownAs('Issued by')).toBe('Pearl Payments (Uganda) Limited, Plot 21, Kampala, TIN 1012345678');
    expect(shownAs('Reference')).toBe(receipt.transaction.reference);
    expect(shownAs('Created')).toMatch(/^\d+ \w+ \d{4}, \d\d:\d\d:\d\d \+03:00$/);
    expect(shownAs('Amount paid')).toBe('UGX 50,000');
    expect(shownAs('Status')).toBe('completed');
    expect(shownAs('Business')).toBe('Kawa Coffee');
    expect(shownAs('Payer’s phone')).toBe(payer);
    expect(shownAs('Root')).toBe(receipt.round?.root);
    expect(texts).toContain('TEST MODE: NO REAL MONEY');
    expect(texts.join(' ')).toContain(receipt.round?.key_id);
    expect(texts.join('')).toContain(receipt.round?.signature.slice(0, 40));
    expect(verdictOf(pdf).result).toBe('valid');
  });

  it('of a masked receipt holds the secrets nowhere', async () => {
    const pdf = await pdfOf(await issued(paid, { business: 'masked', counterparty: 'masked', description: false }));
    const all = pdf.toString('latin1') + pdfTexts(pdf).join(' ');
    expect(all).toContain('25677*****01');
    expect(all).toContain('K. C.');
    for (const secret of [payer, 'Kawa', 'Beans']) expect(all).not.toContain(secret);
  });

  it('without a proof says so', async () => {
    const pdf = await pdfOf({ ...(await issued(paid)), round: null, leaf: null });
    expect(pdfTexts(pdf).join(' ')).toContain('Not yet proven');
    expect(verdictOf(pdf).result).toBe('not_proven');
  });
});

test('the QR code of a receipt with 40 fields and a large tree can be printed and verifies', async () => {
  const receipt = await issued(paid);
  const text = qrTextOf(receipt) ?? '';
  expect(verdictOf(Buffer.from(text))).toMatchObject({ result: 'valid', values: { amount: '50000' } });
  const path = Array.from({ length: 20 }, (_, at) => hash('sha256', String(at)));
  const deep = qrTextOf({ ...receipt, leaf: { ...(receipt.leaf as NonNullable<typeof receipt.leaf>), path } });
  expect(deep?.length).toBeLessThan(7_000);
});

describe('a link to a receipt', () => {
  const make = (body: object = { valid_days: 30, counterparty: 'masked', show_description: false }) =>
    owner.post(`${desk}/transactions/${paid}/receipt-links`, body);
  const pathOf = (url: string) => new URL(url).pathname;

  it('shows the page, the JSON and the PDF to anybody, as its owner chose', async () => {
    const { body } = await make();
    expect(body.data).toMatchObject({
      counterparty: 'masked',
      business: 'full',
      show_description: false,
      state: 'working',
    });
    const path = pathOf(body.data.url);
    const page = await download(path, { accept: 'text/html' });
    expect(page.status).toBe(200);
    const html = page.bytes.toString();
    expect(html).toContain('UGX 50,000');
    expect(html).toContain('25677*****01');
    expect(html).toContain('Kawa Coffee');
    for (const secret of [payer, 'Beans', '<script']) expect(html).not.toContain(secret);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('cache-control')).toBe('no-store');
    const digits = /href="\/verify#(\d+)"/.exec(html)?.[1] ?? '';
    expect(verdictOf(Buffer.from(digits)).result).toBe('valid');
    for (const format of ['json', 'pdf']) {
      const file = await download(`${path}?format=${format}`);
      expect(file.bytes.toString('latin1')).not.toContain(payer);
      if (format === 'pdf') expect(pdfTexts(file.bytes).join(' ')).not.toContain(payer);
      expect(verdictOf(file.bytes)).toMatchObject({
        result: 'valid',
        values: { counterparty_phone_masked: '25677*****01' },
      });
    }
  });

  it('names the issuer, as its PDF, that of the API and a dispute pack do', async () => {
    const { url } = (await make()).body.data;
    const html = (await download(pathOf(url), { accept: 'text/html' })).bytes.toString();
    expect(html).toContain('<dt>Issued by</dt><dd>Pearl &lt;Payments&gt;, TIN 1012345678</dd>');
    const files = [
      await download(`${pathOf(url)}?format=pdf`),
      await api(`/wallet/transactions/${paid}/receipt?format=pdf`),
      await download(`/dashboard/api${desk}/transactions/${paid}/dispute-pack.pdf`, { cookie: owner.cookie }),
    ];
    for (const { bytes } of files) {
      const texts = pdfTexts(bytes);
      expect(texts[texts.indexOf('Issued by') + 1]).toBe('Pearl <Payments>, TIN 1012345678');
    }
  });

  it('escapes what clients wrote', async () => {
    const { body } = await make({ valid_days: 1 });
    const html = (await download(pathOf(body.data.url), { accept: 'text/html' })).bytes.toString();
    expect(html).toContain('Beans &lt;12 bags&gt;');
  });

  it('shows nothing once it is revoked, has expired, or is not whole', async () => {
    const revoked = (await make()).body.data;
    const expired = (await make()).body.data;
    const links = `${desk}/transactions/${paid}/receipt-links`;
    expect((await owner.delete(`${links}/${revoked.id}`)).body.data).toEqual({ id: revoked.id, revoked: true });
    // A repeat changes nothing.
    expect((await owner.delete(`${links}/${revoked.id}`)).status).toBe(200);
    await world.database.owner.query(
      `UPDATE receipt_link SET created_at = created_at - interval '40 days', expires_at = trusted_now() - interval '1 second'
        WHERE receipt_link_id = $1`,
      [expired.id],
    );
    const whole = pathOf((await make()).body.data.url);
    for (const path of [pathOf(revoked.url), pathOf(expired.url), whole.slice(0, -1), '/receipts/x']) {
      const page = await download(path, { accept: 'text/html' });
      expect(page.status).toBe(404);
      expect(page.bytes.toString()).toContain('This link shows no receipt');
      const json = await download(`${path}?format=json`);
      expect(json.status).toBe(404);
      expect(JSON.parse(json.bytes.toString())).toMatchObject({ success: false, code: 'not_found' });
    }
    const listed = (await owner.get(links)).body.data;
    const stateOf = (id: number) => listed.find((link: { id: number }) => link.id === id)?.state;
    expect([stateOf(revoked.id), stateOf(expired.id)]).toEqual(['revoked', 'expired']);
    expect(JSON.stringify(listed)).not.toContain(pathOf(revoked.url).slice('/receipts/'.length));
  });

  it('is stored without its token, and made and revoked by entries of the audit log', async () => {
    const { body } = await make();
    const token = pathOf(body.data.url).slice('/receipts/'.length);
    await owner.delete(`${desk}/transactions/${paid}/receipt-links/${body.data.id}`);
    const { rows } = await world.database.pool.query<{ action: string; details: object; all: string }>(
      `SELECT action, details, audit_log::text AS all FROM audit_log
        WHERE details ->> 'receipt_link' = $1 ORDER BY audit_log_id`,
      [String(body.data.id)],
    );
    expect(rows.map(({ action }) => action)).toEqual(['receipt_link.created', 'receipt_link.revoked']);
    expect(rows[0]?.details).toMatchObject({ counterparty: 'masked', business: 'full', description: false });
    const stored = await world.database.pool.query<{ all: string }>(
      'SELECT receipt_link::text AS all FROM receipt_link',
    );
    for (const { all } of [...rows, ...stored.rows]) {
      expect(all).not.toContain(token);
      expect(all).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    }
  });

  it('is made by those who may share, of transactions that exist, for at most a year', async () => {
    const viewer = await signedIn(world, { clients: { [shop.clientId]: 'client_viewer' } });
    const links = `${desk}/transactions/${paid}/receipt-links`;
    expect((await viewer.get(links)).status).toBe(200);
    expect((await viewer.post(links, { valid_days: 1 })).status).toBe(403);
    expect((await viewer.delete(`${links}/1`)).status).toBe(403);
    expect((await make({ valid_days: 0 })).status).toBe(422);
    expect((await make({ valid_days: 367 })).status).toBe(422);
    expect((await make({})).body.errors).toHaveProperty('valid_days');
    expect((await owner.post(`${desk}/transactions/987654/receipt-links`, { valid_days: 1 })).status).toBe(404);
    expect((await owner.delete(`${links}/987654`)).status).toBe(404);
    const neighbour = await world.business('Tea Garden');
    const stranger = await signedIn(world, { clients: { [neighbour.clientId]: 'client_owner' } });
    const { id } = (await make()).body.data;
    const elsewhere = `/clients/${neighbour.clientId}/test/transactions/${paid}/receipt-links`;
    expect((await stranger.delete(`${elsewhere}/${id}`)).status).toBe(404);
    expect((await stranger.get(elsewhere)).body.data).toEqual([]);
  });
});

describe('the dashboard', () => {
  it('gives the receipt as PDF and JSON, and notes the download', async () => {
    for (const form of ['pdf', 'json']) {
      const path = `/dashboard/api${desk}/transactions/${paid}/receipt.${form}?counterparty=hidden`;
      const file = await download(path, { cookie: owner.cookie, origin: world.baseUrl });
      expect(file.status).toBe(200);
      expect(verdictOf(file.bytes).result).toBe('valid');
      expect(file.bytes.toString('latin1')).not.toContain(payer);
      if (form === 'json') continue;
      const texts = pdfTexts(file.bytes);
      expect(texts.join(' ')).not.toContain(payer);
      expect(texts[texts.indexOf('Issued by') + 1]).toBe('Pearl <Payments>, TIN 1012345678');
    }
    const { rows } = await world.database.pool.query(
      `SELECT FROM audit_log WHERE details ->> 'file' LIKE 'receipt-%' AND details ->> 'file' LIKE '%.pdf'`,
    );
    expect(rows).toHaveLength(1);
  });

  it('gives a dispute pack with timeline, masked calls and deliveries to people who may see requests', async () => {
    const path = `/dashboard/api${desk}/transactions/${paid}/dispute-pack.pdf`;
    const file = await download(path, { cookie: owner.cookie, origin: world.baseUrl });
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(verdictOf(file.bytes)).toMatchObject({ result: 'valid' });
    const viewer = await signedIn(world, { clients: { [shop.clientId]: 'client_viewer' } });
    expect((await viewer.get(`${desk}/transactions/${paid}/dispute-pack.pdf`)).status).toBe(403);
  });
});

test('a dispute pack writes every step, call and delivery, over as many pages as they take', async () => {
  const receipt = await issued(paid);
  const steps = Array.from({ length: 60 }, (_, at) => ({
    at: '2026-11-25T09:00:00.000Z',
    title: `Status query ${at}`,
    detail: 'HTTP 200',
    call: {
      method: 'GET',
      path: `/payments/${at}`,
      request_body: null,
      request_bytes: 0,
      answer_body: `{"status":"PENDING","number":${at},"payer":"25677*****01"}`,
      answer_bytes: 60,
    },
  }));
  const delivery = {
    id: 5,
    url: 'https://shop.example.ug/hooks/a-secret-path',
    event_type: 'transaction.completed',
    status: 'delivered',
    attempts: 2,
    last_response_status: 200,
    created_at: '2026-11-25T09:00:01.000Z',
    delivered_at: '2026-11-25T09:00:02.000Z',
  };
  const pieces: Buffer[] = [];
  const pack = { receipt, madeBy: 'owner@example.ug', steps, deliveries: [delivery] };
  for await (const piece of disputePackPdf(pack, { madeAtMs: Date.now(), issuer: null, compress: false }))
    pieces.push(piece);
  const pdf = Buffer.concat(pieces);
  const text = pdfTexts(pdf).join('\n');
  for (let at = 0; at < 60; at += 1) {
    expect(text).toContain(`Status query ${at}`);
    expect(text).toContain(`"number":${at},`);
  }
  expect(text).toContain('transaction.completed to https://shop.example.ug');
  expect(text).toContain('Delivery 5: delivered, 2 attempts, last response HTTP 200');
  expect(text).toContain('2026-11-25 12:00:00.000 +03:00   Status query 0');
  expect(text).toContain(', delivered 2026-11-25 12:00:02.000 +03:00');
  expect(text).not.toContain('a-secret-path');
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(3);
  expect(verdictOf(pdf).result).toBe('valid');
});

describe('nsimbi receipt verify', () => {
  const fileOf = (name: string, bytes: Uint8Array) => {
    const file = join(world.terminal.dataDir, name);
    writeFileSync(file, bytes);
    return file;
  };

  it('says which round proves a receipt, by the keys of the installation or by given ones', async () => {
    const receipt = await issued(paid);
    const file = fileOf('receipt.json', Buffer.from(JSON.stringify(receipt)));
    const said = await world.terminal.run('receipt', 'verify', file);
    expect(said.exitCode).toBe(0);
    expect(said.lines[0]).toContain(`Valid: proven by round ${receipt.round?.number}`);
    expect(said.lines.join('\n')).toMatch(/amount +50000/);
    const qr = fileOf('qr.txt', Buffer.from(qrTextOf(receipt) ?? ''));
    const [key = ''] = trustedKeys;
    expect(await world.terminal.ask('receipt', 'verify', qr, '--key', key)).toMatchObject([{ result: 'valid' }]);
    const pdf = fileOf('receipt.pdf', Buffer.concat([...receiptPdf(receipt, { madeAtMs: Date.now(), issuer: null })]));
    expect(await world.terminal.ask('receipt', 'verify', pdf)).toMatchObject([{ result: 'valid' }]);
  });

  it('ends with 1 for what is altered, not proven, or signed by a stranger', async () => {
    const receipt = await issued(paid);
    const altered = { ...receipt, transaction: { ...receipt.transaction, amount: '5' } };
    const stranger = `${'A'.repeat(43)}=`;
    const cases = [
      [altered, [], 'transaction.amount: The shown amount differs from the committed one, which is 50000.'],
      [{ ...receipt, round: null, leaf: null }, [], 'Not yet proven'],
      [receipt, ['--key', stranger], `Signed by an unknown key, ${receipt.round?.key_id}`],
    ] as const;
    for (const [content, words, sentence] of cases) {
      const file = fileOf('case.json', Buffer.from(JSON.stringify(content)));
      const said = await world.terminal.run('receipt', 'verify', file, ...words);
      expect(said.exitCode).toBe(1);
      expect(said.lines.join('\n')).toContain(sentence);
    }
  });

  it('refuses a file that is no receipt, is missing, and a key that is none', async () => {
    const file = fileOf('letter.txt', Buffer.from('Dear customer'));
    expect((await world.terminal.run('receipt', 'verify', file)).errors.join()).toContain('this is no receipt');
    expect((await world.terminal.run('receipt', 'verify', `${file}.missing`)).errors.join()).toContain(
      'cannot be read',
    );
    expect((await world.terminal.run('receipt', 'verify', file, '--key', 'abc')).errors.join()).toContain(
      '44 characters',
    );
  });
});
