import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Screens,
  screenshotBothSchemes,
  takeScreenshot,
} from '../support/browser.js';
import { addToCart, logInAtTill, openFromMenu, says } from '../support/till.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('held sales at the register', () => {
  let screens: Screens;
  beforeAll(async () => {
    screens = await openScreens();
  });
  afterAll(() => screens?.close());

  const heldSales = async () =>
    (
      await screens.shop.call('GET', '/pos/held-sales/', {
        token: await screens.shop.tillToken('EMP003', 'T-097'),
      })
    ).body;
  const waitFor = async (expected: object[]) =>
    expect.poll(heldSales, { timeout: 20_000 }).toMatchObject(expected);

  it('are parked at one till, continued at another one, put back and sold', async () => {
    const first = await logInAtTill(screens, 'EMP001', 'T-095');
    const second = await logInAtTill(screens, 'EMP002', 'T-096');
    await addToCart(first, 'MUG-WHITE');
    await first.getByRole('button', { name: 'Pickup and note' }).click();
    const names = first.getByRole('dialog', { name: 'Pickup and note' });
    await names.getByLabel('Pickup name').fill('Mrs. Byron');
    await names.getByLabel('Note', { exact: true }).fill('Fetches her purse');
    expect(await axeProblems(first)).toEqual([]);
    await names.getByRole('button', { name: 'Save' }).click();
    await names.waitFor({ state: 'detached' });
    await first.getByRole('button', { name: 'Park', exact: true }).click();
    await first.getByText('Ready for the next customer').waitFor();
    await waitFor([{ name: 'Mrs. Byron', status: 'held', terminal_id: 'T-095' }]);
    // Its own till resumes it without a connection, and claims it afterwards.
    await first.context().setOffline(true);
    await first.getByTestId('offline').waitFor();
    await openFromMenu(first, 'Parked sales');
    const own = first.getByRole('dialog', { name: 'Parked sales' });
    await own.getByText('Parked at this till').waitFor();
    await takeScreenshot(first, 'register-held-offline');
    await own.getByRole('button', { name: 'Resume' }).click();
    await says(first, 'total').toBe('$13.53');
    await first.context().setOffline(false);
    await waitFor([{ status: 'resumed', terminal_id: 'T-095', version: 2 }]);
    await first.getByRole('button', { name: 'Park', exact: true }).click();
    await waitFor([{ name: 'Mrs. Byron', status: 'held', terminal_id: 'T-095', version: 3 }]);

    await second.reload();
    await second.locator('[data-sku="MUG-WHITE"]').first().waitFor();
    await openFromMenu(second, 'Parked sales');
    const list = second.getByRole('dialog', { name: 'Parked sales' });
    await list.getByText('Mrs. Byron').waitFor();
    await list.getByText('Fetches her purse').waitFor();
    await list.getByText('$13.53').waitFor();
    await screenshotBothSchemes(second, 'register-held');
    expect(await axeProblems(second)).toEqual([]);
    await list.getByRole('button', { name: 'Resume' }).click();
    await says(second, 'total').toBe('$13.53');
    await waitFor([{ status: 'resumed', terminal_id: 'T-096' }]);

    await openFromMenu(first, 'Parked sales');
    await first.getByRole('dialog', { name: 'Parked sales' }).getByText('At till T-096').waitFor();

    await addToCart(second, 'MUG-WHITE');
    await second.getByRole('button', { name: 'Park', exact: true }).click();
    await waitFor([{ status: 'held', terminal_id: 'T-096', total_amount: '27.06', version: 5 }]);
    await openFromMenu(second, 'Parked sales');
    await list.getByRole('button', { name: 'Resume' }).click();
    await says(second, 'total').toBe('$27.06');
    await second.getByTestId('pay').click();
    await second.getByRole('button', { name: 'Exact' }).click();
    await second.getByTestId('sale-number').waitFor();
    const number = (await second.getByTestId('sale-number').innerText()).replace('Sale ', '');
    await waitFor([]);
    const sold = await screens.shop.call('GET', `/transactions/${number}/`, {
      token: await screens.shop.officeToken('admin'),
    });
    expect(sold.body).toMatchObject({
      totalAmount: '27.06',
      pickup_name: 'Mrs. Byron',
      note: 'Fetches her purse',
    });
  });
});
