import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customer } from '../../src/seed/data.js';
import { browserOrSkip, openScreens, type Page, type Screens } from '../support/browser.js';
import { checkDesk, type Desk, openDesk, showDesk, soon } from '../support/desk.js';
import { type Counter, counterOf, DOWNTOWN_ID } from '../transactions/support.js';

const canRun = await browserOrSkip();
const DAY_MS = 86_400_000;

describe.runIf(canRun)('layaways and tiers at the desk', () => {
  let screens: Screens;
  let counter: Counter;
  let desk: Desk;
  beforeAll(async () => {
    screens = await openScreens();
    counter = counterOf(screens.shop);
    await screens.shop.call('PATCH', `/stores/${DOWNTOWN_ID}/`, {
      token: await screens.shop.officeToken(),
      body: { layaway_fee: '5.00' },
    });
    desk = await openDesk(screens);
  });
  afterAll(() => screens?.close());

  const fitsPhone = async (page: Page, name: string): Promise<void> => {
    await page.setViewportSize({ width: 390, height: 844 });
    const width = () => page.evaluate('document.documentElement.scrollWidth');
    await expect.poll(width, soon).toBe(390);
    await checkDesk(page, name);
    await page.setViewportSize({ width: 1280, height: 800 });
  };

  it('keep the goods longer, and give the money back less the fee', async () => {
    await counter.post('/cash-management/shifts/', { opening_float: '100.00' });
    const { body: kept } = await counter.post('/layaways/', {
      line_items: [{ sku: 'TEE-BLACK-M', quantity: 2 }],
      customer_id: customer.id,
      deposit: { payment_method_id: 'cash', tendered_amount: '20.00' },
    });
    const page = await desk.at('/layaways');
    // Two tees at 25.00 with 8.25 % of tax are 54.13.
    const row = page.getByRole('row', { name: /^Riley Shopper TXN-.*\$20\.00 \$34\.13$/ });
    await row.waitFor();
    await showDesk(page, 'layaways');
    await fitsPhone(page, 'layaways-phone');
    await row.getByRole('button').click();
    await page.getByRole('heading', { name: 'Layaway of Riley Shopper' }).waitFor();
    await page.getByText('Cash', { exact: true }).waitFor();
    await showDesk(page, 'layaway');
    await fitsPhone(page, 'layaway-phone');

    await page.getByRole('button', { name: 'Keep longer' }).click();
    const longer = page.getByRole('dialog', { name: `Keep the goods of ${kept.transaction_id}` });
    const day = new Date(Date.now() + 60 * DAY_MS).toISOString().slice(0, 10);
    await longer.getByLabel('Kept until').fill(day);
    await longer.getByRole('button', { name: 'Keep longer' }).click();
    await longer.waitFor({ state: 'detached' });
    const read = async () => (await counter.get(`/layaways/${kept.id}/`)).body;
    // The last minute of the day in New York is on the next day in UTC.
    const nextDay = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
    await expect.poll(async () => (await read()).expires_at.slice(0, 10), soon).toBe(nextDay);

    await page.getByRole('button', { name: 'Cancel layaway' }).click();
    const end = page.getByRole('dialog', { name: `Cancel layaway ${kept.transaction_id}?` });
    await end.getByLabel('Reason').fill('Changed their mind');
    await end.getByText('$15.00').waitFor();
    await end.getByRole('combobox', { name: 'Cash comes from' }).click();
    await page.getByRole('option', { name: /T-001/ }).click();
    await checkDesk(page, 'layaway-cancel');
    await end.getByRole('button', { name: 'Cancel layaway' }).click();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    expect(await read()).toMatchObject({ status: 'cancelled', fee: '5.00' });
    const report = await desk.at('/shifts');
    await report.getByText('T-001').first().click();
    await report.getByText('Deposits and instalments').waitFor();
    const sums = await report.getByRole('dialog').innerText();
    expect(sums).toMatch(
      /Deposits and instalments\s+\$20\.00\s+Handed over\s+\$0\.00\s+Given back\s+-\$15\.00/,
    );
    await checkDesk(report, 'shift-layaways');
  });

  it('are set with the spend and the points of each tier', async () => {
    const page = await desk.at('/stored-value');
    await page.getByRole('tab', { name: 'Tiers' }).click();
    await page.getByRole('button', { name: 'New tier' }).first().click();
    const form = page.getByRole('dialog', { name: 'New tier' });
    await form.getByLabel('Name').fill('Gold');
    await form.getByLabel('Spent in 12 months').fill('500');
    await form.getByLabel('Points').fill('1.5');
    await checkDesk(page, 'tier-form');
    await form.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row', { name: /^Gold \$500\.00 × 1\.5/ });
    await row.waitFor();
    await showDesk(page, 'tiers');
    await fitsPhone(page, 'tiers-phone');
    await row.getByRole('button', { name: 'Gold', exact: true }).click();
    const edited = page.getByRole('dialog', { name: 'Gold' });
    await edited.getByLabel('Points').fill('2');
    await edited.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /^Gold \$500\.00 × 2/ }).waitFor();
    const { body } = await counter.get('/loyalty/tiers/');
    expect(body).toMatchObject([
      { name: 'Gold', currency: 'USD', minimum_spend: '500.00', earning_factor: '2.00' },
    ]);
  });
});
