import { expect, test } from 'vitest';
import { AccessChanges } from './access-changes.ts';

/** Notices that a test sends. */
function openChanges() {
  let ageMs = 0;
  let send: (payload: string) => void = () => undefined;
  let gap: () => void = () => undefined;
  const changes = new AccessChanges({
    heartbeatAgeMs: () => ageMs,
    onGap: (listener) => {
      gap = listener;
    },
    subscribe: (_channel, hear) => {
      send = hear;
      return () => undefined;
    },
  });
  return { changes, send: (payload: string) => send(payload), gap: () => gap(), setAge: (ms: number) => (ageMs = ms) };
}

test('a notice that names a person concerns that person alone; one for everybody concerns all', () => {
  const { changes, send } = openChanges();
  const before = [changes.count('akello'), changes.count('okot')];
  send('akello');
  expect(changes.count('akello')).not.toBe(before[0]);
  expect(changes.count('okot')).toBe(before[1]);
  send('*');
  expect(changes.count('okot')).not.toBe(before[1]);
});

test('after a gap in the notices everybody may have changed, and during one nobody can be counted', () => {
  const { changes, gap, setAge } = openChanges();
  const before = changes.count('akello');
  setAge(1_000);
  expect(changes.count('akello')).toBeNull();
  setAge(0);
  gap();
  expect(changes.count('akello')).not.toBe(before);
});
