import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import {
  axeProblems,
  browserOrSkip,
  openScreens,
  type Page,
  type Screens,
  screenshotBothSchemes,
} from '../support/browser.js';
import { checkDesk, type Desk, openDesk, showDesk } from '../support/desk.js';
import { soon } from '../support/soon.js';
import { addToCart, chooseTerminal, logInAtTill, openFromMenu, payPart } from '../support/till.js';

const canRun = await browserOrSkip();

/** A USB printer as the browser would show it; `sent` holds its bytes. */
const FAKE_USB = `{
  const endpoints = [{ endpointNumber: 1, direction: 'out', type: 'bulk' }];
  const interfaces = [{ interfaceNumber: 0, alternate: { interfaceClass: 7, endpoints } }];
  window.sent = [];
  const printer = {
    vendorId: 1208, productId: 514, serialNumber: 'A1', configuration: { interfaces },
    open: async () => { window.sent.push([]); },
    close: async () => {},
    claimInterface: async () => {},
    transferOut: async (endpoint, bytes) => {
      window.sent.at(-1).push(...bytes);
      return { status: 'ok' };
    },
  };
  const usb = { getDevices: async () => [printer], requestDevice: async () => printer };
  Object.defineProperty(navigator, 'usb', { value: usb });
}`;

/** The jobs that the printer got, a character for each byte. */
const sentTexts = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>('window.sent.map(bytes => String.fromCharCode(...bytes))');

/** Opens the drawer that is plugged into the printer. */
const PULSE = '\x1bp\x00\x32\xfa';
const pulses = async (page: Page): Promise<number> =>
  (await sentTexts(page)).filter(text => text === PULSE).length;

describe.runIf(canRun)('the devices of people and tills', () => {
  let screens: Screens;
  let desk: Desk;
  let token: string;

  beforeAll(async () => {
    screens = await openScreens({ env: { TRUST_PROXY: '127.0.0.1' } });
    desk = await openDesk(screens);
    token = await screens.shop.officeToken();
  });
  afterAll(() => screens?.close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const typePin = async (page: Page): Promise<void> => {
    await page.getByLabel('Employee number').fill('EMP001');
    await page.getByLabel('PIN').fill('1234');
    await button(page, 'Sign in').click();
  };

  it('pair at the register with a code from the desk, and are unpaired there', async () => {
    const office = await desk.at('/tills');
    await office.getByRole('switch', { name: 'Only paired devices may sign in' }).press('Space');
    await office.getByText('No device is paired at Tillhouse Downtown yet.').waitFor();
    await checkDesk(office, 'pairing-required');
    await button(office, 'Require pairing').click();
    await office.getByText('Tillhouse Downtown: only paired devices may sign in').waitFor();

    const till = await screens.open('/app/register/');
    await till.getByRole('combobox', { name: 'Store' }).click();
    await till.getByRole('option', { name: 'Tillhouse Downtown' }).click();
    await till.getByRole('heading', { name: 'Pair this device' }).waitFor();
    expect(await till.getByLabel('PIN').count()).toBe(0);
    await till.getByLabel('Pairing code').fill('abcd-efgh');
    await button(till, 'Pair').click();
    await till.getByText('The code is wrong or has expired.').waitFor();
    await screenshotBothSchemes(till, 'register-pairing');
    expect(await axeProblems(till)).toEqual([]);

    await button(office, 'Pair a device: T-001').click();
    const code = await office.getByLabel('Pairing code').innerText();
    expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    await checkDesk(office, 'pairing-code');
    await button(office, 'Done').click();
    await till.getByLabel('Pairing code').fill(code.toLowerCase());
    await button(till, 'Pair').click();
    await till.getByText('Paired with till T-001 · Tillhouse Downtown').waitFor();
    expect(await till.getByLabel('Till', { exact: true }).inputValue()).toBe('T-001');
    await screenshotBothSchemes(till, 'register-paired');
    expect(await axeProblems(till)).toEqual([]);
    await typePin(till);
    await till.getByLabel('Search or scan').waitFor();

    await office.reload();
    await checkDesk(office, 'paired-devices');
    await button(office, 'Unpair: T-001, Chrome, Linux').click();
    await office.getByText('Anyone signed in on this device is signed out at once.').waitFor();
    await button(office, 'Unpair').click();
    await office.getByText('Device unpaired from T-001').waitFor();
    await till.getByRole('heading', { name: 'Pair this device' }).waitFor();
    await office.getByRole('switch', { name: 'Only paired devices may sign in' }).press('Space');
    await office.getByText('Tillhouse Downtown: any device may sign in').waitFor();
    await till.reload();
    await chooseTerminal(till, 'T-001');
    await typePin(till);
    await till.getByLabel('Search or scan').waitFor();
  });

  /** A manager sets up a printer for tickets at the till, switches it off, renames and removes it. */
  const setUpKitchenAtTill = async (page: Page): Promise<void> => {
    await button(page, 'Add device').click();
    const dialog = page.getByRole('dialog', { name: 'Devices' });
    await dialog.getByLabel('Name', { exact: true }).fill('Kitchen');
    await dialog.getByLabel('IP address').fill('8.8.8.8');
    await dialog.getByRole('combobox', { name: 'Prints' }).click();
    const tickets = page.getByRole('option', { name: 'Tickets for kitchen or stock room' });
    await tickets.click();
    // The list of categories opens when this one has closed.
    await tickets.waitFor({ state: 'hidden' });
    await dialog.getByRole('combobox', { name: 'Categories on the tickets' }).click();
    await page.getByRole('option').first().click();
    await page.keyboard.press('Escape');
    await button(page, 'Add device').click();
    await dialog.getByLabel('IP address').and(page.locator('[aria-invalid="true"]')).waitFor();
    await dialog.getByLabel('IP address').fill('192.168.1.60');
    await button(page, 'Add device').click();
    await button(page, 'Switch off: Kitchen').click();
    await dialog.getByText('Switched off').waitFor();
    await button(page, 'Edit: Kitchen').click();
    await dialog.getByLabel('Name', { exact: true }).fill('Bakery');
    await button(page, 'Save').click();
    await button(page, 'Switch on: Bakery').click();
    const read = async () =>
      (await screens.shop.call('GET', '/terminals/T-001/devices/', { token })).body;
    await button(page, 'Switch off: Bakery').waitFor();
    expect((await read()).at(-1)).toMatchObject({
      name: 'Bakery',
      address: '192.168.1.60',
      purpose: 'ticket',
      category_ids: [expect.any(String)],
      is_active: true,
    });
    await button(page, 'Remove: Bakery').click();
    await button(page, 'Remove').click();
    await button(page, 'Edit: Bakery').waitFor({ state: 'detached' });
    await expect.poll(read, soon).toHaveLength(2);
  };

  it('show at the till and at the desk which papers did not come', async () => {
    const add = async (body: object) =>
      (await screens.shop.call('POST', '/terminals/T-003/devices/', { token, body })).body.id;
    await screens.shop.tillToken('EMP001', 'T-003');
    const bar = await add({
      kind: 'printer',
      name: 'Bar',
      connection: 'network',
      address: '192.168.1.70',
    });
    await add({
      kind: 'card_reader',
      name: 'Terminal',
      connection: 'processor',
      reader_id: 'tmr_1',
    });
    const { db } = screens.shop.platform;
    const out = { state: 'paper_out', state_at: new Date() };
    await db.updateTable('terminal_devices').set(out).where('id', '=', bar).execute();
    const giveUp = () =>
      db
        .insertInto('print_jobs')
        .values({
          id: newId(),
          store_id: DOWNTOWN_ID,
          device_id: bar,
          kind: 'test',
          due_at: null,
          parked_at: new Date(),
          error: 'paper_out',
        })
        .execute();
    await giveUp();

    const page = await logInAtTill(screens, 'EMP001', 'T-003');
    await button(page, 'Bar: out of paper, 1 print job failed').click();
    await page.getByText('Bar (out of paper)').waitFor();
    await button(page, 'Test: Terminal').click();
    await page.getByText('The card reader is ready.').waitFor();
    await screenshotBothSchemes(page, 'register-not-printed');
    await button(page, 'Print again: Test page').click();
    await page.getByText('Test page is on its way to Bar.').waitFor();
    await page.getByTestId('given-up').waitFor({ state: 'detached' });

    await giveUp();
    const office = await desk.at('/tills');
    await office.getByRole('row', { name: /T-003.*1 print job failed/ }).waitFor();
    await button(office, 'Devices: T-003').click();
    await office.getByText('Card reader · Payment processor · tmr_1').waitFor();
    await button(office, 'Test: Terminal').click();
    await office.getByText('The card reader is ready.').waitFor();
    await checkDesk(office, 'till-devices');
    await button(office, 'Don’t print: Test page').click();
    await office.getByTestId('given-up').waitFor({ state: 'detached' });
  });

  it('print and open the drawer on the cable of the tablet', async () => {
    const add = (body: object) =>
      screens.shop.call('POST', '/terminals/T-001/devices/', { token, body });
    const printer = { connection: 'webusb', kind: 'printer', name: 'Epson', paper_width: '58' };
    expect((await add(printer)).status).toBe(201);
    expect((await add({ kind: 'drawer', name: 'Drawer', connection: 'printer' })).status).toBe(201);
    const page = await logInAtTill(screens, 'EMP003', 'T-001');
    await page.addInitScript(FAKE_USB);
    await page.reload();
    await openFromMenu(page, 'Devices');
    await page.getByText('Not connected to this tablet').waitFor();
    await button(page, 'Connect: Epson').click();
    await button(page, 'Test: Epson').click();
    await page.getByText('The test page is on its way to Epson.').waitFor();
    expect(await sentTexts(page)).toEqual([expect.stringContaining('Test page')]);
    // The drawer is tested as often as somebody likes, each time with an entry of its own.
    for (const times of [2, 3]) {
      await button(page, 'Test: Drawer').click();
      await expect.poll(async () => (await sentTexts(page)).length, soon).toBe(times);
      expect((await sentTexts(page)).at(-1)).toBe('\x1bp\x00\x32\xfa');
    }
    await page.getByText('Test: the drawer opens.').first().waitFor();
    await setUpKitchenAtTill(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await screenshotBothSchemes(page, 'register-devices');
    expect(await axeProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await openFromMenu(page, 'Open cash drawer');
    await button(page, 'Check drawer').click();
    await button(page, 'Open drawer').click();
    await page.getByText('The cash drawer opens.').waitFor();
    expect((await sentTexts(page)).at(-1)).toBe('\x1bp\x00\x32\xfa');

    await page.setViewportSize({ width: 1024, height: 768 });
    await addToCart(page, 'MUG-WHITE');
    await page.getByTestId('pay').click();
    await page.getByLabel('Amount received').fill('20');
    await button(page, 'Take $20.00').click();
    await page.getByRole('button', { name: 'Receipt', exact: true }).click();
    await button(page, 'Print on Epson').click();
    await page.getByText('The receipt is printed.').waitFor();
    expect((await sentTexts(page)).at(-1)).toMatch(/13\.53/);
    await page.getByText('Gift receipt', { exact: true }).click();
    await button(page, 'Print on Epson').click();
    await expect.poll(async () => (await sentTexts(page)).at(-1), soon).toMatch(/GIFT RECEIPT/);
    expect((await sentTexts(page)).at(-1)).not.toMatch(/\d\.\d\d/);
    await page.keyboard.press('Escape');
    await button(page, 'Next customer').click();
    await openFromMenu(page, 'Recent sales');
    await button(page, 'Void').first().click();
    await page.getByLabel('Reason').fill('Wrong mug');
    await button(page, 'Void the sale').click();
    await page.getByRole('button', { name: /^Refund slip: REF-/ }).click();
    await page.getByTestId('receipt').getByText('Wrong mug').waitFor();
    await button(page, 'Print on Epson').click();
    await expect.poll(async () => (await sentTexts(page)).at(-1), soon).toMatch(/REFUND USD/);
    await screenshotBothSchemes(page, 'register-refund-slip');
    await page.keyboard.press('Escape');

    // Without a connection the till makes the paper itself.
    await page.context().setOffline(true);
    await page.getByTestId('offline').waitFor();
    await addToCart(page, 'MUG-WHITE');
    await page.getByTestId('pay').click();
    await button(page, '$20.00').click();
    await page.getByRole('button', { name: 'Receipt', exact: true }).click();
    await button(page, 'Print on Epson').click();
    await page.getByText('The receipt is printed.').waitFor();
    expect((await sentTexts(page)).at(-1)).toMatch(/Receipt T-001-\d{6}.*12\.50.*T-001-\d{6}/s);
  });

  /** A till with a printer and a drawer on the cable of its tablet. */
  const tillWithDrawer = async (terminal: string): Promise<Page> => {
    await screens.shop.tillToken('EMP003', terminal);
    const add = async (body: object) => {
      const path = `/terminals/${terminal}/devices/`;
      expect((await screens.shop.call('POST', path, { token, body })).status).toBe(201);
    };
    await add({ connection: 'webusb', kind: 'printer', name: 'Epson', paper_width: '58' });
    await add({ kind: 'drawer', name: 'Drawer', connection: 'printer' });
    const page = await logInAtTill(screens, 'EMP003', terminal);
    await page.addInitScript(FAKE_USB);
    await page.reload();
    await openFromMenu(page, 'Devices');
    await button(page, 'Connect: Epson').click();
    await button(page, 'Test: Epson').waitFor();
    await page.keyboard.press('Escape');
    return page;
  };

  it('open the drawer on the cable once for each payment and refund in cash', async () => {
    const page = await tillWithDrawer('T-004');
    const opened = (times: number) => expect.poll(() => pulses(page), soon).toBe(times);
    await addToCart(page, 'MUG-WHITE');
    const part = await payPart(page, '5.00');
    await opened(1);
    await page.getByRole('button', { name: 'Cancel sale' }).click();
    await page.getByRole('button', { name: 'Can’t pay the rest' }).click();
    await button(page, 'Cancel sale and give back the money').click();
    await page.getByText(`Sale ${part} is cancelled.`).waitFor();
    await opened(2);
    await button(page, 'Next customer').click();

    await addToCart(page, 'MUG-WHITE');
    await payPart(page, '5.00');
    await opened(3);
    // The open payment continues; the part before the reload opened the drawer then.
    await page.reload();
    await button(page, 'Exact amount').click();
    await opened(1);
    const number = (await page.getByTestId('sale-number').innerText()).replace('Sale ', '');
    await button(page, 'Next customer').click();
    await openFromMenu(page, 'Return');
    await page.getByLabel('Receipt number').fill(number);
    await button(page, 'Find sale').click();
    await page.getByRole('button', { name: /^Exchange: / }).click();
    const dialog = page.getByRole('dialog', { name: /^Exchange / });
    await dialog.getByLabel('Other item').fill('TEE-BLACK-M');
    await page.getByRole('option', { name: /TEE-BLACK-M/ }).click();
    await dialog.getByLabel('Cash received').fill('20');
    await button(page, 'Take cash').click();
    await dialog.getByText('Change: $6.47').waitFor();
    await opened(2);
    await page.keyboard.press('Escape');
    await openFromMenu(page, 'Recent sales');
    await button(page, 'Void').first().click();
    await page.getByLabel('Reason').fill('Wrong size');
    await button(page, 'Void the sale').click();
    await page.getByTestId('refunds').getByText('from this drawer').waitFor();
    await opened(3);
    await page.keyboard.press('Escape');

    await addToCart(page, 'MUG-WHITE');
    await page.getByTestId('customer').click();
    await page.getByLabel('Find a customer').fill('shopper@example.com');
    await page.getByRole('button', { name: /Riley Shopper/ }).click();
    await page.getByTestId('customer').filter({ hasText: 'Riley Shopper' }).waitFor();
    await page.getByRole('button', { name: 'Layaway' }).click();
    await page.getByLabel('Deposit').fill('5');
    await button(page, 'Take the deposit and keep the goods').click();
    await page.getByTestId('kept').waitFor();
    await opened(4);
  });

  it('are listed to their owner, who ends one and all others', async () => {
    const logIn = async (agent: string): Promise<string> => {
      const body = { username: 'manager', password: 'manager-demo' };
      const headers = { 'user-agent': agent };
      return (await screens.shop.call('POST', '/auth/login/', { body, headers })).body.access;
    };
    const isIn = async (access: string) =>
      (await screens.shop.call('GET', '/auth/me/', { token: access })).status === 200;
    const [lost, second, third] = [
      await logIn('LostPhone/1'),
      await logIn('Second/2'),
      await logIn('Third/3'),
    ];
    const page = await desk.at('/');
    await button(page, 'Your account').click();
    await page.getByRole('menuitem', { name: 'Your devices' }).click();
    const rows = page.getByRole('main').getByRole('listitem');
    await rows.filter({ hasText: 'This device' }).getByText('Chrome, Linux').waitFor();
    await showDesk(page, 'own-devices');
    await button(page, 'Sign out LostPhone/1').click();
    await rows.filter({ hasText: 'LostPhone/1' }).waitFor({ state: 'detached' });
    expect([await isIn(lost), await isIn(second)]).toEqual([false, true]);
    await button(page, 'Sign out all other devices').click();
    await rows.filter({ hasText: 'Third/3' }).waitFor({ state: 'detached' });
    expect(await rows.count()).toBe(1);
    expect([await isIn(second), await isIn(third)]).toEqual([false, false]);
    token = await screens.shop.officeToken('admin');
  });

  it('of customers are listed in their account', async () => {
    const page = await screens.open('/app/shop/login');
    await page.getByLabel('Email').fill('shopper@example.com');
    await page.getByLabel(/^Password/).fill('shopper-demo');
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Your devices' }).waitFor();
    await page.getByText('This device').waitFor();
    await screenshotBothSchemes(page, 'shop-own-devices');
    expect(await axeProblems(page)).toEqual([]);
  });

  it('at a blocked address are let in again by a manager', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.40' };
    const browse = () => screens.shop.call('GET', '/web-commerce/stores/', { headers });
    await Promise.all(Array.from({ length: 60 }, browse));
    expect((await browse()).status).toBe(429);
    const page = await desk.at('/users');
    await page.getByRole('cell', { name: 'Address: too many requests', exact: true }).waitFor();
    await checkDesk(page, 'blocked-address');
    await button(page, 'Unlock: 203.0.113.40').click();
    await page.getByText('203.0.113.40 is unlocked').waitFor();
    expect((await browse()).status).toBe(200);
    expect((await screens.shop.call('GET', '/ops/blocks/', { token })).body).toEqual([]);
  });
});
