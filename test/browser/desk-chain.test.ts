import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { browserOrSkip, openScreens, type Page, type Screens } from '../support/browser.js';
import { showDesk } from '../support/desk.js';
import { goWithin, isDrawn, layoutProblems } from '../support/layout.js';
import { counterOf } from '../transactions/support.js';

const canRun = await browserOrSkip();
const SLOW_MS = 600_000;
const STORES = 200;
/** Of one page, with its lists, look-ups and badges; none asks for each store. */
const MOST_REQUESTS = 12;

describe.runIf(canRun)(`a chain of ${STORES} stores at the desk`, () => {
  let screens: Screens;
  let page: Page;
  const requests: string[] = [];
  beforeAll(async () => {
    screens = await openScreens();
    await statement(
      screens.shop.platform.db,
      `insert into stores (id, code, name, city, currency, time_zone)
       select gen_random_uuid(), 'C' || to_char(n, 'FM000'), 'Chain ' || to_char(n, 'FM000'),
         'Town ' || n % 20, case when n % 10 = 0 then 'EUR' else 'USD' end,
         case when n % 10 = 0 then 'Europe/Berlin' else 'America/New_York' end
       from generate_series(4, $1::int) as n`,
      [STORES],
    );
    await counterOf(screens.shop).sold({ payment_method_id: 'cash' });
    const access = await screens.shop.officeToken('admin');
    page = await screens.open('/app/desk/', {
      viewport: { width: 1440, height: 900 },
      kept: {
        'tillhouse.desk.login': JSON.stringify({ access }),
        'tillhouse.desk.store': '*',
        'tillhouse.language': 'en',
      },
    });
    page.on('request', request => {
      const { pathname, search } = new URL(request.url());
      if (/^\/(app|media|ws)\//.test(pathname)) return;
      requests.push(`${request.method()} ${pathname}${search}`);
    });
    await page.getByTestId('chain-sums').waitFor();
  });
  afterAll(async () => {
    await page?.context().close();
    await screens?.close();
  });

  const names = (): Promise<string[]> =>
    page.getByRole('table', { name: 'All stores' }).locator('tbody .desk-open').allInnerTexts();
  const order = async (name: string): Promise<void> => {
    await page.getByRole('combobox', { name: 'Sort by' }).click();
    await page.getByRole('option', { name, exact: true }).click();
  };

  it('ranks the stores of today with one request, page by page', { timeout: SLOW_MS }, async () => {
    await goWithin(page, '/app/desk/');
    requests.length = 0;
    await page.reload();
    await page.getByTestId('chain-sums').waitFor();
    await isDrawn(page);
    const ofStores = requests.filter(one => /chain-day|store-day|dashboard_home/.test(one));
    expect([...new Set(ofStores)]).toEqual(['GET /analytics/chain-day/']);
    await page.getByText('200 stores, net revenue today: ').waitFor();
    const [first = '', ...others] = await names();
    expect(first).toContain('Tillhouse Downtown');
    expect(others).toHaveLength(24);
    await showDesk(page, 'chain');

    await page.getByRole('button', { name: 'Page 8', exact: true }).click();
    expect(await names()).toHaveLength(25);
    await order('Name');
    expect((await names())[0]).toContain('Chain 004');
    // Every word is found in the name, the code or the town.
    await page.getByRole('searchbox', { name: 'Find a store' }).fill('town c12');
    const found = ['120', '121', '122', '123', '124', '125', '126', '127', '128', '129'];
    expect((await names()).map(name => name.slice(0, 9))).toEqual(found.map(n => `Chain ${n}`));
    await page.getByText(/^10 stores, net revenue today: /).waitFor();
    expect(await layoutProblems(page, 'chain', { axe: true })).toEqual([]);
  });

  it('finds a store in the header, and offers the last ones first', {
    timeout: SLOW_MS,
  }, async () => {
    const picker = page.getByRole('combobox', { name: 'Store', exact: true });
    const choose = async (text: string, name: string): Promise<void> => {
      await picker.click();
      await picker.fill(text);
      await page.getByRole('option', { name, exact: true }).click();
      await page.getByTestId('revenue').waitFor();
    };
    await choose('c150', 'Chain 150');
    await choose('town 3 c18', 'Chain 183');
    await picker.click();
    await picker.fill('');
    const lately = page.getByRole('group', { name: 'Recently used' });
    expect(await lately.getByRole('option').allInnerTexts()).toEqual(['Chain 150']);
    await showDesk(page, 'chain-picker');
    await page.getByRole('option', { name: 'All stores' }).click();
    await page.getByTestId('chain-sums').waitFor();
  });

  it(`asks for no page more than ${MOST_REQUESTS} times`, { timeout: SLOW_MS }, async () => {
    const links = await page
      .locator('.desk-nav')
      .evaluateAll(all => all.map(one => one.getAttribute('href') ?? ''));
    expect(links.length).toBeGreaterThan(40);
    const counts: Record<string, string[]> = {};
    for (const link of links) {
      requests.length = 0;
      await goWithin(page, link);
      await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor();
      await isDrawn(page);
      counts[link] = [...requests];
      const height = await page.evaluate<number>('document.documentElement.scrollHeight');
      if (height > 9_000) counts[link].push(...Array(MOST_REQUESTS).fill(`${height} px high`));
    }
    const tooMany = Object.entries(counts).filter(([, sent]) => sent.length > MOST_REQUESTS);
    expect(tooMany).toEqual([]);
  });
});
