import { expect } from 'vitest';
import type { Task } from './task.ts';

/** Owns the shop: looks at its figures, decides what the clerk asks for, and settles with customers. */
export const owner: readonly Task[] = [
  {
    name: 'How did today go, compared with yesterday?',
    isAnsweredAtOnce: true,
    walk: async (at) => {
      await at.see(at.page.getByText(/^Today in Kampala until now, compared with yesterday/));
      await at.see(at.page.getByText('Available to spend'));
    },
  },
  {
    name: 'And the last 30 days, compared with the 30 before?',
    walk: async (at) => {
      await at.press(at.page.getByText('30 days', { exact: true }));
      await at.see(at.page.getByText(/^The last 30 days with today, /));
    },
  },
  {
    name: 'Approve a payment that the clerk asked for',
    walk: async (at) => {
      await at.goTo('Approvals');
      await at.press(at.page.getByRole('button', { name: /^Approve the payment to/ }).first());
      const dialog = at.page.getByRole('dialog', { name: 'Approve this payment?' });
      await at.press(dialog.getByRole('checkbox'));
      await at.press(dialog.getByRole('button', { name: /^Approve UGX/ }));
      await at.see(at.page.getByText(/^Approved: UGX/));
    },
  },
  {
    name: 'Why did a payment fail?',
    walk: async (at) => {
      await at.goTo('Transactions');
      if (at.isPhone) await at.press(at.page.getByRole('button', { name: /^Filters/ }));
      await at.choose(at.page.getByRole('combobox', { name: 'Status' }), 'Failed');
      if (at.isPhone) await at.press(at.page.getByRole('button', { name: 'Show results' }));
      await at.press(at.entry('Transactions', 'Failed').getByRole('link').first());
      await at.see(at.page.getByRole('heading', { level: 1 }).filter({ hasText: 'UGX' }));
      await at.see(at.page.getByText('Failed').first());
    },
  },
  {
    name: 'Give a customer a part of the money back',
    walk: async (at) => {
      await at.press(at.page.getByRole('button', { name: 'Search transactions' }));
      await at.type(at.page.getByRole('combobox', { name: 'Search for' }), '0770000001');
      await at.press(at.page.getByRole('option', { name: /35,000/ }).first());
      await at.press(at.page.getByRole('button', { name: 'Refund' }));
      const dialog = at.page.getByRole('dialog');
      await at.type(dialog.getByLabel('Amount'), '5000');
      await at.press(dialog.getByRole('button', { name: 'Refund UGX 5,000' }));
      await at.see(at.page.getByRole('heading', { level: 1, name: 'Refund UGX 5,000' }));
    },
  },
  {
    name: 'Save last month’s statement for the accountant',
    walk: async (at) => {
      await at.goTo('Statements');
      await at.press(at.page.getByRole('button', { name: 'Last month' }));
      await at.see(at.page.getByText(/^Closing balance/));
      expect(await at.save(at.page.getByRole('link', { name: 'Download as PDF' }))).toMatch(/\.pdf$/);
    },
  },
  {
    name: 'What does a payment of UGX 250,000 cost, and what are my limits?',
    walk: async (at) => {
      await at.goTo('Business');
      await at.see(at.page.getByRole('region', { name: 'Limits and approvals' }));
      const calculator = at.page.getByRole('region', { name: 'What does a payment cost?' });
      await at.type(calculator.getByLabel('Amount'), '250000');
      await at.see(calculator.getByText(/^A payment of UGX 250,000 costs UGX/));
    },
  },
  {
    name: 'Let a new colleague in, who may only look',
    walk: async (at) => {
      await at.goTo('Team');
      await at.press(at.page.getByRole('button', { name: 'Invite a person' }));
      const dialog = at.page.getByRole('dialog');
      await at.type(dialog.getByLabel('Email'), `colleague${at.isPhone ? 2 : 1}@kisasi-fresh.example`);
      await at.type(dialog.getByLabel('Name'), 'Agnes Nabukeera');
      await at.press(dialog.getByRole('radio', { name: 'Viewer' }));
      await at.press(dialog.getByRole('button', { name: 'Invite', exact: true }));
      await at.see(at.page.getByText('Send them this link'));
      await at.press(at.page.getByRole('button', { name: 'I have saved it' }));
    },
  },
];
