import { expect, test } from 'vitest';
import type { LiveStepObject } from '../../../../../../src/http/dashboard/schemas/live-readiness.ts';
import { groupsOf, isOpen, pageLabel, statusTexts, summaryOf } from './live-readiness.ts';

const step = (id: string, group: LiveStepObject['group'], status: LiveStepObject['status']): LiveStepObject => ({
  id,
  group,
  title: id,
  status,
  found: 'Found.',
  next: null,
  page: null,
  checked_at: '2026-11-27T09:00:00.000Z',
});

const steps = [
  step('audit', 'operation', 'unknown'),
  step('credentials_mtn', 'operators', 'done'),
  step('credentials_airtel', 'operators', 'not_used'),
  step('administrators', 'people', 'to_do'),
];

test('steps are shown by group, and a group without any is left out', () => {
  expect(groupsOf(steps).map(([group, ofGroup]) => [group, ofGroup.map(({ id }) => id)])).toEqual([
    ['operators', ['credentials_mtn', 'credentials_airtel']],
    ['people', ['administrators']],
    ['operation', ['audit']],
  ]);
});

test('a step that cannot be checked is open, one that is left out on purpose is not', () => {
  expect(steps.filter(isOpen).map(({ id }) => id)).toEqual(['audit', 'administrators']);
  expect(statusTexts.unknown.label).toBe('Cannot be checked');
});

test.each([
  [2, '1 of 4 steps are done, 2 are open.'],
  [1, '1 of 4 steps are done, 1 is open.'],
  [0, 'All steps are done.'],
])('with %d open steps the summary is "%s"', (open, text) => {
  expect(summaryOf({ open, steps })).toBe(text);
});

test.each([
  ['/platform/people', 'People'],
  ['/platform/operators', 'Operators'],
  ['/account', 'Your account'],
])('the page %s is called %s', (page, label) => {
  expect(pageLabel(page)).toBe(label);
});
