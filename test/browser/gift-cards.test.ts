import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE, sellCard } from '../stored-value/support.js';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Page,
  type Screens,
  screenshotBothSchemes,
} from '../support/browser.js';
import { soon } from '../support/soon.js';
import { addToCart, logInAtTill, openFromMenu, scan } from '../support/till.js';
import { counterOf } from '../transactions/support.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('gift cards in the browser', () => {
  let screens: Screens;
  const codes: Record<string, string> = {};
  const cardOf = (value: string): string => codes[value] ?? '';
  let nextTill = 80;
  beforeAll(async () => {
    screens = await openScreens();
    // Sold before anyone else signs in at the till of these calls.
    const counter = counterOf(screens.shop);
    for (const value of ['5.00', '30.00', '12.34', '7.00', '40.00'] as const) {
      codes[value] = (await sellCard(counter, value)).code;
    }
  });
  afterAll(() => screens?.close());

  const till = (employee = 'EMP001'): Promise<Page> => {
    nextTill += 1;
    return logInAtTill(screens, employee, `T-0${nextTill}`);
  };
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const balanceOf = async (code: string): Promise<string> =>
    (await screens.shop.call('GET', `/value-accounts/balance/?code=${code}`)).body.balance;
  const saleOf = async (number: string) =>
    (
      await screens.shop.call('GET', `/transactions/${number}/`, {
        token: await screens.shop.officeToken(),
      })
    ).body;
  /** At two widths and in both schemes; nothing leaves the screen sideways. */
  const looksGood = async (page: Page, name: string): Promise<void> => {
    await screenshotBothSchemes(page, `gift-card-${name}`);
    expect(await axeProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await screenshotBothSchemes(page, `gift-card-${name}-phone`);
    const width = 'document.documentElement.scrollWidth';
    await expect.poll(() => page.evaluate(width), soon).toBe(390);
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  const inPayment = (page: Page) => page.getByRole('dialog', { name: 'Payment' });
  const saleNumber = async (page: Page): Promise<string> =>
    (await page.getByTestId('sale-number').innerText()).replace('Sale ', '');

  it('are sold with a value, and the code is shown once after the payment', async () => {
    const page = await till();
    await addToCart(page, 'GIFT-CARD');
    const value = page.getByRole('dialog', { name: 'Gift Card' });
    await value.getByLabel('Value of the card').fill('40');
    await looksGood(page, 'value');
    await value.getByRole('button', { name: 'Add to sale' }).click();
    await expect.poll(() => page.getByTestId('total').innerText(), soon).toBe('$40.00');
    // A card of another value is a line of its own.
    await addToCart(page, 'GIFT-CARD');
    await value.getByRole('button', { name: '$10.00' }).click();
    await expect.poll(() => page.getByTestId('total').innerText(), soon).toBe('$50.00');
    await page.getByTestId('pay').click();
    await button(page, 'Exact amount').click();
    await page.getByTestId('gift-card').nth(1).waitFor();
    await looksGood(page, 'sold');
    const shown = await page.getByTestId('gift-card').allInnerTexts();
    const sold = shown.map(text => text.split('\n')[0]?.replaceAll(' ', '') ?? '');
    expect(sold).toEqual([expect.stringMatching(CODE), expect.stringMatching(CODE)]);
    expect(await Promise.all(sold.map(balanceOf))).toEqual(['40.00', '10.00']);
    await button(page, 'Next customer').click();
    await expect.poll(() => page.getByTestId('gift-card').count(), soon).toBe(0);
    const stored = await page.evaluate('JSON.stringify({ ...localStorage })');
    expect(sold.filter(code => String(stored).includes(code))).toEqual([]);
  });

  it('pay what they hold by a typed code, and cash pays the rest', async () => {
    const code = cardOf('5.00');
    const page = await till();
    await addToCart(page, 'MUG-WHITE');
    await page.getByTestId('pay').click();
    const payment = inPayment(page);
    await payment.getByText('Gift card', { exact: true }).click();
    await payment.getByLabel('Gift card code').fill('WRONGWRONGWRONGW');
    await button(page, 'Check balance').click();
    await payment.getByText(/wasn’t found|not found/i).waitFor();
    await payment.getByLabel('Gift card code').fill(code.toLowerCase());
    await button(page, 'Check balance').click();
    await payment.getByText('Balance $5.00').waitFor();
    await looksGood(page, 'redeemed');
    await button(page, 'Take $5.00 and split the rest').click();
    await page.getByText('Remaining amount').waitFor();
    await payment.getByText('Cash', { exact: true }).click();
    await button(page, 'Exact amount').click();
    await expect
      .poll(() => page.getByTestId('paid-with').innerText(), soon)
      .toBe('Gift card $5.00, Cash $8.53');
    expect(await balanceOf(code)).toBe('0.00');
    expect(await saleOf(await saleNumber(page))).toMatchObject({
      status: 'completed',
      totalAmount: '13.53',
    });
  });

  it('are scanned into the payment, and a refund goes back onto them', async () => {
    const code = cardOf('30.00');
    const page = await till('EMP003');
    await addToCart(page, 'POSTER-A2');
    await page.getByTestId('pay').click();
    await inPayment(page).waitFor();
    await scan(page, code);
    await inPayment(page).getByText('Balance $30.00').waitFor();
    expect(await inPayment(page).getByLabel('Gift card code').inputValue()).toBe(code);
    await button(page, 'Take $10.81').click();
    const number = await saleNumber(page);
    expect(await balanceOf(code)).toBe('19.19');
    await button(page, 'Next customer').click();
    await openFromMenu(page, 'Return');
    const form = page.getByRole('dialog', { name: 'Return' });
    await form.getByLabel('Receipt number').fill(number);
    await button(page, 'Find sale').click();
    await form.getByLabel('Quantity: City Poster A2').fill('1');
    await button(page, 'Refund items').click();
    await page.getByText('Back on the gift card.').waitFor();
    await looksGood(page, 'refunded');
    expect(await balanceOf(code)).toBe('30.00');
  });

  it('show their balance when they are scanned, or typed from the menu', async () => {
    const code = cardOf('12.34');
    const page = await till();
    await scan(page, code);
    const dialog = page.getByRole('dialog', { name: 'Gift card balance' });
    await dialog.getByText('Balance $12.34').waitFor();
    await looksGood(page, 'balance');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await openFromMenu(page, 'Gift card balance');
    await dialog.getByLabel('Code of the card').fill('GIFT-DEMO-0000-0001');
    await button(page, 'Check balance').click();
    await dialog.getByText('Balance $50.00').waitFor();
  });

  /** A guest with a mug who is about to pay in the web shop. */
  const paying = async (): Promise<Page> => {
    const page = await screens.open('/app/shop/product/white-mug');
    await button(page, 'Add to cart').click();
    await page.getByRole('link', { name: 'Go to checkout' }).click();
    await page.getByLabel('Email').fill('gift@example.com');
    await page.getByLabel('First name').fill('Robin');
    await page.getByLabel('Last name').fill('Guest');
    await page.getByLabel('Street address').fill('12 Main Street');
    await page.getByLabel('City').fill('New York');
    await page.getByLabel('State').selectOption('NY');
    await page.getByLabel('ZIP code').fill('10001');
    await button(page, 'Continue to payment').click();
    return page;
  };

  it('pay a web order that they cover, without a card number', async () => {
    const code = cardOf('40.00');
    const page = await paying();
    // The sandbox offers a filled-in test card, so the request shows that none is used.
    const sent: object[] = [];
    page.on('request', request => {
      if (request.url().endsWith('/checkout/complete/')) sent.push(request.postDataJSON());
    });
    await page.getByLabel('Gift card or store credit').fill(code);
    await button(page, 'Place order').click();
    await page.getByRole('heading', { name: 'Thank you for your order!' }).waitFor();
    const number = await page.getByText(/^TXN-/).innerText();
    expect(sent.map(body => 'payment_data' in body)).toEqual([false]);
    expect(await balanceOf(code)).toBe('21.47');
    expect(await saleOf(number)).toMatchObject({ status: 'completed', totalAmount: '18.53' });
  });

  it('pay a web order as far as they reach; the card pays the rest', async () => {
    const code = cardOf('7.00');
    const page = await paying();
    const field = page.getByLabel('Gift card or store credit');
    await field.fill('WRONGWRONGWRONGW');
    await page.getByRole('radio', { name: 'Payment succeeds' }).click();
    await button(page, 'Place order').click();
    await page.getByRole('alert').getByText('There is no gift card or store credit').waitFor();
    await looksGood(page, 'shop');
    await field.fill(code);
    await field.blur();
    const summary = page.getByRole('status').filter({ hasText: 'Card pays' });
    await summary.getByText('-$7.00').waitFor();
    expect((await summary.innerText()).split(/\s*\n\s*/)).toEqual([
      'Gift card',
      '-$7.00',
      'Card pays',
      '$11.53',
    ]);
    await button(page, 'Place order').click();
    await page.getByRole('heading', { name: 'Thank you for your order!' }).waitFor();
    const number = await page.getByText(/^TXN-/).innerText();
    expect(await balanceOf(code)).toBe('0.00');
    expect(await saleOf(number)).toMatchObject({ status: 'completed', totalAmount: '18.53' });
  });
});
