import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photo, upload } from '../media/support.js';
import { add, DOWNTOWN_ID, openVisit, readCart } from '../storefront/support.js';
import { makeTempFolder } from '../support/postgres.js';
import { openShop, type Shop } from '../support/service.js';
import { eventsOf } from './state.js';

let shop: Shop;
let folder: string;
let manager: string;

beforeAll(async () => {
  folder = await makeTempFolder();
  shop = await openShop({ background: false, env: { DATA_DIR: folder } });
  manager = await shop.officeToken('manager');
});
afterAll(async () => {
  await shop?.close();
  await rm(folder, { recursive: true, force: true });
});

const call = (method: string, path: string, body?: unknown) =>
  shop.call(method, path, { token: manager, body });
const newMedia = async (): Promise<{ id: string; url: string }> =>
  (await upload(shop, manager, await photo(400, 300))).body;
const product = async (ref: string) => (await call('GET', `/products/${ref}/`)).body;
const picturesOf = async (ref: string) => (await product(ref)).pictures;
const attach = (ref: string, body: object) => call('POST', `/products/${ref}/pictures/`, body);

describe('pictures of a product', () => {
  it('are added, described, put in order and taken off', async () => {
    const [first, second] = [await newMedia(), await newMedia()];
    const { id: productId, sanity_id } = await product('white-mug');
    const events = await eventsOf(shop, async () => {
      const one = await attach('white-mug', { media_id: first.id, alt: 'A white mug' });
      expect(one.status).toBe(201);
      expect(one.body).toMatchObject({
        media_id: first.id,
        variant_id: null,
        alt: 'A white mug',
        focal_x: 0.5,
        focal_y: 0.5,
        url: first.url,
      });
    });
    expect(events).toEqual([['product.saved', String(productId), { id: productId, sanity_id }]]);
    const two = (await attach('white-mug', { media_id: second.id })).body;
    const [a, b] = await picturesOf('white-mug');
    expect([a.media_id, b.media_id]).toEqual([first.id, second.id]);

    const path = `/products/white-mug/pictures/${two.id}/`;
    const changed = await call('PATCH', path, { alt: 'From above', focal_x: 0.25, focal_y: 1 });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ...two, alt: 'From above', focal_x: 0.25, focal_y: 1 });

    const order = await call('POST', '/products/white-mug/pictures/reorder/', {
      ids: [b.id, a.id],
    });
    expect(order.status).toBe(200);
    expect(order.body).toEqual([changed.body, a]);
    expect(await picturesOf('white-mug')).toEqual(order.body);

    expect((await call('DELETE', `/media/${first.id}/`)).body.code).toBe('IN_USE');
    expect((await call('DELETE', `/products/white-mug/pictures/${a.id}/`)).status).toBe(204);
    expect(await picturesOf('white-mug')).toEqual([changed.body]);
    expect((await call('DELETE', `/media/${first.id}/`)).status).toBe(204);
    expect((await call('DELETE', path)).status).toBe(204);
  });

  it('may belong to one variant, and go with it', async () => {
    const made = await call('POST', '/products/', {
      name: 'Enamel Plate',
      variants: [
        { sku: 'PLATE-RED', name: 'Red', price: 9 },
        { sku: 'PLATE-BLUE', name: 'Blue', price: 9 },
      ],
    });
    const [red, blue] = made.body.variants;
    const { id } = await newMedia();
    expect((await attach('enamel-plate', { media_id: id, variant_id: red.id })).status).toBe(201);
    expect((await attach('enamel-plate', { media_id: id, variant_id: blue.id })).status).toBe(201);
    expect((await call('DELETE', `/product-variants/${red.id}/`)).status).toBe(204);
    const left = await picturesOf('enamel-plate');
    expect(left.map((each: { variant_id: string }) => each.variant_id)).toEqual([blue.id]);
    expect((await call('DELETE', '/products/enamel-plate/')).status).toBe(204);
    expect((await call('DELETE', `/media/${id}/`)).status).toBe(204);
  });

  it('refuses what does not fit, and changes nothing', async () => {
    const { id } = await newMedia();
    const mug = (await attach('white-mug', { media_id: id })).body;
    const before = await product('white-mug');
    const tee = (await product('black-tee')).variants[0];
    const nobody = '00000000-0000-4000-8000-00000000dead';
    const base = '/products/white-mug/pictures/';
    const refused: [method: string, path: string, body: object, status: number, field?: string][] =
      [
        ['POST', base, { media_id: nobody }, 400, 'media_id'],
        ['POST', base, { media_id: id }, 409, 'media_id'],
        ['POST', base, { media_id: id, variant_id: tee.id }, 400, 'variant_id'],
        ['POST', base, { media_id: id, focal_x: 1.5 }, 400, 'focal_x'],
        ['PATCH', `${base}${mug.id}/`, { variant_id: tee.id }, 400, 'variant_id'],
        ['PATCH', `${base}${nobody}/`, { alt: 'x' }, 404],
        ['PATCH', `/products/black-tee/pictures/${mug.id}/`, { alt: 'x' }, 404],
        ['POST', `${base}reorder/`, { ids: [] }, 400, 'ids'],
        ['POST', `${base}reorder/`, { ids: [mug.id, nobody] }, 400, 'ids'],
        ['POST', '/products/no-such-product/pictures/', { media_id: id }, 404],
      ];
    for (const [method, path, body, status, field] of refused) {
      const answer = await call(method, path, body);
      expect([answer.status, Object.keys(answer.body.errors ?? {})[0]], path).toEqual([
        status,
        field,
      ]);
    }
    const cashier = await shop.tillToken('EMP001');
    const asCashier = { token: cashier, body: { media_id: id } };
    expect((await shop.call('POST', base, asCashier)).status).toBe(403);
    expect(await product('white-mug')).toEqual(before);
    await call('DELETE', `${base}${mug.id}/`);
  });

  it('of two desks at once are both kept, in one order', async () => {
    const media = await Promise.all([newMedia(), newMedia(), newMedia(), newMedia()]);
    const answers = await Promise.all(media.map(({ id }) => attach('black-tee', { media_id: id })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const rows = await shop.platform.db
      .selectFrom('product_pictures')
      .innerJoin('products', 'products.id', 'product_pictures.product_id')
      .select('position')
      .where('products.slug', '=', 'black-tee')
      .orderBy('position')
      .execute();
    expect(rows.map(({ position }) => position)).toEqual([0, 1, 2, 3]);
  });
});

describe('shoppers', () => {
  it('see the first picture of the product in the shop and in the cart', async () => {
    const { id, url } = await newMedia();
    const seen = async () =>
      (await shop.call('GET', `/web-commerce/products/white-mug/?store_id=${DOWNTOWN_ID}`)).body;
    const visit = await openVisit(shop);
    const imageInCart = async () => (await readCart(shop, visit)).body.line_items[0].image_url;
    expect((await add(shop, visit, 'MUG-WHITE', 1)).status).toBe(200);
    const before = await imageInCart();
    await attach('white-mug', { media_id: id, alt: 'A mug' });
    const shown = await seen();
    expect(shown.image_url).toBe(url);
    expect(shown.pictures.map((each: { alt: string }) => each.alt)).toEqual(['A mug']);
    const after = await imageInCart();
    expect(after).not.toBe(before);
    expect(after).toBe(url.replace('-400.webp', '-320.webp'));
    expect((await shop.call('GET', after)).status).toBe(200);
  });
});
