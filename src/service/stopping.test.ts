import { expect, test } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { Stopping } from './stopping.ts';

test('stops the parts one after the other, what was started last first', async () => {
  const stopped: string[] = [];
  const stopping = new Stopping(createLogger('silent'));
  stopping.add(() => stopped.push('pool'));
  stopping.add(async () => {
    await Promise.resolve();
    stopped.push('writer');
  });
  stopping.add(() => stopped.push('server'));
  await stopping.stop();
  expect(stopped).toEqual(['server', 'writer', 'pool']);
});

test('stops the others where one cannot stop, and says so', async () => {
  const stopped: string[] = [];
  const lines: string[] = [];
  const stopping = new Stopping(createLogger('error', { write: (line) => lines.push(line) }));
  stopping.add(() => stopped.push('pool'));
  stopping.add(() => Promise.reject(new Error('stuck')));
  stopping.add(() => {
    throw new Error('broken');
  });
  await stopping.stop();
  expect(stopped).toEqual(['pool']);
  expect(lines.map((line) => JSON.parse(line).err.message)).toEqual(['broken', 'stuck']);
});

test('leaves without a part that does not end, says so, and stops the others all the same', async () => {
  const stopped: string[] = [];
  const lines: string[] = [];
  const stopping = new Stopping(createLogger('error', { write: (line) => lines.push(line) }), 50);
  const never = () => new Promise(() => undefined);
  stopping.add(() => stopped.push('pool'));
  stopping.add(() => Promise.reject(new Error('stuck')));
  stopping.add(never);
  stopping.add(() => stopped.push('writer'));
  stopping.add(never);
  await stopping.stop();
  expect(stopped).toEqual(['writer', 'pool']);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ not_stopped: 5 }, { err: { message: 'stuck' } }]);
});
