import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { setSandboxFaults } from '../../src/domains/payments/processors/sandbox-faults.js';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Page,
  type Screens,
  screenshotBothSchemes,
  takeScreenshot,
} from '../support/browser.js';
import {
  addToCart,
  chargeCard,
  logInAtTill,
  openFromMenu,
  payPart,
  says,
} from '../support/till.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('payments at the register', () => {
  let screens: Screens;
  let nextTill = 60;
  beforeAll(async () => {
    screens = await openScreens();
    const made = await screens.shop.call('POST', '/payment-methods/', {
      token: await screens.shop.officeToken('admin'),
      body: {
        code: 'terminal',
        name: 'Terminal',
        method_type: 'card',
        requires_reference: true,
        display_order: 90,
      },
    });
    expect(made.status).toBe(201);
  });
  afterAll(() => screens?.close());

  const till = (employee = 'EMP001'): Promise<Page> => {
    nextTill += 1;
    return logInAtTill(screens, employee, `T-0${nextTill}`);
  };
  const startPayment = async (page: Page, sku: string): Promise<void> => {
    await addToCart(page, sku);
    await page.getByTestId('pay').click();
  };
  const numberOf = async (page: Page): Promise<string> =>
    (await page.getByTestId('sale-number').innerText()).replace('Sale ', '');
  const saleOf = async (number: string) => {
    const token = await screens.shop.officeToken('admin');
    return (await screens.shop.call('GET', `/transactions/${number}/`, { token })).body;
  };
  const voidAtDesk = async (number: string): Promise<void> => {
    const reply = await screens.shop.call('POST', `/transactions/${number}/void/`, {
      token: await screens.shop.officeToken(),
      body: { reason: 'The customer left' },
    });
    expect(reply.status).toBe(200);
  };

  it('charges a card once, although it was declined before and the page was reloaded', async () => {
    const page = await till();
    // 27.06
    await startPayment(page, 'TEE-BLACK-M');
    await chargeCard(page, '5.51');
    await says(page, 'card-status').toContain('The card was declined.');
    await screenshotBothSchemes(page, 'register-card-declined');
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Pay another way' }).click();
    await chargeCard(page, '5.52');
    await says(page, 'card-status').toContain('insufficient funds');
    await page.getByRole('button', { name: 'Pay another way' }).click();
    await chargeCard(page, '5.53');
    await says(page, 'card-status').toContain('timed out');
    await page.getByRole('button', { name: 'Pay another way' }).click();
    await chargeCard(page, '20.00');
    await page.getByRole('button', { name: 'Cancel card payment' }).waitFor();
    await takeScreenshot(page, 'register-card-waiting');
    await page.reload();
    await says(page, 'tenders').toContain('Card visa •••• 4242 $20.00');
    await says(page, 'due').toBe('$7.06');
    await chargeCard(page, '7.06');
    await says(page, 'paid-with').toContain('Card visa •••• 4242 $7.06');
    await screenshotBothSchemes(page, 'register-card-done');
    const sale = await saleOf(await numberOf(page));
    expect(sale).toMatchObject({ status: 'completed', totalPaid: '27.06' });
    const paid = sale.payment_records.filter(
      (one: { status: string }) => one.status === 'succeeded',
    );
    expect(paid.map((one: { amount: string }) => one.amount).sort()).toEqual(['20.00', '7.06']);
    for (const one of paid) expect(one.processor_transaction_id).toEqual(expect.any(String));
  });

  it('takes tips in cash and by card, where the store has turned them on', async () => {
    const setTips = async (enabled: boolean): Promise<void> => {
      const reply = await screens.shop.call('PATCH', '/stores/DOWNTOWN/', {
        token: await screens.shop.officeToken('admin'),
        body: { tips: { enabled, percentages: [10, 15], max_percent: 50 } },
      });
      expect(reply.status).toBe(200);
    };
    await setTips(true);
    onTestFinished(() => setTips(false));
    const page = await till();
    const terminal = `T-0${nextTill}`;
    await startPayment(page, 'MUG-WHITE');
    await page.getByRole('button', { name: '10 % · $1.35' }).click();
    await says(page, 'due').toBe('$14.88');
    await takeScreenshot(page, 'register-tip');
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Exact amount' }).click();
    await says(page, 'tip').toBe('Tip $1.35');
    await says(page, 'till-number').toBe(`Receipt ${terminal}-000001`);
    expect(await saleOf(await numberOf(page))).toMatchObject({
      totalPaid: '13.53',
      changeDue: '0.00',
      tip: '1.35',
    });
    await page.getByRole('button', { name: 'Next customer' }).click();

    await startPayment(page, 'MUG-WHITE');
    await page.getByText('Card', { exact: true }).click();
    await page.getByRole('button', { name: 'Other amount' }).click();
    await page.getByRole('button', { name: 'Digit 9' }).click();
    await page.getByText('At most $6.76.').waitFor();
    expect(await page.getByRole('button', { name: /to the card/ }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Delete last digit' }).click();
    for (const key of ['Digit 2', 'Decimal point', 'Digit 5']) {
      await page.getByRole('button', { name: key }).click();
    }
    await page.getByRole('button', { name: 'Charge $16.03 to the card' }).click();
    await says(page, 'paid-with').toBe('Card visa •••• 4242 $16.03');
    await says(page, 'tip').toBe('Tip $2.50');
    await says(page, 'till-number').toBe(`Receipt ${terminal}-000002`);
    expect(await saleOf(await numberOf(page))).toMatchObject({
      till_number: `${terminal}-000002`,
      totalPaid: '13.53',
      tip: '2.50',
    });
  });

  it('offers no second charge while the result of a card payment is not known', async () => {
    const page = await till();
    await startPayment(page, 'MUG-WHITE');
    await chargeCard(page, '5.54');
    await says(page, 'card-status').toContain('Do not charge again.');
    expect(await page.getByRole('button', { name: /Charge|Take|Cancel card/ }).count()).toBe(0);
    await says(page, 'due').toBe('$7.99');
    await page.getByText('Cash', { exact: true }).click();
    await page.getByRole('button', { name: 'Exact' }).click();
    const sale = await saleOf(await numberOf(page));
    expect(sale).toMatchObject({ status: 'completed', totalPaid: '13.53' });
    const paid = sale.payment_records.filter(
      (one: { status: string }) => one.status === 'succeeded',
    );
    expect(paid).toHaveLength(2);
  });

  it('cancels a card payment on the reader', async () => {
    onTestFinished(setSandboxFaults({ readerMs: 3_600_000 }));
    const page = await till();
    await startPayment(page, 'MUG-WHITE');
    await page.getByText('Card', { exact: true }).click();
    await page.getByRole('button', { name: 'Charge $13.53 to the card' }).click();
    await page.getByRole('button', { name: 'Cancel card payment' }).click();
    await says(page, 'card-status').toContain('The card payment was cancelled.');
    await page.keyboard.press('Escape');
    // Nothing is paid, so the items can be changed and the sale is cleared.
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByText('Ready for the next customer').waitFor();
  });

  it('refuses cards and a further part of an open sale without a connection', async () => {
    const page = await till();
    await addToCart(page, 'MUG-WHITE');
    const number = await payPart(page, '2.00');
    await page.context().setOffline(true);
    await page.getByTestId('offline').waitFor();
    await page.getByTestId('pay').click();
    await page.getByText('Card', { exact: true }).click();
    await page.getByText('Card payments need a connection.').waitFor();
    const charge = page.getByRole('button', { name: 'Charge $11.53 to the card' });
    expect(await charge.isDisabled()).toBe(true);
    await takeScreenshot(page, 'register-card-offline');
    await page.getByText('Cash', { exact: true }).click();
    await page.getByText('only the whole amount can be taken, in cash').waitFor();
    await page.getByLabel('Amount received').fill('5.00');
    expect(await page.getByRole('button', { name: 'Take $5.00' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Exact' }).click();
    await says(page, 'change').toBe('$0.00');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Next customer' }).click();
    await page.getByTestId('queue').waitFor({ state: 'detached' });
    expect(await saleOf(number)).toMatchObject({ status: 'completed', totalPaid: '13.53' });
  });

  it('takes the slip number of a stand-alone terminal, for the payment and its refund', async () => {
    const page = await till('EMP003');
    await startPayment(page, 'POSTER-A2');
    await page.getByText('Terminal', { exact: true }).click();
    await page.getByRole('button', { name: 'Take $10.81' }).click();
    // The browser asks for the missing number.
    await page.getByLabel('Slip number').fill('0815-4711');
    await screenshotBothSchemes(page, 'register-slip');
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Take $10.81' }).click();
    const number = await numberOf(page);
    await page.getByRole('button', { name: 'Next customer' }).click();
    expect((await saleOf(number)).payment_records).toMatchObject([{ reference: '0815-4711' }]);

    await openFromMenu(page, 'Return');
    await page.getByLabel('Receipt number').fill(number);
    await page.getByRole('button', { name: 'Find sale' }).click();
    await page.getByLabel('Quantity: City Poster A2').fill('1');
    await page.getByText('Original payment', { exact: true }).click();
    await page.getByRole('button', { name: 'Refund items' }).click();
    await page.getByText('Refund it on the card terminal now').waitFor();
    await screenshotBothSchemes(page, 'register-refund-terminal');
    expect(await axeProblems(page)).toEqual([]);
    await page.getByTestId('refunds').getByLabel('Slip number').fill('0815-4712');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await says(page, 'refunds').toContain('Refunded on the card terminal.');
    const [payment] = (await saleOf(number)).payment_records;
    expect(payment.refunds).toMatchObject([
      { status: 'succeeded', way: 'external', reference: '0815-4712', action_required: null },
    ]);
  });

  it('continues a partly paid sale at another till, and frees the first at once', async () => {
    const [first, second] = [await till(), await till('EMP002')];
    await addToCart(first, 'MUG-WHITE');
    const number = await payPart(first, '2.00');
    await says(first, 'part-paid').toContain('$2.00 of $13.53 paid');
    await screenshotBothSchemes(first, 'register-part-paid');
    expect(await axeProblems(first)).toEqual([]);
    await openFromMenu(second, 'Parked sales');
    const card = second.getByTestId(`open-${number}`);
    await card.getByText('$2.00 of $13.53 paid').waitFor();
    await screenshotBothSchemes(second, 'register-open-sales');
    expect(await axeProblems(second)).toEqual([]);
    await card.getByRole('button', { name: 'Continue here' }).click();
    await says(second, 'due').toBe('$11.53');
    await says(second, 'tenders').toContain('Cash $2.00');
    await second.getByRole('button', { name: 'Exact' }).click();
    await says(second, 'sale-number').toContain(number);
    await first.getByText(`Sale ${number} was paid at another till.`).waitFor();
    await first.getByText('Ready for the next customer').waitFor();
    expect(await saleOf(number)).toMatchObject({ status: 'completed', totalPaid: '13.53' });
  });

  it('has its cash held if another till took a part while it was offline', async () => {
    const [first, second] = [await till(), await till('EMP002')];
    await addToCart(first, 'MUG-WHITE');
    const number = await payPart(first, '2.00');
    await first.context().setOffline(true);
    await first.getByTestId('offline').waitFor();
    await openFromMenu(second, 'Parked sales');
    const card = second.getByTestId(`open-${number}`);
    await card.getByRole('button', { name: 'Continue here' }).click();
    await says(second, 'due').toBe('$11.53');
    await second.getByLabel('Amount received').fill('5.00');
    await second.getByRole('button', { name: 'Take $5.00 and split the rest' }).click();
    await says(second, 'due').toBe('$6.53');
    await first.getByTestId('pay').click();
    await says(first, 'due').toBe('$11.53');
    await first.getByRole('button', { name: 'Exact' }).click();
    await says(first, 'change').toBe('$0.00');
    const entries = async () =>
      (
        await screens.shop.call('GET', '/pos/journal/?status=held', {
          token: await screens.shop.officeToken(),
        })
      ).body;
    await first.context().setOffline(false);
    await expect.poll(entries, { timeout: 30_000 }).toMatchObject([
      {
        reason: 'AMOUNT_DUE_CHANGED',
        data: { transaction: number, total_amount: '13.53', amount_due: '11.53' },
        task_id: expect.any(String),
      },
    ]);
    expect(await saleOf(number)).toMatchObject({ status: 'partially_paid', totalPaid: '7.00' });
  });

  it('leaves a partly paid sale open, and sells on', async () => {
    const page = await till();
    await addToCart(page, 'MUG-WHITE');
    const number = await payPart(page, '3.00');
    await page.getByRole('button', { name: 'Leave open' }).click();
    await startPayment(page, 'POSTER-A2');
    await page.getByRole('button', { name: 'Exact' }).click();
    await page.getByRole('button', { name: 'Next customer' }).click();
    await openFromMenu(page, 'Parked sales');
    const card = page.getByTestId(`open-${number}`);
    await card.getByRole('button', { name: 'Continue here' }).click();
    await says(page, 'due').toBe('$10.53');
    await page.getByRole('button', { name: 'Exact' }).click();
    await says(page, 'sale-number').toContain(number);
  });

  it('sets a sale aside whose connection ends during a part payment, and sells on', async () => {
    const page = await till();
    await startPayment(page, 'MUG-WHITE');
    await page.context().route('**/payment/', async route => {
      await route.fetch();
      await page.context().setOffline(true);
      await route.abort();
    });
    await page.getByLabel('Amount received').fill('2.00');
    await page.getByRole('button', { name: 'Take $2.00 and split the rest' }).click();
    await page.getByTestId('offline').waitFor();
    await page.keyboard.press('Escape');
    await says(page, 'part-paid').toContain('The connection ended during a payment.');
    await screenshotBothSchemes(page, 'register-apart');
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Leave open' }).click();
    await page.getByText('The sale waits on this till.').waitFor();

    await startPayment(page, 'POSTER-A2');
    await page.getByRole('button', { name: 'Exact' }).click();
    await page.getByRole('button', { name: 'Next customer' }).click();
    await openFromMenu(page, 'Parked sales');
    await says(page, 'set-aside').toContain('The payment of $2.00 waits for the connection');
    await screenshotBothSchemes(page, 'register-set-aside');
    expect(await axeProblems(page)).toEqual([]);

    await page.context().unroute('**/payment/');
    await page.context().setOffline(false);
    const message = page.getByText('Any till can continue it under Parked sales.');
    const number = /TXN-\S+/.exec(await message.innerText())?.[0] ?? '';
    await page.getByTestId('set-aside').waitFor({ state: 'detached' });
    expect(await saleOf(number)).toMatchObject({ status: 'partially_paid', totalPaid: '2.00' });
    const card = page.getByTestId(`open-${number}`);
    await card.getByRole('button', { name: 'Continue here' }).click();
    await says(page, 'due').toBe('$11.53');
    await page.getByRole('button', { name: 'Exact' }).click();
    await says(page, 'sale-number').toContain(number);
    expect(await saleOf(number)).toMatchObject({ status: 'completed', totalPaid: '13.53' });
  });

  it('frees the till when the desk voids the sale, also in the payment dialog', async () => {
    const page = await till();
    await addToCart(page, 'MUG-WHITE');
    const number = await payPart(page, '2.00');
    await page.getByTestId('pay').click();
    await page.getByText('Remaining amount').waitFor();
    await voidAtDesk(number);
    await page.getByText(`Sale ${number} was voided.`).waitFor();
    await page.getByText('Ready for the next customer').waitFor();
    await startPayment(page, 'POSTER-A2');
    await page.getByRole('button', { name: 'Exact' }).click();
    await says(page, 'change').toBe('$0.00');
  });

  it('frees a till that was switched off while its sale ended', async () => {
    const page = await till();
    await addToCart(page, 'MUG-WHITE');
    const number = await payPart(page, '2.00');
    await page.goto('about:blank');
    await voidAtDesk(number);
    await page.goto(`${screens.url}/app/register/`);
    await page.getByText(`Sale ${number} was voided.`).waitFor();
    await page.getByText('Ready for the next customer').waitFor();
  });

  it('cancels a partly paid sale after an approval and shows how the money goes back', async () => {
    const page = await till();
    await startPayment(page, 'TEE-BLACK-M');
    await chargeCard(page, '7.00');
    await page.getByText('Remaining amount').waitFor();
    await page.keyboard.press('Escape');
    const number = await payPart(page, '2.00');
    await page.getByRole('button', { name: 'Cancel sale' }).click();
    await page.getByRole('button', { name: 'Can’t pay the rest' }).click();
    await screenshotBothSchemes(page, 'register-cancel');
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel sale and give back the money' }).click();
    await page.getByText('Giving back $9.00 needs a manager’s approval.').waitFor();
    await page.getByRole('button', { name: 'Request approval' }).click();
    await page.getByLabel('Manager’s employee number').fill('EMP003');
    await page.getByLabel('PIN').fill('3456');
    await page.getByRole('button', { name: 'Approve with PIN' }).click();
    await page.getByText(`Sale ${number} is cancelled.`).waitFor();
    await says(page, 'refunds').toMatch(/\$2\.00\s+Give it back in cash from this drawer\./);
    await says(page, 'refunds').toMatch(/\$7\.00\s+Goes back to the customer’s card\./);
    await screenshotBothSchemes(page, 'register-cancelled');
    await page.getByRole('button', { name: 'Next customer' }).click();
    await page.getByText('Ready for the next customer').waitFor();
    const sale = await saleOf(number);
    expect(sale.status).toBe('voided');
    const refunds = sale.payment_records.flatMap((one: { refunds: object[] }) => one.refunds);
    expect(refunds).toHaveLength(2);
    expect(refunds).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ amount: '2.00', status: 'succeeded', way: 'cash' }),
        expect.objectContaining({ amount: '7.00', status: 'succeeded', way: 'processor' }),
      ]),
    );
  });

  it('speaks German about a partly paid sale on a phone', async () => {
    const page = await till();
    await page.getByLabel('Language').click();
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await addToCart(page, 'MUG-WHITE');
    await page.getByTestId('pay').click();
    const received = page.getByLabel('Erhaltener Betrag');
    await received.fill('');
    const point = page.getByRole('button', { name: 'Dezimaltrennzeichen' });
    expect(await point.textContent()).toBe(',');
    await page.getByRole('button', { name: 'Ziffer 2' }).click();
    await point.click();
    expect(await received.inputValue()).toBe('2,');
    await page.getByRole('button', { name: /annehmen und Rest aufteilen/ }).click();
    await page.getByText('Noch zu zahlen').waitFor();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 844 });
    await page
      .getByTestId('part-paid')
      .getByText(/2,00.*von 13,53.*bezahlt/)
      .waitFor();
    await takeScreenshot(page, 'register-part-paid-phone-de');
    expect(await axeProblems(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.getByRole('button', { name: 'Offen lassen' }).click();
  });
});
