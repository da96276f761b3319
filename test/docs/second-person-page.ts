import {
  type Action,
  type ActionName,
  actions,
  type Circumstances,
  peopleNeeded,
} from '../../src/dual-control/actions.ts';

/** docs/second-person.md, made from the table of actions so that it cannot differ from it. */
export function secondPersonPage(): string {
  const rows = (Object.keys(actions) as ActionName[]).map(rowOf);
  return `# What needs a second person

With live money, these need two people: one proposes, and another approves exactly what they saw (\`src/dual-control\`,
[decision 19](decisions/0019-dual-control.md)). Who counts as another person is in [decision 17](decisions/0017-two-accounts-two-people.md).
Test money needs one person, except for payments from the approval threshold on.

| Action | Begun in | Test money | Live money, before live mode | Live money | Approved with | Waits at |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

- *Before live mode*: until two administrators with second factors enable live mode, one administrator sets the service up alone. To enable it
  always needs two, and it cannot be undone. These two are the root of trust.
- *Rehearsal*: with \`NSIMBI_REHEARSAL=on\`, every operator at a loopback address and a database in which live mode was never enabled, one
  person does everything in live mode. Every page says so.
- *Command line*: what is proposed there needs **two approvals**, by two people who count as two. Whoever uses the machine may have an account of
  the dashboard too, and so can give one of them, and not both. The first approval is shown with the proposal; it counts for exactly what that
  person saw, and either of the two may still reject. An account is vouched for on the pages *People* and *Team* by a third person alone.
- *API keys*: a key with the permission \`approvals:decide\` approves and rejects payments for the person who created or last rolled it, under the same rules
  ([decision 33](decisions/0033-decisions-of-api-keys.md)). A live key of which no person is known decides nothing.
- *By staff*: the client's own owners and developers do it alone; staff of the service, which is also whoever uses the command line, needs another
  administrator.
- *Break-glass*: if no second person can be reached, \`nsimbi proposal break-glass\` orders the change. It takes effect after 24 hours and needs the
  owner's login to the database. All staff members are notified by email and an administrator can reject it until then. Every page shows
  the order until another person has reviewed it.
`;
}

const live: Circumstances = {
  isLiveEnabled: true,
  isRehearsal: false,
  mode: 'live',
  by: 'staff',
  isLoosening: true,
  reachesThreshold: true,
};

function rowOf(name: ActionName): string {
  const { title, interfaces, approvedWith, waitsAt }: Action = actions[name];
  const cells = [
    title,
    interfaces.join(', '),
    peopleText(name, { ...live, mode: 'test' }),
    peopleText(name, { ...live, isLiveEnabled: false }),
    peopleText(name, live),
    `\`${approvedWith}\``,
    waitsAt,
  ];
  return `| ${cells.join(' | ')} |`;
}

function peopleText(name: ActionName, circumstances: Circumstances): string {
  if (peopleNeeded(name, circumstances) === 1) return '1';
  switch (actions[name].needs) {
    case 'always':
      return '2';
    case 'loosening':
      return '2 where it allows more, else 1';
    case 'from the threshold':
      return '2 from the approval threshold on';
    case 'loosening by staff':
      return '2 by staff where it allows more, else 1';
    case 'by staff':
      return '2 by staff, 1 by the client';
  }
}
