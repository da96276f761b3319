import type { StoredBudget } from '../../../../../../src/dual-control/change.ts';
import type { FeeBandObject } from '../../../../../../src/http/dashboard/schemas/fees.ts';
import type { ProposalObject } from '../../../../../../src/http/dashboard/schemas/proposals.ts';
import type { ClientRole, PlatformRole } from '../../../api/session.ts';
import { moneyText } from '../../../components/money-text.ts';
import { phoneText } from '../../../components/phone-text.ts';
import { wordText } from '../../../components/status.ts';
import { durationText, momentText } from '../../../components/time-text.ts';
import { roleLabel } from '../../team/team.ts';
import { operations } from '../fees/operations.ts';
import { percentText } from '../fees/percent-text.ts';
import { platformRoles } from '../people/role-text.ts';

/** What a proposal is about, in words; `now` is null where nothing is replaced. Lines of a text are separated by line breaks. */
export interface ChangeRow {
  readonly label: string;
  readonly now: string | null;
  readonly proposed: string;
}

/** What the changes of all kinds replace; each kind has only its own fields (`read` of src/dual-control/changes). */
interface Was {
  readonly role: string | null;
  readonly name: string;
  readonly email: string;
  readonly second_factor: boolean;
  readonly per_transaction: number | null;
  readonly per_day: number | null;
  readonly threshold: number | null;
  readonly listed_only: boolean;
  readonly phones: readonly string[];
  readonly key: string;
  readonly permissions: readonly string[];
  readonly operator: string;
  readonly budget: StoredBudget | null;
  readonly allowed_ips: readonly string[];
  readonly link_seen_by: readonly string[];
  readonly signing_keys: readonly string[];
}

const hourMs = 3_600_000;

const bookings = {
  fund: 'Transfer from the bank to the float',
  sweep: 'Transfer from the float to the bank',
  charge: 'Charge of the operator',
} as const;

const floats = { collection_float: 'Collections', disbursement_float: 'Payouts' } as const;

/** A change field by field. The bands of fees are tables of their own. Pure. */
export function changeRows({ change, before, client_name: client }: ProposalObject): ChangeRow[] {
  const was = before as unknown as Was;
  const ofWallet = 'client_id' in change && 'mode' in change;
  const where: ChangeRow[] = client === null ? [] : [fact('Client', client)];
  if (ofWallet) where.push(fact('Wallet', wordText(change.mode)));
  switch (change.kind) {
    case 'client':
      return [fact('Name', change.name), fact('Phone', phoneText(change.phone))];
    case 'client_role':
      return [
        ...where,
        ...personRows(change),
        row('Role', roleOrNone(was.role as ClientRole | null, roleLabel), roleLabel(change.role)),
      ];
    case 'staff_role':
      return [
        ...personRows(change),
        row('Staff role', roleOrNone(was.role as PlatformRole | null, staffRole), staffRole(change.role)),
      ];
    case 'second_factor_removal':
      return [
        ...personRows({ name: was.name, email: was.email }),
        row('Second factor', onOff(was.second_factor), 'Off'),
      ];
    case 'password_link':
      return [...personRows({ name: was.name, email: was.email }), fact('Receives', 'A link to set a new password')];
    case 'vouching':
      return [
        ...personRows({ name: was.name, email: was.email }),
        row('Link seen by', listText(was.link_seen_by, 'Nobody'), 'Nobody else has access to the account'),
      ];
    case 'fees':
      return [
        fact('Operation', operations[change.operation].title),
        fact('For', client ?? 'All clients without their own fees'),
        fact('Starts', change.effective_from === null ? 'At once' : momentText(new Date(change.effective_from))),
      ];
    case 'wallet_limits':
      return [
        ...where,
        row('Limit per transaction', amountText(was.per_transaction), amountText(change.per_transaction)),
        row('Limit per day', amountText(was.per_day), amountText(change.per_day)),
      ];
    case 'approval_threshold':
      return [...where, row('Approval threshold', amountText(was.threshold), amountText(change.threshold))];
    case 'withdrawal_numbers': {
      const { phones } = was;
      return [
        ...where,
        row('Withdrawals go to', recipientsText(was.listed_only), recipientsText(change.listed_only)),
        fact('Numbers added', numbersText(change.phones.filter((phone) => !phones.includes(phone)))),
        fact('Numbers removed', numbersText(phones.filter((phone) => !change.phones.includes(phone)))),
        fact('Numbers kept', numbersText(phones.filter((phone) => change.phones.includes(phone)))),
      ];
    }
    case 'api_key':
      return [
        ...where,
        fact('Name', change.name),
        fact('Permissions', change.permissions.join('\n')),
        fact('Expires', change.expires_at === null ? 'Never' : momentText(new Date(change.expires_at))),
        fact('Allowed addresses', listText(change.allowed_ips, 'Any')),
        ...budgetRows(change.budget),
        fact('Signing keys', listText(change.signing_keys ?? [], 'None: requests are not signed')),
        ...Object.entries(change.rate_limits).map(([name, limit]) => fact(`Requests a minute: ${name}`, String(limit))),
      ];
    case 'api_key_roll':
      return [
        ...where,
        fact('Key', `${was.name} (${was.key}…)`),
        fact('Permissions', was.permissions.join('\n')),
        fact('The old key works', overlapText(change.overlap_ms)),
      ];
    case 'key_budget':
      return [
        ...where,
        fact('Key', `${was.name} (${was.key}…)`),
        row(
          'Budget per payment',
          amountText(was.budget?.per_payment ?? null),
          amountText(change.budget?.per_payment ?? null),
        ),
        row('Budget per day', amountText(was.budget?.per_day ?? null), amountText(change.budget?.per_day ?? null)),
        row(
          'Budget per month',
          amountText(was.budget?.per_month ?? null),
          amountText(change.budget?.per_month ?? null),
        ),
      ];
    case 'signing_keys':
      return [
        ...where,
        fact('Key', `${was.name} (${was.key}…)`),
        row(
          'Signing keys',
          listText(was.signing_keys, 'None: requests are not signed'),
          listText(change.signing_keys, 'None: requests are not signed'),
        ),
      ];
    case 'dashboard_ips':
      return [
        ...where,
        row('Allowed addresses', listText(was.allowed_ips, 'Any'), listText(change.allowed_ips, 'Any')),
      ];
    case 'float_booking':
      return [
        fact('Booking', bookings[change.what]),
        fact('Amount', moneyText(change.amount)),
        fact('Float', floats[change.float]),
        fact('Operator', `${wordText(was.operator)}, account ${change.operator_account_id}`),
        fact('Mode', wordText(change.mode)),
        fact('Reason', change.reason),
        fact('Document', change.reference),
      ];
    case 'proof_fork':
      return [
        fact('Last common round', `${change.common_number} (${change.common_hash})`),
        fact('New rounds continue after', String(change.published_number)),
      ];
    case 'live_mode':
      return [row('Live mode', 'Not enabled', 'Enabled, for good')];
  }
}

/** A band of fees in one line: Up to UGX 100,000: UGX 500 + 1.5 %, at most UGX 2,000. Pure. */
export function bandText({ up_to: upTo, fixed, basis_points: points, minimum, maximum }: FeeBandObject): string {
  const parts = [
    ...(fixed > 0 || points === 0 ? [moneyText(fixed)] : []),
    ...(points > 0 ? [percentText(points)] : []),
  ];
  const ends = [
    ...(minimum > 0 ? [`at least ${moneyText(minimum)}`] : []),
    ...(maximum === null ? [] : [`at most ${moneyText(maximum)}`]),
  ];
  return [`${upTo === null ? 'All other amounts' : `Up to ${moneyText(upTo)}`}: ${parts.join(' + ')}`, ...ends].join(
    ', ',
  );
}

/** What its approval causes beyond what the rows say; null where that is all. Pure. */
export function consequenceOf({ change }: ProposalObject): string | null {
  switch (change.kind) {
    case 'client':
      return 'Live payments to this phone go into the new client’s wallet, also those that other clients send. Verify that the phone belongs to the client.';
    case 'second_factor_removal':
      return 'Their sessions end. Verify who asked for it.';
    case 'password_link':
      return 'The link is mailed to them, or shown once to the approver where no mail server is configured. Verify who asked for it.';
    case 'vouching':
      return 'They then count as a different person from those who saw the link. Verify with them that they set the password and that the passkeys are theirs.';
    case 'client_role':
    case 'staff_role':
      return 'A person without a password receives a link to set one, by email or shown once to the approver.';
    case 'api_key':
    case 'api_key_roll':
      return 'The key is shown once, to the person who gives the last approval.';
    case 'fees':
      return 'Accepted payments keep their fee.';
    case 'proof_fork':
      return 'Rounds that were published after the last common one no longer count. Verify that the database was restored, or that a standby took over.';
    case 'live_mode':
      return 'Both people need second factors. All later rights to approve derive from them. This cannot be undone.';
    default:
      return null;
  }
}

function budgetRows(budget: StoredBudget | null): ChangeRow[] {
  if (budget === null) return [fact('Budget', 'None')];
  return [
    fact('Budget per payment', amountText(budget.per_payment)),
    fact('Budget per day', amountText(budget.per_day)),
    fact('Budget per month', amountText(budget.per_month)),
  ];
}

function fact(label: string, proposed: string): ChangeRow {
  return { label, now: null, proposed };
}

function row(label: string, now: string, proposed: string): ChangeRow {
  return { label, now, proposed };
}

function personRows({ name, email }: { readonly name: string; readonly email: string }): ChangeRow[] {
  return [fact('Person', name), fact('Email', email)];
}

function staffRole(role: PlatformRole): string {
  return platformRoles[role];
}

function roleOrNone<Role>(role: Role | null, text: (role: Role) => string): string {
  return role === null ? 'None' : text(role);
}

function onOff(isOn: boolean): string {
  return isOn ? 'On' : 'Off';
}

function amountText(amount: number | null): string {
  return amount === null ? 'None' : moneyText(amount);
}

function recipientsText(isListedOnly: boolean): string {
  return isListedOnly ? 'Registered numbers only' : 'Any number';
}

function numbersText(phones: readonly string[]): string {
  return listText(phones.map(phoneText), 'None');
}

function listText(entries: readonly string[], none: string): string {
  return entries.length === 0 ? none : entries.join('\n');
}

function overlapText(ms: number): string {
  if (ms === 0) return 'Stops immediately';
  if (ms % hourMs !== 0) return `For ${durationText(ms)}`;
  return ms === hourMs ? 'For 1 hour' : `For ${ms / hourMs} hours`;
}
