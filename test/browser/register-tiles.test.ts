import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, openScreens, type Page, type Screens } from '../support/browser.js';
import { soon } from '../support/soon.js';
import { logInAtTill } from '../support/till.js';

const canRun = await browserOrSkip();

const COUNT = 190;
const skuOf = (number: number): string => `CANDLE-${String(number).padStart(3, '0')}`;

describe.runIf(canRun)('the tiles of a large category', () => {
  let screens: Screens;
  beforeAll(async () => {
    screens = await openScreens();
    const token = await screens.shop.officeToken('admin');
    const create = async (path: string, body: object) => {
      const reply = await screens.shop.call('POST', path, { token, body });
      expect(reply.status, reply.text).toBe(201);
      return reply.body;
    };
    const { id: category } = await create('/categories/', { name: 'Candles' });
    for (let number = 1; number <= COUNT; number += 1) {
      await create('/products/', {
        name: `Taper ${String(number).padStart(3, '0')}`,
        category_id: category,
        status: 'active',
        variants: [{ sku: skuOf(number), name: '', price: 3 }],
      });
    }
    const level = { store: 'DOWNTOWN', sku: skuOf(COUNT), on_hand: 7 };
    await create('/inventory-levels/', level);
  });
  afterAll(() => screens?.close());

  const tiles = (page: Page) => page.locator('section[aria-label="Products"] button');
  const scrollDown = (page: Page) =>
    page.evaluate(`{ const grid = document.querySelector('section[aria-label="Products"]');
      grid.scrollTop = grid.scrollHeight; }`);
  /** Scrolls to the end and counts the tiles that were drawn before each further step. */
  const scrollThrough = async (page: Page): Promise<number[]> => {
    const counts: number[] = [];
    for (;;) {
      await expect.poll(() => tiles(page).count(), soon).toBeGreaterThan(counts.at(-1) ?? 30);
      await expect
        .poll(async () => (await tiles(page).count()) % 60, soon)
        .toBeOneOf([0, COUNT % 60]);
      counts.push(await tiles(page).count());
      if (counts.at(-1) === COUNT) return counts;
      await scrollDown(page);
    }
  };

  it('come in steps as the cashier scrolls, to the last one', async () => {
    const page = await logInAtTill(screens, 'EMP001', 'T-095');
    await page.getByRole('button', { name: 'Candles', exact: true }).click();
    const drawn = await scrollThrough(page);
    expect(drawn[0]).toBeLessThanOrEqual(120);
    expect(drawn.length).toBeGreaterThan(1);
    const last = page.locator(`button[data-sku="${skuOf(COUNT)}"]`);
    await expect.poll(() => last.getByTestId('stock').innerText(), soon).toMatch(/^7\b/);
    await last.click();
    await page.locator(`li[data-sku="${skuOf(COUNT)}"]`).waitFor();
  });

  it('come in steps for a search, and begin again with the next one', async () => {
    const page = await logInAtTill(screens, 'EMP001', 'T-096');
    await page.getByLabel('Search or scan').fill('taper');
    await tiles(page).filter({ hasText: 'Taper 001' }).waitFor();
    expect((await scrollThrough(page))[0]).toBeLessThanOrEqual(120);
    await page.getByLabel('Search or scan').fill('candle');
    await expect.poll(() => tiles(page).count(), soon).toBeLessThanOrEqual(120);
    await page.getByLabel('Search or scan').fill('taper 190');
    await expect.poll(() => tiles(page).count(), soon).toBe(1);
  });
});
