import type { ClientRole } from '../access/people/rights.ts';
import { type Ugx, ugx } from '../money/ugx.ts';
import { type Msisdn, msisdn } from '../phone/msisdn.ts';

export const businessKeys = ['shop', 'school', 'deliveries'] as const;
export type BusinessKey = (typeof businessKeys)[number];

/** Small traders with wallets here, whom the delivery business pays. Nobody signs in for them. */
export const traderNames = ['Owino Fruits and Vegetables', 'Mama Aisha Kitchen', 'Okello Cycle Spares'] as const;

/** Somebody of a business who can sign in. */
export interface Person {
  readonly email: string;
  readonly name: string;
  /** What they are there, for people. */
  readonly job: string;
  readonly role: ClientRole;
}

export interface Business {
  readonly name: string;
  readonly owner: Person;
  readonly finance: Person;
  readonly others: readonly Person[];
  /** Payouts of this amount or more need a second person's approval. */
  readonly approvalThreshold: Ugx | null;
}

/** The three businesses. Addresses of .example reach nobody (RFC 2606, section 2). */
export const businesses: Readonly<Record<BusinessKey, Business>> = {
  shop: {
    name: 'Kisasi Fresh Mart',
    owner: person('owner@kisasi-fresh.example', 'Sarah Namukasa', 'owner', 'client_owner'),
    finance: person('finance@kisasi-fresh.example', 'Godfrey Lubega', 'finance', 'client_finance'),
    others: [person('clerk@kisasi-fresh.example', 'Ivan Opio', 'clerk', 'client_viewer')],
    approvalThreshold: null,
  },
  school: {
    name: 'Bright Hill Primary School',
    owner: person('owner@bright-hill.example', 'Florence Asiimwe', 'owner', 'client_owner'),
    finance: person('finance@bright-hill.example', 'Denis Ssali', 'finance', 'client_finance'),
    others: [person('clerk@bright-hill.example', 'Patience Nabirye', 'clerk', 'client_viewer')],
    approvalThreshold: ugx(1_000_000),
  },
  deliveries: {
    name: 'Pearl Boda Deliveries',
    owner: person('owner@pearl-boda.example', 'Ronald Mugisha', 'owner', 'client_owner'),
    finance: person('finance@pearl-boda.example', 'Juliet Kirabo', 'finance', 'client_finance'),
    others: [
      person('clerk@pearl-boda.example', 'Moses Odongo', 'clerk', 'client_viewer'),
      person('developer@pearl-boda.example', 'Brian Okello', 'developer', 'client_developer'),
    ],
    approvalThreshold: ugx(2_000_000),
  },
};

function person(email: string, name: string, job: string, role: ClientRole): Person {
  return { email, name, job, role };
}

export function peopleOf({ owner, finance, others }: Business): readonly Person[] {
  return [owner, finance, ...others];
}

/**
 * A phone of a person outside: in the ranges of test numbers of both operators, above those with a fixed behaviour, so that the
 * simulator pays it.
 * @param number from 1000 to 9999.
 */
export function outsidePhone(number: number): Msisdn {
  const phone = msisdn(`${number % 3 === 0 ? '25670000' : '25677000'}${number}`);
  if (phone === null) throw new Error(`there is no test phone ${number}`);
  return phone;
}
