import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Customers, customersOf } from '../customers/support.js';
import { browserOrSkip, openScreens, type Page, type Screens } from '../support/browser.js';
import { checkDesk, type Desk, openDesk, showDesk, soon } from '../support/desk.js';
import { type Counter, counterOf, mug } from '../transactions/support.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('customers at the manager desk', () => {
  let screens: Screens;
  let desk: Desk;
  let customers: Customers;
  let counter: Counter;

  beforeAll(async () => {
    screens = await openScreens();
    desk = await openDesk(screens);
    customers = customersOf(screens.shop);
    counter = counterOf(screens.shop);
  });
  afterAll(() => screens?.close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
  const open = async (page: Page, typed: string, name: string): Promise<void> => {
    await page.getByRole('searchbox', { name: 'Find customers' }).fill(typed);
    await button(page, name).click();
    await heading(page, name).waitFor();
  };
  /** No table is cut and nothing leaves the screen of a phone. */
  const fitsPhone = async (page: Page, name: string): Promise<void> => {
    await page.setViewportSize({ width: 390, height: 844 });
    const wide = () =>
      page
        .locator('.desk-scroll, html')
        .evaluateAll(all =>
          all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent),
        );
    await expect.poll(wide, soon).toEqual([]);
    await checkDesk(page, name);
    await page.setViewportSize({ width: 1280, height: 800 });
  };

  it('are found while typing, with a typing error, and show their purchases', async () => {
    const ada = await customers.created({
      name: 'Ada Byron',
      phone: '+12125550301',
      notes: 'Prefers to be called in the morning.',
    });
    const sale = await counter.sold({ payment_method_id: 'cash' }, mug({ customer_id: ada }));
    const page = await desk.at('/customers');
    await page.getByRole('row', { name: /Riley Shopper/ }).waitFor();
    await showDesk(page, 'customers');
    await fitsPhone(page, 'customers-phone');
    await open(page, 'ada biron', 'Ada Byron');
    await page.getByText('Prefers to be called in the morning.').waitFor();
    await page.getByText('Spent in 1 sale').waitFor();
    const purchase = page.getByRole('row', { name: new RegExp(`${sale}.*Completed.*\\$13\\.53`) });
    await purchase.waitFor();
    await page.getByRole('row', { name: /Viewed the profile/ }).waitFor();
    await showDesk(page, 'customer');
    await fitsPhone(page, 'customer-phone');
    await purchase.getByRole('button').click();
    await page.getByRole('dialog').getByText(sale).first().waitFor();
  });

  it('are created from what was typed, and a known contact is refused at its field', async () => {
    const page = await desk.at('/customers');
    await page.getByRole('searchbox', { name: 'Find customers' }).fill('Grace Hopper');
    await page.getByText('No customer found').waitFor();
    await button(page, 'New customer').click();
    const form = page.getByRole('dialog', { name: 'New customer' });
    expect(await form.getByLabel('Name').inputValue()).toBe('Grace Hopper');
    await form.getByLabel('Email', { exact: true }).fill('shopper@example.com');
    await button(page, 'Save').click();
    await form.locator('[aria-invalid="true"], [role="alert"]').first().waitFor();
    await checkDesk(page, 'customer-form');
    await form.getByLabel('Email', { exact: true }).fill('grace@example.com');
    await form.getByLabel('Customer group').fill('staff');
    await form.getByLabel('Tax exemption').fill('Embassy');
    await form.getByRole('switch', { name: 'Advertising by email' }).press('Space');
    await button(page, 'Save').click();
    await heading(page, 'Grace Hopper').waitFor();
    const [grace] = (await customers.search('grace@example.com')).body;
    expect((await customers.profile(grace.id)).body).toMatchObject({
      customer_group: 'staff',
      tax_exemption: 'Embassy',
      consent: { email: true, phone: false },
    });
  });

  it('are changed, and merged without losing points or sales', async () => {
    const kept = await customers.created({ name: 'Mary Kept', phone: '+12125550302' });
    const other = await customers.created({ name: 'Mary Other', phone: '+12125550303' });
    await counter.sold({ payment_method_id: 'cash' }, mug({ customer_id: other }));
    const page = await desk.at(`/customers/${kept}`);
    await heading(page, 'Mary Kept').waitFor();
    await button(page, 'Edit').click();
    const form = page.getByRole('dialog', { name: 'Mary Kept' });
    await form.getByLabel('Notes').fill('Collects mugs.');
    await button(page, 'Save').click();
    await page.getByText('Collects mugs.').waitFor();
    await button(page, 'Merge').click();
    const merge = page.getByRole('dialog', { name: 'Merge another record into Mary Kept' });
    await merge.getByRole('combobox', { name: 'Other record' }).fill('mary other');
    await page.getByRole('option', { name: /^Mary Other/ }).click();
    await checkDesk(page, 'customer-merge');
    await merge.getByRole('button', { name: 'Merge' }).click();
    await page.getByText('Merged into Mary Kept').waitFor();
    await page.getByText('Spent in 1 sale').waitFor();
    expect((await customers.profile(kept)).body.purchases).toHaveLength(1);
  });

  it('export their data and are erased after a confirmation', async () => {
    const id = await customers.created({ name: 'Eva Gone', email: 'eva@example.com' });
    const page = await desk.at(`/customers/${id}`);
    await heading(page, 'Eva Gone').waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Export').click(),
    ]);
    const data = JSON.parse(await readFile(await file.path(), 'utf8'));
    expect(data).toMatchObject({ customer_id: id });
    expect(JSON.stringify(data)).toContain('eva@example.com');
    await page.getByRole('row', { name: /Exported the data/ }).waitFor();
    await button(page, 'Erase: Eva Gone').click();
    const confirm = page.getByRole('dialog', { name: 'Erase the data of Eva Gone?' });
    await confirm.waitFor();
    await checkDesk(page, 'customer-erase');
    await confirm.getByRole('button', { name: 'Erase' }).click();
    await page.getByText(/^Erased on/).waitFor();
    expect(await button(page, 'Edit').count()).toBe(0);
    const after = (await customers.profile(id)).body;
    expect([after.email, JSON.stringify(after).includes('Eva')]).toEqual([null, false]);
  });

  it('read German', async () => {
    const page = await desk.at('/customers');
    await button(page, 'Language').click();
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await page.getByRole('searchbox', { name: 'Kunden suchen' }).fill('riley');
    await button(page, 'Riley Shopper').click();
    await page.getByRole('heading', { name: 'Aufrufe des Profils' }).waitFor();
    await fitsPhone(page, 'customer-german-phone');
  });
});
