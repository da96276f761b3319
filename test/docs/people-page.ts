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
  'events.read': 'See events',
  'money.move': 'Send, withdraw, collect, refund, pay out in bulk',
  'approvals.read': 'See what waits for approval',
  'approvals.decide': 'Approve or reject what another person made',
  'handset.use': 'Use the virtual handset',
  'keys.read': 'See API keys',
  'keys.write': 'Make, roll and revoke API keys',
  'webhooks.read': 'See webhooks and deliveries',
  'webhooks.write': 'Set up, test and mend webhooks',
  'requests.read': 'See the log of requests',
  'team.read': 'See the team',
  'team.activity': 'See sign-ins, second factors and downloads of the team',
  'team.write': 'Invite, change roles, remove, ask for a second factor',
};

/** What each right at the service's own desk lets a person do. */
const platformMeanings: Readonly<Record<PlatformRight, string>> = {
  'clients.read': 'See clients and their wallets',
  'clients.write': 'Make clients, freeze them, set their limits',
  'adjustments.read': 'See top-ups and corrections',
  'adjustments.make': 'Make a top-up or correction',
  'adjustments.approve': 'Approve or reject one that another person made',
  'fees.read': 'See fees',
  'fees.write': 'Set fees',
  'reviews.read': 'See review cases',
  'reviews.resolve': 'Propose and confirm how a case ends',
  'operators.read': 'See floats and the health of operators',
  'reconciliation.read': 'See what was compared, and download what differs',
  'reconciliation.run': 'Compare an operator’s file with our books',
  'ledger.read': 'See the trial balance and the last audit',
  'ledger.audit': 'Run the audit of the ledger',
  'disabled_webhooks.read': 'See disabled webhooks of all clients',
  'people.read': 'See everybody',
  'people.write': 'Invite, shut out, change the service’s own staff',
  'audit_log.read': 'See and export the audit log',
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
A payment of a program was made by its API key, and by nobody who could approve it: an owner who makes a live key and knows it
could ask with the one hand and approve with the other. Where two people are to be needed, let developers make and keep the
live keys: they do not approve.

Administrators and support have these at every client, beside a role of their own there if they have one.

## At the service's own desk

${table(platformRoles, platformRights, platformMeanings)}`;
}

const introduction = `# People

Who signs in to the dashboard, and what they may do. Each person has an email address and a password, and at each client
one role; the service's own staff are *administrators* or *support*. The server checks every request; the browser only
hides what would be refused. A client that is not theirs does not exist for them: the answer is 404.

- **Let in** with *Team → Invite somebody*, or \`nsimbi person invite\`. Whoever has no password gets a link to set one,
  good once and for seven days. It is mailed where [\`NSIMBI_SMTP_URL\`](settings.md) is set; else it is logged and shown
  to whoever invites, who hands it over and could use it in their place: set a mail server where that matters. Whoever is
  let in elsewhere too gets such a link from an administrator only. A new link from them, and a new password, end the links
  before.
- **Forgotten password**: anybody can request a link for an address, at most three a minute. It is good once and for 24
  hours, and until it is used nothing changes: invitations, other links, sign-ins that wait for their second step, and the
  password stay. Without a mail server the page says to ask an administrator of the service, who gives a link under
  *People*; it says the same to everybody, known or not. Without mail, \`nsimbi person reset-password\` gives a link at the terminal, and \`--remove-second-factor\`
  helps who lost phone and recovery codes.
- **Wrong passwords and codes lock nobody out.** They delay the next attempt of their source, in the way that
  [SECURITY.md](../SECURITY.md#signing-in-to-the-dashboard) describes; a browser in which the person has signed in before, or
  has set a password by a link, is not delayed by others.
- **Authenticator app**: everybody can set one up under *Your account*, which signs them out everywhere else. Each code works
  once. To turn it off, or to replace the recovery codes, takes the password and a code of the app or a recovery code. A
  client's owner can ask it of everybody who works there, staff included, and \`NSIMBI_REQUIRE_TWO_FACTOR\` of everybody
  everywhere.
- **Who did what**: sign-ins, failed and delayed attempts, sign-outs, changes of passwords and second factors, requested and
  used links, and downloads are in the audit log, with address and browser. Owners see those of their own people at *Team →
  Activity*, from when these joined.
- **Shut out** with \`nsimbi person disable\`; sessions end at once, and open event streams within a second, on every process.
  The same holds for whoever is removed, has another role or a new password, or signs out everywhere. A team keeps at least
  one owner who can sign in, but an administrator who shuts out a client's only one leaves it without until somebody is
  invited or let in again.
- Sessions end after seven days without use. *Your account* lists them and signs them out.
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
