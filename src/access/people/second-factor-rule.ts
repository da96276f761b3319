import type { Mode } from '../../ledger/transaction.ts';

/**
 * Of whom the service requires a second factor (`NSIMBI_REQUIRE_TWO_FACTOR`): of everybody (`on`); of its own staff, and of
 * everybody for live money (`staff-and-live`); or only where a client requires it (`off`).
 */
export type SecondFactorRule = 'on' | 'staff-and-live' | 'off';

/**
 * The rule in a rehearsal, in which nothing is worth a second factor by default; who set `on` has it anyway. Pure.
 */
export function ruleInForce(rule: SecondFactorRule, isRehearsal: boolean): SecondFactorRule {
  return isRehearsal && rule === 'staff-and-live' ? 'off' : rule;
}

/** Where somebody works: at one client, or at the platform. */
export interface SecondFactorPlace {
  readonly rule: SecondFactorRule;
  readonly isStaff: boolean;
  /** Whether one of the person's own clients requires a second factor. */
  readonly ownClientRequires: boolean;
  /** Null at the platform. */
  readonly client: {
    /** Whether the person has a role of their own there, beside one of staff. */
    readonly isMember: boolean;
    /** Null for what belongs to both modes, such as the team. */
    readonly mode: Mode | null;
    /** Whether this client requires a second factor of everybody, staff included. */
    readonly requires: boolean;
  } | null;
}

/**
 * Whether somebody needs a second factor to work there. Pure. At a client its own rule holds for everybody; elsewhere the rules of
 * the person's own clients hold. Without one, the members of a client may use its test mode, so that anybody can try the service.
 */
export function secondFactorRequired({ rule, isStaff, ownClientRequires, client }: SecondFactorPlace): boolean {
  if (rule === 'on') return true;
  if (client === null ? ownClientRequires : client.requires) return true;
  if (rule === 'off') return false;
  return client === null ? isStaff : !(client.isMember && client.mode === 'test');
}
