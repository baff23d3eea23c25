import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSetupLink } from '../../src/domains/people/index.js';
import {
  axeProblems,
  type BrowserContext,
  browserOrSkip,
  openScreens,
  type Page,
  type Screens,
  screenshotBothSchemes,
} from '../support/browser.js';
import { checkDesk, soon } from '../support/desk.js';
import { makeTempFolder } from '../support/postgres.js';
import { addToCart, says } from '../support/till.js';

const canRun = await browserOrSkip();
const SLOW_MS = 180_000;

/** Only screens: the database is empty, and the one thing from outside is the printed link. */
describe.runIf(canRun)('an empty shop', { timeout: SLOW_MS }, () => {
  let screens: Screens;
  let folder: string;
  let desk: BrowserContext;
  let device: BrowserContext;

  beforeAll(async () => {
    folder = await makeTempFolder();
    screens = await openScreens({ demo: false, env: { DATA_DIR: folder, DEMO_DATA: 'false' } });
    // Opened outside of a test, so that they stay open for all of them.
    desk = (await screens.open('/app/desk/')).context();
    device = (await screens.open('/app/register/')).context();
  });
  afterAll(async () => {
    await screens?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const at = (path: string): Promise<Page> => screens.open(path, { context: desk });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
  const step = (page: Page, name: string, status: string) =>
    page.locator(`[data-testid="step-${name}"][data-status="${status}"]`);
  const choose = async (page: Page, label: string, option: string): Promise<void> => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  it('has an administrator after the link that the start printed', async () => {
    const page = await at('/app/desk/');
    await page.getByText('This installation has no administrator yet').waitFor();
    await checkDesk(page, 'no-administrator');
    const link = new URL((await makeSetupLink(screens.shop.platform)) ?? '');
    await page.goto(`${screens.url}${link.pathname}${link.hash}`);
    await page.getByRole('heading', { level: 1, name: 'Open your shop' }).waitFor();
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Username').fill('ada');
    await page.getByLabel('Password', { exact: true }).fill('analytical-engine');
    await checkDesk(page, 'first-administrator');
    await button(page, 'Create administrator').click();
    await page.getByRole('heading', { level: 1, name: 'First steps' }).waitFor();
    expect(new URL(page.url()).hash).toBe('');
    await step(page, 'administrator', 'done').waitFor();
  });

  it('opens a store whose country suggests currency and taxes', async () => {
    const page = await at('/app/desk/');
    await field(page, 'Name of the store').fill('Corner Shop');
    await choose(page, 'Country', 'Germany');
    await field(page, 'City').fill('Hamburg');
    expect(await page.getByRole('combobox', { name: 'Currency' }).inputValue()).toBe('EUR');
    expect(await field(page, 'Standard rate').inputValue()).toBe('19');
    await choose(page, 'Language', 'English');
    await checkDesk(page, 'setup-store');
    await button(page, 'Open the store').click();
    await step(page, 'store', 'done').waitFor();
    await button(page, 'Save payment methods').waitFor();
  });

  it('takes payments, has sample products and a till, and puts the rest off', async () => {
    const page = await at('/app/desk/setup');
    await page.getByRole('checkbox', { name: 'Card, connected' }).check();
    await button(page, 'Save payment methods').click();
    await step(page, 'payment_methods', 'done').waitFor();
    await button(page, 'Add sample products').click();
    await step(page, 'products', 'done').waitFor();
    await button(page, 'New till').click();
    const dialog = page.getByRole('dialog', { name: 'New till' });
    await dialog.getByLabel('Till ID').fill('T-1');
    await dialog.getByRole('button', { name: 'Add till' }).click();
    await step(page, 'till', 'done').waitFor();
    await step(page, 'staff', 'open').getByRole('button', { name: 'Skip for now' }).click();
    await step(page, 'staff', 'skipped').waitFor();
    await checkDesk(page, 'setup-skipped');
  });

  it('is taken up again where it was left', async () => {
    const page = await at('/app/desk/');
    await page.getByText('Your shop is not set up completely').waitFor();
    await page.getByRole('link', { name: 'Continue' }).click();
    await step(page, 'staff', 'skipped').getByRole('button', { name: 'Staff and PINs' }).click();
    await button(page, 'New user').click();
    const dialog = page.getByRole('dialog', { name: 'New user' });
    await dialog.getByLabel('First name').fill('Kim');
    await dialog.getByLabel('Employee number').fill('100');
    await dialog.getByLabel('PIN', { exact: true }).fill('4711');
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await step(page, 'staff', 'done').waitFor();
  });

  it('pairs a device by the QR code of a till', async () => {
    const page = await at('/app/desk/tills');
    await button(page, 'Pair a device: T-1').click();
    const code = page.getByRole('img', { name: /QR code/ });
    const link = new URL((await code.getAttribute('data-content')) ?? '');
    expect(link.origin).toBe(screens.url);
    await checkDesk(page, 'pairing-qr');
    const till = await screens.open(link.pathname + link.hash, { context: device });
    await till.getByRole('heading', { name: 'Pair this device' }).waitFor();
    await screenshotBothSchemes(till, 'register-scanned');
    expect(await axeProblems(till)).toEqual([]);
    await button(till, 'Pair').click();
    await till.getByText('Paired with till T-1 · Corner Shop').waitFor();
    expect(new URL(till.url()).hash).toBe('');
  });

  it('sells for cash, and the first steps are done', async () => {
    const till = await screens.open('/app/register/', { context: device });
    await till.getByLabel('Employee number').fill('100');
    await till.getByLabel('PIN').fill('4711');
    await button(till, 'Sign in').click();
    await addToCart(till, 'SAMPLE-COFFEE');
    await says(till, 'total').toBe('€9.00');
    await till.getByTestId('pay').click();
    await till.getByRole('button', { name: '€10.00' }).click();
    await says(till, 'change').toBe('€1.00');
    const page = await at('/app/desk/setup');
    await page.getByRole('heading', { name: 'Your shop is ready' }).waitFor();
    await step(page, 'test_sale', 'done').waitFor();
    await checkDesk(page, 'setup-finished');
    await page.goto(`${screens.url}/app/desk/transactions`);
    const row = page.getByRole('row', { name: /TXN-/ });
    await expect.poll(() => row.count(), soon).toBe(1);
    expect(await row.innerText()).toContain('€9.00');
  });
});
