import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Page,
  type Screens,
  screenshotBothSchemes,
} from '../support/browser.js';
import { mailsTo } from '../support/mails.js';

const canRun = await browserOrSkip();
const SLOW_MS = 90_000;
const PHONE = { viewport: { width: 390, height: 844 }, locale: 'de-DE', scheme: 'dark' } as const;

describe.runIf(canRun)('a forgotten password', { timeout: SLOW_MS }, () => {
  let screens: Screens;
  beforeAll(async () => {
    // A mail server that does not answer: the mails stay in the queue.
    screens = await openScreens({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  });
  afterAll(() => screens?.close());

  const looksGood = async (page: Page, name: string): Promise<void> => {
    await screenshotBothSchemes(page, `password-${name}`);
    expect(await axeProblems(page)).toEqual([]);
    const width = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(width).toBeLessThanOrEqual(0);
  };

  const mailedLink = async (email: string, kind = 'password-reset'): Promise<string> => {
    const mails = await mailsTo(screens.shop, email);
    const mail = mails.filter(({ purpose }) => purpose === kind).at(-1);
    const url =
      /https?:\S+reset-password(\?invitation)?#\S+/.exec(mail?.body_text ?? '')?.[0] ?? '';
    return url.slice(url.indexOf('/app/'));
  };

  it('is replaced by a customer of the shop, with the link in the mail', async () => {
    const page = await screens.open('/app/shop/forgot-password');
    await page.getByLabel('Email').fill('shopper@example.com');
    await looksGood(page, 'forgot');
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await looksGood(page, 'sent');
    const link = await mailedLink('shopper@example.com');
    const mailed = await screens.open(link);
    await mailed.getByRole('textbox', { name: 'New password' }).fill('a-new-password');
    await looksGood(mailed, 'new');
    await mailed.getByRole('button', { name: 'Save password' }).click();
    await mailed.getByRole('heading', { name: 'Password changed' }).waitFor();
    expect(new URL(mailed.url()).hash).toBe('');
    await looksGood(mailed, 'done');
    const again = await screens.open(link, { provokes: true });
    await again.getByRole('textbox', { name: 'New password' }).fill('another-password');
    await again.getByRole('button', { name: 'Save password' }).click();
    await again.getByRole('heading', { name: 'This link was already used' }).waitFor();
    await again.getByRole('link', { name: 'Send a new link' }).click();
    await again.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  });

  it('is replaced at the desk too, and a dead link says so', async () => {
    const page = await screens.open('/app/desk/');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await looksGood(page, 'desk-forgot');
    const dead = await screens.open('/app/desk/reset-password', PHONE);
    await dead.getByRole('heading', { name: 'Dieser Link gilt nicht mehr' }).waitFor();
    await looksGood(dead, 'desk-dead-phone');
    const asked = await screens.open('/app/shop/forgot-password', PHONE);
    await asked.getByLabel('E-Mail').fill('nobody-with-a-rather-long-address@example.com');
    await asked.getByRole('button', { name: 'Link senden' }).click();
    await asked.getByRole('heading', { name: 'Sehen Sie in Ihrem Postfach nach' }).waitFor();
    await looksGood(asked, 'sent-phone');
  });

  it('is chosen by a new colleague, whom the desk has invited', async () => {
    const email = 'ivy@example.com';
    const kept = { 'tillhouse.desk.store': 'DOWNTOWN' };
    const page = await screens.open('/app/desk/users', { kept });
    const signIn = async (on: Page, name: string, password: string): Promise<void> => {
      await on.getByLabel('Username').fill(name);
      await on.getByLabel('Password', { exact: true }).fill(password);
      await on.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    await signIn(page, 'manager', 'manager-demo');
    await page.getByRole('button', { name: 'New user' }).click();
    const form = page.getByRole('dialog', { name: 'New user' });
    await form.getByLabel('First name').fill('Ivy');
    await form.getByLabel('Employee number').fill('EMP-IVY');
    await form.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Supervisor' }).click();
    expect(await form.getByLabel('Password', { exact: true }).count()).toBe(0);
    await form.getByLabel('Email').fill(email);
    await looksGood(page, 'desk-invite');
    await form.getByRole('button', { name: 'Create user' }).click();
    const row = page.getByRole('row', { name: /Ivy.*Invited on .* not yet accepted/ });
    await row.getByRole('button', { name: 'Invite again: Ivy' }).click();
    await page.getByText(`Invitation sent to ${email}`, { exact: true }).waitFor();

    const link = await mailedLink(email, 'invitation');
    const invited = await screens.open(link);
    await invited.getByRole('heading', { name: 'Choose your password' }).waitFor();
    await invited.getByRole('textbox', { name: 'New password' }).fill('a-first-password');
    await invited.getByRole('button', { name: 'Save password' }).click();
    await invited.getByRole('heading', { name: 'Password saved' }).waitFor();
    await invited.getByRole('link', { name: 'Sign in' }).click();
    await signIn(invited, email, 'a-first-password');
    await invited.locator('[data-testid="live"][data-state="open"]').waitFor();
    const token = await screens.shop.officeToken('manager');
    const found = await screens.shop.call('GET', '/users/?search=ivy', { token });
    expect(found.body).toMatchObject([{ email, has_password: true, invitation: null }]);
  });
});
