import { expect, test } from 'vitest';
import { ruleInForce, type SecondFactorPlace, secondFactorRequired } from './second-factor-rule.ts';

const member = { isMember: true, mode: 'test', requires: false } as const;
const byDefault: SecondFactorPlace = {
  rule: 'staff-and-live',
  isStaff: false,
  ownClientRequires: false,
  client: member,
};

test.each<[string, Partial<SecondFactorPlace>, boolean]>([
  ['a member with test money', {}, false],
  ['a member with live money', { client: { ...member, mode: 'live' } }, true],
  ['a member at what belongs to both modes', { client: { ...member, mode: null } }, true],
  ['staff at the platform', { isStaff: true, client: null }, true],
  ['staff at a client, with test money too', { isStaff: true, client: { ...member, isMember: false } }, true],
  ['staff who is a member, with test money', { isStaff: true }, false],
  ['a member of a client that requires it, with test money', { client: { ...member, requires: true } }, true],
  ['somebody else’s client that requires it', { ownClientRequires: true }, false],
])('by default %s needs a second factor, or not', (_, place, isRequired) => {
  expect(secondFactorRequired({ ...byDefault, ...place })).toBe(isRequired);
});

test('the setting requires it of everybody, or leaves it to the clients', () => {
  expect(secondFactorRequired({ ...byDefault, rule: 'on' })).toBe(true);
  const live = { ...member, mode: 'live' } as const;
  const off = { ...byDefault, rule: 'off' } as const;
  expect(secondFactorRequired({ ...off, isStaff: true, client: live })).toBe(false);
  expect(secondFactorRequired({ ...off, client: { ...live, requires: true } })).toBe(true);
  expect(secondFactorRequired({ ...off, isStaff: true, client: null, ownClientRequires: true })).toBe(true);
});

test('a rehearsal asks for none by default, and does where that is set', () => {
  expect(ruleInForce('staff-and-live', true)).toBe('off');
  expect(ruleInForce('on', true)).toBe('on');
  expect(ruleInForce('staff-and-live', false)).toBe('staff-and-live');
});
