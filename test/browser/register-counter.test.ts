import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Page,
  type Screens,
  screenshotBothSchemes,
  takeScreenshot,
} from '../support/browser.js';
import { soon } from '../support/soon.js';
import { addToCart, logInAtTill, openFromMenu, says, scan } from '../support/till.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('the register at the counter', () => {
  let screens: Screens;
  let nextTill = 30;
  beforeAll(async () => {
    screens = await openScreens();
  });
  afterAll(() => screens?.close());

  const till = (employee = 'EMP001'): Promise<Page> => {
    nextTill += 1;
    return logInAtTill(screens, employee, `T-0${nextTill}`);
  };
  const office = async (method: string, path: string, body?: object) =>
    screens.shop.call(method, path, { token: await screens.shop.officeToken('admin'), body });
  const sideways = (page: Page): Promise<number> =>
    page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

  it('has one tile per product with its stock, twelve on a tablet, and a sheet of options', async () => {
    const page = await till();
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.locator('button[data-skus] [data-testid="stock"]').first().waitFor();
    const visible = await page.evaluate<number>(`(() => {
      const end = document.querySelector('section[aria-label="Products"]').getBoundingClientRect();
      return [...document.querySelectorAll('button[data-skus]')]
        .filter(tile => tile.getBoundingClientRect().bottom <= end.bottom + 1).length;
    })()`);
    expect(visible).toBeGreaterThanOrEqual(12);
    await screenshotBothSchemes(page, 'register-tablet');
    expect(await axeProblems(page)).toEqual([]);
    const tee = page.locator('button[data-skus~="TEE-BLACK-M"]');
    expect(await tee.count()).toBe(1);
    await tee.click();
    const option = page.getByRole('dialog').locator('button[data-sku="TEE-BLACK-M"]');
    await option.getByTestId('stock').waitFor();
    await takeScreenshot(page, 'register-options');
    expect(await axeProblems(page)).toEqual([]);
    await option.click();
    await page.locator('li[data-sku="TEE-BLACK-M"]').waitFor();
    // One wrong order of letters.
    await page.getByLabel('Search or scan').fill('blakc tee');
    await expect.poll(() => page.locator('button[data-skus]').count(), soon).toBe(1);
    expect(await tee.innerText()).toContain('Black Tee');
    await page.getByLabel('Search or scan').fill('');
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await sideways(page)).toBe(0);
    await takeScreenshot(page, 'register-phone');
  });

  it('shows the favourites that a manager arranges at every till, without a reload', async () => {
    const [manager, cashier] = [await till('EMP003'), await till()];
    expect(await cashier.getByLabel('Arrange tiles').count()).toBe(0);
    await manager.getByLabel('Arrange tiles').click();
    await manager.getByLabel('Add a product').fill('white mug');
    await manager.getByRole('dialog').getByRole('button', { name: 'White Mug' }).click();
    await manager.getByLabel('Add a product').fill('soy candle');
    await manager.getByRole('dialog').getByRole('button', { name: 'Soy Candle' }).click();
    await manager.getByRole('button', { name: 'Move Soy Candle up' }).click();
    await takeScreenshot(manager, 'register-arrange');
    expect(await axeProblems(manager)).toEqual([]);
    // Somebody else saves meanwhile; the first attempt changes nothing.
    const pages = [{ name: 'Lunch', product_ids: [] }];
    await office('PUT', '/till-tiles/DOWNTOWN/', { favourites: [], pages });
    await manager.getByRole('button', { name: 'Save for all tills of this store' }).click();
    await manager.getByText('Someone else has changed the tiles').waitFor();
    const kept = (await office('GET', '/till-tiles/DOWNTOWN/')).body;
    expect([kept.favourites, kept.pages]).toEqual([[], pages]);
    await manager.getByRole('button', { name: 'Save mine anyway' }).click();
    await cashier.getByRole('button', { name: '★ Favourites' }).click();
    await expect
      .poll(() => cashier.locator('button[data-skus]').allInnerTexts(), soon)
      .toHaveLength(2);
    const [first, second] = await cashier.locator('button[data-skus]').allInnerTexts();
    expect(first).toContain('Soy Candle');
    expect(second).toContain('White Mug');
    await office('PUT', '/till-tiles/DOWNTOWN/', { favourites: [], pages: [] });
  });

  it('shows the customer the items, the change and the receipt on a second screen', async () => {
    const page = await till();
    const display = await screens.open('/app/display/', {
      viewport: { width: 1024, height: 600 },
      locale: 'de-DE',
    });
    await expect.poll(() => display.getByTestId('code').innerText(), soon).toMatch(/^\w{4}-\w{4}$/);
    await screenshotBothSchemes(display, 'display-code');
    expect(await axeProblems(display)).toEqual([]);
    await openFromMenu(page, 'Customer display');
    await page
      .getByLabel('Code on the display')
      .fill(await display.getByTestId('code').innerText());
    await page.getByRole('button', { name: 'Connect' }).click();
    // It speaks the language of the store.
    await display.getByText('Welcome to').waitFor();
    await screenshotBothSchemes(display, 'display-idle');
    expect(await axeProblems(display)).toEqual([]);
    await addToCart(page, 'MUG-WHITE');
    await addToCart(page, 'TEE-BLACK-M');
    await says(display, 'total').toBe('$40.59');
    await display.getByText('Black Tee, Size M').waitFor();
    await screenshotBothSchemes(display, 'display-sale');
    expect(await axeProblems(display)).toEqual([]);
    await page.getByTestId('pay').click();
    await display.getByText('Please pay at the counter.').waitFor();
    await page.getByRole('button', { name: '$50.00' }).click();
    await says(display, 'change').toBe('$9.41');
    const link = await display.getByLabel('QR code of the receipt').getAttribute('data-content');
    const number = (await page.getByTestId('sale-number').innerText()).replace('Sale ', '');
    expect((await screens.shop.call('GET', new URL(`${link}`).pathname)).text).toContain(number);
    await screenshotBothSchemes(display, 'display-paid');
    await page.getByRole('button', { name: 'Next customer' }).click();
    await display.getByTestId('idle').waitFor();
    // Removed at the desk, it shows a code again.
    const terminal = `T-0${nextTill}`;
    const { body } = await office('GET', `/terminals/${terminal}/devices/`);
    await office('DELETE', `/terminals/${terminal}/devices/${body[0].id}/`);
    await display.getByTestId('code').waitFor();
  });

  it('asks before 5,000 is taken for 27.06, and types a quantity on the screen', async () => {
    const page = await till();
    await addToCart(page, 'MUG-WHITE');
    await page.locator('li[data-sku="MUG-WHITE"] button').first().click();
    await page.getByRole('dialog').getByTestId('field-pad').waitFor();
    await page.getByRole('button', { name: 'Digit 2' }).click();
    expect(await page.getByLabel('Quantity').inputValue()).toBe('2');
    await takeScreenshot(page, 'register-quantity-pad');
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Apply' }).click();
    await says(page, 'total').toBe('$27.06');
    await page.getByTestId('pay').click();
    const pad = page.getByTestId('field-pad');
    for (const digit of '5000') await pad.getByRole('button', { name: `Digit ${digit}` }).click();
    expect(await page.getByLabel('Amount received').inputValue()).toBe('5000');
    await page.getByRole('button', { name: 'Take $5,000.00' }).click();
    await page.getByText('$5,000.00 for $27.06? The change would be $4,972.94.').waitFor();
    await takeScreenshot(page, 'register-unlikely');
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Correct the amount' }).click();
    await page.getByLabel('Amount received').fill('50');
    await page.getByRole('button', { name: 'Take $50.00' }).click();
    await says(page, 'change').toBe('$22.94');
  });

  it('returns goods of a scanned receipt with the refund shown first, and voids the last sale', async () => {
    const page = await till('EMP003');
    await addToCart(page, 'MUG-WHITE');
    await page.getByTestId('pay').click();
    await page.getByRole('button', { name: 'Exact' }).click();
    const number = (await page.getByTestId('sale-number').innerText()).replace('Sale ', '');
    await page.getByRole('button', { name: 'Next customer' }).click();
    await scan(page, number);
    await page.getByLabel('Quantity: White Mug').fill('1');
    await says(page, 'refund-amount').toBe('$13.53');
    await page.getByText('Back as it was paid: Cash $13.53').waitFor();
    await takeScreenshot(page, 'register-refund-preview');
    expect(await axeProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await openFromMenu(page, 'Recent sales');
    const card = page.getByTestId(`recent-${number}`);
    await card.getByRole('button', { name: 'Void' }).click();
    await says(page, 'void-ways').toBe('Back as it was paid: Cash');
    await page.getByLabel('Reason').fill('Wrong item');
    await page.getByRole('button', { name: 'Void the sale' }).click();
    await page.getByText(`Sale ${number} is voided.`).waitFor();
    await takeScreenshot(page, 'register-voided');
    expect((await office('GET', `/transactions/${number}/`)).body.status).toBe('voided');
  });

  it('asks for the PIN when nobody uses it, and keeps the sale for the next cashier', async () => {
    const page = await till();
    await addToCart(page, 'MUG-WHITE');
    const minutes = "JSON.parse(localStorage['tillhouse.register.session']).store.lockMinutes";
    expect(await page.evaluate(minutes)).toBeUndefined();
    expect((await office('PATCH', '/stores/DOWNTOWN/', { till_lock_minutes: 1 })).status).toBe(200);
    try {
      // The setting arrives over the socket.
      await expect.poll(() => page.evaluate(minutes), soon).toBe(1);
      await page.evaluate('const now = Date.now; Date.now = () => now() + 61_000');
      await page.getByRole('heading', { name: 'Till locked' }).waitFor();
      await screenshotBothSchemes(page, 'register-locked');
      expect(await axeProblems(page)).toEqual([]);
      for (const digit of '1234') {
        await page.getByRole('button', { name: `Digit ${digit}` }).click();
      }
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await says(page, 'total').toBe('$13.53');
      // Without a connection the till checks the PIN itself.
      await page.context().setOffline(true);
      await page.getByTestId('offline').waitFor();
      await page.evaluate('const later = Date.now; Date.now = () => later() + 61_000');
      await page.getByText('People who signed in here today can take over.').waitFor();
      await page.getByRole('button', { name: 'Casey Nguyen' }).click();
      await page.getByLabel('PIN').fill('1234');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await says(page, 'total').toBe('$13.53');
      await page.context().setOffline(false);
    } finally {
      await office('PATCH', '/stores/DOWNTOWN/', { till_lock_minutes: null });
    }
  });
});
