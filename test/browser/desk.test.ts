import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedHistory } from '../../src/seed/demo.js';
import { browserOrSkip, openScreens, type Page, type Screens } from '../support/browser.js';
import { checkDesk, type Desk, logInAtDesk, openDesk, showDesk, soon } from '../support/desk.js';
import { basket, type Counter, counterOf, MUG, MUG_TOTAL } from '../transactions/support.js';

const canRun = await browserOrSkip();
const CASH = { payment_method_id: 'cash' };

describe.runIf(canRun)('the manager desk', () => {
  let screens: Screens;
  let counter: Counter;
  let desk: Desk;

  beforeAll(async () => {
    screens = await openScreens();
    await seedHistory(screens.shop.platform);
    counter = counterOf(screens.shop);
    desk = await openDesk(screens);
  });
  afterAll(() => screens?.close());

  const at = (path: string): Promise<Page> => desk.at(path);
  const read = async (path: string) =>
    (await screens.shop.call('GET', path, { token: await screens.shop.officeToken() })).body;

  it('shows an error for a wrong password and stays signed out', async () => {
    const page = await screens.open('/app/desk/');
    await checkDesk(page, 'login');
    await page.getByLabel('Username').fill('manager');
    await page.getByLabel('Password', { exact: true }).fill('not-it');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Incorrect username or password').waitFor();
    expect(await page.evaluate("localStorage.getItem('tillhouse.desk.login')")).toBeNull();
  });

  it('asks to sign in again when the session has expired', async () => {
    const page = await screens.open('/app/desk/');
    await logInAtDesk(page);
    const over = JSON.stringify({ access: 'over', refresh: 'over' });
    await page.evaluate(`localStorage.setItem('tillhouse.desk.login', '${over}')`);
    await page.getByRole('link', { name: 'Transactions' }).click();
    await page.getByText('You have been signed out').waitFor();
    // Sign-in returns to the page the manager was on.
    await logInAtDesk(page, 'Transactions');
  });

  it('shows a sale as it happens, and its void', async () => {
    const page = await at('/');
    const [revenue, sales] = [page.getByTestId('revenue'), page.getByTestId('sales')];
    await revenue.waitFor();
    const before = Number(await sales.textContent());
    const sale = await counter.sold(CASH);
    const row = page
      .getByTestId('recent')
      .getByRole('listitem')
      .filter({ hasText: sale.slice(-8) });
    await row.getByText(`$${MUG_TOTAL}`).waitFor();
    await expect.poll(async () => Number(await sales.textContent()), soon).toBe(before + 1);
    await showDesk(page, 'dashboard');

    await counter.voidSale(sale);
    await row.getByText('Voided').waitFor();
    await expect.poll(async () => Number(await sales.textContent()), soon).toBe(before);
  });

  it("shows the store's own day: what came in, what went back and what is left", async () => {
    const page = await at('/');
    const shown = async (id: string) =>
      Number((await page.getByTestId(id).textContent())?.replace(/[^\d.-]/g, ''));
    await page.getByTestId('net').waitFor();
    const sale = await counter.sold(CASH);
    const day = () => read('/analytics/store-day/?store=DOWNTOWN');
    await expect.poll(() => shown('sales'), soon).toBe((await day()).sales);
    const before = await day();
    const [payment] = await counter.payments(sale);
    const refund = await counter.refund({ payment: payment?.id, amount: '3.00' });
    // The desk has no drawer: the money goes back when a till pays it out.
    expect((await day()).refunded).toBe(before.refunded);
    expect((await counter.post(`/pos/pay-outs/${refund.body.id}/pay/`)).status).toBe(200);
    const after = await day();
    expect(after).toMatchObject({ sales: before.sales, gross: before.gross });
    expect(Number(after.refunded)).toBeCloseTo(Number(before.refunded) + 3, 2);
    // A sale of which a part went back stays in the day.
    await expect.poll(() => shown('refunded'), soon).toBe(Number(after.refunded));
    expect(await shown('sales')).toBe(after.sales);
    expect(await shown('revenue')).toBe(Number(after.gross));
    expect(await shown('net')).toBe(Number(after.net));
    await page.getByText(`store time (${after.time_zone})`).waitFor();
    await showDesk(page, 'store-day');
  });

  it('lists discounts with reason and employee, by origin', async () => {
    const lowered = basket([{ ...MUG, price: '5.00' }], '0.41');
    const line_items = lowered.line_items.map(line => ({ ...line, price_reason: 'Chipped rim' }));
    await counter.sold(CASH, { ...lowered, line_items });
    const page = await at('/analytics?report=discounts');
    const row = page.getByRole('row', { name: /Chipped rim/ });
    await row.getByText('$7.50').waitFor();
    await row.getByText('Price changed at the till').waitFor();
    await checkDesk(page, 'discounts');
    await page.getByRole('combobox', { name: 'Origin' }).click();
    await page.getByRole('option', { name: 'Loyalty' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Origin' }).click();
    await page.getByRole('option', { name: 'Price changed at the till' }).click();
    await row.waitFor();
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download table as CSV' }).click();
    expect((await file).suggestedFilename()).toMatch(/^growth-discounts-DOWNTOWN-.*\.csv$/);
  });

  it('shows that it is offline and catches up after reconnecting', async () => {
    const page = await at('/');
    await page.getByTestId('recent').waitFor();
    await desk.context.setOffline(true);
    await page.getByTestId('offline').waitFor();
    await checkDesk(page, 'offline');
    const sale = await counter.sold(CASH);
    await desk.context.setOffline(false);
    await page.getByTestId('recent').getByText(sale.slice(-8)).waitFor();
    await page.locator('[data-testid="live"][data-state="open"]').waitFor();
  });

  it('shows every store in its own money', async () => {
    const page = await at('/');
    await page.getByRole('combobox', { name: 'Store' }).click();
    await page.getByRole('option', { name: 'All stores' }).click();
    await page.getByRole('heading', { name: 'Tillhouse Airport' }).waitFor();
    await page.getByText('€').first().waitFor();
    await checkDesk(page, 'all-stores');
    await page.getByRole('button', { name: 'Tillhouse Downtown' }).click();
    await page.getByTestId('revenue').waitFor();
  });

  it('approves one request of a till and denies another', async () => {
    const page = await at('/approvals');
    await page.getByText('No pending requests').waitFor();
    const sale = await counter.sold(CASH);
    const ask = async (type: string, amount: string, about: object): Promise<string> => {
      const { body } = await counter.post('/pos/approvals/request/', {
        request_type: type,
        amount,
        reason: 'The box is dented',
        details: { sku: 'MUG-WHITE', ...about },
      });
      return body.request_id;
    };
    const discount = await ask('discount', '4.00', {});
    await page.getByText('$4.00').waitFor();
    const refund = await ask('refund', '20.00', { transaction_id: sale });
    await page.getByText('$20.00').waitFor();
    await page.getByText(`Sale ${sale}`).waitFor();
    await checkDesk(page, 'approvals');
    const card = page.getByRole('listitem').filter({ hasText: '$4.00' });
    await card.getByRole('button', { name: /Approve/ }).click();
    await expect.poll(() => counter.approvalStatus(discount), soon).toBe('approved');
    await card.waitFor({ state: 'detached' });
    // The key does nothing while the first decision is still pending.
    const pressAndLook = async () => {
      await page.keyboard.press('d');
      return counter.approvalStatus(refund);
    };
    await expect.poll(pressAndLook, soon).toBe('denied');
    await page.getByText('No pending requests').waitFor();
  });

  it('filters sales, opens one and voids it with its refund', async () => {
    const sale = await counter.sold(CASH);
    const page = await at('/transactions');
    await page.getByRole('button', { name: sale }).waitFor();
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Completed' }).click();
    await page.waitForURL('**status=completed');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('combobox', { name: 'Cashier' }).click();
    await page.getByRole('option', { name: 'Casey Nguyen (EMP001)' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL('**employee=*');
    await page.getByRole('button', { name: sale }).waitFor();
    await page.getByRole('button', { name: 'Filter (1)' }).click();
    const cashier = page.getByRole('combobox', { name: 'Cashier' });
    await expect.poll(() => cashier.inputValue(), soon).toBe('Casey Nguyen (EMP001)');
    await page.getByRole('combobox', { name: 'Customer', exact: true }).fill('riley');
    await page.getByRole('option', { name: /^Riley Shopper/ }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: sale }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Filter (2)' }).click();
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.getByRole('button', { name: sale }).waitFor();
    await showDesk(page, 'transactions');
    await page.getByRole('button', { name: sale }).click();
    await page.getByText('White Mug').waitFor();
    await showDesk(page, 'transaction');
    await page.getByRole('button', { name: 'Add note' }).click();
    const note = page.getByRole('dialog', { name: 'Note on the sale' });
    await note.getByLabel('Note').fill('Customer calls again');
    await note.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Note: Customer calls again').waitFor();
    await page.getByRole('tab', { name: 'Receipt' }).click();
    await page.getByText('Returns within 30 days').waitFor();
    await page.getByRole('button', { name: 'Void' }).click();
    await page.getByRole('button', { name: 'Test sale' }).click();
    await page.getByRole('button', { name: 'Void sale' }).click();
    await page.getByText('0 of 1 refunds done').waitFor();
    await page.getByText('Waiting to be paid out in cash').waitFor();
    await checkDesk(page, 'void');
    expect((await counter.row(sale)).status).toBe('voided');
  });

  it('takes goods back and refunds them', async () => {
    const sale = await counter.sold(CASH);
    const page = await at(`/transactions/${sale}`);
    await page.getByRole('button', { name: 'Return items' }).click();
    await page.getByLabel('Quantity to return: White Mug').fill('1');
    await checkDesk(page, 'return');
    await page.getByRole('button', { name: 'Refund items' }).click();
    await page.getByText(`worth $${MUG_TOTAL}`).waitFor();
    await expect.poll(async () => (await counter.row(sale)).status, soon).toBe('refunded');
  });
  it('shows what is unpaid, and cancels a delivery with its refund', async () => {
    const token = await screens.shop.officeToken();
    const open = (sale: string, kind: string) =>
      counter.post('/fulfillments/', { transaction: sale, fulfillment_type: kind }, token);
    const [unpaid, parcel] = [await counter.ring(), await counter.sold(CASH)];
    await open(unpaid, 'pickup');
    await open(parcel, 'ship');
    const long = await counter.sold(CASH, basket([MUG, MUG, MUG, MUG, MUG], '0.00'));
    await open(long, 'pickup');
    const page = await at('/fulfillments');
    const card = (sale: string) =>
      page.getByTestId('pending').locator('.surface', { hasText: sale.slice(-8) });
    await card(unpaid).getByText(`$${MUG_TOTAL} due`).waitFor();
    await card(long).getByRole('button', { name: 'and 1 more' }).click();
    await card(long).getByRole('button', { name: 'Show fewer' }).waitFor();
    expect(await card(long).getByRole('listitem').count()).toBe(5);
    const { pending } = await read('/fulfillments/counts/?store=DOWNTOWN');
    const count = page.getByTestId('pending').locator('.desk-tab-count');
    await expect.poll(() => count.textContent(), soon).toBe(String(pending));
    const paper = page.waitForEvent('download');
    await page.getByRole('button', { name: `More actions for ${parcel}` }).press('Enter');
    await page.getByRole('menuitem', { name: 'Pick list (PDF)' }).press('Enter');
    expect((await paper).suggestedFilename()).toBe(`pick-list-${parcel}.pdf`);
    await page.getByRole('button', { name: `More actions for ${parcel}` }).press('Enter');
    await page.getByRole('menuitem', { name: 'Cancel' }).press('Enter');
    await page.getByText(`Refund: $${MUG_TOTAL}.`).waitFor();
    await page.getByLabel('Reason').fill('Broken in the store room');
    await checkDesk(page, 'cancel-delivery');
    await page.getByRole('button', { name: 'Cancel delivery' }).click();
    await card(parcel).waitFor({ state: 'detached' });
    await expect.poll(async () => (await counter.row(parcel)).status, soon).toBe('refunded');
  });
  it('moves an order along the board until it is picked up', async () => {
    const token = await screens.shop.officeToken();
    const order = async (kind: string): Promise<string> => {
      const sale = await counter.sold(CASH);
      await counter.post('/fulfillments/', { transaction: sale, fulfillment_type: kind }, token);
      return sale;
    };
    const pickup = await order('pickup');
    const parcel = await counter.sold(CASH, basket([MUG, MUG, MUG], '0.00'));
    const to = { address: '9 Park Lane', city: 'Boston', postalCode: '02108', country: 'US' };
    const shipped = { transaction: parcel, fulfillment_type: 'ship', shipping_address: to };
    await counter.post('/fulfillments/', shipped, token);
    const page = await at('/fulfillments');
    const card = (column: string, sale: string) =>
      page.getByTestId(column).locator('.surface', { hasText: sale.slice(-8) });
    // By keyboard, because the notification covers some buttons for three seconds.
    const press = (column: string, sale: string, name: string) =>
      card(column, sale).getByRole('button', { name, exact: true }).press('Enter');
    await card('pending', pickup).waitFor();
    await showDesk(page, 'fulfillments');
    await press('pending', pickup, 'Prepare');
    await press('processing', pickup, 'Mark as ready');
    await press('ready_for_pickup', pickup, 'Hand over');
    await card('done', pickup).waitFor();
    await press('pending', parcel, 'Prepare');
    await press('processing', parcel, 'Ship');
    const dialog = page.getByRole('dialog', { name: `Ship ${parcel}` });
    const ship = dialog.getByRole('button', { name: 'Ship', exact: true });
    const quantity = dialog.getByLabel('Quantity in this parcel: White Mug');
    await quantity.fill('1');
    await dialog.getByLabel('Carrier').fill('Parcel Post');
    await dialog.getByLabel('Tracking number').fill('PP-1');
    await checkDesk(page, 'ship');
    await ship.click();
    await dialog.getByText('Parcel Post · PP-1').waitFor();
    await expect.poll(() => quantity.inputValue(), soon).toBe('2');
    await dialog.getByLabel('Tracking number').fill('PP-2');
    await checkDesk(page, 'ship-next');
    await ship.click();
    await card('shipped', parcel).getByText('Parcel Post · PP-2').waitFor();
    const label = page.waitForEvent('download');
    await card('shipped', parcel)
      .getByRole('button', { name: `Label of parcel 1 of ${parcel} (PDF)` })
      .press('Enter');
    expect((await label).suggestedFilename()).toBe(`labels-${parcel}.pdf`);
    await card('shipped', parcel).getByRole('link').first().click();
    await page.getByRole('tab', { name: 'Delivery' }).click();
    const detail = page.getByRole('dialog', { name: `Sale ${parcel}` });
    await detail.getByText('Parcel Post · PP-1').waitFor();
    await detail.getByText('Shipped', { exact: true }).waitFor();
    await checkDesk(page, 'sale-delivery');
  });

  it('creates, completes and reopens a task', async () => {
    const page = await at('/tasks');
    await page.getByText('Restock the poster rack').waitFor();
    await showDesk(page, 'tasks');
    await page.getByRole('button', { name: 'New task' }).click();
    await page.getByLabel('Title', { exact: true }).fill('Water the plants');
    await checkDesk(page, 'new-task');
    await page.getByRole('button', { name: 'Create task' }).click();
    await page.getByRole('button', { name: 'Complete: Water the plants' }).click();
    await page.getByRole('button', { name: 'Reopen: Water the plants' }).click();
    await page.getByRole('button', { name: 'Complete: Water the plants' }).waitFor();
    await page.getByRole('tab', { name: 'Deliveries' }).click();
    await page
      .getByRole('button', { name: /^Mark in transit: / })
      .first()
      .waitFor();
    await showDesk(page, 'deliveries');
  });

  it('adjusts stock and sees a till sell from it', async () => {
    const page = await at('/inventory');
    // The service searches, so a barcode finds its item too.
    await page.getByLabel('Search by name or SKU').fill('4006381333931');
    await expect.poll(() => page.getByRole('row').count(), soon).toBe(2);
    await page.getByRole('button', { name: 'White Mug' }).waitFor();
    await showDesk(page, 'inventory');
    await page.getByRole('button', { name: 'White Mug' }).click();
    const before = await counter.onHand('MUG-WHITE');
    await page.getByRole('tab', { name: 'Adjust' }).click();
    await page.getByLabel('Adjust by').fill('-2');
    await page.getByLabel('Reason').fill('Broken in the window');
    await page.getByRole('button', { name: 'Adjust' }).click();
    await expect.poll(() => counter.onHand('MUG-WHITE'), soon).toBe(before - 2);
    await page.getByRole('tab', { name: 'Movements' }).click();
    await page.getByText('Broken in the window').waitFor();
    await checkDesk(page, 'stock');
    await counter.sold(CASH);
    const left = page.getByRole('cell', { name: `${before - 3}`, exact: true });
    await page.getByRole('row', { name: /Sold/ }).filter({ has: left }).waitFor();
  });

  it('pauses a campaign and shows codes and tests', async () => {
    const page = await at('/promotions');
    const pause = page.getByRole('button', { name: /^Pause: / }).first();
    await pause.waitFor();
    await showDesk(page, 'promotions');
    await pause.click();
    await page.getByText('Paused').first().waitFor();
    await page.getByRole('tab', { name: 'Codes' }).click();
    await page.getByRole('table', { name: 'Codes' }).waitFor();
    await showDesk(page, 'codes');
    await page.getByRole('tab', { name: 'A/B tests' }).click();
    await page
      .getByText(/Baseline|No tests yet/)
      .first()
      .waitFor();
    await showDesk(page, 'ab-tests');
  });

  it('shows the X report of an open shift', async () => {
    await counter.post('/cash-management/shifts/open/', { opening_float: '150.00' });
    const page = await at('/shifts');
    await page.getByRole('button', { name: 'T-001' }).first().click();
    await page.getByText('X report').waitFor();
    await checkDesk(page, 'shift');
  });

  it('deactivates a user and activates them again', async () => {
    const page = await at('/users');
    await page.getByRole('button', { name: 'Deactivate: Sam Okafor' }).waitFor();
    await showDesk(page, 'users');
    await page.getByRole('button', { name: 'Deactivate: Sam Okafor' }).click();
    await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
    await page.getByRole('button', { name: 'Activate: Sam Okafor', exact: true }).click();
    await page.getByRole('button', { name: 'Deactivate: Sam Okafor' }).waitFor();
    await page.getByRole('button', { name: 'New user' }).click();
    await page.getByLabel('First name').waitFor();
    await checkDesk(page, 'new-user');
  });

  it('shows the sync status and the webhooks', async () => {
    const page = await at('/sync');
    await page.getByText('Sync status by record type').waitFor();
    await showDesk(page, 'sync');
    await page.getByRole('tab', { name: 'Webhooks' }).click();
    await page.getByText('No webhooks yet').waitFor();
    await showDesk(page, 'webhooks');
  });

  it('opens a delivery of a webhook with what was sent and answered', async () => {
    const token = await screens.shop.officeToken('admin');
    // The name resolves to nothing, so the delivery stays without an answer.
    const endpoint = { url: 'https://hooks.example.com/desk', events: ['transaction.*'] };
    const { body: made } = await counter.post('/webhook-endpoints/', endpoint, token);
    await counter.post(`/webhook-endpoints/${made.id}/test/`, {}, token);
    const page = await at('/sync');
    await page.getByRole('tab', { name: 'Webhooks' }).click();
    await page.getByRole('button', { name: endpoint.url }).click();
    await page.getByRole('dialog').getByRole('row').nth(1).getByRole('button').first().click();
    const dialog = page.getByRole('dialog').last();
    await dialog.getByRole('region', { name: 'Payload' }).getByText('"message"').waitFor();
    await dialog.getByText('Attempts', { exact: true }).waitFor();
    await checkDesk(page, 'webhook-delivery');
  });

  it('imports stock from a CSV file and shows the result', async () => {
    const page = await at('/inventory');
    await page.getByRole('button', { name: 'Import CSV' }).click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'stock.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('store,sku,on_hand\nDOWNTOWN,MUG-BLACK,41\nDOWNTOWN,NO-SUCH,1\n'),
    });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('0 created, 1 updated, 0 unchanged, 1 rejected').waitFor();
    expect(await counter.onHand('MUG-BLACK')).toBe(41);
    await checkDesk(page, 'import');
  });

  it('receives goods of a purchase order', async () => {
    const before = await counter.onHand('MUG-WHITE');
    const token = await screens.shop.officeToken();
    const { body } = await counter.post(
      '/procurement/purchase-orders/',
      {
        store: 'DOWNTOWN',
        vendor_name: 'Clay & Co',
        lines: [{ sku: 'MUG-WHITE', ordered_quantity: 24, unit_cost: '4.10' }],
      },
      token,
    );
    const page = await at('/purchasing');
    await page.getByRole('button', { name: body.po_number }).waitFor();
    await showDesk(page, 'purchasing');
    await page.getByRole('button', { name: body.po_number }).click();
    await page.getByRole('button', { name: 'Mark as ordered' }).click();
    await page.getByRole('button', { name: 'Receive items' }).click();
    await page.getByLabel('Quantity received: White Mug').fill('20');
    await checkDesk(page, 'receive');
    await page.getByRole('button', { name: 'Add to stock' }).click();
    await expect.poll(() => counter.onHand('MUG-WHITE'), soon).toBe(before + 20);
    const drawer = page.getByRole('dialog', { name: body.po_number });
    await drawer.getByText('Partially received').waitFor();
  });

  it('draws reports and downloads them as CSV', async () => {
    const page = await at('/analytics');
    await page.locator('.recharts-surface').first().waitFor();
    await showDesk(page, 'analytics');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download chart as CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
    for (const name of ['Products', 'Hours', 'Stock', 'Customers', 'Promotions']) {
      await page.getByRole('tab', { name, exact: true }).click();
      await page.locator('.recharts-surface').first().waitFor();
      await showDesk(page, `analytics-${name.toLowerCase()}`);
    }
  });

  it('fits a phone and speaks German', async () => {
    const page = await screens.open('/app/desk/', {
      locale: 'de-DE',
      viewport: { width: 390, height: 780 },
    });
    await page.getByLabel('Benutzername').fill('manager');
    await page.getByLabel('Passwort', { exact: true }).fill('manager-demo');
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByRole('heading', { level: 1, name: 'Übersicht' }).waitFor();
    await page.getByTestId('revenue').waitFor();
    await showDesk(page, 'phone');
    const outside = await page.evaluate(
      `[...document.querySelectorAll('body *')]
        .filter(one => one.getBoundingClientRect().right > innerWidth + 1)
        .map(one => one.outerHTML.slice(0, 120))`,
    );
    expect(outside).toEqual([]);

    // The service's error messages are English; the page translates them.
    await page.goto(`${screens.url}/app/desk/users`);
    await page.getByRole('button', { name: 'Neuer Benutzer' }).click();
    await page.getByLabel('Vorname').fill('Noor');
    await page.getByLabel('Personalnummer').fill('EMP001');
    await page.getByLabel('PIN', { exact: true }).fill('12');
    await page.getByRole('button', { name: 'Benutzer anlegen' }).click();
    await page.getByText('Das Format ist ungültig.').waitFor();
    await page.getByLabel('PIN', { exact: true }).fill('7070');
    await page.getByRole('button', { name: 'Benutzer anlegen' }).click();
    await page.getByRole('alert').getByText('Diese Personalnummer ist bereits vergeben.').waitFor();
  });
});
