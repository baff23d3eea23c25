import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { complete } from '../storefront/checkout-shoppers.js';
import { atCheckout, tomorrow } from '../storefront/checkout-support.js';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Page,
  type Screens,
  screenshotBothSchemes,
  takeScreenshot,
} from '../support/browser.js';
import { addToCart, logInAtTill, openFromMenu, says, scan } from '../support/till.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('the register and the work of its store', () => {
  let screens: Screens;
  let nextTill = 80;
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
  const sellForCash = async (page: Page, sku: string): Promise<string> => {
    await addToCart(page, sku);
    await page.getByTestId('pay').click();
    await page.getByRole('button', { name: 'Exact' }).click();
    const number = (await page.getByTestId('sale-number').innerText()).replace('Sale ', '');
    await page.getByRole('button', { name: 'Next customer' }).click();
    return number;
  };
  const openShift = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Open shift' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Open shift' }).click();
    await page.getByRole('button', { name: 'Count drawer' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };

  it('pays out what the desk refunded in cash, once, from an open shift', async () => {
    const [first, second] = [await till(), await till('EMP002')];
    await openShift(first);
    const number = await sellForCash(first, 'MUG-WHITE');
    expect(
      (await office('POST', `/transactions/${number}/void/`, { reason: 'Chipped' })).status,
    ).toBe(200);
    // The badge appears at every till without a reload.
    await Promise.all([first, second].map(page => page.getByTestId('pay-outs').click()));
    await Promise.all(
      [first, second].map(page => page.getByRole('button', { name: 'Pay out $13.53' }).waitFor()),
    );
    await screenshotBothSchemes(first, 'register-pay-outs');
    expect(await axeProblems(first)).toEqual([]);
    // The second till still sees the old list when the first one pays.
    const token = await screens.shop.tillToken('EMP001', 'T-081');
    const { body: list } = await screens.shop.call('GET', '/pos/pay-outs/', { token });
    await second.context().route('**/pos/pay-outs/', route => route.fulfill({ json: list }));
    await first.getByRole('button', { name: 'Pay out $13.53' }).click();
    await first.getByText('Give $13.53 to the customer from the drawer of T-081.').waitFor();
    await second.getByRole('button', { name: 'Pay out $13.53' }).click();
    await second.getByText('Already paid. Do not pay it again.').waitFor();
    await takeScreenshot(second, 'register-pay-out-already');
    await first.getByText('Nothing to pay out').waitFor();

    const sale = (await office('GET', `/transactions/${number}/`)).body;
    const [refund] = sale.payment_records[0].refunds;
    expect(refund).toMatchObject({ status: 'succeeded', way: 'cash', amount: '13.53' });
    const shift = await screens.shop.call('GET', '/cash-management/shifts/current/', { token });
    expect(refund.shift_id).toBe(shift.body.id);
  });

  it('leads from the payment to the shift that the store requires, and back', async () => {
    expect((await office('PATCH', '/stores/DOWNTOWN/', { require_shift: true })).status).toBe(200);
    try {
      const page = await till();
      await addToCart(page, 'MUG-WHITE');
      await page.getByTestId('pay').click();
      await page.getByLabel('Amount received').fill('20');
      await page.getByRole('button', { name: 'Take $20.00' }).click();
      await page.getByText('This store takes money only in an open shift.').waitFor();
      await screenshotBothSchemes(page, 'register-shift-required');
      expect(await axeProblems(page)).toEqual([]);
      await page.getByLabel('Opening float').fill('50');
      await page.getByRole('dialog').getByRole('button', { name: 'Open shift' }).click();
      await page.getByRole('button', { name: 'Take $20.00' }).click();
      await says(page, 'change').toBe('$6.47');
    } finally {
      await office('PATCH', '/stores/DOWNTOWN/', { require_shift: false });
    }
  });

  it('finds an unpaid order, takes the money and hands the goods over in one flow', async () => {
    const { shop } = screens;
    const { visit, id } = await atCheckout(shop, [['MUG-WHITE', 1]], {
      fulfillment_method: 'pickup',
      pickup_scheduled_time: tomorrow(shop),
    });
    const reply = await complete(shop, visit, id, { method: 'pay_at_store', token: null });
    expect(reply.status).toBe(200);
    const { transaction_id: number } = reply.body;
    const order = (await office('GET', `/transactions/${number}/`)).body;
    const due = `$${order.totalAmount}`;

    const page = await till();
    await openFromMenu(page, 'Orders');
    await page.getByLabel('Find an order').fill('ada byron');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    const card = page.getByTestId(`order-${number}`);
    await card.getByText(`${due} to pay`).waitFor();
    await screenshotBothSchemes(page, 'register-orders');
    expect(await axeProblems(page)).toEqual([]);
    await card.getByRole('button', { name: `Take ${due}` }).click();
    await says(page, 'due').toBe(due);
    // The order goes back and comes again: nothing is paid or lost.
    await page.keyboard.press('Escape');
    await page.getByText('Order for Ada Byron.').waitFor();
    await page.getByRole('button', { name: 'Put the order back' }).click();
    await page.getByText('Ready for the next customer').waitFor();
    // The code on the customer's phone is a link with the number.
    await scan(page, `https://shop.example/orders/${number}`);
    await card.getByRole('button', { name: `Take ${due}` }).click();
    await page.getByRole('button', { name: 'Exact' }).click();
    await says(page, 'sale-number').toContain(number);
    await page.getByRole('button', { name: 'Hand over the goods' }).click();
    await page.getByText(`Order ${number} is handed over.`).waitFor();
    await screenshotBothSchemes(page, 'register-order-done');
    expect((await office('GET', `/transactions/${number}/`)).body.status).toBe('completed');
    const token = await shop.tillToken('EMP001', 'T-084');
    const waiting = await shop.call('GET', `/pos/orders/?q=${number}`, { token });
    expect(waiting.body).toEqual([]);
  });
});
