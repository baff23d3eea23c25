import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, openScreens, type Page, type Screens } from '../support/browser.js';
import { checkDesk, showDesk, soon } from '../support/desk.js';
import { counterOf, DOWNTOWN_ID } from '../transactions/support.js';

const canRun = await browserOrSkip();

const ADMIN = { username: 'admin', password: 'admin-demo' };
const LOCAL_MANAGER = { username: 'downtown', password: 'a-manager-of-downtown' };

describe.runIf(canRun)('taxes at the manager desk', () => {
  let screens: Screens;
  let token: string;

  beforeAll(async () => {
    screens = await openScreens();
    token = await screens.shop.officeToken();
    const person = { role: 'manager', employee_number: 'EMP079', store_ids: [DOWNTOWN_ID] };
    const hired = await counterOf(screens.shop).post(
      '/users/',
      { ...person, ...LOCAL_MANAGER },
      token,
    );
    expect(hired.status).toBe(201);
  });
  afterAll(() => screens?.close());

  const read = async (path: string) => (await screens.shop.call('GET', path, { token })).body;
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const choose = async (page: Page, field: string, option: string): Promise<void> => {
    await page.getByRole('dialog').getByRole('combobox', { name: field }).press('ArrowDown');
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  /** Signs in at a page of the desk, with one store selected. */
  const openAs = async (who: typeof ADMIN, path: string, store: string): Promise<Page> => {
    const kept = { 'tillhouse.desk.store': store };
    const page = await screens.open(`/app/desk${path}`, { kept });
    await page.getByLabel('Username').fill(who.username);
    await page.getByLabel('Password', { exact: true }).fill(who.password);
    await button(page, 'Sign in').click();
    await page.locator('[data-testid="live"][data-state="open"]').waitFor();
    return page;
  };

  it('ends the reduced rate of a jurisdiction and adds the next one', async () => {
    const page = await openAs(ADMIN, '/taxes', 'AIRPORT');
    await page.getByText('Standard goods on days without a rate: 19%.').waitFor();
    await page.getByRole('row', { name: /Reduced.*7%.*Always.*Current/ }).waitFor();
    const add = async (percent: string): Promise<void> => {
      await page.getByRole('textbox', { name: 'Rate' }).fill(percent);
      await button(page, 'Add rate').click();
    };
    await button(page, 'New rate: Mehrwertsteuer').click();
    await choose(page, 'Tax class', 'Reduced');
    await page.getByLabel('First day').fill('2031-01-01');
    await page.getByLabel('Last day').fill('2030-12-31');
    await add('120');
    await page.getByText('Enter a percentage from 0 to 100.').waitFor();
    await page.getByText('The last day must not be before the first.').waitFor();
    await page.getByLabel('Last day').fill('');
    await add('9.125');
    await page.getByText('Another rate of this jurisdiction and class is valid').waitFor();
    await page.locator('input[type="date"][aria-invalid="true"]:focus').waitFor();
    await checkDesk(page, 'tax-rate-form');
    await button(page, 'Cancel').click();

    await button(page, 'End: Reduced 7%').click();
    await page.getByLabel('Last day').fill('2030-12-31');
    await page.getByText('this class is taxed like standard goods').waitFor();
    await checkDesk(page, 'tax-rate-end');
    await button(page, 'Save').click();
    await page.getByRole('row', { name: /Reduced.*7%.*Until Dec 31, 2030.*Current/ }).waitFor();
    await button(page, 'New rate: Mehrwertsteuer').click();
    await choose(page, 'Tax class', 'Reduced');
    await page.getByLabel('First day').fill('2031-01-01');
    await add('9.125');
    await page.getByRole('row', { name: /Reduced.*9.125%.*From Jan 1, 2031.*Coming/ }).waitFor();
    await showDesk(page, 'taxes');
    const rates = (await read('/tax-rates/?limit=200')).filter(
      ({ jurisdiction }: { jurisdiction: string }) => jurisdiction === 'DE-VAT',
    );
    expect(rates).toHaveLength(2);
    expect(rates).toContainEqual(
      expect.objectContaining({ rate: '0.07', valid_from: null, valid_to: '2030-12-31' }),
    );
    expect(rates).toContainEqual(
      expect.objectContaining({ rate: '0.09125', valid_from: '2031-01-01', valid_to: null }),
    );
  });

  it('adds a tax class once and deletes it', async () => {
    const page = await openAs(ADMIN, '/taxes', '*');
    await page.getByRole('heading', { name: 'New York sales tax' }).waitFor();
    await page.getByRole('heading', { name: 'Mehrwertsteuer Schweiz' }).waitFor();
    const add = async (code: string): Promise<void> => {
      await page.getByLabel('Code').fill(code);
      await button(page, 'Add tax class').click();
    };
    await button(page, 'New tax class').click();
    await page.getByLabel('Name').fill('Books');
    await add('reduced');
    await page.getByText('Another tax class has this code.').waitFor();
    await checkDesk(page, 'tax-class-form');
    await add('books');
    await button(page, 'Delete: Books').waitFor();
    expect(await read('/tax-classes/books/')).toMatchObject({ name: 'Books', is_built_in: false });
    expect(await button(page, 'Delete: Reduced').count()).toBe(0);
    await button(page, 'Edit: Books').click();
    const renaming = page.getByRole('dialog', { name: 'Books' });
    await renaming.getByLabel('Name').fill('Books and maps');
    await renaming.getByRole('button', { name: 'Save' }).click();
    await button(page, 'Delete: Books and maps').click();
    expect(await read('/tax-classes/books/')).toMatchObject({ name: 'Books and maps' });
    await button(page, 'Delete').click();
    await button(page, 'Delete: Books and maps').waitFor({ state: 'detached' });
    expect(await read('/tax-classes/books/')).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('changes the cash rounding of a store and back', async () => {
    const page = await openAs(ADMIN, '/store-settings', 'DOWNTOWN');
    const settings = async () => {
      const { currency, cash_rounding, prices_include_tax, shipping_tax_class } =
        await read('/stores/DOWNTOWN/');
      return { currency, cash_rounding, prices_include_tax, shipping_tax_class };
    };
    const before = await settings();
    expect(before).toMatchObject({ currency: 'USD', cash_rounding: 'none' });
    const round = async (step: string): Promise<void> => {
      await button(page, 'Edit: Tillhouse Downtown').click();
      await choose(page, 'Cash rounding', step);
      await button(page, 'Save').click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByText(step, { exact: true }).waitFor();
    };
    await page.getByText('US Dollar (USD)').waitFor();
    await button(page, 'Edit: Tillhouse Downtown').click();
    await checkDesk(page, 'store-settings-form');
    await button(page, 'Cancel').click();
    await round('$0.05');
    await showDesk(page, 'store-settings');
    expect(await settings()).toEqual({ ...before, cash_rounding: '0.05' });
    await round('No rounding');
    await expect.poll(settings, soon).toEqual(before);
  });

  it('closes a store, which no longer sells, and opens it again', async () => {
    const page = await openAs(ADMIN, '/store-settings', 'ZURICH');
    await button(page, 'Close store: Tillhouse Zürich').click();
    const dialog = page.getByRole('dialog', { name: 'Close Tillhouse Zürich?' });
    await dialog.getByRole('button', { name: 'Close store' }).click();
    const open = button(page, 'Open again: Tillhouse Zürich');
    await open.waitFor();
    expect(await read('/stores/ZURICH/')).toMatchObject({ is_active: false });
    const store_id = '00000000-0000-4000-8000-000000000003';
    const guest = { email: 'guest@example.com', store_id };
    const visit = () => screens.shop.call('POST', '/web-commerce/session/create/', { body: guest });
    expect((await visit()).body.code).toBe('UNKNOWN_STORE');
    await checkDesk(page, 'closed-stores');
    await open.click();
    await open.waitFor({ state: 'detached' });
    expect(await read('/stores/ZURICH/')).toMatchObject({ is_active: true });
    expect((await visit()).status).toBe(201);
  });

  it('changes the settings of a store, and adds the tax of a place it ships to', async () => {
    const page = await openAs(ADMIN, '/store-settings', 'DOWNTOWN');
    await button(page, 'Edit: Tillhouse Downtown').click();
    const form = page.getByRole('dialog', { name: 'Tillhouse Downtown' });
    await choose(page, 'Language', 'Deutsch');
    await choose(page, 'Taxes', 'Mehrwertsteuer (DE-VAT)');
    await choose(page, 'Tax of shipped and digital orders', 'By address');
    await form.getByLabel('Cash difference without a reason').fill('7.5');
    await form.getByLabel('Points earned').fill('2');
    await form.getByLabel('Value of a point').fill('0.0125');
    await form.getByLabel('Days to keep idle customers').fill('730');
    await form.getByLabel('Footer of receipts').fill('Bis bald');
    const networks = form.getByLabel('Networks of printers').first();
    await networks.fill('192.168.10.0/42');
    await networks.press('Enter');
    await checkDesk(page, 'store-settings-all');
    await button(page, 'Save').click();
    await form.getByText('Must be networks such as 192.168.10.0/24.').waitFor();
    expect(await read('/stores/DOWNTOWN/')).toMatchObject({ language: 'en', printer_networks: [] });
    await networks.press('Backspace');
    await networks.fill('192.168.10.0/24');
    await networks.press('Enter');
    await networks.fill('10.1.2.3');
    await networks.press('Enter');
    await button(page, 'Save').click();
    await form.waitFor({ state: 'detached' });
    await page.getByText('192.168.10.0/24, 10.1.2.3').waitFor();
    await page.getByText('100 points = $1.25').waitFor();
    await page.getByText('Mehrwertsteuer, New York sales tax').waitFor();
    expect(await read('/stores/DOWNTOWN/')).toMatchObject({
      tax_jurisdictions: [{ name: 'Mehrwertsteuer' }, { name: 'New York sales tax' }],
      printer_networks: ['192.168.10.0/24', '10.1.2.3'],
      language: 'de',
      cash_variance_tolerance: '7.50',
      loyalty_points_per_unit: 2,
      points_value: '0.0125',
      customer_retention_days: 730,
      receipt_footer: 'Bis bald',
      cash_rounding: 'none',
      require_shift: false,
      tax_sourcing: 'destination',
    });
    await page.getByRole('link', { name: 'Taxes' }).click();
    await button(page, 'New place').click();
    const place = page.getByRole('dialog', { name: 'Tax of another place' });
    await place.getByLabel('Name').fill('California');
    await place.getByLabel('Code').fill('US-CA');
    await place.getByRole('combobox', { name: 'Country' }).fill('United States');
    await page.getByRole('option', { name: 'United States', exact: true }).click();
    await place.getByLabel('State or region').fill('c.a');
    await place.getByLabel('Rate of standard goods').fill('7.25');
    await button(page, 'Add place').click();
    await place.getByText('Enter a code of 1 to 3 letters or digits.').waitFor();
    await place.getByLabel('State or region').fill('ca');
    await checkDesk(page, 'tax-place-form');
    await button(page, 'Add place').click();
    await page.getByText('US-CA · Orders to United States, CA').waitFor();
    await button(page, 'Edit: California').click();
    const edited = page.getByRole('dialog', { name: 'California' });
    await edited.getByLabel('Rate of standard goods').fill('7.5');
    const stores = edited.getByRole('combobox', { name: 'Stores' });
    await stores.fill('zürich');
    await page.getByRole('option', { name: 'Tillhouse Zürich' }).click();
    await stores.press('Tab');
    await button(page, 'Save').click();
    await page.getByText('Standard goods on days without a rate: 7.5%.').waitFor();
    const taxes = await read('/tax-jurisdictions/');
    expect(taxes.find(({ code }: { code: string }) => code === 'US-CA')).toMatchObject({
      name: 'California',
      rate: '0.075',
      country: 'US',
      region: 'CA',
      store_ids: ['00000000-0000-4000-8000-000000000003'],
    });
  });

  it('fits on a phone in German, with the names of the built-in classes', async () => {
    const page = await openAs(ADMIN, '/taxes', '*');
    await button(page, 'Language').click();
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await page.getByRole('row', { name: 'Nullsatz zero' }).waitFor();
    await page.getByRole('row', { name: 'Steuerfrei exempt' }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    const cut = () =>
      page
        .locator('.desk-scroll')
        .evaluateAll(all =>
          all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent),
        );
    await expect.poll(cut, soon).toEqual([]);
    await showDesk(page, 'taxes-phone');
  });

  it('shows both pages read-only to a manager of one store', async () => {
    const page = await openAs(LOCAL_MANAGER, '/store-settings', 'DOWNTOWN');
    await page.getByText('Only people who manage all stores').waitFor();
    await page.getByText('US Dollar (USD)').waitFor();
    await page.getByText('No rounding').waitFor();
    expect(await page.getByRole('button', { name: /^Edit/ }).count()).toBe(0);
    await checkDesk(page, 'store-settings-read-only');
    await page.getByRole('link', { name: 'Taxes' }).click();
    await page.getByText('Standard goods on days without a rate: 8.25%.').waitFor();
    await page.getByRole('row', { name: /Zero-rated/ }).waitFor();
    expect(await page.getByRole('button', { name: /^(New|End|Delete)/ }).count()).toBe(0);
  });
});
