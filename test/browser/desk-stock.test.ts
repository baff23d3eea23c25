import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOrSkip, openScreens, type Page, type Screens } from '../support/browser.js';
import { checkDesk, type Desk, openDesk, showDesk, soon } from '../support/desk.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('suppliers, transfers, zones and stock counts at the desk', () => {
  let screens: Screens;
  let desk: Desk;
  beforeAll(async () => {
    screens = await openScreens();
    desk = await openDesk(screens);
  });
  afterAll(() => screens?.close());

  const get = async (url: string) =>
    (await screens.shop.call('GET', url, { token: await screens.shop.officeToken() })).body;
  const onHand = async (store: string, sku: string): Promise<number> =>
    (await get(`/inventory-levels/?store=${store}&sku=${sku}`))[0].on_hand;
  const fitsPhone = async (page: Page, name: string): Promise<void> => {
    await page.setViewportSize({ width: 390, height: 844 });
    const width = () => page.evaluate('document.documentElement.scrollWidth');
    await expect.poll(width, soon).toBe(390);
    await checkDesk(page, name);
    await page.setViewportSize({ width: 1280, height: 800 });
  };

  it('add a supplier and what it delivers', async () => {
    const page = await desk.at('/suppliers');
    await page.getByRole('row', { name: /Harbor Coffee Roasters/ }).waitFor();
    await showDesk(page, 'suppliers');
    await fitsPhone(page, 'suppliers-phone');
    await page.getByRole('button', { name: 'New supplier' }).click();
    const form = page.getByRole('dialog', { name: 'New supplier' });
    await form.getByLabel('Name').fill('Nordic Glass');
    await form.getByLabel('Email').fill('sales@nordic.example');
    await form.getByLabel('Delivery time').fill('12');
    await checkDesk(page, 'supplier-form');
    await form.getByRole('button', { name: 'Save' }).click();
    const detail = page.getByRole('dialog', { name: 'Nordic Glass' });
    await detail.getByText('12 days').waitFor();
    await detail.getByRole('button', { name: 'Add item' }).click();
    const item = page.getByRole('dialog', { name: 'Add item' });
    await item.getByLabel('Add item').fill('MUG-WHITE');
    await page.getByRole('option', { name: /MUG-WHITE/ }).click();
    await item.getByLabel('Supplier SKU').fill('NG-1');
    await item.getByLabel('Pack size').fill('12');
    await item.getByRole('button', { name: 'Save' }).click();
    await detail.getByRole('row', { name: /MUG-WHITE NG-1 12/ }).waitFor();
    await checkDesk(page, 'supplier');
    const [supplier] = await get('/suppliers/?q=nordic');
    expect(await get(`/supplier-articles/?supplier=${supplier.id}`)).toMatchObject([
      { sku: 'MUG-WHITE', supplier_sku: 'NG-1', pack_size: 12 },
    ]);
  });

  it('mark what is low, and nothing without a reorder point', async () => {
    const { shop } = screens;
    const [level] = await get('/inventory-levels/?store=DOWNTOWN&sku=MUG-WHITE');
    const path = `/inventory-levels/${level.id}/`;
    const token = await shop.officeToken();
    const change = async (quantity: number, reorder_point: number): Promise<void> => {
      const goods = { store: 'DOWNTOWN', sku: 'MUG-WHITE', quantity, reason: 'Counted' };
      await shop.call('POST', '/inventory-levels/adjust/', { token, body: goods });
      await shop.call('PATCH', path, { token, body: { reorder_point } });
    };
    await change(-level.on_hand, 0);
    const page = await desk.at('/inventory?search=MUG-WHITE');
    const row = page.getByRole('row', { name: /MUG-WHITE/ });
    await row.waitFor();
    expect(await row.getByText('Low', { exact: true }).count()).toBe(0);
    await page.getByRole('switch', { name: 'Low stock only' }).press('Space');
    await expect.poll(() => row.count(), soon).toBe(0);
    await change(level.on_hand, level.on_hand);
    await page.reload();
    await row.getByText('Low', { exact: true }).waitFor();
    await shop.call('PATCH', path, { token, body: { reorder_point: level.reorder_point } });
    await page.close();
  });

  it('request a transfer, pack it by scanning, send and receive it with a difference', async () => {
    const stock = await onHand('DOWNTOWN', 'MUG-WHITE');
    const there = await onHand('AIRPORT', 'MUG-WHITE');
    const page = await desk.at('/transfers');
    await page.getByRole('button', { name: 'New transfer' }).click();
    const form = page.getByRole('dialog', { name: 'New transfer' });
    await form.getByText('Send goods to another store').click();
    await form.getByRole('combobox', { name: 'The other store' }).click();
    await page.getByRole('option', { name: 'Tillhouse Airport' }).click();
    await form.getByLabel('Add item').fill('MUG-WHITE');
    await page.getByRole('option', { name: /MUG-WHITE/ }).click();
    await form.getByLabel(/^Quantity: /).fill('3');
    await checkDesk(page, 'transfer-form');
    await form.getByRole('button', { name: 'Request transfer' }).click();
    await page.getByRole('heading', { level: 1, name: /^TR-/ }).waitFor();

    await page.getByRole('button', { name: 'Pack' }).click();
    const pack = page.getByRole('dialog', { name: /^Pack TR-/ });
    const scan = pack.getByLabel('Scan a barcode or SKU');
    for (const code of ['MUG-WHITE', 'mug-white', 'UNKNOWN']) {
      await scan.fill(code);
      await scan.press('Enter');
    }
    await pack.getByText('UNKNOWN is not in this transfer.').waitFor();
    expect(await pack.getByLabel(/^Quantity: /).inputValue()).toBe('2');
    await fitsPhone(page, 'transfer-pack-phone');
    await pack.getByRole('button', { name: 'Pack' }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await page.getByText('In transit', { exact: true }).waitFor();
    expect(await onHand('DOWNTOWN', 'MUG-WHITE')).toBe(stock - 2);

    await page.getByRole('button', { name: 'Receive' }).click();
    const receive = page.getByRole('dialog', { name: /^Receive TR-/ });
    await receive.getByLabel(/^Quantity: /).fill('1');
    const submit = receive.getByRole('button', { name: 'Add to stock' });
    expect(await submit.isDisabled()).toBe(true);
    await receive.getByRole('combobox', { name: /^Reason for the difference/ }).click();
    await page.getByRole('option', { name: 'Damaged' }).click();
    await checkDesk(page, 'transfer-receive');
    await fitsPhone(page, 'transfer-receive-phone');
    await submit.click();
    await page.getByText('Received', { exact: true }).first().waitFor();
    await page.getByRole('cell', { name: 'Damaged', exact: true }).waitFor();
    expect(await onHand('AIRPORT', 'MUG-WHITE')).toBe(there + 1);
    await showDesk(page, 'transfer');
    await fitsPhone(page, 'transfer-phone');
    await page.getByRole('link', { name: 'All transfers' }).click();
    await page.getByRole('row', { name: /Differences.*Received/ }).waitFor();
    await showDesk(page, 'transfers');
    await fitsPhone(page, 'transfers-phone');
  });

  it('add a zone with a par level, change it and delete both', async () => {
    const missing = 30;
    const par = (await onHand('DOWNTOWN', 'CUBES-3')) + missing;
    const page = await desk.at('/zones');
    await page.getByRole('row', { name: /Front tables FRONT Sales floor/ }).waitFor();
    await page.getByRole('button', { name: 'New zone' }).click();
    const form = page.getByRole('dialog', { name: 'New zone' });
    await form.getByLabel('Name').fill('Window');
    await form.getByLabel('Code').fill('WINDOW');
    await form.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Display' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    const zone = page.getByRole('dialog', { name: 'Window' });
    await zone.getByText('No par levels yet').waitFor();
    await zone.getByRole('button', { name: 'Add item' }).click();
    const added = page.getByRole('dialog', { name: 'Add item' });
    await added.getByLabel('Add item').fill('CUBES-3');
    await page.getByRole('option', { name: /CUBES-3/ }).click();
    await added.getByLabel('Par', { exact: true }).fill(String(par));
    await added.getByLabel('Minimum').fill(String(par - 1));
    await added.getByRole('button', { name: 'Save' }).click();
    await zone.getByRole('row', { name: /CUBES-3.*30, urgent/ }).waitFor();
    await fitsPhone(page, 'zone-phone');
    const [made] = await get('/par-levels/?sku=CUBES-3');
    expect([made.zone_code, made.par_quantity, made.shortfall]).toEqual(['WINDOW', par, missing]);

    await zone.getByRole('button', { name: /Packing Cubes/ }).click();
    const level = page.getByRole('dialog', { name: 'Packing Cubes' });
    await level.getByLabel('Minimum').fill('2');
    await level.getByLabel('Par', { exact: true }).fill(String(par - 10));
    await checkDesk(page, 'par-level');
    await level.getByRole('button', { name: 'Save' }).click();
    await zone.getByRole('row', { name: /CUBES-3.* 20$/ }).waitFor();
    await zone.getByRole('button', { name: /Packing Cubes/ }).click();
    await level.getByRole('button', { name: 'Delete: Packing Cubes' }).click();
    const asked = page.getByRole('dialog', { name: 'Delete Packing Cubes?' });
    await asked.getByRole('button', { name: 'Delete' }).click();
    await zone.getByText('No par levels yet').waitFor();
    await zone.getByRole('button', { name: 'Delete: Window' }).click();
    const last = page.getByRole('dialog', { name: 'Delete Window?' });
    await last.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('row', { name: /WINDOW/ }).waitFor({ state: 'detached' });
    const zones = await get('/zones/?store=DOWNTOWN');
    expect(zones.map(({ code }: { code: string }) => code)).toEqual([
      'FRONT',
      'WALL',
      'COUNTER',
      'BASEMENT',
    ]);
  });

  it('count a zone by scanning, recount the difference and approve it', async () => {
    const stock = await onHand('DOWNTOWN', 'POSTER-A2');
    const page = await desk.at('/counts');
    await page.getByRole('button', { name: 'New stock count' }).click();
    const form = page.getByRole('dialog', { name: 'New stock count' });
    await form.getByRole('combobox', { name: 'What is counted' }).click();
    await page.getByRole('option', { name: 'One zone' }).click();
    await form.getByRole('combobox', { name: 'Zone' }).click();
    await page.getByRole('option', { name: 'Poster wall' }).click();
    await checkDesk(page, 'count-form');
    await form.getByRole('button', { name: 'Start counting' }).click();
    await page.getByRole('heading', { level: 1, name: /^SC-/ }).waitFor();
    const scan = page.getByLabel('Scan a barcode or SKU');
    await scan.fill('POSTER-A2');
    await scan.press('Enter');
    await page.getByText(/: 1 counted$/).waitFor();
    await fitsPhone(page, 'count-phone');
    await checkDesk(page, 'count');
    const finish = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Finish counting' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Finish counting' }).click();
      await page.getByText('To review', { exact: true }).waitFor();
    };
    await finish();
    await page
      .getByRole('row', { name: new RegExp(`POSTER-A2 1 ${stock} -${stock - 1}`) })
      .waitFor();
    await checkDesk(page, 'count-review');
    await fitsPhone(page, 'count-review-phone');

    await page.getByRole('button', { name: 'Recount differences' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Recount differences' }).click();
    await page.getByText('Recount 1').waitFor();
    await page
      .getByRole('row', { name: /POSTER-A2/ })
      .getByRole('button')
      .click();
    const entry = page.getByRole('dialog');
    await entry.getByLabel('Counted quantity').fill(String(stock - 1));
    await entry.getByRole('button', { name: 'Save' }).click();
    await entry.waitFor({ state: 'detached' });
    await finish();
    await page.getByRole('button', { name: 'Approve' }).click();
    const approve = page.getByRole('dialog');
    await approve.getByLabel('Reason').fill('Yearly count');
    await approve.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Approved', { exact: true }).waitFor();
    expect(await onHand('DOWNTOWN', 'POSTER-A2')).toBe(stock - 1);
  });
});
