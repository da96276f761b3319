import type { Mailer } from '../access/people/mail.ts';
import { proofKeysFile } from '../proofs/keys.ts';
import { measureProofs } from '../proofs/measure.ts';
import { type ProofState, Prover } from '../proofs/prover.ts';
import { roundsFile } from '../proofs/rounds-file.ts';
import type { Foundation } from './foundation.ts';
import type { Job } from './jobs.ts';

/** What proves the ledger and publishes the rounds. @returns its job, none where this process has no prover, and what says how it is going. */
export function openProofs(
  { config, roles, target, logger, metricsRegistry, pool }: Foundation,
  mailer: Mailer | null,
): { readonly jobs: readonly Job[]; readonly state: () => ProofState } {
  if (!config.proofs || !roles.includes('work')) return { jobs: [], state: () => 'off' };
  // The same failure comes back with every step until somebody corrects its cause.
  let reported = '';
  const report = (text: string, log: () => void) => {
    if (text !== reported) log();
    reported = text;
  };
  const prover: Prover = new Prover({
    target,
    keysFile: config.proofKeysFile ?? proofKeysFile(config.dataDir),
    roundsFile: config.proofRoundsFile ?? roundsFile(config.dataDir),
    everyMs: config.proofIntervalMs,
    receivers: config.proofReceivers,
    sendEveryMs: config.proofSendIntervalMs,
    mailer,
    onRound: () => {
      reported = '';
      measured.onRound();
    },
    onBehind: ({ common, published }) =>
      report(`behind ${published.hash}`, () =>
        logger.error(
          { common, published },
          'the database has lost signed rounds that were published, and no more are signed; see docs/proofs.md',
        ),
      ),
    onError: (error) =>
      report(String(error), () => logger.error({ err: error }, 'the ledger could not be proven; it is tried again')),
    onReceiverFailure: (receiver, error) => logger.warn({ err: error, receiver }, 'a round could not be sent'),
  });
  const measured = measureProofs(metricsRegistry, pool, () => prover.state);
  const job: Job = { name: 'proofs', role: 'work', start: () => prover.start(), stop: () => prover.stop() };
  return { jobs: [job], state: () => prover.state };
}
