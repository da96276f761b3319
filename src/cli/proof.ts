import type { Config } from '../config.ts';
import { isoTime } from '../ledger/transaction-object.ts';
import { auditProofs } from '../proofs/audit.ts';
import { addProofKey, proofKeysFile, readProofKeys, readPublicKeys } from '../proofs/keys.ts';
import { readProofLag } from '../proofs/lag.ts';
import { comparePublished, isForkDecided } from '../proofs/published.ts';
import { verifyPublished } from '../proofs/published-audit.ts';
import { readLastPublished, roundsFile } from '../proofs/rounds-file.ts';
import { readLatestRound } from '../proofs/stored-rounds.ts';
import type { Cli } from './cli.ts';
import { CommandRefused, newCommand, newGroup } from './new-command.ts';
import { durationValue, idValue } from './option-values.ts';
import { requestAtTerminal, showProposed } from './requested-change.ts';
import { withDatabase } from './with-database.ts';

/** nsimbi proof */
export function proofCommands(cli: Cli) {
  return newGroup('proof', 'The signed rounds that prove the ledger.', [
    proofStatus(cli),
    proofVerify(cli),
    proofFork(cli),
    newGroup('key', 'The keys that sign the rounds.', [proofKeyList(cli), proofKeyRoll(cli)]),
  ]);
}

/** Where the published rounds are, by the settings. */
export function publishedRoundsFile(config: Config): string {
  return config.proofRoundsFile ?? roundsFile(config.dataDir);
}

/** nsimbi proof status */
function proofStatus(cli: Cli) {
  return newCommand('status', 'Show the newest round, how far the proofs are behind, and what was published.').action(
    async ({ json }) => {
      const record = await withDatabase(
        cli,
        async ({ pool, config }) => {
          const file = publishedRoundsFile(config);
          const [round, lag, published, comparison] = [
            await readLatestRound(pool),
            await readProofLag(pool),
            await readLastPublished(file),
            await comparePublished(pool, file),
          ];
          return {
            round: round?.number ?? null,
            hash: round?.hash ?? null,
            signed_at: round?.signed_at ?? null,
            lag_seconds: Math.round(lag.seconds),
            history_proven: lag.isHistoryProven,
            published_round: published?.number ?? null,
            last_common_round: comparison.is === 'behind' ? comparison.common.number : (published?.number ?? null),
            behind_published: comparison.is === 'behind',
          };
        },
        'nsimbi_reader',
      );
      cli.show(json, record);
    },
  );
}

/** nsimbi proof verify */
function proofVerify(cli: Cli) {
  return newCommand(
    'verify',
    'Verify a file of published rounds: hashes, signatures, keys and chain. With --database, also that the database has these rounds and is as they prove it. Exits with 1 when something is wrong.',
  )
    .argument('[file]', 'the file; without it that of the settings')
    .option('--database', 'compare the database of the settings, or a copy of it, with the file')
    .action(async (given, { json, database }) => {
      const file = given ?? publishedRoundsFile(cli.config());
      const findings: string[] = [];
      const report = (finding: string) => {
        findings.push(finding);
        cli.output.progress('');
        cli.output.print(json === true ? JSON.stringify({ finding }) : finding);
      };
      let rounds = 0;
      const keys = new Set<string>();
      for await (const { round, fault } of verifyPublished(file)) {
        rounds += 1;
        keys.add(round.key_id);
        if (fault !== null) report(`round ${round.number}: ${fault}`);
      }
      if (rounds === 0) throw new CommandRefused(`${file} has no rounds`);
      if (database === true) {
        await withDatabase(
          cli,
          async ({ records }) => {
            for await (const step of auditProofs(records, file)) {
              if (step.is === 'finding') report(`${step.finding.rule}: ${step.finding.detail}`);
              else cli.output.progress(`${step.roundsDone} of ${step.roundsTotal} rounds of the database`);
            }
          },
          'nsimbi_reader',
        );
      }
      cli.output.progress('');
      cli.show(json, { rounds, keys: [...keys].join(' '), findings: findings.length, correct: findings.length === 0 });
      if (findings.length > 0) cli.exitCode = 1;
    });
}

/** nsimbi proof fork */
function proofFork(cli: Cli) {
  return newCommand(
    'fork',
    'Continue the proofs after the database has lost published rounds. The next round names the last common one. With live money two people must approve it.',
  )
    .option('--published <number>', 'the highest number that was published, if it is not in the file', idValue)
    .action(async ({ json, published: given }) => {
      const { change, requested } = await withDatabase(cli, async (database) => {
        const { pool, config } = database;
        const comparison = await comparePublished(pool, publishedRoundsFile(config));
        if (comparison.is === 'continuous') throw new CommandRefused('the database has every published round');
        if (await isForkDecided(pool, comparison)) throw new CommandRefused('this is decided already');
        const { common, published } = comparison;
        const fork = {
          kind: 'proof_fork',
          common_number: common.number,
          common_hash: common.hash,
          published_number: Math.max(published.number, given ?? 0),
        } as const;
        return { change: fork, requested: await requestAtTerminal(cli, database, fork) };
      });
      if (requested.is === 'proposed') return showProposed(cli, json, requested.proposalId);
      const { kind: _, ...decided } = change;
      cli.show(json, decided);
    });
}

/** nsimbi proof key list */
function proofKeyList(cli: Cli) {
  return newCommand('list', 'List the public keys that have signed rounds or will, the oldest first.').action(
    async ({ json }) => {
      const keys = await withDatabase(cli, async ({ pool }) => await readPublicKeys(pool), 'nsimbi_reader');
      cli.showAll(
        json,
        keys.map((key) => ({ ...key })),
        'No round is signed yet.',
      );
    },
  );
}

/** nsimbi proof key roll */
function proofKeyRoll(cli: Cli) {
  return newCommand(
    'roll',
    'Add a key to the file of keys. The service introduces it with the signature of the one before, and signs with it after the overlap.',
  )
    .option('--overlap <duration>', 'how long the present key still signs', durationValue, 24 * 3_600_000)
    .action(({ json, overlap }) => {
      const config = cli.config();
      const file = config.proofKeysFile ?? proofKeysFile(config.dataDir);
      const nowMs = Date.now();
      // A file that holds something else is not added to.
      readProofKeys(file, nowMs);
      const key = addProofKey(file, nowMs + overlap);
      cli.show(json, {
        key_id: key.keyId,
        public_key: key.publicKey.toString('base64'),
        signs_from: isoTime(key.signsFromMs),
        file,
      });
    });
}
