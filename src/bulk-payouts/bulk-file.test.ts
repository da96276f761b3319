import { describe, expect, it } from 'vitest';
import { readBulkFile } from './bulk-file.ts';

describe('a file of payments', () => {
  it.each(['0772000001,750,000', '0772000001,1,000', '0772000001,75,000.00'])(
    'that parts thousands with a bare comma is asked what it means: %s',
    async (row) => {
      const { rows, problems } = await readBulkFile(`0772000002,5000,Wages\n${row}\n0772000003,6000,Rent\n`);
      expect(rows.map(({ line }) => line)).toEqual([1, 3]);
      const amount = row.slice(row.indexOf(',') + 1);
      const reason = `"${amount}" may be one amount: put it in quotation marks, or begin the description with a word.`;
      expect(problems).toEqual([{ line: 2, reason }]);
    },
  );

  it.each([
    ['0772000001,"750,000"', 750_000, null],
    ['0772000001,"750,000",101', 750_000, '101'],
    ['0772000001,5000,101', 5_000, '101'],
    ['0772000001,750,Room 101', 750, 'Room 101'],
    ['0772000001;750;101', 750, '101'],
    ['0772000001;750,000;101', 750_000, '101'],
  ])('that leaves no doubt is read: %s', async (row, amount, description) => {
    const phone = '256772000001';
    const read = { line: 1, phone, amount, name: null, description, clientReference: null };
    expect(await readBulkFile(row)).toEqual({ rows: [read], problems: [] });
  });

  it('has the name of each recipient where its header names one, of at most 120 characters', async () => {
    const file = `Phone,Amount,Name,Description\n256772000001,5000,Jane Akello,Wages\n256772000002,5000,,Wages\n256772000003,5000,${'x'.repeat(121)},\n`;
    const { rows, problems } = await readBulkFile(file);
    expect(rows.map(({ name, description }) => [name, description])).toEqual([
      ['Jane Akello', 'Wages'],
      [null, 'Wages'],
    ]);
    expect(problems).toEqual([{ line: 4, reason: expect.stringContaining('The name has more than 120') }]);
  });

  it('whose amount is parted by a bare comma before the name is asked what it means', async () => {
    const { problems } = await readBulkFile('phone,amount,name\n256772000001,750,000\n');
    const reason = '"750,000" may be one amount: put it in quotation marks, or begin the name with a word.';
    expect(problems).toEqual([{ line: 2, reason }]);
  });

  it('has a client reference where its header names one, of at most 64 characters', async () => {
    const file = `phone,amount,client_reference\n256772000001,5000,wage-1\n256772000002,5000,\n256772000003,5000,${'x'.repeat(65)}\n`;
    const { rows, problems } = await readBulkFile(file);
    expect(rows.map(({ clientReference }) => clientReference)).toEqual(['wage-1', null]);
    expect(problems).toEqual([{ line: 4, reason: expect.stringContaining('client reference') }]);
  });

  it.each(['256772000002,6000,Rent of "Mukwano"', '256772000002,6000,"Mukwano" rent'])(
    'with a quotation mark where none may stand has the problem in that line: %s',
    async (row) => {
      const { problems } = await readBulkFile(`256772000001,5000,Wages\n${row}\n256772000003,7000,Wages\n`);
      const reason =
        'A quotation mark stands inside a field; put the whole field in quotation marks and write this one twice.';
      expect(problems).toEqual([{ line: 2, reason }]);
    },
  );
});
