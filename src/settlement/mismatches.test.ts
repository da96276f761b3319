import { describe, expect, test } from 'vitest';
import { claimOf, findMismatches, mismatchesForLog } from './mismatches.ts';

const ours = { currency: 'UGX', phone: '256772123456', reference: 'a-reference' };

describe('what an operator reports of a paid payment, rule 11', () => {
  test.each([
    { case: 'nothing at all', told: undefined, differs: [] },
    { case: 'no detail', told: { currency: null, phone: null, reference: null }, differs: [] },
    { case: 'our own details', told: ours, differs: [] },
    { case: 'another currency', told: { ...ours, currency: 'EUR' }, differs: ['currency'] },
    { case: 'another phone', told: { ...ours, phone: '256772999999' }, differs: ['phone'] },
    { case: 'another reference', told: { ...ours, reference: 'another' }, differs: ['reference'] },
    {
      case: 'another payment altogether',
      told: { currency: 'KES', phone: '254712345678', reference: '' },
      differs: ['currency', 'phone', 'reference'],
    },
  ])('$case differs in $differs', ({ told, differs }) => {
    expect(findMismatches(told, ours).map(({ what }) => what)).toEqual(differs);
  });

  test('both values are kept, the claim names what was reported, and a log gets no whole phone', () => {
    const differences = findMismatches({ ...ours, phone: '256701999988', currency: 'EUR' }, ours);
    expect(differences).toEqual([
      { what: 'currency', ours: 'UGX', told: 'EUR' },
      { what: 'phone', ours: '256772123456', told: '256701999988' },
    ]);
    expect(claimOf(differences)).toBe('currency EUR, phone 256701999988');
    expect(mismatchesForLog(differences)).toEqual([
      { what: 'currency', ours: 'UGX', told: 'EUR' },
      { what: 'phone', ours: '25677*****56', told: '25670*****88' },
    ]);
    expect(mismatchesForLog([{ what: 'phone', ours: '256772123456', told: '0772' }])[0]?.told).toBe('****');
  });
});
