import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Page,
  type Screens,
  screenshotBothSchemes,
} from '../support/browser.js';
import { addToCart, logInAtTill } from '../support/till.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('the customer at the register', () => {
  let screens: Screens;
  beforeAll(async () => {
    screens = await openScreens();
  });
  afterAll(() => screens?.close());

  const office = async (method: string, path: string, body?: object) =>
    screens.shop.call(method, path, { token: await screens.shop.officeToken('admin'), body });
  const search = async (page: Page, text: string): Promise<void> => {
    await page.getByTestId('customer').click();
    await page.getByLabel('Find a customer').fill(text);
  };
  const pay = async (page: Page): Promise<string> => {
    await page.getByTestId('pay').click();
    await page.getByRole('button', { name: 'Exact' }).click();
    const number = (await page.getByTestId('sale-number').innerText()).replace('Sale ', '');
    await page.getByRole('button', { name: 'Next customer' }).click();
    return number;
  };
  const customerOf = async (number: string): Promise<string | null> =>
    (await office('GET', `/transactions/${number}/`)).body.customer_id;

  it('is found with a typing error, shown with points, and bought the goods', async () => {
    const page = await logInAtTill(screens, 'EMP001', 'T-091');
    await addToCart(page, 'MUG-WHITE');
    await search(page, 'rily shoper');
    const row = page.getByRole('button', { name: /Riley Shopper/ });
    await row.waitFor();
    await screenshotBothSchemes(page, 'register-customer-search');
    expect(await axeProblems(page)).toEqual([]);
    await row.click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByTestId('customer').innerText()).toMatch(/Riley Shopper\s+500 points/);
    await screenshotBothSchemes(page, 'register-customer');
    await page.setViewportSize({ width: 390, height: 844 });
    await screenshotBothSchemes(page, 'register-customer-phone');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.setViewportSize({ width: 1440, height: 900 });
    const [shopper] = (await office('GET', '/customers/?search=shopper@example.com')).body;
    expect(await customerOf(await pay(page))).toBe(shopper.id);
    expect(await page.getByTestId('customer').innerText()).toBe('Customer');
  });

  it('is created with a name and one contact, and taken off the sale again', async () => {
    const page = await logInAtTill(screens, 'EMP002', 'T-092');
    await addToCart(page, 'MUG-WHITE');
    await search(page, 'Ada Byron');
    await page.getByText('No customer found').waitFor();
    await page.getByRole('button', { name: 'New customer' }).click();
    expect(await page.getByLabel('Name').inputValue()).toBe('Ada Byron');
    await page.getByLabel('Phone').fill('(212) 555-0155');
    await screenshotBothSchemes(page, 'register-customer-new');
    await page.setViewportSize({ width: 390, height: 844 });
    await screenshotBothSchemes(page, 'register-customer-new-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create customer' }).click();
    await page.getByTestId('customer').filter({ hasText: 'Ada Byron' }).waitFor();
    const [ada] = (await office('GET', '/customers/?search=%2B12125550155')).body;
    expect(ada).toMatchObject({ name: 'Ada Byron', phone: '+12125550155' });
    await page.getByTestId('customer').click();
    await page.getByTestId('detach').click();
    await page
      .getByTestId('customer')
      .filter({ hasText: /^Customer$/ })
      .waitFor();
    expect(await customerOf(await pay(page))).toBeNull();
  });

  it('is the known one if the contact exists already', async () => {
    await office('POST', '/customers/', { name: 'Grace Known', phone: '+12125550156' });
    const page = await logInAtTill(screens, 'EMP001', 'T-093');
    await addToCart(page, 'MUG-WHITE');
    await search(page, 'Gr. K.');
    await page.getByRole('button', { name: 'New customer' }).click();
    await page.getByLabel('Name').fill('Gr. K.');
    await page.getByLabel('Phone').fill('212 555 0156');
    await page.getByRole('button', { name: 'Create customer' }).click();
    await page.getByText('Grace Known already has this phone number.').waitFor();
    await page.getByRole('button', { name: 'Use this customer' }).click();
    await page.getByTestId('customer').filter({ hasText: 'Grace Known' }).waitFor();
  });
});
