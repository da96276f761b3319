import type {
  FoundClient,
  FoundTransaction,
  PlatformSearchResult,
  SearchGroup,
  SearchResult,
} from '../../../../src/http/dashboard/schemas/search.ts';
import { type Me, mayOnPlatform } from '../api/session.ts';
import { dayText } from '../components/time-text.ts';
import type { OpenClient } from './last-desk.ts';
import { needsSecondFactor } from './second-factor-gate.ts';

/** What a search looks through: all clients, or the one that is open. */
export type SearchPlace = { readonly is: 'platform' } | ({ readonly is: 'client' } & OpenClient);

/** Where a person searches; null for a person who has no client. Staff without the second factor that their pages need has the client. */
export function searchPlaceOf(me: Me, openClient: OpenClient | null): SearchPlace | null {
  if (mayOnPlatform(me, 'clients.read') && !needsSecondFactor(me, { path: '/platform' })) return { is: 'platform' };
  return openClient === null ? null : { is: 'client', ...openClient };
}

/** The path of the search in the dashboard's API. */
export function searchPathOf(place: SearchPlace): string {
  return place.is === 'platform' ? '/platform/search' : `/clients/${place.clientId}/${place.mode}/search`;
}

export type AnySearchResult = SearchResult | PlatformSearchResult;

/** Something that can be chosen, and the page that it opens. */
export interface SearchOption {
  readonly to: string;
  /** The search part of the address. */
  readonly search?: Readonly<Record<string, string | number>>;
  readonly shows:
    | { readonly is: 'transaction'; readonly transaction: FoundTransaction; readonly client: string | null }
    | { readonly is: 'client'; readonly client: FoundClient }
    | { readonly is: 'list'; readonly label: string };
}

export interface SearchSection {
  readonly title: string;
  readonly options: readonly SearchOption[];
}

const titles: Readonly<Record<SearchGroup['kind'], string>> = {
  transaction: 'This id or reference',
  operator: 'This reference or receipt of an operator',
  client_reference: 'This client reference',
  phone: 'This phone',
  amount: 'This amount, with the fee or without it',
  text: 'Name or note',
};

/** What was found, in the order in which it is shown: exact matches first. Pure. */
export function sectionsOf(result: AnySearchResult): SearchSection[] {
  const of = (isExact: boolean) =>
    result.groups.filter((group) => group.is_exact === isExact).map((group) => sectionOf(group, result));
  return [...of(true), ...otherModeOf(result), ...clientsOf(result), ...of(false)];
}

function sectionOf(group: SearchGroup, result: AnySearchResult): SearchSection {
  const options = group.transactions.map((transaction) => transactionOption(transaction, result));
  const title = group.has_more ? `${titles[group.kind]}: the newest ${options.length}` : titles[group.kind];
  const [first] = group.transactions;
  if (!group.has_more || group.more === null || first === undefined) return { title, options };
  const more: SearchOption = {
    to: `/clients/${first.client_id}/${first.mode}/transactions`,
    search: { ...group.more },
    shows: { is: 'list', label: 'Show all of them in the list' },
  };
  return { title, options: [...options, more] };
}

function transactionOption(transaction: FoundTransaction, result: AnySearchResult): SearchOption {
  const { client_id, mode, id } = transaction;
  const client = 'client_names' in result ? `${result.client_names[client_id]}, ${mode}` : null;
  return { to: `/clients/${client_id}/${mode}/transactions/${id}`, shows: { is: 'transaction', transaction, client } };
}

function otherModeOf(result: AnySearchResult): SearchSection[] {
  if (!('other_mode' in result) || result.other_mode === null) return [];
  const { mode, transactions } = result.other_mode;
  const title = `Not in ${mode === 'live' ? 'test' : 'live'} mode, but in ${mode} mode`;
  return [{ title, options: transactions.map((transaction) => transactionOption(transaction, result)) }];
}

function clientsOf(result: AnySearchResult): SearchSection[] {
  if (!('clients' in result) || result.clients.length === 0) return [];
  const options = result.clients.map(
    (client): SearchOption => ({ to: `/platform/clients/${client.client_id}`, shows: { is: 'client', client } }),
  );
  return [{ title: result.has_more_clients ? 'The first clients with this' : 'Clients', options }];
}

/** The way to the list of a client, which searches as far back as there are payments. */
export function listSection({ clientId, mode }: OpenClient, text: string): SearchSection {
  const to = `/clients/${clientId}/${mode}/transactions`;
  const label = `Search all transactions in ${mode} mode for “${text}”`;
  return { title: 'List', options: [{ to, search: { search: text }, shows: { is: 'list', label } }] };
}

/** What is said of a search beside its results. Pure. */
export function summaryOf({ free_text_from, is_complete }: AnySearchResult, found: number): string {
  const count = found === 0 ? 'Nothing found.' : found === 1 ? '1 result.' : `${found} results.`;
  const since =
    free_text_from === null
      ? ''
      : ` Phones, amounts, names and notes were searched in payments since ${dayText(new Date(free_text_from))}.`;
  return `${count}${since}${is_complete ? '' : ' Not everything could be searched in time: try it again.'}`;
}

/** The option that an arrow key leads to, from the one that is active; the first follows the last. Pure. */
export function nextActive(active: number, key: 'ArrowDown' | 'ArrowUp', count: number): number {
  if (count === 0) return 0;
  return (active + (key === 'ArrowDown' ? 1 : -1) + count) % count;
}
