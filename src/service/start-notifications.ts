import type { Mailer } from '../access/people/mail.ts';
import { type ChatSender, createChatSender } from '../notifications/chat-sender.ts';
import { dailySummaryDuty } from '../notifications/daily-summary.ts';
import { failedPayoutsDuty } from '../notifications/failed-payouts.ts';
import { forgetNotifications } from '../notifications/messages.ts';
import { sendingWork } from '../notifications/send-messages.ts';
import { liveFloats, watchDuty, watchesOf } from '../notifications/watched.ts';
import type { Sealer } from '../secrets/sealer.ts';
import type { SettlementService } from '../settlement/settlement.ts';
import { addressPolicyOfSettings } from '../webhooks/address-policy-of-settings.ts';
import { type Foundation, housekeepingJob } from './foundation.ts';
import type { Job } from './jobs.ts';

/** What finds and sends notifications. @returns its jobs, and what writes to chats, for the test of one. */
export function openNotifications(
  foundation: Foundation,
  parts: {
    readonly settlement: Pick<SettlementService, 'readOperatorStates'>;
    readonly sealer: Sealer;
    readonly mailer: Mailer | null;
    readonly baseUrl: () => string;
  },
): { readonly jobs: readonly Job[]; readonly chats: ChatSender } {
  const { config, pool, records, logger, stopping } = foundation;
  const { settlement, sealer, mailer, baseUrl } = parts;
  const chats = createChatSender({ brand: config.brand, addressPolicy: addressPolicyOfSettings(config) });
  stopping.add(() => chats.close());
  const watches = watchesOf({
    approvalExpiryMs: config.approvalExpiryMs,
    readFloats: async () => liveFloats(await settlement.readOperatorStates()),
  });
  const sending = sendingWork({ pool, mailer, chats, sealer, watches, baseUrl, logger });
  const summaries = dailySummaryDuty({
    records,
    onError: (error, clientId) => logger.warn({ err: error, client_id: clientId }, 'a daily summary could not be made'),
  });
  const jobs: Job[] = [
    housekeepingJob(foundation, 'notifications', 'what is to be notified could not be looked for', [
      watchDuty(watches),
      failedPayoutsDuty,
      summaries,
      forgetNotifications,
    ]),
    { name: 'messages', role: 'work', start: () => sending.start(), stop: () => sending.stop() },
  ];
  return { jobs, chats };
}
