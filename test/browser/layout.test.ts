import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedHistory } from '../../src/seed/demo.js';
import { de as registerDe } from '../../web/register/texts/de.js';
import { en as registerEn } from '../../web/register/texts/en.js';
import { de as shopDe } from '../../web/shop/texts/de.js';
import { en as shopEn } from '../../web/shop/texts/en.js';
import { deliver, orderAs, signIn } from '../storefront/account-support.js';
import { browserOrSkip, openScreens, type Page, type Screens } from '../support/browser.js';
import {
  deskPaths,
  goToDeskPage,
  openWholeDesk,
  recordPaths,
  tabsOf,
} from '../support/desk-pages.js';
import { goWithin, isAxeEverywhere, layoutProblems } from '../support/layout.js';
import { dialogProblems, READ_ONLY } from '../support/layout-dialogs.js';
import { addToCart, logInAtTill } from '../support/till.js';

const canRun = await browserOrSkip();
const SLOW_MS = 600_000;
const VIEWPORT = { width: 1440, height: 900 };

const LANGUAGES = [
  { code: 'en', locale: 'en-US', store: 'DOWNTOWN', shop: shopEn, register: registerEn },
  { code: 'de', locale: 'de-DE', store: 'AIRPORT', shop: shopDe, register: registerDe },
] as const;

/** Colours, roles and names of fields are there in every language, so axe looks at one by default. */
const hasAxe = (code: string): boolean => code === 'en' || isAxeEverywhere;

describe.runIf(canRun)('at every width and in both languages, no text is clipped and axe', () => {
  let screens: Screens;
  let records: string[];
  /** Orders of an account: one on its way, and one that can be cancelled. */
  let shipped: string;
  let ordered: string;
  beforeAll(async () => {
    screens = await openScreens();
    await seedHistory(screens.shop.platform);
    records = await recordPaths(screens.shop);
    const account = await signIn(screens.shop);
    const order = () => orderAs(screens.shop, account, [['MUG-WHITE', 2]]);
    shipped = await order();
    const parcel = { carrier_name: 'UPS', tracking_number: '1Z999AA10123456784' };
    await deliver(screens.shop, shipped, 'ship', parcel);
    ordered = await order();
  });
  afterAll(() => screens?.close());

  /** The problems of a page of the desk and of each of its tabs. */
  const problemsWithTabs = async (
    page: Page,
    path: string,
    how: { axe: boolean },
  ): Promise<string[]> => {
    const problems = await layoutProblems(page, path, how);
    const count = await tabsOf(page).count();
    for (let tab = 1; tab < count; tab += 1) {
      await tabsOf(page).nth(tab).click();
      problems.push(...(await layoutProblems(page, `${path}, tab ${tab + 1}`, how)));
    }
    return problems;
  };

  const chooseGerman = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await page.locator('html[lang="de"]').waitFor();
  };

  it.each(LANGUAGES)('finds nothing at the desk ($code)', { timeout: SLOW_MS }, async language => {
    const { code } = language;
    const axe = hasAxe(code);
    const page = await openWholeDesk(screens, code);
    const problems = await layoutProblems(page, 'header', { axe, part: 'html' });
    for (const path of await deskPaths(page, records)) {
      await goToDeskPage(page, path);
      problems.push(...(await problemsWithTabs(page, path, { axe })));
    }
    expect(problems).toEqual([]);
  });

  it('finds nothing at the register', { timeout: SLOW_MS }, async () => {
    const page = await logInAtTill(screens, 'EMP003', 'T-001');
    await page.setViewportSize(VIEWPORT);
    const problems: string[] = [];
    for (const { code, register } of LANGUAGES) {
      if (code === 'de') await chooseGerman(page);
      const axe = hasAxe(code);
      const look = async (name: string): Promise<void> => {
        problems.push(...(await layoutProblems(page, `${code} ${name}`, { axe })));
      };
      const dialog = page.getByRole('dialog');
      const close = async (): Promise<void> => {
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
      };
      await look('till');
      await page.locator('button[data-skus~="TEE-BLACK-M"]').click();
      await dialog.waitFor();
      await look('options');
      await close();
      await addToCart(page, 'MUG-WHITE');
      await look('basket');
      for (const [name, opener] of [
        ['line', page.locator('li[data-key] button').first()],
        ['discount', page.getByRole('button', { name: register['cart.discount'], exact: true })],
        ['customer', page.getByTestId('customer')],
      ] as const) {
        await opener.click();
        await dialog.waitFor();
        await look(name);
        await close();
      }
      const menu = page.getByLabel(register['menu.title'], { exact: true });
      await menu.click();
      const entries = (await page.getByRole('menuitem').allInnerTexts()).slice(0, -2);
      expect(entries.length).toBeGreaterThan(10);
      await page.keyboard.press('Escape');
      for (const entry of entries) {
        await menu.click();
        await page.getByRole('menuitem', { name: entry, exact: true }).click();
        await dialog.waitFor();
        await look(entry);
        await close();
      }
      await page.getByTestId('pay').click();
      await dialog.waitFor();
      const methods = dialog.locator('.mantine-SegmentedControl-label');
      const count = await methods.count();
      expect(count).toBeGreaterThan(2);
      for (let method = count - 1; method >= 0; method -= 1) {
        await methods.nth(method).click();
        await look(`payment ${method + 1}`);
      }
      await page.getByRole('button', { name: register['pay.exact'] }).click();
      await page.getByTestId('change').waitFor();
      await look('done');
      const number = (await page.getByTestId('sale-number').innerText()).split(' ').at(-1) ?? '';
      await dialog.getByRole('button', { name: register['done.receipt'], exact: true }).click();
      await page.getByTestId('receipt').waitFor();
      await look('receipt');
      await page.keyboard.press('Escape');
      await page.getByTestId('receipt').waitFor({ state: 'detached' });
      await close();
      await page.getByTestId('customer').click();
      await dialog.getByLabel(register['customer.search']).fill('shopper');
      await dialog.locator('[data-testid^="customer-"]').first().waitFor();
      await look('customers found');
      await dialog.getByRole('button', { name: register['customer.new'] }).click();
      await look('new customer');
      await close();
      await menu.click();
      await page.getByRole('menuitem', { name: register['return.title'], exact: true }).click();
      await dialog.getByLabel(register['return.number']).fill(number);
      await dialog.getByRole('button', { name: register['return.find'] }).click();
      await dialog.getByLabel(new RegExp(`^${register['line.quantity']}: `)).fill('1');
      await page.getByTestId('refund-amount').waitFor();
      await look('return of a sale');
      await dialog.getByRole('button', { name: `${register['exchange.pick']}: ` }).click();
      await dialog.getByLabel(register['exchange.other']).fill('TEE-BLACK-M');
      await page.getByRole('option', { name: 'TEE-BLACK-M' }).click();
      await dialog.getByLabel(register['exchange.tendered']).waitFor();
      await look('exchange');
      await close();
    }
    expect(problems).toEqual([]);
  });

  const SHOP_PAGES = [
    '/',
    '/?q=mug',
    '/cart',
    '/login',
    '/register',
    '/forgot-password',
    '/order',
    '/gift-card',
    '/login-code',
    '/reset-password',
    '/reset-password#a-token',
    '/unsubscribe',
    '/cart/restore',
    '/cart/stop-reminder',
    '/continue',
    '/legal/imprint',
    '/legal/privacy',
    '/no-such-page',
  ];
  const OWN_PAGES = ['/account', '/orders', '/delete-account'];

  /** The dialogs of these pages of the shop, and how many there are. */
  const shopDialogs = async (
    page: Page,
    { code, paths }: { code: (typeof LANGUAGES)[number]['code']; paths: string[] },
  ): Promise<{ names: string[]; problems: string[] }> => {
    await page.addInitScript(READ_ONLY);
    const how = { page, axe: hasAxe(code), skipped: [], seen: new Set<string>() };
    const names: string[] = [];
    const problems: string[] = [];
    for (const path of paths) {
      await page.goto(`${screens.url}/app/shop${path}`);
      await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor();
      const back = () => goWithin(page, `/app/shop${path}`);
      const found = await dialogProblems(path, { ...how, back });
      names.push(...found.names);
      problems.push(...found.problems);
    }
    return { names, problems };
  };

  it.each(LANGUAGES)('finds nothing in the shop ($code)', { timeout: SLOW_MS }, async language => {
    const { code, locale, store, shop: texts } = language;
    const problems: string[] = [];
    const page = await screens.open(`/app/shop/p/black-mug?store=${store}`, {
      locale,
      viewport: VIEWPORT,
    });
    const axe = hasAxe(code);
    const look = async (name: string): Promise<void> => {
      problems.push(...(await layoutProblems(page, `${code} ${name}`, { axe })));
    };
    const fill = (field: keyof typeof texts, value: string): Promise<void> =>
      page.getByRole('textbox', { name: String(texts[field]), exact: true }).fill(value);
    await look('product');
    await page.getByRole('button', { name: texts['product.add'], exact: true }).click();
    await page.getByRole('link', { name: texts['cart.checkout'] }).waitFor();
    await look('cart drawer');
    await page.getByRole('link', { name: texts['cart.checkout'] }).click();
    await fill('checkout.email', 'guest@example.com');
    await fill('address.firstName', 'Robin');
    await fill('address.lastName', 'Guest');
    await fill('address.street', '12 Main Street');
    await fill('address.city', 'New York');
    if (code === 'en') {
      await page.getByLabel(String(texts['address.state'])).selectOption('NY');
      await fill('address.zip', '10001');
    } else await fill('address.postalCode', '10115');
    await look('checkout');
    await page.getByRole('button', { name: texts['checkout.toPay'] }).click();
    await page.getByRole('radio', { name: texts['card.ok'] }).waitFor();
    await look('payment');
    const pay = new RegExp(
      `^${String(texts['pay.now']).replace(/[()]/g, '.').replace('{total}', '.+')}`,
    );
    await page.getByRole('button', { name: pay }).click();
    await page.getByRole('link', { name: texts['thanks.receipt'] }).waitFor();
    await look('thanks');
    await page.getByRole('link', { name: texts['thanks.receipt'] }).click();
    await page.getByRole('heading', { level: 1, name: 'TXN-' }).waitFor();
    await look('tracked order');
    await goWithin(page, '/app/shop/');
    const stores = String(texts['store.change']).replace('{name}', '.+');
    await page.getByRole('button', { name: new RegExp(`^${stores}`) }).click();
    await page.getByRole('dialog').waitFor();
    await look('stores');
    await page.keyboard.press('Escape');
    for (const path of SHOP_PAGES) {
      await goWithin(page, `/app/shop${path}`);
      await look(path);
    }
    await goWithin(page, '/app/shop/login');
    await fill('checkout.email', 'shopper@example.com');
    await page.locator('input[type="password"]').fill('shopper-demo');
    await page.locator('main button[type="submit"]').click();
    await page.waitForURL(url => !url.pathname.endsWith('/login'));
    const orders = [`/orders/${shipped}`, `/orders/${ordered}`];
    for (const path of [...OWN_PAGES, ...orders]) {
      await goWithin(page, `/app/shop${path}`);
      await look(path);
    }
    const paths = ['/p/black-mug', '/account', ...orders];
    const dialogs = await shopDialogs(page, { code, paths });
    expect([...problems, ...dialogs.problems]).toEqual([]);
    expect(dialogs.names.length).toBeGreaterThanOrEqual(3);
  });
});
