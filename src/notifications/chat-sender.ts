import { createSecureContext } from 'node:tls';
import type { AddressPolicy } from '../webhooks/safe-address/address-policy.ts';
import { type Lookup, lookupInDns } from '../webhooks/safe-address/lookup.ts';
import { Connections } from '../webhooks/sending/connections.ts';
import { Exchange } from '../webhooks/sending/exchange.ts';
import {
  ConnectionEnded,
  failureSentence,
  SenderClosed,
  statusSentence,
  TimedOut,
} from '../webhooks/sending/failure.ts';
import { readTarget } from '../webhooks/sending/target.ts';

/** What became of a message to a chat. */
export type ChatResult =
  | { readonly is: 'accepted' }
  /** `mayHaveArrived`: it was sent, and no answer came. */
  | { readonly is: 'failed'; readonly error: string; readonly mayHaveArrived: boolean };

/** Writes messages to chats. */
export interface ChatSender {
  /** Sends a text. Never rejects: an error is a sentence, in which nothing of the URL but its host is named. */
  send(url: string, text: string): Promise<ChatResult>;
  /** Ends what is being sent. */
  close(): void;
}

/** For everything: name, connection, TLS, request and answer. */
const usualDeadlineMs = 10_000;

/**
 * Sends `{"text": …}` over https to addresses to which webhooks of live mode may be sent: the form that incoming webhooks of Slack, Google Chat, Mattermost and
 * Microsoft Teams accept. Such messages are rare, so each has a connection of its own.
 */
export function createChatSender({
  brand,
  addressPolicy,
  deadlineMs = usualDeadlineMs,
  lookup = lookupInDns(),
}: {
  /** The name in the User-Agent. */
  readonly brand: string;
  readonly addressPolicy: AddressPolicy;
  readonly deadlineMs?: number;
  readonly lookup?: Lookup;
}): ChatSender {
  const connections = new Connections({ addressPolicy, lookup, secureContext: createSecureContext() });
  const headers = ['User-Agent', `${brand}-Notifications/1.0`, 'Content-Type', 'application/json'];
  return {
    send: async (url, text) => {
      // It was checked when it was set, but settings may have changed.
      const problem = addressPolicy.urlProblem(url, 'live');
      if (problem !== null) return { is: 'failed', error: `Not sent: ${problem}`, mayHaveArrived: false };
      const target = readTarget(url);
      const connection = connections.open(target, 'live');
      const exchange = new Exchange(connection);
      const timer = setTimeout(() => {
        connection.end(new TimedOut(deadlineMs, connection.stage, target, exchange.status));
      }, deadlineMs);
      try {
        const body = Buffer.from(JSON.stringify({ text }));
        const { status, location } = await exchange.send({ method: 'POST', path: target.path, headers, body });
        if (status >= 200 && status <= 299) return { is: 'accepted' };
        return { is: 'failed', error: statusSentence(status, location), mayHaveArrived: false };
      } catch (error) {
        return {
          is: 'failed',
          error: failureSentence(error, target),
          mayHaveArrived: connection.stage === 'answer',
        };
      } finally {
        clearTimeout(timer);
        connection.end(new ConnectionEnded());
      }
    },
    close: () => connections.endAll(new SenderClosed()),
  };
}
