import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '../../service/wait-until.ts';
import { launchBrowser, openDashboard } from '../browser.ts';
import { type SignedIn, signIn as signInAs } from '../person.ts';
import { administrator } from './administrator.ts';
import { clerk } from './clerk.ts';
import { type DemoDay, openDemoDay, type SignIn } from './demo-day.ts';
import { pressesOf, tablesOf } from './journeys-page.ts';
import { owner } from './owner.ts';
import { support } from './support.ts';
import type { Task } from './task.ts';
import { type Effort, Walker } from './walker.ts';

const page = fileURLToPath(new URL('../../../docs/journeys.md', import.meta.url));
const mark = '<!-- What follows is measured by test/dashboard/days with UPDATE_DOCS=1. -->';
const writes = process.env.UPDATE_DOCS === '1';

const screens = {
  desk: { width: 1440, height: 860 },
  phone: { width: 390, height: 844 },
} as const;
type Screen = keyof typeof screens;

let day: DemoDay;
let browser: Browser;
let receipt: string;
beforeAll(async () => {
  day = await openDemoDay(30);
  // What the evening's withdrawals left is too little for a day of payments.
  const words = ['wallet', 'fund', '--client', String(day.shopId), '--mode', 'test', '--amount', '5000000'];
  await day.world.terminal.ask(...words);
  browser = await launchBrowser();
  const { rows } = await day.world.database.pool.query<{ receipt: string }>(
    `SELECT operator_receipt AS receipt FROM transaction
      WHERE type = 'collection' AND status = 'completed' AND operator_receipt IS NOT NULL ORDER BY transaction_id LIMIT 1`,
  );
  receipt = rows[0]?.receipt ?? '';
}, 300_000);
afterAll(async () => {
  await browser.close();
  await day.world.close();
});

/** In this order: the owner decides what the clerk has asked for. */
const roles: readonly {
  readonly role: string;
  readonly who: () => SignIn;
  readonly begins: () => string;
  readonly tasks: () => readonly Task[];
  /** What others have done before. */
  readonly before?: () => Promise<void>;
}[] = [
  {
    role: 'A clerk of a shop',
    who: () => day.clerk,
    begins: () => `/clients/${day.shopId}/test`,
    tasks: () => clerk,
  },
  {
    role: 'The owner of a shop',
    who: () => day.owner,
    begins: () => `/clients/${day.shopId}/test`,
    tasks: () => owner,
  },
  {
    role: 'A support agent',
    who: () => day.support,
    begins: () => '/platform',
    tasks: () => support(receipt),
  },
  {
    role: 'An administrator',
    who: () => day.administrators[0],
    begins: () => '/platform',
    tasks: () => administrator(day.administrators[1].email),
    before: openTwoReviews,
  },
];

const walked = new Map<string, { readonly task: Task; readonly desk?: Effort; readonly phone?: Effort }[]>();

describe.each(roles)('the day of $role', ({ role, who, begins, tasks, before }) => {
  it.each(Object.keys(screens) as Screen[])(
    'is walked at the %s',
    async (screen) => {
      await before?.();
      const {
        page: opened,
        context,
        problems,
      } = await openDashboard(browser, day.world, who(), begins(), screens[screen]);
      const walker = new Walker(opened, screen === 'phone');
      const efforts = walked.get(role) ?? tasks().map((task) => ({ task }));
      for (const [index, task] of tasks().entries()) {
        const effort = await walker.measure(task.walk);
        if (task.isAnsweredAtOnce === true)
          expect([task.name, effort.presses, effort.screens]).toEqual([task.name, 0, 0]);
        efforts[index] = { ...efforts[index], task, [screen]: effort };
      }
      walked.set(role, efforts);
      expect(problems).toEqual([]);
      await context.close();
    },
    300_000,
  );
});

it('docs/journeys.md says how many presses each task takes (write it again with UPDATE_DOCS=1, on a quiet machine)', () => {
  const none = { presses: -1, characters: 0, screens: 0, waitedMs: 0 };
  const days = [...walked].map(([role, efforts]) => ({
    role,
    tasks: efforts.map(({ task, desk = none, phone = none }) => ({ name: task.name, desk, phone })),
  }));
  const text = readFileSync(page, 'utf8');
  if (writes) writeFileSync(page, `${text.slice(0, text.indexOf(mark))}${mark}\n\n${tablesOf(days)}\n`);
  expect(pressesOf(readFileSync(page, 'utf8'))).toEqual(pressesOf(tablesOf(days)));
});

/** Two payments that an operator reports as successful after they failed; another administrator proposes how one of the cases ends. */
async function openTwoReviews(): Promise<void> {
  const { world, shopId, administrators } = day;
  const other = await signInAs(world.baseUrl, administrators[1]);
  const program = await world.as({ clientId: shopId });
  const earlier = (await openCases(other)).length;
  for (const amount of [20_000, 30_000]) await program.send('256770000008', amount);
  const cases = await waitUntil('both late successes are found', async () => {
    const open = await openCases(other);
    return open.length === earlier + 2 && open;
  });
  const last = cases.at(-1);
  const proposed = await other.post(`/platform/reviews/${last?.id}/proposal`, {
    resolution: 'charged',
    reason: 'The customer has the SMS of the operator',
  });
  expect(proposed.status).toBe(200);
}

async function openCases(who: SignedIn): Promise<readonly { readonly id: number }[]> {
  return (await who.get('/platform/reviews?mode=test')).body.data;
}
