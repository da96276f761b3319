import type { Change, ChangeName, ChangeOf } from './change.ts';
import type { ChangeKind } from './change-kind.ts';
import { apiKey, apiKeyRoll, keyBudget, signingKeys } from './changes/api-keys.ts';
import { client } from './changes/client.ts';
import { dashboardIps } from './changes/dashboard-ips.ts';
import { fees } from './changes/fees.ts';
import { floatBooking } from './changes/float-booking.ts';
import { liveMode } from './changes/live-mode.ts';
import { clientRole, passwordLink, secondFactorRemoval, staffRole, vouching } from './changes/people.ts';
import { proofFork } from './changes/proof-fork.ts';
import { approvalThreshold, walletLimits, withdrawalNumbers } from './changes/wallet-settings.ts';

const kinds: { readonly [Name in ChangeName]: ChangeKind<ChangeOf<Name>> } = {
  api_key: apiKey,
  api_key_roll: apiKeyRoll,
  approval_threshold: approvalThreshold,
  client,
  client_role: clientRole,
  dashboard_ips: dashboardIps,
  fees,
  float_booking: floatBooking,
  key_budget: keyBudget,
  live_mode: liveMode,
  password_link: passwordLink,
  proof_fork: proofFork,
  second_factor_removal: secondFactorRemoval,
  signing_keys: signingKeys,
  staff_role: staffRole,
  vouching,
  wallet_limits: walletLimits,
  withdrawal_numbers: withdrawalNumbers,
};

/** How a change is read and made. */
export function kindOf<C extends Change>(change: C): ChangeKind<C> {
  // Each kind stands under the name that its changes have.
  return kinds[change.kind] as unknown as ChangeKind<C>;
}
