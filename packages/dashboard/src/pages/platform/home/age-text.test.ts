import { expect, it } from 'vitest';
import { ageText } from './age-text.ts';

const now = Date.parse('2026-11-28T12:00:00Z');

it.each([
  ['2026-11-25T11:00:00Z', '3 days'],
  ['2026-11-27T12:00:00Z', '1 day'],
  ['2026-11-27T12:00:01Z', '23 hours'],
  ['2026-11-28T11:58:30Z', '1 minute'],
  ['2026-11-28T11:59:01Z', 'under a minute'],
  ['2026-11-28T12:00:05Z', 'under a minute'],
])('%s was %s ago', (at, text) => expect(ageText(at, now)).toBe(text));
