import type { Page, Screens } from './browser.js';

const PINS: Record<string, string> = { EMP001: '1234', EMP002: '2345', EMP003: '3456' };

export async function standAt(page: Page, terminal: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Store' }).click();
  await page.getByRole('option', { name: 'Tillhouse Downtown' }).click();
  await page.getByLabel('Terminal').fill(terminal);
}

/** Somebody of the demo staff, logged in at a till of their own whose goods are loaded. */
export async function logInAtTill(
  screens: Screens,
  employee: string,
  terminal: string,
  options: Parameters<Screens['open']>[1] = {},
): Promise<Page> {
  const page = await screens.open('/app/register/', options);
  await standAt(page, terminal);
  await page.getByLabel('Employee number').fill(employee);
  await page.getByLabel('PIN').fill(PINS[employee] ?? '');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByLabel('Search or scan').waitFor();
  await page.locator('[data-sku="MUG-WHITE"]').first().waitFor();
  return page;
}
