import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { colorVariables } from '../../src/domains/storefront/theme/colors.js';
import { checkLink } from '../../src/domains/storefront/theme/rules.js';
import { photo, upload } from '../media/support.js';
import { AIRPORT_ID, DOWNTOWN_ID, openShop, type Shop } from './support.js';

let shop: Shop;
/** A second node, which learns of changes through the database alone. */
let other: Shop;
let manager: string;
let admin: string;
beforeAll(async () => {
  shop = await openShop();
  other = await openShop({ beside: shop });
  admin = await shop.officeToken('admin');
  const person = {
    role: 'manager',
    username: 'downtown',
    password: 'downtown-demo',
    employee_number: 'EMP079',
    store_ids: [DOWNTOWN_ID],
  };
  await shop.call('POST', '/users/', { token: admin, body: person });
  manager = await shop.officeToken('downtown');
});
afterAll(async () => {
  await other.close();
  await shop.close();
});

const read = (store: string, token = manager) =>
  shop.call('GET', `/shop-themes/${store}/`, { token });
const write = (store: string, body: object, token = manager, headers = {}) =>
  shop.call('PUT', `/shop-themes/${store}/`, { token, body, headers });
const look = async (store = DOWNTOWN_ID) =>
  (await shop.call('GET', `/web-commerce/theme/?store_id=${store}`)).body;
/** How long a node trusts the version of what it has kept. */
const VERSION_MS = 260;
const home = async (store = DOWNTOWN_ID, language = 'en', node = shop) =>
  (await node.call('GET', `/web-commerce/home/?store_id=${store}&language=${language}`)).body;

const NOTHING = {
  name: null,
  logo_id: null,
  primary_color: null,
  background_color: null,
  font: null,
  hero: null,
  hero_picture_id: null,
  sections: null,
};
const hero = { title: { en: 'Spring', de: 'Frühling' } };
const TEXT_CONTRAST = 4.5;

describe('the theme of a store', () => {
  it('shows the settings of the store, else of the chain, else the standard ones', async () => {
    expect((await write('chain', NOTHING, admin)).status).toBe(200);
    expect((await read('DOWNTOWN')).body).toEqual({ store: DOWNTOWN_ID, ...NOTHING });
    expect(await look()).toEqual({ name: 'Tillhouse', logo: null, css: '' });
    const chain = { name: 'Corner', primary_color: '#7A1F3D', font: 'serif' };
    const saved = await write('chain', chain, admin);
    expect(saved.body).toEqual({
      store: null,
      ...NOTHING,
      ...chain,
      primary_color: '#7a1f3d',
    });
    await write('DOWNTOWN', { name: ' Corner Downtown ', font: 'slab' });
    const [downtown, airport] = [await look(), await look(AIRPORT_ID)];
    expect([downtown.name, airport.name]).toEqual(['Corner Downtown', 'Corner']);
    expect(downtown.css).toContain('--mantine-font-family:Rockwell,');
    expect(airport.css).toContain('--mantine-font-family:ui-serif,');
    for (const { css } of [downtown, airport]) {
      expect(css).toContain('--mantine-color-pine-filled:#7a1f3d;');
      expect(css).toMatch(/^[^<>"'\\@]+$/);
    }
  });

  it('has a logo and a hero picture that cannot be deleted while it shows them', async () => {
    const { body: media } = await upload(shop, admin, await photo(600, 300));
    const body = { logo_id: media.id, hero, hero_picture_id: media.id };
    expect((await write('DOWNTOWN', body)).status).toBe(200);
    const { logo } = await look();
    expect(logo).toEqual({
      url: expect.stringMatching(/^\/media\/files\/[0-9a-f]{40}-160\.webp$/),
      width: 600,
      height: 300,
    });
    await pause(VERSION_MS);
    expect((await home()).hero).toMatchObject({ title: 'Spring', picture: { width: 600 } });
    const gone = await shop.call('DELETE', `/media/${media.id}/`, { token: admin });
    expect([gone.status, gone.body.code]).toEqual([409, 'IN_USE']);
    const unknown = '00000000-0000-4000-8000-00000000ffff';
    for (const wrong of [
      { logo_id: unknown },
      { hero, hero_picture_id: unknown },
      { hero_picture_id: unknown },
      { hero_picture_id: media.id },
    ]) {
      expect((await write('DOWNTOWN', wrong)).status).toBe(400);
    }
    expect((await read('DOWNTOWN')).body.logo_id).toBe(media.id);
  });

  it('refuses colours on which text is hard to read, and says which one works', async () => {
    await write('DOWNTOWN', { name: 'Before' });
    const light = await write('DOWNTOWN', { primary_color: '#ffd400' });
    expect([light.status, light.body.code]).toEqual([400, 'LOW_CONTRAST']);
    const nearest = /#[0-9a-f]{6}/.exec(light.text)?.[0] ?? '';
    expect((await write('DOWNTOWN', { primary_color: nearest })).status).toBe(200);
    await write('DOWNTOWN', { name: 'Before' });
    const dark = await write('DOWNTOWN', { background_color: '#808080' });
    expect([dark.status, dark.body.code]).toEqual([400, 'LOW_CONTRAST']);
    expect((await read('DOWNTOWN')).body).toEqual({
      store: DOWNTOWN_ID,
      ...NOTHING,
      name: 'Before',
    });
  });

  it('refuses what does not fit, and stays as it was', async () => {
    await write('DOWNTOWN', { name: 'Before' });
    for (const wrong of [
      { name: ' ' },
      { name: 'x'.repeat(61) },
      { primary_color: 'red' },
      { primary_color: '#123456;}body{display:none' },
      { font: 'Comic Sans' },
      { hero: { title: { en: ' ' } } },
      { hero: { ...hero, link: 'https://evil.example/' } },
      { hero: { ...hero, link: '//evil.example/', link_text: { en: 'Go' } } },
      { hero: { ...hero, link: '/\\evil.example', link_text: { en: 'Go' } } },
      { hero: { ...hero, link: '/?category=coffee' } },
      { sections: [{ kind: 'category', ref: 'no-such' }] },
      { sections: [{ kind: 'collection' }] },
      { sections: [{ kind: 'products', products: [] }] },
      { sections: [{ kind: 'products', products: ['white-mug', 'no-such'] }] },
      { sections: [{ kind: 'banner' }] },
    ]) {
      expect([wrong, (await write('DOWNTOWN', wrong)).status]).toEqual([wrong, 400]);
    }
    expect((await read('DOWNTOWN')).body).toMatchObject({ ...NOTHING, name: 'Before' });
  });

  it('of another store is not found, and that of the chain needs every store', async () => {
    const before = (await read('AIRPORT', admin)).body;
    expect((await read('AIRPORT')).status).toBe(404);
    expect((await write('AIRPORT', { name: 'Mine' })).status).toBe(404);
    expect((await write('chain', { name: 'Mine' })).status).toBe(403);
    expect((await read('AIRPORT', admin)).body).toEqual(before);
    expect((await read('chain')).body.name).toBe('Corner');
  });

  it('of the chain is changed by an own role with the settings of every store', async () => {
    const role = await shop.call('POST', '/roles/', {
      token: admin,
      body: {
        name: 'Shop design',
        base_role: 'manager',
        permissions: ['store.read', 'store.settings'],
      },
    });
    const person = {
      role: 'manager',
      own_role_id: role.body.id,
      username: 'designer',
      password: 'designer-demo',
      employee_number: 'EMP078',
      store_ids: [],
      all_stores: true,
    };
    const made = await shop.call('POST', '/users/', { token: admin, body: person });
    expect(made.status).toBe(201);
    const token = await shop.officeToken('designer');
    const saved = await write('chain', { name: 'Corner' }, token);
    expect([saved.status, saved.body.name]).toEqual([200, 'Corner']);
  });

  it('that somebody changed meanwhile is not overwritten', async () => {
    const before = await read('DOWNTOWN');
    await write('DOWNTOWN', { name: 'First' });
    const late = await write('DOWNTOWN', { name: 'Second' }, manager, {
      'if-match': String(before.headers.etag),
    });
    expect([late.status, late.body.code]).toEqual([412, 'CHANGED']);
    expect((await read('DOWNTOWN')).body.name).toBe('First');
    const log = await shop.call('GET', '/audit-log/?record=shop-themes/', { token: admin });
    expect(log.text).toContain('First');
  });

  it('is one row when two people save the first one at the same time', async () => {
    const saved = await Promise.all(
      ['One', 'Two', 'Three'].map(name => write('AIRPORT', { name }, admin)),
    );
    expect(saved.map(({ status }) => status)).toEqual([200, 200, 200]);
    const rows = await shop.platform.db
      .selectFrom('shop_themes')
      .select('name')
      .where('store_id', '=', AIRPORT_ID)
      .execute();
    expect(rows).toHaveLength(1);
  });
});

describe('the home page', () => {
  it('shows hero and sections in order and in the language, with the prices of the store', async () => {
    const collection = await shop.call('POST', '/collections/', {
      token: admin,
      body: { name: 'Gifts', slug: 'gifts' },
    });
    await shop.call('PATCH', '/products/white-mug/', {
      token: admin,
      body: { collection_ids: [collection.body.id] },
    });
    const categories = await shop.call('GET', '/web-commerce/categories/');
    const [{ slug, name }] = categories.body;
    const saved = await write('DOWNTOWN', {
      hero: { ...hero, link: `/?category=${slug}`, link_text: { en: 'Look' } },
      sections: [
        { kind: 'products', products: ['black-tee', '1'], title: { de: 'Neu' } },
        { kind: 'collection', ref: 'gifts' },
        { kind: 'category', ref: slug, limit: 2 },
      ],
    });
    expect(saved.status).toBe(200);
    await pause(VERSION_MS);
    const english = await home();
    expect(await home(DOWNTOWN_ID, 'en', other)).toEqual(english);
    expect(english.hero).toEqual({
      title: 'Spring',
      text: '',
      link: `/?category=${slug}`,
      link_text: 'Look',
      picture: null,
    });
    const [own, gifts, group] = english.sections;
    expect([own.title, own.category, own.products[0].slug]).toEqual(['Neu', null, 'black-tee']);
    expect(own.products).toHaveLength(2);
    expect([gifts.title, gifts.products.map((one: { price: string }) => one.price)]).toEqual([
      'Gifts',
      ['12.50'],
    ]);
    expect([group.title, group.category, group.products.length]).toEqual([name, slug, 2]);
    expect((await home(DOWNTOWN_ID, 'de')).hero).toMatchObject({
      title: 'Frühling',
      link_text: 'Look',
    });
    expect(await home(AIRPORT_ID)).toEqual({ hero: null, sections: [] });
    const named = (await read('DOWNTOWN')).body.sections;
    expect(named[0].products.map((one: { name: string }) => one.name)[0]).toBe('Black Tee');
    expect(named[1]).toMatchObject({ name: 'Gifts', ref: collection.body.id });
  });

  it('leaves out products that are not on sale, and sections without any', async () => {
    await write('DOWNTOWN', { sections: [{ kind: 'products', products: ['black-tee'] }] });
    await pause(VERSION_MS);
    expect((await home(DOWNTOWN_ID, 'en', other)).sections).toHaveLength(1);
    expect((await home()).sections).toHaveLength(1);
    const tee = (await shop.call('GET', '/products/black-tee/', { token: admin })).body;
    await shop.call('PATCH', '/products/black-tee/', { token: admin, body: { is_active: false } });
    await pause(VERSION_MS);
    expect((await home()).sections).toEqual([]);
    await shop.call('PATCH', `/products/${tee.id}/`, { token: admin, body: { is_active: true } });
    await pause(VERSION_MS);
    expect((await home()).sections).toHaveLength(1);
  });
});

describe('the colours of a theme', () => {
  const parts = (hex: string) => [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16));
  const luminance = (hex: string): number => {
    const [red = 0, green = 0, blue = 0] = parts(hex).map(part =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one: string, other: string): number => {
    const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };

  it.each(['#000000', '#7a1f3d', '#0b57d0', '#c2410c', '#767676'])(
    '%s keeps every text readable, in light and in dark',
    primary => {
      const { light, dark } = colorVariables(primary, '#fdf6e3');
      const pairs = [
        [light['--mantine-color-pine-filled'], '#ffffff'],
        [light['--app-accent'], light['--app-accent-soft']],
        [light['--app-accent'], light['--app-sunken']],
        [light['--app-accent'], '#fdf6e3'],
        [light['--mantine-color-pine-light-color'], light['--mantine-color-pine-light-hover']],
        ['#5d625c', light['--app-sunken']],
        [dark['--mantine-color-pine-filled'], '#ffffff'],
        [dark['--app-accent'], dark['--app-accent-soft']],
        [dark['--app-accent'], '#141a18'],
        ['#eef2f0', dark['--app-accent-soft']],
      ];
      for (const [text = '', ground = ''] of pairs) {
        expect(contrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(
          TEXT_CONTRAST,
        );
      }
      expect(contrast(dark['--mantine-color-pine-filled'] ?? '', '#141a18')).toBeGreaterThan(3);
    },
  );

  it.each(['', '/', '/p/white-mug', '/?category=coffee&sort=price'])('a link may be "%s"', link => {
    expect(checkLink(link)).toBe(link);
  });

  it.each(['p/white-mug', 'javascript:alert(1)', '//x.example', '/\\x', '/a b', '/"><b>'])(
    'a link may not be "%s"',
    link => {
      expect(() => checkLink(link)).toThrow('Must be a page of the shop');
    },
  );
});
