import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setSandboxFaults } from '../../src/domains/payments/processors/sandbox-faults.js';
import { statement } from '../../src/platform/database/tx.js';
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
  afterAll(() => {
    setSandboxFaults({});
    return screens?.close();
  });

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

  it('give back a part of a payment, and no more than is left', async () => {
    const sale = await counter.sold(CASH);
    const page = await desk.at(`/transactions/${sale}?tab=payments`);
    const start = page.getByRole('button', { name: 'Refund: Cash' });
    await start.click();
    const dialog = page.getByRole('dialog', { name: 'Refund of the payment: Cash' });
    await dialog.getByText('Up to $13.53 of this payment can be refunded.').waitFor();
    await dialog.getByLabel('Amount').fill('20');
    await dialog.getByLabel('Reason').fill('Late delivery');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await dialog.getByText('Enter an amount up to $13.53.').waitFor();
    expect(await refundsOf(sale)).toEqual([]);
    await dialog.getByLabel('Amount').fill('5');
    await dialog.getByRole('combobox', { name: 'Cash comes from' }).click();
    await page.getByRole('option', { name: /T-001/ }).click();
    await checkDesk(page, 'refund');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await page.getByText('In cash · Late delivery').waitFor();
    expect(await refundsOf(sale)).toMatchObject([
      { amount: '5.00', status: 'succeeded', way: 'cash', reason: 'Late delivery' },
    ]);
    await start.click();
    await dialog.getByText('Up to $8.53 of this payment can be refunded.').waitFor();
    await dialog.getByLabel('Reason').fill('Never arrived');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await page.getByText('Waiting to be paid out in cash').waitFor();
    await expect.poll(() => start.count(), soon).toBe(0);
    await page.close();
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

  it('that the processor refuses are tried again, also from the task of one given up', async () => {
    setSandboxFaults({ refund: () => 'fail' });
    const processor_transaction_id = await counter.charge('13.53');
    const sale = await counter.sold({ payment_method_id: 'card', processor_transaction_id });
    const page = await startVoid(sale);
    await page.getByRole('button', { name: 'Void sale' }).click();
    await page.getByText('A refund failed. It is tried up to 12 times').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    const [refund] = await refundsOf(sale);
    // The queue has tried it eleven times.
    await statement(screens.shop.platform.db, 'update refunds set attempts = 11 where id = $1', [
      refund.id,
    ]);
    await page.getByRole('tab', { name: 'Payments' }).click();
    const again = page.getByRole('button', { name: `Try again: ${refund.refund_id}` });
    await page.getByText('The next try is on').waitFor();
    await again.click();
    await page.getByText('It is no longer tried automatically.').waitFor();
    await page.getByText('The payment processor answered:').waitFor();
    await checkDesk(page, 'refund-given-up');

    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Tasks and deliveries' }).click();
    await page.getByRole('link', { name: `Open sale ${sale}` }).click();
    setSandboxFaults({});
    await again.click();
    await page.getByText('By the payment processor · Test sale').waitFor();
    expect((await refundsOf(sale))[0]).toMatchObject({ status: 'succeeded', way: 'processor' });
    const task = async () => (await counter.get(`/tasks/refund-${refund.refund_id}/`)).body.status;
    await expect.poll(task, soon).toBe('completed');
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
