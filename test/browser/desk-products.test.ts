import { readFile, rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { photo } from '../media/support.js';
import { browserOrSkip, openScreens, type Page, type Screens } from '../support/browser.js';
import { checkDesk, type Desk, openDesk, showDesk, soon } from '../support/desk.js';
import { makeTempFolder } from '../support/postgres.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('the products of the manager desk', () => {
  let screens: Screens;
  let desk: Desk;
  let token: string;
  let folder: string;

  beforeAll(async () => {
    folder = await makeTempFolder();
    screens = await openScreens({ env: { DATA_DIR: folder } });
    desk = await openDesk(screens);
    token = await screens.shop.officeToken();
  });
  afterAll(async () => {
    await screens?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const read = async (path: string) => (await screens.shop.call('GET', path, { token })).body;
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
  const isLoaded = (selector: string): string =>
    `document.querySelector(${JSON.stringify(selector)})?.naturalWidth > 0`;

  /** Opens stores, each with 1.5 units of an item. */
  const openShops = async (count: number, sku: string): Promise<void> => {
    const admin = await screens.shop.officeToken('admin');
    const create = async (path: string, body: object): Promise<void> => {
      const { status, text } = await screens.shop.call('POST', path, { token: admin, body });
      expect([status, text]).toEqual([201, expect.any(String)]);
    };
    for (let shop = 1; shop <= count; shop += 1) {
      const code = `SHOP-${shop}`;
      await create('/stores/', { code, name: `Shop ${shop}`, currency: 'USD' });
      await create('/inventory-levels/', { store: code, sku, on_hand: 1.5 });
    }
  };

  const fillForm = async (page: Page): Promise<void> => {
    await field(page, 'Name').fill('Harbour Jacket');
    await field(page, 'Description').fill('Warm');
    await field(page, 'Description').selectText();
    await button(page, 'Bold').click();
    await field(page, 'Description').press('End');
    await page.keyboard.type(' and dry.');
    await button(page, 'Preview').click();
    await page
      .getByRole('region', { name: 'Preview' })
      .locator('strong', { hasText: 'Warm' })
      .waitFor();
    await button(page, 'Edit text').click();
    const buffer = await photo(800, 600);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'front.jpg', mimeType: 'image/jpeg', buffer });
    await button(page, 'Edit picture 1').click();
    const dialog = page.getByRole('dialog', { name: 'Picture' });
    await dialog.getByLabel('Description').fill('The jacket from the front');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await button(page, 'Add option').click();
    await field(page, 'Option').fill('Size');
    const values = page.getByRole('combobox', { name: 'Values' });
    for (const size of ['M', 'L']) {
      await values.fill(size);
      await values.press('Enter');
    }
    await field(page, 'Price').fill('89.90');
    await field(page, 'Euro').fill('79.90');
    await button(page, 'Create 2 variants').click();
    await page.getByRole('group', { name: 'L', exact: true }).waitFor();
  };

  it('creates a product with two variants, a photo and a price in two currencies', async () => {
    const page = await desk.at('/products');
    await page.getByRole('row', { name: /White Mug/ }).waitFor();
    await showDesk(page, 'products');
    await button(page, 'New product').click();
    await fillForm(page);
    await page.getByLabel('Publish at').fill('2031-12-01T09:00');
    await showDesk(page, 'product-new');
    await button(page, 'Save').click();
    // A notification stays while the pointer is on it. The event is sent without a wait for the
    // notification to stand still, during which it could go.
    await page.getByText('Harbour Jacket saved').dispatchEvent('mouseover');
    await page.getByRole('heading', { level: 1, name: 'Harbour Jacket' }).waitFor();
    const bar = page.locator('.mantine-Notifications-root[data-position="bottom-center"]');
    const covered = async (): Promise<number> => {
      const [save, toasts] = await Promise.all([
        page.locator('.desk-save').boundingBox(),
        bar.boundingBox(),
      ]);
      return (save?.y ?? 0) + (save?.height ?? 0) - (toasts?.y ?? 0);
    };
    await expect.poll(covered, soon).toBeLessThanOrEqual(0);
    const product = await read('/products/harbour-jacket/');
    expect(product).toMatchObject({
      status: 'draft',
      publish_at: '2031-12-01T14:00:00.000Z',
      description: '**Warm** and dry.',
      options: [{ name: 'Size', values: ['M', 'L'] }],
      pictures: [{ alt: 'The jacket from the front', width: 800, height: 600 }],
      variants: [
        { sku: 'HARBOUR-JACKET-M', name: 'M', price: '89.90', attributes: { Size: 'M' } },
        { sku: 'HARBOUR-JACKET-L', name: 'L', price: '89.90', attributes: { Size: 'L' } },
      ],
    });
    for (const { id } of product.variants) {
      const prices = await read(`/prices/?variant=${id}`);
      const found = prices.map((one: { currency: string; amount: string }) => [
        one.currency,
        one.amount,
      ]);
      expect(found).toEqual([['EUR', '79.90']]);
    }
  });

  it('shows an error of a variant at its field and keeps what was typed', async () => {
    const { id } = await read('/products/harbour-jacket/');
    const page = await desk.at(`/products/${id}`);
    const large = page.getByRole('group', { name: 'L', exact: true });
    await large.getByRole('textbox', { name: 'SKU' }).fill('MUG-WHITE');
    await button(page, 'Save').click();
    await large.getByText('Another variant has this SKU.').waitFor();
    await large.getByRole('textbox', { name: 'SKU' }).fill('HARBOUR-JACKET-L');
    await large.getByRole('textbox', { name: 'Weight' }).fill('900');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Active' }).click();
    await button(page, 'Save').click();
    await page.getByText('Harbour Jacket saved').waitFor();
    const saved = await read('/products/harbour-jacket/');
    expect([saved.status, saved.variants[1].weight_grams]).toEqual(['active', 900]);
    expect([saved.publish_at, saved.pictures.length]).toEqual([null, 1]);

    await button(page, 'Add supplier').click();
    const dialog = page.getByRole('dialog', { name: 'Add supplier' });
    for (const [name, option] of [
      ['Supplier', 'Loom & Thread Apparel'],
      ['Variant', 'HARBOUR-JACKET-L'],
    ] as const) {
      await dialog.getByRole('combobox', { name, exact: true }).click();
      await page.getByRole('option', { name: option }).click();
    }
    await dialog.getByLabel('Supplier SKU').fill('HJ-900');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('row', { name: /Thread Apparel.*HARBOUR-JACKET-L.*HJ-900.*7 days/ })
      .waitFor();
  });

  it('sells it in the shop, with its photo', async () => {
    for (const sku of ['HARBOUR-JACKET-M', 'HARBOUR-JACKET-L']) {
      const body = { store: 'DOWNTOWN', sku, on_hand: 5 };
      const answer = await screens.shop.call('POST', '/inventory-levels/', { token, body });
      expect(answer.status).toBe(201);
    }
    const page = await screens.open('/app/shop/');
    await page.getByLabel('Search products').fill('harbour');
    await page.getByRole('link', { name: 'Harbour Jacket' }).click();
    const image = 'img[alt="The jacket from the front"]';
    await page.locator(image).waitFor();
    await page.locator('strong', { hasText: 'Warm' }).waitFor();
    await expect.poll(() => page.evaluate(isLoaded(image)), soon).toBe(true);
    await page.getByText('L', { exact: true }).click();
    await button(page, 'Add to cart').click();
    await page.getByRole('link', { name: 'Go to checkout' }).click();
    await page.getByLabel('Email').fill('guest@example.com');
    await page.getByLabel('First name').fill('Robin');
    await page.getByLabel('Last name').fill('Guest');
    await page.getByLabel('Street address').fill('12 Main Street');
    await page.getByLabel('City').fill('New York');
    await page.getByLabel('State').selectOption('NY');
    await page.getByLabel('ZIP code').fill('10001');
    await button(page, 'Continue to payment').click();
    await page.getByRole('radio', { name: 'Payment succeeds' }).waitFor();
    const inCart = 'img[src^="/media/files/"]';
    await expect.poll(() => page.evaluate(isLoaded(inCart)), soon).toBe(true);
    // 89.90, 8.25 % of it, and 5.00 for the parcel.
    await button(page, 'Pay $102.32').click();
    await page.getByRole('heading', { name: 'Thank you for your order!' }).waitFor();
  });

  it('fills a collection by a rule, with a preview of what matches', async () => {
    const page = await desk.at('/categories');
    await button(page, 'New collection').click();
    const made = page.getByRole('dialog', { name: 'New collection' });
    await made.getByLabel('Name').fill('Jackets');
    await made.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Jackets.*chosen by hand/ }).waitFor();
    await button(page, 'Rule: Jackets').click();
    const dialog = page.getByRole('dialog', { name: 'Rule of Jackets' });
    await dialog.getByText(/^Complete the conditions/).waitFor();
    await dialog.getByRole('combobox', { name: 'Condition 1' }).click();
    await page.getByRole('option', { name: 'Price' }).click();
    await dialog.getByLabel('From', { exact: true }).fill('89.90');
    await dialog.getByLabel('Up to').fill('89.90');
    await dialog.getByText('1 matching product, 1 active').waitFor();
    await dialog.getByRole('listitem').filter({ hasText: 'Harbour Jacket' }).waitFor();
    await checkDesk(page, 'collection-rule');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Jackets.*by rule/ }).waitFor();
    const { id } = await read('/collections/jackets/');
    const collections = async () => (await read('/products/harbour-jacket/')).collection_ids;
    await expect.poll(collections, soon).toEqual([id]);
    await button(page, 'Rule: Jackets').click();
    await dialog.getByText('1 matching product, 1 active').waitFor();
    await button(page, 'Remove rule: Jackets').click();
    const asked = page.getByRole('dialog', { name: 'Remove the rule of Jackets?' });
    await asked.getByRole('button', { name: 'Remove rule' }).click();
    await page.getByRole('row', { name: /Jackets.*chosen by hand/ }).waitFor();
    expect(await collections()).toEqual([id]);
  });

  it('duplicates and archives, and keeps what is typed', async () => {
    const { id, pictures } = await read('/products/harbour-jacket/');
    const page = await desk.at(`/products/${id}`);
    await button(page, 'Duplicate').click();
    await page.getByRole('heading', { level: 1, name: 'New product' }).waitFor();
    await expect.poll(() => field(page, 'Name').inputValue(), soon).toBe('Harbour Jacket (copy)');
    await button(page, 'Save').click();
    await page.getByRole('heading', { level: 1, name: 'Harbour Jacket (copy)' }).waitFor();
    const copy = await read('/products/harbour-jacket-copy/');
    expect(copy.status).toBe('draft');
    expect(copy.pictures[0]).toMatchObject({
      media_id: pictures[0].media_id,
      alt: pictures[0].alt,
    });
    expect(copy.variants.map(({ sku }: { sku: string }) => sku)).toEqual([
      'HARBOUR-JACKET-M-COPY',
      'HARBOUR-JACKET-L-COPY',
    ]);
    await field(page, 'Name').fill('Half typed');
    await button(page, 'Archive: Harbour Jacket (copy)').click();
    const dialog = page.getByRole('dialog', { name: 'Archive Harbour Jacket (copy)?' });
    const lastVariant = copy.variants.at(-1).id;
    const readAgain = page.waitForResponse(one => one.url().includes(`variant=${lastVariant}`));
    await dialog.getByRole('button', { name: 'Archive' }).click();
    await page.getByText('Harbour Jacket (copy) archived').waitFor();
    expect((await read('/products/harbour-jacket-copy/')).status).toBe('archived');
    // The product was read again, which does not replace a form that somebody types in.
    await (await readAgain).finished();
    await page.waitForTimeout(500);
    expect(await field(page, 'Name').inputValue()).toBe('Half typed');
  });

  it('copies goods by weight with all that they are, and prints their price tags', async () => {
    const { id, variants } = await read('/products/gruyere/');
    await openShops(51, 'GRUYERE-KG');
    const page = await desk.at(`/products/${id}`);
    // The 52nd store with stock: a page of the list has 50.
    await page.getByText(/Shop 51 1\.5 kg/).waitFor();
    await button(page, 'Show all stores').waitFor();
    await button(page, 'Duplicate').click();
    await page.getByRole('heading', { level: 1, name: 'New product' }).waitFor();
    const unit = page.getByRole('combobox', { name: 'Sold by' });
    await expect.poll(() => unit.inputValue(), soon).toBe('Kilogram (kg)');
    await field(page, 'Price per kg').fill('31');
    for (const name of ['Tax-exempt', 'Identity check']) {
      await page.getByRole('switch', { name }).press('Space');
    }
    await checkDesk(page, 'product-by-weight');
    await button(page, 'Save').click();
    await page.getByRole('heading', { level: 1, name: 'Gruyère AOP (copy)' }).waitFor();
    const copy = await read('/products/gruyere-aop-copy/');
    expect(copy).toMatchObject({
      tax_class: 'reduced',
      is_tax_exempt: true,
      is_digital: false,
      requires_kyc: true,
      variants: [
        {
          sku: 'GRUYERE-KG-COPY',
          unit: 'kg',
          price: '31.00',
          cost: '14.20',
          cost_currency: variants[0].cost_currency,
        },
      ],
    });

    await button(page, 'Price tags').click();
    const dialog = page.getByRole('dialog', { name: 'Price tags' });
    await dialog.getByRole('combobox', { name: 'Format' }).click();
    await page.getByRole('option', { name: 'ZPL for label printers' }).click();
    await dialog.getByLabel('Tags per item').fill('2');
    await dialog.getByText('2 tags in all.').waitFor();
    await checkDesk(page, 'price-tags');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('price-tags.zpl');
    const zpl = await readFile(await file.path(), 'utf8');
    expect(zpl.match(/\^XA/g)).toHaveLength(2);
    expect(zpl).toContain('31.00 USD / kg');
    await page.getByText('2 price tags downloaded').waitFor();
  });

  it('lets the manager of one store add stock to a product that only the chain changes', async () => {
    const login = { username: 'cheese', password: 'a-manager-of-cheese' };
    const person = { role: 'manager', employee_number: 'EMP081', store_ids: [DOWNTOWN_ID] };
    const { call } = screens.shop;
    const hired = await call('POST', '/users/', { token, body: { ...person, ...login } });
    expect(hired.status).toBe(201);
    const { access } = (await call('POST', '/auth/login/', { body: login })).body;
    const { id, updated_at } = await read('/products/gruyere/');
    const kept = { 'tillhouse.desk.login': JSON.stringify({ access }) };
    const page = await screens.open(`/app/desk/products/${id}`, { kept });
    await page.getByText('Only staff of the whole chain can change products.').waitFor();
    expect(await field(page, 'Name').isDisabled()).toBe(true);
    expect(await field(page, 'SKU').isDisabled()).toBe(true);
    expect(await button(page, 'Save').count()).toBe(0);
    await button(page, 'Add stock: GRUYERE-KG').click();
    const dialog = page.getByRole('dialog', { name: 'GRUYERE-KG at Tillhouse Downtown' });
    await dialog.getByLabel('On hand').fill('2.5');
    await dialog.getByRole('button', { name: 'Add stock' }).click();
    await page.getByText('Tillhouse Downtown 2.5 kg').waitFor();
    const [level] = await read('/inventory-levels/?store=DOWNTOWN&sku=GRUYERE-KG');
    expect(level.on_hand).toBe(2.5);
    expect((await read('/products/gruyere/')).updated_at).toBe(updated_at);
  });
});
