import { expect, test } from 'vitest';
import { mayHaveBeenSent } from './mail.ts';

test.each([
  ['the server refused it', { code: 'EENVELOPE', responseCode: 550 }, false],
  ['the server said that it closes', { code: 'ECONNECTION', responseCode: 421 }, false],
  ['no connection was made', { code: 'ESOCKET', syscall: 'connect' }, false],
  ['the connection took too long', { code: 'ETIMEDOUT', timeoutType: 'CONNECTION_TIMEOUT' }, false],
  ['the server never greeted', { code: 'ETIMEDOUT', timeoutType: 'GREETING_TIMEOUT' }, false],
  ['the name of the server is not known', { code: 'EDNS' }, false],
  ['the server gave no answer', { code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT' }, true],
  ['the connection was closed', { code: 'ECONNECTION' }, true],
  ['the connection was reset', { code: 'ESOCKET', syscall: 'read' }, true],
  ['something else is wrong', new Error('no such thing'), false],
])('a mail of which %s', (_what, error, mayHave) => {
  expect(mayHaveBeenSent(error)).toBe(mayHave);
});
