import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { customer as shopper } from '../../src/seed/data.js';
import { cash, returnOne } from '../stored-value/support.js';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Screens,
  screenshotBothSchemes,
} from '../support/browser.js';
import { counterOf, mug } from '../transactions/support.js';

const canRun = await browserOrSkip();
const SLOW_MS = 90_000;

describe.runIf(canRun)('points and store credit in the web shop', { timeout: SLOW_MS }, () => {
  let screens: Screens;
  beforeAll(async () => {
    screens = await openScreens();
    const counter = counterOf(screens.shop);
    const sold = await counter.sold(cash('13.53'), mug({ customer_id: shopper.id }));
    await returnOne(screens.shop, counter, sold, 0, 'store_credit');
    await screens.shop.settleEvents();
  });
  afterAll(() => screens?.close());

  it('are shown in the account and pay an order together with a card', async () => {
    const { db } = screens.shop.platform;
    await statement(
      db,
      `insert into value_entries (id, account_id, kind, amount, expires_at, occurred_at)
       select gen_random_uuid(), id, 'opening', 40, now() + interval '5 days', now()
       from value_accounts where kind = 'points' and customer_id = $1`,
      [shopper.id],
    );
    const page = await screens.open('/app/shop/product/white-mug');
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('link', { name: 'Go to checkout' }).waitFor();
    await page.goto(`${screens.url}/app/shop/login`);
    await page.getByLabel('Email').fill('shopper@example.com');
    await page.getByLabel(/^Password/).fill('shopper-demo');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Hello, Riley' }).waitFor();
    await page.getByText('540 points').waitFor();
    await page.getByText(/^40 points expire from /).waitFor();
    const credit = page.getByRole('region', { name: 'Store credit' });
    await credit.getByText('$13.53').waitFor();
    await page.getByRole('textbox', { name: 'Code' }).fill('GIFT-DEMO-0000-0001');
    await page.getByRole('button', { name: 'Show balance' }).click();
    await page.getByText('Balance: $50.00').waitFor();
    await page.getByRole('button', { name: 'Save to my account' }).click();
    const cards = page.getByRole('region', { name: 'Gift cards' });
    await cards.getByText('Gift card ••••0001').waitFor();
    await cards.getByText('$50.00').waitFor();
    await screenshotBothSchemes(page, 'shop-account-balances');
    expect(await axeProblems(page)).toEqual([]);
    await cards.getByRole('button', { name: 'Remove: Gift card ••••0001' }).click();
    await cards.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /Open cart/ }).click();
    await page.getByRole('link', { name: 'Go to checkout' }).click();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByLabel('Use my store credit of $13.53').check();
    await page.getByText('You have 540 points, worth $5.40.').waitFor();
    await page.getByLabel('Points to use').fill('541');
    await page.getByText('You have only 540 points.').waitFor();
    await page.getByLabel('Points to use').fill('300');
    const summary = page.getByRole('status').filter({ hasText: 'Card pays' });
    expect((await summary.innerText()).split(/\s*\n\s*/)).toEqual([
      'Store credit',
      '-$13.53',
      'Points',
      '-$3.00',
      'Card pays',
      '$2.00',
    ]);
    await screenshotBothSchemes(page, 'shop-pay-balances');
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('radio', { name: 'Payment succeeds' }).click();
    await page.getByRole('button', { name: 'Place order' }).click();
    await page.getByRole('heading', { name: 'Thank you for your order!' }).waitFor();
    const number = await page.getByText(/^TXN-/).innerText();
    const paid = await statement<{ code: string; amount: string }>(
      db,
      `select m.code, p.amount from payments p
       join payment_methods m on m.id = p.payment_method_id
       join transactions t on t.id = p.transaction_id
       where t.transaction_number = $1 order by m.code`,
      [number],
    );
    expect(paid).toEqual([
      { code: 'card', amount: '2.00' },
      { code: 'points', amount: '3.00' },
      { code: 'store_credit', amount: '13.53' },
    ]);
  });
});
