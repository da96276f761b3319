import { expect, test } from 'vitest';
import { accountKinds, clientKinds, platformKinds } from '../../../../../src/notifications/kinds.ts';
import { kindText, mailNote } from './kind-texts.ts';

test('every kind has a label of its own', () => {
  const kinds = [...new Set([...clientKinds, ...platformKinds, ...accountKinds])];
  expect(new Set(kinds.map((kind) => kindText(kind).label)).size).toBe(kinds.length);
});

test.each([
  [{ mails_are_sent: false, chosen: 2 }, 'This service sends no e-mails, because no mail server is set.'],
  [{ mails_are_sent: true, chosen: 0 }, 'You receive none of these.'],
  [{ mails_are_sent: true, chosen: 1 }, null],
])('with %j the note is %s', (settings, note) => {
  expect(mailNote(settings)).toBe(note);
});
