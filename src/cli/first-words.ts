import type { Cli } from './cli.ts';
import type { AnyCommand } from './new-command.ts';

/**
 * Every first word of the command line, in the order of its help. The code behind one is loaded when it is asked for: all of
 * it together takes half a second, for which nobody should wait who starts a service or lists a key.
 */
export const firstWords: Readonly<Record<string, (cli: Cli) => Promise<AnyCommand>>> = {
  start: async (cli) => (await import('./commands/start.ts')).start(cli),
  migrate: async (cli) => (await import('./commands/migrate.ts')).migrateCommand(cli),
  client: async (cli) => (await import('./groups/client.ts')).clientCommands(cli),
  key: async (cli) => (await import('./groups/key.ts')).keyCommands(cli),
  wallet: async (cli) => (await import('./groups/wallet.ts')).walletCommands(cli),
  fees: async (cli) => (await import('./groups/fees.ts')).feesCommands(cli),
  transaction: async (cli) => (await import('./groups/transaction.ts')).transactionCommands(cli),
  review: async (cli) => (await import('./groups/review.ts')).reviewCommands(cli),
  float: async (cli) => (await import('./groups/float.ts')).floatCommands(cli),
  webhook: async (cli) => (await import('./groups/webhook.ts')).webhookCommands(cli),
  person: async (cli) => (await import('./groups/person.ts')).personCommands(cli),
  operators: async (cli) => (await import('./groups/operators.ts')).operatorsCommands(cli),
  listen: async (cli) => (await import('./commands/listen.ts')).listen(cli),
  trigger: async (cli) => (await import('./commands/trigger.ts')).trigger(cli),
  audit: async (cli) => (await import('./commands/audit.ts')).auditCommand(cli),
  reconcile: async (cli) => (await import('./commands/reconcile.ts')).reconcileCommand(cli),
  seed: async (cli) => (await import('./commands/seed.ts')).seed(cli),
  doctor: async (cli) => (await import('./commands/doctor.ts')).doctor(cli),
};
