import { expect, it } from 'vitest';
import { ServersUnclear, serverUrls } from './server-urls.ts';

it.each([
  ['postgres://u:p@db/nsimbi', ['postgres://u:p@db/nsimbi']],
  ['postgresql:///nsimbi?host=/run/pg&port=5432&user=u', ['postgresql:///nsimbi?host=/run/pg&port=5432&user=u']],
  [
    'postgres://u:p%2C@a:5433,b,[::1]:5434/nsimbi?target_session_attrs=read-write&sslmode=verify-full',
    ['a:5433', 'b', '[::1]:5434'].map((place) => `postgres://u:p%2C@${place}/nsimbi?sslmode=verify-full`),
  ],
  ['postgres://u@a,b/nsimbi?target_session_attrs=primary', ['postgres://u@a/nsimbi', 'postgres://u@b/nsimbi']],
  [
    'postgresql:///nsimbi?host=%2Frun%2Fa,%2Frun%2Fb&port=5432&user=u',
    ['a', 'b'].map((name) => `postgresql:///nsimbi?host=%2Frun%2F${name}&port=5432&user=u`),
  ],
  [
    'postgresql:///nsimbi?user=u&host=a,b&port=1,2',
    ['postgresql:///nsimbi?host=a&port=1&user=u', 'postgresql:///nsimbi?host=b&port=2&user=u'],
  ],
])('%s', (url, servers) => {
  expect(serverUrls(url)).toEqual(servers);
});

it.each([
  ['postgres://u:secret@a,b/nsimbi?target_session_attrs=any', 'target_session_attrs is any; it must be read-write'],
  ['postgres://u:secret@a/nsimbi?target_session_attrs=standby', 'target_session_attrs is standby'],
  ['postgresql:///nsimbi?host=a,b,c&port=1,2&password=secret', '3 hosts have 2 ports'],
])('%s is refused', (url, sentence) => {
  expect(() => serverUrls(url)).toThrow(ServersUnclear);
  expect(() => serverUrls(url)).toThrow(sentence);
  expect(() => serverUrls(url)).not.toThrow(/secret/);
});
