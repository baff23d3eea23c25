import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
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

  it('takes goods back and closes its shift without a connection', async () => {
    const { shop } = screens;
    const body = { offline_return_limit: '50.00' };
    const token = await shop.officeToken('admin');
    expect((await shop.call('PATCH', '/stores/ZURICH/', { token, body })).status).toBe(200);
    const page = await logIn('Tillhouse Zürich', 'T-202', 'EMP006', '6789');
    const open = async (name: string): Promise<void> => {
      await page.getByLabel('Menü').click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    await open('Schicht');
    await page.getByRole('dialog').getByRole('button', { name: 'Schicht öffnen' }).click();
    await page.getByRole('button', { name: 'Kassenlade zählen' }).waitFor();
    await page.keyboard.press('Escape');

    await page.context().setOffline(true);
    await page.getByTestId('offline').waitFor();
    await addToCart(page, 'MUG-WHITE');
    expect(await receiptOf(page)).toContain('Beleg T-202-000001');
    await page.keyboard.press('Escape');
    await next(page);
    await open('Rückgabe');
    await page.getByText('Keine Verbindung: bar bezahlte Artikel werden bar erstattet').waitFor();
    await page.getByLabel('Belegnummer').fill('T-202-000001');
    await page.getByRole('button', { name: 'Verkauf suchen' }).click();
    await page.getByText('An dieser Kasse verkauft').waitFor();
    await page.getByLabel(/^Menge: /).fill('1');
    const refund = page.getByRole('button', { name: /^CHF\s13\.90 bar erstatten$/ });
    await refund.waitFor();
    await takeScreenshot(page, 'register-german-return-offline');
    expect(await axeProblems(page)).toEqual([]);
    await refund.click();
    await page.getByText(/^Erstattet: CHF\s13\.90$/).waitFor();
    const slip = await page.getByTestId('receipt').innerText();
    expect(slip).toContain('Journal T-202, Eintrag 3');
    expect(slip).toMatch(/-13\.90/);
    await takeScreenshot(page, 'register-german-return-slip');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await open('Schicht');
    await page.getByText('Die Kasse ist offline.').waitFor();
    await page.getByRole('button', { name: 'Zählen und Schicht schließen' }).click();
    await page.getByLabel(/^Anzahl CHF\s100\.00$/).fill('1');
    await takeScreenshot(page, 'register-german-count-offline');
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Schicht schließen' }).click();
    await page.getByText('Die Schicht ist geschlossen. Der Z-Bericht folgt').waitFor();
    await page.context().setOffline(false);
    await page.getByTestId('queue').waitFor({ state: 'detached', timeout: 30_000 });
    const entries = await statement(
      shop.platform.db,
      `select kind, status, reason from till_journal where terminal_id = 'T-202' order by counter`,
    );
    const booked = (kind: string) => ({ kind, status: 'accepted', reason: null });
    expect(entries).toEqual(['shift_open', 'sale', 'return', 'shift_close'].map(booked));
    const [shift] = (await shop.call('GET', '/cash-management/shifts/?terminal=T-202', { token }))
      .body;
    // 100.00 + 13.90 − 13.90
    expect(shift).toMatchObject({ status: 'closed', expected_amount: '100.00', variance: '0.00' });
  });
});
