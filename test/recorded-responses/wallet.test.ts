import { expect } from 'vitest';
import { ugx } from '../../src/money/ugx.ts';
import type { Json } from '../journeys/world.ts';
import { airtel, area, fixed, mtn, Shop } from './shop.ts';

const waitingForHandset = fixed('0009');
const smallBudget = { perPayment: ugx(2_000), perDay: null, perMonth: null };

area('balance-fees-lookup', async (shop, recording, world) => {
  const friend = await Shop.open(recording, world, 'Nakato Fabrics');
  await shop.get('the balance of a test wallet', '/wallet/balance');
  await shop.get('the API key of the request', '/key');
  const limits = { perPayment: null, perDay: ugx(20_000), perMonth: null };
  const till = await shop.withKey('key with a budget', { budget: limits, permissions: ['wallet:withdraw'] });
  await till.get('an API key with a budget', '/key');
  const live = await shop.withKey('live key', { mode: 'live' });
  await live.get('the balance of an empty live wallet', '/wallet/balance');
  await shop.post('money is held', '/wallet/withdraw/mobile', { phone: waitingForHandset, amount: 10_000 });
  await shop.get('the balance while money is held', '/wallet/balance');
  await shop.get('the balance before the wallet existed', '/wallet/balance?at=2026-01-01T00:00:00Z');
  await shop.get('the balance at a moment that is none', '/wallet/balance?at=yesterday');
  await shop.get('the balance of the future', '/wallet/balance?at=2099-01-01');
  await shop.get('the limits and fees of a wallet', '/wallet/limits');
  for (const operation of ['send_money', 'withdrawal', 'collection']) {
    await shop.get(`the fee of ${operation}`, `/wallet/fees?operation=${operation}&amount=50000`);
  }
  const sending = '/wallet/fees?operation=send_money&amount=50000';
  await shop.get('the fee of sending to a wallet here', `${sending}&recipient_phone=${friend.business.phone}`);
  await shop.get('the fee of sending to mobile money', `${sending}&recipient_phone=${airtel}`);
  await shop.get('the fee when the recipient pays it', `${sending}&sender_pays_fee=false`);
  await shop.get('a fee of an unknown operation', '/wallet/fees?operation=gift&amount=50000');
  await shop.get('a fee without its fields', '/wallet/fees');
  await shop.get('a fee of too little', '/wallet/fees?operation=collection&amount=999');
  await shop.get('a fee of too much', '/wallet/fees?operation=collection&amount=5000001');
  await shop.get('a fee of an amount that is no integer', '/wallet/fees?operation=collection&amount=1000.5');
  await shop.get('a fee of a wrong phone', `${sending}&recipient_phone=12`);
  await shop.get('a fee with sender_pays_fee that is no boolean', `${sending}&sender_pays_fee=maybe`);
  await shop.get('a phone of another wallet here', `/wallet/lookup?phone=${friend.business.phone}`);
  await shop.get('a phone of MTN', `/wallet/lookup?phone=${mtn}`);
  await shop.get('a phone of Airtel', `/wallet/lookup?phone=${airtel}`);
  await shop.get('a phone of another operator', '/wallet/lookup?phone=256711234567');
  await shop.get('a phone with a plus sign and spaces', '/wallet/lookup?phone=%2B256%20772%20300%20555');
  await shop.get('a phone without its country code', '/wallet/lookup?phone=0772300555');
  await shop.get('a phone that is none', '/wallet/lookup?phone=abc');
  await shop.get('no phone', '/wallet/lookup');
  await live.get('a phone of another operator in live mode', '/wallet/lookup?phone=256711234567');
  await live.get('a phone of an operator without settings', `/wallet/lookup?phone=${mtn}`);
});

area('send-money', async (shop, recording, world) => {
  const friend = await Shop.open(recording, world, 'Nakato Fabrics');
  const send = (title: string, body: object, headers?: Record<string, string>, from = shop) =>
    from.post(title, '/wallet/send-money', body, headers);
  const to = friend.business.phone;

  await send('to a wallet here', { recipient_phone: to, amount: 50_000, description: 'Cloth "blue" – 3 m' });
  await send('to a wallet here, without a description', { recipient_phone: to, amount: 500 });
  const paid = await send('to mobile money', { recipient_phone: airtel, amount: 50_000, description: 'Rent' });
  await shop.end(paid);
  await shop.get('its transaction when it is completed', `/wallet/transactions/${paid.data.transaction_id}`);
  const lessFee = await send('the recipient pays the fee', {
    recipient_phone: mtn,
    amount: 50_000,
    sender_pays_fee: false,
  });
  await shop.end(lessFee);
  await friend.get('the transaction of the recipient', '/wallet/transactions?limit=1');

  await send('no account', { recipient_phone: fixed('0002'), amount: 1_000 });
  await send('the float of the operator is too low', { recipient_phone: fixed('0003'), amount: 1_000 });
  await send('the operator is not reached', { recipient_phone: fixed('0006'), amount: 1_000 });
  await shop.get('the transactions of the three', '/wallet/transactions?limit=3');

  await send('no fields', {});
  await send('two wrong fields', { recipient_phone: 'x', amount: '5' });
  await send('a phone that is none', { recipient_phone: '25677', amount: 1_000 });
  await send('a phone as a number', { recipient_phone: 256772300555, amount: 1_000 });
  await send('a phone without its country code', { recipient_phone: '0772300555', amount: 1_000 });
  await send('phone in place of recipient_phone', { phone: mtn, amount: 1_000 });
  await send('a fraction of a shilling', { recipient_phone: mtn, amount: 1_000.5 });
  await send('a negative amount', { recipient_phone: mtn, amount: -1_000 });
  await send('too little', { recipient_phone: mtn, amount: 499 });
  await send('too much', { recipient_phone: mtn, amount: 5_000_001 });
  await send('more than the wallet has', { recipient_phone: mtn, amount: 5_000_000 });
  await send('null in an optional field', { recipient_phone: to, amount: 1_000, description: null });
  await send('null in the other optional field', { recipient_phone: to, amount: 1_000, sender_pays_fee: null });
  await send('null in a required field', { recipient_phone: null, amount: 1_000 });
  await send('a description that is too long', { recipient_phone: to, amount: 1_000, description: 'x'.repeat(300) });
  await send('a text for a boolean', { recipient_phone: to, amount: 1_000, sender_pays_fee: 'yes' });
  await send('an unknown field', { recipient_phone: to, amount: 1_000, currency: 'KES' });
  await send('to the own wallet', { recipient_phone: shop.business.phone, amount: 1_000 });
  await send('to an operator that is not served', { recipient_phone: '256711234567', amount: 1_000 });

  await shop.set('approval-threshold', '--amount', '20000');
  const waiting = await send('an amount that needs approval', { recipient_phone: mtn, amount: 20_000 });
  await send('to a wallet here, with approval', { recipient_phone: to, amount: 20_000 });
  await shop.get('the transaction that waits', `/wallet/transactions/${waiting.data.transaction_id}`);
  await shop.set('approval-threshold', '--amount', 'none');
  await shop.set('limit', '--per-transaction', '10000');
  await send('above a limit of the wallet', { recipient_phone: to, amount: 10_001 });
  await shop.set('limit', '--per-transaction', 'none');
  await shop.set('limit', '--per-day', '1000');
  await send('above what may leave in a day', { recipient_phone: to, amount: 5_000 });
  await shop.set('limit', '--per-day', 'none');
  const till = await shop.withKey('key with a budget', { budget: smallBudget });
  await till.post('above the budget of the API key', '/wallet/send-money', { recipient_phone: to, amount: 5_000 });
  await shop.set('freeze');
  await send('from a frozen wallet', { recipient_phone: to, amount: 1_000 });
  await shop.set('unfreeze');

  const live = await shop.withKey('live key', { mode: 'live' });
  await world.fund(shop.business, 'live', 100_000);
  await send('live, to an operator without settings', { recipient_phone: mtn, amount: 1_000 }, {}, live);
  await send('live, to an operator that is not served', { recipient_phone: '256711234567', amount: 1_000 }, {}, live);

  const noted = { client_reference: 'invoice-17', metadata: { branch: 'Kampala' } };
  const invoice = await send('with notes of the client', { recipient_phone: to, amount: 1_000, ...noted });
  await shop.get('the transaction with notes', `/wallet/transactions/${invoice.data.transaction_id}`);
  await shop.set('unique-references', 'on');
  await send('with a client reference that was used', { recipient_phone: to, amount: 1_000, ...noted });
});

area('batches', async (shop, recording, world) => {
  const friend = await Shop.open(recording, world, 'Nakato Fabrics');
  const to = (amount: unknown, more: object = {}) => ({ recipient_phone: friend.business.phone, amount, ...more });
  const send = (title: string, payments: unknown, headers?: Record<string, string>, from = shop) =>
    from.post(title, '/wallet/batches', { payments }, headers);

  await send('two payments', [to(20_000, { client_reference: 'share-1', metadata: { team: 'a' } }), to(30_000)]);
  const made = await send('the transactions of another', [to(5_000, { description: 'Share' }), to(6_000)]);
  await shop.get('the first of them', `/wallet/transactions/${made.data.batch_id}`);
  const key = { 'idempotency-key': 'batch-1' };
  await send('with a key', [to(1_000)], key);
  await send('the key again', [to(1_000)], key);
  await send('the key with another batch', [to(2_000)], key);

  await send('no payments', undefined);
  await send('an empty list', []);
  await send('an item that is no object', [to(1_000), 'x']);
  await send('wrong fields of two payments', [to('5'), to(1_000), { amount: 1_000 }]);
  await send('too little', [to(1_000), to(499)]);
  await send('too much', [to(1_000), to(5_000_001)]);
  await send('null in an optional field', [to(1_000, { description: null })]);
  await send('a number without a wallet here', [to(1_000), { recipient_phone: mtn, amount: 1_000 }]);
  await send('to the own wallet', [to(1_000), { recipient_phone: shop.business.phone, amount: 1_000 }]);
  await send('more than the wallet has', [to(5_000_000)]);
  await send(
    'more payments than the key may make in a minute',
    [to(500), to(500)],
    {},
    await shop.withKey('slow key', {
      rateLimits: { send_money: 1 },
    }),
  );

  await shop.set('approval-threshold', '--amount', '20000');
  await send('a sum that needs approval', [to(10_000), to(10_000)]);
  await shop.set('approval-threshold', '--amount', 'none');
  await shop.set('limit', '--per-transaction', '10000');
  await send('a sum above a limit of the wallet', [to(5_000), to(5_001)]);
  await shop.set('limit', '--per-transaction', 'none');
  const till = await shop.withKey('key with a budget', { budget: smallBudget });
  await send('a sum above the budget of the API key', [to(1_500), to(1_500)], {}, till);
  await shop.set('unique-references', 'on');
  await send('a client reference that an earlier payment has', [to(1_000), to(1_000, { client_reference: 'share-1' })]);
  await send('one client reference twice', [
    to(1_000, { client_reference: 'a' }),
    to(1_000, { client_reference: 'a' }),
  ]);
  await shop.set('unique-references', 'off');
  await shop.set('freeze');
  await send('from a frozen wallet', [to(1_000)]);
  await shop.set('unfreeze');
});

area('withdraw', async (shop, _recording, world) => {
  const withdraw = (title: string, body: object, headers?: Record<string, string>, from = shop) =>
    from.post(title, '/wallet/withdraw/mobile', body, headers);

  const paid = await withdraw('to MTN', { phone: mtn, amount: 100_000, description: 'Till' });
  await shop.end(paid);
  await shop.get('its transaction when it is completed', `/wallet/transactions/${paid.data.transaction_id}`);
  await shop.end(await withdraw('to Airtel, without a description', { phone: airtel, amount: 500 }));
  await withdraw('stays processing', { phone: fixed('0005'), amount: 1_000 });
  await withdraw('no account', { phone: fixed('0002'), amount: 1_000 });
  await withdraw('the float of the operator is too low', { phone: fixed('0003'), amount: 1_000 });
  await withdraw('the operator is not reached', { phone: fixed('0006'), amount: 1_000 });
  await withdraw('no fields', {});
  await withdraw('two wrong fields', { phone: 'x', amount: '5' });
  await withdraw('null in an optional field', { phone: fixed('0005'), amount: 1_000, description: null });
  await withdraw('recipient_phone in place of phone', { recipient_phone: mtn, amount: 1_000 });
  await withdraw('too little', { phone: mtn, amount: 499 });
  await withdraw('too much', { phone: mtn, amount: 5_000_001 });
  await withdraw('more than the wallet has', { phone: mtn, amount: 5_000_000 });
  await withdraw('to an operator that is not served', { phone: '256711234567', amount: 1_000 });
  await shop.set('approval-threshold', '--amount', '20000');
  await withdraw('an amount that needs approval', { phone: mtn, amount: 20_000 });
  await shop.set('approval-threshold', '--amount', 'none');
  await shop.set('limit', '--per-transaction', '10000');
  await withdraw('above a limit of the wallet', { phone: mtn, amount: 10_001 });
  await shop.set('limit', '--per-transaction', 'none');
  const till = await shop.withKey('key with a budget', { budget: smallBudget });
  await till.post('above the budget of the API key', '/wallet/withdraw/mobile', { phone: mtn, amount: 5_000 });
  await shop.set('withdrawal-numbers', '--add', airtel, '--only-listed');
  await withdraw('to a number that is not listed', { phone: mtn, amount: 1_000 });
  await shop.set('freeze');
  await withdraw('from a frozen wallet', { phone: airtel, amount: 1_000 });
  await shop.set('unfreeze');
  const live = await shop.withKey('live key', { mode: 'live' });
  await world.fund(shop.business, 'live', 100_000);
  await withdraw('live, to an operator without settings', { phone: mtn, amount: 1_000 }, {}, live);
  await withdraw('live, to an operator that is not served', { phone: '256711234567', amount: 1_000 }, {}, live);

  await shop.set('unique-references', 'on');
  const noted = { client_reference: 'payday-17' };
  await withdraw('with a client reference', { phone: airtel, amount: 1_000, ...noted });
  await withdraw('with a client reference that was used', { phone: airtel, amount: 1_000, ...noted });
});

area('collections', async (shop, recording, world) => {
  const friend = await Shop.open(recording, world, 'Nakato Fabrics');
  const collect = (title: string, body: object, from = shop) => from.post(title, '/wallet/collect-payment', body);
  const status = (title: string, { data }: { data: { transaction_id: number } }) =>
    shop.get(title, `/wallet/collections/${data.transaction_id}/status`);
  const refund = (title: string, { data }: { data: { transaction_id: number } }, body: object = {}) =>
    shop.post(title, `/wallet/collections/${data.transaction_id}/refund`, body);

  const tea = { amount: 50_000, description: 'Tea', customer_name: 'Akello Grace' };
  const paid = await collect('from a customer', { customer_phone: mtn, ...tea });
  await shop.end(paid);
  await status('the status of a collection that is completed', paid);
  await shop.get('its transaction', `/wallet/transactions/${paid.data.transaction_id}`);
  const open = await collect('with the least fields, stays processing', {
    customer_phone: fixed('0005'),
    amount: 1_000,
  });
  await status('the status of a collection that is processing', open);
  const refused = await collect('the customer refuses', { customer_phone: fixed('0002'), ...tea });
  await shop.end(refused);
  await status('the status of a collection that the customer refused', refused);
  const poor = await collect('the customer has too little money', { customer_phone: fixed('0003'), ...tea });
  await shop.end(poor);
  await status('the status of a collection without money', poor);
  const late = await collect('the customer does not answer', { customer_phone: fixed('0004'), ...tea });
  await shop.end(late);
  await status('the status of a collection that expired', late);
  await collect('the operator is not reached', { customer_phone: fixed('0006'), ...tea });

  await collect('no fields', {});
  await collect('two wrong fields', { customer_phone: 'x', amount: '5' });
  const nulls = { description: null, customer_name: null };
  const bare = await collect('null in optional fields', { customer_phone: airtel, amount: 1_000, ...nulls });
  if (bare.success) await shop.end(bare);
  await collect('phone in place of customer_phone', { phone: mtn, amount: 1_000 });
  await collect('a name that is too long', { customer_phone: airtel, amount: 1_000, customer_name: 'x'.repeat(200) });
  await collect('too little', { customer_phone: mtn, amount: 999 });
  await collect('too much', { customer_phone: mtn, amount: 5_000_001 });
  await collect('from an operator that is not served', { customer_phone: '256711234567', amount: 1_000 });
  await shop.set('one-collection-per-payer', 'on');
  await collect('from a customer who has not answered yet', { customer_phone: waitingForHandset, amount: 1_000 });
  await collect('from a customer with an open collection', { customer_phone: waitingForHandset, amount: 1_000 });
  await shop.set('one-collection-per-payer', 'off');
  const live = await shop.withKey('live key', { mode: 'live' });
  await collect('live, from an operator without settings', { customer_phone: mtn, amount: 1_000 }, live);
  await collect('live, from an operator that is not served', { customer_phone: '256711234567', amount: 1_000 }, live);

  await refund('a refund of a collection that is not completed', open);
  await refund('a refund with a wrong field', paid, { description: 5 });
  await shop.set('freeze');
  await refund('a refund from a frozen wallet', paid);
  await shop.set('unfreeze');
  const empty = (amount: number) =>
    shop.post('most of the money leaves', '/wallet/send-money', { recipient_phone: friend.business.phone, amount });
  await empty(4_000_000);
  await empty(1_000_000);
  await refund('a refund that the wallet cannot pay', paid);
  await shop.post('money for the refund', '/test/wallet/fund', { amount: 100_000 });
  const till = await shop.withKey('key with a budget', { budget: smallBudget });
  const used = { 'idempotency-key': 'refund-1' };
  const path = `/wallet/collections/${paid.data.transaction_id}/refund`;
  await friend.post('a refund of a collection of another client', path, {});
  await till.post('a refund above the budget of the API key', path, {});
  await shop.post('a payment with the key of the refund', '/test/wallet/fund', { amount: 1_000 }, used);
  await shop.post('a refund with the key of another request', path, {}, used);
  const refunded = await refund('a refund', paid, { description: 'Out of stock' });
  await shop.end(refunded);
  await shop.get('the transaction of the refund', `/wallet/transactions/${refunded.data.transaction_id}`);
  await status('the status of the refunded collection', paid);
  await refund('a second refund', paid);
  await refund('a refund of a collection that is not there', { data: { transaction_id: 999_999 } });
  await status('the status of a collection that is not there', { data: { transaction_id: 999_999 } });
  await shop.get('the status of something that is no number', '/wallet/collections/abc/status');

  const noted = { client_reference: 'basket-17', metadata: { till: '2' } };
  const basket = await collect('with notes of the client', { customer_phone: airtel, amount: 1_000, ...noted });
  await shop.end(basket);
  await status('its status', basket);
  await shop.get('the transactions with a client reference', '/wallet/transactions?client_reference=basket-17');
  await collect('with a name that the service uses', {
    customer_phone: airtel,
    amount: 1_000,
    metadata: { provider: 'x' },
  });
  await shop.set('unique-references', 'on');
  await collect('with a client reference that was used', { customer_phone: airtel, amount: 1_000, ...noted });
  await refund('a refund with a client reference that was used', basket, noted);
  await refund('a refund of nothing', basket, { amount: 0 });
  await refund('a refund of more than the collection', basket, { amount: 1_001 });
  await refund('a refund of a part', basket, { amount: 400 });
  await refund('a refund of what is left', basket);
});

area('bulk-payouts', async (shop, recording, world) => {
  const friend = await Shop.open(recording, world, 'Nakato Fabrics');
  const create = (title: string, body: object, headers?: Record<string, string>, by = shop) =>
    by.post(title, '/bulk-payouts', body, headers);
  const confirm = (title: string, { data }: Json, total = data.total_deducted, by = shop) =>
    by.post(title, `/bulk-payouts/${data.id}/confirm`, { total_deducted: total });
  const wages = (phone: string) => ({
    name: 'Wages, March',
    rows: [{ recipient_phone: phone, amount: 50_000, description: 'March', client_reference: 'wage-1' }],
  });
  const key = { 'idempotency-key': 'wages-of-march' };

  const draft = await create('a draft', wages(mtn), key);
  await create('the same request with its key', wages(mtn), key);
  await create('another request with the key', wages(airtel), key);
  await create('an Idempotency-Key with a blank', wages(mtn), { 'idempotency-key': 'a b' });
  await create('from CSV, with a duplicate', { name: 'Two', csv: `phone,amount\n${mtn},5000\n${mtn},5000\n` });
  await create('no rows', { name: 'None' });
  await create('two wrong rows', {
    name: 'Wrong',
    rows: [
      { recipient_phone: 'x', amount: 5_000 },
      { recipient_phone: mtn, amount: 1 },
    ],
  });
  await create('a wrong line', { name: 'Wrong', csv: 'phone,amount\n12,5000\n' });
  await confirm('with another total', draft, 1);
  await shop.set('freeze');
  await confirm('of a frozen wallet', draft);
  await shop.set('unfreeze');
  const rich = { name: 'Much', rows: [1, 2, 3].map(() => ({ recipient_phone: mtn, amount: 5_000_000 })) };
  const large = await create('more than the wallet has', rich);
  await confirm('more than the wallet has', large);
  await shop.post('retried before it ended', `/bulk-payouts/${large.data.id}/retry`, {});
  await shop.post('cancelled', `/bulk-payouts/${large.data.id}/cancel`, {});
  await shop.post('cancelled again', `/bulk-payouts/${large.data.id}/cancel`, {});
  await confirm('a cancelled one', large);
  await confirm('with its total', draft);
  await shop.endOfBulk(draft);
  await confirm('again', draft);
  const failing = await create('to a number without an account', wages(fixed('0002')));
  await confirm('the second one', failing);
  await shop.endOfBulk(failing);
  await shop.get('its progress', `/bulk-payouts/${failing.data.id}`);
  await shop.get('its rows', `/bulk-payouts/${failing.data.id}/rows`);
  await shop.get('its failed rows', `/bulk-payouts/${failing.data.id}/rows?status=failed`);
  await shop.get('rows with a status that is none', `/bulk-payouts/${failing.data.id}/rows?status=lost`);
  await shop.get('its result as CSV', `/bulk-payouts/${failing.data.id}/result`);
  await shop.post('its failed rows again', `/bulk-payouts/${failing.data.id}/retry`, {});
  await shop.get('all', '/bulk-payouts');
  await shop.get('the drafts', '/bulk-payouts?status=draft&limit=1');
  await shop.get('with a status that is none', '/bulk-payouts?status=lost');
  for (const path of ['', '/rows', '/result']) {
    await friend.get('of another client', `/bulk-payouts/${draft.data.id}${path}`);
  }
  for (const act of ['cancel', 'retry']) {
    await friend.post('of another client', `/bulk-payouts/${draft.data.id}/${act}`, {});
  }
  await confirm('of another client', draft, draft.data.total_deducted, friend);
});

area('history', async (shop, recording, world) => {
  const friend = await Shop.open(recording, world, 'Nakato Fabrics');
  const sent = await shop.post('a payment', '/wallet/send-money', {
    recipient_phone: friend.business.phone,
    amount: 500,
  });
  await shop.end(await shop.post('a withdrawal', '/wallet/withdraw/mobile', { phone: airtel, amount: 2_000 }));
  await shop.end(await shop.post('a collection', '/wallet/collect-payment', { customer_phone: mtn, amount: 2_000 }));
  const list = (title: string, query: string) => shop.get(title, `/wallet/transactions${query}`);
  await list('all transactions', '');
  const first = await list('the first page of two', '?limit=2');
  await list('the second page', `?limit=2&cursor=${first.pagination.next_cursor}`);
  await list('by type', '?type=withdrawal');
  await list('by status', '?status=failed');
  await list('by phone', `?phone=${mtn}`);
  await list('between two days', '?from=2020-01-01&to=2020-01-02T00:00:00Z');
  await list('a page number, which has no meaning here', '?page=2&per_page=1&limit=1');
  await list('a limit of 0', '?limit=0');
  await list('a limit above the greatest', '?limit=101');
  await list('a cursor that is none', '?cursor=abc');
  await list('an unknown type', '?type=gift');
  await list('an unknown status', '?status=done');
  await list('a reference that is none', '?reference=SM_1');
  await list('a reference that is not there', '?reference=SM_1781000000_999999');
  await list('a time without a zone', '?from=2026-11-01T00:00:00');
  await list('a day that no calendar has', '?from=2026-02-31');
  await list('an empty filter', '?status=');
  await list('an empty time', '?from=');
  await shop.get('one transaction', `/wallet/transactions/${sent.data.transaction_id}`);
  await shop.get('one that is not there', '/wallet/transactions/999999');
  await shop.get('one that is no number', '/wallet/transactions/abc');
  await friend.get('one of another client', `/wallet/transactions/${sent.data.transaction_id}`);
  const open = await shop.post('a collection that stays open', '/wallet/collect-payment', {
    customer_phone: fixed('0005'),
    amount: 2_000,
  });
  const receipt = `/wallet/transactions/${open.data.transaction_id}/receipt`;
  await shop.get('a receipt that is not proven yet', receipt);
  await shop.get(
    'a receipt with less of the parties',
    `${receipt}?business=hidden&counterparty=masked&show_description=false`,
  );
  await shop.get('a receipt in an unknown form', `${receipt}?format=doc&business=half&show_description=maybe`);
  await friend.get('a receipt of another client', receipt);
  await recording.ask('HEAD of the history', {
    method: 'HEAD',
    path: '/api/v1/wallet/transactions',
    apiKey: shop.apiKey,
  });
});

area('statements', async (shop, recording) => {
  const tea = { customer_phone: mtn, amount: 50_000, description: 'Tea & milk', customer_name: 'Akello Grace' };
  await shop.end(
    await shop.post('a collection', '/wallet/collect-payment', { ...tea, client_reference: 'invoice-17' }),
  );
  await shop.end(await shop.post('a withdrawal', '/wallet/withdraw/mobile', { phone: airtel, amount: 2_000 }));
  // Midnight may pass in Kampala while this runs.
  const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const [first, last] = [dayFromNow(-2), dayFromNow(2)];
  const now = recording.name(`from=${first}&to=${last}`, 'days around now');
  recording.name(`"from": "${first}"`, 'first day');
  recording.name(`"to": "${last}"`, 'last day');
  recording.name(`${first}-${last}`, 'days');
  const read = (title: string, query: string) => shop.get(title, `/wallet/statements?${query}`);
  await read('a statement', now);
  const page = await read('its first page of two', `${now}&limit=2`);
  await read('its second page', `${now}&limit=2&cursor=${page.pagination.next_cursor}`);
  await read('as CSV', `${now}&format=csv`);
  const none = 'from=2020-01-01&to=2020-01-31';
  await read('of days before everything', none);
  await read('of days before everything, as camt.053', `${none}&format=camt053`);
  for (const format of ['pdf', 'xlsx']) {
    const path = `/api/v1/wallet/statements?${none}&format=${format}`;
    await recording.askHead(`as ${format}`, { method: 'GET', path, apiKey: shop.apiKey });
  }
  await read('without days', '');
  await read('a day that no calendar has, and a format that is none', 'from=2026-02-31&to=2026-11-30&format=doc');
  await read('days in the wrong order', 'from=2026-11-02&to=2026-11-01');
  await read('more days than a year has', 'from=2025-01-01&to=2026-11-01');
  await read('a cursor that is none', `${none}&cursor=abc`);
  await read('a cursor of another statement', `${none}&cursor=2.${Number.MAX_SAFE_INTEGER - 1}`);
  await read('a page of a file', `${none}&format=csv&limit=2`);
});

area(
  'idempotency',
  async (shop, recording, world) => {
    const friend = await Shop.open(recording, world, 'Nakato Fabrics');
    const twice = async (title: string, path: string, body: object) => {
      const headers = { 'idempotency-key': `order-${title.replaceAll(' ', '-')}` };
      const first = await shop.post(`${title}, first`, path, body, headers);
      // What is still on its way would change the balance that a later response shows.
      if (first.data !== undefined) await shop.end(first);
      await shop.post(`${title}, repeated`, path, body, headers);
    };
    const to = friend.business.phone;
    await twice('internal', '/wallet/send-money', { recipient_phone: to, amount: 5_000 });
    await twice('external', '/wallet/send-money', { recipient_phone: airtel, amount: 5_000 });
    await twice('withdrawal', '/wallet/withdraw/mobile', { phone: airtel, amount: 5_000 });
    await twice('collection', '/wallet/collect-payment', { customer_phone: airtel, amount: 5_000 });
    await twice('fund', '/test/wallet/fund', { amount: 5_000 });
    await twice('no account', '/wallet/send-money', { recipient_phone: fixed('0002'), amount: 5_000 });
    await twice('operator refuses', '/wallet/withdraw/mobile', { phone: fixed('0003'), amount: 5_000 });
    await twice('not reached', '/wallet/collect-payment', { customer_phone: fixed('0006'), amount: 5_000 });
    await twice('wrong field', '/wallet/send-money', { recipient_phone: 'x', amount: 5_000 });

    const used = { 'idempotency-key': 'order-internal' };
    await shop.post('the key with another body', '/wallet/send-money', { recipient_phone: to, amount: 6_000 }, used);
    await shop.post('the key at another address', '/wallet/withdraw/mobile', { phone: airtel, amount: 5_000 }, used);
    await shop.post('at a third address', '/wallet/collect-payment', { customer_phone: airtel, amount: 5_000 }, used);
    await shop.post('at a fourth address', '/test/wallet/fund', { amount: 5_000 }, used);
    const wrong = { 'idempotency-key': 'x'.repeat(256) };
    await shop.post('a key that is too long', '/wallet/send-money', { recipient_phone: to, amount: 5_000 }, wrong);

    const running = { 'idempotency-key': 'order-running' };
    const silent = { recipient_phone: fixed('0004'), amount: 3_000 };
    const first = world
      .as(shop.business)
      .then((speaker) => speaker.send(silent.recipient_phone, silent.amount, {}, running));
    await expect
      .poll(async () => {
        const stored = await world.database.pool.query("SELECT FROM idempotency_key WHERE key = 'order-running'");
        return stored.rows.length;
      })
      .toBe(1);
    await shop.post('the key of a request that is running', '/wallet/send-money', silent, running);
    await first;
    await shop.post('the same when the first was answered', '/wallet/send-money', silent, running);
  },
  // The operator says nothing to the last payment; the request waits this long for it.
  { NSIMBI_OPERATOR_WAIT: '8s' },
);
