import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { counterOf } from '../transactions/support.js';
import type { Page, Screens } from './browser.js';
import { goWithin } from './layout.js';
import type { Shop } from './service.js';

/** Route patterns of the desk with a part that the navigation has no link to. */
const patterns = [
  ...readFileSync('web/desk/shell/pages.tsx', 'utf8').matchAll(/pattern: '(.+?)'/g),
].map(([, pattern]) => pattern ?? '');

/** Makes the records that the demo shop lacks and returns the pages of one record for each route. */
export async function recordPaths(shop: Shop): Promise<string[]> {
  const counter = counterOf(shop);
  const token = await shop.officeToken('admin');
  const first = async (list: string): Promise<string> =>
    (await counter.get(list, token)).body[0].id;
  const customer = (await counter.get('/customers/?search=shopper', token)).body[0].id;
  const { body: layaway } = await counter.post('/layaways/', {
    line_items: [{ sku: 'TEE-BLACK-M', quantity: 2 }],
    customer_id: customer,
    deposit: { payment_method_id: 'cash', tendered_amount: '20.00' },
  });
  const paths: Record<string, string[]> = {
    '/transactions/:id?': [`/transactions/${await counter.sold({ payment_method_id: 'cash' })}`],
    '/customers/:id?': [`/customers/${customer}`],
    '/stored-value/:part?': [`/stored-value/${await first('/value-accounts/')}`],
    // Their parts are tabs of the page.
    '/compliance/:part?': [],
    '/returns/:part?': [],
    '/layaways/:id?': [`/layaways/${layaway.id}`],
    '/products/:id?': [
      `/products/${await first('/products/?q=tee')}`,
      '/products/new',
      '/products/many',
    ],
    '/transfers/:id?': [`/transfers/${await first('/transfers/')}`],
    '/counts/:id?': [`/counts/${await first('/stock-counts/')}`],
    '/prices/:list?': [`/prices/${await first('/price-lists/')}`],
  };
  expect(Object.keys(paths).toSorted()).toEqual(patterns.toSorted());
  return Object.values(paths).flat();
}

/** The desk of an administrator, who sees every page. */
export async function openWholeDesk(screens: Screens, language: string): Promise<Page> {
  const kept = {
    'tillhouse.desk.login': JSON.stringify({ access: await screens.shop.officeToken('admin') }),
    'tillhouse.desk.store': 'DOWNTOWN',
    'tillhouse.language': language,
  };
  const viewport = { width: 1440, height: 900 };
  const page = await screens.open('/app/desk/', { viewport, kept });
  await page.locator('.desk-nav').first().waitFor();
  return page;
}

/** Every page of the navigation, then the pages of records. */
export async function deskPaths(page: Page, records: string[]): Promise<string[]> {
  const links = await page
    .locator('.desk-nav')
    .evaluateAll(all => all.map(one => one.getAttribute('href') ?? ''));
  expect(links.length).toBeGreaterThan(40);
  return [...links, ...[...records, '/devices'].map(path => `/app/desk${path}`)];
}

export async function goToDeskPage(page: Page, path: string): Promise<void> {
  await goWithin(page, path);
  await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor();
}

/** The tabs of a desk page; the first one is open. */
export const tabsOf = (page: Page) => page.getByRole('main').getByRole('tab');
