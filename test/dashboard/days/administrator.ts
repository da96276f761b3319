import type { Task } from './task.ts';

/**
 * Runs the platform: decides with a second person, and takes clients on.
 * @param colleague the address of another administrator, who has proposed how a review case is resolved.
 */
export const administrator = (colleague: string): readonly Task[] => [
  {
    name: 'What needs action, and what waits for me?',
    isAnsweredAtOnce: true,
    walk: async (at) => {
      await at.see(at.page.getByRole('heading', { name: 'Needs action' }));
    },
  },
  {
    name: 'Is what we owe our clients there?',
    walk: async (at) => {
      await at.see(at.page.getByText('Owed to clients'));
    },
  },
  {
    name: 'Take a client on, and invite its owner',
    walk: async (at) => {
      await at.goTo('Clients');
      await at.press(at.page.getByRole('button', { name: 'New client' }));
      const dialog = at.page.getByRole('dialog', { name: 'New client' });
      const name = at.isPhone ? 'Gulu Seeds and Tools' : 'Mbale Coffee Growers';
      await at.type(dialog.getByLabel('Name'), name);
      await at.type(dialog.getByLabel('Phone'), at.isPhone ? '0772555902' : '0772555901');
      await at.press(dialog.getByRole('button', { name: 'Create the client' }));
      await at.press(
        at.page.getByRole('dialog', { name: `${name} was created` }).getByRole('link', { name: 'Invite its owner' }),
      );
      const form = at.page.getByRole('dialog', { name: 'Invite the owner' });
      await at.type(form.getByLabel('Email'), at.isPhone ? 'owner@gulu-seeds.example' : 'owner@mbale-coffee.example');
      await at.type(form.getByLabel('Name'), 'Grace Akello');
      await at.press(form.getByRole('button', { name: 'Invite', exact: true }));
      await at.press(at.page.getByRole('button', { name: 'I have saved it' }));
      await at.see(at.page.getByText('Grace Akello').first());
    },
  },
  {
    name: 'Propose how a review case is resolved, and see what that books',
    walk: async (at) => {
      await at.goTo('Reviews');
      // The last but one: the colleague has proposed something for the last.
      await at.press(at.page.getByRole('link', { name: /^\d+ / }).nth(-2));
      await at.see(at.page.getByRole('heading', { name: 'Charged' }));
      await at.press(at.page.getByRole('radio', { name: 'Charged' }));
      await at.type(at.page.getByLabel('Reason'), 'The operator has confirmed it by e-mail');
      await at.press(at.page.getByRole('button', { name: 'Propose' }));
      await at.see(at.page.getByRole('heading', { name: /^Proposed: / }));
    },
  },
  {
    name: 'Confirm what another administrator proposed',
    walk: async (at) => {
      await at.goTo('Waiting');
      await at.press(at.entry('Waiting for staff', colleague).getByRole('link').first());
      await at.press(at.page.getByRole('button', { name: 'Confirm' }));
      await at.press(at.page.getByRole('dialog').getByRole('button', { name: /^Resolve as / }));
      await at.see(at.page.getByRole('heading', { name: 'Result' }));
    },
  },
  {
    name: 'What is left to do before live mode?',
    walk: async (at) => {
      await at.goTo('Go live');
      await at.see(at.page.getByText(/^\d+ of \d+ steps are done/));
    },
  },
  {
    name: 'Who changed something today?',
    walk: async (at) => {
      await at.goTo('Audit log');
      await at.see(at.entry('Actions', colleague));
    },
  },
];
