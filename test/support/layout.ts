import { axeProblems, chooseScheme, type Page } from './browser.js';

const HEIGHT = 900;
const [WIDEST, NARROWEST] = [1440, 390];
const WIDTHS = [WIDEST, 1024, NARROWEST];

/** `AXE_EVERYWHERE=true` runs axe at all widths in all languages, which takes three times as long. */
export const isAxeEverywhere = process.env.AXE_EVERYWHERE === 'true';

/** Boxes that scroll sideways on purpose, such as a printed receipt, and excerpts of long texts. */
const MEANT = '.desk-board, .desk-receipt, .print-only, [data-scrolls], [data-excerpt]';

/**
 * Runs in the page and returns one line for each problem. A text is clipped if it reaches out of the
 * nearest box that hides or scrolls what is outside. An ellipsis is fine where a title has the text.
 */
const FIND_CLIPPED = `() => {
  const found = new Set();
  const boxes = new Map();
  const beyond = document.documentElement.scrollWidth - innerWidth;
  if (beyond > 0) found.add('the page scrolls sideways by ' + beyond + ' px');
  const isShown = one =>
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    one.closest('.visually-hidden, .mantine-VisuallyHidden-root, svg, [aria-hidden="true"]') === null;
  const nameOf = one => one.tagName.toLowerCase() + '.' + String(one.className).slice(0, 60);
  const styles = new Map();
  const styleOf = box => {
    if (!styles.has(box)) styles.set(box, getComputedStyle(box));
    return styles.get(box);
  };
  const hides = overflow => overflow === 'hidden' || overflow === 'clip';
  const clips = (box, text) => {
    const style = styleOf(box);
    if (style.display === 'inline') return false;
    const { left, right, bottom } = box.getBoundingClientRect();
    if (style.overflowX !== 'visible' && (text.right > right + 1 || text.left < left - 1)) return true;
    return hides(style.overflowY) && text.bottom > bottom + 4;
  };
  const isScrolledOut = (box, text) => {
    const { top, bottom } = box.getBoundingClientRect();
    return /auto|scroll/.test(styleOf(box).overflowY) && (text.bottom > bottom || text.top < top);
  };
  const isMeant = box =>
    box.closest('${MEANT}') !== null ||
    (styleOf(box).textOverflow === 'ellipsis' && box.closest('[title]') !== null);
  // The page behind an open dialog is measured without the dialog.
  const root = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document.body;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.data.trim() === '' || !isShown(node.parentElement)) continue;
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (text.width === 0) continue;
    for (let box = node.parentElement; box !== document.body; box = box.parentElement) {
      if (!clips(box, text)) {
        if (isScrolledOut(box, text)) break;
        continue;
      }
      if (!isMeant(box)) boxes.set(box, [...(boxes.get(box) ?? []), node.data.trim().slice(0, 40)]);
      break;
    }
  }
  for (const [box, texts] of boxes)
    found.add(texts.slice(0, 3).join(', ') + ' (' + texts.length + ') in ' + nameOf(box));
  // A field that is typed into scrolls with the caret; the choice of a list does not.
  for (const field of root.querySelectorAll('input[aria-haspopup="listbox"]')) {
    if (isShown(field) && field.scrollWidth > field.clientWidth + 1)
      found.add('"' + field.value.slice(0, 60) + '" in the field ' + (field.ariaLabel ?? field.id));
  }
  return [...found];
}`;

/** Resolves in the page when two frames are drawn and nothing loads, after 15 seconds at the latest. */
const DRAWN = `async () => {
  const waiting = '.mantine-Loader-root, .mantine-Skeleton-root, [data-loading]';
  const frame = () => new Promise(done => requestAnimationFrame(done));
  const latest = performance.now() + 15000;
  do {
    await frame();
    await frame();
  } while (
    performance.now() < latest &&
    [...document.querySelectorAll(waiting)].some(one => one.checkVisibility())
  );
}`;

/** Measures up to ten times in a second: charts and columns follow a change of the width later. */
const MEASURE = `(async () => {
  await (${DRAWN})();
  for (let left = 10; ; left -= 1) {
    const clipped = (${FIND_CLIPPED})();
    if (clipped.length === 0 || left === 0) return clipped;
    await new Promise(done => setTimeout(done, 100));
  }
})()`;

/** Resolves when nothing on the page is loading and the browser has drawn it. */
export const isDrawn = (page: Page): Promise<unknown> => page.evaluate(`(${DRAWN})()`);

/** Goes to another page of the same screen without loading its scripts again. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
  await isDrawn(page);
}

/**
 * What is clipped or scrolls sideways at each width and, with `axe`, what axe finds at the first and
 * the last width, or at each; it compares the colours of texts with what is under them at the first, in both
 * schemes. By default axe looks inside `main`, because the header and the navigation are the same on
 * every page.
 */
export async function layoutProblems(
  page: Page,
  name: string,
  { axe, part = 'main' }: { axe: boolean; part?: string },
): Promise<string[]> {
  const problems: string[] = [];
  const note = (where: string, texts: string[]): void => {
    problems.push(...texts.map(text => `${name} ${where}: ${text}`));
  };
  await isDrawn(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    note(`at ${width}`, await page.evaluate<string[]>(MEASURE));
    if (!axe) continue;
    if (width === WIDEST) {
      note(`at ${width}`, await axeProblems(page, { part }));
      await chooseScheme(page, 'dark');
      note('in the dark', await axeProblems(page, { part, contrast: 'only' }));
      await chooseScheme(page, 'light');
    }
    if (width === NARROWEST || (width !== WIDEST && isAxeEverywhere))
      note(`at ${width}`, await axeProblems(page, { part, contrast: false }));
  }
  await page.setViewportSize({ width: WIDEST, height: HEIGHT });
  return problems;
}
