import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTask } from '../../src/domains/tasks/index.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { browserOrSkip, openScreens, type Page, type Screens } from '../support/browser.js';
import { checkDesk, type Desk, openDesk, showDesk, soon } from '../support/desk.js';
import { basket, counterOf, DOWNTOWN_ID, MUG, TEE } from '../transactions/support.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('reports and mail texts at the manager desk', () => {
  let screens: Screens;
  let desk: Desk;
  let number: string;

  beforeAll(async () => {
    screens = await openScreens();
    const counter = counterOf(screens.shop);
    number = await counter.sold({ payment_method_id: 'cash' }, basket([MUG, TEE], '3.09'));
    await statement(
      screens.shop.platform.db,
      `update users set email = 'boss@shop.test' where username = 'manager'`,
    );
    desk = await openDesk(screens);
  });
  afterAll(() => screens?.close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const mails = () =>
    statement<{ subject: string }>(
      screens.shop.platform.db,
      `select subject from mails where recipient = 'boss@shop.test' order by id`,
    );

  it('compares two periods and leads from a figure to its sales', async () => {
    const page = await desk.at('/comparison');
    await page.getByTestId('comparison-sales').waitFor();
    await page.getByRole('combobox', { name: 'Grouped by' }).click();
    await page.getByRole('option', { name: 'By category' }).click();
    await page.getByRole('row', { name: /Kitchen & Table/ }).waitFor();
    await showDesk(page, 'comparison');
    await page
      .getByRole('row', { name: /Kitchen & Table/ })
      .getByRole('link', { name: /: sales of Kitchen & Table$/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor();
    await expect.poll(() => page.getByRole('row').count(), soon).toBeGreaterThan(1);
    expect(page.url()).toMatch(/counted=true&currency=USD&category=/);
    await page.getByText('One category').waitFor();
    await button(page, 'Filter (6)').click();
    await page.getByText('Only sales that reports count').waitFor();
    await page.close();
  });

  it('leads from the figures of reports, dashboard and journal to their sales', async () => {
    const page = await desk.at('/analytics?report=payments');
    await page.getByRole('row', { name: /^Cash / }).waitFor();
    await showDesk(page, 'payments-report');
    await page.getByRole('link', { name: /^100.*%: sales behind Cash$/ }).click();
    await page.getByRole('columnheader', { name: 'Of which' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Cash', exact: true }).click();
    await page.getByRole('columnheader', { name: 'Of which' }).waitFor();
    const sale = page.getByRole('row', { name: new RegExp(number) });
    await sale.getByText('$40.59').first().waitFor();
    expect(await sale.getByText('$40.59').count()).toBe(2);
    await button(page, 'Filter (5)').click();
    // The names of the methods load when the form opens.
    const paidBy = page.getByRole('combobox', { name: 'Paid by' });
    await expect.poll(() => paidBy.inputValue(), soon).toBe('Cash');
    await checkDesk(page, 'sales-of-a-figure');
    await page.goto(page.url().replace(/\/transactions.*/, '/'));
    await page.getByTestId('revenue').getByRole('link').click();
    await sale.waitFor();
    expect(page.url()).toMatch(/date_from=(\d{4}-\d\d-\d\d)&date_to=\1&counted=true/);
    // The link names another store than the selected one, which stays.
    await page.goto(page.url().replace(/\?.*/, '?store=AIRPORT'));
    await button(page, 'Clear: Store').waitFor();
    expect(await page.getByRole('combobox', { name: 'Store' }).inputValue()).toBe(
      'Tillhouse Downtown',
    );
    expect(await sale.count()).toBe(0);
    await button(page, 'Clear: Store').click();
    await sale.waitFor();
    await page.goto(page.url().replace(/\/transactions.*/, '/journal'));
    await button(page, 'Cash').first().click();
    const drawer = page.getByRole('dialog', { name: /^Cash · / });
    await drawer.getByRole('row', { name: new RegExp(`${number}.*40.59`) }).waitFor();
    await checkDesk(page, 'journal-entry');
    await page.keyboard.press('Escape');
    await button(page, 'Accounts').click();
    const accounts = page.getByRole('dialog', { name: 'Accounts' });
    await accounts.getByLabel('Card', { exact: true }).fill('1361');
    await accounts.getByRole('button', { name: 'Add rate' }).click();
    await accounts.getByLabel('Rate', { exact: true }).fill('8.25');
    await accounts.getByRole('button', { name: 'Save' }).click();
    await accounts.getByText('Enter the rate and the account of each row.').waitFor();
    await accounts.getByLabel('Revenue', { exact: true }).fill('8401');
    await accounts.getByLabel('Tax (optional)').fill('1771');
    await checkDesk(page, 'journal-accounts');
    await accounts.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Accounts saved').waitFor();
    await page
      .getByRole('row', { name: /Revenue · 8.25%.*8401/ })
      .first()
      .waitFor();
    await page.evaluate(`localStorage.setItem('tillhouse.desk.store', '*')`);
    await page.reload();
    const download = page.waitForEvent('download');
    await button(page, 'CSV of the stores').click();
    expect((await download).suggestedFilename()).toMatch(/^journal-.*\.csv$/);
    await checkDesk(page, 'journal-chain');
    await page.evaluate(`localStorage.setItem('tillhouse.desk.store', 'DOWNTOWN')`);
    await page.close();
  });

  /** A sale of one mug whose mug has come back; returns the numbers of both. */
  const mugBack = async (): Promise<{ sale: string; number: string }> => {
    const { shop } = screens;
    // The manager would get a mail about another device.
    const token = await shop.officeToken('admin');
    const sale = await counterOf(shop).sold({ payment_method_id: 'cash' });
    const [line] = (await shop.call('GET', `/line-items/?transaction=${sale}`, { token })).body;
    const line_items = [{ original_line_item: line.id, quantity: 1 }];
    const body = { transaction: sale, return_reason: 'defective', line_items };
    const { id } = (await shop.call('POST', '/returns/', { token, body })).body;
    const move = (action: string, more?: object) =>
      shop.call('POST', `/returns/${id}/${action}/`, { token, body: more });
    await move('approve');
    await move('receive');
    const done = await move('complete', { refund_to: 'store_credit' });
    expect([done.status, done.body.status]).toEqual([200, 'completed']);
    return { sale, number: done.body.return_number };
  };

  it('leads from returned units to the returns, and from net revenue to sales and refunds', async () => {
    const back = await mugBack();
    const page = await desk.at('/analytics?report=stock');
    await page.getByRole('link', { name: /: stock behind Stock at cost$/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Inventory' }).waitFor();
    await page.goto(page.url().replace(/\/inventory.*/, '/analytics?report=products'));
    await page.getByRole('link', { name: /^\d+: returns of White Mug$/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Returns' }).waitFor();
    const row = page.getByRole('row', { name: new RegExp(back.number) });
    await row.getByText(back.sale).waitFor();
    await page.getByRole('columnheader', { name: 'Units' }).waitFor();
    expect(page.url()).toMatch(/status=completed&counted=true&completed_from=/);
    await checkDesk(page, 'returns-of-a-figure');
    await page.getByRole('button', { name: /^Clear: Completed from / }).click();
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Units' }).count(), soon)
      .toBe(0);
    await row.waitFor();
    await page.goto(page.url().replace(/\/returns.*/, '/analytics'));
    await page.getByRole('link', { name: /: sales behind Net revenue$/ }).click();
    await page.getByText('Of which: total less refunds').waitFor();
    const sale = page.getByRole('row', { name: new RegExp(back.sale) });
    await sale.getByText('$0.00').waitFor();
    await sale.getByText('$13.53').waitFor();
    await page.close();
  });

  it('shows tasks of the service in the language of the reader', async () => {
    const values = { terminal: 'T-001', first: '4', last: '6' };
    await atomically(screens.shop.platform.db, tx =>
      openTask(tx, {
        taskId: 'journal-gap-T-001-4',
        storeId: DOWNTOWN_ID,
        title: 'Till T-001: entries 4 to 6 are missing',
        description: '',
        cause: { name: 'journal_gap', values },
        priority: 'high',
      }),
    );
    const page = await desk.at('/tasks');
    await page.getByText('Till T-001: entries 4 to 6 are missing').waitFor();
    await page.evaluate(`localStorage.setItem('tillhouse.language', 'de')`);
    await page.reload();
    await page.getByText('Kasse T-001: Einträge 4 bis 6 fehlen').waitFor();
    await page.evaluate(`localStorage.removeItem('tillhouse.language')`);
    await page.close();
  });

  it('shows dead stock and sell-through', async () => {
    const page = await desk.at('/analytics?report=sell-through');
    await page.getByRole('link', { name: 'White Mug', exact: true }).waitFor();
    await showDesk(page, 'sell-through');
    await page.getByRole('tab', { name: 'Dead stock' }).click();
    await page.getByText('Stock at cost').first().waitFor();
    await showDesk(page, 'dead-stock');
    await page.getByRole('tab', { name: 'Stock', exact: true }).click();
    await page.getByRole('link', { name: 'White Mug', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Inventory' }).waitFor();
    await expect.poll(() => page.getByRole('row').count(), soon).toBe(2);
    await page.getByRole('row', { name: /MUG-WHITE/ }).waitFor();
    await page.close();
  });

  it('schedules a report, mails a test and deletes the schedule', async () => {
    const page = await desk.at('/report-schedules');
    await button(page, 'New schedule').click();
    const dialog = page.getByRole('dialog', { name: 'New schedule' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Morning figures');
    await dialog.getByRole('combobox', { name: 'Recipients' }).click();
    await page.getByRole('option').first().click();
    await page.keyboard.press('Escape');
    await dialog.getByLabel('Other email addresses').fill('books@tax.example');
    await dialog.getByLabel('Other email addresses').press('Enter');
    await checkDesk(page, 'report-schedule-form');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Morning figures.*Comparison.*Daily at/ }).waitFor();
    await showDesk(page, 'report-schedules');
    await button(page, 'Send me a test mail: Morning figures').click();
    await page.getByText('Test mail sent to boss@shop.test').waitFor();
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Morning figures: \d{4}-\d\d-\d\d$/),
    ]);
    await button(page, 'Delete: Morning figures').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No reports are mailed yet').waitFor();
    await page.close();
  });

  it('changes the text of a mail, shows a preview and goes back to the standard', async () => {
    const page = await desk.at('/mail-templates');
    await button(page, 'Edit: Order confirmation (English)').click();
    const dialog = page.getByRole('dialog', { name: 'Order confirmation (English)' });
    await dialog.getByRole('textbox', { name: 'Subject' }).fill('We got {nothing}');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('This placeholder does not exist in this mail.').waitFor();
    await dialog.getByRole('textbox', { name: 'Subject' }).fill('We got {number}');
    await dialog.getByRole('textbox', { name: 'Closing' }).fill('See you at {store}!');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('We got TXN-20260302-1A2B3C4D').waitFor();
    const drawn = dialog.frameLocator('iframe[title="As HTML"]');
    await drawn.getByText('See you at Tillhouse Downtown!').waitFor();
    // The styles of the mail apply: cells of amounts stand at the right.
    const style = `getComputedStyle(document.querySelector('td:last-child')).textAlign`;
    const aligned = () => page.frames().at(-1)?.evaluate<string>(style);
    await expect.poll(aligned, soon).toBe('right');
    await dialog.locator('.desk-mail').getByText('See you at Tillhouse Downtown!').waitFor();
    await checkDesk(page, 'mail-template');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Order confirmation.*English.*Own text/ }).waitFor();
    await showDesk(page, 'mail-templates');
    await button(page, 'Edit: Order confirmation (English)').click();
    await page.getByRole('button', { name: 'Use standard text: Order confirmation' }).click();
    await page
      .getByRole('dialog', { name: 'Use the standard text?' })
      .getByRole('button', { name: 'Use standard text' })
      .click();
    await page.getByRole('row', { name: /Order confirmation.*English.*Standard/ }).waitFor();
    await page.close();
  });

  it.each([390, 1024])('fits its new pages into %d pixels', async width => {
    for (const path of [
      '/comparison',
      '/analytics',
      '/analytics?report=dead-stock',
      '/report-schedules',
      '/mail-templates',
      '/fulfillments',
    ]) {
      const page = await desk.at(path);
      await page.setViewportSize({ width, height: 800 });
      await page.getByRole('heading', { level: 1 }).waitFor();
      const isScrolled = () =>
        page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth');
      await expect.poll(isScrolled, soon).toBe(false);
      await page.close();
    }
  });
});
