import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { syncOf, Till } from '../pos/journal/support.js';
import { denominations } from '../shifts/support.js';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Page,
  type Screens,
  screenshotBothSchemes,
} from '../support/browser.js';
import { checkDesk, type Desk, openDesk } from '../support/desk.js';
import { readEscpos } from '../support/escpos.js';
import { type EmulatedPrinter, startPrinter } from '../support/printer.js';
import { soon } from '../support/soon.js';
import { addToCart, logInAtTill, TABLET } from '../support/till.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('a network printer and the end of a day', () => {
  let screens: Screens;
  let desk: Desk;
  let printer: EmulatedPrinter;

  beforeAll(async () => {
    screens = await openScreens();
    desk = await openDesk(screens);
    printer = await startPrinter();
    await office('PATCH', '/stores/DOWNTOWN/', { printer_networks: ['127.0.0.0/8'] });
  });
  afterAll(async () => {
    await screens?.close();
    await printer?.close();
  });

  const office = async (method: string, path: string, body?: object) => {
    const token = await screens.shop.officeToken('admin');
    const reply = await screens.shop.call(method, path, { token, body });
    expect([path, reply.status < 300]).toEqual([path, true]);
    return reply.body;
  };
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const papers = () => printer.papers.map(paper => readEscpos(paper).lines.join('\n'));
  /** As after a quarter of an hour without paper: the next attempt is the last. */
  const makeLastAttempt = () =>
    statement(
      screens.shop.platform.db,
      `update print_jobs set attempts = 20, due_at = now() where printed_at is null`,
    );

  it('says that the paper is out, prints when it is back, and lists what was given up', async () => {
    await screens.shop.tillToken('EMP001', 'T-066');
    await office('POST', '/terminals/T-066/devices/', {
      kind: 'printer',
      name: 'Counter',
      connection: 'network',
      address: '127.0.0.1',
      port: printer.port,
    });
    const page = await logInAtTill(screens, 'EMP001', 'T-066', { viewport: TABLET });
    await addToCart(page, 'MUG-WHITE');
    await page.getByTestId('pay').click();
    await page.getByRole('button', { name: 'Exact' }).click();
    const number = (await page.getByTestId('sale-number').innerText()).replace('Sale ', '');
    printer.mode = 'paper-out';
    await button(page, 'Receipt').click();
    await button(page, 'Print on Counter').click();
    const dialog = page.getByRole('dialog', { name: 'Receipt' });
    await dialog.getByText('The printer is out of paper. Change the roll').waitFor();
    await screenshotBothSchemes(page, 'register-paper-out');
    expect(await axeProblems(page)).toEqual([]);
    await page.getByTestId('printer-trouble').waitFor();
    expect(papers()).toEqual([]);

    printer.mode = 'ready';
    await button(page, 'Print now').click();
    await dialog.getByText('The receipt is printed.').waitFor();
    expect(papers()).toEqual([expect.stringMatching(/TOTAL USD +13\.53/)]);
    await page.getByTestId('printer-trouble').waitFor({ state: 'detached' });

    printer.mode = 'paper-out';
    await dialog.getByText('Gift receipt', { exact: true }).click();
    await button(page, 'Print on Counter').click();
    await dialog.getByText('The printer is out of paper. Change the roll').waitFor();
    await makeLastAttempt();
    await dialog.getByText('It was not printed after 20 attempts.').waitFor();
    await page.keyboard.press('Escape');
    await button(page, 'Next customer').click();
    await button(page, 'Counter: out of paper, 1 print job failed').click();
    const devices = page.getByRole('dialog', { name: 'Devices' });
    await devices.getByText(`Gift receipt ${number}`).waitFor();
    await screenshotBothSchemes(page, 'register-given-up');
    expect(await axeProblems(page)).toEqual([]);
    printer.mode = 'ready';
    await button(page, `Print again: Gift receipt ${number}`).click();
    await page.getByText('Gift receipt is on its way to Counter.').waitFor();
    await expect.poll(() => papers().length, soon).toBe(2);
    expect(papers()[1]).toContain('GIFT RECEIPT');
    await page.getByTestId('given-up').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');

    printer.mode = 'paper-out';
    await page.getByLabel('Menu').click();
    await page.getByRole('menuitem', { name: 'Receipt' }).click();
    await page.getByLabel('Receipt number').fill(number);
    await button(page, 'Show receipt').click();
    await button(page, 'Print on Counter').click();
    await dialog.getByText('The printer is out of paper. Change the roll').waitFor();
    await makeLastAttempt();
    await dialog.getByText('It was not printed after 20 attempts.').waitFor();
    const tills = await desk.at('/tills');
    await tills.getByRole('row', { name: /T-066.*1 print job failed/ }).waitFor();
    await button(tills, 'Devices: T-066').click();
    await tills.getByText(`Receipt ${number}`).waitFor();
    await tills.getByText('out of paper').first().waitFor();
    await checkDesk(tills, 'given-up');
    printer.mode = 'ready';
    await button(tills, `Print again: Receipt ${number}`).click();
    await expect.poll(() => papers().length, soon).toBe(3);
    await tills.getByTestId('given-up').waitFor({ state: 'detached' });
  });

  it('shows late sales and the signer in a Z report of the desk', async () => {
    await office('PUT', '/stores/DOWNTOWN/fiscal/', { signer: 'software' });
    const till = new Till('T-067');
    const token = () => screens.shop.tillToken('EMP001', 'T-067');
    const sync = async (entries: Parameters<ReturnType<typeof syncOf>>[1]) => {
      const { body } = await syncOf(screens.shop, token)('T-067', entries);
      expect(body.results.map((one: { status: string }) => one.status)).toEqual(
        entries.map(() => 'accepted'),
      );
    };
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const open = (hours: number) =>
      till.write('shift_open', { opening_float: '100.00' }, hoursAgo(hours));
    const close = (hours: number, pieces: Record<string, number>) =>
      till.write(
        'shift_close',
        { denominations: denominations(pieces), reason: 'Till offline' },
        hoursAgo(hours),
      );
    const opening = open(9);
    const late = [till.sale(hoursAgo(8)), till.sale(hoursAgo(7))];
    const closing = close(6, { '100.00': 1, '20.00': 1, '5.00': 1, '2.00': 1 });
    const next = [open(5), till.sale(hoursAgo(4))];
    // 100.00 and 13.53
    const last = close(1, { '100.00': 1, '10.00': 1, '1.00': 3, '0.50': 1, '0.01': 3 });
    await sync([opening]);
    await sync([closing, ...next]);
    await sync(late);
    await sync([last]);

    const page = await desk.at('/shifts');
    const rows = page.getByRole('row', { name: /T-067/ });
    await expect.poll(() => rows.count(), soon).toBe(2);
    await rows.first().click();
    const report = page.getByRole('dialog', { name: /T-067/ });
    await report.getByRole('heading', { name: 'Late sales' }).waitFor();
    const text = (await report.innerText()).replace(/\s+/g, ' ');
    expect(text).toMatch(
      /Late sales .*Number of sales 2 Amount \$27\.06 Of these in cash \$27\.06/,
    );
    expect(text).toMatch(/Signatures \(\d+\) Serial number of the signer [0-9A-Fa-f]{16,}/);
    await checkDesk(page, 'z-report-late-signed');
    await report.getByRole('heading', { name: /^Signatures/ }).scrollIntoViewIfNeeded();
    await screenshotBothSchemes(page, 'desk-z-report-late-signed-end');
    await page.setViewportSize({ width: 390, height: 844 });
    await screenshotBothSchemes(page, 'desk-z-report-late-signed-phone');
  });
});
