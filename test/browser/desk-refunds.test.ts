import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, openScreens, type Page, type Screens } from '../support/browser.js';
import { checkDesk, type Desk, openDesk, soon } from '../support/desk.js';
import { type Counter, counterOf } from '../transactions/support.js';

const canRun = await browserOrSkip();
const CASH = { payment_method_id: 'cash' };

describe.runIf(canRun)('refunds at the desk', () => {
  let screens: Screens;
  let counter: Counter;
  let desk: Desk;
  let shift: string;

  beforeAll(async () => {
    screens = await openScreens();
    counter = counterOf(screens.shop);
    desk = await openDesk(screens);
    const opened = await counter.post('/cash-management/shifts/', { opening_float: '100.00' });
    shift = opened.body.id;
  });
  afterAll(() => screens?.close());

  const refundsOf = async (sale: string) =>
    (await counter.get(`/payments/refunds/?transaction=${sale}`)).body;

  async function startVoid(sale: string): Promise<Page> {
    const page = await desk.at(`/transactions/${sale}`);
    await page.getByRole('button', { name: 'Void' }).click();
    await page.getByRole('button', { name: 'Test sale' }).click();
    return page;
  }

  it('pay cash from the drawer that the manager chooses', async () => {
    const sale = await counter.sold(CASH);
    const page = await startVoid(sale);
    await page.getByRole('combobox', { name: 'Cash comes from' }).click();
    await page.getByRole('option', { name: /T-001/ }).click();
    await checkDesk(page, 'void-cash');
    await page.getByRole('button', { name: 'Void sale' }).click();
    await page.getByText('1 of 1 refunds done').waitFor();
    expect(await refundsOf(sale)).toMatchObject([{ status: 'succeeded', way: 'cash', shift }]);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    const report = await desk.at('/shifts');
    await report.getByText('T-001').first().click();
    await report.getByText('Voids (1)').waitFor();
    await report.getByText('In cash (1)').waitFor();
    await checkDesk(report, 'shift-report');
  });

  it('leave cash to a till, and show when it has paid', async () => {
    const sale = await counter.sold(CASH);
    const page = await startVoid(sale);
    await page.getByRole('button', { name: 'Void sale' }).click();
    await page.getByText('Waiting to be paid out in cash').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('tab', { name: 'Payments' }).click();
    await page.getByText('Waiting to be paid out in cash').waitFor();
    const [refund] = await refundsOf(sale);
    expect((await counter.post(`/pos/pay-outs/${refund.id}/pay/`)).status).toBe(200);
    await page.getByText('In cash · Test sale').waitFor();
  });

  it('of a card on a separate terminal are confirmed with the slip number', async () => {
    const sale = await counter.sold({ payment_method_id: 'card' });
    const page = await startVoid(sale);
    await page.getByRole('button', { name: 'Void sale' }).click();
    await page.getByText('Refund the card on the terminal').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('tab', { name: 'Payments' }).click();
    await page.getByRole('button', { name: 'Enter slip number' }).click();
    await page.getByLabel('Slip number', { exact: true }).fill('SLIP-0042');
    await checkDesk(page, 'confirm-refund');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Enter slip number' })
      .last()
      .click();
    await page.getByText('On the card terminal, slip SLIP-0042').waitFor();
    await expect.poll(async () => (await refundsOf(sale))[0].status, soon).toBe('succeeded');
  });
});
