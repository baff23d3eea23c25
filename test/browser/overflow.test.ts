import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedHistory } from '../../src/seed/demo.js';
import { de as registerDe } from '../../web/register/texts/de.js';
import { en as registerEn } from '../../web/register/texts/en.js';
import { de as shopDe } from '../../web/shop/texts/de.js';
import { en as shopEn } from '../../web/shop/texts/en.js';
import { browserOrSkip, openScreens, type Page, type Screens } from '../support/browser.js';
import { isDrawn, layoutProblems } from '../support/overflow.js';
import { addToCart, logInAtTill } from '../support/till.js';
import { counterOf } from '../transactions/support.js';

const canRun = await browserOrSkip();
const SLOW_MS = 300_000;
const VIEWPORT = { width: 1440, height: 900 };

type Language = {
  locale: string;
  code: 'en' | 'de';
  shop: Record<keyof typeof shopEn, unknown>;
  register: Record<keyof typeof registerEn, unknown>;
  /** Contrast and labels differ little between languages, so each has axe at another width. */
  axeWidth: 1440 | 390;
};

const LANGUAGES: Language[] = [
  { locale: 'en-US', code: 'en', shop: shopEn, register: registerEn, axeWidth: 1440 },
  { locale: 'de-DE', code: 'de', shop: shopDe, register: registerDe, axeWidth: 390 },
];

describe.runIf(canRun)('no page is clipped on a desktop, a tablet or a phone', () => {
  let screens: Screens;
  let sale: string;
  beforeAll(async () => {
    screens = await openScreens();
    await seedHistory(screens.shop.platform);
    sale = await counterOf(screens.shop).sold({ payment_method_id: 'cash' });
  });
  afterAll(() => screens?.close());

  const openDesk = async ({ locale }: Language): Promise<Page> => {
    const access = await screens.shop.officeToken('admin');
    const page = await screens.open('/app/desk/', {
      locale,
      viewport: VIEWPORT,
      kept: {
        'tillhouse.desk.login': JSON.stringify({ access }),
        'tillhouse.desk.store': 'DOWNTOWN',
      },
    });
    await page.locator('.desk-nav').first().waitFor();
    return page;
  };

  /** The paths of one record of each kind that has a page of its own. */
  const recordPaths = async (): Promise<string[]> => {
    const token = await screens.shop.officeToken('admin');
    const first = async (list: string): Promise<string | undefined> =>
      (await screens.shop.call('GET', list, { token })).body[0]?.id;
    const [customer, product, layaway] = [
      await first('/customers/?limit=1'),
      await first('/products/?limit=1'),
      await first('/layaways/?limit=1'),
    ];
    return [
      `/transactions/${sale}`,
      ...(customer === undefined ? [] : [`/customers/${customer}`]),
      ...(product === undefined ? [] : [`/products/${product}`, '/products/new']),
      ...(layaway === undefined ? [] : [`/layaways/${layaway}`]),
      '/devices',
    ];
  };

  /** The problems of a page of the desk and of each of its tabs. */
  const problemsWithTabs = async (page: Page, path: string, width: 1440 | 390) => {
    const problems = await layoutProblems(page, path, width);
    const tabs = page.getByRole('main').getByRole('tab', { selected: false });
    const names = await tabs.allInnerTexts();
    for (const name of names) {
      await page.getByRole('main').getByRole('tab', { name }).first().click();
      await isDrawn(page);
      problems.push(...(await layoutProblems(page, `${path} ${name}`, width)));
    }
    return problems;
  };

  it.each(LANGUAGES)('on the desk in $locale', { timeout: SLOW_MS }, async language => {
    const page = await openDesk(language);
    const hrefs = await page
      .locator('.desk-nav')
      .evaluateAll(all => all.map(one => one.getAttribute('href') ?? ''));
    expect(hrefs.length).toBeGreaterThan(25);
    const problems: string[] = [];
    for (const href of hrefs) {
      await page.locator(`.desk-nav[href="${href}"]`).click();
      await isDrawn(page);
      problems.push(...(await problemsWithTabs(page, href, language.axeWidth)));
    }
    for (const path of await recordPaths()) {
      await page.goto(`${screens.url}/app/desk${path}`);
      await page.locator('.desk-nav').first().waitFor({ state: 'attached' });
      await isDrawn(page);
      problems.push(...(await layoutProblems(page, path, language.axeWidth)));
    }
    expect(problems).toEqual([]);
  });

  it.each(LANGUAGES)('at the register in $locale', { timeout: SLOW_MS }, async language => {
    const { code, axeWidth, register } = language;
    const page = await logInAtTill(screens, 'EMP003', 'T-001');
    await page.evaluate(`localStorage.setItem('tillhouse.language', '${code}')`);
    await page.reload();
    await page.locator('[data-sku="MUG-WHITE"]').first().waitFor();
    const problems = await layoutProblems(page, 'the empty till', axeWidth);
    await addToCart(page, 'MUG-WHITE');
    problems.push(...(await layoutProblems(page, 'a basket', axeWidth)));
    const menu = page.getByLabel(String(register['menu.title']), { exact: true });
    await menu.click();
    const entries = (await page.getByRole('menuitem').allInnerTexts()).slice(0, -1);
    expect(entries.length).toBeGreaterThan(8);
    await page.keyboard.press('Escape');
    for (const entry of entries) {
      await menu.click();
      await page.getByRole('menuitem', { name: entry, exact: true }).click();
      await page.getByRole('dialog').waitFor();
      problems.push(...(await layoutProblems(page, entry, axeWidth)));
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.getByTestId('pay').click();
    await page.getByRole('dialog').waitFor();
    problems.push(...(await layoutProblems(page, 'payment', axeWidth)));
    expect(problems).toEqual([]);
  });

  it.each(LANGUAGES)('in the web shop in $locale', { timeout: SLOW_MS }, async language => {
    const { locale, axeWidth } = language;
    const t = (key: keyof typeof shopEn): string => String(language.shop[key]);
    const page = await screens.open('/app/shop/', { locale, viewport: VIEWPORT });
    const problems: string[] = [];
    const look = async (name: string): Promise<void> => {
      await isDrawn(page);
      problems.push(...(await layoutProblems(page, name, axeWidth)));
    };
    await page.getByRole('button', { name: /Downtown/ }).waitFor();
    await look('stores');
    await page.getByRole('button', { name: /Downtown/ }).click();
    await page.getByRole('link', { name: 'Black Mug' }).waitFor();
    await look('catalogue');
    await page.getByRole('link', { name: 'Black Mug' }).click();
    await page.getByRole('button', { name: t('product.add'), exact: true }).click();
    await page.getByRole('link', { name: t('cart.checkout') }).waitFor();
    await look('cart drawer');
    await page.getByRole('link', { name: t('cart.checkout') }).click();
    await page.getByLabel(t('checkout.email')).fill('guest@example.com');
    await page.getByLabel(t('address.firstName')).fill('Robin');
    await page.getByLabel(t('address.lastName')).fill('Guest');
    await page.getByLabel(t('address.street')).fill('12 Main Street');
    await page.getByLabel(t('address.postalCode')).fill('10001');
    await page.getByLabel(t('address.city')).fill('New York');
    await look('checkout');
    await page.getByRole('button', { name: t('checkout.toPay') }).click();
    await page.getByRole('radio', { name: t('card.ok') }).waitFor();
    await look('payment');
    for (const path of ['cart', 'login', 'register', 'account', 'order', 'product/black-tee']) {
      await page.goto(`${screens.url}/app/shop/${path}`);
      await page.getByRole('heading').first().waitFor();
      await look(path);
    }
    expect(problems).toEqual([]);
  });
});
