import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, openScreens, type Page, type Screens } from '../support/browser.js';
import { checkDesk, type Desk, openDesk, showDesk, soon } from '../support/desk.js';

const canRun = await browserOrSkip();
const SLOW_MS = 120_000;

describe.runIf(canRun)('settings at the manager desk', { timeout: SLOW_MS }, () => {
  let screens: Screens;
  let desk: Desk;
  let token: string;

  beforeAll(async () => {
    screens = await openScreens();
    desk = await openDesk(screens);
    token = await screens.shop.officeToken();
  });
  afterAll(() => screens?.close());

  const read = async (path: string) => (await screens.shop.call('GET', path, { token })).body;
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it('adds a shipping zone with prices by weight', async () => {
    const page = await desk.at('/shipping');
    await page.getByText('No shipping zones yet').waitFor();
    await button(page, 'New zone: Tillhouse Downtown').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Neighbours');
    await dialog.getByRole('button', { name: 'Add zone' }).click();
    await dialog.getByText('Choose at least one country.').waitFor();
    await dialog.getByRole('combobox', { name: 'Countries' }).fill('Canada');
    await page.getByRole('option', { name: 'Canada' }).click();
    await dialog.getByLabel('Name of the rate').fill('Parcel (insured)');
    await dialog.getByLabel('Weight up to (1)').fill('2.5');
    await dialog.getByLabel('Price (1)').fill('12');
    await dialog.getByRole('button', { name: 'Add weight' }).click();
    await dialog.getByLabel('Price (2)').fill('19.5');
    await dialog.getByLabel('Free from (optional)').fill('100');
    await checkDesk(page, 'shipping-zone');
    await dialog.getByRole('button', { name: 'Add zone' }).click();
    await page.getByRole('row', { name: /Neighbours.*Canada.*Parcel/ }).waitFor();
    await showDesk(page, 'shipping');
    const [zone] = await read('/shipping-zones/?store=DOWNTOWN');
    expect(zone).toMatchObject({
      countries: ['CA'],
      rates: [
        {
          code: 'parcel-insured',
          bands: [
            { up_to_grams: 2500, price: '12.00' },
            { up_to_grams: null, price: '19.50' },
          ],
          free_from: '100.00',
        },
      ],
    });
    await button(page, 'Delete: Neighbours').click();
    await button(page, 'Delete').click();
    await page.getByText('No shipping zones yet').waitFor();
  });

  it('says how tills read the labels of a scale', async () => {
    const page = await desk.at('/tills');
    await page.getByText('No labels yet').waitFor();
    await button(page, 'New label').click();
    const dialog = page.getByRole('dialog', { name: 'New label' });
    await dialog.getByText('28AAAAAVVVVVC').waitFor();
    await dialog.getByLabel('Value from digit').fill('7');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Article number and value must not share digits.').waitFor();
    expect(await read('/barcode-patterns/?store=DOWNTOWN')).toEqual([]);
    await dialog.getByLabel('Value from digit').fill('9');
    await dialog.getByLabel('Digits of the value').fill('4');
    await dialog.getByRole('combobox', { name: 'Value', exact: true }).click();
    await page.getByRole('option', { name: 'Price' }).click();
    await dialog.getByText('28AAAAA·VVVVC').waitFor();
    await checkDesk(page, 'scale-label');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /28AAAAA·VVVVC Price 2/ }).waitFor();
    expect(await read('/barcode-patterns/?store=DOWNTOWN')).toMatchObject([
      { prefix: '28', item_start: 3, item_length: 5, value_start: 9, value_length: 4 },
    ]);
    await button(page, 'New label').click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('This store has a pattern for this prefix already.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await button(page, 'Edit: 28AAAAA·VVVVC').click();
    const edit = page.getByRole('dialog', { name: '28AAAAA·VVVVC' });
    await edit.getByLabel('Digits of the article number').fill('6');
    await edit.getByRole('button', { name: 'Save' }).click();
    await button(page, 'Delete: 28AAAAAAVVVVC').click();
    await button(page, 'Delete').click();
    await page.getByText('No labels yet').waitFor();
    await page.close();
  });

  it('gives a program a key once, limits its orders and blocks it', async () => {
    const page = await desk.at('/agents');
    await page.getByText('No programs yet').waitFor();
    await button(page, 'New program').click();
    const form = page.getByRole('dialog', { name: 'New program' });
    await form.getByLabel('Name', { exact: true }).fill('Assistant');
    await form.getByLabel('Highest order total').fill('150');
    await form.getByLabel(/^Address of its profile/).fill('http://assistant.example');
    await form.getByRole('button', { name: 'Create key' }).click();
    await form.locator('[aria-invalid="true"]').first().waitFor();
    expect(await read('/agents/')).toEqual([]);
    await form.getByLabel(/^Address of its profile/).fill('');
    await form.getByLabel(/^Address for order events/).fill('https://assistant.example/events');
    await form.getByLabel(/^Address for products/).fill('https://assistant.example/feeds');
    await form.getByLabel('Token for products').fill('a-token');
    await showDesk(page, 'agents-form');
    await form.getByRole('button', { name: 'Create key' }).click();
    const secret = page.getByRole('dialog', { name: 'Key of the program' });
    const key = await secret.getByLabel('Key of the program').last().innerText();
    await secret.getByRole('button', { name: 'Done' }).click();
    const signing = page.getByRole('dialog', { name: 'Secret of order events' });
    expect(await signing.getByLabel('Secret of order events').last().innerText()).toMatch(
      /^whsec_/,
    );
    await signing.getByRole('button', { name: 'Done' }).click();
    const [agent] = await read('/agents/');
    expect(agent).toMatchObject({
      order_limit: '150.00',
      key_hint: key.slice(-4),
      webhook_url: 'https://assistant.example/events',
      has_webhook_secret: true,
      has_feed_token: true,
    });
    await page.getByRole('row', { name: /Assistant.*\$150\.00.*Allowed/ }).waitFor();
    expect(await page.getByText(key).count()).toBe(0);
    await checkDesk(page, 'agents');
    await button(page, 'Block key: Assistant').click();
    await button(page, 'Block key').click();
    await page.getByRole('row', { name: /Assistant.*Blocked/ }).waitFor();
    expect((await read(`/agents/${agent.id}/`)).is_active).toBe(false);
    await button(page, 'Delete: Assistant').click();
    await button(page, 'Delete').click();
    await page.getByText('No programs yet').waitFor();
  });

  it('makes a role out of permissions and gives it to a person', async () => {
    const page = await desk.at('/roles');
    await page.getByRole('row', { name: /Administrator.*Built in/ }).waitFor();
    await showDesk(page, 'roles');
    await button(page, 'New role').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Stock clerk');
    await dialog.getByLabel('Take payments').uncheck();
    await checkDesk(page, 'role');
    await dialog.getByRole('button', { name: 'Add role' }).click();
    await page.getByRole('row', { name: /Stock clerk.*Cashier/ }).waitFor();
    const role = (await read('/roles/')).find(
      ({ name }: { name: string }) => name === 'Stock clerk',
    );
    expect(role.permissions).toContain('sale.create');
    expect(role.permissions).not.toContain('payment.take');

    const users = await desk.at('/users');
    await button(users, 'New user').click();
    const form = users.getByRole('dialog');
    await form.getByLabel('First name').fill('Sam');
    await form.getByLabel('Employee number').fill('EMP900');
    await form.getByRole('combobox', { name: 'Role' }).click();
    await users.getByRole('option', { name: 'Stock clerk' }).click();
    await form.getByRole('button', { name: 'Create user' }).click();
    await users.getByRole('row', { name: /Sam.*Stock clerk/ }).waitFor();
  });

  it('sets the hours of a store, which the shop then shows, and its tips', async () => {
    const page = await desk.at('/store-settings');
    await button(page, 'Hours: Tillhouse Downtown').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Monday').fill('nine to five');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter times such as 9:00–18:00.').waitFor();
    for (const day of ['Monday', 'Tuesday']) {
      await dialog.getByLabel(day).fill('9-12:30, 14–18');
    }
    await checkDesk(page, 'hours');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Mon 09:00–12:30, 14:00–18:00').waitFor();
    await button(page, 'Tips: Tillhouse Downtown').click();
    await dialog.getByLabel('Tills take tips with cash and cards').check();
    await dialog.getByLabel('Button 1').fill('5');
    await dialog.getByLabel('Button 3').fill('10');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('5 %, 10 %').waitFor();
    expect((await read('/stores/DOWNTOWN/')).tips).toEqual({
      enabled: true,
      percentages: [5, 10],
      max_percent: 50,
    });
    const shop = await screens.open('/app/shop/');
    await shop.getByText('Mon–Tue: 09:00–12:30, 14:00–18:00').waitFor();
    await shop.getByText('Wed–Sun: closed').waitFor();
  });

  it('copies settings to other stores after a look at what changes', async () => {
    const { call, officeToken } = screens.shop;
    const saved = await call('PATCH', '/stores/DOWNTOWN/', {
      token,
      body: { approval_policy: { discount_above: '20.00', below_cost: true } },
    });
    expect(saved.status).toBe(200);
    const page = await desk.at('/store-settings');
    await button(page, 'Copy to other stores: Tillhouse Downtown').click();
    const dialog = page.getByRole('dialog', { name: 'Copy settings of Tillhouse Downtown' });
    await dialog.getByLabel('Approvals').check();
    await dialog.getByLabel('Hours and special days').check();
    const stores = dialog.getByRole('combobox', { name: 'To these stores' });
    await stores.click();
    await page.getByRole('option', { name: 'All stores' }).click();
    await stores.press('Tab');
    await dialog.getByRole('button', { name: 'Show changes' }).click();
    const airport = dialog.getByRole('button', { name: /Tillhouse Airport/ });
    await airport.getByText('1 change', { exact: true }).waitFor();
    await airport.getByText('1 not possible').waitFor();
    await dialog.getByText('the store has another currency').waitFor();
    await checkDesk(page, 'copy-settings');
    await dialog.getByRole('button', { name: 'Change 2 stores' }).click();
    await page.getByText('Settings of 2 stores changed').waitFor();
    const [own, other] = await Promise.all(
      ['DOWNTOWN', 'AIRPORT'].map(code => read(`/stores/${code}/`)),
    );
    expect(other.opening_hours).toEqual(own.opening_hours);
    expect(other.approval_policy).toEqual({});

    // A chain chooses a store before it gets panels and requests of each.
    for (const number of [1, 2, 3, 4]) {
      const body = { code: `BERLIN-${number}`, name: `Berlin ${number}`, currency: 'EUR' };
      const opened = await call('POST', '/stores/', { token: await officeToken('admin'), body });
      expect(opened.status).toBe(201);
    }
    await page.evaluate(`localStorage.setItem('tillhouse.desk.store', '*')`);
    for (const path of ['/shipping', '/tills', '/store-settings']) {
      await page.goto(`${screens.url}/app/desk${path}`);
      await page.getByRole('heading', { name: 'Choose a store' }).waitFor();
    }
    await page.getByLabel('Search by name, code or town').fill('berlin-3');
    await expect.poll(() => page.getByRole('row').count(), soon).toBe(2);
    await showDesk(page, 'choose-store');
    await page.getByRole('button', { name: 'Berlin 3' }).click();
    await button(page, 'Copy to other stores: Berlin 3').waitFor();
  });
});
