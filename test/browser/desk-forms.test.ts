import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, openScreens, type Page, type Screens } from '../support/browser.js';
import { checkDesk, type Desk, openDesk, soon } from '../support/desk.js';
import { type Counter, counterOf, DOWNTOWN_ID } from '../transactions/support.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('the forms of the manager desk', () => {
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

  const read = async (path: string) => (await screens.shop.call('GET', path, { token })).body;
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const choose = async (page: Page, field: string, option: string): Promise<void> => {
    // The pills of the field cover its input, so the keyboard opens it.
    await page.getByRole('dialog').getByRole('combobox', { name: field }).press('ArrowDown');
    await page.getByRole('option', { name: option }).click();
  };

  const erase = async (page: Page, name: string): Promise<void> => {
    await button(page, `Delete: ${name}`).click();
    await button(page, 'Delete').click();
  };

  it('schedules a campaign in the store’s time zone and edits it later', async () => {
    const page = await desk.at('/promotions');
    await button(page, 'New campaign').click();
    await page.getByLabel('Name').fill('Summer Nights');
    await page.getByLabel('Start (optional)').fill('2030-07-01T18:00');
    await page.getByLabel('End (optional)').fill('2030-06-30T18:00');
    await page.getByLabel('Start automatically at this time').check();
    await page.getByLabel('Budget', { exact: true }).fill('250.5');
    await button(page, 'Save').click();
    await page.getByText('The end must be after the start.').waitFor();
    await page.locator('input[aria-invalid="true"]:focus').waitFor();
    await checkDesk(page, 'campaign-form');
    await page.getByLabel('End (optional)').fill('2030-07-31T23:30');
    await button(page, 'Save').click();
    await page.getByText('Summer Nights saved').waitFor();
    const campaign = async () =>
      (await read('/campaigns/?limit=200')).find(
        (one: { name: string }) => one.name === 'Summer Nights',
      );
    expect(await campaign()).toMatchObject({
      status: 'scheduled',
      budget: '250.50',
      starts_at: '2030-07-01T22:00:00.000Z',
      ends_at: '2030-08-01T03:30:00.000Z',
      store_ids: null,
    });
    await page.getByRole('button', { name: /^Summer Nights/ }).click();
    expect(await page.getByLabel('Start (optional)').inputValue()).toBe('2030-07-01T18:00');
    await page.getByLabel('Budget', { exact: true }).fill('');
    await button(page, 'Save').click();
    await expect.poll(async () => (await campaign()).budget, soon).toBeNull();
    await erase(page, 'Summer Nights');
    await page.getByText('Summer Nights deleted').waitFor();
    await button(page, 'Delete: Summer Nights').waitFor({ state: 'detached' });
    expect(await campaign()).toBeUndefined();
  });

  it('deletes a test that never ran', async () => {
    const body = { name: 'Two headlines', variants: [{ name: 'A' }, { name: 'B' }] };
    const { body: test } = await screens.shop.call('POST', '/ab-tests/', { token, body });
    const page = await desk.at('/promotions');
    await page.getByRole('tab', { name: 'A/B tests' }).click();
    await erase(page, 'Two headlines');
    await page.getByText('Two headlines deleted').waitFor();
    await button(page, 'Delete: Two headlines').waitFor({ state: 'detached' });
    expect(await read(`/ab-tests/${test.id}/`)).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('creates a promotion for one product and a code for it', async () => {
    const page = await desk.at('/promotions');
    await page.getByRole('tab', { name: 'Promotions' }).click();
    await page.getByRole('button', { name: /^Herb seeds/ }).waitFor();
    await checkDesk(page, 'promotion-list');
    await button(page, 'New promotion').click();
    await page.getByLabel('Name').fill('Mugs for friends');
    await page.getByRole('textbox', { name: 'Percent off' }).fill('120');
    await choose(page, 'Applies to', 'Products');
    await button(page, 'Save').click();
    await page.getByText('Enter a number greater than 0, up to 100.').waitFor();
    await page.getByText('Choose at least one').waitFor();
    await checkDesk(page, 'promotion-form');
    await page.getByRole('textbox', { name: 'Percent off' }).fill('25');
    await page.getByRole('combobox', { name: 'Products', exact: true }).fill('white mug');
    await page.getByRole('option', { name: 'White Mug' }).click();
    await page.getByLabel('Require a code').check();
    await button(page, 'Save').click();
    await page.getByText('Mugs for friends saved').waitFor();

    await page.getByRole('tab', { name: 'Codes' }).click();
    await button(page, 'New code').click();
    await page.getByLabel('Code', { exact: true }).fill('welcome10');
    await choose(page, 'Promotion', 'Mugs for friends');
    await page.getByLabel('Total uses').fill('5');
    await button(page, 'Save').click();
    await page.getByText('This promo code exists already.').waitFor();
    await checkDesk(page, 'code-form');
    await page.getByLabel('Code', { exact: true }).fill('friends25');
    await button(page, 'Save').click();
    await page.getByRole('button', { name: 'FRIENDS25', exact: true }).waitFor();
    expect(await read('/promo-codes/FRIENDS25/')).toMatchObject({
      promotion_name: 'Mugs for friends',
      usage_limit: 5,
      per_customer_limit: null,
    });

    await page.getByRole('tab', { name: 'Promotions' }).click();
    await erase(page, 'Mugs for friends');
    await page.getByRole('alert').getByText('The promotion has codes or sales').waitFor();
    await page.getByRole('tab', { name: 'Codes' }).click();
    await erase(page, 'FRIENDS25');
    await page.getByText('FRIENDS25 deleted').waitFor();
    await button(page, 'Delete: FRIENDS25').waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Promotions' }).click();
    await erase(page, 'Mugs for friends');
    await button(page, 'Delete: Mugs for friends').waitFor({ state: 'detached' });
    const left = await read('/promotions/?limit=200');
    expect(left.map(({ name }: { name: string }) => name)).not.toContain('Mugs for friends');
  });

  it('orders items, receives some of them and closes the order', async () => {
    const before = await counter.onHand('MUG-WHITE');
    const page = await desk.at('/purchasing');
    await button(page, 'New order').click();
    await page.getByRole('dialog').getByLabel('Supplier', { exact: true }).fill('Clay & Co');
    await page.getByLabel('Expected').fill('2030-01-31');
    for (const name of ['White Mug', 'Black Mug']) {
      await page.getByRole('combobox', { name: 'Add item' }).fill(name);
      await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
    }
    await page.getByLabel('Quantity to order: White Mug').fill('24');
    await page.getByLabel('Unit cost: White Mug').fill('4.10');
    await page.getByLabel('Unit cost: Black Mug').fill('3.60');
    await expect.poll(() => page.getByTestId('order-total').textContent(), soon).toBe('$102.00');
    await checkDesk(page, 'order-form');
    await button(page, 'Remove Black Mug from the order').click();
    await button(page, 'Save as draft').click();
    await button(page, 'Mark as ordered').click();
    await button(page, 'Receive items').click();
    await page.getByLabel('Quantity received: White Mug').fill('20');
    await button(page, 'Add to stock').click();
    await expect.poll(() => counter.onHand('MUG-WHITE'), soon).toBe(before + 20);
    await button(page, 'Close order').click();
    await page.getByText('no longer expected').waitFor();
    await page
      .getByRole('dialog', { name: /^Close PO-/ })
      .getByText('Close order')
      .click();
    await page.getByText(/ closed$/).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox', { name: 'Search orders' }).fill('clay');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Draft' }).click();
    await page.getByText('No orders found').waitFor();
    const [order] = await read('/procurement/purchase-orders/?vendor=Clay%20%26%20Co&limit=1');
    expect(order).toMatchObject({
      status: 'closed',
      expected_date: '2030-01-31',
      total_cost: '98.40',
      lines: [{ sku: 'MUG-WHITE', ordered_quantity: 24, received_quantity: 20 }],
    });
  });

  it('fills in what the supplier charges and how the goods are packed', async () => {
    const call = (path: string, body: object) => screens.shop.call('POST', path, { token, body });
    const { body: kiln } = await call('/suppliers/', { name: 'Kiln' });
    const article = { supplier: kiln.id, supplier_sku: 'K-1', pack_size: 12 };
    await call('/supplier-articles/', { ...article, sku: 'MUG-WHITE', cost: '3.50' });
    const foreign = { cost: '3.00', cost_currency: 'EUR', sku: 'MUG-BLACK' };
    await call('/supplier-articles/', { ...article, ...foreign });
    const page = await desk.at('/purchasing');
    await button(page, 'New order').click();
    await page.getByRole('dialog').getByLabel('Supplier', { exact: true }).fill('Kiln');
    for (const name of ['White Mug', 'Black Mug']) {
      await page.getByRole('combobox', { name: 'Add item' }).fill(name);
      await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
    }
    await page.getByText('Costs €3.00. Enter the cost in USD.').waitFor();
    const cost = page.getByLabel('Unit cost: White Mug');
    await expect.poll(() => cost.inputValue(), soon).toBe('3.50');
    await page.getByLabel('Quantity to order: Black Mug').fill('13');
    await page.getByText('Not in whole packs.').waitFor();
    await checkDesk(page, 'order-of-supplier');
    await page.getByLabel('Quantity to order: Black Mug').fill('24');
    await page.getByLabel('Unit cost: Black Mug').fill('3.25');
    await expect.poll(() => page.getByTestId('order-total').textContent(), soon).toBe('$120.00');
    await button(page, 'Save as draft').click();
    await page.getByText(/^PO-.* saved$/).waitFor();
    const [order] = await read(`/procurement/purchase-orders/?supplier=${kiln.id}`);
    expect(order).toMatchObject({ vendor_name: 'Kiln', total_cost: '120.00' });
  });

  it('deletes a draft order and refuses to delete a submitted one', async () => {
    const draft = async (vendor_name: string): Promise<{ id: string; po_number: string }> => {
      const lines = [{ sku: 'MUG-WHITE', ordered_quantity: 1, unit_cost: '4.10' }];
      const order = { store: 'DOWNTOWN', vendor_name, lines };
      return (await counter.post('/procurement/purchase-orders/', order, token)).body;
    };
    const [gone, sent] = [await draft('Nobody & Sons'), await draft('Clay & Co')];
    const page = await desk.at('/purchasing');
    await button(page, gone.po_number).click();
    await erase(page, gone.po_number);
    await page.getByText(`${gone.po_number} deleted`).waitFor();
    await button(page, gone.po_number).waitFor({ state: 'detached' });
    await button(page, sent.po_number).click();
    // Another user submits it while the confirmation is open.
    await button(page, `Delete: ${sent.po_number}`).click();
    await counter.post(`/procurement/purchase-orders/${sent.id}/submit/`, {}, token);
    await button(page, 'Delete').click();
    await page.getByRole('dialog').getByText('Ordered', { exact: true }).waitFor();
    await page.getByRole('alert').getByText('Only a draft can be deleted').waitFor();
    expect(await read(`/procurement/purchase-orders/${sent.id}/`)).toMatchObject({
      status: 'submitted',
    });
    expect((await counter.get(`/procurement/purchase-orders/${gone.id}/`)).status).toBe(404);
  });

  it('decides an identity check and limits what one customer may buy', async () => {
    const page = await desk.at('/compliance');
    await button(page, 'Decide: kyc-demo-3').click();
    const dialog = page.getByRole('dialog', { name: 'Riley Shopper' });
    await dialog.getByText('Reject', { exact: true }).click();
    expect(await dialog.getByRole('button', { name: 'Reject' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Reason').fill('The photo is blurred');
    await checkDesk(page, 'identity-decision');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await read('/compliance/kyc/credentials/kyc-demo-3/')).toMatchObject({
      status: 'rejected',
      rejectionReason: 'The photo is blurred',
    });

    await page.getByRole('tab', { name: 'Purchase limits' }).click();
    await button(page, 'New limit').click();
    const form = page.getByRole('dialog', { name: 'New limit' });
    await form.getByLabel('Name').fill('Two mugs a week');
    await form.getByRole('combobox', { name: 'Product' }).fill('white mug');
    await page.getByRole('option', { name: 'White Mug' }).click();
    await form.getByLabel('Highest quantity').fill('2');
    await choose(page, 'Period', '7 days');
    await checkDesk(page, 'limit-form');
    await form.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row', { name: /Two mugs a week.*2 in 7 days/ });
    await row.waitFor();
    const saved = async () =>
      (await read('/compliance/purchase-limits/')).find(
        (one: { name: string }) => one.name === 'Two mugs a week',
      );
    expect(await saved()).toMatchObject({ max_quantity: 2, period: 'week', everything: false });
    expect((await saved()).product_id).toEqual(expect.any(Number));
    await erase(page, 'Two mugs a week');
    await row.waitFor({ state: 'detached' });
    expect(await saved()).toBeUndefined();
  });

  it('unlocks a person after too many wrong PINs', async () => {
    const logIn = (pin_code: string) =>
      screens.shop.call('POST', '/pos/auth/terminal-login/', {
        body: { employee_id: 'EMP002', pin_code, store_id: 'DOWNTOWN', terminal_id: 'T-002' },
      });
    expect((await logIn('2345')).status).toBe(200);
    for (let n = 0; n < 5; n += 1) await logIn('0000');
    expect((await logIn('2345')).status).toBe(429);
    const page = await desk.at('/users');
    await page.getByRole('heading', { name: 'Locked out' }).waitFor();
    await page.getByText('PIN at this till').waitFor();
    await checkDesk(page, 'users-locked-out');
    await page.getByRole('button', { name: /^Unlock: .* T-002$/ }).click();
    await page.getByText(/is unlocked/).waitFor();
    expect((await logIn('2345')).status).toBe(200);
    await expect.poll(() => page.getByText('Locked out').count()).toBe(0);
  });

  it('creates a user and gives them a new PIN and a second store', async () => {
    const page = await desk.at('/users');
    await button(page, 'New user').click();
    await page.getByLabel('First name').fill('Noor');
    await page.getByLabel('Employee number').fill('EMP077');
    await page.getByLabel('PIN', { exact: true }).fill('12');
    await button(page, 'Create user').click();
    await page.locator('input[aria-invalid="true"]:focus').waitFor();
    await page.getByLabel('PIN', { exact: true }).fill('7070');
    await button(page, 'Create user').click();
    await button(page, 'Edit: Noor').click();
    await page.getByLabel('PIN', { exact: true }).fill('8080');
    await choose(page, 'Role', 'Supervisor');
    await choose(page, 'Stores', 'Tillhouse Airport');
    await page.keyboard.press('Tab');
    await checkDesk(page, 'user-form');
    await button(page, 'Save').click();
    await page.getByText('Noor saved').waitFor();
    const logIn = (pin_code: string) =>
      screens.shop.call('POST', '/pos/auth/terminal-login/', {
        body: { employee_id: 'EMP077', pin_code, store_id: 'AIRPORT', terminal_id: 'T-077' },
      });
    expect((await logIn('7070')).status).toBe(401);
    const { status, body } = await logIn('8080');
    expect([status, body.user?.role]).toEqual([200, 'supervisor']);
  });

  it('adds a till, renames it, and removes none whose shift is open', async () => {
    const page = await desk.at('/tills');
    const tills = () => read('/stores/DOWNTOWN/terminals/');
    const add = async (id: string, name: string): Promise<void> => {
      await page.getByLabel('Till ID').fill(id);
      await page.getByLabel('Name (optional)').fill(name);
      await button(page, 'Add till').click();
    };
    const remove = async (id: string): Promise<void> => {
      await button(page, `Remove: ${id}`).click();
      await page.getByText('Sales and shifts are kept.').waitFor();
      await checkDesk(page, 'till-remove');
      await button(page, 'Remove').click();
    };
    await button(page, 'Edit: T-001').waitFor();
    await checkDesk(page, 'tills');
    await button(page, 'New till').click();
    await add('T-101', '');
    await page.getByRole('alert').getByText('A till with this id exists.').waitFor();
    await checkDesk(page, 'new-till');
    await add('T-9', 'Window');
    await button(page, 'Edit: T-9').click();
    await page.getByLabel('Name').fill('Garden gate');
    await page.getByRole('switch', { name: 'Active' }).press('Space');
    await checkDesk(page, 'till-form');
    await button(page, 'Save').click();
    await page.getByRole('row', { name: /Garden gate.*Inactive/ }).waitFor();
    await button(page, 'Edit: T-9').click();
    await button(page, 'History').click();
    await page
      .getByRole('dialog')
      .getByRole('cell', { name: /Window.*Garden gate/ })
      .waitFor();
    await button(page, 'Cancel').click();
    expect(await tills()).toContainEqual(
      expect.objectContaining({ id: 'T-9', name: 'Garden gate', is_active: false }),
    );

    const shift = await counter.post('/cash-management/shifts/open/', { opening_float: '50.00' });
    expect(shift.status).toBe(201);
    await remove('T-001');
    await page.getByRole('alert').getByText('A shift is open at this till').waitFor();
    await remove('T-9');
    await button(page, 'Edit: T-9').waitFor({ state: 'detached' });
    expect((await tills()).map(({ id }: { id: string }) => id)).toEqual(['T-001', 'T-002']);

    const devices = '/terminals/T-001/devices/';
    const printer = { kind: 'printer', connection: 'webusb', name: 'Counter', paper_width: '58' };
    expect((await counter.post(devices, printer, token)).status).toBe(201);
    await button(page, 'Devices: T-001').click();
    await button(page, 'Edit: Counter').click();
    const form = page.getByRole('dialog', { name: 'Counter' });
    await form.getByLabel('Name', { exact: true }).fill('Counter printer');
    await checkDesk(page, 'device-form');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Counter printer saved').waitFor();
    expect(await read(devices)).toMatchObject([{ ...printer, name: 'Counter printer' }]);
  });

  it('arranges the tiles of a store: pages, names and order, by keyboard and by dragging', async () => {
    const page = await desk.at('/tiles');
    const add = async (name: string): Promise<void> => {
      await page.getByLabel('Add a product').fill(name);
      await button(page, name).click();
    };
    const shown = () =>
      page.getByRole('list', { name: 'Products on this page' }).locator('li').allInnerTexts();
    await add('White Mug');
    await add('Soy Candle');
    await button(page, 'Move Soy Candle up').press('Enter');
    expect(await shown()).toEqual(['Soy Candle', 'White Mug']);
    await button(page, 'New page').click();
    await page.getByLabel('Name of the page').fill('Breakfast');
    await add('White Mug');
    await button(page, 'New page').click();
    await page.getByLabel('Name of the page').fill('Breakfast');
    await page.getByText('Each page needs a name of its own.').waitFor();
    expect(await button(page, 'Save for all tills of this store').isDisabled()).toBe(true);
    await page.getByLabel('Name of the page').fill('Gifts');
    await add('Soy Candle');
    const order = page.getByRole('list', { name: 'Order of the pages' }).locator('li');
    await order.nth(1).locator('[aria-hidden]').first().hover();
    await page.mouse.down();
    await order.nth(0).hover();
    await page.mouse.up();
    expect(await order.allInnerTexts()).toEqual(['Gifts', 'Breakfast']);
    // The page that is edited stays the same.
    expect(await shown()).toEqual(['Soy Candle']);
    await checkDesk(page, 'tiles');
    await button(page, 'Save for all tills of this store').click();
    await page.getByText('The tiles are saved.').waitFor();
    const { favourites, pages, products } = await read('/till-tiles/DOWNTOWN/');
    const named = (ids: number[]) =>
      ids.map(id => products.find((one: { id: number }) => one.id === id).name);
    expect(named(favourites)).toEqual(['Soy Candle', 'White Mug']);
    expect(pages.map(({ name }: { name: string }) => name)).toEqual(['Gifts', 'Breakfast']);
    expect(named(pages[1].product_ids)).toEqual(['White Mug']);

    const [candle, mug] = favourites;
    const body = { favourites: [mug], pages: [] };
    const other = await screens.shop.call('PUT', '/till-tiles/DOWNTOWN/', { token, body });
    expect(other.status).toBe(200);
    await button(page, 'Remove White Mug').click();
    await button(page, 'Save for all tills of this store').click();
    const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else changed this' });
    await conflict.getByText('Gifts: Soy Candle; Breakfast: White Mug').waitFor();
    expect((await read('/till-tiles/DOWNTOWN/')).favourites).toEqual([mug]);
    // The draft is still there, and saves over the other one only after a look at it.
    expect(await shown()).toEqual(['Soy Candle']);
    await conflict.getByRole('button', { name: 'Continue with my values' }).click();
    await button(page, 'Save for all tills of this store').click();
    const saved = async () => (await read('/till-tiles/DOWNTOWN/')).favourites;
    await expect.poll(saved, soon).toEqual([candle]);
  });

  it('hides the tills from users without permission', async () => {
    const login = { username: 'deputy', password: 'a-deputy-of-the-shop' };
    const person = { role: 'supervisor', employee_number: 'EMP078', store_ids: [DOWNTOWN_ID] };
    const hired = await counter.post('/users/', { ...person, ...login }, token);
    expect(hired.status).toBe(201);
    const page = await screens.open('/app/desk/tills');
    await page.getByLabel('Username').fill(login.username);
    await page.getByLabel('Password', { exact: true }).fill(login.password);
    await button(page, 'Sign in').click();
    await page.getByText('Page not found').waitFor();
    await page.getByRole('link', { name: 'Shifts' }).waitFor();
    expect(await page.getByRole('link', { name: 'Tills' }).count()).toBe(0);
  });
});
