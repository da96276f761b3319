import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import type { World } from '../journeys/world.ts';
import { chromiumPath } from './chromium.ts';
import { type Credentials, SignedIn, signIn } from './person.ts';

/** Without these Chromium asks the internet for updates and hosts of its own. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath, args });
}

/** What a person looks at the dashboard with. */
export interface Looking {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
}

/** A page of the dashboard with what went wrong in it. */
export interface DashboardPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of scripts and whatever the Content-Security-Policy stopped; a test ends with none. */
  readonly problems: string[];
}

/** Opens an empty page at the dashboard's address, as a visitor who is not signed in. */
export async function visit(browser: Browser, world: World, looking: Looking = {}): Promise<DashboardPage> {
  const context = await browser.newContext({
    baseURL: world.baseUrl,
    viewport: { width: looking.width ?? 1280, height: looking.height ?? 860 },
    colorScheme: looking.dark === true ? 'dark' : 'light',
    // So that nothing is photographed or measured half-way.
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  // As long as other tests wait: a busy machine may take many times longer than a quiet one.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      problems.push(message.text());
    }
  });
  return { page, context, problems };
}

/** Opens a path as a person who is signed in, or who signs in first. */
export async function openDashboard(
  browser: Browser,
  world: World,
  person: Omit<Credentials, 'personId'> | SignedIn,
  path: string,
  looking: Looking = {},
): Promise<DashboardPage> {
  const { cookie } = person instanceof SignedIn ? person : await signIn(world.baseUrl, person);
  const opened = await visit(browser, world, looking);
  await addCookies(opened.context, cookie, world.baseUrl);
  await opened.page.goto(path);
  return opened;
}

/** Gives a browser the session of a person. @param cookie the header Cookie. */
export async function addCookies(context: BrowserContext, cookie: string, baseUrl: string): Promise<void> {
  await context.addCookies(
    cookie.split('; ').map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return { name, value: value.join('='), url: baseUrl, httpOnly: true, sameSite: 'Strict' as const };
    }),
  );
}

/**
 * Ends the sessions of a person when the page sends the next request to a path, and not earlier: any other request of the page
 * would bring the sign-in before the test is there.
 *
 * @param request what the path of the request ends with, such as `/send-money`.
 */
export async function endSessionsBefore(page: Page, world: World, personId: string, request: string): Promise<void> {
  const isAsked = ({ pathname }: URL) => pathname.startsWith('/dashboard/api/') && pathname.endsWith(request);
  await page.route(
    isAsked,
    async (route) => {
      await world.database.pool.query('DELETE FROM person_session WHERE person_id = $1', [personId]);
      await route.continue();
    },
    { times: 1 },
  );
}

/** What closes a dialog by mistake: Escape, and a click beside it. */
export async function pressEscapeAndClickBeside(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.mouse.click(4, 400);
}

/** What a press of a copy button brings to the clipboard. The browser is done with it some time after the press. */
export async function copyBy(button: Locator): Promise<string> {
  const page = button.page();
  await page.evaluate("navigator.clipboard.writeText('')");
  await button.click();
  return vi.waitUntil(() => page.evaluate<string>('navigator.clipboard.readText()'), { timeout: 60_000 });
}

/** Waits until nothing is loading any more. */
export async function settled(page: Page): Promise<void> {
  const busy = page.locator('[aria-busy=true], .mantine-Skeleton-root');
  while ((await busy.count()) > 0) await busy.first().waitFor({ state: 'detached' });
}

/** Nothing that keeps people with a keyboard or a screen reader out. */
export async function expectNoBarrier(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}
