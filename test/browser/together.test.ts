import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, openScreens, type Page, type Screens } from '../support/browser.js';
import { type Desk, openDesk, soon } from '../support/desk.js';
import { addToCart, logInAtTill } from '../support/till.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('the register and the desk together', () => {
  let screens: Screens;
  let desk: Desk;
  let till: Page;

  beforeAll(async () => {
    screens = await openScreens();
    const token = await screens.shop.officeToken('admin');
    const body = { approval_policy: { discount_above: '1.00' } };
    await screens.shop.call('PATCH', '/stores/DOWNTOWN/', { token, body });
    [desk, till] = await Promise.all([openDesk(screens), logInAtTill(screens, 'EMP001', 'T-050')]);
  });
  afterAll(() => screens?.close());

  const add = (sku: string) => addToCart(till, sku);
  const payExactly = async (): Promise<string> => {
    await till.getByTestId('pay').click();
    await till.getByRole('button', { name: 'Exact' }).click();
    const number = (await till.getByTestId('sale-number').innerText()).replace('Sale ', '');
    await till.getByRole('button', { name: 'Next customer' }).click();
    return number;
  };

  it('lets a cashier continue as soon as the manager approves at the desk', async () => {
    const inbox = await desk.at('/approvals');
    await inbox.getByText('No pending requests').waitFor();
    await add('TEE-BLACK-M');
    await till.getByRole('button', { name: 'Discount' }).click();
    await till.getByRole('button', { name: '20 %' }).click();
    await till.getByRole('button', { name: 'Apply' }).click();
    await till.getByLabel('Reason').fill('Small hole in the seam');
    await till.getByRole('button', { name: 'Request approval' }).click();
    await till.getByText('Waiting for approval…').waitFor();

    const card = inbox.getByRole('listitem').filter({ hasText: 'Small hole in the seam' });
    await card.getByText('$5.00').waitFor();
    await card.getByRole('button', { name: /Approve/ }).click();
    await inbox.getByText('No pending requests').waitFor();

    await till.getByText('Discount approved').waitFor();
    const number = await payExactly();
    const token = await screens.shop.officeToken();
    const sale = await screens.shop.call('GET', `/transactions/${number}/`, { token });
    expect(sale.body).toMatchObject({ status: 'completed', totalAmount: '21.65' });
  });

  it('shows a sale on every page of the desk, and its void at the register', async () => {
    const [home, list] = await Promise.all([desk.at('/'), desk.at('/transactions')]);
    const sales = home.getByTestId('sales');
    await sales.waitFor();
    const before = Number(await sales.textContent());
    await add('MUG-WHITE');
    const number = await payExactly();
    const recent = home.getByTestId('recent').getByRole('listitem').first();
    await recent.getByText(number.slice(-8)).waitFor();
    await expect.poll(async () => Number(await sales.textContent()), soon).toBe(before + 1);

    await list.getByRole('button', { name: number }).click();
    await list.getByRole('button', { name: 'Void' }).click();
    await list.getByRole('button', { name: 'Test sale' }).click();
    await list.getByRole('button', { name: 'Void sale' }).click();
    await list.getByText('0 of 1 refunds done').waitFor();
    await recent.getByText('Voided').waitFor();
    await expect.poll(async () => Number(await sales.textContent()), soon).toBe(before);

    await till.getByLabel('Menu').click();
    await till.getByRole('menuitem', { name: 'Receipt' }).click();
    await till.getByLabel('Receipt number').fill(number);
    await till.getByRole('button', { name: 'Show' }).click();
    await till.getByTestId('receipt').getByText('VOID').first().waitFor();
  });
});
