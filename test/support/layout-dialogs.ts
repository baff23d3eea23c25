import type { Page } from './browser.js';
import { isDrawn, layoutProblems } from './layout.js';

/** Open dialogs and menus, the one on top last. */
const LAYERS = `[...document.querySelectorAll('[role="dialog"], [role="menu"]')]
  .filter(one => one.checkVisibility())`;

/** What opens no dialog: parts of fields, tabs, buttons that send or close a form. */
const OTHERS = [
  ':disabled',
  '[data-disabled]',
  '[type="submit"]',
  '[role="tab"]',
  '[role="radio"]',
  '[aria-haspopup="listbox"]',
  '[data-combobox-target]',
  '.mantine-CloseButton-root',
].join(', ');

/**
 * Runs in the page: clicks the next button of the top layer that may open a dialog and returns its
 * kind. Buttons that differ in a number or in the record behind a colon are of one kind, and so are
 * those that open the rows of a list.
 */
const CLICK_NEXT = `(path, seen, skipped) => {
  const general = text => text.split(': ')[0].split(' ').filter(word => !/\\d/.test(word)).join(' ');
  const layer = ${LAYERS}.at(-1);
  const place = general(layer?.querySelector('h2')?.innerText ?? '') || path;
  const root = layer ?? document.querySelector('main');
  for (const button of root.querySelectorAll('button, [role="menuitem"]')) {
    if (button.matches('${OTHERS}') || !button.checkVisibility()) continue;
    const list = general(button.closest('table')?.ariaLabel ?? '');
    const text = button.ariaLabel ?? button.innerText;
    if (skipped.includes(text)) continue;
    const kind = [place, list, button.matches('.desk-open') ? 'row' : general(text)].join(' | ');
    if (seen.includes(kind)) continue;
    globalThis.shownBefore = root.innerText;
    button.click();
    return kind;
  }
  return null;
}`;

/** How many layers are open, and whether the last click has changed what the top one shows. */
const STATE = `(() => {
  const layers = ${LAYERS};
  const isChanged = layers.at(-1)?.innerText !== globalThis.shownBefore;
  return { depth: layers.length, isChanged };
})()`;

/** Runs in the page: closes the top layer; Escape would close all dialogs. */
const CLOSE = `(() => {
  const button = ${LAYERS}.at(-1).querySelector('.mantine-Modal-close, .mantine-Drawer-close');
  button?.click();
  return button !== null;
})()`;

/** For `addInitScript`: the service refuses whatever is sent, so clicks change nothing. */
export const READ_ONLY = `{
  const call = globalThis.fetch.bind(globalThis);
  globalThis.fetch = (request, how) => {
    const isRead = (how?.method ?? request.method ?? 'GET') === 'GET';
    const refusal = { code: 'FORBIDDEN', message: 'Nothing is saved here.', details: {} };
    return isRead ? call(request, how) : Promise.resolve(Response.json(refusal, { status: 403 }));
  };
  globalThis.print = () => undefined;
}`;

type Walk = {
  page: Page;
  /** Returns to the page that a button has left. */
  back: () => Promise<void>;
  axe: boolean;
  /** Names of buttons that close a dialog. */
  skipped: readonly string[];
  /** Kinds of buttons that were clicked. */
  seen: Set<string>;
};

/**
 * Opens every dialog of the page, those that open from dialogs too, and returns their names and the
 * problems of their layout.
 */
export async function dialogProblems(
  path: string,
  walk: Walk,
): Promise<{ names: string[]; problems: string[] }> {
  const { page, back, axe, skipped, seen } = walk;
  const names: string[] = [];
  const problems: string[] = [];
  const start = page.url();
  const { depth } = await stateOf(page);
  for (;;) {
    const known = [path, [...seen], skipped].map(one => JSON.stringify(one)).join();
    const kind = await page.evaluate<string | null>(`(${CLICK_NEXT})(${known})`);
    if (kind === null) return { names, problems };
    seen.add(kind);
    await isDrawn(page);
    const now = await stateOf(page);
    if (now.depth < depth) return { names, problems };
    if (now.depth > depth) {
      names.push(kind);
      problems.push(...(await layoutProblems(page, kind, { axe })));
      const inside = await dialogProblems(path, walk);
      names.push(...inside.names);
      problems.push(...inside.problems);
      await closeDownTo(page, depth);
    } else if (depth > 0 && now.isChanged) {
      problems.push(...(await layoutProblems(page, `${kind}, after it`, { axe })));
    }
    if (depth === 0 && page.url() !== start) await back();
  }
}

const stateOf = (page: Page) => page.evaluate<{ depth: number; isChanged: boolean }>(STATE);

async function closeDownTo(page: Page, depth: number): Promise<void> {
  for (let left = 5; (await stateOf(page)).depth > depth; left -= 1) {
    if (left === 0) throw new Error('the dialog stays open');
    if (!(await page.evaluate<boolean>(CLOSE))) await page.keyboard.press('Escape');
    await isDrawn(page);
  }
}
