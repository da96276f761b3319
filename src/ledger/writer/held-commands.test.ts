import { expect, test } from 'vitest';
import { alice, bob, pay, payTogether, walletIds } from '../../../test/ledger/books.ts';
import type { Command } from '../commands/command.ts';
import type { ResolveCase } from '../commands/resolve-case.ts';
import type { Settle } from '../commands/settle.ts';
import type { Entry } from './entry.ts';
import { HeldCommands } from './held-commands.ts';

const [, , carol = 0] = walletIds;

test('a command whose wallets are free and that locks nothing else need not wait', () => {
  const held = new HeldCommands();
  expect(held.addIfItMustWait(entryOf(pay(alice, bob, 500)))).toBe(false);
  expect([held.size, held.next(10)]).toEqual([0, null]);
});

test('while a command waits for a wallet, later ones of that wallet wait behind it, and others do not', () => {
  const held = new HeldCommands();
  const first = entryOf(pay(alice, bob, 500));
  const second = entryOf(pay(carol, bob, 600));
  held.add(first, [bob]);
  expect(held.addIfItMustWait(second)).toBe(true);
  expect(held.addIfItMustWait(entryOf(pay(alice, carol, 700)))).toBe(false);
  expect(held.next(10)).toEqual({ entries: [first, second], waitFor: [bob], waitForRows: true });
});

test('a wallet is free again when nobody waits for it any more: the callers were answered or timed out', () => {
  const held = new HeldCommands();
  const [answered, refused, timedOut] = [1, 2, 3].map((n) => entryOf(pay(alice, bob, n * 500)));
  for (const entry of [answered, refused, timedOut]) held.add(entry!, [bob]);
  answered!.callerState = 'answered';
  refused!.callerState = 'not_written';
  timedOut!.callerState = 'timed_out';
  expect([held.next(10), held.size]).toEqual([null, 0]);
  expect(held.addIfItMustWait(entryOf(pay(alice, bob, 500)))).toBe(false);
});

test('a batch of payments counts as its payments', () => {
  const held = new HeldCommands();
  const batch = entryOf(payTogether(alice, pay(alice, bob, 500), pay(alice, bob, 600), pay(alice, bob, 700)));
  const [first, last] = [entryOf(pay(carol, bob, 500)), entryOf(pay(carol, bob, 600))];
  for (const entry of [first, batch, last]) held.add(entry, [bob]);
  expect([held.size, held.next(3)?.entries]).toEqual([5, [first]]);
  first.callerState = 'answered';
  expect([held.next(4)?.entries, held.size]).toEqual([[batch, last], 4]);
});

test('a command that does not fit beside a large one has the next turn, and keeps no other wallet waiting', () => {
  const held = new HeldCommands();
  const large = entryOf(payTogether(alice, pay(alice, bob, 500), pay(alice, bob, 600), pay(alice, bob, 700)));
  const [behind, other] = [entryOf(pay(alice, bob, 800)), entryOf(pay(alice, carol, 500))];
  held.add(large, [bob]);
  held.add(behind, [bob]);
  held.add(other, [carol]);
  held.waitedTooLong([large, behind]);
  const turns = [1, 2, 3].map(() => held.next(3)?.entries);
  expect(turns).toEqual([[large], [behind], [other]]);
});

test('commands that wait for different wallets are tried together, until that has waited too long', () => {
  const held = new HeldCommands();
  const [forBob, forCarol] = [entryOf(pay(alice, bob, 500)), entryOf(pay(alice, carol, 500))];
  held.add(forBob, [bob]);
  held.add(forCarol, [carol]);
  const together = held.next(10);
  expect(together).toEqual({ entries: [forBob, forCarol], waitFor: [bob, carol], waitForRows: true });
  held.waitedTooLong(together?.entries ?? []);
  // One that arrives later and waits for something else is not kept by them.
  const forAlice = entryOf(pay(bob, alice, 500));
  held.add(forAlice, [alice]);
  expect([1, 2, 3].map(() => held.next(10)?.entries)).toEqual([[forBob], [forCarol], [forAlice]]);
});

test('commands that have waited too long for different wallets take turns, and nobody’s turn comes twice before that of another', () => {
  const held = new HeldCommands();
  const forBob = entryOf(pay(alice, bob, 500));
  const forCarol = entryOf(pay(alice, carol, 500));
  held.add(forBob, [bob]);
  held.add(forCarol, [carol]);
  held.waitedTooLong([forBob, forCarol]);
  const turns = [1, 2, 3, 4].map(() => held.next(10)?.waitFor);
  expect(turns).toEqual([[bob], [carol], [bob], [carol]]);
  // One that arrives now waits for its turn behind those that are here.
  const late = entryOf(pay(bob, alice, 500));
  held.add(late, [alice]);
  expect([1, 2, 3].map(() => held.next(10)?.entries)).toEqual([[forBob], [forCarol], [late]]);
});

test('a slow batch has those that wait for no other wallet than the first of it does, as many as one may have', () => {
  const held = new HeldCommands();
  const forBoth = entryOf(pay(bob, carol, 500));
  const forBob = entryOf(pay(alice, bob, 500));
  held.add(forBoth, [carol, bob]);
  held.add(forBob, [bob]);
  held.waitedTooLong([forBoth, forBob]);
  expect(held.next(10)).toEqual({ entries: [forBoth, forBob], waitFor: [bob, carol], waitForRows: true });
  expect(held.next(1)).toEqual({ entries: [forBoth], waitFor: [bob, carol], waitForRows: true });
});

test('a command that is found to need another held wallet waits for both', () => {
  const held = new HeldCommands();
  const entry = entryOf(pay(alice, bob, 500));
  held.add(entry, [bob]);
  held.next(10);
  held.add(entry, [alice]);
  expect([held.size, held.next(10)?.waitFor]).toEqual([1, [alice, bob].sort((a, b) => a - b)]);
});

test('a command that locks a review case waits at once, and one that locks its submission when that is held', () => {
  const held = new HeldCommands();
  expect(held.addIfItMustWait(entryOf(resolution))).toBe(true);
  expect(held.addIfItMustWait(entryOf(failure))).toBe(false);
});

test('a command that waits for its submission shares no batch with payments once it is slow', () => {
  const held = new HeldCommands();
  const settle = entryOf(failure);
  const payment = entryOf(pay(alice, bob, 500));
  held.add(settle, []);
  held.add(payment, [alice]);
  held.waitedTooLong([settle, payment]);
  expect(held.next(10)).toEqual({ entries: [settle], waitFor: [], waitForRows: true });
  expect(held.next(10)).toEqual({ entries: [payment], waitFor: [alice], waitForRows: true });
});

const failure: Settle = {
  kind: 'settle',
  walletId: alice,
  transactionId: 7,
  word: {
    is: 'failed',
    failure: { stage: 'submission', code: 'operator_refused', reason: 'It was refused.' },
    receipt: null,
    onlyAfterSends: 1,
  },
};

const resolution: ResolveCase = {
  kind: 'resolve_case',
  walletId: alice,
  mode: 'live',
  transactionId: 7,
  reviewCaseId: 1,
  resolution: 'completed',
  reason: 'The statement has it.',
  maker: 'grace@example.com',
  approver: 'peter@example.com',
};

function entryOf(command: Command): Entry {
  return {
    command,
    numbers: [],
    answerBy: 0,
    planned: null,
    callerState: 'waiting',
    slot: 0,
    resolve: () => undefined,
    reject: () => undefined,
  };
}
