import { describe, expect, it } from 'vitest';
import {
  faultOfRound,
  newKeySeed,
  noRound,
  type Round,
  roundHash,
  signingKeyOf,
  signRound,
  statementOf,
} from './round.ts';

const statement = {
  installation_id: '6ad9c4f5-8f3f-4a11-9a57-1a8b1c2d3e4f',
  number: 7,
  tree_size: 12,
  root: 'ab'.repeat(32),
  previous: noRound,
  signed_at: '2026-11-25T09:00:00.000Z',
};

describe('a round', () => {
  it('states seven lines, and one more after a fork', () => {
    const lines =
      `nsimbi round 1\n6ad9c4f5-8f3f-4a11-9a57-1a8b1c2d3e4f\n7\n12\n${'ab'.repeat(32)}\n${'0'.repeat(64)}\n` +
      '2026-11-25T09:00:00.000Z\n';
    expect(statementOf(statement)).toBe(lines);
    const fork = { ...statement, fork_of: { number: 4, hash: 'cd'.repeat(32) } };
    expect(statementOf(fork)).toBe(`${lines}fork of 4 ${'cd'.repeat(32)}\n`);
    expect(roundHash(fork)).not.toBe(roundHash(statement));
  });

  it('is signed with the key of RFC 8032, test 2', () => {
    const key = signingKeyOf(Buffer.from('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb', 'hex'));
    expect(key.publicKey.toString('hex')).toBe('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c');
    expect(faultOfRound(signRound(statement, key))).toBeNull();
  });

  it.each<[string, (round: Round) => Round, string]>([
    ['another root', (round) => ({ ...round, root: 'ac'.repeat(32) }), 'hash'],
    ['a root and its hash', (round) => rehashed({ ...round, root: 'ac'.repeat(32) }), 'signature'],
    ['another time', (round) => rehashed({ ...round, signed_at: '2026-11-25T09:00:00.001Z' }), 'signature'],
    ['a fork', (round) => rehashed({ ...round, fork_of: { number: 1, hash: noRound } }), 'signature'],
    [
      'another key',
      (round) => ({ ...round, public_key: signingKeyOf(newKeySeed()).publicKey.toString('base64') }),
      'key id',
    ],
    ['a short key', (round) => ({ ...round, public_key: 'AAAA' }), '32 bytes'],
    ['no signature', (round) => ({ ...round, signature: '' }), 'signature'],
  ])('that was given %s is found', (_, change, fault) => {
    expect(faultOfRound(change(signRound(statement, signingKeyOf(newKeySeed()))))).toContain(fault);
  });
});

function rehashed(round: Round): Round {
  return { ...round, hash: roundHash(round) };
}
