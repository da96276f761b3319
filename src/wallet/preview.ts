import type { Caller } from '../access/caller.ts';
import { addUgx, subtractUgx, ugx, ugxToJson } from '../money/ugx.ts';
import type { Queryable } from '../postgres/pool.ts';
import { Refusal } from '../refusal.ts';
import type { MoneyServices } from './operation.ts';
import { type PayingPower, readPayingPower } from './paying-power.ts';
import { notServedSentence, phoneField } from './phone.ts';
import { type FeeQuote, type FeeRequest, quoteFee } from './quote-fee.ts';
import { recipientName } from './recipients.ts';
import { findSavedName } from './saved-recipients.ts';
import { refusalOf } from './sentences.ts';

/** A payment as a form asks for it. */
export interface PreviewRequest {
  readonly operation: FeeRequest['operation'];
  readonly phone: string;
  /** What the request calls the phone, to name it where it is wrong. */
  readonly phoneField: string;
  /** Shillings. */
  readonly amount: number;
  /** Of send_money; true unless said otherwise. */
  readonly senderPaysFee?: boolean | undefined;
}

/**
 * What a payment would cost and do now, for a person to confirm. Nothing is reserved: the ledger decides when it is made. Amounts in
 * shillings.
 */
export interface Preview extends FeeQuote {
  /** The available balance now. */
  readonly balance_before: number;
  /** The available balance with this payment made, of a collection with it received; null where the balance is too small. */
  readonly balance_after: number | null;
  /** Whether the balance is enough. */
  readonly is_affordable: boolean;
  /** Whether another person must approve it. */
  readonly requires_approval: boolean;
  /** The other side. */
  readonly recipient: {
    readonly phone: string;
    readonly operator: string;
    /** The name that the payment would record: of the wallet that it reaches, else what the operator says; null where it says nothing. */
    readonly registered_name: string | null;
    /** The name under which the phone is saved at this wallet; null where it is not. */
    readonly saved_name: string | null;
  };
}

/**
 * Previews a payment by the same rules by which it would be made.
 * @throws Refusal that names the field for a phone that cannot be paid: `own_wallet`, `operator_not_supported`.
 */
export async function previewPayment(
  services: Pick<MoneyServices, 'feeBook' | 'recipients' | 'operators' | 'prefixes'>,
  db: Queryable,
  caller: Caller,
  request: PreviewRequest,
): Promise<Preview> {
  const { operation, amount, senderPaysFee } = request;
  const { mode, walletId } = caller;
  const phone = phoneField(request.phoneField, request.phone);
  const operator = services.prefixes.operatorOf(phone);
  // A withdrawal goes to mobile money, and a collection comes from it, also where the phone has a wallet here.
  const recipient = operation === 'send_money' ? await services.recipients.find(mode, phone) : null;
  if (recipient?.walletId === walletId) throw ofField(request.phoneField, refusalOf({ code: 'own_wallet' }));
  if (recipient === null && mode === 'live' && !services.operators.served.includes(operator)) {
    const sentence = notServedSentence(operator, services.operators);
    throw ofField(request.phoneField, new Refusal('operator_not_supported', sentence));
  }
  const [quote, power, registeredName, savedName] = await Promise.all([
    quoteFee(services, caller, {
      operation,
      amount,
      ...(operation === 'send_money' ? { recipient_phone: phone } : {}),
      ...(senderPaysFee === undefined ? {} : { sender_pays_fee: senderPaysFee }),
    }),
    readPayingPower(db, walletId),
    recipientName(services.operators, { mode, operator, phone }, recipient),
    findSavedName(db, walletId, phone),
  ]);
  return {
    ...quote,
    ...effectOf(quote, power),
    recipient: { phone, operator, registered_name: registeredName, saved_name: savedName },
  };
}

/** What a payment does to the balance, and whether it can be made now. Pure. */
export function effectOf(
  { operation, total_deducted, net_amount }: Pick<FeeQuote, 'operation' | 'total_deducted' | 'net_amount'>,
  { available, approvalThreshold }: Pick<PayingPower, 'available' | 'approvalThreshold'>,
): Pick<Preview, 'balance_before' | 'balance_after' | 'is_affordable' | 'requires_approval'> {
  const before = ugx(available);
  if (operation === 'collection') {
    const after = ugxToJson(addUgx(before, ugx(net_amount)));
    return { balance_before: available, balance_after: after, is_affordable: true, requires_approval: false };
  }
  const isAffordable = total_deducted <= available;
  return {
    balance_before: available,
    balance_after: isAffordable ? ugxToJson(subtractUgx(before, ugx(total_deducted))) : null,
    is_affordable: isAffordable,
    requires_approval: approvalThreshold !== null && total_deducted >= approvalThreshold,
  };
}

/** A refusal that is about one field. */
function ofField(field: string, { code, message }: Refusal): Refusal {
  return new Refusal(code, message, { errors: { [field]: [message] } });
}
