import { type TOTP, URI } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Page,
  type Screens,
  screenshotBothSchemes,
} from '../support/browser.js';
import { checkDesk, logInAtDesk } from '../support/desk.js';
import { freePort } from '../support/free-port.js';
import {
  CLIENT,
  type IdentityProvider,
  startIdentityProvider,
} from '../support/identity-provider.js';
import { mailsTo } from '../support/mails.js';

const canRun = await browserOrSkip();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const wide = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** A device with a fingerprint reader, played by Chromium. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function addPasskey(page: Page, password: string): Promise<void> {
  await button(page, 'Add a passkey').click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Your password', { exact: true }).fill('wrong-password');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('The password is wrong.').waitFor();
  expect(await axeProblems(page)).toEqual([]);
  await dialog.getByLabel('Your password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.waitFor({ state: 'detached' });
  await button(page, 'Remove passkey Chrome, Linux').waitFor();
}

async function removePasskey(page: Page, password: string): Promise<void> {
  await button(page, 'Remove passkey Chrome, Linux').click();
  const dialog = page.getByRole('dialog', { name: 'Remove passkey Chrome, Linux' });
  const field = dialog.getByLabel('Your password', { exact: true });
  await field.fill('wrong-password');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByText('The password is wrong.').waitFor();
  await field.fill(password);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await button(page, 'Remove passkey Chrome, Linux').waitFor({ state: 'detached' });
}

describe.runIf(canRun)('people sign in', () => {
  let screens: Screens;
  beforeAll(async () => {
    screens = await openScreens({ localPort: await freePort() });
  });
  afterAll(() => screens?.close());

  it('to the shop with a passkey that they added in their account', async () => {
    const page = await screens.open('/app/shop/login');
    await addAuthenticator(page);
    await page.getByLabel('Email').fill('shopper@example.com');
    await page.getByLabel(/^Password/).fill('shopper-demo');
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
    await addPasskey(page, 'shopper-demo');
    await screenshotBothSchemes(page, 'shop-passkeys');
    expect(await axeProblems(page)).toEqual([]);
    await button(page, 'Sign out').click();
    await page.goto(`${screens.url}/app/shop/login`);
    await button(page, 'Use a passkey').click();
    await page.getByRole('heading', { name: 'Your devices' }).waitFor();
    await page
      .getByText(/Last seen/)
      .first()
      .waitFor();
    await removePasskey(page, 'shopper-demo');
  });

  it('to the shop with a code by mail, in German on a phone', async () => {
    const page = await screens.open('/app/shop/login-code', {
      locale: 'de-DE',
      viewport: { width: 390, height: 844 },
    });
    await page.getByLabel('E-Mail').fill('shopper@example.com');
    await button(page, 'Code schicken').click();
    await page.getByLabel('Code').fill('00000000');
    await screenshotBothSchemes(page, 'shop-login-code');
    expect(await axeProblems(page)).toEqual([]);
    expect(await wide(page)).toBe(0);
    const mails = await mailsTo(screens.shop, 'shopper@example.com');
    const code = /\b\d{8}\b/.exec(mails.at(-1)?.body_text ?? '')?.[0] ?? '';
    await page.getByLabel('Code').fill(code);
    await page.getByRole('main').getByRole('button', { name: 'Anmelden', exact: true }).click();
    await page.getByRole('heading', { name: 'Passkeys' }).waitFor();
  });

  it('to the desk with a passkey, and read why one without an owner here is refused', async () => {
    const page = await screens.open('/app/desk/');
    await addAuthenticator(page);
    await logInAtDesk(page);
    await page.goto(`${screens.url}/app/desk/devices`);
    await addPasskey(page, 'manager-demo');
    await checkDesk(page, 'sign-in-ways');
    await button(page, 'Your account').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await button(page, 'Use a passkey').click();
    await page.getByRole('heading', { name: 'Your devices' }).waitFor();
    await removePasskey(page, 'manager-demo');
    await button(page, 'Your account').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await button(page, 'Use a passkey').click();
    await page.getByText('This passkey isn’t valid here. Sign in in another way.').waitFor();
  });

  it('to the desk with a code of their app, and an administrator removes it', async () => {
    const page = await screens.open('/app/desk/');
    await logInAtDesk(page);
    await page.goto(`${screens.url}/app/desk/devices`);
    await button(page, 'Set up').click();
    const dialog = page.getByRole('dialog', { name: 'Code at sign-in' });
    await dialog.getByLabel('Your present password').fill('wrong-password');
    await dialog.getByRole('button', { name: 'Set up' }).click();
    await dialog.getByText('The password is wrong.').waitFor();
    await dialog.getByLabel('Your present password').fill('manager-demo');
    await dialog.getByRole('button', { name: 'Set up' }).click();
    const uri = await dialog
      .getByRole('img', { name: 'QR code for the authenticator app' })
      .getAttribute('data-content');
    const totp = URI.parse(uri ?? '') as TOTP;
    const recovery = await dialog.getByRole('listitem').allInnerTexts();
    expect(recovery).toHaveLength(10);
    await checkDesk(page, 'code-set-up');
    await dialog.getByLabel('First code from the app').fill('000000');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await dialog.getByText('The code is wrong or was used already.').waitFor();
    await dialog.getByLabel('First code from the app').fill(totp.generate());
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText(/10 recovery codes left/).waitFor();
    await checkDesk(page, 'code-on');
    await button(page, 'Your account').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Username').fill('manager');
    await page.getByLabel('Password', { exact: true }).fill('manager-demo');
    await button(page, 'Sign in').click();
    await page.getByLabel('Code').fill('000000');
    await button(page, 'Sign in').click();
    await page.getByText('The code is wrong or was used already. Wait for the next one.').waitFor();
    await screenshotBothSchemes(page, 'desk-login-code');
    expect(await axeProblems(page)).toEqual([]);
    await page.getByLabel('Code').fill(recovery[0] ?? '');
    await button(page, 'Sign in').click();
    await page.getByText(/9 recovery codes left/).waitFor();
    await statement(
      screens.shop.platform.db,
      `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, created_at)
       select uuidv7(), id, 'lost', '', 0, '{}', 'Lost phone', now() from users
       where username = 'manager'`,
    );
    const token = await screens.shop.officeToken('admin');
    const admin = await screens.open('/app/desk/', { locale: 'de-DE' });
    await admin.getByLabel('Benutzername').fill('admin');
    await admin.getByLabel('Passwort', { exact: true }).fill('admin-demo');
    await button(admin, 'Anmelden').click();
    await admin.getByLabel('Benutzername').waitFor({ state: 'detached' });
    await admin.goto(`${screens.url}/app/desk/users`);
    await admin.getByRole('combobox', { name: 'Filiale' }).click();
    await admin.getByRole('option', { name: 'Alle Filialen' }).click();
    await admin.getByRole('button', { name: /^Passkeys entfernen: / }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Passkeys entfernen' }).click();
    await admin.getByText(/^Passkeys von .* entfernt$/).waitFor();
    await admin.getByRole('button', { name: /^Code entfernen: / }).click();
    await checkDesk(admin, 'code-removed-by-admin');
    await admin.getByRole('dialog').getByRole('button', { name: 'Code entfernen' }).click();
    await admin.getByText(/meldet sich ohne Code an/).waitFor();
    const users = await screens.shop.call('GET', '/users/?search=manager', { token });
    const left = users.body.map((user: { has_totp: boolean; has_passkeys: boolean }) => [
      user.has_totp,
      user.has_passkeys,
    ]);
    expect(left.flat()).not.toContain(true);
  });

  it('to the desk with a name that they changed there, with the present password', async () => {
    const page = await screens.open('/app/desk/');
    await logInAtDesk(page);
    await page.goto(`${screens.url}/app/desk/devices`);
    await button(page, 'Change').click();
    const dialog = page.getByRole('dialog', { name: 'How you sign in' });
    await dialog.getByLabel('Username').fill('store-manager');
    await dialog.getByLabel('Your present password').fill('wrong-password');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('The password is wrong.').waitFor();
    await checkDesk(page, 'own-sign-in');
    await dialog.getByLabel('Your present password').fill('manager-demo');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your sign-in was changed').waitFor();
    await page.getByText('store-manager').first().waitFor();
    const db = screens.shop.platform.db;
    const back = `update users set username = 'manager' where username = 'store-manager' returning id`;
    expect(await statement(db, back)).toHaveLength(1);
  });

  it('on a phone, in German and in the dark', async () => {
    const page = await screens.open('/app/desk/', {
      locale: 'de-DE',
      scheme: 'dark',
      viewport: { width: 390, height: 844 },
    });
    await button(page, 'Passkey verwenden').waitFor();
    expect(await wide(page)).toBe(0);
    await page.getByLabel('Benutzername').fill('manager');
    await page.getByLabel('Passwort', { exact: true }).fill('manager-demo');
    await button(page, 'Anmelden').click();
    await page.getByLabel('Benutzername').waitFor({ state: 'detached' });
    await page.goto(`${screens.url}/app/desk/devices`);
    await button(page, 'Einrichten').click();
    const dialog = page.getByRole('dialog', { name: 'Code bei der Anmeldung' });
    await dialog.getByLabel('Ihr jetziges Passwort').fill('manager-demo');
    await dialog.getByRole('button', { name: 'Einrichten' }).click();
    await page.getByRole('img', { name: 'QR-Code für die Authenticator-App' }).waitFor();
    expect(await wide(page)).toBe(0);
    await screenshotBothSchemes(page, 'desk-code-set-up-phone');
  });
});

describe.runIf(canRun)('people sign in with their company account', () => {
  let screens: Screens;
  let provider: IdentityProvider;
  beforeAll(async () => {
    const localPort = await freePort();
    provider = await startIdentityProvider(`http://localhost:${localPort}/auth/oidc/callback/`);
    screens = await openScreens({
      localPort,
      env: {
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: CLIENT.id,
        OIDC_CLIENT_SECRET: CLIENT.secret,
        OIDC_SCOPE: 'openid email groups',
        OIDC_ROLES: 'managers=manager',
      },
    });
  });
  afterAll(async () => {
    await screens?.close();
    await provider?.close();
  });

  const signOnAs = async (id: string): Promise<Page> => {
    // The pages of the provider are at another host.
    const page = await screens.open('/app/desk/', { provokes: true });
    await page.getByRole('link', { name: 'Use your company account' }).click();
    await page.locator('input[name=login]').fill(id);
    await page.locator('input[name=password]').fill('any');
    await page.locator('button[type=submit]').click();
    return page;
  };

  it('and see the desk, or why they may not', async () => {
    const token = await screens.shop.officeToken('admin');
    const body = {
      role: 'manager',
      employee_number: 'SSO-9',
      email: 'company@example.com',
      first_name: 'Cora',
      store_ids: ['DOWNTOWN'],
    };
    expect((await screens.shop.call('POST', '/users/', { token, body })).status).toBe(201);
    const email = { email: 'company@example.com', email_verified: true };
    provider.people.set('cora', { id: 'cora', ...email, groups: ['managers'] });
    provider.people.set('stranger', { id: 'stranger', groups: ['managers'] });
    const login = await screens.open('/app/desk/');
    await login.getByRole('link', { name: 'Use your company account' }).waitFor();
    await screenshotBothSchemes(login, 'desk-login-ways');
    expect(await axeProblems(login)).toEqual([]);
    const page = await signOnAs('cora');
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    const refused = await signOnAs('stranger');
    await refused.getByText(/There is no active staff account with your e-mail address/).waitFor();
  });

  it('or with the password while the provider does not answer', async () => {
    await provider.close();
    const page = await screens.open('/app/desk/?sso=unavailable');
    await page.getByText(/Your company’s sign-in can’t be reached/).waitFor();
    await screenshotBothSchemes(page, 'desk-login-unavailable');
    await logInAtDesk(page);
  });
});
