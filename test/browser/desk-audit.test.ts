import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, openScreens, type Page, type Screens } from '../support/browser.js';
import { checkDesk } from '../support/desk.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('the audit log at the manager desk', () => {
  let screens: Screens;
  let token: string;
  let list: string;

  beforeAll(async () => {
    screens = await openScreens();
    token = await screens.shop.officeToken('admin');
    const body = { code: 'DESK', name: 'Desk prices', currency: 'USD', priority: 7 };
    list = (await screens.shop.call('POST', '/price-lists/', { token, body })).body.id;
  });
  afterAll(() => screens?.close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const signIn = async (path: string): Promise<Page> => {
    const page = await screens.open(`/app/desk${path}`);
    await page.getByLabel('Username').fill('manager');
    await page.getByLabel('Password', { exact: true }).fill('manager-demo');
    await button(page, 'Sign in').click();
    await page.locator('[data-testid="live"][data-state="open"]').waitFor();
    return page;
  };
  const rename = (name: string) =>
    screens.shop.call('PATCH', `/price-lists/${list}/`, { token, body: { name } });
  const nameNow = async (): Promise<string> =>
    (await screens.shop.call('GET', `/price-lists/${list}/`, { token })).body.name;

  it('shows who changed what, and verifies', async () => {
    expect((await rename('Desk prices 2')).status).toBe(200);
    const page = await signIn('/audit-log?record=price-lists/');
    const row = page.getByRole('row', { name: /Price list: changed/ }).first();
    await row.waitFor();
    await row.getByRole('button').click();
    const entry = page.getByRole('dialog', { name: 'Price list: changed' });
    await entry.getByText('Desk prices 2').waitFor();
    await checkDesk(page, 'audit-entry');
    await button(page, 'Close').click();
    await button(page, 'Verify the log').click();
    await page.getByText('The log is complete and unchanged').waitFor();
    await page.goto(page.url().replace(/audit-log.*/, `prices/${list}`));
    await page
      .getByRole('region', { name: 'History' })
      .or(page.getByText('History'))
      .first()
      .waitFor();
    await page.getByText('Desk prices 2').first().waitFor();
  });

  it('shows one store, and leads to orders, transfers and counts', async () => {
    const call = async (path: string, body: object) =>
      (await screens.shop.call('POST', path, { token, body })).body;
    const line = { sku: 'MUG-WHITE', ordered_quantity: 1, unit_cost: '4.10' };
    const ordered = { store: 'AIRPORT', vendor_name: 'Audited', lines: [line] };
    const order = await call('/procurement/purchase-orders/', ordered);
    const count = await call('/stock-counts/', { store: 'DOWNTOWN', is_blind: true });
    const [variant] = (await screens.shop.call('GET', '/product-variants/?q=MUG-WHITE', { token }))
      .body;
    const transfer = await call('/transfers/', {
      ...{ from_store: 'DOWNTOWN', to_store: 'AIRPORT' },
      lines: [{ variant_id: variant.id, quantity: 1 }],
    });
    const page = await signIn(`/audit-log?record=purchase-orders/${order.id}&store=AIRPORT`);
    const entry = page.getByRole('row', { name: /created/ });
    await entry.waitFor();
    await page.getByRole('combobox', { name: 'Store', exact: true }).last().click();
    await page.getByRole('option', { name: 'Tillhouse Downtown' }).last().click();
    await entry.waitFor({ state: 'detached' });
    const follow = async (record: string, id: string): Promise<void> => {
      await page.goto(page.url().replace(/\/desk\/.*/, `/desk/audit-log?record=${record}/${id}`));
      await entry.first().getByRole('button').click();
      await page.getByRole('dialog').getByRole('link', { name: id }).click();
    };
    await follow('purchase-orders', order.id);
    await page.getByRole('dialog', { name: order.po_number }).getByText('Audited').waitFor();
    await follow('stock-counts', count.id);
    await page.getByRole('heading', { level: 1, name: count.number }).waitFor();
    await follow('transfers', transfer.id);
    await page.getByRole('heading', { level: 1, name: transfer.number }).waitFor();
  });

  it('does not overwrite what somebody else saved', async () => {
    const page = await signIn('/prices');
    await button(page, 'Edit: DESK').click();
    const form = page.getByRole('dialog', { name: 'DESK' });
    const name = form.getByLabel('Name', { exact: true });
    await name.fill('Mine');
    // The form has read the record by now, or it finds the difference when it does.
    expect((await rename('Theirs')).status).toBe(200);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.getByText('Somebody else changed this meanwhile').waitFor();
    await form.getByText('Theirs').waitFor();
    expect(await nameNow()).toBe('Theirs');
    await checkDesk(page, 'form-conflict');
    await form.getByRole('button', { name: 'Continue with my values' }).click();
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    expect(await nameNow()).toBe('Mine');
  });

  it('goes on after somebody saved the same values, also if the record cannot be read at first', async () => {
    const person = { role: 'cashier', employee_number: 'EMP-412', store_ids: ['AIRPORT'] };
    const body = { ...person, first_name: 'Nora' };
    const { id } = (await screens.shop.call('POST', '/users/', { token, body })).body;
    const path = `/users/${id}/`;
    const page = await signIn('/users');
    await button(page, 'Edit: Nora').click();
    const form = page.getByRole('dialog', { name: 'Nora' });
    await form.getByLabel('First name').fill('Norah');
    const saved = { first_name: 'Nora' };
    expect((await screens.shop.call('PATCH', path, { token, body: saved })).status).toBe(200);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.getByText(/saved at .* without changing these values/).waitFor();
    const record = `**${path}`;
    await page.route(record, route => route.abort());
    const keep = form.getByRole('button', { name: 'Continue with my values' });
    await keep.click();
    await form.getByText('No connection').waitFor();
    await page.unroute(record);
    await keep.click();
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    const now = (await screens.shop.call('GET', path, { token })).body;
    expect(now.first_name).toBe('Norah');
  });
});
