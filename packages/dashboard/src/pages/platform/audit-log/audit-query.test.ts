import { expect, test } from 'vitest';
import { auditQuery } from './audit-query.ts';

test('days are those of Kampala, and the last one counts whole', () => {
  expect(auditQuery({ from: '2026-11-20', to: '2026-11-21' })).toEqual({
    from: '2026-11-19T21:00:00.000Z',
    to: '2026-11-21T21:00:00.000Z',
  });
});

test.each(['', 'yesterday', '2026-13-01'])('the day "%s" looks for nothing', (day) => {
  expect(auditQuery({ actor: 'a@example.ug', from: day })).toEqual({
    actor: 'a@example.ug',
    from: undefined,
    to: undefined,
  });
});
