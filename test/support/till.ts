import { expect } from 'vitest';
import type { OpenOptions, Page, Screens } from './browser.js';
import { soon } from './soon.js';

const PINS: Record<string, string> = { EMP001: '1234', EMP002: '2345', EMP003: '3456' };

export async function chooseTerminal(page: Page, terminal: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Store' }).click();
  await page.getByRole('option', { name: 'Tillhouse Downtown' }).click();
  await page.getByLabel('Till', { exact: true }).fill(terminal);
}

/** The size that the register is made for. */
export const TABLET = { width: 1024, height: 768 };

const savedLogins = new Map<string, Promise<Record<string, string>>>();

/** The localStorage entries that the register writes at a login. */
function savedLogin(screens: Screens, employee: string): Promise<Record<string, string>> {
  const known = savedLogins.get(employee) ?? logInThroughForm(screens, employee);
  savedLogins.set(employee, known);
  return known;
}

async function logInThroughForm(
  screens: Screens,
  employee: string,
): Promise<Record<string, string>> {
  const page = await screens.open('/app/register/');
  await chooseTerminal(page, 'T-001');
  await page.getByLabel('Employee number').fill(employee);
  // The pad is for the PIN, although the number has the focus.
  for (const digit of PINS[employee] ?? '') {
    await page.getByRole('button', { name: `Digit ${digit}` }).click();
  }
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Search or scan').waitFor();
  return page.evaluate<Record<string, string>>('({ ...localStorage })');
}

/** A register page with a demo employee logged in and the products loaded. */
export async function logInAtTill(
  screens: Screens,
  employee: string,
  terminal: string,
  how: Pick<OpenOptions, 'viewport'> = {},
): Promise<Page> {
  const saved = await savedLogin(screens, employee);
  const moved = (name: string) =>
    JSON.stringify({ ...JSON.parse(saved[`tillhouse.register.${name}`] ?? ''), terminal });
  const page = await screens.open('/app/register/', {
    ...how,
    kept: {
      'tillhouse.register.login': JSON.stringify({
        access: await screens.shop.tillToken(employee, terminal),
      }),
      'tillhouse.register.place': moved('place'),
      'tillhouse.register.session': moved('session'),
    },
    // The store's current settings; those of the saved login may be older.
    needs: '/stores/*/',
  });
  await page.locator('[data-sku="MUG-WHITE"]').first().waitFor();
  return page;
}

/** Puts one piece of the product into the cart. */
export async function addToCart(page: Page, sku: string): Promise<void> {
  const tile = page.locator(`button[data-skus~="${sku}"]`);
  const isOnly = (await tile.getAttribute('data-sku')) === sku;
  await tile.click();
  if (!isOnly) await page.getByRole('dialog').locator(`button[data-sku="${sku}"]`).click();
}

/** Polls the text of an element until the page has rendered the last action. */
export const says = (page: Page, id: string) =>
  expect.poll(() => page.getByTestId(id).innerText(), soon);

/** Opens a dialog of the till's menu. */
export async function openFromMenu(page: Page, name: string): Promise<void> {
  await page.getByLabel('Menu').click();
  await page.getByRole('menuitem', { name }).click();
}

/** Takes the amount of the current sale from the card reader. */
export async function chargeCard(page: Page, amount: string): Promise<void> {
  await page.getByText('Card', { exact: true }).click();
  await page.getByLabel('Amount', { exact: true }).fill(amount);
  await page.getByRole('button', { name: `Charge $${amount} to the card` }).click();
}

/** Takes a part of the current sale in cash and closes the payment. */
export async function payPart(page: Page, amount: string): Promise<string> {
  await page.getByTestId('pay').click();
  await page.getByLabel('Amount received').fill(amount);
  await page.getByRole('button', { name: `Take $${amount} and split the rest` }).click();
  await page.getByText('Remaining amount').waitFor();
  await page.keyboard.press('Escape');
  return (await page.getByTestId('part-paid').innerText()).match(/TXN-\S+/)?.[0] ?? '';
}

/**
 * Types like a scanner: all keys at once, without waiting for the page. The page stays busy until
 * all keys are queued; on a slow machine they would otherwise arrive at typing speed.
 */
export async function scan(page: Page, code: string): Promise<void> {
  const device = await page.context().newCDPSession(page);
  const keys = [...code].map(text => ({ type: 'keyDown' as const, key: text, text }));
  const enter = { type: 'keyDown' as const, key: 'Enter', code: 'Enter', text: '\r' };
  const busy = 'const end = performance.now() + 300; while (performance.now() < end);';
  await Promise.all([
    device.send('Runtime.evaluate', { expression: `{ ${busy} }` }),
    ...[...keys, enter].map(key => device.send('Input.dispatchKeyEvent', key)),
  ]);
  await device.detach();
}

/** Whether the text of such an element is cut off. */
export const isCut = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate<boolean>(`[...document.querySelectorAll(${JSON.stringify(selector)})].some(
    one => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)`);
