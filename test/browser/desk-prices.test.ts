import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, openScreens, type Page, type Screens } from '../support/browser.js';
import { checkDesk, type Desk, openDesk, showDesk, soon } from '../support/desk.js';
import { DOWNTOWN_ID } from '../transactions/support.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('the prices of the manager desk', () => {
  let screens: Screens;
  let desk: Desk;
  let token: string;

  beforeAll(async () => {
    screens = await openScreens();
    desk = await openDesk(screens);
    token = await screens.shop.officeToken();
  });
  afterAll(() => screens?.close());

  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    screens.shop.call(method, path, { token, body });
  const read = async (path: string) => (await call('GET', path)).body;
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const choose = async (page: Page, field: string, option: string): Promise<void> => {
    // The pills of the field cover its input, so the keyboard opens it.
    await page.getByRole('dialog').getByRole('combobox', { name: field }).press('ArrowDown');
    await page.getByRole('option', { name: option }).click();
  };
  const row = (page: Page, name: RegExp) => page.getByRole('row', { name });

  const search = async (page: Page, sku: string): Promise<void> => {
    await page.getByRole('combobox', { name: 'Search prices by name or SKU' }).fill(sku);
    await page.getByRole('option', { name: `(${sku})` }).click();
  };

  it('creates a list for one store, which needs a priority of its own', async () => {
    const page = await desk.at('/prices');
    await row(page, /^EUR Euro EUR All stores that use EUR Everyone Always 0/).waitFor();
    await showDesk(page, 'price-lists');
    await button(page, 'New price list').click();
    await page.getByLabel('Code', { exact: true }).fill('AIR');
    await page.getByLabel('Name').fill('Airport summer');
    await choose(page, 'Currency', 'EUR');
    await page.getByLabel('Start (optional)').fill('2026-06-01T00:00');
    await page.getByLabel('End (optional)').fill('2026-05-01T00:00');
    await button(page, 'Save').click();
    await page.getByText('The end must be after the start.').waitFor();
    await page.getByLabel('Start (optional)').fill('');
    await page.getByLabel('End (optional)').fill('');
    await button(page, 'Save').click();
    await page.getByText('The list EUR has the same priority').waitFor();
    await checkDesk(page, 'price-list-form');
    await choose(page, 'Stores', 'Tillhouse Airport');
    await page.keyboard.press('Tab');
    await page.getByLabel('Priority').fill('10');
    await button(page, 'Save').click();
    await page.getByText('AIR saved').waitFor();
    await row(page, /^AIR Airport summer EUR Tillhouse Airport Everyone Always 10/).waitFor();
    const lists = await read('/price-lists/?store=AIRPORT');
    expect(lists.map(({ code }: { code: string }) => code)).toEqual(['AIR', 'EUR']);
    expect(lists[0]).toMatchObject({
      name: 'Airport summer',
      currency: 'EUR',
      customer_group: null,
      valid_from: null,
      valid_to: null,
      priority: 10,
    });
    expect(lists[0].store_ids).toHaveLength(1);
  });

  it('adds prices, finds them and refuses the same one twice', async () => {
    const page = await desk.at('/prices');
    await button(page, 'AIR').click();
    await page.getByRole('heading', { level: 1, name: 'Airport summer (EUR)' }).waitFor();
    await page.getByText('No prices yet').waitFor();
    const add = async (amount: string): Promise<void> => {
      await button(page, 'Add price').click();
      await page.getByRole('combobox', { name: 'Item' }).fill('MUG-WHITE');
      await page.getByRole('option', { name: /^White Mug/ }).click();
      await page.getByLabel('Amount').fill(amount);
      await button(page, 'Save').click();
    };
    await add('15');
    await page.getByText('Price of MUG-WHITE saved').waitFor();
    await row(page, /White Mug MUG-WHITE 1 €15\.00 Always/).waitFor();
    await add('13.33');
    await page.getByText('The list has a price of this variant').waitFor();
    await checkDesk(page, 'price-form');
    await page.getByLabel('From quantity').fill('10');
    await button(page, 'Save').click();
    await row(page, /White Mug MUG-WHITE 10 €13\.33 Always/).waitFor();
    await showDesk(page, 'prices');

    await search(page, 'MUG-BLACK');
    await page.getByText('This list has no price for the item').waitFor();
    await search(page, 'MUG-WHITE');
    await expect.poll(() => row(page, /MUG-WHITE/).count(), soon).toBe(2);
  });

  it('imports prices from a CSV file, after a test run, and exports them', async () => {
    const page = await desk.at('/prices');
    await button(page, 'AIR').click();
    await row(page, /MUG-WHITE 10 €13\.33/).waitFor();
    await button(page, 'Import CSV').click();
    const dialog = page.getByRole('dialog');
    const csv = [
      'sku,price_list,min_quantity,amount',
      'MUG-BLACK,AIR,1,14.25',
      'MUG-WHITE,AIR,1,15.00',
      'MUG-WHITE,AIR,2,1.999',
    ].join('\n');
    const send = async (): Promise<void> => {
      await dialog.locator('input[type=file]').setInputFiles({
        name: 'prices.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(csv),
      });
      await dialog.getByRole('switch', { name: /^Test run/ }).click();
      await button(page, 'Import').click();
      await dialog.getByText('1 created, 0 updated, 1 unchanged, 1 rejected').waitFor();
      await dialog.getByText('Row 4 · AIR MUG-WHITE 2 · This is no amount in EUR').waitFor();
    };
    await send();
    await dialog.getByText('This was a test run. Nothing was changed.').waitFor();
    expect(await read('/prices/?price_list=AIR&variant=MUG-BLACK')).toEqual([]);
    await button(page, 'Import another file').click();
    await checkDesk(page, 'price-import-form');
    await send();
    await checkDesk(page, 'price-import');
    await button(page, 'Close').click();
    await row(page, /MUG-BLACK 1 €14\.25/).waitFor();

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Export CSV').click(),
    ]);
    expect(file.suggestedFilename()).toBe('prices.csv');
    expect((await readFile(await file.path(), 'utf8')).split('\n')).toEqual([
      'sku,price_list,min_quantity,amount,valid_from',
      'MUG-BLACK,AIR,1,14.25,',
      'MUG-WHITE,AIR,1,15.00,',
      'MUG-WHITE,AIR,10,13.33,',
      '',
    ]);
    const [black] = await read('/prices/?price_list=AIR&variant=MUG-BLACK');
    expect((await call('DELETE', `/prices/${black.id}/`)).status).toBe(204);
  });

  it('previews a change of all prices and applies it to the cent', async () => {
    const [list] = await read('/price-lists/?store=AIRPORT');
    const page = await desk.at(`/prices/${list.id}`);
    await button(page, 'Bulk change').click();
    const dialog = page.getByRole('dialog');
    const apply = dialog.getByRole('button', { name: 'Apply changes' });
    await dialog.getByText('Amount', { exact: true }).click();
    await dialog.getByLabel('Change prices by').fill('-14');
    expect(await apply.isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('row', { name: /MUG-WHITE 10 .*€13\.33 .*negative/ }).waitFor();
    await dialog.getByRole('row', { name: /MUG-WHITE 1 .*€15\.00 €1\.00$/ }).waitFor();
    await dialog.getByText('1 price can’t change, so nothing can be applied.').waitFor();
    expect(await apply.isDisabled()).toBe(true);
    await checkDesk(page, 'bulk-errors');

    await dialog.getByText('Percent', { exact: true }).click();
    await dialog.getByLabel('Change prices by').fill('10');
    await dialog.getByRole('combobox', { name: 'Round to' }).click();
    await page.getByRole('option', { name: '.99' }).click();
    await dialog.getByRole('combobox', { name: 'Category' }).click();
    await page
      .getByRole('option', { name: /^Kitchen/ })
      .first()
      .click();
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('row', { name: /MUG-WHITE 1 .*€15\.00 €16\.99$/ }).waitFor();
    await dialog.getByRole('combobox', { name: 'Round to' }).click();
    await page.getByRole('option', { name: 'No rounding' }).click();
    await expect.poll(() => dialog.getByRole('row').count(), soon).toBe(0);
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('2 prices would change.').waitFor();
    await dialog.getByRole('row', { name: /MUG-WHITE 1 .*€15\.00 €16\.50$/ }).waitFor();
    await dialog.getByRole('row', { name: /MUG-WHITE 10 .*€13\.33 €14\.66$/ }).waitFor();
    await checkDesk(page, 'bulk-preview');
    await page.setViewportSize({ width: 390, height: 844 });
    const preview = dialog.locator('.desk-scroll');
    await expect.poll(() => preview.evaluate(it => it.scrollWidth - it.clientWidth), soon).toBe(0);
    await checkDesk(page, 'bulk-preview-phone');
    await page.setViewportSize({ width: 1280, height: 800 });
    const amounts = async () =>
      (await read('/prices/?price_list=AIR'))
        .map(({ amount }: { amount: string }) => amount)
        .sort();
    expect(await amounts()).toEqual(['13.33', '15.00']);
    await apply.click();
    await page.getByText('2 prices changed').waitFor();
    await row(page, /MUG-WHITE 1 €16\.50/).waitFor();
    await row(page, /MUG-WHITE 10 €14\.66/).waitFor();
    expect(await amounts()).toEqual(['14.66', '16.50']);
  });

  it('changes and deletes a price', async () => {
    const [list] = await read('/price-lists/?store=AIRPORT');
    const page = await desk.at(`/prices/${list.id}`);
    await row(page, /MUG-WHITE 1 €16\.50/)
      .getByRole('button', { name: /^White Mug/ })
      .click();
    await page.getByLabel('Amount').fill('16.9');
    await page.getByLabel('Start (optional)').fill('2030-07-01T08:00');
    await button(page, 'Save').click();
    await row(page, /MUG-WHITE 1 €16\.90 Jul 1, 2030.*Scheduled/).waitFor();
    await button(page, 'Delete: MUG-WHITE from 10').click();
    await button(page, 'Delete').click();
    await page.getByText('MUG-WHITE from 10 deleted').waitFor();
    expect(await read('/prices/?price_list=AIR')).toMatchObject([
      { amount: '16.90', min_quantity: 1, valid_from: '2030-07-01T12:00:00.000Z' },
    ]);
  });

  it('shows items that a store cannot sell, and adds their price', async () => {
    const [price] = await read('/prices/?price_list=EUR&variant=BEANIE-NAVY');
    expect((await call('DELETE', `/prices/${price.id}/`)).status).toBe(204);
    const page = await desk.at('/prices');
    await page.getByRole('tab', { name: 'Missing prices' }).click();
    await page.getByText('No missing prices').waitFor();
    await page.getByRole('combobox', { name: 'Store' }).click();
    await page.getByRole('option', { name: 'Tillhouse Airport' }).click();
    await row(page, /BEANIE-NAVY Tillhouse Airport EUR \$28\.00/).waitFor();
    await showDesk(page, 'price-gaps');
    await button(page, 'Add price: BEANIE-NAVY AIRPORT').click();
    await choose(page, 'Price list', 'EUR: Euro');
    await page.getByLabel('Amount').fill('28');
    await button(page, 'Save').click();
    await page.getByText('No missing prices').waitFor();
    expect(await read('/prices/gaps/?store=AIRPORT')).toEqual([]);
    expect(await read('/prices/?price_list=EUR&variant=BEANIE-NAVY')).toMatchObject([
      { amount: '28.00', currency: 'EUR', min_quantity: 1, valid_from: null },
    ]);
  });

  it('deletes a list with its prices', async () => {
    const page = await desk.at('/prices');
    await button(page, 'Delete: AIR').click();
    await button(page, 'Delete').click();
    await page.getByText('AIR deleted').waitFor();
    await button(page, 'Delete: AIR').waitFor({ state: 'detached' });
    expect(await read('/prices/?price_list=AIR')).toEqual([]);
  });

  it('shows prices to supervisors, who cannot change them', async () => {
    const login = { username: 'pricereader', password: 'a-reader-of-prices' };
    const person = { role: 'supervisor', employee_number: 'EMP079', store_ids: [DOWNTOWN_ID] };
    expect((await call('POST', '/users/', { ...person, ...login })).status).toBe(201);
    const page = await screens.open('/app/desk/prices');
    await page.getByLabel('Username').fill(login.username);
    await page.getByLabel('Password', { exact: true }).fill(login.password);
    await button(page, 'Sign in').click();
    await button(page, 'CHF').click();
    await search(page, 'MUG-WHITE');
    await row(page, /White Mug MUG-WHITE 1 CHF\s13\.90 Always/).waitFor();
    expect(await button(page, 'Add price').count()).toBe(0);
    expect(await button(page, 'Bulk change').count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
  });
});
