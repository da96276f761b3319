import {
  type ClientRight,
  clientRights,
  clientRoles,
  type PlatformRight,
  platformRights,
  platformRoles,
  type Role,
} from '../../src/access/people/rights.ts';

/** What each right at a client's desk lets a person do, as docs/people.md says it. */
const clientMeanings: Readonly<Record<ClientRight, string>> = {
  'home.read': 'See the home page: balance, volumes, what needs attention',
  'transactions.read': 'See, search and export transactions and statements',
  'receipts.share': 'Share receipts by links that need no sign-in, and revoke them',
  'events.read': 'See events',
  'money.move': 'Send, withdraw, collect, refund, pay out in bulk',
  'approvals.read': 'See payments waiting for approval',
  'approvals.decide': 'Approve or reject payments of another person',
  'handset.use': 'Use the virtual handset',
  'keys.read': 'See API keys',
  'keys.write': 'Create, roll and revoke API keys',
  'webhooks.read': 'See webhooks and deliveries',
  'webhooks.write': 'Set up, test and change webhooks',
  'requests.read': 'See the request log',
  'settings.read': 'See the limits, approvals and fees that apply to the client',
  'team.read': 'See the team',
  'team.activity': 'See what was done for the client, and sign-ins and downloads of the team',
  'team.write': 'Invite, change roles, remove, require a second factor, limit addresses',
  'notifications.read': 'See one’s notifications and the chat of the client',
  'notifications.choose': 'Choose which notifications one gets by e-mail',
  'notifications.chat': 'Set, test and remove the chat of the client',
};

/** What each right at the service's own desk lets a person do. */
const platformMeanings: Readonly<Record<PlatformRight, string>> = {
  'platform_home.read': 'See the overview: volume, revenue, floats, what needs action, and clients by growth',
  'clients.read': 'See clients and their wallets',
  'clients.write': 'Create clients, freeze them, set their limits',
  'adjustments.read': 'See top-ups and corrections',
  'adjustments.make': 'Propose a top-up or correction',
  'adjustments.approve': 'Approve or reject a proposal of another person',
  'proposals.read': 'See proposals, and everything that waits for a second person',
  'proposals.decide': 'Approve and reject proposals, and propose to enable live mode',
  'live_readiness.read': 'See what is missing before live mode',
  'fees.read': 'See fees',
  'fees.write': 'Set fees',
  'reviews.read': 'See review cases',
  'reviews.resolve': 'Propose and confirm the resolution of a case',
  'operators.read': 'See floats and the health of operators',
  'reconciliation.read': 'See comparisons, and download differences',
  'reconciliation.run': 'Compare an operator’s statement with the books',
  'ledger.read': 'See the trial balance and the last audit',
  'ledger.audit': 'Run the audit of the ledger',
  'disabled_webhooks.read': 'See disabled webhooks of all clients',
  'people.read': 'See all people',
  'people.write': 'Invite, disable and change the service’s own staff',
  'audit_log.read': 'See and export the audit log',
  'platform_notifications.choose': 'See and choose one’s notifications of the service',
  'platform_notifications.chat': 'Set, test and remove the chat of the service',
};

const roleNames: Readonly<Record<Role, string>> = {
  platform_administrator: 'Administrator',
  platform_support: 'Support',
  client_owner: 'Owner',
  client_developer: 'Developer',
  client_finance: 'Finance',
  client_viewer: 'Viewer',
};

/** docs/people.md, made from the tables of rights so that the two cannot differ. */
export function peoplePage(): string {
  return `${introduction}
## At a client's desk

${table([...platformRoles, ...clientRoles], clientRights, clientMeanings)}
A payment made by a program has its API key as the maker. Of live money, the person who created that key, or rolled it last, cannot approve
it either, because that person has seen the key. Where no person of the dashboard did, such as for a key that was created at the command
line, two people must approve. Test money needs an approver other than the maker only.

A program approves and rejects with an API key that has the permission \`approvals:decide\` ([API](api.md#approve-payments)). With live money it does so for the person who
created or last rolled that key, who needs the right to decide in the table above and is bound by the same rules. The audit log names the key and the person.

**Two accounts are two people** only where one could not be the other. For live payments, bulk payouts, top-ups, corrections and review cases,
a maker and an approver do not count as two

- for 72 hours after one invited the other, or somebody invited both (\`NSIMBI_SECOND_PERSON_AFTER\`);
- if one has seen a link by which the password of the other can be set, or somebody has seen links of both, also through accounts between
  them. Without a mail server, whoever invites somebody or sends a password link sees it. The account is then marked in the lists of
  people and of the team until a third person vouches for it: somebody who has seen no link of it, of whom nobody has seen one, and who is
  not tied in the same way to the account or to anybody who has.

The refusal is \`second_person_required\`. Nobody gives themselves a role at a client. For the first two people of a service without a mail server
there is no third person yet: \`nsimbi person vouch\` on its machine does it, and is in the audit log. Once live mode is enabled, it only
proposes to vouch.

What is proposed at the command line needs the approval of **two people** who count as two in the same way: the user of the machine may be one of
them. Pages show who approved it first; that person's approval counts once, and both may still reject it.

Administrators and support have these at every client, beside a role of their own there if they have one.

## At the service's own desk

${table(platformRoles, platformRights, platformMeanings)}`;
}

const introduction = `# People

People sign in to the dashboard with an email address and a password. They have one role at each client; the service's own staff are
*administrators* or *support*. The server checks every request; the browser only hides what would be refused. A client to which a person has
no access is answered 404.

- **Invite** with *Team → Invite a person* or \`nsimbi person invite\`. A person without a password receives a link to set one, which works
  once and for seven days. It is sent by email if [\`NSIMBI_SMTP_URL\`](settings.md) is set; otherwise it is logged and shown to the person who
  invites, who could use it instead: set a mail server where that matters. A person with access to another client receives such a link
  only from an administrator. A newer link or a new password makes earlier links invalid. Who sets a password is signed in at once; who has a
  second factor gives it first.
- **Forgotten password**: anyone can request a link for an address, at most three per minute. It works once and for 24 hours. Until it is
  used nothing changes: invitations, other links, sign-ins in progress and the password stay valid. Without a mail server the page says to
  ask an administrator of the service, who creates a link under *People*. The page says the same for known and unknown addresses.
  \`nsimbi person reset-password\` creates a link at the terminal; \`nsimbi person remove-second-factor\` helps a person who lost phone and recovery codes.
- **Wrong passwords and codes lock nobody out.** They delay the next attempt from the same source, as
  [SECURITY.md](../SECURITY.md#signing-in-to-the-dashboard) describes. A browser in which the person has signed in before, or has set a
  password by a link, is not delayed by others.
- **Passkeys**: everybody can add some under *Your account*, each with a name. A passkey signs in alone, with the fingerprint, face or PIN of the
  device, or confirms a password. Browsers allow passkeys only at an https address with a domain name (\`NSIMBI_PUBLIC_URL\`), and on the
  service's own machine at \`localhost\`; elsewhere the page says where they work. Add two: there are no recovery codes for them.
- **Authenticator app**: everybody can set one up under *Your account*. Each code works once. To turn it off, or to replace the recovery codes,
  the password and a code of the app or a recovery code are required. To set up or remove a second factor signs the person out everywhere else.
- **Who needs a second factor**, which is a passkey or an authenticator app: staff, and everybody in live mode. Who has none can sign in, set one
  up, and use the test mode of their own clients; other pages lead to the account. A client's owner can require it from all people of
  the client in both modes, staff included. \`NSIMBI_REQUIRE_TWO_FACTOR\` can require it from everybody, or leave it to the clients.
- **Again after five minutes**: approvals and rejections, live keys, webhooks and their secrets, roles, invitations, password links, factors,
  fees, new clients, payout settings of live wallets, allowed addresses, chats, mails about sign-ins and the end of another person's sessions ask for the second factor
  once more, or for the password of who has none, if none was given within five minutes. A sign-in counts. The page then sends the same
  request again. What concerns test money only asks for nothing; roles, invitations and allowed addresses ask in both modes.
- **Mails**: a person is mailed about each new browser unless they turn that off, and when a passkey is added or removed, the authenticator app set up or turned off,
  or the password changed. A new password removes no passkey: look at the passkeys under *Your account*.
- **Activity**: sign-ins, failed and delayed attempts, sign-outs, changes of passwords and second factors, requested and used links, and
  downloads are in the audit log, with address and browser. Owners see those of their team at *Team → Activity*, from the time at which
  each person joined, and everything that people and API keys did on behalf of the client. An entry says who acted, for whom, from which
  address and in which session, and what was shown before an approval. *Your account* lists sessions by the same names.
- **Disable** with \`nsimbi person disable\`: sessions end at once, and open event streams within a second, in every process. The same
  happens when a person is removed, gets another role or a new password, or signs out everywhere. A team keeps at least one owner who can
  sign in. If an administrator disables a client's only owner, the client has none until another is invited or enabled.
- **Allowed addresses**: an owner can limit the client's pages to addresses and networks under *Team → Allowed addresses*, and administrators can
  do it on the client's page of the platform. The limit holds for all people, also for staff of the service, who see a client's pages only
  from an allowed address; the platform's own pages stay open to them. The list must contain the address of the owner who sets it. A client
  that has locked itself out asks an administrator, or \`nsimbi client dashboard-ips --any-address\` removes the limit: once
  live mode is enabled, another administrator approves what staff or the command line allows beyond the list before. Without
  \`NSIMBI_TRUST_PROXY\` everybody behind a proxy has the proxy's address: the page shows which address the service sees. API keys have
  lists of their own.
- Sessions end after seven days without use. *Your account* lists them and signs them out. After a device
  was lost, an administrator ends all sessions of its person under *People*, or \`nsimbi person end-sessions\` does; the person can sign in again.
`;

function table<Right extends string>(
  roles: readonly Role[],
  rights: Readonly<Record<Right, Partial<Record<Role, 'both' | 'test'>>>>,
  meanings: Readonly<Record<Right, string>>,
): string {
  const head = `| | ${roles.map((role) => roleNames[role]).join(' | ')} |\n| --- |${' --- |'.repeat(roles.length)}`;
  const words = { both: 'yes', test: 'in test' };
  const rows = (Object.keys(rights) as Right[]).map((right) => {
    const cells = roles.map((role) => {
      const reach = rights[right][role];
      return reach === undefined ? '' : words[reach];
    });
    return `| ${meanings[right]} | ${cells.join(' | ')} |`;
  });
  return `${head}\n${rows.join('\n')}\n`;
}
