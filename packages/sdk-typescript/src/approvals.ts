import { itemsOfPages, readPage } from './pages.ts';
import { type CallOptions, idInPath, type Transport } from './transport.ts';
import type { Approval, ApprovalDecision, ApprovalsQuery, Envelope, Page, RejectionRequest } from './types.ts';

const path = '/api/v1/approvals';

/** Payments that wait for a second person. The key needs `approvals:read`, or `approvals:decide` to approve and reject. */
export class Approvals {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * One page, the oldest first.
   * @throws NsimbiError
   */
  list(query: ApprovalsQuery = {}, options?: CallOptions): Promise<Page<Approval>> {
    return readPage(this.#transport, { method: 'GET', path, kind: 'read', query: { ...query } }, options);
  }

  /**
   * All payments that wait, the oldest first.
   * @throws NsimbiError
   */
  iterate(query: ApprovalsQuery = {}, options?: CallOptions): AsyncGenerator<Approval, void, undefined> {
    return itemsOfPages((cursor = query.cursor) =>
      this.list({ ...query, ...(cursor === undefined ? {} : { cursor }) }, options),
    );
  }

  /**
   * One payment that waits.
   * @param id the id of the transaction.
   * @throws NsimbiError with the code `not_pending` when it waits no longer
   */
  async get(id: number, options?: CallOptions): Promise<Approval> {
    const call = { method: 'GET', path: pathOf(id), kind: 'read' } as const;
    return (await this.#transport.json<Envelope<Approval>>(call, options)).data;
  }

  /**
   * Approves a payment. The second time this changes nothing.
   * @param id the id of the transaction.
   * @param amount the `amount` of the approval, in shillings.
   * @returns the payment as it is now; with the status `pending` another person must approve it too.
   * @throws NsimbiError with the code `approver_is_maker` or `second_person_required` when the person behind the key is no second person
   */
  async approve(id: number, amount: number, options?: CallOptions): Promise<ApprovalDecision> {
    const call = { method: 'POST', path: `${pathOf(id)}/approve`, kind: 'read', body: { amount } } as const;
    return (await this.#transport.json<Envelope<ApprovalDecision>>(call, options)).data;
  }

  /**
   * Rejects a payment; its money is back in the wallet. The second time this changes nothing.
   * @param id the id of the transaction.
   * @throws NsimbiError
   */
  async reject(id: number, request: RejectionRequest = {}, options?: CallOptions): Promise<ApprovalDecision> {
    const call = { method: 'POST', path: `${pathOf(id)}/reject`, kind: 'read', body: request } as const;
    return (await this.#transport.json<Envelope<ApprovalDecision>>(call, options)).data;
  }
}

function pathOf(id: number): string {
  return `${path}/${idInPath(id)}`;
}
