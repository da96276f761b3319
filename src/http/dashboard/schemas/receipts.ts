import type { PartyForm } from '../../../receipts/disclosure.ts';

/** A link to a receipt. Its address is only in the answer that made it. */
export interface ReceiptLinkObject {
  readonly id: number;
  readonly business: PartyForm;
  readonly counterparty: PartyForm;
  readonly show_description: boolean;
  readonly state: 'working' | 'expired' | 'revoked';
  readonly created_by: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly revoked_at: string | null;
}

/** A new link with its address, which is shown only now. */
export interface NewReceiptLink extends ReceiptLinkObject {
  readonly url: string;
}
