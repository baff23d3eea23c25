import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { customer } from '../../src/seed/data.js';
import { follow, mailsAbout } from '../storefront/account-support.js';
import { article } from '../storefront/checkout-support.js';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Page,
  type Screens,
  takeScreenshot,
} from '../support/browser.js';

const canRun = await browserOrSkip();
const SLOW_MS = 90_000;
const PHONE = { width: 390, height: 844 };

describe.runIf(canRun)('what shoppers do without a purchase', { timeout: SLOW_MS }, () => {
  let screens: Screens;
  beforeAll(async () => {
    screens = await openScreens();
  });
  afterAll(() => screens?.close());

  const rows = <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    statement<Row>(screens.shop.platform.db, sql, values);

  const looksGood = async (page: Page, name: string): Promise<void> => {
    await takeScreenshot(page, `account-${name}`);
    expect(await axeProblems(page)).toEqual([]);
    expect(
      await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
    ).toBeLessThanOrEqual(0);
  };

  const signedIn = async (password = 'shopper-demo', path = 'account'): Promise<Page> => {
    const page = await screens.open(`/app/shop/login?next=/${path}`, { viewport: PHONE });
    await page.getByLabel('Email').fill('shopper@example.com');
    await page.getByLabel(/^Password/).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    return page;
  };

  /** The page that a mail links to. */
  const linkIn = (text: string | undefined, path: string): string =>
    new RegExp(`/app/shop/${path}#\\S+`).exec(text ?? '')?.[0] ?? 'missing';

  it('asks for a mail when goods are back, and unsubscribes by its link', async () => {
    const email = 'back@example.com';
    await article(screens.shop, 'GONE-BOWL', { stock: 0 });
    const token = await screens.shop.officeToken('admin');
    const level = { store: 'DOWNTOWN', sku: 'GONE-BOWL' };
    await screens.shop.call('POST', '/inventory-levels/', {
      token,
      body: { ...level, on_hand: 0 },
    });
    const path = '/app/shop/p/gone-bowl?store=DOWNTOWN';
    const page = await screens.open(path, { viewport: PHONE });
    const send = page.getByRole('button', { name: 'Notify me' });
    await page.getByLabel('Email address').fill(email);
    expect(await send.isDisabled()).toBe(true);
    await page.getByLabel('Send me one email when this item is available again.').check();
    await looksGood(page, 'back-in-stock');
    await send.click();
    await page.getByText('We will email you when it is back.').waitFor();
    const waiting = () => rows('select email from stock_alerts where email = $1', [email]);
    expect(await waiting()).toHaveLength(1);
    await screens.shop.call('POST', '/inventory-levels/adjust/', {
      token,
      body: { ...level, quantity: 5, reason: 'Delivery' },
    });
    await follow(screens.shop, /^storefront:stock-alerts/);
    const mails = () => mailsAbout(screens.shop, 'back_in_stock', email);
    await expect.poll(async () => (await mails()).length).toBe(1);
    const [mail] = await mails();
    const link = linkIn(mail?.body_text, 'unsubscribe');
    const ending = await screens.open(link, { viewport: PHONE });
    await looksGood(ending, 'unsubscribe');
    await ending.getByRole('button', { name: 'Unsubscribe' }).click();
    await ending.getByText('You are unsubscribed.').waitFor();
    const wrong = await screens.open('/app/shop/unsubscribe#wrong', { viewport: PHONE });
    await wrong.getByRole('button', { name: 'Unsubscribe' }).click();
    await wrong.getByText('This link is wrong.').waitFor();
  });

  it('leads a signed-out buyer to the login and back to the reviews', async () => {
    const page = await screens.open('/app/shop/p/white-mug?store=DOWNTOWN', { viewport: PHONE });
    await page.getByRole('link', { name: 'Sign in to review' }).click();
    await page.getByLabel('Email').fill('shopper@example.com');
    await page.getByLabel(/^Password/).fill('shopper-demo');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Reviews' }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/app/shop/p/white-mug');
    expect(await page.getByRole('link', { name: 'Sign in to review' }).count()).toBe(0);
  });

  it('changes name, phone number and password', async () => {
    const page = await signedIn();
    const details = page.getByRole('region', { name: 'Your details' });
    await details.getByLabel('First name').fill('Robin');
    await details.getByLabel('Phone (optional)').fill('none');
    await details.getByRole('button', { name: 'Save' }).click();
    await details.getByText('This is not a phone number').waitFor();
    await details.getByLabel('Phone (optional)').fill('+49 30 901820');
    await details.getByRole('button', { name: 'Save' }).click();
    await details.getByText('Saved.').waitFor();
    await page.getByRole('heading', { name: 'Hello, Robin' }).waitFor();
    await looksGood(page, 'details');
    expect(await rows('select first_name, phone from users where id = $1', [customer.id])).toEqual([
      { first_name: 'Robin', phone: '+4930901820' },
    ]);
    await details.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    await dialog.getByLabel('Current password').fill('not-mine');
    await dialog.getByLabel('New password').fill('a-new-password');
    await dialog.getByRole('button', { name: 'Save password' }).click();
    await dialog.getByText('The password is wrong.').waitFor();
    await looksGood(page, 'password');
    await dialog.getByLabel('Current password').fill('shopper-demo');
    await dialog.getByRole('button', { name: 'Save password' }).click();
    await dialog.getByText('Your password was changed.').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Hello, Robin' }).waitFor();
  });

  it('downloads the stored data and deletes the account', async () => {
    await rows('update transactions set customer_id = null where customer_id = $1 returning id', [
      customer.id,
    ]);
    const page = await signedIn('a-new-password');
    const data = page.getByRole('region', { name: 'Your data' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      data.getByRole('button', { name: 'Download data' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^account-\d{4}-\d\d-\d\d\.json$/);
    const stored = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(stored).toMatchObject({
      customer_id: customer.id,
      data: { customer: [{ email: 'shopper@example.com', first_name: 'Robin' }] },
    });
    await data.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByLabel('Your password').fill('wrong-password');
    await dialog.getByRole('button', { name: 'Send email with link' }).click();
    await dialog.getByText('The password is wrong.').waitFor();
    await dialog.getByLabel('Your password').fill('a-new-password');
    await dialog.getByRole('button', { name: 'Send email with link' }).click();
    await dialog.getByRole('status').waitFor();
    await looksGood(page, 'deletion');
    const mails = await mailsAbout(screens.shop, 'account-deletion');
    const link = linkIn(mails.at(-1)?.body_text, 'delete-account');
    await page.goto(`${screens.url}${link}`);
    await page.getByRole('button', { name: 'Delete account now' }).click();
    await page.getByText('Your account was deleted').waitFor();
    const [user] = await rows<{ erased_at: Date | null; email: string | null }>(
      'select erased_at, email from users where id = $1',
      [customer.id],
    );
    expect(user?.erased_at).not.toBeNull();
    expect(user?.email).toBeNull();
  });
});
