import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../src/domains/ops/check-invariants.js';
import { statement } from '../../src/platform/database/tx.js';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Page,
  type Screens,
  screenshotBothSchemes,
  takeScreenshot,
} from '../support/browser.js';
import { soon } from '../support/soon.js';
import {
  addToCart,
  chooseTerminal,
  logInAtTill,
  openFromMenu,
  says,
  scan,
  TABLET,
} from '../support/till.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('the journal of a register', () => {
  let screens: Screens;
  let tills = 60;
  beforeAll(async () => {
    screens = await openScreens();
    const made = await screens.shop.call('POST', '/payment-methods/', {
      token: await screens.shop.officeToken('admin'),
      body: {
        code: 'terminal',
        name: 'Terminal',
        method_type: 'card',
        requires_reference: true,
        display_order: 90,
      },
    });
    expect(made.status).toBe(201);
    const allowed = await screens.shop.call('PATCH', '/stores/DOWNTOWN/', {
      token: await screens.shop.officeToken('admin'),
      body: { offline_return_limit: '50.00' },
    });
    expect(allowed.status).toBe(200);
  });
  afterAll(() => screens?.close());

  /** Each test has a till of its own. */
  const newTill = (): string => {
    tills += 1;
    return `T-0${tills}`;
  };
  const rows = <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
    statement<Row>(screens.shop.platform.db, text, values);
  const salesOf = (terminal: string) =>
    rows<{ till_number: string; status: string; total: string }>(
      `select till_number, status, total_amount::text as total from transactions
       where terminal_id = $1 order by till_number`,
      terminal,
    );
  const entriesOf = (terminal: string) =>
    rows<{ counter: number; kind: string; status: string; flags: string[] }>(
      `select counter, kind, status, flags from till_journal
       where terminal_id = $1 order by counter, id`,
      terminal,
    );
  const stockOf = async (sku: string): Promise<number> =>
    Number(
      (
        await rows<{ on_hand: string }>(
          `select l.on_hand from inventory_levels l join product_variants v on v.id = l.variant_id
             join stores s on s.id = l.store_id where v.sku = $1 and s.code = 'DOWNTOWN'`,
          sku,
        )
      )[0]?.on_hand,
    );
  const goOffline = async (page: Page): Promise<void> => {
    await page.context().setOffline(true);
    await page.getByTestId('offline').waitFor();
  };
  const goOnline = async (page: Page): Promise<void> => {
    await page.context().setOffline(false);
    await page.getByTestId('queue').waitFor({ state: 'detached', timeout: 30_000 });
  };
  /** The service worker caches the page; only then does it load offline. */
  const cached = (page: Page) =>
    page.evaluate(`(async () => {
      await navigator.serviceWorker.ready;
      while (!(await caches.match('/app/register/'))) await new Promise(done => setTimeout(done, 50));
    })()`);
  const next = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Next customer' }).click();
    await page.getByText('Ready for the next customer').waitFor();
  };
  const sellMug = async (page: Page, number: string): Promise<void> => {
    await addToCart(page, 'MUG-WHITE');
    await page.getByTestId('pay').click();
    await page.getByRole('button', { name: '$20.00' }).click();
    await says(page, 'change').toBe('$6.47');
    await says(page, 'till-number').toBe(`Receipt ${number}`);
  };

  it('keeps a day online, offline, over a reload and online again, each sale exactly once', async () => {
    const terminal = newTill();
    const page = await logInAtTill(screens, 'EMP001', terminal, { viewport: TABLET });
    const mugs = await stockOf('MUG-WHITE');
    const posters = await stockOf('POSTER-A2');
    await cached(page);
    await openFromMenu(page, 'Shift');
    await page.getByLabel('Opening float').fill('100.00');
    await page.getByRole('dialog').getByRole('button', { name: 'Open shift' }).click();
    await page.getByRole('button', { name: 'Count drawer' }).waitFor();
    await page.keyboard.press('Escape');
    await sellMug(page, `${terminal}-000001`);
    await says(page, 'sale-number').toMatch(/^Sale TXN-/);
    await next(page);

    await goOffline(page);
    await sellMug(page, `${terminal}-000002`);
    await page.getByRole('button', { name: 'Receipt', exact: true }).click();
    await says(page, 'receipt').toContain(`Receipt ${terminal}-000002`);
    await page.keyboard.press('Escape');
    await next(page);
    await page.reload();
    await addToCart(page, 'POSTER-A2');
    await page.getByTestId('pay').click();
    await page.getByText('Terminal', { exact: true }).click();
    await page.getByLabel('Slip number').fill('0815-4711');
    await page.getByRole('button', { name: 'Take $10.81' }).click();
    await says(page, 'till-number').toBe(`Receipt ${terminal}-000003`);
    await next(page);
    // A part in cash, the rest on the terminal; a reload between them loses nothing.
    await addToCart(page, 'MUG-WHITE');
    await page.getByTestId('pay').click();
    await page.getByLabel('Amount received').fill('5.00');
    await page.getByRole('button', { name: 'Take $5.00' }).click();
    await says(page, 'due').toBe('$8.53');
    // Given back, after a question, and taken again.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Give payments back' }).click();
    const question = page.getByRole('dialog', { name: 'Give payments back' });
    await question.getByText('Cash $5.00').waitFor();
    await page.keyboard.press('Escape');
    await says(page, 'part-paid').toContain('$5.00 of $13.53 paid');
    await page.getByRole('button', { name: 'Give payments back' }).click();
    await question.getByRole('button', { name: 'Give payments back' }).click();
    await page.getByText('Give back: Cash $5.00').waitFor();
    await page.getByTestId('pay').click();
    await page.getByLabel('Amount received').fill('5.00');
    await page.getByRole('button', { name: 'Take $5.00' }).click();
    await says(page, 'due').toBe('$8.53');
    await page.reload();
    await says(page, 'due').toBe('$8.53');
    await page.getByText('Terminal', { exact: true }).click();
    await page.getByLabel('Slip number').fill('0815-4712');
    await page.getByRole('button', { name: 'Take $8.53' }).click();
    await says(page, 'till-number').toBe(`Receipt ${terminal}-000004`);
    await says(page, 'paid-with').toBe('Cash $5.00, Terminal $8.53');
    await next(page);
    // The mug of the second sale comes back: its receipt is scanned, then the mug, once too often.
    await scan(page, `${terminal}-000002`);
    await page.getByText('up to $50.00 per receipt').waitFor();
    const counted = page.getByLabel(/^Quantity: /);
    await counted.waitFor();
    await scan(page, '4006381333931');
    await expect.poll(() => counted.inputValue(), soon).toBe('1');
    await scan(page, '4006381333931');
    await page.getByText('White Mug: nothing left to return on this receipt.').waitFor();
    await page.getByRole('button', { name: 'Refund $13.53 in cash' }).waitFor();
    await screenshotBothSchemes(page, 'register-return-offline');
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Refund $13.53 in cash' }).click();
    await page.getByText('Refunded: $13.53').waitFor();
    const slip = await page.getByTestId('receipt').innerText();
    expect(slip).toContain(`Journal ${terminal}, entry 6`);
    expect(slip).toContain(`Sale ${terminal}-000002`);
    expect(slip).toContain('1 x White Mug                       -13.53');
    expect(slip).toContain('In cash                             -13.53');
    await takeScreenshot(page, 'register-return-offline-slip');
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();
    // The slip is printed again, and a receipt from before the connection was lost.
    await openFromMenu(page, 'Recent sales');
    await page.getByTestId('kept-6').getByRole('button', { name: 'Receipt' }).click();
    await says(page, 'receipt').toBe(slip);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByTestId('kept-2').getByRole('button', { name: 'Receipt' }).click();
    await says(page, 'receipt').toContain(`Receipt ${terminal}-000001`);
    const code = page.getByRole('dialog').getByRole('img', { name: 'QR code of the receipt' });
    expect(await code.getAttribute('data-content')).toBe(`${terminal}-000001`);
    await page.keyboard.press('Escape');
    // A receipt of another till: what it shows is typed, and a manager decides.
    await openFromMenu(page, 'Return');
    await page.getByLabel('Receipt number').fill('T-404-000001');
    await page.getByRole('button', { name: 'Find sale' }).click();
    await page.getByRole('combobox', { name: 'Add an item' }).fill('MUG-WHITE');
    await page.getByRole('option', { name: /MUG-WHITE/ }).click();
    await page.getByLabel(/^Paid for it: /).fill('60.00');
    await page.getByText('you can pay back up to $50.00').waitFor();
    await page.getByLabel(/^Paid for it: /).fill('13.53');
    await page.getByRole('button', { name: 'Refund $13.53 in cash' }).click();
    await page.getByText('Refunded: $13.53').waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();
    await openFromMenu(page, 'Shift');
    await page.getByLabel('Amount', { exact: true }).fill('5.00');
    await page.getByLabel('Reason').fill('Cab');
    await page.getByRole('button', { name: 'Remove cash' }).click();
    await page.getByText('The cash movement is recorded.').waitFor();
    await screenshotBothSchemes(page, 'register-shift-offline');
    expect(await axeProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await openFromMenu(page, 'Open cash drawer');
    await page.getByRole('dialog').getByLabel('Reason').fill('Change for 50');
    await page.getByRole('dialog').getByRole('button', { name: 'Open drawer' }).click();
    await says(page, 'queue').toBe('7 unsent entries');
    await page.getByTestId('queue').click();
    await page.getByText(`Sale ${terminal}-000003`).waitFor();
    await screenshotBothSchemes(page, 'register-unsent-entries');
    expect(await axeProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await salesOf(terminal)).toHaveLength(1);

    await goOnline(page);
    await sellMug(page, `${terminal}-000005`);
    const sold = (n: number, total: string, status = 'completed') => ({
      till_number: `${terminal}-00000${n}`,
      status,
      total,
    });
    expect(await salesOf(terminal)).toEqual([
      sold(1, '13.53'),
      sold(2, '13.53', 'refunded'),
      sold(3, '10.81'),
      sold(4, '13.53'),
      sold(5, '13.53'),
    ]);
    const entry = (counter: number, kind: string, status = 'accepted') => ({
      counter,
      kind,
      status,
      flags: [],
    });
    expect(await entriesOf(terminal)).toEqual([
      entry(1, 'shift_open'),
      entry(2, 'sale'),
      entry(3, 'sale'),
      entry(4, 'sale'),
      entry(5, 'sale'),
      entry(6, 'return'),
      entry(7, 'return', 'held'),
      entry(8, 'cash_out'),
      entry(9, 'drawer_open'),
      entry(10, 'sale'),
    ]);
    // Four were sold, and one is back.
    await expect.poll(() => stockOf('MUG-WHITE'), soon).toBe(mugs - 3);
    await expect.poll(() => stockOf('POSTER-A2'), soon).toBe(posters - 1);
    const token = await screens.shop.officeToken('admin');
    const [shift] = (
      await screens.shop.call('GET', `/cash-management/shifts/?terminal=${terminal}`, { token })
    ).body;
    // 100.00 + 3 × 13.53 + 5.00 − 13.53 − 5.00; the slips are no cash, and the held return waits.
    const report = await screens.shop.call('GET', `/cash-management/shifts/${shift.id}/x-report/`, {
      token,
    });
    expect(report.body.cash.expected).toBe('127.06');

    // The evening without a connection: counted with the pad and closed in one step, and a new shift.
    await next(page);
    await goOffline(page);
    await openFromMenu(page, 'Shift');
    await page.getByRole('button', { name: 'Count and close the shift' }).click();
    const pad = page.getByTestId('field-pad');
    for (const value of ['100.00', '20.00', '5.00', '2.00', '0.05', '0.01']) {
      await page.getByLabel(`Number of $${value}`, { exact: true }).click();
      await pad.getByRole('button', { name: 'Digit 1' }).click();
    }
    await says(page, 'counted').toBe('$127.06');
    await screenshotBothSchemes(page, 'register-count-offline');
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close shift' }).click();
    await page.getByText('The shift is closed. The Z report follows').waitFor();
    await openFromMenu(page, 'Shift');
    await page.getByLabel('Opening float').click();
    for (const digit of '50') await pad.getByRole('button', { name: `Digit ${digit}` }).click();
    await takeScreenshot(page, 'register-open-offline');
    await page.getByRole('dialog').getByRole('button', { name: 'Open shift' }).click();
    await page.getByRole('button', { name: 'Count and close the shift' }).waitFor();
    await page.keyboard.press('Escape');
    await goOnline(page);
    expect((await entriesOf(terminal)).slice(10)).toEqual([
      entry(11, 'shift_close'),
      entry(12, 'shift_open'),
    ]);
    const z = await screens.shop.call('GET', `/cash-management/shifts/${shift.id}/z-report/`, {
      token,
    });
    expect(z.body).toMatchObject({
      // 4 × 13.53 and 10.81; one mug came back.
      sales: { count: 5, amount: '64.93' },
      refunds_total: '13.53',
      cash: { paid_out: '5.00', expected: '127.06', counted: '127.06', variance: '0.00' },
    });
    const [opened] = (
      await screens.shop.call('GET', `/cash-management/shifts/?terminal=${terminal}`, { token })
    ).body;
    expect(opened).toMatchObject({ status: 'open', opening_float: '50.00' });
  });

  it('is passed on without a connection to somebody who was there before, and never left without a cashier', async () => {
    const terminal = newTill();
    const page = await screens.open('/app/register/', { viewport: TABLET });
    const signIn = async (pin: string): Promise<void> => {
      await page.getByLabel('PIN').fill(pin);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    const leave = (name: string) =>
      page.getByRole('button', { name: `${terminal} · ${name}: Switch cashier` }).click();
    await chooseTerminal(page, terminal);
    await page.getByLabel('Employee number').fill('EMP002');
    await signIn('2345');
    await leave('Sam Okafor');
    await page.getByRole('button', { name: 'Someone else' }).click();
    await page.getByLabel('Employee number').fill('EMP001');
    await signIn('1234');
    await page.locator('[data-sku="MUG-WHITE"]').first().waitFor();
    await cached(page);
    await goOffline(page);
    await leave('Casey Nguyen');
    await page.getByText('People who signed in here today can take over.').waitFor();
    expect(await page.getByRole('button', { name: 'Someone else' }).count()).toBe(0);
    await takeScreenshot(page, 'register-switch-offline');
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sam Okafor' }).click();
    await signIn('9999');
    await page.getByText('Incorrect employee number or PIN.').waitFor();
    await signIn('2345');
    await sellMug(page, `${terminal}-000001`);
    await next(page);
    // After a reload the till knows no PIN any more: whoever is signed in stays.
    await page.reload();
    await leave('Sam Okafor');
    await page.getByText('Nobody else can sign in while the till is offline.').waitFor();
    await addToCart(page, 'MUG-WHITE');
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Connected again' }).waitFor({ timeout: 30_000 });
    await signIn('2345');
    await says(page, 'total').toBe('$13.53');
    await page.getByTestId('queue').waitFor({ state: 'detached', timeout: 30_000 });
    const sellers = await rows<{ employee_number: string; status: string }>(
      `select u.employee_number, t.status from transactions t join users u on u.id = t.employee_id
       where t.terminal_id = $1`,
      terminal,
    );
    expect(sellers).toEqual([{ employee_number: 'EMP002', status: 'completed' }]);
  });

  it('does not come back to a cashier who left it without a connection by a reload', async () => {
    const terminal = newTill();
    const page = await screens.open('/app/register/', { viewport: TABLET });
    const signIn = async (): Promise<void> => {
      await page.getByLabel('PIN').fill('3456');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    await chooseTerminal(page, terminal);
    await page.getByLabel('Employee number').fill('EMP003');
    await signIn();
    await page.locator('[data-sku="MUG-WHITE"]').first().waitFor();
    await cached(page);
    await goOffline(page);
    await page.getByRole('button', { name: /Switch cashier/ }).click();
    await page.getByText('People who signed in here today can take over.').waitFor();
    await page.reload();
    await page.getByText('was reloaded after its cashier left').waitFor();
    expect(await page.getByTestId('pay').count()).toBe(0);
    expect(await page.getByLabel('PIN').count()).toBe(0);
    await page.context().setOffline(false);
    await page.getByLabel('PIN').waitFor({ timeout: 30_000 });
    expect(await page.getByTestId('pay').count()).toBe(0);
    await signIn();
    await page.getByTestId('pay').waitFor();
  });

  it('ends a payment that a reload interrupted, once', async () => {
    const terminal = newTill();
    const page = await logInAtTill(screens, 'EMP001', terminal);
    let isLost = true;
    await page.context().route('**/pos/sync/', async route => {
      if (route.request().method() !== 'POST' || !isLost) return route.continue();
      // The service has booked; the page is reloaded before it gets the answer.
      await route.fetch();
    });
    await addToCart(page, 'MUG-WHITE');
    await page.getByTestId('pay').click();
    await page.getByRole('button', { name: '$20.00' }).click();
    await expect.poll(() => salesOf(terminal), soon).toHaveLength(1);
    isLost = false;
    await page.reload();
    await page.getByRole('button', { name: 'Try again' }).click();
    await says(page, 'till-number').toBe(`Receipt ${terminal}-000001`);
    await says(page, 'change').toBe('$6.47');
    expect(await salesOf(terminal)).toHaveLength(1);
    await next(page);
    await sellMug(page, `${terminal}-000002`);
    expect((await entriesOf(terminal)).map(({ counter }) => counter)).toEqual([1, 2]);
  });

  it('counts on in a second tab and on another device', async () => {
    const terminal = newTill();
    const first = await logInAtTill(screens, 'EMP001', terminal);
    await sellMug(first, `${terminal}-000001`);
    await next(first);
    const second = await screens.open('/app/register/', { context: first.context() });
    await second.locator('[data-sku="MUG-WHITE"]').first().waitFor();
    await sellMug(second, `${terminal}-000002`);
    await next(second);
    await sellMug(first, `${terminal}-000003`);
    await next(first);
    const device = await logInAtTill(screens, 'EMP001', terminal);
    await sellMug(device, `${terminal}-000004`);
    expect((await entriesOf(terminal)).map(one => [one.counter, one.status])).toEqual([
      [1, 'accepted'],
      [2, 'accepted'],
      [3, 'accepted'],
      [4, 'accepted'],
    ]);
  });

  it('refuses a sale on a full disk before money is taken, and books nothing', async () => {
    const terminal = newTill();
    const page = await logInAtTill(screens, 'EMP001', terminal);
    await page.evaluate(`{
      const { put } = IDBObjectStore.prototype;
      globalThis.freeDisk = () => { IDBObjectStore.prototype.put = put; };
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('The disk is full.', 'QuotaExceededError');
      };
    }`);
    await addToCart(page, 'MUG-WHITE');
    await page.getByTestId('pay').click();
    await page.getByRole('button', { name: '$20.00' }).click();
    await page.getByText('This device has no space left').waitFor();
    expect([await salesOf(terminal), await entriesOf(terminal)]).toEqual([[], []]);
    await page.evaluate('freeDisk()');
    await page.getByRole('button', { name: '$20.00' }).click();
    await says(page, 'till-number').toBe(`Receipt ${terminal}-000001`);
    expect(await salesOf(terminal)).toHaveLength(1);
  });

  it('books at the time of the service, whatever the clock of the device says', async () => {
    const terminal = newTill();
    const page = await logInAtTill(screens, 'EMP001', terminal);
    await page.evaluate(`{
      const { now } = Date;
      Date.now = () => now() + 7_200_000;
    }`);
    await sellMug(page, `${terminal}-000001`);
    const [entry] = await rows<{ flags: string[]; apart: number }>(
      `select flags, abs(extract(epoch from booked_at - received_at))::float8 as apart
       from till_journal where terminal_id = $1`,
      terminal,
    );
    expect(entry?.flags).toEqual([]);
    expect(entry?.apart).toBeLessThan(60);
  });

  it('shows a refusal of the service, and uses neither counter nor number', async () => {
    const terminal = newTill();
    const page = await logInAtTill(screens, 'EMP001', terminal);
    await page.context().route('**/pos/sync/', async route => {
      if (route.request().method() !== 'POST') return route.continue();
      const body = route.request().postDataJSON();
      body.entries.at(-1).data.total_amount = '1.00';
      const { previous_hash, hash, ...entry } = body.entries.at(-1);
      body.entries.at(-1).hash = await hashOf(previous_hash, entry);
      await route.continue({ postData: JSON.stringify(body) });
    });
    await addToCart(page, 'MUG-WHITE');
    await page.getByTestId('pay').click();
    await page.getByRole('button', { name: '$20.00' }).click();
    await page.getByText(/total_amount/).waitFor();
    expect([await salesOf(terminal), await entriesOf(terminal)]).toEqual([[], []]);
    await page.context().unroute('**/pos/sync/');
    await page.getByRole('button', { name: '$20.00' }).click();
    await says(page, 'till-number').toBe(`Receipt ${terminal}-000001`);
    expect(await salesOf(terminal)).toHaveLength(1);
  });

  it('does not show a shift or a cash movement as booked that the service holds', async () => {
    const page = await logInAtTill(screens, 'EMP001', newTill());
    await page.context().route('**/pos/sync/', async route => {
      if (route.request().method() !== 'POST') return route.continue();
      const results = route
        .request()
        .postDataJSON()
        .entries.map((entry: { counter: number }) => ({
          counter: entry.counter,
          status: 'held',
          reason: 'CHAIN_BROKEN',
          message: 'The entry does not follow the one before it.',
          task_id: null,
          transaction_id: null,
          flags: [],
        }));
      await route.fulfill({ json: { results } });
    });
    const held = page.getByText('A manager has to check it before it counts.');
    const openShift = page.getByRole('dialog').getByRole('button', { name: 'Open shift' });
    await openFromMenu(page, 'Open cash drawer');
    await page.getByRole('dialog').getByLabel('Reason').fill('Change for 50');
    await page.getByRole('dialog').getByRole('button', { name: 'Open drawer' }).click();
    await held.waitFor();
    await held.waitFor({ state: 'detached' });
    await openFromMenu(page, 'Shift');
    await openShift.click();
    await held.waitFor();
    expect(await openShift.isVisible()).toBe(true);
    await page.context().unroute('**/pos/sync/');
    await openShift.click();
    await page.getByRole('button', { name: 'Count drawer' }).waitFor();
  });

  it('leaves the books right', async () => {
    const checks = await checkInvariants(screens.shop.platform.db);
    expect(checks.filter(({ offending }) => offending > 0)).toEqual([]);
  });
});

/** As docs/till-journal.md defines it. */
async function hashOf(previous: string, entry: object): Promise<string> {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    const pairs = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(pairs.map(([key, item]) => [key, sorted(item)]));
  };
  const text = new TextEncoder().encode(`${previous}\n${JSON.stringify(sorted(entry))}`);
  return Buffer.from(await crypto.subtle.digest('SHA-256', text)).toString('hex');
}
