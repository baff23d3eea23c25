import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { complete, initiate, shopper } from '../storefront/checkout-support.js';
import { browserOrSkip, openScreens, type Screens } from '../support/browser.js';
import { checkDesk, type Desk, openDesk, soon } from '../support/desk.js';
import { basket, type Counter, counterOf, type Item } from '../transactions/support.js';

const canRun = await browserOrSkip();
const TEE_L: Item = { sku: 'TEE-BLACK-L', price: '25.00' };
const TEE_NAME = 'Black Tee, Size L';

describe.runIf(canRun)('product and variant on the screens', () => {
  let screens: Screens;
  let counter: Counter;
  let desk: Desk;
  beforeAll(async () => {
    screens = await openScreens();
    counter = counterOf(screens.shop);
    desk = await openDesk(screens);
  });
  afterAll(() => screens.close());

  it('stand on the sale, in its return, in stock and in a purchase order', async () => {
    const sale = await counter.sold({ payment_method_id: 'cash' }, basket([TEE_L], '0.00'));
    const page = await desk.at(`/transactions/${sale}`);
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('cell', { name: TEE_NAME }).waitFor();
    await drawer.getByRole('tab', { name: 'Receipt' }).click();
    await expect.poll(() => page.getByTestId('receipt').innerText(), soon).toContain(TEE_NAME);
    await checkDesk(page, 'receipt');
    const stock = await desk.at('/inventory');
    await stock.getByLabel('Search by name or SKU').fill('TEE-BLACK-L');
    await stock.getByRole('button', { name: TEE_NAME, exact: true }).waitFor();
    const token = await screens.shop.officeToken();
    const order = await screens.shop.call('POST', '/procurement/purchase-orders/', {
      token,
      body: {
        store: 'DOWNTOWN',
        vendor_name: 'Shirts Ltd',
        lines: [{ sku: 'TEE-BLACK-L', ordered_quantity: 3, unit_cost: '9.00' }],
      },
    });
    const purchasing = await desk.at('/purchasing');
    await purchasing.getByRole('button', { name: order.body.po_number }).click();
    await purchasing.getByRole('cell', { name: TEE_NAME }).waitFor();
  });

  it('stand on the board, where a tracking number is entered and mailed', async () => {
    const email = 'parcel@example.com';
    const visit = await shopper(screens.shop, [['TEE-BLACK-L', 2]]);
    const { checkout } = (await initiate(screens.shop, visit)).body;
    const placed = await complete(screens.shop, visit, checkout.id, { form: { email } });
    const number: string = placed.body.transaction_id;
    const page = await desk.at('/fulfillments');
    const card = (column: string) =>
      page.getByTestId(column).locator('.surface', { hasText: number.slice(-8) });
    await card('pending').getByText(`2 × ${TEE_NAME}`).waitFor();
    await card('pending').getByRole('button', { name: 'Prepare' }).press('Enter');
    await card('processing').getByRole('button', { name: 'Ship', exact: true }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Ship', exact: true }).click();
    await card('shipped').getByRole('button', { name: 'Enter tracking number' }).press('Enter');
    // The dialog that shipped the parcel has the same fields and may still be closing.
    const parcel = page.getByRole('dialog', { name: `Parcel of ${number}` });
    await parcel.getByLabel('Carrier').fill('Parcel Post');
    await parcel.getByLabel('Tracking number').fill('PP-7');
    await checkDesk(page, 'tracking');
    await parcel.getByRole('button', { name: 'Save' }).click();
    await card('shipped').getByText('Parcel Post · PP-7').waitFor();
    const mails = await screens.shop.platform.db
      .selectFrom('mails')
      .select(['purpose', 'body_text'])
      .where('recipient', '=', email)
      .orderBy('id')
      .execute();
    expect(mails.map(mail => mail.purpose)).toEqual(['order-confirmation', 'order_shipped']);
    expect(mails[1]?.body_text).toContain('Tracking number: PP-7');
    const order = await screens.open(`/app/shop/order#${placed.body.receipt_token}`);
    await order.getByText(TEE_NAME).waitFor();
    await order.getByText('PP-7').waitFor();
  });
});
