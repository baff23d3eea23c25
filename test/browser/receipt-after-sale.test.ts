import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, openScreens, type Page, type Screens } from '../support/browser.js';
import { readEscpos } from '../support/escpos.js';
import { type EmulatedPrinter, startPrinter } from '../support/printer.js';
import { soon } from '../support/soon.js';
import { addToCart, logInAtTill, says } from '../support/till.js';

const canRun = await browserOrSkip();

/** The papers of the system's dialog; they outlive a reload. */
const FAKE_PRINT = `window.print = () => {
  const papers = JSON.parse(sessionStorage.getItem('papers') ?? '[]');
  const parts = [...document.querySelectorAll('.print-only')];
  papers.push(parts.map(part => part.textContent).join('\\n'));
  sessionStorage.setItem('papers', JSON.stringify(papers));
  setTimeout(() => dispatchEvent(new Event('afterprint')));
}`;

const papersOf = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`JSON.parse(sessionStorage.getItem('papers') ?? '[]')`);

describe.runIf(canRun)('the receipt after a sale', () => {
  let screens: Screens;
  let printer: EmulatedPrinter;
  beforeAll(async () => {
    screens = await openScreens();
    printer = await startPrinter();
    await office('PATCH', '/stores/DOWNTOWN/', { printer_networks: ['127.0.0.0/8'] });
  });
  afterAll(async () => {
    await screens?.close();
    await printer?.close();
  });

  const office = async (method: string, path: string, body: object): Promise<void> => {
    const token = await screens.shop.officeToken('admin');
    const reply = await screens.shop.call(method, path, { token, body });
    expect([path, reply.status < 300]).toEqual([path, true]);
  };
  const prints = (receipt_printing: 'ask' | 'always') =>
    office('PATCH', '/stores/DOWNTOWN/', { receipt_printing });
  /** A till with one printer. */
  const till = async (terminal: string, device: object): Promise<Page> => {
    await screens.shop.tillToken('EMP001', terminal);
    await office('POST', `/terminals/${terminal}/devices/`, { kind: 'printer', ...device });
    return logInAtTill(screens, 'EMP001', terminal);
  };
  const byDialog = async (terminal: string): Promise<Page> => {
    const page = await till(terminal, { name: 'Office', connection: 'dialog' });
    await page.addInitScript(FAKE_PRINT);
    await page.reload();
    await page.locator('[data-sku="MUG-WHITE"]').first().waitFor();
    return page;
  };
  const sell = async (page: Page): Promise<void> => {
    await addToCart(page, 'MUG-WHITE');
    await page.getByTestId('pay').click();
    await page.getByRole('button', { name: 'Exact' }).click();
    await page.getByTestId('sale-number').waitFor();
  };
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it('opens the dialog of the operating system where the cashier asks for it', async () => {
    await prints('ask');
    const page = await byDialog('T-131');
    await sell(page);
    const number = (await page.getByTestId('sale-number').innerText()).replace('Sale ', '');
    await button(page, 'Print receipt').click();
    await expect.poll(() => papersOf(page), soon).toHaveLength(1);
    const [paper] = await papersOf(page);
    expect(paper).toContain(number);
    expect(paper).toContain('13.53');
    await button(page, 'Print receipt').waitFor({ state: 'detached' });
    // The paper stands on no screen, and is gone from the page after the dialog.
    await page.getByTestId('receipt').waitFor({ state: 'detached' });
  });

  it('opens the dialog by itself, once over a reload, and without a connection', async () => {
    await prints('always');
    const page = await byDialog('T-132');
    await sell(page);
    await expect.poll(() => papersOf(page), soon).toHaveLength(1);
    await page.reload();
    await button(page, 'Next customer').waitFor();
    await page.waitForTimeout(1_000);
    expect(await papersOf(page)).toHaveLength(1);
    await button(page, 'Next customer').click();
    await page.context().setOffline(true);
    await page.getByTestId('offline').waitFor();
    await sell(page);
    await expect.poll(() => papersOf(page), soon).toHaveLength(2);
    const tillNumber = (await page.getByTestId('till-number').innerText()).match(/T-132-\d+/)?.[0];
    expect((await papersOf(page))[1]).toContain(tillNumber);
    await page.context().setOffline(false);
  });

  it('waits for the number of a sale whose answer was lost, and prints on the network once', async () => {
    await prints('always');
    const counter = { connection: 'network', address: '127.0.0.1', port: printer.port };
    const page = await till('T-133', { name: 'Counter', ...counter });
    let lost = 0;
    await page.context().route('**/pos/sync/', async route => {
      if (route.request().method() !== 'POST' || lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      return route.abort();
    });
    await sell(page);
    await expect.poll(() => printer.papers.length, { timeout: 40_000 }).toBe(1);
    expect(lost).toBe(1);
    await says(page, 'sale-number').toMatch(/Sale TXN-/);
    const lines = printer.papers.map(paper => readEscpos(paper).lines.join('\n'));
    expect(lines).toEqual([expect.stringMatching(/TOTAL USD +13\.53/)]);
    await page.reload();
    await button(page, 'Next customer').waitFor();
    await page.waitForTimeout(1_000);
    expect(printer.papers).toHaveLength(1);
  });
});
