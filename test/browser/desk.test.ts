import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedHistory } from '../../src/seed/demo.js';
import {
  axeProblems,
  type BrowserContext,
  browserOrSkip,
  openScreens,
  type Page,
  type Screens,
  shootBoth,
} from '../support/browser.js';
import { type Counter, counterOf, MUG_TOTAL } from '../transactions/support.js';

const canRun = await browserOrSkip();
const soon = { timeout: 15_000 };
const CASH = { payment_method_id: 'cash' };

describe.runIf(canRun)('the manager desk', () => {
  let screens: Screens;
  let counter: Counter;
  let context: BrowserContext;

  beforeAll(async () => {
    screens = await openScreens();
    await seedHistory(screens.shop.platform);
    counter = counterOf(screens.shop);
    const page = await screens.open('/app/desk/');
    context = page.context();
    await logIn(page);
    await page.getByRole('combobox', { name: 'Store' }).click();
    await page.getByRole('option', { name: 'Tillhouse Downtown' }).click();
    await page.close();
  }, 180_000);
  afterAll(() => screens.close());

  async function logIn(page: Page): Promise<void> {
    await page.getByLabel('User name').fill('manager');
    await page.getByLabel('Password', { exact: true }).fill('manager-demo');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  }

  /** A page of the manager who is logged in, connected and loaded. */
  async function at(path: string): Promise<Page> {
    const page = await screens.open(`/app/desk${path}`, { context });
    await page.locator('[data-testid="live"][data-state="open"]').waitFor();
    return page;
  }

  /** Looks at a page as everybody: both schemes kept, and nothing serious found by axe. */
  async function check(page: Page, name: string): Promise<void> {
    await page.waitForLoadState('networkidle');
    await shootBoth(page, `desk-${name}`);
    expect(await axeProblems(page)).toEqual([]);
  }

  it('says what is wrong with a login and lets nobody in', async () => {
    const page = await screens.open('/app/desk/');
    await check(page, 'login');
    await page.getByLabel('User name').fill('manager');
    await page.getByLabel('Password', { exact: true }).fill('not-it');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('User name or password is wrong').waitFor();
    expect(await page.evaluate("localStorage.getItem('tillhouse.desk.login')")).toBeNull();
  });

  it('shows a sale as it happens, and its void', async () => {
    const page = await at('/');
    const [revenue, sales] = [page.getByTestId('revenue'), page.getByTestId('sales')];
    await revenue.waitFor();
    const before = Number(await sales.textContent());
    const sale = await counter.sold(CASH);
    const row = page.getByTestId('recent').getByRole('listitem').filter({ hasText: sale });
    await row.getByText(`$${MUG_TOTAL}`).waitFor();
    await expect.poll(async () => Number(await sales.textContent()), soon).toBe(before + 1);
    await check(page, 'dashboard');

    await counter.voidSale(sale);
    await row.getByText('Voided').waitFor();
    await expect.poll(async () => Number(await sales.textContent()), soon).toBe(before);
    await page.close();
  });

  it('shows every store in its own money', async () => {
    const page = await at('/');
    await page.getByRole('combobox', { name: 'Store' }).click();
    await page.getByRole('option', { name: 'All stores' }).click();
    await page.getByRole('heading', { name: 'Tillhouse Airport' }).waitFor();
    await page.getByText('€').first().waitFor();
    await check(page, 'all-stores');
    await page.getByRole('button', { name: 'Tillhouse Downtown' }).click();
    await page.getByTestId('revenue').waitFor();
    await page.close();
  });

  it('grants one request of a till and refuses another', async () => {
    const page = await at('/approvals');
    await page.getByText('Nobody is waiting').waitFor();
    const ask = async (type: string, amount: string): Promise<string> => {
      const { body } = await counter.post('/pos/approvals/request/', {
        request_type: type,
        amount,
        reason: 'The box is dented',
        details: { sku: 'MUG-WHITE' },
      });
      return body.request_id;
    };
    const discount = await ask('discount', '4.00');
    await page.getByText('$4.00').waitFor();
    const refund = await ask('refund', '20.00');
    await page.getByText('$20.00').waitFor();
    await check(page, 'approvals');
    const card = page.getByRole('listitem').filter({ hasText: '$4.00' });
    await card.getByRole('button', { name: /Approve/ }).click();
    await expect.poll(() => counter.approvalStatus(discount), soon).toBe('approved');
    await card.waitFor({ state: 'detached' });
    await page.keyboard.press('d');
    await expect.poll(() => counter.approvalStatus(refund), soon).toBe('denied');
    await page.getByText('Nobody is waiting').waitFor();
    await page.close();
  });

  it('filters sales, opens one and voids it with its refund', async () => {
    const sale = await counter.sold(CASH);
    const page = await at('/transactions');
    await page.getByRole('button', { name: sale }).waitFor();
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Completed' }).click();
    await page.waitForURL('**status=completed');
    await check(page, 'transactions');
    await page.getByRole('button', { name: sale }).click();
    await page.getByText('White Mug').waitFor();
    await check(page, 'transaction');
    await page.getByRole('tab', { name: 'Receipt' }).click();
    await page.getByText('Returns within 30 days').waitFor();
    await page.getByRole('button', { name: 'Void' }).click();
    await page.getByRole('button', { name: 'Test sale' }).click();
    await page.getByRole('button', { name: 'Void the sale' }).click();
    await page.getByText('1 of 1 refunds done').waitFor();
    await check(page, 'void');
    expect((await counter.row(sale)).status).toBe('voided');
    await page.close();
  });

  it('takes goods back and refunds them', async () => {
    const sale = await counter.sold(CASH);
    const page = await at(`/transactions/${sale}`);
    await page.getByRole('button', { name: 'Return goods' }).click();
    await page.getByLabel('How many of White Mug come back').fill('1');
    await check(page, 'return');
    await page.getByRole('button', { name: 'Take back and refund' }).click();
    await page.getByText(`worth $${MUG_TOTAL}`).waitFor();
    await expect.poll(async () => (await counter.row(sale)).status, soon).toBe('refunded');
    await page.close();
  });
});
