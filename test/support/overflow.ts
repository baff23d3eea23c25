import { expect } from 'vitest';
import { axeProblems, type Page } from './browser.js';
import { soon } from './soon.js';

const HEIGHT = 900;
export const WIDTHS = [1440, 1024, 390] as const;

/** Boxes that are meant to scroll sideways: a board of columns, a printed receipt. */
const SCROLLS = '.desk-board, .desk-receipt, .print-only, [data-scrolls]';

/**
 * Runs in the page. A text is clipped if it reaches out of the nearest box that hides or scrolls what
 * is outside. An ellipsis is fine where a title shows the whole text.
 */
const FIND_CLIPPED = `(() => {
  const found = new Set();
  const boxes = new Map();
  const beyond = document.documentElement.scrollWidth - innerWidth;
  if (beyond > 0) found.add('the page scrolls sideways by ' + beyond + ' px');
  const isShown = one =>
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    one.closest('.visually-hidden, .mantine-VisuallyHidden-root, svg, [aria-hidden="true"]') === null;
  const nameOf = one => one.tagName.toLowerCase() + '.' + String(one.className).slice(0, 60);
  const clips = (box, text) => {
    const style = getComputedStyle(box);
    if (style.overflowX === 'visible' || style.display === 'inline') return false;
    const { left, right } = box.getBoundingClientRect();
    return text.right > right + 1 || text.left < left - 1;
  };
  const isMeant = box =>
    box.closest('${SCROLLS}') !== null ||
    (getComputedStyle(box).textOverflow === 'ellipsis' && box.closest('[title]') !== null);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.data.trim() === '' || !isShown(node.parentElement)) continue;
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (text.width === 0) continue;
    for (let box = node.parentElement; box !== document.body; box = box.parentElement) {
      if (!clips(box, text)) continue;
      if (!isMeant(box)) boxes.set(box, [...(boxes.get(box) ?? []), node.data.trim().slice(0, 40)]);
      break;
    }
  }
  for (const [box, texts] of boxes)
    found.add(texts.slice(0, 3).join(', ') + ' (' + texts.length + ') in ' + nameOf(box));
  // A field that is typed into scrolls with the caret; the choice of a list does not.
  for (const field of document.querySelectorAll('input[aria-haspopup="listbox"]')) {
    if (isShown(field) && field.scrollWidth > field.clientWidth + 1)
      found.add('"' + field.value.slice(0, 60) + '" in the field ' + (field.ariaLabel ?? field.id));
  }
  return [...found];
})()`;

const IS_FINISHED = `(() => {
  const waiting = '.mantine-Loader-root, .mantine-Skeleton-root, [data-loading]';
  return [...document.querySelectorAll(waiting)].every(one => !one.checkVisibility());
})()`;

/** Resolves when nothing on the page is loading and the browser has drawn it. */
export async function isDrawn(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))',
  );
  await expect.poll(() => page.evaluate(IS_FINISHED), soon).toBe(true);
}

const TRIES = 10;
const PAUSE_MS = 100;

/** Looks again for a second before it reports: charts follow a change of the width later. */
async function clippedOn(page: Page): Promise<string[]> {
  for (let left = TRIES; ; left -= 1) {
    const clipped = await page.evaluate<string[]>(FIND_CLIPPED);
    if (clipped.length === 0 || left === 0) return clipped;
    await page.waitForTimeout(PAUSE_MS);
  }
}

/** What is clipped or scrolls sideways at each width, and what axe finds at one of them. */
export async function layoutProblems(
  page: Page,
  name: string,
  axeWidth: (typeof WIDTHS)[number],
): Promise<string[]> {
  const problems: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    await isDrawn(page);
    problems.push(...(await clippedOn(page)).map(text => `${name} at ${width}: ${text}`));
    if (width !== axeWidth) continue;
    problems.push(...(await axeProblems(page)).map(text => `${name} at ${width}: ${text}`));
  }
  await page.setViewportSize({ width: WIDTHS[0], height: HEIGHT });
  return problems;
}
