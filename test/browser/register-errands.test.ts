import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Page,
  type Screens,
  screenshotBothSchemes,
} from '../support/browser.js';
import { soon } from '../support/soon.js';
import { addToCart, logInAtTill, openFromMenu, payPart, says, scan } from '../support/till.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('an errand that stops half-way at the register', () => {
  let screens: Screens;
  beforeAll(async () => {
    screens = await openScreens();
  });
  afterAll(() => screens?.close());

  const office = async (method: string, path: string, body?: object) =>
    screens.shop.call(method, path, { token: await screens.shop.officeToken('admin'), body });
  const setPolicy = async (approval_policy: object): Promise<void> => {
    expect((await office('PATCH', '/stores/DOWNTOWN/', { approval_policy })).status).toBe(200);
  };
  const saleOf = async (number: string) => (await office('GET', `/transactions/${number}/`)).body;
  const chooseCustomer = async (page: Page): Promise<void> => {
    await page.getByTestId('customer').click();
    await page.getByLabel('Find a customer').fill('shopper@example.com');
    await page.getByRole('button', { name: /Riley Shopper/ }).click();
    await page.getByTestId('customer').filter({ hasText: 'Riley Shopper' }).waitFor();
  };
  const request = async (page: Page, reason?: string): Promise<void> => {
    if (reason !== undefined) await page.getByLabel('Reason').last().fill(reason);
    await page.getByRole('button', { name: 'Request approval' }).click();
    await page.getByLabel('Manager’s employee number').fill('EMP003');
    await page.getByLabel('PIN').fill('3456');
  };
  const approveWithPin = (page: Page) =>
    page.getByRole('button', { name: 'Approve with PIN' }).click();
  const startCancel = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Cancel sale' }).click();
    await page.getByRole('button', { name: 'Can’t pay the rest' }).click();
    await page.getByRole('button', { name: 'Cancel sale and give back the money' }).click();
  };

  it('asks a manager when a price has changed at the service, and goes on', async () => {
    const page = await logInAtTill(screens, 'EMP001', 'T-061');
    await setPolicy({ price_override: true });
    await addToCart(page, 'MUG-WHITE');
    // The change of the price reaches the service, not this till.
    await page.context().route('**/pos/catalog/**', route => route.abort());
    expect((await office('PATCH', '/product-variants/MUG-WHITE/', { price: '14.00' })).status).toBe(
      200,
    );
    try {
      await page.getByTestId('pay').click();
      await page.getByRole('button', { name: 'Exact' }).click();
      const dialog = page.getByRole('dialog', { name: 'Price needs approval' });
      await dialog.getByText('Prices or taxes have changed').waitFor();
      await screenshotBothSchemes(page, 'register-changed-price');
      expect(await axeProblems(page)).toEqual([]);
      await request(page, 'Shelf label says 12.50');
      await approveWithPin(page);
      await says(page, 'change').toBe('$0.00');
      const number = (await page.getByTestId('sale-number').innerText()).replace('Sale ', '');
      expect(await saleOf(number)).toMatchObject({
        status: 'completed',
        totalAmount: '13.53',
        adjustments: [{ kind: 'manual', amount: '1.50', approved_by_name: 'Morgan Reyes' }],
      });
    } finally {
      await office('PATCH', '/product-variants/MUG-WHITE/', { price: '12.50' });
      await setPolicy({});
    }
  });

  it('gives back the deposit of a layaway and the part of a quote with a PIN', async () => {
    const page = await logInAtTill(screens, 'EMP001', 'T-062');
    await addToCart(page, 'TEE-BLACK-M');
    await chooseCustomer(page);
    await page.getByRole('button', { name: 'Layaway' }).click();
    const layaway = page.getByRole('dialog', { name: 'Layaway' });
    await layaway.getByLabel('Deposit').fill('10');
    await layaway.getByRole('button', { name: 'Take the deposit and keep the goods' }).click();
    await layaway.getByTestId('kept').waitFor();
    await layaway.getByRole('button', { name: 'Take a payment' }).click();
    await page.getByRole('dialog', { name: 'Payment' }).waitFor();
    await page.keyboard.press('Escape');
    const part = page.getByTestId('part-paid');
    const kept = (await part.innerText()).match(/TXN-\d{8}-[0-9A-F]{8}/)?.[0] ?? '';
    await startCancel(page);
    await page.getByText('Giving back $10.00 needs a manager’s approval.').waitFor();
    await request(page);
    await approveWithPin(page);
    await page.getByText(`Sale ${kept} is cancelled.`).waitFor();
    expect((await saleOf(kept)).status).toBe('voided');
    await page.getByRole('button', { name: 'Next customer' }).click();

    await addToCart(page, 'TEE-BLACK-M');
    await page.getByRole('button', { name: 'Quotes' }).click();
    const quotes = page.getByRole('dialog', { name: 'Quotes' });
    await quotes.getByLabel('Customer', { exact: true }).fill('Grace');
    await quotes.getByRole('button', { name: 'Save as a quote' }).click();
    await quotes.getByTestId('quoted').waitFor();
    await page.keyboard.press('Escape');
    await openFromMenu(page, 'Quotes');
    await quotes.getByRole('button', { name: 'Sell' }).click();
    await page.getByRole('dialog', { name: 'Payment' }).waitFor();
    await page.keyboard.press('Escape');
    const quoted = await payPart(page, '7.00');
    await startCancel(page);
    await request(page);
    await approveWithPin(page);
    await page.getByText(`Sale ${quoted} is cancelled.`).waitFor();
    expect((await saleOf(quoted)).status).toBe('voided');
  });

  it('keeps the items that are scanned while a discount waits for its approval', async () => {
    await setPolicy({ discount_above: '1.00' });
    try {
      const page = await logInAtTill(screens, 'EMP001', 'T-063');
      await expect
        .poll(
          () =>
            page.evaluate(
              "JSON.parse(localStorage['tillhouse.register.session']).store.policy.discountAbove",
            ),
          soon,
        )
        .toBe('1.00');
      await addToCart(page, 'TEE-BLACK-M');
      await page.getByRole('button', { name: 'Discount' }).click();
      await page.getByRole('button', { name: '20 %' }).click();
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.getByLabel('Reason').fill('Small hole');
      await page.getByRole('button', { name: 'Request approval' }).click();
      await page.getByText('Waiting for approval…').waitFor();
      await scan(page, 'MUG-WHITE');
      await says(page, 'count').toBe('2 items');
      await page.getByLabel('Manager’s employee number').fill('EMP003');
      await page.getByLabel('PIN').fill('3456');
      await approveWithPin(page);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await says(page, 'count').toBe('2 items');
      // 20 % of 37.50 is more than the 5.00 that were approved.
      await says(page, 'total').toBe('$32.48');
      await page.getByTestId('pay').click();
      await page.getByText('A discount of $7.50 needs a manager’s approval.').waitFor();
    } finally {
      await setPolicy({});
    }
  });

  it('does nothing after the cashier has closed the approval, and withdraws the request', async () => {
    const page = await logInAtTill(screens, 'EMP001', 'T-064');
    await addToCart(page, 'TEE-BLACK-M');
    const number = await payPart(page, '2.00');
    await startCancel(page);
    const dialog = page.getByRole('dialog', { name: 'Cancelling needs approval' });
    // The manager's PIN is right. Its answer comes after the cashier has given up: approved, or
    // refused because the request was withdrawn before.
    let release = (): void => undefined;
    const closed = new Promise<void>(resolve => {
      release = resolve;
    });
    // The till learns of the decision by this answer only.
    await page.context().route('**/pos/approvals/status/**', route => route.abort());
    await page.context().route('**/approve/', async route => {
      const response = await route.fetch();
      await closed;
      await route.fulfill({ response });
    });
    await request(page);
    const answered = page.waitForResponse('**/approve/');
    await approveWithPin(page);
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    release();
    expect([200, 409]).toContain((await answered).status());
    await page.waitForTimeout(1_000);
    expect(await saleOf(number)).toMatchObject({ status: 'partially_paid', totalPaid: '2.00' });
    await page.context().unroute('**/approve/');
    await page.context().unroute('**/pos/approvals/status/**');

    await page.getByRole('button', { name: 'Cancel sale and give back the money' }).click();
    const asked = page.waitForResponse('**/pos/approvals/request/');
    await page.getByRole('button', { name: 'Request approval' }).click();
    const { request_id } = (await (await asked).json()) as { request_id: string };
    await page.getByText('Waiting for approval…').waitFor();
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    const { db } = screens.shop.platform;
    const status = async () =>
      (await db.selectFrom('approvals').select('status').where('id', '=', request_id).execute())[0];
    await expect.poll(status, soon).toEqual({ status: 'cancelled' });
  });

  it('keeps a sale that is being paid when another one arrives late', async () => {
    const page = await logInAtTill(screens, 'EMP001', 'T-078');
    await addToCart(page, 'TEE-BLACK-M');
    const waiting = await payPart(page, '5.00');
    await page.getByRole('button', { name: 'Leave open' }).click();
    await page.getByText('Ready for the next customer').waitFor();
    let release = (): void => undefined;
    const paid = new Promise<void>(resolve => {
      release = resolve;
    });
    const path = `**/transactions/${waiting}/`;
    await page.context().route(path, async route => {
      await paid;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Parked sales' }).click();
    const asked = page.waitForRequest(path);
    const card = page.getByTestId(`open-${waiting}`);
    await card.getByRole('button', { name: 'Continue here' }).click();
    await asked;
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await addToCart(page, 'MUG-WHITE');
    const current = await payPart(page, '2.00');
    const read = page.waitForResponse(`**/pos/transactions/${waiting}/card/`);
    release();
    await read;
    await page.waitForTimeout(500);
    expect(await page.getByTestId('part-paid').innerText()).toContain(current);
    expect(await page.locator('li[data-sku="MUG-WHITE"]').count()).toBe(1);
  });

  it('takes the deposit of a layaway once, although its answer was lost', async () => {
    const page = await logInAtTill(screens, 'EMP001', 'T-079');
    await addToCart(page, 'TEE-BLACK-M');
    await chooseCustomer(page);
    await page.getByRole('button', { name: 'Layaway' }).click();
    const dialog = page.getByRole('dialog', { name: 'Layaway' });
    await dialog.getByLabel('Deposit').fill('10');
    let isLost = false;
    await page.context().route('**/layaways/', async route => {
      if (isLost || route.request().method() !== 'POST') return route.continue();
      isLost = true;
      await route.fetch();
      await route.abort('connectionreset');
    });
    const keep = dialog.getByRole('button', { name: 'Take the deposit and keep the goods' });
    await keep.click();
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.getByLabel('Deposit').isDisabled()).toBe(true);
    // Scanned goods are no part of the request that may have arrived.
    await scan(page, 'MUG-WHITE');
    await says(page, 'count').toBe('2 items');
    await keep.click();
    const kept = await dialog.getByTestId('kept').innerText();
    const number = kept.match(/TXN-\d{8}-[0-9A-F]{8}/)?.[0] ?? '';
    expect(await saleOf(number)).toMatchObject({ totalAmount: '27.06', totalPaid: '10.00' });
    const open = (await office('GET', '/layaways/?status=open')).body as object[];
    expect(open).toHaveLength(1);
    await page.keyboard.press('Escape');
    await says(page, 'count').toBe('1 item');
  });

  it('repeats points without an answer as points, although none are left to offer', async () => {
    const page = await logInAtTill(screens, 'EMP001', 'T-065');
    await addToCart(page, 'MUG-WHITE');
    await chooseCustomer(page);
    await page.getByTestId('pay').click();
    const dialog = page.getByRole('dialog', { name: 'Payment' });
    await dialog.getByText('Points', { exact: true }).click();
    const hint = await dialog.getByTestId('points-hint').innerText();
    const worth = hint.match(/worth (\$\d+\.\d\d)/)?.[1] ?? '';
    let isLost = false;
    await page.context().route('**/payment/', async route => {
      if (isLost) return route.continue();
      isLost = true;
      await route.fetch();
      await route.abort('connectionreset');
    });
    await dialog.getByRole('button', { name: `Take ${worth} and split the rest` }).click();
    await dialog.getByRole('button', { name: 'Try again' }).waitFor();
    await page.reload();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog
      .getByTestId('tenders')
      .filter({ hasText: `Points ${worth}` })
      .waitFor();
    await page.keyboard.press('Escape');
    const part = await page.getByTestId('part-paid').innerText();
    const number = part.match(/TXN-\d{8}-[0-9A-F]{8}/)?.[0] ?? '';
    const { payment_records, totalPaid } = await saleOf(number);
    expect(payment_records).toHaveLength(1);
    expect(`$${totalPaid}`).toBe(worth);
  });
});
