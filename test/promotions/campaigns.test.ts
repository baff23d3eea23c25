import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countActiveCampaigns } from '../../src/domains/promotions/index.js';
import {
  AIRPORT,
  campaign,
  DOWNTOWN,
  eventsAbout,
  localManager,
  openPromotions,
  promotion,
  refused,
  type Shop,
} from './support.js';

const NOW = new Date('2030-05-06T12:00:00Z');
let shop: Shop;
let manager: string;
let cashier: string;
beforeAll(async () => {
  shop = await openPromotions({ clock: { now: () => NOW } });
  manager = await shop.officeToken();
  cashier = await shop.tillToken();
});
afterAll(() => shop.close());

const patch = (id: string, body: object, token = manager) =>
  shop.call('PATCH', `/campaigns/${id}/`, { token, body });
const act = (id: string, action: string, token = manager) =>
  shop.call('POST', `/campaigns/${id}/${action}/`, { token });
const read = (id: string, token = manager) => shop.call('GET', `/campaigns/${id}/`, { token });

describe('a campaign', () => {
  it('starts as a draft without limits, with an event for the content system', async () => {
    const made = await campaign(shop, { name: 'Summer', sanity_id: 'campaign-summer' });
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Summer',
      description: '',
      status: 'draft',
      store_ids: null,
      starts_at: null,
      ends_at: null,
      currency: 'USD',
      budget: null,
      spent: '0.00',
      remaining: null,
      lift: null,
      sanity_id: 'campaign-summer',
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
    expect((await read(made.id)).body).toEqual({ ...made, spent_by_currency: [] });
    expect(await eventsAbout(shop, made.id)).toEqual(['campaign.saved']);
  });

  it.each([
    '9999-12-31T23:59:60Z',
    '9999-12-31T23:59:59-01:00',
    '9999-12-31T23:59:59.9999999Z',
    '0000-12-31T23:00:00Z',
    '2030-01-01T00:00:00+20:00',
  ])('cannot end at %s, which the database cannot store', async ends_at => {
    const body = { name: 'For ever', ends_at };
    const answer = await shop.call('POST', '/campaigns/', { token: manager, body });
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      { ends_at: ['Must be a valid date-time.'] },
    ]);
    const { status, body: all } = await shop.call('GET', '/campaigns/', { token: manager });
    expect(status).toBe(200);
    expect(all.map(({ name }: { name: string }) => name)).not.toContain('For ever');
  });

  it('accepts a period, a budget and stores, and shows the remaining budget', async () => {
    const made = await campaign(shop, {
      status: 'scheduled',
      starts_at: '2030-06-01T02:00:00+02:00',
      ends_at: '2030-07-01T00:00:00Z',
      budget: 250,
      store_ids: [DOWNTOWN],
    });
    expect(made).toMatchObject({
      status: 'scheduled',
      starts_at: '2030-06-01T00:00:00.000Z',
      ends_at: '2030-07-01T00:00:00.000Z',
      budget: '250.00',
      remaining: '250.00',
      store_ids: [DOWNTOWN],
    });
  });

  it.each([
    [
      'a period that ends before it starts',
      { starts_at: '2030-06-01T00:00:00Z', ends_at: '2030-05-31T00:00:00Z' },
      'ends_at',
    ],
    ['a schedule without a start', { status: 'scheduled' }, 'starts_at'],
    ['an unknown store', { store_ids: ['00000000-0000-4000-8000-00000000ffff'] }, 'store_ids'],
    ['a budget with three decimals', { budget: '1.005' }, 'budget'],
    ['a currency without a code', { currency: 'euro' }, 'currency'],
    ['an unknown status', { status: 'running' }, 'status'],
  ])('refuses %s', async (_, fields, field) => {
    const reply = await refused(
      shop,
      () => shop.call('POST', '/campaigns/', { token: manager, body: { name: 'X', ...fields } }),
      400,
    );
    expect(Object.keys(reply.body.errors)).toEqual([field]);
  });

  it('refuses a duplicate content id', async () => {
    await campaign(shop, { sanity_id: 'campaign-taken' });
    const reply = await refused(
      shop,
      () =>
        shop.call('POST', '/campaigns/', {
          token: manager,
          body: { name: 'X', sanity_id: 'campaign-taken' },
        }),
      409,
    );
    expect(reply.body.code).toBe('DUPLICATE');
  });
});

describe('the transitions of a campaign', () => {
  it('activate, pause, resume and expire, with their times', async () => {
    const { id } = await campaign(shop);
    expect((await act(id, 'activate')).body).toMatchObject({
      status: 'active',
      starts_at: NOW.toISOString(),
    });
    expect((await act(id, 'pause')).body.status).toBe('paused');
    expect((await patch(id, { status: 'active' })).body.status).toBe('active');
    expect(await eventsAbout(shop, id)).toHaveLength(4);
  });

  it('set the end to now for a manual expiry', async () => {
    const { id } = await campaign(shop, {
      status: 'active',
      starts_at: '2030-05-01T00:00:00Z',
      ends_at: '2030-06-01T00:00:00Z',
    });
    expect((await act(id, 'expire')).body).toMatchObject({
      status: 'expired',
      ends_at: NOW.toISOString(),
    });
  });

  it('start a scheduled campaign at once when it is activated', async () => {
    const { id } = await campaign(shop, { status: 'scheduled', starts_at: '2030-09-01T00:00:00Z' });
    expect((await act(id, 'activate')).body).toMatchObject({
      status: 'active',
      starts_at: NOW.toISOString(),
    });
  });

  it('schedule a campaign that is activated with a later start', async () => {
    const made = await campaign(shop, { status: 'active', starts_at: '2030-09-01T00:00:00Z' });
    expect(made.status).toBe('scheduled');
  });

  it('refuse invalid transitions', async () => {
    const draft = await campaign(shop);
    await refused(shop, () => act(draft.id, 'pause'), 409);
    await refused(shop, () => act(draft.id, 'expire'), 409);
    const active = await campaign(shop, { status: 'active' });
    await refused(shop, () => act(active.id, 'activate'), 409);
    await refused(shop, () => patch(active.id, { status: 'draft' }), 409);
    await act(active.id, 'pause');
    await act(active.id, 'expire');
    for (const action of ['activate', 'pause', 'expire']) {
      const reply = await refused(shop, () => act(active.id, action), 409);
      expect(reply.body).toMatchObject({ code: 'INVALID_STATE', details: { status: 'expired' } });
    }
  });

  it("end with the campaign's end, after which only its texts can change", async () => {
    const { id } = await campaign(shop, {
      status: 'active',
      starts_at: '2030-05-01T00:00:00Z',
      ends_at: NOW.toISOString(),
    });
    expect((await read(id)).body.status).toBe('expired');
    await refused(shop, () => patch(id, { ends_at: '2031-01-01T00:00:00Z' }), 409);
    await refused(shop, () => patch(id, { budget: '9.00' }), 409);
    expect((await patch(id, { name: 'As it was' })).body.name).toBe('As it was');
  });

  it('count it as active from its first second to its last', async () => {
    await shop.platform.db.deleteFrom('campaigns').execute();
    await campaign(shop, {
      status: 'scheduled',
      starts_at: '2030-06-01T00:00:00Z',
      ends_at: '2030-07-01T00:00:00Z',
    });
    await campaign(shop, { status: 'active' });
    await campaign(shop);
    const count = (moment: string) => countActiveCampaigns(shop.platform.db, new Date(moment));
    expect(await count('2030-05-31T23:59:59.999Z')).toBe(1);
    expect(await count('2030-06-01T00:00:00Z')).toBe(2);
    expect(await count('2030-06-30T23:59:59.999Z')).toBe(2);
    expect(await count('2030-07-01T00:00:00Z')).toBe(1);
  });
});

describe('lists, permissions and deletion of campaigns', () => {
  it('list the newest first, by status, page by page', async () => {
    await shop.platform.db.deleteFrom('campaigns').execute();
    const ids: string[] = [];
    for (const status of ['draft', 'active', 'draft', 'draft']) {
      ids.unshift((await campaign(shop, { status })).id);
    }
    const list = async (query: string) =>
      shop.call('GET', `/campaigns/${query}`, { token: cashier });
    const idsOf = (body: { id: string }[]) => body.map(row => row.id);
    const first = await list('?limit=3');
    expect(idsOf(first.body)).toEqual(ids.slice(0, 3));
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '';
    expect(idsOf((await shop.call('GET', next, { token: cashier })).body)).toEqual(ids.slice(3));
    expect(idsOf((await list('?status=active')).body)).toEqual([ids[2]]);
    expect((await list('?color=red')).status).toBe(400);
  });

  it('let cashiers read and managers write', async () => {
    const { id } = await campaign(shop);
    expect((await read(id, cashier)).status).toBe(200);
    await refused(shop, () => patch(id, { name: 'Mine' }, cashier), 403);
    await refused(shop, () => act(id, 'activate', cashier), 403);
    expect((await shop.call('GET', '/campaigns/')).status).toBe(401);
  });

  it('hide campaigns of other stores from a manager of one store', async () => {
    const local = await localManager(shop);
    const theirs = await campaign(shop, { store_ids: [AIRPORT] });
    const everywhere = await campaign(shop);
    expect((await read(theirs.id, local)).status).toBe(404);
    expect((await read(everywhere.id, local)).status).toBe(200);
    await refused(shop, () => patch(theirs.id, { name: 'X' }, local), 404);
    await refused(shop, () => patch(everywhere.id, { name: 'X' }, local), 403);
    const post = (body: object) => shop.call('POST', '/campaigns/', { token: local, body });
    await refused(shop, () => post({ name: 'All' }), 403);
    await refused(shop, () => post({ name: 'Theirs', store_ids: [AIRPORT] }), 400);
    expect((await post({ name: 'Ours', store_ids: [DOWNTOWN] })).status).toBe(201);
    const seen = (await shop.call('GET', '/campaigns/', { token: local })).body;
    expect(seen.map((row: { id: string }) => row.id)).not.toContain(theirs.id);
  });

  it('delete a campaign that nothing references', async () => {
    const free = await campaign(shop);
    const remove = (id: string) => shop.call('DELETE', `/campaigns/${id}/`, { token: manager });
    expect((await remove(free.id)).status).toBe(204);
    expect((await read(free.id)).status).toBe(404);
    expect(await eventsAbout(shop, free.id)).toEqual(['campaign.saved', 'campaign.deleted']);
    const used = await campaign(shop);
    await promotion(shop, { campaign_id: used.id });
    expect((await refused(shop, () => remove(used.id), 409)).body.code).toBe('IN_USE');
  });

  it('answer 404 for an unknown campaign and for the old path', async () => {
    expect((await read('00000000-0000-4000-8000-00000000ffff')).status).toBe(404);
    expect((await read('not-a-uuid')).status).toBe(400);
    const old = await shop.call('GET', '/promotional-campaigns/', { token: manager });
    expect(old.status).toBe(404);
  });
});
