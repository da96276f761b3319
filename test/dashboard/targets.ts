import type { Page } from 'playwright-core';

/**
 * What can be pressed on the page and is too small for a finger (WCAG 2.2, 2.5.8 Target Size (Minimum)): below 24 by 24 CSS
 * pixels, and nearer to another target than a circle of 24 pixels allows. Links within a sentence are excepted there, and
 * what is not seen is no target.
 * @returns their names with their sizes; none where the page is right.
 */
export async function smallTargets(page: Page): Promise<readonly string[]> {
  return await page.evaluate<readonly string[]>(`(${findSmallTargets.toString()})()`);
}

/** Runs in the page, where it has nothing of this file. */
function findSmallTargets(): string[] {
  const { document, getComputedStyle } = Object(globalThis);
  const least = 24;
  const pressable = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab], [role=menuitem]';
  interface Target {
    readonly element: Element;
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  }
  type Element = ReturnType<typeof Object>;
  const boxOf = (element: Element): Target => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    // A link that covers its row, and a label, are pressed as the field or link is.
    const parts = [{ left, top, right, bottom }];
    for (const label of element.labels ?? []) parts.push(label.getBoundingClientRect());
    const cover = getComputedStyle(element, '::after');
    if (cover.position === 'absolute' && cover.content !== 'none') {
      parts.push((element.offsetParent ?? element).getBoundingClientRect());
    }
    return {
      element,
      left: Math.min(...parts.map((part) => part.left)),
      top: Math.min(...parts.map((part) => part.top)),
      right: Math.max(...parts.map((part) => part.right)),
      bottom: Math.max(...parts.map((part) => part.bottom)),
    };
  };
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    getComputedStyle(element).clipPath === 'none' &&
    !element.disabled &&
    element.closest('[aria-hidden=true], [inert]') === null &&
    element.getBoundingClientRect().width > 1;
  const isInSentence = (element: Element) => {
    if (getComputedStyle(element).display !== 'inline') return false;
    const own = element.textContent.trim();
    return [...element.parentElement.childNodes].some(
      (node) => node !== element && node.textContent.trim() !== '' && own !== '',
    );
  };
  const targets: Target[] = [...document.querySelectorAll(pressable)].filter(isSeen).map(boxOf);
  const isSmall = ({ left, top, right, bottom }: Target) =>
    // Half a pixel is lost where a browser rounds.
    right - left < least - 0.5 || bottom - top < least - 0.5;
  const distance = (x: number, y: number, { left, top, right, bottom }: Target) =>
    Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  const isNear = (one: Target, other: Target) => {
    if (one.element.contains(other.element) || other.element.contains(one.element)) return false;
    const x = (one.left + one.right) / 2;
    const y = (one.top + one.bottom) / 2;
    if (!isSmall(other)) {
      const isBelow = distance(x, y, other) === 0 && other.right - other.left > 200;
      // What lies upon a row that is a link as a whole belongs to the row's line, which is high enough.
      return !isBelow && distance(x, y, other) < least / 2;
    }
    return Math.hypot((other.left + other.right) / 2 - x, (other.top + other.bottom) / 2 - y) < least;
  };
  return targets
    .filter((target) => isSmall(target) && !isInSentence(target.element))
    .filter((target) => targets.some((other) => other !== target && isNear(target, other)))
    .map(({ element, left, top, right, bottom }) => {
      const size = `${Math.round(right - left)}x${Math.round(bottom - top)}`;
      return `${size} ${element.outerHTML.slice(0, 160)}`;
    });
}
