import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { syncOf, Till } from '../pos/journal/support.js';
import { browserOrSkip, openScreens, type Screens } from '../support/browser.js';
import { checkDesk, type Desk, openDesk, showDesk, soon } from '../support/desk.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('the till journal at the manager desk', () => {
  let screens: Screens;
  let desk: Desk;
  const till = new Till('T-090');

  beforeAll(async () => {
    screens = await openScreens();
    const now = new Date();
    const sync = syncOf(screens.shop, () => screens.shop.tillToken('EMP001', till.terminal));
    const held = [
      till.sale(now, { total_amount: '1.00' }),
      till.sale(now),
      till.sale(now, { line_items: [] }),
    ];
    till.sale(now);
    till.sale(now);
    const late = till.sale(now);
    const { body } = await sync(till.terminal, [...held, late]);
    expect(body.results.map((one: { status: string }) => one.status)).toEqual([
      'held',
      'accepted',
      'held',
      'accepted',
    ]);
    desk = await openDesk(screens);
  });
  afterAll(() => screens?.close());

  const statusOf = async (counter: number) =>
    (
      await statement<{ status: string; settled_note: string | null }>(
        screens.shop.platform.db,
        'select status, settled_note from till_journal where terminal_id = $1 and counter = $2',
        [till.terminal, counter],
      )
    )[0];

  it('shows missing and held entries, and what a manager decides about them', async () => {
    const page = await desk.at('/till-journal');
    await page.getByRole('row', { name: /T-090.*4–5.*2/ }).waitFor();
    await page.getByRole('row', { name: /T-090.*1.*Sale.*Held/ }).waitFor();
    await checkDesk(page, 'till-journal');
    await page.getByRole('button', { name: 'Decide: T-090 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Till T-090, entry 1' });
    await checkDesk(page, 'till-journal-entry');
    await dialog.getByRole('button', { name: 'Book again' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await statusOf(1)).toEqual({ status: 'held', settled_note: null });
    await dialog.getByText('Settle', { exact: true }).first().click();
    await dialog.getByLabel('Reason').fill('Rung up again as T-090-000002');
    await dialog.getByRole('button', { name: 'Settle' }).click();
    await page.getByText('Entry 1 is settled.').waitFor();
    expect(await statusOf(1)).toEqual({
      status: 'settled',
      settled_note: 'Rung up again as T-090-000002',
    });
    await page.getByText('Settled', { exact: true }).first().click();
    await page.getByRole('row', { name: /T-090.*Rung up again as T-090-000002/ }).waitFor();
  });

  it('restarts the journal of a till with a reason', async () => {
    const page = await desk.at('/till-journal');
    await page.getByRole('button', { name: 'Restart journal' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restart journal' });
    await dialog.getByRole('combobox', { name: 'Till' }).fill('T-090');
    await page.getByRole('option', { name: 'T-090' }).click();
    await dialog.getByLabel('Reason').fill('The till was replaced');
    await dialog.getByRole('button', { name: 'Restart journal' }).click();
    await page.getByText('Till T-090 goes on with chain 2.').waitFor();
  });

  it('switches the signer of a store, and downloads its receipts for a tax audit', async () => {
    const token = await screens.shop.officeToken();
    const signer = async () =>
      (await screens.shop.call('GET', '/stores/DOWNTOWN/fiscal/', { token })).body.signer;
    const page = await desk.at('/till-journal');
    const choice = page.getByRole('radiogroup', { name: 'Fiscal signatures' });
    await choice.getByText('Off', { exact: true }).waitFor();
    expect(await signer()).toBe('off');
    await choice.getByText('Software signer', { exact: true }).click();
    await page.getByText('Fiscal signatures saved').waitFor();
    expect(await signer()).toBe('software');
    await showDesk(page, 'fiscal');
    const from = page.getByLabel('From', { exact: true });
    const to = await page.getByLabel('To', { exact: true }).inputValue();
    expect(await from.inputValue()).toBe(`${to.slice(0, 8)}01`);
    await from.fill(to);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'DSFinV-K', exact: true }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^dsfinvk-.*\.zip$/);
    // A ZIP file begins with these two letters.
    expect(
      readFileSync(await file.path())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
    await choice.getByText('Off', { exact: true }).click();
    await expect.poll(signer, soon).toBe('off');
  });
});
