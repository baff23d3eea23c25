import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { levelOf } from '../storefront/checkout-support.js';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Page,
  type Screens,
  screenshotBothSchemes,
} from '../support/browser.js';
import { soon } from '../support/soon.js';
import { addToCart, logInAtTill, says } from '../support/till.js';

const canRun = await browserOrSkip();
const SLOW_MS = 120_000;
const CHEESE = 'CHEESE-KG';

/** Chromium writes euros with a space that does not break. */
const plain = (text: string): string => text.replaceAll(/\s/g, ' ');

describe.runIf(canRun)('quantities on the screens', { timeout: SLOW_MS }, () => {
  let screens: Screens;
  beforeAll(async () => {
    screens = await openScreens();
    await office('/products/', {
      name: 'Alpine Cheese',
      slug: 'alpine-cheese',
      description: 'From the piece.',
      variants: [{ sku: CHEESE, price: '12.90', unit: 'kg' }],
    });
    for (const store of ['DOWNTOWN', 'AIRPORT']) {
      await office('/inventory-levels/', { store, sku: CHEESE, on_hand: 3 });
    }
    const list = { code: 'TIERS', name: 'Tiers', currency: 'USD', priority: 10 };
    await office('/price-lists/', { ...list, store_ids: [DOWNTOWN_ID] });
    const prices = [
      { price_list: 'TIERS', variant: 'MUG-WHITE', min_quantity: 3, amount: '10.00' },
      { price_list: 'EUR', variant: CHEESE, amount: '14.90' },
      { price_list: 'EUR', variant: CHEESE, min_quantity: 2, amount: '11.90' },
    ];
    for (const price of prices) await office('/prices/', price);
  });
  afterAll(() => screens?.close());

  async function office(url: string, body: object) {
    const token = await screens.shop.officeToken('admin');
    const reply = await screens.shop.call('POST', url, { token, body });
    if (reply.status !== 201) throw new Error(`${url}: ${reply.text}`);
  }
  const saleOf = async (number: string) => {
    const token = await screens.shop.officeToken('admin');
    return (await screens.shop.call('GET', `/transactions/${number}/`, { token })).body;
  };

  const visit = (slug: string, store: string, locale = 'en-US'): Promise<Page> =>
    screens.open(`/app/shop/product/${slug}?store=${store}`, { locale });
  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
  const shows = (page: Page, name: string) =>
    expect.poll(() => field(page, name).inputValue(), soon);
  const cart = (page: Page, name = 'Cart') => page.getByRole('dialog', { name });
  const cartSays = (page: Page, name?: string) =>
    expect.poll(async () => plain(await cart(page, name).innerText()), soon);

  /** From the cart to the order number. */
  const order = async (page: Page, pay: string): Promise<string> => {
    await page.getByRole('link', { name: 'Go to checkout' }).click();
    await page.getByLabel('Email').fill('guest@example.com');
    await page.getByLabel('First name').fill('Robin');
    await page.getByLabel('Last name').fill('Guest');
    await page.getByLabel('Street address').fill('12 Main Street');
    await page.getByLabel('City').fill('New York');
    await page.getByLabel('State').selectOption('NY');
    await page.getByLabel('ZIP code').fill('10001');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('radio', { name: 'Payment succeeds' }).click();
    await page.getByRole('button', { name: pay, exact: true }).click();
    await page.getByRole('heading', { name: 'Thank you for your order!' }).waitFor();
    return page.getByText(/^TXN-/).innerText();
  };

  it('sells cheese by weight in the web shop, with a price per kilogram', async () => {
    const before = await levelOf(screens.shop, CHEESE);
    const page = await visit('alpine-cheese', 'DOWNTOWN');
    await page.getByText('$12.90/kg').waitFor();
    await page.getByText('Only 3 kg left').waitFor();
    await shows(page, 'Quantity').toBe('1 kg');
    await field(page, 'Quantity').fill('0.4325');
    await field(page, 'Quantity').press('Enter');
    await shows(page, 'Quantity').toBe('0.432 kg');
    await page.getByRole('button', { name: 'Quantity: increase' }).click();
    await shows(page, 'Quantity').toBe('0.532 kg');
    await page.getByRole('button', { name: 'Quantity: decrease' }).click();
    await shows(page, 'Quantity').toBe('0.432 kg');
    await screenshotBothSchemes(page, 'shop-weighed');
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await cartSays(page).toContain('$5.57');
    await cartSays(page).toContain('$12.90/kg');
    await shows(page, 'Quantity of Alpine Cheese').toBe('0.432 kg');
    await field(page, 'Quantity of Alpine Cheese').fill('9');
    await field(page, 'Quantity of Alpine Cheese').press('Enter');
    await shows(page, 'Quantity of Alpine Cheese').toBe('3 kg');
    await cartSays(page).toContain('$38.70');
    await field(page, 'Quantity of Alpine Cheese').fill('0.432');
    await field(page, 'Quantity of Alpine Cheese').press('Enter');
    await cartSays(page).toContain('$5.57');
    await screenshotBothSchemes(page, 'shop-weighed-cart');
    expect(await axeProblems(page)).toEqual([]);
    // 5.57, 8.25 % of it, and 5.00 for the parcel.
    const number = await order(page, 'Pay $11.03');
    expect(await saleOf(number)).toMatchObject({
      totalAmount: '11.03',
      lineItems: [{ quantity: 0.432, unit: 'kg', unitPrice: '12.90', subtotal: '5.57' }],
    });
    expect(await levelOf(screens.shop, CHEESE)).toEqual({
      ...before,
      on_hand: before.on_hand - 432,
    });
    await page.getByRole('link', { name: 'View receipt and status' }).click();
    await page.getByText('0.432 kg × $12.90/kg').waitFor();
  });

  it('writes weights and prices in German, and lowers the price with the weight', async () => {
    const page = await visit('alpine-cheese', 'AIRPORT', 'de-DE');
    await expect
      .poll(async () => plain(await page.innerText('main')), soon)
      .toContain('14,90 €/kg');
    await field(page, 'Menge').fill('0,5');
    await field(page, 'Menge').press('Enter');
    await shows(page, 'Menge').toBe('0,5 kg');
    await page.getByRole('button', { name: 'In den Warenkorb' }).click();
    await cartSays(page, 'Warenkorb').toContain('7,45 €');
    await field(page, 'Menge von Alpine Cheese').fill('2,125');
    await field(page, 'Menge von Alpine Cheese').press('Enter');
    await cartSays(page, 'Warenkorb').toContain('11,90 €/kg');
    await cartSays(page, 'Warenkorb').toContain('25,29 €');
    await screenshotBothSchemes(page, 'shop-weighed-german');
  });

  it('lowers the price of three mugs in the web shop, and charges it', async () => {
    const page = await visit('white-mug', 'DOWNTOWN');
    await page.getByRole('button', { name: 'Quantity: increase' }).click();
    await shows(page, 'Quantity').toBe('2');
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await cartSays(page).toContain('$25.00');
    await page.getByRole('button', { name: 'Quantity of White Mug: increase' }).click();
    await cartSays(page).toContain('$30.00');
    // 30.00, 8.25 % of it are 2.475, and 5.00 for the parcel.
    const number = await order(page, 'Pay $37.48');
    expect(await saleOf(number)).toMatchObject({
      totalAmount: '37.48',
      lineItems: [{ quantity: 3, unitPrice: '10.00', subtotal: '30.00' }],
    });
  });

  it('lowers the price of three mugs at the till, and raises it again', async () => {
    const page = await logInAtTill(screens, 'EMP001', 'T-041');
    await addToCart(page, 'MUG-WHITE');
    await addToCart(page, 'MUG-WHITE');
    await says(page, 'total').toBe('$27.06');
    await page.getByRole('button', { name: 'Add one White Mug' }).click();
    await says(page, 'total').toBe('$32.48');
    await page.getByText('$10.00 each').waitFor();
    await page.getByRole('button', { name: 'Remove one White Mug' }).click();
    await says(page, 'total').toBe('$27.06');
    await page.getByRole('button', { name: 'Add one White Mug' }).click();
    await says(page, 'total').toBe('$32.48');
    await page.getByTestId('pay').click();
    await says(page, 'due').toBe('$32.48');
    await page.getByRole('button', { name: '$40.00' }).click();
    await says(page, 'change').toBe('$7.52');
    const sale = await screens.shop.platform.db
      .selectFrom('transactions')
      .select('transaction_number')
      .where('terminal_id', '=', 'T-041')
      .executeTakeFirstOrThrow();
    expect(await saleOf(sale.transaction_number)).toMatchObject({
      status: 'completed',
      totalAmount: '32.48',
      lineItems: [{ quantity: 3, unitPrice: '10.00', subtotal: '30.00' }],
    });
  });
});
