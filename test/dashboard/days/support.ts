import type { Task } from './task.ts';

/** Answers clients who call, and looks after what is stuck. */
export const support = (receipt: string): readonly Task[] => [
  {
    name: 'What needs action now?',
    isAnsweredAtOnce: true,
    walk: async (at) => {
      await at.see(at.page.getByRole('heading', { name: 'Needs action' }));
      await at.see(at.page.getByRole('link', { name: /review case is open$/ }));
    },
  },
  {
    name: 'A customer reads out the receipt of the operator: where is the payment?',
    walk: async (at) => {
      await at.press(at.page.getByRole('button', { name: 'Search all clients' }));
      await at.type(at.page.getByRole('combobox', { name: 'Search for' }), receipt);
      await at.key('Enter');
      await at.see(at.page.getByRole('heading', { level: 1, name: /^Collection UGX/ }));
    },
  },
  {
    name: 'A client calls, and says its name: what is its balance?',
    walk: async (at) => {
      await at.press(at.page.getByRole('button', { name: /^Search/ }).first());
      await at.type(at.page.getByRole('combobox', { name: 'Search for' }), 'bright hill');
      await at.press(at.page.getByRole('group', { name: 'Clients' }).getByRole('option').first());
      await at.see(at.page.getByRole('heading', { level: 1, name: 'Bright Hill Primary School' }));
      await at.see(at.page.getByText('Balance', { exact: true }).first());
    },
  },
  {
    name: 'What happened in the review case, on both sides?',
    walk: async (at) => {
      await at.goTo('Reviews');
      await at.press(at.page.getByRole('link', { name: /^\d+ / }).first());
      await at.see(at.page.getByRole('region', { name: 'Summary' }));
      await at.see(
        at.isPhone
          ? at.page.getByRole('list', { name: 'Facts of both sides' })
          : at.page.getByRole('table', { name: 'Facts of both sides' }),
      );
    },
  },
  {
    name: 'Do the operators answer, and how much do they hold of us?',
    walk: async (at) => {
      await at.goTo('Operators');
      await at.see(at.page.getByRole('heading', { level: 1, name: 'Operators' }));
      await at.see(at.page.getByText(/UGX/).first());
    },
  },
];
