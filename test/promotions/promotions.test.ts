import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  AIRPORT,
  campaign,
  created,
  DOWNTOWN,
  eventsAbout,
  localManager,
  openPromotions,
  promoCode,
  promotion,
  refused,
  type Shop,
} from './support.js';

const NOW = new Date('2030-05-06T12:00:00Z');
let shop: Shop;
let manager: string;
beforeAll(async () => {
  shop = await openPromotions({ clock: { now: () => NOW } });
  manager = await shop.officeToken();
});
afterAll(() => shop.close());

const post = (body: object) => shop.call('POST', '/promotions/', { token: manager, body });
const patch = (id: string, body: object) =>
  shop.call('PATCH', `/promotions/${id}/`, { token: manager, body });

describe('a promotion', () => {
  it('takes 10 % off the order by default', async () => {
    const made = await promotion(shop, { name: 'Ten off' });
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Ten off',
      description: '',
      kind: 'percentage',
      value: '10.00',
      buy_quantity: null,
      get_quantity: null,
      get_discount_percent: '100.00',
      scope: { kind: 'order', ids: [] },
      store_ids: null,
      priority: 0,
      stackable: false,
      requires_code: false,
      minimum_subtotal: null,
      maximum_discount: null,
      campaign_id: null,
      is_active: true,
      starts_at: null,
      ends_at: null,
      sanity_id: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
    const read = await shop.call('GET', `/promotions/${made.id}/`, { token: manager });
    expect(read.body).toEqual(made);
    expect(await eventsAbout(shop, made.id)).toEqual(['promotion.saved']);
  });

  it('stores every term', async () => {
    const { id } = await campaign(shop);
    const terms = {
      kind: 'buy_x_get_y',
      buy_quantity: 2,
      get_quantity: 1,
      get_discount_percent: '50.00',
      scope: { kind: 'product', ids: ['1', '2'] },
      store_ids: [DOWNTOWN, AIRPORT],
      priority: 7,
      stackable: true,
      minimum_subtotal: '20.00',
      maximum_discount: '5.00',
      campaign_id: id,
    };
    expect(await promotion(shop, { ...terms, value: 0 })).toMatchObject({
      ...terms,
      value: '0.00',
    });
  });

  it('cannot join a chain-wide campaign when a manager of one store writes it', async () => {
    const token = await localManager(shop);
    const everywhere = await campaign(shop);
    const own = await campaign(shop, { store_ids: [DOWNTOWN] });
    const terms = { name: 'X', kind: 'percentage', value: '10', store_ids: [DOWNTOWN] };
    const write = (campaign_id: string) =>
      shop.call('POST', '/promotions/', { token, body: { ...terms, campaign_id } });
    const reply = await refused(shop, () => write(everywhere.id), 403);
    expect(reply.body.code).toBe('PERMISSION_DENIED');
    const made = await write(own.id);
    expect(made.status).toBe(201);
    const move = () =>
      shop.call('PATCH', `/promotions/${made.body.id}/`, {
        token,
        body: { campaign_id: everywhere.id },
      });
    await refused(shop, move, 403);
  });

  it.each([
    ['zero percent', { value: 0 }, ['value']],
    ['more than 100 percent', { value: '100.01' }, ['value']],
    ['a fixed amount of zero', { kind: 'fixed', value: '0.00' }, ['value']],
    ['buy X get Y without quantities', { kind: 'buy_x_get_y' }, ['buy_quantity', 'get_quantity']],
    [
      'a discount above 100 percent on the gift',
      { get_discount_percent: '100.5' },
      ['get_discount_percent'],
    ],
    ['a scope without ids', { scope: { kind: 'product' } }, ['scope.ids']],
    ['an order with ids', { scope: { kind: 'order', ids: ['1'] } }, ['scope.ids']],
    ['an unknown product', { scope: { kind: 'product', ids: ['999999'] } }, ['scope.ids']],
    ['an invalid product id', { scope: { kind: 'product', ids: ['mug'] } }, ['scope.ids']],
    ['an invalid category id', { scope: { kind: 'category', ids: ['kitchen'] } }, ['scope.ids']],
    ['a cap of zero', { maximum_discount: 0 }, ['maximum_discount']],
    [
      'an unknown campaign',
      { campaign_id: '00000000-0000-4000-8000-00000000ffff' },
      ['campaign_id'],
    ],
    [
      'a period that ends before it starts',
      { starts_at: '2030-02-01T00:00:00Z', ends_at: '2030-01-01T00:00:00Z' },
      ['ends_at'],
    ],
    ['an unknown kind', { kind: 'gift' }, ['kind']],
    ['a negative value', { value: '-5' }, ['value']],
  ])('refuses %s', async (_, fields, wrong) => {
    const body = { name: 'X', kind: 'percentage', value: '10', ...fields };
    const reply = await refused(shop, () => post(body), 400);
    expect(Object.keys(reply.body.errors)).toEqual(wrong);
  });

  it('is validated as a whole when a part changes', async () => {
    const { id } = await promotion(shop, { kind: 'fixed', value: '250.00' });
    const reply = await refused(shop, () => patch(id, { kind: 'percentage' }), 400);
    expect(reply.body.errors).toHaveProperty('value');
    expect((await patch(id, { kind: 'percentage', value: '25' })).body.value).toBe('25.00');
  });

  it('cannot become automatic while it has codes', async () => {
    const { promotion_id: id } = await promoCode(shop);
    const reply = await refused(shop, () => patch(id, { requires_code: false }), 409);
    expect(reply.body.code).toBe('HAS_CODES');
    await refused(shop, () => shop.call('DELETE', `/promotions/${id}/`, { token: manager }), 409);
  });

  it('is deleted when nothing references it, and listed by kind and campaign', async () => {
    const { id } = await promotion(shop, { kind: 'free_shipping', value: 0 });
    const list = async (query: string): Promise<string[]> =>
      (await shop.call('GET', `/promotions/?${query}`, { token: manager })).body.map(
        (row: { id: string }) => row.id,
      );
    expect(await list('kind=free_shipping')).toEqual([id]);
    expect(await list('kind=free_shipping&is_active=false')).toEqual([]);
    const gone = await shop.call('DELETE', `/promotions/${id}/`, { token: manager });
    expect(gone.status).toBe(204);
    expect(await list('kind=free_shipping')).toEqual([]);
    expect(await eventsAbout(shop, id)).toEqual(['promotion.saved', 'promotion.deleted']);
  });
});

describe('the public list of promotions', () => {
  beforeEach(async () => {
    await shop.platform.db.deleteFrom('promo_codes').execute();
    await shop.platform.db.deleteFrom('promotions').execute();
    await shop.platform.cache.delete('promotions:running');
  });

  const active = async (query = '') => (await shop.call('GET', `/promotions/active/${query}`)).body;
  const names = async (query = ''): Promise<string[]> =>
    (await active(query)).map((row: { name: string }) => row.name);

  it('needs no login and discloses no secrets', async () => {
    await promotion(shop, { name: 'Open to all', sanity_id: 'doc-1', value: '12.5' });
    await promoCode(shop);
    expect(await active()).toEqual([
      {
        id: expect.any(String),
        name: 'Open to all',
        description: '',
        kind: 'percentage',
        value: '12.50',
        buy_quantity: null,
        get_quantity: null,
        get_discount_percent: '100.00',
        scope: { kind: 'order', ids: [] },
        store_ids: null,
        priority: 0,
        stackable: false,
        minimum_subtotal: null,
        maximum_discount: null,
        ends_at: null,
      },
    ]);
  });

  it('shows the current promotions of a store at once after a change', async () => {
    const { id } = await promotion(shop, { name: 'Everywhere' });
    await promotion(shop, { name: 'Downtown', store_ids: [DOWNTOWN] });
    await promotion(shop, { name: 'Off', is_active: false });
    await promotion(shop, { name: 'Over', ends_at: NOW.toISOString() });
    await promotion(shop, { name: 'Later', starts_at: '2030-05-06T12:00:01Z' });
    expect(await names()).toEqual(['Everywhere', 'Downtown']);
    expect(await names('?store_id=DOWNTOWN')).toEqual(['Everywhere', 'Downtown']);
    expect(await names('?store_id=AIRPORT')).toEqual(['Everywhere']);
    await patch(id, { is_active: false });
    expect(await names()).toEqual(['Downtown']);
    expect(await names('?limit=1')).toEqual(['Downtown']);
  });

  it("shows a campaign's promotions only while and where it runs", async () => {
    const { id } = await campaign(shop, { store_ids: [DOWNTOWN] });
    await promotion(shop, { name: 'In it', campaign_id: id });
    expect(await names()).toEqual([]);
    const act = (action: string) =>
      shop.call('POST', `/campaigns/${id}/${action}/`, { token: manager });
    await act('activate');
    expect(await names()).toEqual(['In it']);
    expect(await names('?store_id=AIRPORT')).toEqual([]);
    await act('pause');
    expect(await names()).toEqual([]);
  });

  it('refuses an unknown store and unknown parameters', async () => {
    expect((await shop.call('GET', '/promotions/active/?store_id=NOWHERE')).status).toBe(400);
    expect((await shop.call('GET', '/promotions/active/?x=1')).status).toBe(400);
  });

  it('is paged', async () => {
    for (const name of ['A', 'B', 'C'])
      await created(shop, '/promotions/', { name, kind: 'free_shipping' });
    const first = await shop.call('GET', '/promotions/active/?limit=2');
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '';
    const second = await shop.call('GET', next);
    const all = [...first.body, ...second.body].map((row: { name: string }) => row.name);
    expect(all).toEqual(['A', 'B', 'C']);
    expect(second.headers.link).toBeUndefined();
  });
});
