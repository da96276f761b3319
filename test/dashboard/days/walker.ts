import type { Locator, Page } from 'playwright-core';

/** What a task costs a person. */
export interface Effort {
  /** Clicks of a mouse or taps of a finger, and keys that choose rather than write, such as Enter. */
  readonly presses: number;
  /** Characters that are typed. */
  readonly characters: number;
  /** Screens that are scrolled to reach what is pressed, written in or looked for. */
  readonly screens: number;
  /** Measured from the first press until the result is seen, in milliseconds. The hand takes no time in it: this is what the page takes. */
  readonly waitedMs: number;
}

/** Walks through tasks as a person with a mouse or a finger would, and counts what that takes. */
export class Walker {
  readonly page: Page;
  readonly isPhone: boolean;
  #presses = 0;
  #characters = 0;
  #screens = 0;

  constructor(page: Page, isPhone: boolean) {
    this.page = page;
    this.isPhone = isPhone;
  }

  /** Does a task on the page as it is, and gives what it took. */
  async measure(task: (walker: Walker) => Promise<void>): Promise<Effort> {
    [this.#presses, this.#characters, this.#screens] = [0, 0, 0];
    const begunMs = performance.now();
    await task(this);
    const waitedMs = performance.now() - begunMs;
    return { presses: this.#presses, characters: this.#characters, screens: this.#screens, waitedMs };
  }

  /** Clicks or taps. */
  async press(target: Locator): Promise<void> {
    await this.#reach(target);
    this.#presses += 1;
    await target.click();
  }

  /** Presses a key that chooses, such as Enter or the `/` that opens the search. */
  async key(name: string): Promise<void> {
    this.#presses += 1;
    await this.page.keyboard.press(name);
  }

  /** Writes in a field, which is pressed first where it has no focus. */
  async type(field: Locator, text: string): Promise<void> {
    await this.#reach(field);
    if (!(await field.evaluate((element) => element === Object(globalThis).document.activeElement))) {
      this.#presses += 1;
    }
    this.#characters += text.length;
    await field.fill(text);
  }

  /** Chooses of a list that a field opens. */
  async choose(field: Locator, option: string | RegExp): Promise<void> {
    await this.press(field);
    await this.press(this.page.getByRole('option', { name: option }).first());
  }

  /** Chooses a file: the button, then the file in the dialog of the system. */
  async chooseFile(button: Locator, name: string, text: string): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.press(button);
    this.#presses += 1;
    await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  }

  /** Saves a file by a button. @returns its name. */
  async save(button: Locator): Promise<string> {
    const download = this.page.waitForEvent('download');
    await this.press(button);
    return (await download).suggestedFilename();
  }

  /** Looks at something, for which the page is scrolled where it is not on the screen. */
  async see(what: Locator): Promise<void> {
    await this.#reach(what.first());
  }

  /** Opens a page by the navigation: at the side of a wide screen, and on a phone by the bar, or by More where the bar has it not. */
  async goTo(label: string): Promise<void> {
    const name = new RegExp(`^${label}( \\d+ waiting| \\d+)?$`);
    const main = this.page.getByRole('navigation', { name: 'Main' });
    if (!this.isPhone) return await this.press(main.getByRole('link', { name }));
    const bar = this.page.getByRole('navigation', { name: 'Quick access' });
    await bar.getByRole('button', { name: 'More' }).waitFor();
    const onBar = bar.getByRole('link', { name });
    if ((await onBar.count()) > 0) return await this.press(onBar);
    await this.press(bar.getByRole('button', { name: 'More' }));
    await this.press(main.getByRole('link', { name }));
  }

  /** The entry of a list that shows a text: a row of a table, or two lines on a phone. */
  entry(list: string, text: string | RegExp): Locator {
    const entries = this.isPhone
      ? this.page.getByRole('list', { name: list }).getByRole('listitem')
      : this.page.getByRole('table', { name: list }).getByRole('row');
    return entries.filter({ hasText: text }).first();
  }

  /** Scrolls until a target is seen whole or fills the screen, and counts the screens. */
  async #reach(target: Locator): Promise<void> {
    await target.waitFor();
    const below = await target.evaluate(distanceToSight);
    if (below === 0) return;
    this.#screens += Math.ceil(Math.abs(below));
    await target.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  }
}

/** Runs in the page, where it has nothing of this file: how many screens a target is from sight. */
function distanceToSight(element: unknown): number {
  const { document, innerHeight } = Object(globalThis);
  const target = Object(element);
  const bar = document.querySelector('nav[aria-label="Quick access"]')?.getBoundingClientRect();
  // What stays where it is when the page is scrolled has the whole screen.
  const staysPut = target.closest('header, nav, [role=dialog], [role=listbox], [role=menu]') !== null;
  const upper: number = staysPut ? 0 : (document.querySelector('header')?.getBoundingClientRect().bottom ?? 0);
  const lower: number = staysPut || bar === undefined || bar.height === 0 ? innerHeight : bar.top;
  const { top, bottom } = target.getBoundingClientRect();
  if (bottom > lower) return Math.max(0, Math.min(bottom - lower, top - upper)) / (lower - upper);
  if (top < upper) return Math.min(0, Math.max(top - upper, bottom - lower)) / (lower - upper);
  return 0;
}
