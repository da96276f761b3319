import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** More than any page has that can be reached by Tab. */
const pressesMax = 400;

/** What has the focus: whether it had it before others, and whether a person sees it. */
interface Focused {
  readonly isPassed: boolean;
  readonly isSeen: boolean;
  readonly html: string;
}

/**
 * Goes through a page with Tab, from its beginning until it begins again: nothing holds the focus, and what has it is never
 * covered by the header, by the bar or by anything else (WCAG 2.2, 2.1.2 and 2.4.11).
 */
export async function expectKeyboardPassage(page: Page): Promise<void> {
  await page.evaluate(`(${beginAnew.toString()})()`);
  const covered: string[] = [];
  for (let presses = 0; ; presses += 1) {
    expect(presses).toBeLessThan(pressesMax);
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<Focused | null>(`(${focusedNow.toString()})(${isSeen.toString()})`);
    // Behind the last element comes the browser's own window, and then the first again.
    if (focused === null || focused.isPassed) break;
    if (!focused.isSeen) covered.push(focused.html);
  }
  expect(covered).toEqual([]);
  expect(await page.evaluate<string[]>(`(${notPassed.toString()})()`)).toEqual([]);
}

/** Presses Tab until the element has the focus, where it must be seen. */
export async function reach(page: Page, element: Locator): Promise<void> {
  await element.waitFor();
  for (let presses = 0; !(await hasFocus(element)); presses += 1) {
    expect(presses).toBeLessThan(pressesMax);
    await page.keyboard.press('Tab');
  }
  expect(await element.evaluate(isSeen)).toBe(true);
}

export function hasFocus(element: Locator): Promise<boolean> {
  return element.evaluate((found) => found === Object(globalThis).document.activeElement);
}

/** Runs in the page: the next Tab goes to its first element, wherever the focus was. */
function beginAnew(): void {
  const { document, getSelection, scrollTo } = Object(globalThis);
  getSelection()?.removeAllRanges();
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute('tabindex');
  document.lastByTab = undefined;
  scrollTo(0, 0);
}

/** Runs in the page. Null where the page itself has the focus. */
function focusedNow(seen: (element: unknown) => boolean): Focused | null {
  const { document } = Object(globalThis);
  const element = document.activeElement;
  if (element === null || element === document.body) return null;
  // Within a field of a date Tab goes from the day to the month.
  const isPassed = element.passedByTab === true && document.lastByTab !== element;
  element.passedByTab = true;
  document.lastByTab = element;
  return { isPassed, isSeen: seen(element), html: element.outerHTML.slice(0, 160) };
}

/** Runs in the page: what Tab should reach behind the last element that it has reached, because something held the focus there. */
function notPassed(): string[] {
  const { document } = Object(globalThis);
  const all = [...document.querySelectorAll('*')];
  const last = all.findLastIndex((element) => element.passedByTab === true);
  const after = all.slice(last + 1);
  // The next passage, at another width, begins anew.
  for (const element of all) element.passedByTab = false;
  return after
    .filter((element) => element.matches('a[href], button:enabled, input:enabled:not([type=radio]), textarea, select'))
    .filter((element) => element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => element.closest('[inert], [aria-hidden=true]') === null)
    .map((element) => element.outerHTML.slice(0, 160));
}

/** Runs in the page: whether the element, or its label, is on top somewhere within the window. */
function isSeen(element: unknown): boolean {
  const { document, innerHeight, innerWidth } = Object(globalThis);
  const found = Object(element);
  const label = found.labels?.[0];
  const box = found.getBoundingClientRect();
  // A link that goes on in the next line has a box in each.
  const boxes = [...found.getClientRects(), ...(label?.getClientRects() ?? [])];
  const places = [
    ...boxes.map(({ left, top, right, bottom }) => [(left + right) / 2, (top + bottom) / 2] as const),
    // A field that is higher than the window is seen where it begins or ends.
    [(box.left + box.right) / 2, box.top + 8],
    [(box.left + box.right) / 2, box.bottom - 8],
    [box.left + 8, box.top + 8],
  ] as const;
  return places
    .filter(([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight)
    .map(([x, y]) => document.elementFromPoint(x, y))
    .some((onTop) => onTop !== null && (found.contains(onTop) || label?.contains(onTop) === true));
}
