import type { Approval } from '../../../../../src/http/dashboard/schemas/approvals.ts';

/**
 * Who asked: a key by its number, a person by their email.
 * @param responsible the person behind the maker, who is named with the key.
 */
export function makerText(maker: string, responsible: string | null = null): string {
  const key = /^api_key:(\d+)$/.exec(maker);
  if (key === null) return maker;
  return responsible === null ? `API key ${key[1]}` : `API key ${key[1]} of ${responsible}`;
}

/** How many approvals a payment has, where one is not enough; null where one is. */
export function approvalsText({
  approvers_needed,
  first_approver,
}: Pick<Approval, 'approvers_needed' | 'first_approver'>): string | null {
  if (approvers_needed === 1) return null;
  return first_approver === null ? '0 of 2, because it is not known who created the key' : `1 of 2: ${first_approver}`;
}
