import { delayed, htmlPage, type Reply, reset, silence } from '../http/reply.ts';
import type { FaultOf } from './fault-list.ts';
import type { Happening } from './faults.ts';

/** What only the operator itself can put into words. */
export type Said =
  | 'server_error'
  | 'unavailable'
  | 'conflict'
  | 'unauthorized'
  | 'rate_limited'
  | 'refused'
  | 'not_found'
  | 'request_timeout'
  | 'gateway_timeout'
  | 'went_wrong';

type Effect = Said | 'truth_late' | 'silence' | 'reset' | 'html_403' | 'html_503';

const callEffects: Readonly<Record<FaultOf<'call'>, { readonly done: boolean; readonly effect: Effect }>> = {
  slow: { done: true, effect: 'truth_late' },
  silent_done: { done: true, effect: 'silence' },
  reset_before: { done: false, effect: 'reset' },
  reset_after: { done: true, effect: 'reset' },
  error_500_done: { done: true, effect: 'server_error' },
  error_500_not_done: { done: false, effect: 'server_error' },
  error_503_done: { done: true, effect: 'unavailable' },
  error_503_not_done: { done: false, effect: 'unavailable' },
  html_403: { done: false, effect: 'html_403' },
  html_503: { done: false, effect: 'html_503' },
  html_503_done: { done: true, effect: 'html_503' },
  conflict_done: { done: true, effect: 'conflict' },
  unauthorized: { done: false, effect: 'unauthorized' },
  rate_limited: { done: false, effect: 'rate_limited' },
  refused: { done: false, effect: 'refused' },
  timeout_408_done: { done: true, effect: 'request_timeout' },
  timeout_408_not_done: { done: false, effect: 'request_timeout' },
  gateway_timeout_done: { done: true, effect: 'gateway_timeout' },
  gateway_timeout_not_done: { done: false, effect: 'gateway_timeout' },
  went_wrong_done: { done: true, effect: 'went_wrong' },
  went_wrong_not_done: { done: false, effect: 'went_wrong' },
};

const readEffects: Readonly<Record<FaultOf<'query' | 'lookup' | 'token'>, Effect>> = {
  query_slow: 'truth_late',
  query_silent: 'silence',
  query_reset: 'reset',
  query_500: 'server_error',
  query_503: 'unavailable',
  query_html_403: 'html_403',
  query_html_503: 'html_503',
  query_not_found: 'not_found',
  query_unauthorized: 'unauthorized',
  query_rate_limited: 'rate_limited',
  lookup_slow: 'truth_late',
  lookup_silent: 'silence',
  lookup_reset: 'reset',
  lookup_500: 'server_error',
  lookup_html_503: 'html_503',
  lookup_rate_limited: 'rate_limited',
  token_slow: 'truth_late',
  token_reset: 'reset',
  token_500: 'server_error',
  token_html_503: 'html_503',
  token_rate_limited: 'rate_limited',
};

/** How an operator says what a fault makes it say. */
export type Say = (what: Said, happening: Happening) => Reply;

/** The true answer to a money call, and whether the call made a payment. */
export interface Done {
  readonly reply: Reply;
  readonly created: boolean;
}

/** Does a money call, or does not, and answers it as its fault wants. */
export async function underCallFault(
  happening: Happening<'call'> | null,
  act: () => Done | Promise<Done>,
  say: Say,
): Promise<Reply> {
  if (happening === null) return (await act()).reply;
  const { done, effect } = callEffects[happening.fault];
  if (!done) return replyOf(effect, happening, null, say);
  const { reply, created } = await act();
  if (created || effect === 'silence' || effect === 'reset') return replyOf(effect, happening, reply, say);
  // Nothing was done for a call that was refused or repeated, so no `…_done` answer would be true of it.
  return effect === 'truth_late' ? delayed(reply, happening.delayMs) : reply;
}

/** Answers something that changes nothing as its fault wants. */
export async function underReadFault(
  happening: Happening<'query' | 'lookup' | 'token'> | null,
  act: () => Reply | Promise<Reply>,
  say: Say,
): Promise<Reply> {
  if (happening === null) return act();
  const effect = readEffects[happening.fault];
  return replyOf(effect, happening, effect === 'truth_late' ? await act() : null, say);
}

function replyOf(effect: Effect, happening: Happening, truth: Reply | null, say: Say): Reply {
  if (effect === 'silence') return silence;
  if (effect === 'reset') return reset;
  if (effect === 'html_403') return htmlPage(403);
  if (effect === 'html_503') return htmlPage(503);
  if (effect !== 'truth_late') return say(effect, happening);
  if (truth === null) throw new Error('a late answer needs its true answer first');
  return delayed(truth, happening.delayMs);
}
