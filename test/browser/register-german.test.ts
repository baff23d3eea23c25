import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkDigitOf } from '../../src/platform/label-codes.js';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Page,
  type Screens,
  takeScreenshot,
} from '../support/browser.js';
import { addToCart, scan, TABLET } from '../support/till.js';

const canRun = await browserOrSkip();

/** Chromium writes francs and euros with a space that does not break. */
const plain = (text: string): string => text.replaceAll(/\s/g, ' ');
const ean = (twelve: string): string => `${twelve}${checkDigitOf(twelve)}`;

describe.runIf(canRun)('a register in Zürich', () => {
  let screens: Screens;
  beforeAll(async () => {
    screens = await openScreens();
    const { db } = screens.shop.platform;
    await db.updateTable('promotions').set({ is_active: false }).execute();
    const made = await screens.shop.call('POST', '/payment-methods/', {
      token: await screens.shop.officeToken('admin'),
      body: {
        ...{ code: 'terminal', name: 'Terminal', method_type: 'card' },
        ...{ requires_reference: true, display_order: 90 },
      },
    });
    expect(made.status).toBe(201);
  });
  afterAll(() => screens?.close());

  const logIn = async (store: string, till: string, employee: string, pin: string) => {
    const page = await screens.open('/app/register/', { locale: 'de-CH', viewport: TABLET });
    await page.getByRole('combobox', { name: 'Filiale' }).click();
    await page.getByRole('option', { name: store }).click();
    await page.getByLabel('Kasse', { exact: true }).fill(till);
    await page.getByLabel('Personalnummer').fill(employee);
    await page.getByLabel('PIN').fill(pin);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.locator('[data-sku="MUG-WHITE"]').first().waitFor();
    return page;
  };
  const total = async (page: Page): Promise<string> =>
    plain(await page.getByTestId('total').innerText());
  const next = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Nächster Kunde' }).click();
    await page.getByTestId('change').waitFor({ state: 'detached' });
  };
  const receiptOf = async (page: Page): Promise<string> => {
    await page.getByTestId('pay').click();
    await page.getByRole('button', { name: 'Passend' }).click();
    await page.getByRole('button', { name: 'Beleg', exact: true }).click();
    await page.getByTestId('receipt').waitFor();
    return page.getByTestId('receipt').innerText();
  };

  it('sells cheese by weight, then a mug without a connection, and closes the day with a Z report', async () => {
    const page = await logIn('Tillhouse Zürich', 'T-201', 'EMP006', '6789');
    const tile = page.locator('button[data-sku="GRUYERE-KG"]');
    // A tile below the screen has text, but is not drawn yet.
    expect(plain((await tile.textContent()) ?? '')).toContain('CHF 28.90/kg');
    await scan(page, ean('281043200350'));
    await expect.poll(() => total(page)).toBe('CHF 10.12');
    await takeScreenshot(page, 'register-german-weighed');
    expect(await axeProblems(page)).toEqual([]);
    const receipt = await receiptOf(page);
    await takeScreenshot(page, 'register-german-receipt');
    expect(receipt).toContain('0.350 kg × 28.90/kg');
    expect(receipt).toMatch(/Summe\s+CHF 10\.12/);
    expect(receipt).toMatch(/inkl\. 2\.6 % MwSt\.[^\t]*\s+0\.26/);
    expect(receipt).toMatch(/Rundung\s+-0\.02/);
    await page.keyboard.press('Escape');
    await next(page);

    await page.context().setOffline(true);
    await page.getByTestId('offline').waitFor();
    await addToCart(page, 'MUG-WHITE');
    await expect.poll(() => total(page)).toBe('CHF 13.90');
    expect(await receiptOf(page)).toContain('Beleg T-201-000002');
    await page.keyboard.press('Escape');
    await next(page);
    // Parked and resumed, and paid on the card terminal: the pad types the slip number.
    await addToCart(page, 'MUG-WHITE');
    await page.getByRole('button', { name: 'Parken', exact: true }).click();
    await page.getByLabel('Menü').click();
    await page.getByRole('menuitem', { name: 'Geparkte Verkäufe' }).click();
    await page.getByRole('button', { name: 'Fortsetzen' }).click();
    await expect.poll(() => total(page)).toBe('CHF 13.90');
    await page.getByTestId('pay').click();
    await page.getByText('Terminal', { exact: true }).click();
    await page.getByLabel('Belegnummer').click();
    for (const digit of '0815') {
      await page
        .getByTestId('field-pad')
        .getByRole('button', { name: `Ziffer ${digit}` })
        .click();
    }
    expect(await page.getByLabel('Belegnummer').inputValue()).toBe('0815');
    expect(await page.getByLabel('Betrag').inputValue()).toBe('');
    await takeScreenshot(page, 'register-german-slip');
    await page.getByRole('button', { name: /annehmen/ }).click();
    await expect.poll(() => page.getByTestId('till-number').innerText()).toContain('T-201-000003');
    await next(page);
    await page.context().setOffline(false);
    await page.getByTestId('queue').waitFor({ state: 'detached', timeout: 30_000 });

    await page.getByLabel('Menü').click();
    await page.getByRole('menuitem', { name: 'Schicht' }).click();
    await page.getByRole('button', { name: 'Kassenlade zählen' }).click();
    // 200.00 at the start, 10.10 for the cheese and 13.90 for the mug.
    for (const [value, pieces] of [
      ['200.00', '1'],
      ['20.00', '1'],
      ['2.00', '2'],
    ] as const) {
      await page.getByLabel(new RegExp(`^Anzahl CHF\\s${value}$`)).fill(pieces);
    }
    await page.getByRole('button', { name: 'Zählung speichern' }).click();
    await page.getByRole('button', { name: 'Schicht schließen' }).click();
    await page.getByText('Die Schicht ist geschlossen.').waitFor();
    const report = await page.getByTestId('receipt').innerText();
    await takeScreenshot(page, 'register-german-z-report');
    expect(report).toMatch(/\*\*\* Z-BERICHT \d+ \*\*\*/);
    expect(report).toMatch(/Bareinnahmen +24\.00/);
    expect(report).toMatch(/Erwartet CHF +224\.00/);
    expect(report).toMatch(/Gezählt +224\.00/);
  });
});
