import type { Mailer } from '../access/people/mail.ts';
import { mailBreakGlass, makeOrderedChanges } from '../dual-control/break-glass.ts';
import type { ChangeServices } from '../dual-control/change-kind.ts';
import { bookApprovedChanges } from '../dual-control/decide.ts';
import type { EncryptionKey } from '../secrets/sealer.ts';
import type { MoneyServices } from '../wallet/operation.ts';
import { type Foundation, housekeepingJob } from './foundation.ts';
import type { Job } from './jobs.ts';

/** Books changes that were approved, and makes those that the owner of the database ordered. */
export function dualControlJob(
  foundation: Foundation,
  parts: {
    readonly money: MoneyServices;
    readonly mailer: Mailer | null;
    readonly encryptionKeys: readonly [EncryptionKey, ...EncryptionKey[]];
    readonly baseUrl: () => string;
  },
): Job {
  const { config, pool, logger } = foundation;
  const { money, mailer, encryptionKeys, baseUrl } = parts;
  const services: ChangeServices = {
    pool,
    money,
    settings: config,
    passwordLinks: async () => {
      const { createSignInParts } = await import('../access/people/sign-in-parts.ts');
      return createSignInParts({ pool, logger, settings: config, baseUrl, encryptionKeys }).passwordLinks;
    },
  };
  return housekeepingJob(foundation, 'approved changes', 'an approved change is not made yet', [
    bookApprovedChanges(services),
    makeOrderedChanges(services, logger),
    ...(mailer === null ? [] : [mailBreakGlass({ mailer, logger })]),
  ]);
}
