import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Screens,
  screenshotBothSchemes,
} from '../support/browser.js';
import { mailsTo } from '../support/mails.js';
import { addToCart, logInAtTill, openFromMenu, says } from '../support/till.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('quotes at the register', () => {
  let screens: Screens;
  beforeAll(async () => {
    screens = await openScreens();
  });
  afterAll(() => screens?.close());

  it('save the basket, print and mail it, and become a sale at another till', async () => {
    const page = await logInAtTill(screens, 'EMP001', 'T-075');
    await addToCart(page, 'MUG-WHITE');
    await addToCart(page, 'TEE-BLACK-M');
    await page.getByRole('button', { name: 'Quotes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Quotes' });
    // 12.50 and 25.00 with 8.25 % of tax.
    await dialog.getByText('in writing for $40.59').waitFor();
    await dialog.getByLabel('Customer', { exact: true }).fill('Ada Byron');
    await screenshotBothSchemes(page, 'register-quote');
    expect(await axeProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save as a quote' }).click();
    const saved = await dialog.getByTestId('quoted').innerText();
    expect(saved).toContain('$40.59, valid until');
    const number = saved.match(/Q-\d{6}/)?.[0] ?? '';
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: `PDF to print: ${number}` }).click();
    expect((await download).suggestedFilename()).toBe(`${number}.pdf`);
    await dialog.getByLabel('Email address').fill('ada@quote.test');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('The quote is on its way to ada@quote.test.').waitFor();
    const [mail] = await mailsTo(screens.shop, 'ada@quote.test');
    expect(mail).toMatchObject({ attachment_name: `${number}.pdf` });
    await page.keyboard.press('Escape');
    await page.getByText('Ready for the next customer').waitFor();

    const other = await logInAtTill(screens, 'EMP002', 'T-076');
    await openFromMenu(other, 'Quotes');
    const list = other.getByRole('dialog', { name: 'Quotes' });
    await list.getByLabel('Find a quote').fill('ada b');
    const card = list.getByTestId(`quote-${number}`);
    await screenshotBothSchemes(other, 'register-quotes');
    expect(await axeProblems(other)).toEqual([]);
    await card.getByRole('button', { name: 'Sell' }).click();
    await other.getByRole('dialog', { name: 'Payment' }).waitFor();
    await other.getByRole('button', { name: 'Exact' }).click();
    await says(other, 'change').toBe('$0.00');
    const token = await screens.shop.officeToken('admin');
    const { body } = await screens.shop.call('GET', '/quotes/?status=accepted', { token });
    expect(body).toMatchObject([{ number, total_amount: '40.59' }]);
    const sale = `/transactions/${body[0].transaction_id}/`;
    expect((await screens.shop.call('GET', sale, { token })).body).toMatchObject({
      status: 'completed',
      totalAmount: '40.59',
    });
  });
});
