import { Duplex } from 'node:stream';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { inOneWrite } from './in-one-write.ts';

function clientOf(writes: string[]): { client: pg.ClientBase; stream: Duplex } {
  const stream = new Duplex({
    read() {},
    write(chunk, _encoding, done) {
      writes.push(String(chunk));
      done();
    },
    writev(chunks, done) {
      writes.push(chunks.map(({ chunk }) => String(chunk)).join(''));
      done();
    },
  });
  return { client: { connection: { stream } } as unknown as pg.ClientBase, stream };
}

it('has what is sent together leave in one write, also where one part is itself in one', () => {
  const writes: string[] = [];
  const { client, stream } = clientOf(writes);
  const answer = inOneWrite(client, () => {
    stream.write('a');
    inOneWrite(client, () => stream.write('b'));
    stream.write('c');
    expect(writes).toEqual([]);
    return 'sent';
  });
  expect(answer).toBe('sent');
  expect(writes).toEqual(['abc']);
});

it('has what was sent before a failure leave, and the connection go on', () => {
  const writes: string[] = [];
  const { client, stream } = clientOf(writes);
  const failing = () =>
    inOneWrite(client, () => {
      stream.write('a');
      throw new Error('no row');
    });
  expect(failing).toThrow('no row');
  stream.write('b');
  expect(writes).toEqual(['a', 'b']);
});
