import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardOf, sellCard } from '../stored-value/support.js';
import { browserOrSkip, openScreens, type Page, type Screens } from '../support/browser.js';
import { checkDesk, type Desk, openDesk, showDesk, soon } from '../support/desk.js';
import { counterOf } from '../transactions/support.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('stored value at the manager desk', () => {
  let screens: Screens;
  let desk: Desk;
  let code: string;

  beforeAll(async () => {
    screens = await openScreens();
    desk = await openDesk(screens);
    code = (await sellCard(counterOf(screens.shop), '40.00')).code;
  });
  afterAll(() => screens?.close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const find = async (page: Page, typed: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'Code of the card' }).fill(typed);
    await button(page, 'Find').click();
  };
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

  it('finds a card by its code, blocks it with a reason and lifts the block', async () => {
    const page = await desk.at('/stored-value');
    await find(page, 'WRONGWRONGWRONGW');
    await page.getByRole('alert').waitFor();
    await find(page, code);
    const name = `Gift card ••••${code.slice(-4)}`;
    await page.getByRole('heading', { name }).waitFor();
    await page.getByRole('row', { name: /^Issued TXN-.*\$40\.00 \$40\.00$/ }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Code of the card' }).inputValue()).toBe('');
    await showDesk(page, 'stored-value');
    await fitsPhone(page, 'stored-value-phone');
    await button(page, 'Block').click();
    const form = page.getByRole('dialog', { name: `Block ${name}?` });
    await form.getByLabel('Reason').fill('Lost on the train');
    await checkDesk(page, 'stored-value-block');
    await form.getByRole('button', { name: 'Block' }).click();
    await page.getByText(/^Lost on the train · /).waitFor();
    expect(await cardOf(screens.shop, code)).toMatchObject({ status: 'blocked', balance: '40.00' });
    await button(page, `Unblock: ${name}`).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click();
    await button(page, 'Block').waitFor();
    expect(await cardOf(screens.shop, code)).toMatchObject({ status: 'active' });
  });

  it('shows what is owed per kind and currency on a day', async () => {
    const page = await desk.at('/stored-value');
    await page.getByRole('tab', { name: 'Liability' }).click();
    // The demo's card of 50.00 and the one that was sold here.
    await page.getByRole('row', { name: /^Gift cards · USD 2 .*\$90\.00$/ }).waitFor();
    await page.getByRole('row', { name: /^Points 1 / }).waitFor();
    await showDesk(page, 'liability');
    await fitsPhone(page, 'liability-phone');
    await page.getByLabel('Day').fill('2020-01-01');
    await page.getByText('Nothing is owed at the end of this day').waitFor();
  });

  it('lists cards, gives one with the approval of a second person, and corrects it', async () => {
    const { shop } = screens;
    const admin = await shop.officeToken('admin');
    const body = { approval_policy: { value_above: '50.00' } };
    await shop.call('PATCH', '/stores/DOWNTOWN/', { token: admin, body });
    const page = await desk.at('/stored-value');
    const sold = page.getByRole('row', { name: new RegExp(`••••${code.slice(-4)}`) });
    await sold.getByText(/^TXN-/).waitFor();
    await showDesk(page, 'stored-value-list');
    await fitsPhone(page, 'stored-value-list-phone');
    await button(page, 'Give card or credit').click();
    const form = page.getByRole('dialog', { name: 'Give card or credit' });
    await form.getByLabel('Amount').fill('60');
    await form.getByLabel('Reason').fill('Parcel was late');
    await form.getByRole('button', { name: 'Give', exact: true }).click();
    await form.getByText('The amount needs the approval of a second person.').waitFor();
    await form.getByRole('button', { name: 'Ask for approval' }).click();
    await form.getByText('Waiting for approval…').waitFor();
    await checkDesk(page, 'stored-value-give');
    const [request] = (await shop.call('GET', '/pos/approvals/?status=pending', { token: admin }))
      .body;
    await shop.call('POST', `/pos/approvals/${request.request_id}/approve/`, { token: admin });
    await form.getByText('Approved. Send the form again.').waitFor();
    await form.getByRole('button', { name: 'Give', exact: true }).click();
    const shown = page.getByRole('dialog', { name: 'Code of the card' });
    const given = (await shown.locator('pre').innerText()).trim();
    expect(await cardOf(shop, given)).toMatchObject({ balance: '60.00' });
    await shown.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('textbox', { name: 'Search' }).fill(given.slice(-4));
    const name = `Gift card ••••${given.slice(-4)}`;
    await button(page, name).click();
    await page.getByText('Parcel was late').first().waitFor();
    await button(page, 'Correct balance').click();
    const change = page.getByRole('dialog', { name: `Correct the balance of ${name}` });
    await change.getByLabel('Change').fill('-12.50');
    await change.getByLabel('Reason').fill('Typing error');
    await change.getByText('New balance: $47.50').waitFor();
    await checkDesk(page, 'stored-value-correct');
    await change.getByRole('button', { name: 'Correct' }).click();
    await page.getByRole('row', { name: /^Corrected Typing error.*-\$12\.50 \$47\.50$/ }).waitFor();
    await showDesk(page, 'stored-value-card');
    expect(await cardOf(shop, given)).toMatchObject({ balance: '47.50' });
  });
});
