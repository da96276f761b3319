import { describe, expect, test } from 'vitest';
import { approvalsNeeded, dependenceOf, type Tie } from './second-person.ts';

const hour = 3_600_000;
const [grace, joan, peter, ruth] = ['grace@example.com', 'joan@example.com', 'peter@example.com', 'ruth@example.com'];

function tie(account: string, tiedTo: string, kind: Tie['kind'], hours = 0): Tie {
  return { account, tiedTo, kind, ageMs: hours * hour };
}

describe('two people', () => {
  test('who have nothing to do with each other are two', () => {
    const ties = [tie(grace, peter, 'link_seen'), tie(joan, ruth, 'link_seen')];
    expect(dependenceOf([joan], grace, ties, 72 * hour)).toBeNull();
  });

  test('are not two where a third one could be using both', () => {
    const seen = [tie(grace, peter, 'link_seen'), tie(joan, peter, 'link_seen')];
    expect(dependenceOf([joan], grace, seen, 72 * hour)).toBe('link_seen');
    const invited = [tie(grace, peter, 'link_seen'), tie(joan, peter, 'invited', 1)];
    expect(dependenceOf([joan], grace, invited, 72 * hour)).toBe('invited_lately');
  });

  test('are not two where one could be using the other through accounts between them', () => {
    const ties = [tie(grace, peter, 'link_seen'), tie(peter, ruth, 'link_seen'), tie(ruth, joan, 'link_seen')];
    expect(dependenceOf([joan], grace, ties, 72 * hour)).toBe('link_seen');
    expect(dependenceOf([grace], joan, ties, 72 * hour)).toBe('link_seen');
  });

  test('are one where the approver is any of the makers', () => {
    expect(dependenceOf(['api_key:7', joan], joan, [], 72 * hour)).toBe('same_person');
  });

  test.each([
    ['the maker invited the approver', tie(grace, joan, 'invited', 71)],
    ['the approver invited the maker', tie(joan, grace, 'invited', 71)],
  ])('are not two for 72 hours after %s', (_, invited) => {
    expect(dependenceOf([joan], grace, [invited], 72 * hour)).toBe('invited_lately');
    expect(dependenceOf([joan], grace, [{ ...invited, ageMs: 72 * hour }], 72 * hour)).toBeNull();
  });

  test.each([
    ['the maker has seen a link of the approver', tie(grace, joan, 'link_seen', 10_000)],
    ['the approver has seen a link of the maker', tie(joan, grace, 'link_seen', 10_000)],
  ])('are never two where %s', (_, seen) => {
    expect(dependenceOf([joan], grace, [seen], 72 * hour)).toBe('link_seen');
    expect(dependenceOf(['api_key:7', joan], grace, [seen], 72 * hour)).toBe('link_seen');
  });
});

describe('what was proposed', () => {
  const live = { mode: 'live', isRehearsal: false } as const;

  test('at the command line needs two people to approve it', () => {
    expect(approvalsNeeded('cli:root', live)).toBe(2);
  });

  test.each([
    ['in the dashboard', grace, live],
    ['at the command line with test money', 'cli:root', { ...live, mode: 'test' }],
    ['at the command line in a rehearsal', 'cli:root', { ...live, isRehearsal: true }],
  ] as const)('%s needs one', (_, maker, circumstances) => {
    expect(approvalsNeeded(maker, circumstances)).toBe(1);
  });
});
