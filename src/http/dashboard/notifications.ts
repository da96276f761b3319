import type { FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import type { ClientRight, PlatformRight, Role } from '../../access/people/rights.ts';
import { isoTime } from '../../ledger/transaction-object.ts';
import { type ChatOwner, findChat, noChat, removeChat, setChat, writeToChat } from '../../notifications/chats.ts';
import { type Choice, readChoices, writeChoices } from '../../notifications/choices.ts';
import { accountKinds, clientKinds, type NotificationKind, platformKinds } from '../../notifications/kinds.ts';
import { chatTestOf, type Place } from '../../notifications/texts.ts';
import { addressPolicyOfSettings } from '../../webhooks/address-policy-of-settings.ts';
import { sendData } from '../response.ts';
import type { ChatTest, NotificationChoice, NotificationSettings, Notifications } from './schemas/notifications.ts';
import type { DashboardApi, DashboardParts } from './server/api.ts';
import { actorOf, clientContextOf, staffContextOf } from './server/context.ts';

/** What people are notified of: at a client, on the platform, and about their own account. */
export function registerNotificationRoutes(api: DashboardApi, parts: DashboardParts): void {
  registerPlace(api, parts, ofClients);
  registerPlace(api, parts, ofPlatform);
  readOfAccount(api, parts);
  chooseOfAccount(api, parts);
}

/** Where notifications are chosen and a chat can be set. */
interface Desk {
  readonly path: string;
  /** In the summaries of its routes. */
  readonly name: string;
  readonly params: TSchema;
  readonly kinds: readonly NotificationKind[];
  readonly read: ClientRight | PlatformRight;
  readonly choose: ClientRight | PlatformRight;
  readonly chat: ClientRight | PlatformRight;
  readonly placeOf: (request: FastifyRequest) => Place;
  /** The person's role there; null for who has none of their own. */
  readonly roleOf: (request: FastifyRequest) => Role | null;
}

const ofClients: Desk = {
  path: '/clients/:clientId/notifications',
  name: 'a client',
  params: Type.Object({ clientId: Type.String() }),
  kinds: clientKinds,
  read: 'notifications.read',
  choose: 'notifications.choose',
  chat: 'notifications.chat',
  placeOf: (request) => {
    const { caller, name } = clientContextOf(request);
    return { clientId: caller.clientId, name };
  },
  roleOf: (request) => {
    const { clientId } = clientContextOf(request).caller;
    return staffContextOf(request).memberships.clients.find((one) => one.clientId === clientId)?.role ?? null;
  },
};

const ofPlatform: Desk = {
  path: '/platform/notifications',
  name: 'the platform',
  params: Type.Object({}),
  kinds: platformKinds,
  read: 'platform_notifications.choose',
  choose: 'platform_notifications.choose',
  chat: 'platform_notifications.chat',
  placeOf: () => null,
  roleOf: (request) => staffContextOf(request).memberships.platformRole,
};

function registerPlace(api: DashboardApi, parts: DashboardParts, desk: Desk): void {
  readOfDesk(api, parts, desk);
  chooseAtDesk(api, parts, desk);
  setChatOfDesk(api, parts, desk);
  removeChatOfDesk(api, parts, desk);
  testChatOfDesk(api, parts, desk);
}

function readOfDesk(api: DashboardApi, parts: DashboardParts, desk: Desk): void {
  api.get(
    desk.path,
    {
      schema: {
        summary: `Your notifications of ${desk.name}, and its chat`,
        description: 'Of clients, notifications are about live money only.',
        params: desk.params,
      },
      config: { right: desk.read },
    },
    async (request, reply) => {
      sendData(reply, 'Notifications retrieved.', await settingsOf(parts, desk, request));
    },
  );
}

function chooseAtDesk(api: DashboardApi, parts: DashboardParts, desk: Desk): void {
  api.put(
    desk.path,
    {
      schema: {
        summary: `Choose which notifications of ${desk.name} you get by e-mail`,
        params: desk.params,
        body: chosenOf(desk.kinds),
      },
      config: { right: desk.choose },
    },
    async (request, reply) => {
      const { kinds } = request.body as Static<ReturnType<typeof chosenOf>>;
      await writeChoices(parts.pool, chooserAt(desk, request), kinds, actorOf(request));
      sendData(reply, 'Your choice was saved.', await settingsOf(parts, desk, request));
    },
  );
}

function setChatOfDesk(api: DashboardApi, parts: DashboardParts, desk: Desk): void {
  const { pool, sealer, settings } = parts;
  api.put(
    `${desk.path}/chat`,
    {
      schema: {
        summary: `Set the chat of ${desk.name}`,
        description:
          'The URL is one of an incoming webhook that accepts `{"text": …}` over https, as Slack, Google Chat, Mattermost and Microsoft Teams ' +
          'have them. It is never shown again. Omitted, the one that is set stays.',
        params: desk.params,
        body: chatOf(desk.kinds),
      },
      config: { right: desk.chat, stepUp: 'always' },
    },
    async (request, reply) => {
      const { url, kinds } = request.body as Static<ReturnType<typeof chatOf>>;
      const addressPolicy = addressPolicyOfSettings(settings);
      await setChat({ pool, sealer, addressPolicy }, ownerOf(desk, request), { url, kinds }, actorOf(request));
      sendData(reply, 'The chat was saved.', await settingsOf(parts, desk, request));
    },
  );
}

function removeChatOfDesk(api: DashboardApi, parts: DashboardParts, desk: Desk): void {
  api.delete(
    `${desk.path}/chat`,
    { schema: { summary: `Remove the chat of ${desk.name}`, params: desk.params }, config: { right: desk.chat } },
    async (request, reply) => {
      await removeChat(parts.pool, ownerOf(desk, request), actorOf(request));
      sendData(reply, 'The chat was removed.', await settingsOf(parts, desk, request));
    },
  );
}

function testChatOfDesk(api: DashboardApi, { pool, sealer, chats, baseUrl }: DashboardParts, desk: Desk): void {
  api.post(
    `${desk.path}/chat/test`,
    {
      schema: {
        summary: `Send a test message to the chat of ${desk.name}`,
        description: 'Waits for the response, at most 10 seconds.',
        params: desk.params,
      },
      config: { right: desk.chat },
    },
    async (request, reply) => {
      const text = chatTestOf(desk.placeOf(request), baseUrl());
      const result = await writeToChat({ db: pool, sealer, sender: chats }, ownerOf(desk, request), text);
      if (result === null) throw noChat();
      const test: ChatTest = {
        accepted: result.is === 'accepted',
        error: result.is === 'accepted' ? null : result.error,
      };
      sendData(reply, 'The test was sent.', test);
    },
  );
}

function readOfAccount(api: DashboardApi, parts: DashboardParts): void {
  api.get(
    '/account/notifications',
    { schema: { summary: 'Your notifications about your account' }, config: { right: 'signed_in' } },
    async (request, reply) => {
      sendData(reply, 'Notifications retrieved.', await accountSettingsOf(parts, request));
    },
  );
}

/** Somebody who has signed in with a stolen password must not silence what would tell of the next sign-in. */
function chooseOfAccount(api: DashboardApi, parts: DashboardParts): void {
  api.put(
    '/account/notifications',
    {
      schema: {
        summary: 'Choose which notifications about your account you get by e-mail',
        body: chosenOf(accountKinds),
      },
      config: { right: 'signed_in', stepUp: 'always' },
    },
    async (request, reply) => {
      await writeChoices(parts.pool, chooserOfAccount(request), request.body.kinds, actorOf(request));
      sendData(reply, 'Your choice was saved.', await accountSettingsOf(parts, request));
    },
  );
}

function chosenOf(kinds: readonly NotificationKind[]) {
  return Type.Object({ kinds: kindsIn(kinds, 'What you receive by e-mail. All other kinds are turned off.') });
}

function chatOf(kinds: readonly NotificationKind[]) {
  return Type.Object({
    url: Type.Optional(
      Type.String({
        maxLength: 2_048,
        description: 'The URL of the incoming webhook.',
        examples: ['https://hooks.slack.com/services/T000/B000/XXXX'],
      }),
    ),
    kinds: kindsIn(kinds, 'What is sent to the chat.'),
  });
}

function kindsIn(kinds: readonly NotificationKind[], description: string) {
  return Type.Array(Type.Enum([...kinds]), { description, examples: [[kinds[0]]] });
}

function ownerOf(desk: Desk, request: FastifyRequest): ChatOwner {
  return desk.placeOf(request)?.clientId ?? null;
}

function chooserAt(desk: Desk, request: FastifyRequest) {
  const role = desk.roleOf(request);
  if (role === null) throw new Error('who has no role has no right to choose');
  return { personId: staffContextOf(request).person.id, clientId: ownerOf(desk, request), role };
}

function chooserOfAccount(request: FastifyRequest) {
  return { personId: staffContextOf(request).person.id, clientId: null, role: null };
}

async function settingsOf(
  { pool, settings }: DashboardParts,
  desk: Desk,
  request: FastifyRequest,
): Promise<NotificationSettings> {
  const choices = desk.roleOf(request) === null ? [] : await readChoices(pool, chooserAt(desk, request));
  const chat = await findChat(pool, ownerOf(desk, request));
  return {
    mails_are_sent: settings.smtpUrl !== null,
    choices: choices.map(choiceObject),
    chat:
      chat === null
        ? null
        : {
            host: chat.host,
            kinds: chat.kinds,
            set_by: chat.setBy,
            updated_at: isoTime(chat.updatedAtMs),
            failure: chat.failure === null ? null : { error: chat.failure.error, at: isoTime(chat.failure.atMs) },
          },
    chat_kinds: desk.kinds,
  };
}

async function accountSettingsOf({ pool, settings }: DashboardParts, request: FastifyRequest): Promise<Notifications> {
  const choices = await readChoices(pool, chooserOfAccount(request));
  return { mails_are_sent: settings.smtpUrl !== null, choices: choices.map(choiceObject) };
}

function choiceObject({ kind, byEmail }: Choice): NotificationChoice {
  return { kind, by_email: byEmail };
}
