import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { customer as shopper } from '../../src/seed/data.js';
import { cash, returnOne } from '../stored-value/support.js';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Page,
  type Screens,
  screenshotBothSchemes,
} from '../support/browser.js';
import { addToCart, logInAtTill } from '../support/till.js';
import { counterOf, mug } from '../transactions/support.js';

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
    expect(await customerOf(await pay(page))).toBe(shopper.id);
    expect(await page.getByTestId('customer').innerText()).toBe('Customer');
  });

  it('is reminded of points that end soon', async () => {
    const counter = counterOf(screens.shop);
    await office('PATCH', '/stores/DOWNTOWN/', { points_months: 12 });
    const sold = await counter.sold(cash('13.53'), mug({ customer_id: shopper.id }));
    await screens.shop.settleEvents();
    // The points of this sale end in ten days; entries are changed here only.
    const { db } = screens.shop.platform;
    const trigger = 'trigger append_only_but_account';
    await statement(db, `alter table value_entries disable ${trigger}`);
    await statement(
      db,
      `with dated as (update value_entries set expires_at = now() + interval '10 days'
         where transaction_number = $1 and kind = 'earned' returning account_id, expires_at)
       update value_accounts set points_due_at = dated.expires_at from dated where id = account_id`,
      [sold],
    );
    await statement(db, `alter table value_entries enable ${trigger}`);
    const { expiring } = (await office('GET', `/customers/${shopper.id}/`)).body;
    const page = await logInAtTill(screens, 'EMP001', 'T-095');
    await search(page, 'shopper@example.com');
    await page.getByRole('button', { name: /Riley Shopper/ }).click();
    await page.getByText(`${expiring.points} points expire soon, from`).waitFor();
    await screenshotBothSchemes(page, 'register-customer-expiring');
    await office('PATCH', '/stores/DOWNTOWN/', { points_months: null });
  });

  it('sees points and balances beside the name, and pays a part with points', async () => {
    const counter = counterOf(screens.shop);
    const body = mug({ customer_id: shopper.id });
    const sold = await counter.sold(cash('13.53'), body);
    await returnOne(screens.shop, counter, sold, 0, 'store_credit');
    await screens.shop.settleEvents();
    const { points } = (await office('GET', `/customers/${shopper.id}/`)).body;
    const page = await logInAtTill(screens, 'EMP001', 'T-094');
    await addToCart(page, 'MUG-WHITE');
    await search(page, 'shopper@example.com');
    await page.getByRole('button', { name: /Riley Shopper/ }).click();
    const button = page.getByTestId('customer').filter({ hasText: '$13.53 credit' });
    await button.waitFor();
    expect(await button.innerText()).toContain(`${points} points`);
    await screenshotBothSchemes(page, 'register-customer-balances');
    await page.getByTestId('pay').click();
    const dialog = page.getByRole('dialog', { name: 'Payment' });
    await dialog.getByText('Points', { exact: true }).click();
    const worth = `$${(points / 100).toFixed(2)}`;
    expect(await dialog.getByTestId('points-hint').innerText()).toBe(
      `${points} points, worth ${worth}`,
    );
    await dialog.getByLabel('Amount').fill('900.00');
    await dialog.getByText(`Points can pay ${worth} at most.`).waitFor();
    await dialog.getByLabel('Amount').fill('');
    await screenshotBothSchemes(page, 'register-pay-points');
    expect(await axeProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: `Take ${worth} and split the rest` }).click();
    await dialog
      .getByTestId('tenders')
      .filter({ hasText: `Points ${worth}` })
      .waitFor();
    await dialog.getByText('Cash', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Exact' }).click();
    const number = (await page.getByTestId('sale-number').innerText()).replace('Sale ', '');
    const paid = (await office('GET', `/transactions/${number}/`)).body;
    expect(paid.payment_records.map((one: { amount: string }) => one.amount)).toEqual([
      (points / 100).toFixed(2),
      (13.53 - points / 100).toFixed(2),
    ]);
    await screens.shop.settleEvents();
    expect((await office('GET', `/customers/${shopper.id}/`)).body.points).toBe(12);
  });

  it('is created with a name and one contact, and taken off the sale again', async () => {
    const page = await logInAtTill(screens, 'EMP002', 'T-092');
    await addToCart(page, 'MUG-WHITE');
    await search(page, 'Ada Byron');
    await page.getByText('No customer found').waitFor();
    await page.getByRole('button', { name: 'New customer' }).click();
    expect(await page.getByLabel('Name').inputValue()).toBe('Ada Byron');
    const pad = page.getByRole('dialog').getByTestId('field-pad');
    expect(await pad.count()).toBe(0);
    await page.getByLabel('Phone').focus();
    for (const sign of '+12125550155') {
      const name = sign === '+' ? 'Plus' : `Digit ${sign}`;
      await pad.getByRole('button', { name, exact: true }).click();
    }
    await pad.getByRole('button', { name: 'Digit 9' }).click();
    await pad.getByRole('button', { name: 'Delete last digit' }).click();
    expect(await page.getByLabel('Phone').inputValue()).toBe('+12125550155');
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
