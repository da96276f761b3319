import type { ApprovalState } from '../../../../../src/access/first-approvals.ts';

/** What a page says about the approvals of something that waits, where one is not enough; null where one is. Pure. */
export function approvalsText(
  { approvers_needed: needed, first_approver: first }: ApprovalState,
  myEmail: string,
): string | null {
  if (needed === 1) return null;
  if (first === null) return 'It was proposed at the command line, so two people must approve it.';
  if (first === myEmail) return 'You approved it. Another person must approve it too.';
  return `Approved by ${first}. Another person must approve it too.`;
}
