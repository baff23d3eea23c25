import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Page,
  type Screens,
  screenshotBothSchemes,
} from '../support/browser.js';
import { addToCart, logInAtTill, openFromMenu, says } from '../support/till.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('exchanges at the register', () => {
  let screens: Screens;
  let nextTill = 80;
  beforeAll(async () => {
    screens = await openScreens();
  });
  afterAll(() => screens?.close());

  const till = (employee = 'EMP001'): Promise<Page> => {
    nextTill += 1;
    return logInAtTill(screens, employee, `T-0${nextTill}`);
  };
  const payCash = (page: Page) => page.getByRole('button', { name: 'Exact' }).click();
  /** Sells one piece, for cash unless `pay` says otherwise, and finds its receipt in the return dialog. */
  const sellAndFind = async (
    page: Page,
    sku: string,
    pay = () => payCash(page),
  ): Promise<string> => {
    await addToCart(page, sku);
    await page.getByTestId('pay').click();
    await pay();
    const number = (await page.getByTestId('sale-number').innerText()).replace('Sale ', '');
    await page.getByRole('button', { name: 'Next customer' }).click();
    await openFromMenu(page, 'Return');
    const dialog = page.getByRole('dialog', { name: 'Return' });
    await dialog.getByLabel('Receipt number').fill(number);
    await dialog.getByRole('button', { name: 'Find sale' }).click();
    return number;
  };
  const newSaleOf = async (number: string) => {
    const token = await screens.shop.officeToken('admin');
    const { body } = await screens.shop.call('GET', `/returns/?transaction=${number}`, { token });
    const fresh = body[0].exchange_transaction;
    return (await screens.shop.call('GET', `/transactions/${fresh}/`, { token })).body;
  };

  it('swaps a size with three taps after the number of the receipt', async () => {
    const page = await till();
    const number = await sellAndFind(page, 'TEE-BLACK-M');
    await page.getByRole('button', { name: /^Exchange: / }).click();
    const dialog = page.getByRole('dialog', { name: /^Exchange / });
    await dialog.getByRole('button', { name: /Black Tee, Size L/ }).waitFor();
    await screenshotBothSchemes(page, 'register-exchange');
    expect(await axeProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: /Black Tee, Size L/ }).click();
    await dialog.getByText('replaces the returned item').waitFor();
    await dialog.getByRole('button', { name: 'Show receipt' }).click();
    await dialog.getByText(`Returned goods of ${number}`).waitFor();
    const sale = await newSaleOf(number);
    expect(sale).toMatchObject({ status: 'completed', totalAmount: '27.06' });
    expect(sale.lineItems).toMatchObject([{ sku: 'TEE-BLACK-L' }]);
  });

  it('takes the difference in cash, and refunds one after an approval', async () => {
    const page = await till();
    const number = await sellAndFind(page, 'MUG-WHITE');
    await page.getByRole('button', { name: /^Exchange: / }).click();
    const dialog = page.getByRole('dialog', { name: /^Exchange / });
    await dialog.getByLabel('Other item').fill('TEE-BLACK-M');
    await page.getByRole('option', { name: /TEE-BLACK-M/ }).click();
    await dialog.getByText('The customer pays $13.53').waitFor();
    await dialog.getByLabel('Cash received').fill('20');
    await dialog.getByRole('button', { name: 'Take cash' }).click();
    await dialog.getByText('Change: $6.47').waitFor();
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    expect(await newSaleOf(number)).toMatchObject({ status: 'completed', changeDue: '6.47' });

    const second = await sellAndFind(page, 'TEE-BLACK-M');
    await page.getByRole('button', { name: /^Exchange: / }).click();
    await dialog.getByLabel('Other item').fill('MUG-WHITE');
    await page.getByRole('option', { name: /MUG-WHITE/ }).click();
    await dialog.getByText('The customer gets $13.53 back').waitFor();
    await dialog.getByRole('button', { name: 'Refund the difference' }).click();
    const approval = page.getByRole('dialog', { name: /Refund needs/ });
    await approval.getByLabel('Reason').fill('Too small');
    await approval.getByRole('button', { name: 'Request approval' }).click();
    await approval.getByLabel('Manager’s employee number').fill('EMP003');
    await approval.getByLabel('PIN').fill('3456');
    await approval.getByRole('button', { name: 'Approve with PIN' }).click();
    await dialog.getByText('Refunded: $13.53').waitFor();
    const last = await newSaleOf(second);
    expect(last).toMatchObject({ status: 'completed', totalAmount: '13.53' });

    const access = await screens.shop.officeToken('admin');
    const desk = await screens.open('/app/desk/returns/exchanges', {
      kept: {
        'tillhouse.desk.login': JSON.stringify({ access }),
        'tillhouse.desk.store': 'DOWNTOWN',
      },
    });
    const row = desk.getByRole('row').filter({ hasText: second });
    await row.getByText('$13.53 refunded').waitFor();
    await row.getByText('Casey Nguyen').waitFor();
    await desk.getByRole('row').filter({ hasText: number }).getByText('$13.53 paid').waitFor();
    await desk.getByLabel('Employee number').fill('EMP003');
    await desk.getByRole('button', { name: 'Show' }).click();
    await desk.getByText('No exchanges found').waitFor();
    await desk.getByLabel('Employee number').fill('');
    await desk.getByRole('button', { name: 'Show' }).click();
    await row.getByRole('link', { name: /^New sale / }).click();
    await desk.getByRole('dialog').getByText(last.transactionId).first().waitFor();
  });

  it('gives the difference back as it was paid, with the slip of the card terminal', async () => {
    const made = await screens.shop.call('POST', '/payment-methods/', {
      token: await screens.shop.officeToken('admin'),
      body: {
        code: 'slip',
        name: 'Terminal',
        method_type: 'card',
        requires_reference: true,
        display_order: 99,
      },
    });
    expect(made.status).toBe(201);
    const page = await till('EMP003');
    const number = await sellAndFind(page, 'TEE-BLACK-M', async () => {
      await page.getByText('Terminal', { exact: true }).click();
      await page.getByLabel('Slip number').fill('0815-5001');
      await page.getByRole('button', { name: 'Take $27.06' }).click();
    });
    await page.getByRole('button', { name: /^Exchange: / }).click();
    const dialog = page.getByRole('dialog', { name: /^Exchange / });
    await dialog.getByLabel('Other item').fill('MUG-WHITE');
    await page.getByRole('option', { name: /MUG-WHITE/ }).click();
    await dialog.getByText('The customer gets $13.53 back').waitFor();
    expect(await dialog.getByRole('radio', { name: 'Original payment' }).isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Refund the difference' }).click();
    await dialog.getByText('Not refunded yet: $13.53').waitFor();
    await dialog.getByText('Refund it on the card terminal now').waitFor();
    expect(await dialog.getByTestId('refunds').getByText('$13.53').count()).toBe(1);
    await screenshotBothSchemes(page, 'register-exchange-terminal');
    expect(await axeProblems(page)).toEqual([]);
    await dialog.getByLabel('Slip number').fill('0815-5002');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await says(page, 'refunds').toContain('Refunded on the card terminal.');
    const token = await screens.shop.officeToken('admin');
    const { body } = await screens.shop.call('GET', `/transactions/${number}/`, { token });
    expect(body.payment_records[0].refunds).toMatchObject([
      { way: 'store_credit', amount: '13.53' },
      { status: 'succeeded', way: 'external', amount: '13.53', reference: '0815-5002' },
    ]);
  });

  it('charges the difference on the card reader like any sale', async () => {
    const page = await till();
    const number = await sellAndFind(page, 'MUG-WHITE');
    await page.getByRole('button', { name: /^Exchange: / }).click();
    const dialog = page.getByRole('dialog', { name: /^Exchange / });
    await dialog.getByLabel('Other item').fill('BEANS-1KG');
    await page.getByRole('option', { name: /BEANS-1KG/ }).click();
    await dialog.getByRole('button', { name: 'Take card' }).click();
    await dialog.getByText('The customer pays $4.47').waitFor();
    await dialog.getByRole('button', { name: 'Take card' }).click();
    await page.getByText('Card', { exact: true }).click();
    await page.getByRole('button', { name: 'Charge $4.47 to the card' }).click();
    await page.getByRole('button', { name: 'Next customer' }).waitFor();
    expect(await newSaleOf(number)).toMatchObject({ status: 'completed', totalPaid: '18.00' });
  });
});
