import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { article } from '../storefront/checkout-support.js';
import type { Shop } from '../support/service.js';
import { brokenAcpRule } from './acp-rules.js';
import { type Acp, ADDRESS, acpOf, addAgent, amountsOf, BUYER, openAgentShop } from './support.js';

let shop: Shop;
let acp: Acp;
beforeAll(async () => {
  shop = await openAgentShop();
  expect((await shop.call('GET', '/.well-known/acp.json')).status).toBe(404);
  acp = acpOf(shop, await addAgent(shop));
});
afterAll(() => shop.close());

const rows = async (sql: string, values: unknown[] = []) =>
  statement<Record<string, unknown>>(shop.platform.db, sql, values);
const chargesOf = async (id: string) =>
  rows(
    `select i.amount_minor::int as amount from sandbox_intents i
       join agent_checkouts a on i.idempotency_key like a.checkout_id || ':%'
     where a.id = $1 and i.status = 'succeeded'`,
    [id],
  );
const levelOf = async (sku: string) =>
  (
    await rows(
      `select i.on_hand::int as on_hand, i.reserved::int as reserved from inventory_levels i
         join product_variants v on v.id = i.variant_id
         join stores s on s.id = i.store_id and s.code = 'DOWNTOWN' where v.sku = $1`,
      [sku],
    )
  )[0];

describe('discovery', () => {
  it('names the version, the address and the currencies once a program has a key', async () => {
    const { status, body, headers } = await shop.call('GET', '/.well-known/acp.json');
    expect(status).toBe(200);
    expect(headers.link).toContain(`<${shop.platform.config.publicUrl}/feed.xml>; rel="alternate"`);
    expect(brokenAcpRule('discovery', body)).toBeUndefined();
    expect(body).toMatchObject({
      protocol: { name: 'acp', version: '2026-04-17' },
      api_base_url: `${shop.platform.config.publicUrl}/acp`,
      capabilities: {
        services: ['checkout', 'orders'],
        intervention_types: ['3ds'],
        supported_currencies: ['usd'],
      },
    });
  });
});

describe('a checkout session', () => {
  it('goes from articles over address and delivery to a paid order', async () => {
    await article(shop, 'ACP-LAMP', { price: '20.00', stock: 5 });
    const created = await acp.create({ line_items: [{ id: 'ACP-LAMP' }, { id: 'ACP-LAMP' }] });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      status: 'not_ready_for_payment',
      currency: 'usd',
      line_items: [{ id: 'ACP-LAMP', quantity: 2, unit_amount: 2000 }],
      fulfillment_options: [],
    });
    expect(created.body.links.map((one: { type: string }) => one.type)).toEqual([
      'terms_of_use',
      'privacy_policy',
      'return_policy',
      'about_us',
    ]);
    const [terms] = created.body.links;
    expect(terms.url).toBe(`${shop.platform.config.publicUrl}/app/shop/legal/terms?store=DOWNTOWN`);
    expect(created.body.messages.map((one: { param: string }) => one.param)).toEqual([
      '$.buyer.email',
      '$.fulfillment_details.address',
    ]);
    const { id } = created.body;

    const addressed = await acp.update(id, {
      buyer: BUYER,
      fulfillment_details: { phone_number: '+12125550123', address: ADDRESS },
    });
    expect(addressed.body).toMatchObject({
      status: 'ready_for_payment',
      buyer: BUYER,
      messages: [],
    });
    const [first, second] = addressed.body.fulfillment_options;
    expect(addressed.body.selected_fulfillment_options).toEqual([
      { type: 'shipping', option_id: first.id, item_ids: ['ACP-LAMP'] },
    ]);
    const chosen = await acp.update(id, {
      selected_fulfillment_options: [
        { type: 'shipping', option_id: second.id, item_ids: ['ACP-LAMP'] },
      ],
    });
    const amounts = amountsOf(chosen.body);
    expect(amounts).toMatchObject({
      items_base_amount: 4000,
      subtotal: 4000,
      fulfillment: second.totals[0].amount,
    });
    expect(amounts.total).toBe(4000 + Number(amounts.fulfillment) + Number(amounts.tax));

    const paid = await acp.complete(id);
    expect(paid.status).toBe(200);
    expect(paid.body).toMatchObject({
      status: 'completed',
      totals: chosen.body.totals,
      order: { checkout_session_id: id },
    });
    expect(paid.body.order.id).toMatch(/^TXN-/);
    expect(paid.body.buyer).toBeUndefined();
    const [sale] = await rows(
      `select total_amount, status, customer_email from transactions where transaction_number = $1`,
      [paid.body.order.id],
    );
    expect(sale).toEqual({
      total_amount: (Number(amounts.total) / 100).toFixed(2),
      status: 'completed',
      customer_email: 'ada@example.com',
    });
    expect(await chargesOf(id)).toEqual([{ amount: amounts.total }]);
    expect(await levelOf('ACP-LAMP')).toEqual({ on_hand: 3, reserved: 0 });
    expect((await acp.read(id)).body).toMatchObject({
      status: 'completed',
      order: paid.body.order,
    });
    const [stored] = await rows('select buyer, address from agent_checkouts where id = $1', [id]);
    expect(stored).toEqual({ buyer: null, address: null });
  });

  it('of digital goods needs no address', async () => {
    await article(shop, 'ACP-EBOOK', { price: '9.00', digital: true });
    const created = await acp.create({ line_items: [{ id: 'ACP-EBOOK' }], buyer: BUYER });
    expect(created.body).toMatchObject({
      status: 'ready_for_payment',
      fulfillment_options: [{ type: 'digital' }],
    });
    expect((await acp.complete(created.body.id)).body.status).toBe('completed');
  });

  it('is refused with an unknown article, another currency or no articles, and none is opened', async () => {
    const count = async () => (await rows('select count(*)::int as n from agent_checkouts'))[0];
    const before = await count();
    const unknown = await acp.create({ line_items: [{ id: 'MUG-WHITE' }, { id: 'NO-SUCH' }] });
    expect(unknown).toMatchObject({
      status: 400,
      body: { type: 'invalid_request', code: 'invalid', param: '$.line_items[1].id' },
    });
    const currency = await acp.create({ currency: 'eur' });
    expect(currency).toMatchObject({ status: 400, body: { param: '$.currency' } });
    expect((await acp.create({ line_items: [] })).status).toBe(400);
    expect(await count()).toEqual(before);
  });

  it('leaves out what is not in stock and says so', async () => {
    await article(shop, 'ACP-LAST', { stock: 1 });
    const created = await acp.create({
      line_items: [{ id: 'ACP-LAST', quantity: 2 }, { id: 'MUG-WHITE' }],
      buyer: BUYER,
      fulfillment_details: { address: ADDRESS },
    });
    expect(created.body).toMatchObject({
      status: 'not_ready_for_payment',
      line_items: [{ id: 'MUG-WHITE' }],
      messages: [{ type: 'error', code: 'out_of_stock', param: '$.line_items' }],
    });
    const refused = await acp.complete(created.body.id);
    expect(refused).toMatchObject({ status: 400, body: { param: '$.line_items' } });
    const changed = await acp.update(created.body.id, { line_items: [{ id: 'ACP-LAST' }] });
    expect(changed.body).toMatchObject({ status: 'ready_for_payment', messages: [] });
  });

  it('tells where the store does not ship', async () => {
    const other = acpOf(shop, await addAgent(shop, { store_id: 'AIRPORT' }));
    const zone = await shop.call('POST', '/shipping-zones/', {
      token: await shop.officeToken('admin'),
      body: {
        store: 'AIRPORT',
        name: 'Germany',
        countries: ['DE'],
        rates: [{ code: 'parcel', title: 'Parcel', bands: [{ up_to_grams: null, price: '4.90' }] }],
      },
    });
    expect(zone.status).toBe(201);
    const created = await other.create({
      currency: 'EUR',
      buyer: BUYER,
      fulfillment_details: { address: ADDRESS },
    });
    expect(created.body).toMatchObject({
      status: 'not_ready_for_payment',
      messages: [{ code: 'region_restricted', param: '$.fulfillment_details.address' }],
    });
    const shipped = await other.update(created.body.id, {
      fulfillment_details: { address: { ...ADDRESS, country: 'DE' } },
    });
    expect(shipped.body).toMatchObject({ status: 'ready_for_payment', messages: [] });
    // The prices of the store contain the tax: two mugs for 12.50 EUR each.
    expect(amountsOf(shipped.body)).toEqual({
      items_base_amount: 2500,
      subtotal: 2500,
      fulfillment: 490,
      total: 2990,
    });
  });
});

describe('a payment', () => {
  it('that is declined leaves the session open, without an order or reserved goods', async () => {
    const id = await acp.ready();
    const before = await levelOf('MUG-WHITE');
    const declined = await acp.complete(id, 'tok_declined');
    expect(declined).toMatchObject({
      status: 200,
      body: { status: 'ready_for_payment', messages: [{ code: 'payment_declined' }] },
    });
    expect(declined.body.order).toBeUndefined();
    expect(await chargesOf(id)).toEqual([]);
    expect(await levelOf('MUG-WHITE')).toEqual(before);
    expect((await acp.complete(id)).body).toMatchObject({ status: 'completed', messages: [] });
    expect(await chargesOf(id)).toHaveLength(1);
  });

  it('is made once by 20 requests with one key, and once by 20 with different keys', async () => {
    for (const headers of [() => ({ 'idempotency-key': 'same-key-of-twenty' }), () => ({})]) {
      const id = await acp.ready();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => acp.complete(id, 'tok_ok', {}, headers())),
      );
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
      expect(answers.some(({ body }) => body.status === 'completed')).toBe(true);
      expect(await chargesOf(id)).toHaveLength(1);
    }
  });

  it('never takes more than the session showed last', async () => {
    const variant = await article(shop, 'ACP-RISE', { price: '10.00' });
    const id = await acp.ready([{ id: 'ACP-RISE' }]);
    const token = await shop.officeToken('admin');
    const raised = await shop.call('PATCH', `/product-variants/${variant}/`, {
      token,
      body: { price: '12.00' },
    });
    expect(raised.status).toBe(200);
    expect(await acp.complete(id)).toMatchObject({ status: 409, body: { code: 'price_changed' } });
    expect(await chargesOf(id)).toEqual([]);
    expect(amountsOf((await acp.read(id)).body).subtotal).toBe(1200);
    expect((await acp.complete(id)).body.status).toBe('completed');
  });

  it('buys what was shown after a change that was refused', async () => {
    const id = await acp.ready();
    const before = (await acp.read(id)).body;
    const refused = await acp.update(id, {
      line_items: [{ id: 'TEE-BLACK-M' }],
      selected_fulfillment_options: [
        { type: 'shipping', option_id: 'no-such', item_ids: ['TEE-BLACK-M'] },
      ],
    });
    expect(refused.status).toBe(400);
    expect((await acp.read(id)).body.line_items).toEqual(before.line_items);
    const paid = await acp.complete(id);
    expect(paid.body).toMatchObject({ status: 'completed', totals: before.totals });
    const lines = await rows(
      `select l.sku, l.quantity::int as quantity from transaction_lines l
         join transactions t on t.id = l.transaction_id where t.transaction_number = $1`,
      [paid.body.order.id],
    );
    expect(lines).toEqual([{ sku: 'MUG-WHITE', quantity: 2 }]);
  });

  it('never buys other goods than the session showed last, even for the same total', async () => {
    const id = await acp.ready();
    await rows(
      `update agent_checkouts set shown = jsonb_set(shown, '{lines,0,quantity}', '3')
        where id = $1`,
      [id],
    );
    expect(await acp.complete(id)).toMatchObject({ status: 409, body: { code: 'goods_changed' } });
    expect(await chargesOf(id)).toEqual([]);
    expect((await acp.read(id)).body.line_items).toMatchObject([{ id: 'MUG-WHITE', quantity: 2 }]);
    expect((await acp.complete(id)).body.status).toBe('completed');
  });

  it('whose order was placed before the node died is found again', async () => {
    const id = await acp.ready();
    const paid = await acp.complete(id);
    await rows(
      `update agent_checkouts set status = 'open', shown = shown - 'order' where id = $1`,
      [id],
    );
    expect((await acp.read(id)).body).toMatchObject({
      status: 'completed',
      order: paid.body.order,
    });
    expect((await acp.complete(id)).body.order).toEqual(paid.body.order);
    expect(await chargesOf(id)).toHaveLength(1);
  });
});

describe('a closed session', () => {
  it('is not changed, paid or canceled again', async () => {
    const id = await acp.ready();
    const canceled = await acp.cancel(id);
    expect(canceled).toMatchObject({ status: 200, body: { status: 'canceled' } });
    expect(await acp.cancel(id)).toMatchObject({ status: 405, body: { code: 'session_closed' } });
    expect((await acp.update(id, { buyer: BUYER })).status).toBe(405);
    expect((await acp.complete(id)).status).toBe(405);
    expect(await chargesOf(id)).toEqual([]);
    const done = await acp.ready();
    await acp.complete(done);
    expect((await acp.cancel(done)).status).toBe(405);
  });

  it('is what a session becomes 30 minutes after its last change', async () => {
    const id = await acp.ready();
    await rows(
      `update agent_checkouts set expires_at = now() - interval '1 second' where id = $1`,
      [id],
    );
    expect((await acp.read(id)).body.status).toBe('expired');
    expect((await acp.complete(id)).status).toBe(405);
    const { cleanUp } = await import('../../src/domains/agents/jobs.js');
    await cleanUp.run(shop.platform, undefined as never);
    const [row] = await rows('select buyer, address from agent_checkouts where id = $1', [id]);
    expect(row).toEqual({ buyer: null, address: null });
  });
});

describe('the rules of the protocol', () => {
  it('want a key, the version and an idempotency key', async () => {
    const wrong = await acp.create(
      {},
      { authorization: 'Bearer aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' },
    );
    expect(wrong.status).toBe(401);
    expect((await acp.create({}, { authorization: undefined })).status).toBe(401);
    expect(await acp.create({}, { 'api-version': undefined })).toMatchObject({
      status: 400,
      body: { code: 'missing_api_version', supported_versions: ['2026-04-17'] },
    });
    expect(await acp.create({}, { 'api-version': '2025-01-01' })).toMatchObject({
      status: 400,
      body: { code: 'unsupported_api_version', supported_versions: ['2026-04-17'] },
    });
    expect(await acp.create({}, { 'idempotency-key': undefined })).toMatchObject({
      status: 400,
      body: { code: 'idempotency_key_required' },
    });
  });

  it('take no query', async () => {
    const id = await acp.ready();
    expect(await acp.call('GET', `/${id}?unknown=1`)).toMatchObject({
      status: 400,
      body: { code: 'unknown_parameter', param: '$.unknown' },
    });
    expect((await acp.call('POST', `/${id}/cancel?unknown=1`)).status).toBe(400);
    expect((await acp.read(id)).body.status).toBe('ready_for_payment');
  });

  it('answer a repeated request as before and refuse a key with another body', async () => {
    const key = { 'idempotency-key': newId(), 'request-id': 'request-1' };
    const first = await acp.create({}, key);
    const again = await acp.create({}, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'idempotency-key': key['idempotency-key'],
      'request-id': 'request-1',
    });
    const other = await acp.create({ buyer: BUYER }, key);
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_conflict' } });
  });

  it('show a session to its own program only', async () => {
    const id = await acp.ready();
    const other = acpOf(shop, await addAgent(shop, { name: 'Other' }));
    for (const answer of [
      await other.read(id),
      await other.update(id, {}),
      await other.cancel(id),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect((await other.read('nothing')).status).toBe(404);
    expect((await acp.read(id)).body.status).toBe('ready_for_payment');
  });

  it('let one request at a time change a session', async () => {
    const id = await acp.ready();
    await rows(
      `update agent_checkouts set busy_until = now() + interval '1 minute' where id = $1`,
      [id],
    );
    expect(await acp.update(id, { buyer: BUYER })).toMatchObject({
      status: 409,
      body: { code: 'session_busy' },
    });
  });
});
