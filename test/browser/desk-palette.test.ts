import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { browserOrSkip, openScreens, type Page, type Screens } from '../support/browser.js';
import { checkDesk, type Desk, openDesk, soon } from '../support/desk.js';
import { counterOf } from '../transactions/support.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('the search of the manager desk', () => {
  let screens: Screens;
  let desk: Desk;

  beforeAll(async () => {
    screens = await openScreens();
    desk = await openDesk(screens);
  });
  afterAll(() => screens?.close());

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
  const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });
  const search = async (page: Page, text: string, field = 'Page, sale, product or customer') => {
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: field }).or(page.getByLabel(field)).first().fill(text);
  };

  it('opens pages, sales, products and customers with the keyboard alone', async () => {
    const sale = await counterOf(screens.shop).sold({ payment_method_id: 'cash' });
    await statement(
      screens.shop.platform.db,
      'update transactions set till_number = $2 where transaction_number = $1',
      [sale, 'T-001-000123'],
    );
    const page = await desk.at('/');
    await search(page, 'settl');
    await option(page, 'Settlements').waitFor();
    await expect.poll(() => page.getByRole('option').count(), soon).toBe(1);
    await checkDesk(page, 'palette');
    await page.keyboard.press('Enter');
    await heading(page, 'Settlements').waitFor();

    await search(page, sale.toLowerCase());
    await option(page, sale).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/transactions/${sale}`);
    await page.getByText('White Mug').waitFor();
    await page.getByText('Casey Nguyen').waitFor();
    await page.getByText('T-001-000123').waitFor();
    await page.keyboard.press('Escape');

    await search(page, 't-001-000123');
    await option(page, sale).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/transactions/${sale}`);
    await page.getByText('White Mug').waitFor();
    await page.keyboard.press('Escape');

    // The last part of a number, which has a digit, as hexadecimal parts of numbers mostly have.
    const ends = /\d/.test(sale.slice(-8)) ? [sale.slice(-8).toLowerCase()] : [];
    for (const part of [sale.slice(0, 'TXN-202611'.length), ...ends]) {
      await search(page, part);
      await option(page, sale).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }

    await search(page, 'black');
    await option(page, /^Black Mug/).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    const chosen = page.locator('[data-combobox-selected]');
    await expect.poll(() => chosen.count(), soon).toBe(1);
    await option(page, /^Black Mug/).click();
    await heading(page, 'Black Mug').waitFor();

    await search(page, 'riley');
    await option(page, /^Riley Shopper/).waitFor();
    await page.keyboard.press('Enter');
    await heading(page, 'Riley Shopper').waitFor();

    await search(page, 'no such thing anywhere');
    await page.getByText('Nothing found').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('finds only what a supervisor may open, in German', async () => {
    const { call, officeToken } = screens.shop;
    const person = { username: 'sup', password: 'a-long-password-for-tests', role: 'supervisor' };
    const body = { ...person, first_name: 'Sam', last_name: 'Super', employee_number: 'EMP777' };
    const stores = await call('GET', '/stores/', { token: await officeToken('admin') });
    const store_ids = [stores.body.find((one: { code: string }) => one.code === 'DOWNTOWN').id];
    const made = await call('POST', '/users/', {
      token: await officeToken('admin'),
      body: { ...body, pin: '8642', store_ids },
    });
    expect(made.status).toBe(201);
    const login = await call('POST', '/auth/login/', {
      body: { username: person.username, password: person.password },
    });
    const page = await screens.open('/app/desk/', {
      locale: 'de-DE',
      kept: { 'tillhouse.desk.login': JSON.stringify({ access: login.body.access }) },
    });
    const asked: string[] = [];
    page.on('request', request => asked.push(new URL(request.url()).pathname));
    await heading(page, 'Übersicht').waitFor();
    await search(page, 'ubersicht', 'Seite, Verkauf, Produkt oder Kunde');
    await option(page, 'Übersicht').waitFor();
    const field = page.getByLabel('Seite, Verkauf, Produkt oder Kunde');
    await field.fill('produkte');
    await page.getByText('Nichts gefunden').waitFor();
    await field.fill('riley');
    await option(page, /Riley Shopper/).waitFor();
    expect(asked).toContain('/customers/');
    expect(asked).not.toContain('/products/');
  });
});
