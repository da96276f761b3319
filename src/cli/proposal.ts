import { readApprovals } from '../access/first-approvals.ts';
import { actions } from '../dual-control/actions.ts';
import { orderBreakGlass } from '../dual-control/break-glass.ts';
import { approvedAs } from '../dual-control/decide.ts';
import { listProposals, type Proposal } from '../dual-control/proposals.ts';
import { isoTime } from '../ledger/transaction-object.ts';
import { createPool } from '../postgres/pool.ts';
import type { Cli } from './cli.ts';
import { CommandRefused, newCommand, newGroup } from './new-command.ts';
import { countValue, idValue, sentenceValue } from './option-values.ts';
import type { OutputRecord } from './record.ts';
import { withDatabase, withOpenDatabase } from './with-database.ts';

/** nsimbi proposal */
export function proposalCommands(cli: Cli) {
  return newGroup('proposal', 'Changes that wait for a second person, who approves them in the dashboard.', [
    proposalList(cli),
    proposalBreakGlass(cli),
  ]);
}

/** nsimbi proposal list */
function proposalList(cli: Cli) {
  return newCommand('list', 'List proposals that wait, newest first.')
    .option('--ended', 'those that were decided, or have expired')
    .option('--before <id>', 'only entries before this number', idValue)
    .option('--limit <count>', 'maximum number of entries', countValue(1_000), 100)
    .action(async ({ json, ended = false, before = Number.MAX_SAFE_INTEGER, limit }) => {
      const found = await withDatabase(
        cli,
        async ({ pool, config }) => {
          const proposals = await listProposals(pool, { isOpen: !ended, before, limit }, config.approvalExpiryMs);
          const approvals = await readApprovals(pool, 'change', proposals.map(approvedAs), config);
          return proposals.map((proposal) =>
            recordOf(proposal, approvals.get(proposal.proposalId)?.first_approver ?? null),
          );
        },
        'nsimbi_reader',
      );
      cli.showAll(json, found, 'There are no such proposals.');
    });
}

function recordOf(proposal: Proposal, firstApprover: string | null): OutputRecord {
  return {
    proposal: proposal.proposalId,
    status: proposal.status,
    change: actions[proposal.change.kind].title,
    client_id: proposal.clientId,
    proposed_by: proposal.proposedBy,
    proposed_at: isoTime(proposal.proposedAtMs),
    first_approver: firstApprover,
    decided_by: proposal.decision?.by ?? null,
    refusal: proposal.refusal,
  };
}

/** nsimbi proposal break-glass */
function proposalBreakGlass(cli: Cli) {
  return newCommand(
    'break-glass',
    'Order a change without the approval of a second person. It takes effect after 24 hours unless an administrator rejects it. All staff members are notified by email, and every page shows the order until it is reviewed. Needs the owner’s login to the database.',
  )
    .argument('<proposal>', 'its number', idValue)
    .requiredOption('--reason <text>', 'why nobody can approve it', sentenceValue)
    .action(async (proposalId, { json, reason }) => {
      const config = cli.config();
      const { dueAt } = await withOpenDatabase(cli, config, async ({ owner }) => {
        if (owner === null) {
          throw new CommandRefused(
            'this needs the owner’s login: set NSIMBI_OWNER_DATABASE_URL, and run it where the service does not read it',
          );
        }
        const pool = createPool(owner, { applicationName: 'nsimbi command', max: 1, role: 'nsimbi_owner' });
        try {
          return await orderBreakGlass(pool, {
            proposalId,
            actor: cli.actor,
            reason,
            expiryMs: config.approvalExpiryMs,
          });
        } finally {
          await pool.end();
        }
      });
      cli.show(json, { proposal: proposalId, status: 'waiting', due_at: dueAt });
    });
}
