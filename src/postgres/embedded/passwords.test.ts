import { expect, test } from 'vitest';
import { withoutTrust } from './cluster.ts';
import { scramVerifier } from './passwords.ts';

test('a password is stored as PostgreSQL stores it (password and salt of the example in RFC 7677)', () => {
  expect(scramVerifier('pencil', Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64'))).toBe(
    'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
  );
});

test.each([
  ['local all all trust', 'local all all scram-sha-256'],
  ['local\tall\tall\ttrust\r', 'local\tall\tall\tscram-sha-256\r'],
  ['  host all all 127.0.0.1/32 trust # of a person', '  host all all 127.0.0.1/32 scram-sha-256 # of a person'],
  ['hostssl all all 192.0.2.0/24 trust', 'hostssl all all 192.0.2.0/24 scram-sha-256'],
  ['hostnossl replication trust ::1/128 trust', 'hostnossl replication trust ::1/128 scram-sha-256'],
  ['# local all all trust', '# local all all trust'],
  ['local all trust peer', 'local all trust peer'],
  ['host all all 127.0.0.1/32 md5 # trust', 'host all all 127.0.0.1/32 md5 # trust'],
])('%j in pg_hba.conf becomes %j', (before, after) => {
  expect(withoutTrust(`# rules\n${before}\nlocal all all peer\n`)).toBe(`# rules\n${after}\nlocal all all peer\n`);
});
