import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { photo, upload } from '../media/support.js';
import { type Account, deliver, orderAs, signIn } from '../storefront/account-support.js';
import { article } from '../storefront/checkout-support.js';
import {
  axeProblems,
  browserOrSkip,
  type OpenOptions,
  openScreens,
  type Page,
  type Screens,
  screenshotBothSchemes,
} from '../support/browser.js';
import { checkDesk, openDesk } from '../support/desk.js';

const canRun = await browserOrSkip();
const SLOW_MS = 120_000;

describe.runIf(canRun)('the orders of an account', { timeout: SLOW_MS }, () => {
  let screens: Screens;
  let account: Account;
  beforeAll(async () => {
    screens = await openScreens();
    await statement(screens.shop.platform.db, 'update transactions set customer_id = null');
    await statement(screens.shop.platform.db, 'update promotions set is_active = false');
    await article(screens.shop, 'SCREEN-1', { price: '10.00', stock: 50 });
    account = await signIn(screens.shop);
  });
  afterAll(() => screens?.close());

  const order = (quantity: number) => orderAs(screens.shop, account, [['SCREEN-1', quantity]]);

  const looksGood = async (page: Page, name: string): Promise<void> => {
    await screenshotBothSchemes(page, `shop-${name}`);
    expect(await axeProblems(page)).toEqual([]);
  };
  const fits = (page: Page): Promise<boolean> =>
    page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');

  const LABELS = {
    en: { email: 'Email', password: /^Password/, signIn: 'Sign in' },
    de: { email: 'E-Mail', password: /^Passwort/, signIn: 'Anmelden' },
  };

  /** A page of the account, after the login that it asks for. */
  async function signedIn(path: string, how: OpenOptions = {}): Promise<Page> {
    const labels = LABELS[how.locale === 'de-DE' ? 'de' : 'en'];
    const page = await screens.open(`/app/shop${path}`, how);
    await page.getByLabel(labels.email).fill('shopper@example.com');
    await page.getByRole('textbox', { name: labels.password }).fill('shopper-demo');
    await page.getByRole('button', { name: labels.signIn }).click();
    return page;
  }

  it('are listed; one is cancelled before packing', async () => {
    const number = await order(2);
    const page = await signedIn('/orders');
    await page.getByRole('heading', { level: 1, name: 'Your orders' }).waitFor();
    await looksGood(page, 'orders');
    await page.getByRole('link', { name: `Show order ${number}` }).click();
    await page.getByRole('heading', { level: 1, name: `Order ${number}` }).waitFor();
    await looksGood(page, 'own-order');
    await page.getByRole('button', { name: 'Cancel order' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this order?' });
    await dialog.getByLabel('Reason (optional)').fill('Ordered twice');
    await dialog.getByRole('button', { name: 'Cancel order' }).click();
    await page.getByText('This order was cancelled').waitFor();
    await page.getByText('Refund to your card or account').waitFor();
    expect(await page.getByRole('button', { name: 'Cancel order' }).count()).toBe(0);
  });

  it('are returned by a request that the desk accepts', async () => {
    const number = await order(3);
    await deliver(screens.shop, number, 'ship', { carrier_name: 'UPS', tracking_number: '1Z7' });
    const page = await signedIn(`/orders/${number}`);
    const parcel = page.getByRole('link', { name: '1Z7' });
    expect(await parcel.getAttribute('href')).toBe('https://www.ups.com/track?tracknum=1Z7');
    await page.getByText('1 Park Avenue').waitFor();
    await page.getByRole('link', { name: 'SCREEN-1' }).click({ trial: true });
    await page.getByRole('button', { name: 'Return items' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Quantity to return: SCREEN-1').fill('2');
    await looksGood(page, 'return-request');
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await page.getByText('Waiting for the store').waitFor();
    const name = await page.getByText(/^Return RET-/).innerText();
    const ret = name.replace('Return ', '');
    const desk = await openDesk(screens);
    const tab = await desk.at('/returns');
    await tab.getByRole('button', { name: `Accept: ${ret}` }).waitFor();
    await checkDesk(tab, 'returns');
    await tab.getByRole('button', { name: `Accept: ${ret}` }).click();
    const form = tab.getByRole('dialog', { name: `Accept return ${ret}` });
    await form.getByLabel('Note to the customer').fill('Use the label in the parcel.');
    await form.getByRole('button', { name: 'Accept' }).click();
    await tab.getByText(`Return ${ret} accepted`).waitFor();
    await page.reload();
    await page.getByText('The store says: Use the label in the parcel.').waitFor();
  });

  it('of a guest are found by number and email, cancelled and returned', async () => {
    const number = await order(1);
    const page = await screens.open('/app/shop/order', { provokes: true });
    await page.getByLabel('Order number').fill(number);
    await page.getByLabel('Email address').fill('wrong@example.com');
    await page.getByRole('button', { name: 'Show order' }).click();
    await page.getByText(/We found no such order/).waitFor();
    await page.getByLabel('Email address').fill('shopper@example.com');
    await page.getByRole('button', { name: 'Show order' }).click();
    await page.getByRole('heading', { name: `Order ${number}` }).waitFor();
    await page.getByRole('button', { name: 'Cancel order' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this order?' });
    await dialog.getByRole('button', { name: 'Cancel order' }).click();
    await page.getByText('This order was cancelled').waitFor();
    await page.getByText('Refund to your card or account').waitFor();
    const sent = await order(2);
    await deliver(screens.shop, sent, 'ship', { carrier_name: 'UPS' });
    await page.reload();
    await page.getByLabel('Order number').fill(sent);
    await page.getByLabel('Email address').fill('shopper@example.com');
    await page.getByRole('button', { name: 'Show order' }).click();
    await page.getByRole('button', { name: 'Return items' }).click();
    await page.getByLabel('Quantity to return: SCREEN-1').fill('1');
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByText('Waiting for the store').waitFor();
    await looksGood(page, 'guest-order');
    await page.getByRole('button', { name: /^Withdraw request/ }).click();
    await page.getByText('Withdrawn').waitFor();
  });

  it('fit a phone in German and in the dark', async () => {
    const number = await order(1);
    const page = await signedIn(`/orders/${number}`, {
      locale: 'de-DE',
      scheme: 'dark',
      viewport: { width: 390, height: 800 },
    });
    await page.getByRole('heading', { level: 1, name: `Bestellung ${number}` }).waitFor();
    expect(await fits(page)).toBe(true);
    await page.goto(`${screens.url}/app/shop/account`);
    await page.getByRole('heading', { name: 'Ihre Daten' }).waitFor();
    expect(await fits(page)).toBe(true);
    expect(await axeProblems(page)).toEqual([]);
  });

  it('are reviewed on the page of the product with its pictures, and the desk publishes it', async () => {
    await order(1);
    const token = await screens.shop.officeToken('admin');
    for (const _ of [1, 2]) {
      const { id } = (await upload(screens.shop, token, await photo(800, 600))).body;
      const url = '/products/screen-1/pictures/';
      const attached = await screens.shop.call('POST', url, { token, body: { media_id: id } });
      expect(attached.status).toBe(201);
    }
    const page = await signedIn('/orders');
    await page.getByRole('heading', { level: 1, name: 'Your orders' }).waitFor();
    await page.goto(`${screens.url}/app/shop/p/screen-1`);
    await page.getByRole('heading', { name: 'Your review' }).waitFor();
    await page.getByText(/^\d+ at Tillhouse Downtown$/).waitFor();
    const thumb = (nth: number) => page.getByRole('button', { name: `Picture ${nth}` });
    await thumb(2).click();
    const scrolled = () =>
      page.evaluate<number>('document.querySelector("[class*=strip]").scrollLeft');
    await expect.poll(scrolled).toBeGreaterThan(100);
    await expect.poll(() => thumb(2).getAttribute('aria-pressed')).toBe('true');
    await page
      .getByRole('button', { name: /^Enlarge/ })
      .nth(1)
      .click();
    const zoom = page.getByRole('dialog', { name: 'SCREEN-1' });
    await zoom.getByRole('button', { name: 'Zoom in' }).click();
    await zoom.getByRole('button', { name: 'Zoom out' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: '4 of 5 stars' }).press('Space');
    await page.getByLabel('Your opinion (optional)').fill('Works well.');
    await looksGood(page, 'product-reviews');
    await page.getByRole('button', { name: 'Send review' }).click();
    await page.getByText('We check your review before it appears here.').waitFor();
    const desk = await openDesk(screens);
    const tab = await desk.at('/reviews');
    await tab.getByText('Works well.').waitFor();
    await checkDesk(tab, 'reviews');
    await tab.getByRole('button', { name: /^Publish: SCREEN-1/ }).click();
    await tab.getByText('Review published').waitFor();
  });
});
