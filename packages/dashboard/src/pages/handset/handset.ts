import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';

/** What phones of test mode show now. */
export interface HandsetState {
  /** The service's clock, by which prompts end. */
  readonly now: string;
  readonly phones: readonly { readonly phone: string; readonly operator: string }[];
  readonly prompts: readonly Prompt[];
  readonly messages: readonly Message[];
}

export interface Prompt {
  readonly id: number;
  readonly kind: 'collection' | 'payout';
  readonly phone: string;
  readonly amount: number;
  readonly description: string | null;
  readonly merchant_name: string;
  readonly expires_at: string;
}

export interface Message {
  readonly id: string;
  readonly phone: string;
  readonly at: string;
  readonly kind: 'paid' | 'received' | 'refunded' | 'not_paid' | 'not_received';
  readonly text: string;
  readonly transaction_id: number;
}

export const phonesMax = 8;

/** One phone of each operator, both of which wait for a person. */
const usualPhones = ['256770000009', '256700000009'];

/** The phones that an address names; the usual ones where it names none. */
export function phonesOf(text: string | undefined): string[] {
  if (text === undefined) return usualPhones;
  const phones = text.split(',').filter((phone) => /^256\d{9}$/.test(phone));
  return [...new Set(phones)].slice(0, phonesMax);
}

/** Asks every second while the page is seen. */
export function useHandset(phones: readonly string[]) {
  const context = useStaffContext();
  return useQuery({
    queryKey: context.key('handset', phones),
    queryFn: ({ signal }) =>
      api.get<HandsetState>(context.path('/handset'), { query: { phones: phones.join(',') }, signal }),
    enabled: phones.length > 0 && context.mode === 'test',
    refetchInterval: 1000,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** How long a prompt still waits: 4:59. */
export function timeLeftText(expiresAt: string, now: string): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(expiresAt) - Date.parse(now)) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
