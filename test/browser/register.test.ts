import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { projectRoot } from '../../src/platform/root.js';
import { demoPolicy } from '../../src/seed/data.js';
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
import { addToCart, chooseTerminal, isCut, logInAtTill, scan } from '../support/till.js';

const canRun = await browserOrSkip();

const MUG_BARCODE = '4006381333931';

describe.runIf(canRun)('the register', () => {
  let screens: Screens;
  let nextTill = 10;
  beforeAll(async () => {
    screens = await openScreens();
  });
  afterAll(() => screens.close());

  const till = (employee = 'EMP001') => {
    nextTill += 1;
    return logInAtTill(screens, employee, `T-0${nextTill}`);
  };

  const add = addToCart;
  const pay = (page: Page) => page.getByTestId('pay').click();
  const textOf = (page: Page, id: string) => page.getByTestId(id).innerText();
  /** Polls the text of an element until the page has rendered the last action. */
  const says = (page: Page, id: string) => expect.poll(() => textOf(page, id), soon);
  async function salesOf(terminal: string) {
    const token = await screens.shop.officeToken('admin');
    const sales = await statement<{ id: string }>(
      screens.shop.platform.db,
      'select id from transactions where terminal_id = $1',
      [terminal],
    );
    return Promise.all(
      sales.map(async ({ id }) => {
        return (await screens.shop.call('GET', `/transactions/${id}/`, { token })).body;
      }),
    );
  }
  const terminalOf = (page: Page): Promise<string> =>
    page.evaluate<string>("JSON.parse(localStorage.getItem('tillhouse.register.place')).terminal");

  it('signs in with a PIN, refuses a wrong one and remembers store and till', async () => {
    const page = await screens.open('/app/register/');
    await page.getByRole('heading', { name: 'Sign in to the till' }).waitFor();
    await chooseTerminal(page, 'T-010');
    await page.getByLabel('Employee number').fill('EMP001');
    await page.getByLabel('PIN').focus();
    for (const digit of '9999') await page.getByRole('button', { name: `Digit ${digit}` }).click();
    await screenshotBothSchemes(page, 'register-login');
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Incorrect employee number or PIN.').waitFor();
    await page.getByLabel('PIN').fill('1234');
    await page.keyboard.press('Enter');
    await page.getByLabel('Search or scan').waitFor();
    await page.getByLabel('Menu').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Till', { exact: true }).waitFor();
    expect(await page.getByLabel('Till', { exact: true }).inputValue()).toBe('T-010');
  });

  it('sells for cash, gives change and prints the receipt', async () => {
    const page = await till();
    await screenshotBothSchemes(page, 'register-empty');
    await add(page, 'MUG-WHITE');
    await add(page, 'MUG-WHITE');
    await add(page, 'BEANS-1KG');
    await says(page, 'total').toBe('$45.06');
    await screenshotBothSchemes(page, 'register-cart');
    await pay(page);
    await says(page, 'due').toBe('$45.06');
    await screenshotBothSchemes(page, 'register-pay');
    await page.getByRole('button', { name: '$50.00' }).click();
    await page.getByTestId('change').waitFor();
    await says(page, 'change').toBe('$4.94');
    await screenshotBothSchemes(page, 'register-change');
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Receipt', exact: true }).click();
    await says(page, 'receipt').toMatch(/Total USD\s+45\.06/);
    await screenshotBothSchemes(page, 'register-receipt');
    expect(await axeProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Next customer' }).click();
    await page.getByText('Ready for the next customer').waitFor();
    const [sale, ...others] = await salesOf(await terminalOf(page));
    expect(others).toEqual([]);
    expect(sale).toMatchObject({ status: 'completed', totalAmount: '45.06', changeDue: '4.94' });
  });

  it('applies promotions at once, takes promo codes and refuses unknown ones by name', async () => {
    const page = await till();
    for (let packets = 0; packets < 3; packets += 1) await add(page, 'SEEDS-HERB');
    // The third packet of 4.50 is free: 9.00 and 0.74 tax, as in the web shop.
    await says(page, 'line-discount').toBe('Herb seeds: three for two −$4.50');
    await says(page, 'total').toBe('$9.74');
    await page.getByRole('button', { name: 'Discount' }).click();
    await page.getByLabel('Promo code').fill('nowhere');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('NOWHERE: There is no such code.').waitFor();
    await page.keyboard.press('Escape');
    await pay(page);
    await says(page, 'due').toBe('$9.74');
    await page.getByRole('button', { name: 'Exact' }).click();
    await page.getByTestId('change').waitFor();
    const [sale] = await salesOf(await terminalOf(page));
    expect(sale).toMatchObject({
      status: 'completed',
      totalAmount: '9.74',
      appliedPromotionDiscount: '4.50',
    });
  });

  it('splits a payment between card and cash', async () => {
    const page = await till();
    await add(page, 'TEE-BLACK-M');
    await pay(page);
    await page.getByText('Card', { exact: true }).click();
    await page.getByLabel('Amount', { exact: true }).fill('30');
    await page.getByText('Change is only given for cash.').waitFor();
    await page.getByLabel('Amount', { exact: true }).fill('20');
    await page.getByRole('button', { name: 'Charge $20.00 to the card' }).click();
    await page.getByText('Remaining amount').waitFor();
    await says(page, 'due').toBe('$7.06');
    await screenshotBothSchemes(page, 'register-split');
    // The items are locked now, and a reload keeps the amount paid.
    await page.reload();
    await page.getByText('Remaining amount').waitFor();
    await says(page, 'tenders').toContain('Card visa •••• 4242 $20.00');
    expect(await isCut(page, '[data-testid="pay"] .mantine-Button-label')).toBe(false);
    expect(await isCut(page, 'li[data-sku="TEE-BLACK-M"] button p')).toBe(false);
    await page.getByRole('button', { name: '$10.00' }).click();
    await says(page, 'change').toBe('$2.94');
    const [sale] = await salesOf(await terminalOf(page));
    expect(sale).toMatchObject({ status: 'completed', totalAmount: '27.06', totalPaid: '27.06' });
    expect(sale.payment_records).toHaveLength(2);
  });

  it('takes a scan as a code wherever the focus is, and never into a field', async () => {
    const page = await till();
    await scan(page, MUG_BARCODE);
    await says(page, 'count').toBe('1 item');
    await page.getByLabel('Search or scan').focus();
    await scan(page, MUG_BARCODE);
    await says(page, 'count').toBe('2 items');
    expect(await page.getByLabel('Search or scan').inputValue()).toBe('');
    await page.getByRole('button', { name: /White Mug.*Edit/ }).click();
    await screenshotBothSchemes(page, 'register-line');
    expect(await axeProblems(page)).toEqual([]);
    await page.getByLabel('Quantity').focus();
    await scan(page, MUG_BARCODE);
    expect(await page.getByLabel('Quantity').inputValue()).toBe('2');
    await page.keyboard.press('Escape');
    await says(page, 'count').toBe('3 items');
    await pay(page);
    await page.getByLabel('Amount received').focus();
    await scan(page, MUG_BARCODE);
    await page.getByText('Finish the payment before').waitFor();
    expect(await page.getByLabel('Amount received').inputValue()).toBe('');
    // Typing at normal speed reaches the field.
    await page.getByLabel('Amount received').pressSequentially('60', { delay: 150 });
    await page.getByRole('button', { name: 'Take $60.00' }).waitFor();
    await page.keyboard.press('Escape');
    await scan(page, '9999999999994');
    await page.getByText('No product found for code 9999999999994.').waitFor();
  });

  it('works by keyboard alone', async () => {
    const page = await till();
    await page.keyboard.press('F2');
    await page.keyboard.type('poster', { delay: 150 });
    await page.locator('input[value="poster"]').waitFor();
    await page.keyboard.press('Enter');
    await page.getByTestId('count').waitFor();
    await says(page, 'count').toBe('1 item');
    await page.keyboard.press('NumpadAdd');
    await says(page, 'count').toBe('2 items');
    await page.keyboard.press('F4');
    await page.locator('input[placeholder="21.63"]:focus').waitFor();
    await page.keyboard.type('25', { delay: 150 });
    await page.getByRole('button', { name: 'Take $25.00' }).waitFor();
    await page.keyboard.press('Enter');
    await says(page, 'change').toBe('$3.37');
    await page.keyboard.press('Enter');
    await page.getByText('Ready for the next customer').waitFor();
  });

  it('continues after a reload in the middle of a sale', async () => {
    const page = await till();
    await add(page, 'MUG-WHITE');
    await add(page, 'POSTER-A2');
    await page.reload();
    await page.locator('li[data-sku="POSTER-A2"]').waitFor();
    await says(page, 'count').toBe('2 items');
    await says(page, 'total').toBe('$24.35');
    await page.getByRole('button', { name: 'Park', exact: true }).click();
    await page.getByText('Ready for the next customer').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Parked sales' }).click();
    await screenshotBothSchemes(page, 'register-parked');
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Resume' }).click();
    await says(page, 'count').toBe('2 items');
  });

  it('can be installed, and loads a new release between two sales', async () => {
    const page = await till();
    const manifest = await page.locator('link[rel="manifest"]').getAttribute('href');
    const read = await fetch(new URL(manifest ?? '', page.url()));
    const app = (await read.json()) as { icons: { src: string }[] };
    expect(app).toMatchObject({ start_url: '/app/register/', display: 'standalone' });
    for (const { src } of app.icons) {
      const icon = await fetch(new URL(src, new URL(manifest ?? '', page.url())));
      expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
    await add(page, 'MUG-WHITE');
    // The page of an earlier release, in the middle of a sale.
    const checked = page.waitForResponse(response => response.url().endsWith('/app/register/'));
    await page.evaluate(`{
      globalThis.isOld = true;
      document.querySelector('script[type="module"]').setAttribute('src', '/app/assets/old.js');
      dispatchEvent(new Event('online'));
    }`);
    await checked;
    await page.waitForTimeout(7_000);
    expect(await page.evaluate('globalThis.isOld')).toBe(true);
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => page.evaluate('globalThis.isOld'), soon).toBeUndefined();
    await page.getByText('Ready for the next customer').waitFor();
  });

  it('asks for the customer’s age and sends the check to the service', async () => {
    const page = await till();
    await add(page, 'WINE-RED');
    await pay(page);
    await page.getByRole('heading', { name: 'Check the customer’s age' }).waitFor();
    await screenshotBothSchemes(page, 'register-age');
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'ID checked' }).click();
    await page.getByRole('button', { name: 'Exact' }).click();
    await says(page, 'change').toBe('$0.00');
    const [sale] = await salesOf(await terminalOf(page));
    expect(sale).toMatchObject({ status: 'completed', totalAmount: '22.73' });
  });

  it('keeps selling offline and sends each sale once', async () => {
    const page = await till();
    // The service worker caches the page; only then does it load offline.
    await page.evaluate(`(async () => {
      await navigator.serviceWorker.ready;
      while (!(await caches.match('/app/register/'))) await new Promise(done => setTimeout(done, 50));
    })()`);
    const context = page.context();
    await context.setOffline(true);
    await page.getByTestId('offline').waitFor();
    await add(page, 'MUG-WHITE');
    await page.reload();
    await page.locator('li[data-sku="MUG-WHITE"]').waitFor();
    await pay(page);
    await screenshotBothSchemes(page, 'register-offline-pay');
    await page.getByRole('button', { name: '$20.00' }).click();
    await says(page, 'change').toBe('$6.47');
    await screenshotBothSchemes(page, 'register-offline-change');
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Next customer' }).click();
    await says(page, 'queue').toBe('1 unsent sale');
    const terminal = await terminalOf(page);
    expect(await salesOf(terminal)).toEqual([]);
    // The first response is lost, so the till does not know that the sale was booked.
    let lost = 0;
    await context.route('**/pos/sync/', async route => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      lost += 1;
      if (lost === 1) await route.abort('connectionreset');
      else await route.continue();
    });
    await context.setOffline(false);
    await page.getByTestId('queue').waitFor({ state: 'detached', timeout: 30_000 });
    const sales = await salesOf(terminal);
    expect(sales).toHaveLength(1);
    expect(sales[0]).toMatchObject({
      status: 'completed',
      totalAmount: '13.53',
      changeDue: '6.47',
    });
    expect(lost).toBeGreaterThan(1);
  });

  it('sends a cash sale in one request, and sells once if its answer is lost', async () => {
    const page = await till();
    const requests: string[] = [];
    await page.context().route(/\/pos\/(transactions|sync)\//, async route => {
      const request = route.request();
      if (request.method() !== 'POST') return route.continue();
      requests.push(new URL(request.url()).pathname);
      // The service has sold by now, but the till does not know it.
      if (requests.length === 1) {
        await route.fetch();
        return route.abort('connectionreset');
      }
      return route.continue();
    });
    await add(page, 'MUG-WHITE');
    await pay(page);
    await page.getByRole('button', { name: '$20.00' }).click();
    await says(page, 'change').toBe('$6.47');
    await page.getByRole('button', { name: 'Next customer' }).click();
    await page.getByTestId('queue').waitFor({ state: 'detached', timeout: 30_000 });
    const terminal = await terminalOf(page);
    expect(await salesOf(terminal)).toMatchObject([
      { status: 'completed', totalAmount: '13.53', changeDue: '6.47' },
    ]);
    const sync = '/pos/sync/';
    expect(requests).toEqual([sync, sync]);
    await add(page, 'MUG-WHITE');
    await pay(page);
    await page.getByRole('button', { name: 'Exact' }).click();
    await says(page, 'change').toBe('$0.00');
    expect(requests).toEqual([sync, sync, sync]);
    expect(await salesOf(terminal)).toHaveLength(2);
  });

  it('lets a manager approve a discount from another screen', async () => {
    const admin = await screens.shop.officeToken('admin');
    const set = (policy: object) =>
      screens.shop.call('PATCH', '/stores/DOWNTOWN/', {
        token: admin,
        body: { approval_policy: policy },
      });
    expect((await set({ discount_above: '1.00' })).status).toBe(200);
    try {
      const cashier = await till();
      const manager = await till('EMP003');
      await add(cashier, 'TEE-BLACK-M');
      await cashier.getByRole('button', { name: 'Discount' }).click();
      await screenshotBothSchemes(cashier, 'register-discount');
      expect(await axeProblems(cashier)).toEqual([]);
      await cashier.getByRole('button', { name: '20 %' }).click();
      await cashier.getByRole('button', { name: 'Apply' }).click();
      const reason = cashier
        .getByRole('dialog', { name: 'Discount needs approval' })
        .getByLabel('Reason');
      expect(await reason.inputValue()).toBe('Goodwill');
      await reason.fill('Small hole in the seam');
      // The notice disappears after a few seconds, so the manager looks before the screenshots.
      const asked = manager.getByText('A cashier needs your approval.').waitFor();
      await cashier.getByRole('button', { name: 'Request approval' }).click();
      await cashier.getByText('Waiting for approval…').waitFor();
      await asked;
      await screenshotBothSchemes(cashier, 'register-approval');
      expect(await axeProblems(cashier)).toEqual([]);
      await manager.getByRole('button', { name: 'Approvals' }).click();
      await manager.getByText('Small hole in the seam').waitFor();
      await screenshotBothSchemes(manager, 'register-inbox');
      expect(await axeProblems(manager)).toEqual([]);
      await manager.getByRole('button', { name: 'Approve', exact: true }).click();
      await cashier.getByText('Discount approved').waitFor();
      await says(cashier, 'total').toBe('$21.65');
      await pay(cashier);
      await cashier.getByRole('button', { name: 'Exact' }).click();
      await cashier.getByTestId('change').waitFor();
      const [sale] = await salesOf(await terminalOf(cashier));
      expect(sale).toMatchObject({ status: 'completed', price_overridden: true });
      await cashier.getByRole('button', { name: 'Next customer' }).click();
      await sellBelowCost(cashier);
    } finally {
      await set({});
    }
  });

  /** Only the service knows costs: it refuses the payment, and the till asks a manager and goes on. */
  async function sellBelowCost(cashier: Page): Promise<void> {
    const admin = await screens.shop.officeToken('admin');
    const change = async (path: string, body: object) =>
      expect((await screens.shop.call('PATCH', path, { token: admin, body })).status).toBe(200);
    const variant = '/product-variants/TEE-BLACK-M/';
    await change('/stores/DOWNTOWN/', { approval_policy: demoPolicy });
    await change(variant, { cost: '22.00' });
    const percent =
      "JSON.parse(localStorage['tillhouse.register.session']).store.policy.percentAbove";
    await expect.poll(() => cashier.evaluate(percent), soon).toBe(20);
    await add(cashier, 'TEE-BLACK-M');
    await cashier.getByRole('button', { name: 'Discount' }).click();
    await cashier.getByRole('button', { name: '15 %' }).click();
    await cashier.getByRole('button', { name: 'Apply' }).click();
    await says(cashier, 'total').toBe('$23.00');
    await pay(cashier);
    await cashier.getByRole('button', { name: 'Exact' }).click();
    await cashier.getByText('A discount of $3.75 needs a manager’s approval.').waitFor();
    const terminal = await terminalOf(cashier);
    expect(await salesOf(terminal)).toHaveLength(1);
    await cashier.getByLabel('Reason').last().fill('Last one');
    await cashier.getByRole('button', { name: 'Request approval' }).click();
    await cashier.getByLabel('Manager’s employee number').fill('EMP003');
    await cashier.getByLabel('PIN').fill('3456');
    await cashier.getByRole('button', { name: 'Approve with PIN' }).click();
    await says(cashier, 'change').toBe('$0.00');
    const totals = (await salesOf(terminal)).map(sale => [sale.status, sale.totalAmount]);
    expect(totals.sort()).toEqual([
      ['completed', '21.65'],
      ['completed', '23.00'],
    ]);
    await change(variant, { cost: '8.40' });
  }

  it('takes goods back by the number on the receipt', async () => {
    const page = await till('EMP003');
    await add(page, 'POSTER-A2');
    await pay(page);
    await page.getByRole('button', { name: 'Exact' }).click();
    const number = (await textOf(page, 'sale-number')).replace('Sale ', '');
    await page.getByRole('button', { name: 'Next customer' }).click();
    await page.getByLabel('Menu').click();
    await page.getByRole('menuitem', { name: 'Return' }).click();
    await page.getByLabel('Receipt number').fill(number);
    await page.getByRole('button', { name: 'Find sale' }).click();
    await page.getByLabel('Quantity: City Poster A2').fill('1');
    await screenshotBothSchemes(page, 'register-return');
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Refund items' }).click();
    await page.getByText('Refunded: $10.81').waitFor();
    const [sale] = await salesOf(await terminalOf(page));
    expect(sale.status).toBe('refunded');
  });

  it('takes goods back at a cashier’s till after a manager approves', async () => {
    const page = await till();
    await add(page, 'POSTER-A2');
    await pay(page);
    await page.getByRole('button', { name: 'Exact' }).click();
    const number = (await textOf(page, 'sale-number')).replace('Sale ', '');
    await page.getByRole('button', { name: 'Next customer' }).click();
    const startReturn = async (): Promise<void> => {
      await page.getByLabel('Menu').click();
      await page.getByRole('menuitem', { name: 'Return' }).click();
      await page.getByLabel('Receipt number').fill(number);
      await page.getByRole('button', { name: 'Find sale' }).click();
      await page.getByLabel('Quantity: City Poster A2').fill('1');
      await page.getByRole('button', { name: 'Refund items' }).click();
      await page.getByText('A refund of $10.81 needs').waitFor();
    };
    // The customer changes their mind: the return is cancelled and nothing stays open.
    await startReturn();
    await page
      .getByRole('dialog', { name: /Refund needs/ })
      .getByLabel('Close')
      .click();
    await page.getByRole('button', { name: 'Cancel return' }).click();
    await page.getByText(/^Return .* is cancelled/).waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();

    await startReturn();
    await page.getByLabel('Reason').last().fill('Torn');
    await page.getByRole('button', { name: 'Request approval' }).click();
    await page.getByLabel('Manager’s employee number').fill('EMP003');
    await page.getByLabel('PIN').fill('3456');
    await screenshotBothSchemes(page, 'register-return-approval');
    await page.getByRole('button', { name: 'Approve with PIN' }).click();
    await page.getByText('Refunded: $10.81').waitFor();
    const [sale] = await salesOf(await terminalOf(page));
    expect(sale.status).toBe('refunded');
  });

  it('opens a shift, counts the drawer blindly and closes it', async () => {
    const page = await till();
    const openShift = async () => {
      await page.getByLabel('Menu').click();
      await page.getByRole('menuitem', { name: 'Shift' }).click();
    };
    await openShift();
    await page.getByLabel('Opening float').fill('100');
    await page.getByRole('dialog').getByRole('button', { name: 'Open shift' }).click();
    await page.getByRole('button', { name: 'Count drawer' }).waitFor();
    await page.getByRole('button', { name: 'X report' }).click();
    await page.getByText('Count the drawer to see the amounts.').waitFor();
    expect(await textOf(page, 'receipt')).not.toContain('Expected');
    await page.getByRole('button', { name: 'Back' }).click();
    await screenshotBothSchemes(page, 'register-shift');
    await page.keyboard.press('Escape');
    await add(page, 'MUG-WHITE');
    await pay(page);
    await page.getByRole('button', { name: 'Exact' }).click();
    await page.getByRole('button', { name: 'Next customer' }).click();
    await openShift();
    await page.getByRole('button', { name: 'Count drawer' }).click();
    await page.getByLabel('Number of $100.00').fill('1');
    await page.getByLabel('Number of $10.00').fill('1');
    await says(page, 'counted').toBe('$110.00');
    await screenshotBothSchemes(page, 'register-count');
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save count' }).click();
    await page.getByText('Expected').waitFor();
    await says(page, 'variance').toMatch(/Short\s+-\$3\.53/);
    await page.getByRole('button', { name: 'X report' }).click();
    await page.getByText('X REPORT').waitFor();
    await says(page, 'receipt').toContain('Expected USD                        113.53');
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByLabel('Reason for the difference').fill('Coins in the wrong drawer');
    await page.getByRole('button', { name: 'Close shift' }).click();
    await page.getByText('The shift is closed.').waitFor();
    const report = await textOf(page, 'receipt');
    expect(report).toMatch(/\*\*\* Z REPORT \d+ \*\*\*/);
    expect(report).toContain('Short                                -3.53');
    expect(report).toContain('Coins in the wrong drawer');
    await screenshotBothSchemes(page, 'register-z-report');
    expect(await axeProblems(page)).toEqual([]);
  });

  it('opens the drawer for a reason', async () => {
    const page = await till();
    await page.keyboard.press('F9');
    await page.getByRole('button', { name: 'Make change' }).click();
    await screenshotBothSchemes(page, 'register-drawer');
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Open drawer' }).click();
    await page.getByText('The opening is recorded. Open the drawer with its key.').waitFor();
  });

  it('speaks German and fits a phone', async () => {
    const page = await till('EMP001');
    await page.getByLabel('Language').click();
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await add(page, 'MUG-WHITE');
    await page.getByRole('button', { name: /kassieren/ }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await takeScreenshot(page, 'register-phone-de-light');
    expect(await axeProblems(page)).toEqual([]);
    const search = page.getByPlaceholder('Name, Nr., Barcode');
    // A placeholder does not count for the width that scrolls, typed text does.
    await search.waitFor();
    const fits = await page.evaluate(`(() => {
      const field = document.querySelector('input[placeholder="Name, Nr., Barcode"]');
      field.value = field.placeholder;
      const isWhole = field.scrollWidth <= field.clientWidth;
      field.value = '';
      return isWhole;
    })()`);
    expect(fits).toBe(true);
    await page.locator('li[data-sku="MUG-WHITE"] button').first().click();
    expect(await page.getByLabel('Einzelpreis').inputValue()).toBe('12,50');
    await page.getByRole('dialog').getByLabel('Rabatt in Prozent').fill('10');
    expect(await page.getByLabel('Einzelpreis').inputValue()).toBe('11,25');
  });

  it('loads in less than 300 kB', () => {
    const folder = join(projectRoot, 'dist/web');
    const html = readFileSync(join(folder, 'register/index.html'), 'utf8');
    const files = [...html.matchAll(/(?:src|href)="\/app\/(assets\/[^"]+)"/g)].map(
      ([, name]) => name,
    );
    const packed = files.map(name => {
      const path = join(folder, `${name}.gz`);
      return existsSync(path) ? statSync(path).size : 0;
    });
    const total = packed.reduce((sum, size) => sum + size, 0);
    expect(files.length).toBeGreaterThan(2);
    expect(total).toBeLessThan(300_000);
  });
});
