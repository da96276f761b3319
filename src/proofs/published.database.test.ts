import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { proofKeyOf, proveAll } from '../../test/ledger/proofs.ts';
import { recordsIn } from '../../test/records.ts';
import { recordAudit, serviceActor } from '../access/audit-log.ts';
import type { Mail } from '../access/people/mail.ts';
import { requestChange } from '../dual-control/request-change.ts';
import { auditProofs } from './audit.ts';
import type { Round, SigningKey } from './format/round.ts';
import { comparePublished, isForkDecided, publishRounds } from './published.ts';
import { verifyPublished } from './published-audit.ts';
import { sendRounds } from './receivers.ts';
import { RoundsFileWrong, readLastPublished, readPublished, readPublishedBackwards } from './rounds-file.ts';
import { readRound } from './stored-rounds.ts';
import { verifyRoundsUntil } from './verify-until.ts';

let database: TestDatabase;
let key: SigningKey;
let folder: string;
let file: string;

beforeEach(async () => {
  database = await createTestDatabase();
  key = await proofKeyOf(database.pool);
  folder = mkdtempSync(join(tmpdir(), 'nsimbi-rounds-'));
  file = join(folder, 'sub', 'rounds.jsonl');
});

afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** Signs so many rounds, each with an entry of the audit log. */
async function sign(rounds: number): Promise<void> {
  for (let n = 0; n < rounds; n += 1) {
    await recordAudit(database.pool, { actor: serviceActor(), action: 'test.act', subject: 'test', details: {} });
    await proveAll(database.pool, key);
  }
}

async function numbersOf(rounds: AsyncIterable<Round>): Promise<number[]> {
  const numbers: number[] = [];
  for await (const { number } of rounds) numbers.push(number);
  return numbers;
}

async function faults(): Promise<string[]> {
  const found: string[] = [];
  for await (const { round, fault } of verifyPublished(file))
    if (fault !== null) found.push(`${round.number} ${fault}`);
  return found;
}

/** As a restore to an earlier point does. */
async function loseRoundsAfter(number: number): Promise<void> {
  await database.owner.query('DELETE FROM audit_entry_proof WHERE round > $1', [number]);
  await database.owner.query(
    'DELETE FROM audit_log WHERE audit_log_id NOT IN (SELECT audit_log_id FROM audit_entry_proof)',
  );
  await database.owner.query('DELETE FROM proof_round WHERE number > $1', [number]);
}

describe('the file of rounds', () => {
  test('gets each round once, and is read from both ends', async () => {
    await sign(3);
    expect(await publishRounds(database.pool, file)).toBe(3);
    await sign(1);
    expect(await publishRounds(database.pool, file)).toBe(1);
    expect(await publishRounds(database.pool, file)).toBe(0);
    expect(await numbersOf(readPublished(file))).toEqual([1, 2, 3, 4]);
    expect(await numbersOf(readPublishedBackwards(file))).toEqual([4, 3, 2, 1]);
    expect(await readLastPublished(file)).toEqual(await readRound(database.pool, 4));
    expect(await faults()).toEqual([]);
  });

  test('is read backwards over many blocks', async () => {
    await sign(1);
    await publishRounds(database.pool, file);
    const line = readFileSync(file, 'utf8');
    for (let n = 0; n < 400; n += 1) appendFileSync(file, line);
    expect(await numbersOf(readPublishedBackwards(file))).toHaveLength(401);
    // Two processes that share it may both append a round.
    expect(await faults()).toEqual([]);
  });

  test('loses a line that a crash cut off, and gets it again', async () => {
    await sign(2);
    await publishRounds(database.pool, file);
    const whole = readFileSync(file, 'utf8');
    await sign(1);
    appendFileSync(file, '{"installation_id":"6ad9');
    expect((await readLastPublished(file))?.number).toBe(2);
    await publishRounds(database.pool, file);
    expect(readFileSync(file, 'utf8').startsWith(whole)).toBe(true);
    expect(await numbersOf(readPublished(file))).toEqual([1, 2, 3]);
  });

  test('with a line that is no round is refused', async () => {
    await sign(1);
    await publishRounds(database.pool, file);
    appendFileSync(file, '{"number":2}\n');
    await expect(readLastPublished(file)).rejects.toThrow(RoundsFileWrong);
  });
});

describe('a database that has lost published rounds', () => {
  test('is recognised, and continues with a fork that names the last common round', async () => {
    await sign(5);
    await publishRounds(database.pool, file);
    expect(await comparePublished(database.pool, file)).toEqual({ is: 'continuous' });
    await loseRoundsAfter(3);
    const comparison = await comparePublished(database.pool, file);
    const common = await readRound(database.pool, 3);
    expect(comparison).toMatchObject({
      is: 'behind',
      common: { number: 3, hash: common?.hash },
      published: { number: 5 },
    });
    expect(await isForkDecided(database.pool, comparison)).toBe(false);

    const requested = await requestChange(
      {
        pool: database.pool,
        settings: {
          rehearsal: true,
          approvalExpiryMs: 60_000,
          secondPersonAfterMs: 1,
          brand: 'Service',
          clientLiveKeys: 1,
          clientTestKeys: 1,
          clientEventStreams: 1,
          clientRateFactor: 1,
        },
        passwordLinks: () => Promise.reject(new Error('none are needed')),
        money: { writer: { submit: () => Promise.reject(new Error('no money moves')) } },
      },
      { kind: 'proof_fork', common_number: 3, common_hash: common?.hash ?? '', published_number: 5 },
      { actor: serviceActor('cli:root'), by: 'staff' },
    );
    expect(requested.is).toBe('made');
    expect(await isForkDecided(database.pool, comparison)).toBe(true);
    await proveAll(database.pool, key);
    await publishRounds(database.pool, file);
    expect(await readLastPublished(file)).toMatchObject({ number: 6, fork_of: { number: 3, hash: common?.hash } });
    expect(await comparePublished(database.pool, file)).toEqual({ is: 'continuous' });
    await sign(1);
    await publishRounds(database.pool, file);
    expect(await numbersOf(readPublished(file))).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await faults()).toEqual([]);
    const found: string[] = [];
    for await (const step of auditProofs(recordsIn(database.pool), file))
      if (step.is === 'finding') found.push(step.finding.detail);
    expect(found).toEqual([]);

    // What only the owner of the database can do: a decision that nobody made, and a fork without one.
    await database.owner.query(`UPDATE proof_fork SET decided_by = 'somebody else'`);
    expect(await forkFindings()).toEqual(['the audit log has no decision to continue round 3 after round 5']);
    await database.owner.query('DELETE FROM proof_fork');
    expect(await forkFindings()).toEqual(['round 6 continues round 3, and nobody decided that']);
  });

  async function forkFindings(): Promise<string[]> {
    const details: string[] = [];
    for await (const step of auditProofs(recordsIn(database.pool), file)) {
      if (step.is === 'finding' && step.finding.rule === 'fork_was_decided') details.push(step.finding.detail);
    }
    return details;
  }

  test('is refused another fork than one of its newest round', async () => {
    await sign(2);
    const decided = requestChange(
      { pool: database.pool, settings: { rehearsal: true } } as never,
      {
        kind: 'proof_fork',
        common_number: 1,
        common_hash: (await readRound(database.pool, 1))?.hash ?? '',
        published_number: 5,
      },
      { actor: serviceActor('cli:root'), by: 'staff' },
    );
    await expect(decided).rejects.toThrow('not the last common round');
  });
});

describe('a receiver', () => {
  test('gets the newest round by POST, again after a failure, and a mail', async () => {
    await sign(2);
    const received: unknown[] = [];
    let status = 500;
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        received.push(JSON.parse(body));
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rounds`;
    const mails: Mail[] = [];
    const failures: string[] = [];
    const parts = {
      receivers: [url, 'auditor@example.ug'],
      everyMs: 3_600_000,
      mailer: {
        send: async (mail: Mail) => {
          mails.push(mail);
        },
      },
      onFailure: (address: string, error: unknown) => failures.push(`${address} ${error}`),
      signal: new AbortController().signal,
    };
    try {
      await sendRounds(database.pool, parts);
      expect(failures).toEqual([`${url} Error: the receiver answered 500`]);
      expect(mails).toMatchObject([{ to: 'auditor@example.ug', subject: expect.stringContaining('proof 2') }]);
      // Not due: neither after a failure, nor with nothing new.
      await sendRounds(database.pool, parts);
      expect(received).toHaveLength(1);
      status = 204;
      await database.owner.query(
        `UPDATE proof_receiver SET due_at = due_at - interval '2 minutes' WHERE address = $1`,
        [url],
      );
      await sendRounds(database.pool, parts);
      expect(received).toEqual([await readRound(database.pool, 2), await readRound(database.pool, 2)]);
      const { rows } = await database.pool.query(
        'SELECT sent_number, failures FROM proof_receiver WHERE address = $1',
        [url],
      );
      expect(rows).toEqual([{ sent_number: 2, failures: 0 }]);
      expect(mails).toHaveLength(1);
    } finally {
      server.close();
    }
  });
});

describe('the rounds until a moment', () => {
  test('are those that were signed until then, and are verified', async () => {
    await sign(3);
    await publishRounds(database.pool, file);
    const moment = Date.parse((await readRound(database.pool, 3))?.signed_at ?? '');
    await sign(2);
    expect(await verifyRoundsUntil(database.pool, moment - 86_400_000, file)).toEqual({ newest: null, faults: [] });
    const until = await verifyRoundsUntil(database.pool, moment, file);
    expect(until.faults).toEqual([]);
    expect(until.newest?.number).toBeGreaterThanOrEqual(3);
  });

  test('must be whole, and those that were published', async () => {
    await sign(3);
    await publishRounds(database.pool, file);
    const until = () => verifyRoundsUntil(database.pool, Date.now() + 60_000, file);
    await loseRoundsAfter(2);
    await sign(1);
    expect((await until()).faults).toEqual(['round 3: another one was published with this number']);
    await database.owner.query('UPDATE proof_round SET tree_size = tree_size + 1 WHERE number = 2');
    expect((await until()).faults).toContainEqual(expect.stringMatching(/^round 2: /));
  });
});
