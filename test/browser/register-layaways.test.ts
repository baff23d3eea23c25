import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Screens,
  screenshotBothSchemes,
} from '../support/browser.js';
import { addToCart, logInAtTill, openFromMenu, payPart, says } from '../support/till.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('layaways at the register', () => {
  let screens: Screens;
  beforeAll(async () => {
    screens = await openScreens();
  });
  afterAll(() => screens?.close());

  const layaway = async (number: string) =>
    (
      await screens.shop.call('GET', `/layaways/${number}/`, {
        token: await screens.shop.officeToken('admin'),
      })
    ).body;

  it('take a deposit, an instalment at another till and the rest', async () => {
    const page = await logInAtTill(screens, 'EMP001', 'T-085');
    await addToCart(page, 'TEE-BLACK-M');
    await page.getByRole('button', { name: 'Layaway' }).click();
    const dialog = page.getByRole('dialog', { name: 'Layaway' });
    await dialog.getByText('Choose the customer first.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByTestId('customer').click();
    await page.getByLabel('Find a customer').fill('shopper@example.com');
    await page.getByRole('button', { name: /Riley Shopper/ }).click();
    await page.getByTestId('customer').filter({ hasText: 'Riley Shopper' }).waitFor();

    await page.getByRole('button', { name: 'Layaway' }).click();
    await dialog.getByText('They cost $27.06').waitFor();
    await dialog.getByLabel('Deposit').fill('10');
    await screenshotBothSchemes(page, 'register-layaway');
    expect(await axeProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Take the deposit and keep the goods' }).click();
    const kept = await dialog.getByTestId('kept').innerText();
    expect(kept).toContain('$17.06 to pay by');
    const number = kept.match(/TXN-\d{8}-[0-9A-F]{8}/)?.[0] ?? '';
    expect(await layaway(number)).toMatchObject({ status: 'open', total_paid: '10.00' });
    await page.keyboard.press('Escape');
    await page.getByText('Ready for the next customer').waitFor();

    const other = await logInAtTill(screens, 'EMP002', 'T-086');
    await openFromMenu(other, 'Layaway');
    const list = other.getByRole('dialog', { name: 'Layaway' });
    await list.getByTestId(`layaway-${number}`).waitFor();
    await screenshotBothSchemes(other, 'register-layaways');
    expect(await axeProblems(other)).toEqual([]);
    await list.getByRole('button', { name: 'Take a payment' }).click();
    await other.getByRole('dialog', { name: 'Payment' }).waitFor();
    await other.keyboard.press('Escape');
    await other.getByText('Layaway of Riley Shopper.').waitFor();
    expect(await payPart(other, '7.00')).toBe(number);
    expect(await layaway(number)).toMatchObject({ total_paid: '17.00', amount_due: '10.06' });
    await other.getByRole('button', { name: 'Leave open' }).click();
    await other.getByText('Ready for the next customer').waitFor();

    await openFromMenu(other, 'Layaway');
    await list.getByRole('button', { name: 'Take a payment' }).click();
    await other.getByRole('button', { name: 'Exact' }).click();
    await says(other, 'change').toBe('$0.00');
    expect(await layaway(number)).toMatchObject({ status: 'completed', amount_due: '0.00' });
  });

  it('take the deposit on the card reader', async () => {
    const page = await logInAtTill(screens, 'EMP001', 'T-087');
    await addToCart(page, 'TEE-BLACK-M');
    await page.getByTestId('customer').click();
    await page.getByLabel('Find a customer').fill('shopper@example.com');
    await page.getByRole('button', { name: /Riley Shopper/ }).click();
    await page.getByTestId('customer').filter({ hasText: 'Riley Shopper' }).waitFor();
    await page.getByRole('button', { name: 'Layaway' }).click();
    const dialog = page.getByRole('dialog', { name: 'Layaway' });
    await dialog.getByText('Card', { exact: true }).click();
    await dialog.getByLabel('Deposit').fill('12');
    await dialog.getByRole('button', { name: 'Take the deposit and keep the goods' }).click();
    const payment = page.getByRole('dialog', { name: 'Payment' });
    await payment.getByText('Remaining amount').waitFor();
    await payment.getByText('$15.06').first().waitFor();
    await page.keyboard.press('Escape');
    const part = page.getByTestId('part-paid');
    await part.getByText('Layaway of Riley Shopper.').waitFor();
    const number = (await part.innerText()).match(/TXN-\d{8}-[0-9A-F]{8}/)?.[0] ?? '';
    expect(await layaway(number)).toMatchObject({ status: 'open', total_paid: '12.00' });
  });
});
