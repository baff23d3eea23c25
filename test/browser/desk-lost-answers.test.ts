import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, openScreens, type Page, type Screens } from '../support/browser.js';
import { type Desk, openDesk, soon } from '../support/desk.js';
import { basket, type Counter, counterOf, MUG } from '../transactions/support.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('a form of the desk that is sent again after a lost answer', () => {
  let screens: Screens;
  let counter: Counter;
  let desk: Desk;
  let token: string;

  beforeAll(async () => {
    screens = await openScreens();
    counter = counterOf(screens.shop);
    desk = await openDesk(screens);
    token = await screens.shop.officeToken();
  });
  afterAll(() => screens?.close());

  const call = (method: string, path: string, body?: object) =>
    screens.shop.call(method, path, { token, body });
  const read = async (path: string) => (await call('GET', path)).body;
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  /** The service does what is asked, but the first answer does not arrive. */
  const loseFirstAnswer = async (page: Page, path: string): Promise<void> => {
    let isLost = false;
    await page.route(path, async route => {
      if (isLost || route.request().method() !== 'POST') return route.continue();
      isLost = true;
      await route.fetch();
      await route.abort('connectionreset');
    });
  };

  it('creates an order once', async () => {
    const page = await desk.at('/purchasing');
    await loseFirstAnswer(page, '**/procurement/purchase-orders/');
    await button(page, 'New order').click();
    await page.getByRole('dialog').getByLabel('Supplier', { exact: true }).fill('Sent Twice');
    await page.getByRole('combobox', { name: 'Add item' }).fill('White Mug');
    await page.getByRole('option', { name: /^White Mug/ }).click();
    await page.getByLabel('Unit cost: White Mug').fill('4.10');
    await button(page, 'Save as draft').click();
    await page.getByRole('alert').getByText('No connection').waitFor();
    await button(page, 'Save as draft').click();
    await page.getByText(/^PO-.* saved$/).waitFor();
    expect(await read('/procurement/purchase-orders/?vendor=Sent%20Twice')).toHaveLength(1);
  });

  it('sends a parcel once, and stays open when the first parcel moves the order', async () => {
    const sale = await counter.sold({ payment_method_id: 'cash' }, basket([MUG, MUG, MUG], '0.00'));
    const shipping_address = { address: '9 Park Lane', city: 'Boston', country: 'US' };
    const order = { transaction: sale, fulfillment_type: 'ship', shipping_address };
    const { body: made } = await call('POST', '/fulfillments/', order);
    const page = await desk.at('/fulfillments');
    await loseFirstAnswer(page, '**/fulfillments/*/ship/');
    await page.getByRole('button', { name: `More actions for ${sale}` }).press('Enter');
    await page.getByRole('menuitem', { name: 'Ship', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `Ship ${sale}` });
    const quantity = dialog.getByLabel('Quantity in this parcel: White Mug');
    await quantity.fill('1');
    const ship = dialog.getByRole('button', { name: 'Ship', exact: true });
    await ship.click();
    await dialog.getByRole('alert').getByText('No connection').waitFor();
    const moved = page.getByTestId('processing').locator('.surface', { hasText: sale.slice(-8) });
    await moved.waitFor();
    await ship.click();
    await expect.poll(() => quantity.inputValue(), soon).toBe('2');
    const sent = async () => {
      const { shipments } = await read(`/fulfillments/${made.id}/`);
      return shipments
        .filter(({ status }: { status: string }) => status !== 'pending')
        .map(({ items }: { items: { quantity: number }[] }) => items[0]?.quantity);
    };
    expect(await sent()).toEqual([1]);
    await ship.click();
    await dialog.waitFor({ state: 'detached' });
    expect(await sent()).toEqual([1, 2]);
  });

  it('packs a transfer once', async () => {
    const [variant] = await read('/product-variants/?q=MUG-WHITE');
    const { body: transfer } = await call('POST', '/transfers/', {
      ...{ from_store: 'DOWNTOWN', to_store: 'AIRPORT' },
      lines: [{ variant_id: variant.id, quantity: 2 }],
    });
    const page = await desk.at(`/transfers/${transfer.id}`);
    await loseFirstAnswer(page, '**/transfers/*/pack/');
    await button(page, 'Pack').click();
    const pack = page.getByRole('dialog', { name: /^Pack TR-/ });
    await pack.getByRole('button', { name: 'Pack' }).click();
    await pack.getByRole('alert').getByText('No connection').waitFor();
    await pack.getByRole('button', { name: 'Pack' }).click();
    await pack.waitFor({ state: 'detached' });
    const after = await read(`/transfers/${transfer.id}/`);
    expect([after.status, after.lines[0].packed_quantity]).toEqual(['packed', 2]);
  });

  it('holds the order while what the supplier charges is not known, and reads it again', async () => {
    const { body: kiln } = await call('POST', '/suppliers/', { name: 'Slow Kiln' });
    const article = { supplier: kiln.id, sku: 'MUG-WHITE', pack_size: 12, cost: '3.50' };
    expect((await call('POST', '/supplier-articles/', article)).status).toBe(201);
    const page = await desk.at('/purchasing');
    await page.route('**/supplier-articles/**', route => route.abort());
    await button(page, 'New order').click();
    await page.getByRole('dialog').getByLabel('Supplier', { exact: true }).fill('Slow Kiln');
    await page.getByRole('combobox', { name: 'Add item' }).fill('White Mug');
    await page.getByRole('option', { name: /^White Mug/ }).click();
    await page.getByLabel('Unit cost: White Mug').waitFor();
    expect(await button(page, 'Save as draft').isDisabled()).toBe(true);
    await page.getByRole('alert').getByText('No connection').waitFor({ timeout: 30_000 });
    expect(await button(page, 'Save as draft').isDisabled()).toBe(true);
    await page.unroute('**/supplier-articles/**');
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await expect
      .poll(() => page.getByLabel('Unit cost: White Mug').inputValue(), soon)
      .toBe('3.50');
    await button(page, 'Save as draft').click();
    await page.getByText(/^PO-.* saved$/).waitFor();
    const [order] = await read(`/procurement/purchase-orders/?supplier=${kiln.id}`);
    expect(order).toMatchObject({
      total_cost: '42.00',
      lines: [{ ordered_quantity: 12, unit_cost: '3.50' }],
    });
  });
});
