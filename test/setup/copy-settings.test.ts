import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AIRPORT_ID, DOWNTOWN_ID, ZURICH_ID } from '../../src/seed/data.js';
import { localManager } from '../promotions/support.js';
import { openShop, type Reply, type Shop } from '../support/service.js';

let shop: Shop;
let admin: string;
let local: string;
let harbor: string;
beforeAll(async () => {
  shop = await openShop({ background: false });
  admin = await shop.officeToken('admin');
  local = await localManager(shop, DOWNTOWN_ID);
});
afterAll(() => shop.close());
beforeEach(async () => {
  if (harbor !== undefined) return;
  const body = { code: 'HARBOR', name: 'Harbor', currency: 'USD', country: 'US' };
  harbor = (await send('POST', '/stores/', body)).body.id;
});

const send = (method: string, path: string, body?: object, token = admin): Promise<Reply> =>
  shop.call(method, path, { token, ...(body && { body }) });
const read = async (path: string) => (await send('GET', path)).body;
const write = async (method: string, path: string, body: object): Promise<void> => {
  const reply = await send(method, path, body);
  expect([reply.status, reply.status < 300 ? '' : reply.text]).toEqual([reply.status, '']);
};
const copy = (body: object, token?: string, from = 'DOWNTOWN'): Promise<Reply> =>
  send('POST', `/stores/${from}/copy-settings/`, body, token);
const entries = async () => {
  const log = await read('/audit-log/?action=copy-settings&limit=50');
  return log.map(({ record_type, record_id, store_id }: Record<string, string>) => [
    record_type,
    record_id,
    store_id,
  ]);
};

describe('settings of a store', () => {
  it('are copied in one call, after a dry run that changes nothing', async () => {
    const approval_policy = { discount_above: '15.00', below_cost: true };
    const opening_hours = [{ day: 1, opens: '09:00', closes: '18:00' }];
    const hours = { opening_hours, pickup_hours: [] };
    const own = { approval_policy, ...hours, receipt_footer: 'See you soon' };
    await write('PATCH', '/stores/DOWNTOWN/', own);
    const sections = ['approvals', 'hours', 'receipts'];
    const plan = { sections, store_ids: [harbor, ZURICH_ID] };
    const before = await Promise.all(['HARBOR', 'ZURICH'].map(code => read(`/stores/${code}/`)));

    const preview = await copy({ ...plan, dry_run: true });
    expect(preview.status).toBe(200);
    const changed = (section: string, changes: object) => ({
      section,
      outcome: 'changed',
      reason: null,
      changes,
    });
    expect(preview.body).toEqual({
      dry_run: true,
      stores: [
        {
          id: harbor,
          code: 'HARBOR',
          name: 'Harbor',
          sections: [
            changed('approvals', {
              'approval_policy.discount_above': { before: null, after: '15.00' },
              'approval_policy.below_cost': { before: null, after: true },
            }),
            changed('hours', {
              'opening_hours.monday': { before: null, after: '09:00–18:00' },
              pickup_hours: { before: null, after: 'none' },
            }),
            changed('receipts', { receipt_footer: { before: '', after: 'See you soon' } }),
          ],
        },
        {
          id: ZURICH_ID,
          code: 'ZURICH',
          name: 'Tillhouse Zürich',
          sections: [
            {
              section: 'approvals',
              outcome: 'refused',
              reason: 'OTHER_CURRENCY',
              changes: {},
            },
            changed('hours', {
              'opening_hours.monday': { before: null, after: '09:00–18:00' },
              pickup_hours: { before: null, after: 'none' },
            }),
            changed('receipts', {
              receipt_footer: { before: expect.any(String), after: 'See you soon' },
            }),
          ],
        },
      ],
    });
    expect(await Promise.all(['HARBOR', 'ZURICH'].map(code => read(`/stores/${code}/`)))).toEqual(
      before,
    );
    expect(await entries()).toEqual([]);

    const done = await copy(plan);
    expect(done.body).toEqual({ ...preview.body, dry_run: false });
    expect(await read('/stores/HARBOR/')).toMatchObject({
      approval_policy,
      ...hours,
      receipt_footer: 'See you soon',
      name: 'Harbor',
    });
    const zurich = await read('/stores/ZURICH/');
    expect(zurich).toMatchObject({ opening_hours, receipt_footer: 'See you soon' });
    expect(zurich.approval_policy).toEqual(before[1].approval_policy);
    expect((await entries()).sort()).toEqual(
      [
        ['stores', harbor, harbor],
        ['stores', ZURICH_ID, ZURICH_ID],
      ].sort(),
    );
    const again = await copy(plan);
    expect(
      again.body.stores.map((store: { sections: { outcome: string }[] }) =>
        store.sections.map(({ outcome }) => outcome),
      ),
    ).toEqual([
      ['unchanged', 'unchanged', 'unchanged'],
      ['refused', 'unchanged', 'unchanged'],
    ]);
    expect(await entries()).toHaveLength(2);
  });

  it('replace zones, mail texts, legal texts, tiles and accounts, each with an entry', async () => {
    const band = [{ up_to_grams: null, price: '4.90' }];
    const zone = (name: string, countries: string[], code: string) => ({
      store: 'DOWNTOWN',
      name,
      countries,
      is_rest_of_world: countries.length === 0,
      rates: [{ code, title: 'Parcel', bands: band }],
    });
    await write('POST', '/shipping-zones/', zone('Home', ['US'], 'parcel'));
    await write('POST', '/shipping-zones/', zone('World', [], 'air'));
    await write('POST', '/shipping-zones/', { ...zone('World', ['CA'], 'sea'), store: 'HARBOR' });
    await write('POST', '/shipping-zones/', { ...zone('Gone', [], 'sea'), store: 'HARBOR' });
    const mail = { subject: 'Hello from {store}', intro: '', closing: 'Bye' };
    await write('PUT', '/mail-templates/DOWNTOWN/order_confirmation/en/', mail);
    await write('PUT', '/mail-templates/HARBOR/pickup_ready/en/', { ...mail, subject: 'Old' });
    const text = { kind: 'terms', language: 'en', body: '# Terms\n\nPay first.' };
    await write('PUT', '/legal-texts/DOWNTOWN/', { texts: [text] });
    const [mug] = await read('/products/?q=White%20Mug&limit=1');
    const pages = [{ name: 'Coffee', product_ids: [mug.id] }];
    await write('PUT', '/till-tiles/DOWNTOWN/', { favourites: [mug.id], pages });
    await write('PUT', '/journal-settings/DOWNTOWN/', {
      chart: 'skr04',
      account_digits: 4,
      accounts: { cash: '1601' },
      method_accounts: { card: '1461' },
      revenue_accounts: [],
      consultant_number: 1001,
      client_number: 3,
      fiscal_year_month: 1,
    });
    const sections = ['shipping', 'mail_templates', 'legal_texts', 'tiles', 'journal'];
    const reply = await copy({ sections, store_ids: [harbor] });
    expect(reply.status).toBe(200);
    const shown = reply.body.stores[0].sections;
    expect(shown.map(({ outcome }: { outcome: string }) => outcome)).toEqual(
      sections.map(() => 'changed'),
    );
    expect(shown[1].changes).toMatchObject({
      'order_confirmation/en.subject': { before: null, after: 'Hello from {store}' },
      'pickup_ready/en.subject': { before: 'Old', after: null },
    });
    expect(shown[3].changes).toEqual({
      favourites: { before: [], after: ['White Mug'] },
      pages: { before: [], after: [{ name: 'Coffee', products: ['White Mug'] }] },
    });

    const zones = async (store: string) =>
      (await read(`/shipping-zones/?store=${store}`))
        .map(({ name, countries, is_rest_of_world, rates }: Record<string, unknown>) => ({
          name,
          countries,
          is_rest_of_world,
          rates,
        }))
        .sort((a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1));
    expect(await zones('HARBOR')).toEqual(await zones('DOWNTOWN'));
    expect((await zones('HARBOR')).map(({ name }: { name: string }) => name)).toEqual([
      'Home',
      'World',
    ]);
    expect(await read('/mail-templates/HARBOR/order_confirmation/en/')).toMatchObject(mail);
    expect(await read('/mail-templates/HARBOR/pickup_ready/en/')).toMatchObject({
      is_default: true,
    });
    const legal = await read('/legal-texts/HARBOR/');
    expect(legal.texts).toContainEqual({ ...text, is_default: false });
    expect(await read('/till-tiles/HARBOR/')).toMatchObject({ favourites: [mug.id], pages });
    expect(await read('/journal-settings/HARBOR/')).toMatchObject({
      chart: 'skr04',
      accounts: { cash: '1601' },
      method_accounts: { card: '1461' },
      client_number: 3,
    });
    const types = (await entries())
      .filter(([, , store]: string[]) => store === harbor)
      .map(([type]: string[]) => type)
      .filter((type: string) => type !== 'stores')
      .sort();
    expect(types).toEqual([
      'journal-settings',
      'legal-texts',
      'mail-templates',
      'mail-templates',
      'shipping-zones',
      'shipping-zones',
      'shipping-zones',
      'till-tiles',
    ]);
  });

  it.each([
    ['approvals', { approval_policy: { value_above: '5000' } }],
    ['approvals', { approval_policy: { agent_limit: '5000' } }],
    ['tills', { offline_return_day_limit: '5000' }],
    ['layaways', { layaway_fee: '500' }],
  ])('of %s with an amount stay in one currency: %j', async (section, change) => {
    if ((await send('GET', '/stores/GINZA/')).status === 404) {
      const ginza = { code: 'GINZA', name: 'Ginza', currency: 'JPY', country: 'JP' };
      await write('POST', '/stores/', ginza);
    }
    await write('PATCH', '/stores/GINZA/', change);
    const before = await read('/stores/HARBOR/');
    const { body } = await copy({ sections: [section], store_ids: [harbor] }, admin, 'GINZA');
    expect(body.stores[0].sections).toEqual([
      { section, outcome: 'refused', reason: 'OTHER_CURRENCY', changes: {} },
    ]);
    expect(await read('/stores/HARBOR/')).toEqual(before);
  });

  it('with taxes stay in one country, and need the right to change taxes', async () => {
    const plan = { sections: ['taxes'], store_ids: [harbor, AIRPORT_ID] };
    const { body } = await copy(plan);
    expect(
      body.stores.map((store: { code: string; sections: { reason: string | null }[] }) => [
        store.code,
        store.sections[0]?.reason,
      ]),
    ).toEqual([
      ['AIRPORT', 'OTHER_COUNTRY'],
      ['HARBOR', null],
    ]);
    const codes = (await read('/stores/HARBOR/')).tax_jurisdictions.map(
      ({ code }: { code: string }) => code,
    );
    expect(codes).toEqual(['US-NY-NYC']);
  });
});

describe('a copy of settings is refused', () => {
  const state = () => Promise.all([read('/stores/HARBOR/'), read('/stores/AIRPORT/')]);

  it.each([
    ['to a store that does not exist', { store_ids: ['00000000-0000-4000-8000-00000000dead'] }],
    ['to the store itself', { store_ids: [DOWNTOWN_ID] }],
    ['to no store', { store_ids: [] }],
  ])('%s', async (_, change) => {
    const before = await state();
    const reply = await copy({ sections: ['tips'], ...change });
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, ['store_ids']]);
    expect(await state()).toEqual(before);
  });

  it('for a section that does not exist', async () => {
    const reply = await copy({ sections: ['name'], store_ids: [harbor] });
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, ['sections.0']]);
  });

  it('to and from stores of others, and for taxes by the manager of one store', async () => {
    const before = await state();
    const tips = { sections: ['tips'], store_ids: [AIRPORT_ID] };
    expect((await copy(tips, local)).status).toBe(400);
    expect((await copy({ ...tips, store_ids: [harbor] }, local, 'AIRPORT')).status).toBe(404);
    const taxes = await copy({ sections: ['taxes'], store_ids: [AIRPORT_ID] }, local);
    expect([taxes.status, taxes.body.code]).toEqual([403, 'PERMISSION_DENIED']);
    const till = await shop.tillToken('EMP003');
    expect((await copy(tips, till)).status).toBe(403);
    expect(await state()).toEqual(before);
  });
});
