import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Screens,
  screenshotBothSchemes,
} from '../support/browser.js';
import { mailsTo } from '../support/mails.js';
import { soon } from '../support/soon.js';
import { addToCart, logInAtTill } from '../support/till.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('the digital receipt', () => {
  let screens: Screens;
  beforeAll(async () => {
    screens = await openScreens();
  });
  afterAll(() => screens?.close());

  it('is scanned from the till, or sent to the address of the customer', async () => {
    const page = await logInAtTill(screens, 'EMP001', 'T-071');
    await addToCart(page, 'MUG-WHITE');
    await page.getByTestId('customer').click();
    await page.getByLabel('Find a customer').fill('riley shopper');
    await page.getByRole('button', { name: /Riley Shopper/ }).click();
    await page.getByTestId('pay').click();
    await page.getByRole('button', { name: 'Exact amount' }).click();
    const done = page.getByRole('dialog', { name: 'Paid' });
    const number = (await done.getByTestId('sale-number').innerText()).replace('Sale ', '');
    await done.getByRole('button', { name: 'Digital receipt' }).click();
    const code = done.getByRole('img', { name: 'QR code of the receipt' });
    const url = new URL((await code.getAttribute('data-content')) ?? '');
    const address = done.getByLabel('Email address');
    await expect.poll(() => address.inputValue(), soon).toBe('shopper@example.com');
    await screenshotBothSchemes(page, 'register-digital-receipt');
    expect(await axeProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await screenshotBothSchemes(page, 'register-digital-receipt-phone');
    await page.setViewportSize({ width: 1280, height: 800 });
    await address.fill('riley.other@example.com');
    await done.getByRole('button', { name: 'Send' }).click();
    await done.getByText('The receipt is on its way to riley.other@example.com.').waitFor();
    const [mail] = await mailsTo(screens.shop, 'riley.other@example.com');
    expect(JSON.stringify(mail)).toContain(number);

    const phone = await screens.open(url.pathname, { viewport: { width: 390, height: 844 } });
    await phone.getByText(number).first().waitFor();
    await phone.getByText('White Mug').waitFor();
    expect(await phone.getByText(/Riley|shopper@/).count()).toBe(0);
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });
});
