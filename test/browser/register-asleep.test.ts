import type { Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../src/domains/ops/check-invariants.js';
import { statement } from '../../src/platform/database/tx.js';
import { browserOrSkip, openScreens, type Page, type Screens } from '../support/browser.js';
import { soon } from '../support/soon.js';
import { stopPages } from '../support/stopped-pages.js';
import { addToCart, logInAtTill, says } from '../support/till.js';

const canRun = await browserOrSkip();

/** What the network does with the payment while the page is stopped. */
const CASES = [
  { title: 'the service has booked and the answer is there', reached: true, answered: true },
  { title: 'the service has booked and the answer is lost', reached: true, answered: false },
  { title: 'the request never arrived', reached: false, answered: false },
] as const;

describe.runIf(canRun)('a register that a closed lid stops in the middle of a payment', () => {
  let screens: Screens;
  let tills = 70;
  beforeAll(async () => {
    screens = await openScreens();
  });
  afterAll(() => screens?.close());

  /** Each test has a till of its own. */
  const newTill = (): string => {
    tills += 1;
    return `T-0${tills}`;
  };
  const rows = <Row>(text: string, terminal: string): Promise<Row[]> =>
    statement<Row>(screens.shop.platform.db, text, [terminal]);
  const salesOf = (terminal: string) =>
    rows<{ till_number: string; status: string; paid: string }>(
      `select t.till_number, t.status, sum(p.amount)::text as paid
       from transactions t join payments p on p.transaction_id = t.id
       where t.terminal_id = $1 group by t.id order by t.till_number`,
      terminal,
    );
  const entriesOf = (terminal: string) =>
    rows<{ counter: number; kind: string; status: string }>(
      'select counter, kind, status from till_journal where terminal_id = $1 order by counter, id',
      terminal,
    );

  const payMug = async (page: Page): Promise<void> => {
    await addToCart(page, 'MUG-WHITE');
    await page.getByTestId('pay').click();
    await page.getByRole('button', { name: '$20.00' }).click();
  };

  it.each(CASES)('books once: $title', async ({ reached, answered }) => {
    const terminal = newTill();
    const page = await logInAtTill(screens, 'EMP001', terminal);
    let isFirst = true;
    const asked = new Promise<Route>(resolve => {
      void page.context().route('**/pos/sync/', route => {
        if (!isFirst || route.request().method() !== 'POST') return route.continue();
        isFirst = false;
        resolve(route);
      });
    });
    await payMug(page);
    const route = await asked;
    const pages = await stopPages(page);
    let isAwake = false;
    const awake = page.evaluate('1').then(() => {
      isAwake = true;
    });
    try {
      const response = reached ? await route.fetch() : undefined;
      expect(await salesOf(terminal)).toHaveLength(reached ? 1 : 0);
      if (answered) await route.fulfill({ response });
      else await route.abort('internetdisconnected');
      expect(isAwake).toBe(false);
    } finally {
      pages.resume();
    }
    await awake;
    await says(page, 'till-number').toBe(`Receipt ${terminal}-000001`);
    await says(page, 'change').toBe('$6.47');
    await page.getByTestId('queue').waitFor({ state: 'detached', timeout: 30_000 });
    await page.getByRole('button', { name: 'Next customer' }).click();
    await page.getByText('Ready for the next customer').waitFor();
    await payMug(page);
    await says(page, 'till-number').toBe(`Receipt ${terminal}-000002`);
    await expect.poll(() => salesOf(terminal), soon).toHaveLength(2);
    const sold = { status: 'completed', paid: '13.53' };
    expect(await salesOf(terminal)).toEqual([
      { ...sold, till_number: `${terminal}-000001` },
      { ...sold, till_number: `${terminal}-000002` },
    ]);
    const entry = { kind: 'sale', status: 'accepted' };
    expect(await entriesOf(terminal)).toEqual([
      { ...entry, counter: 1 },
      { ...entry, counter: 2 },
    ]);
  });

  it('leaves the books right', async () => {
    const checks = await checkInvariants(screens.shop.platform.db);
    expect(checks.filter(({ offending }) => offending > 0)).toEqual([]);
  });
});
