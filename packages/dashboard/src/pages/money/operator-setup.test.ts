import { expect, test } from 'vitest';
import { setupText } from './operator-setup.tsx';

const owner = { platform_role: null };
const administrator = { platform_role: 'platform_administrator' } as const;
const nothing = { connected: [], missing: ['MTN', 'Airtel'], live_refused: null };

test.each([
  { setup: nothing, me: owner, says: [/^No operator is connected/, /MTN, Airtel/, /Ask the administrator/] },
  { setup: nothing, me: administrator, says: [/^No operator is connected/, /Set the credentials of MTN or Airtel/] },
  {
    setup: { ...nothing, connected: ['MTN'], missing: ['Airtel'] },
    me: owner,
    says: [/^Airtel is not connected: only MTN/],
  },
  {
    setup: { ...nothing, live_refused: 'other_installation' as const },
    me: owner,
    says: [/copy of another/, /Ask the administrator/],
  },
  {
    setup: { ...nothing, live_refused: 'other_installation' as const },
    me: administrator,
    says: [/another installation/, /docs\/backup-and-upgrade\.md/],
  },
  { setup: { ...nothing, live_refused: 'owner_login' as const }, me: owner, says: [/more rights than it needs/] },
  { setup: { ...nothing, live_refused: 'owner_login' as const }, me: administrator, says: [/docs\/operations\.md/] },
])('$setup for $me says what is missing and who can change it', ({ setup, me, says }) => {
  for (const text of says) expect(setupText(setup, me)).toMatch(text);
});

test('it says nothing where every operator is connected', () => {
  expect(setupText({ connected: ['MTN', 'Airtel'], missing: [], live_refused: null }, owner)).toBeNull();
});
