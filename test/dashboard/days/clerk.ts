import { expect } from 'vitest';
import type { Task } from './task.ts';
import type { Walker } from './walker.ts';

/** A phone that nobody was paid at before. */
const supplierOf = ({ isPhone }: Walker) => (isPhone ? '0770004501' : '0770004500');

/** Pays the suppliers of the shop, collects from its customers, and answers their questions. */
export const clerk: readonly Task[] = [
  {
    name: 'How much money can I spend?',
    isAnsweredAtOnce: true,
    walk: async (at) => {
      await at.see(at.page.getByText('Available to spend'));
      await at.see(at.page.getByText(/^UGX [\d,]+$/));
    },
  },
  {
    name: 'Collect UGX 35,000 from a customer',
    walk: async (at) => {
      await at.goTo('Collect');
      await at.type(at.page.getByLabel('From the customer', { exact: true }), '0770000001');
      await at.type(at.page.getByLabel('Amount', { exact: true }), '35000');
      await at.type(at.page.getByLabel('Description', { exact: true }), 'Groceries');
      await at.press(at.page.getByRole('button', { name: 'Continue' }));
      await at.press(at.page.getByRole('button', { name: /^Request UGX/ }));
      await at.see(at.page.getByText('Reference'));
    },
  },
  {
    name: 'Has this customer paid? The phone is known',
    walk: async (at) => {
      await at.press(at.page.getByRole('button', { name: 'Search transactions' }));
      await at.type(at.page.getByRole('combobox', { name: 'Search for' }), '0770000001');
      await at.press(at.page.getByRole('option', { name: /35,000/ }).first());
      await at.see(at.page.getByRole('heading', { level: 1, name: 'Collection UGX 35,000' }));
    },
  },
  {
    name: 'Pay a new supplier, and save the phone',
    walk: async (at) => {
      await at.goTo('Send');
      await at.type(at.page.getByLabel('To', { exact: true }), supplierOf(at));
      await at.type(at.page.getByLabel('Amount', { exact: true }), '120000');
      await at.type(at.page.getByLabel('Description', { exact: true }), 'Bread');
      await at.press(at.page.getByRole('button', { name: 'Continue' }));
      await at.press(at.page.getByRole('button', { name: /^Send UGX/ }));
      await at.see(at.page.getByText('Balance after'));
      await at.press(at.page.getByRole('button', { name: 'Save this recipient' }));
      await at.type(at.page.getByRole('dialog').getByLabel('Name', { exact: true }), 'Mukwano Bakery');
      await at.press(at.page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }));
      await at.see(at.page.getByText('Mukwano Bakery was saved.'));
    },
  },
  {
    name: 'Pay a saved supplier',
    walk: async (at) => {
      await at.press(at.page.getByRole('button', { name: 'Send another payment' }));
      await at.press(at.page.getByRole('combobox', { name: 'Saved and recent recipients' }));
      await at.press(at.page.getByRole('option', { name: /^Mukwano Bakery/ }).first());
      await at.type(at.page.getByLabel('Amount', { exact: true }), '95000');
      await at.press(at.page.getByRole('button', { name: 'Continue' }));
      await at.press(at.page.getByRole('button', { name: /^Send UGX/ }));
      await at.see(at.page.getByText('Balance after'));
    },
  },
  {
    name: 'Ask the owner for a payment above the threshold',
    walk: async (at) => {
      await at.press(at.page.getByRole('button', { name: 'Send another payment' }));
      await at.type(at.page.getByLabel('To', { exact: true }), '0770004444');
      await at.type(at.page.getByLabel('Amount', { exact: true }), '650000');
      await at.type(at.page.getByLabel('Description', { exact: true }), 'Rice, ten bags');
      await at.press(at.page.getByRole('button', { name: 'Continue' }));
      await at.press(at.page.getByRole('button', { name: /UGX [\d,]+$/ }));
      await at.see(at.page.getByText(/^Another person in your team must approve it/));
    },
  },
  {
    name: 'Pay three people from a file',
    walk: async (at) => {
      await at.goTo('Bulk payouts');
      await at.press(at.page.getByRole('link', { name: 'New bulk payout' }).first());
      const rows = ['0770002001,40000,Helper', '0770002002,45000,Helper', '0700002003,50000,Night guard'];
      const file = ['phone,amount,description', ...rows].join('\n');
      await at.chooseFile(at.page.getByRole('button', { name: 'File of payments' }), 'helpers.csv', file);
      await at.press(at.page.getByRole('button', { name: /^Pay UGX/ }));
      await at.see(at.page.getByText('Finished'));
    },
  },
  {
    name: 'Withdraw cash to the shop’s own phone',
    walk: async (at) => {
      await at.goTo('Withdraw');
      await at.press(at.page.getByRole('combobox', { name: 'Saved and recent recipients' }));
      await at.press(at.page.getByRole('option').first());
      await at.type(at.page.getByLabel('Amount', { exact: true }), '200000');
      await at.press(at.page.getByRole('button', { name: 'Continue' }));
      await at.press(at.page.getByRole('button', { name: /^Withdraw UGX/ }));
      await at.see(at.page.getByText('Balance after'));
    },
  },
  {
    name: 'Save this week’s collections as an Excel file',
    walk: async (at) => {
      await at.goTo('Transactions');
      if (at.isPhone) await at.press(at.page.getByRole('button', { name: /^Filters/ }));
      await at.choose(at.page.getByRole('combobox', { name: 'Type' }), 'Collection');
      if (at.isPhone) await at.press(at.page.getByRole('button', { name: 'Show results' }));
      await at.press(at.page.getByRole('button', { name: 'Export' }));
      await at.press(at.page.getByRole('radio', { name: 'Excel (.xlsx)' }));
      const file = await at.save(at.page.getByRole('dialog').getByRole('button', { name: 'Download' }));
      expect(file).toMatch(/\.xlsx$/);
      await at.key('Escape');
    },
  },
];
