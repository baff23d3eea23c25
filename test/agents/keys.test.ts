import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { hire } from '../mcp/support.js';
import type { Shop } from '../support/service.js';
import { ADDRESS, acpOf, addAgent, BUYER, openAgentShop } from './support.js';

let shop: Shop;
let downtown: string;
let airport: string;
beforeAll(async () => {
  shop = await openAgentShop();
  downtown = await hire(shop, { username: 'downtown', role: 'manager', store_ids: [DOWNTOWN_ID] });
  airport = await hire(shop, { username: 'airport', role: 'manager', store_ids: [AIRPORT_ID] });
});
afterAll(() => shop.close());

describe('the key of a program', () => {
  it('is shown once and stored as a hash', async () => {
    const made = await shop.call('POST', '/agents/', {
      token: downtown,
      body: { name: 'Assistant', store_id: 'DOWNTOWN' },
    });
    expect(made).toMatchObject({ status: 201, body: { store_id: DOWNTOWN_ID, is_active: true } });
    const { id, key } = made.body;
    expect(made.body.key_hint).toBe(key.slice(-4));
    const read = await shop.call('GET', `/agents/${id}/`, { token: downtown });
    expect(read.body.key).toBeUndefined();
    const rows = await statement(shop.platform.db, 'select * from agents');
    expect(JSON.stringify(rows)).not.toContain(key);
  });

  it('is refused at once when the program is switched off or removed', async () => {
    const token = await shop.officeToken('admin');
    const agent = await addAgent(shop);
    const acp = acpOf(shop, agent);
    const { body: session } = await acp.create({ buyer: BUYER });
    await shop.call('PATCH', `/agents/${agent.id}/`, { token, body: { is_active: false } });
    expect((await acp.read(session.id)).status).toBe(401);
    await shop.call('PATCH', `/agents/${agent.id}/`, { token, body: { is_active: true } });
    expect((await acp.read(session.id)).status).toBe(200);
    expect((await shop.call('DELETE', `/agents/${agent.id}/`, { token })).status).toBe(204);
    expect((await acp.read(session.id)).status).toBe(401);
    const left = await statement(shop.platform.db, 'select from agent_checkouts where id = $1', [
      session.id,
    ]);
    expect(left).toEqual([]);
  });

  it('belongs to the managers of its store', async () => {
    const { id } = await addAgent(shop);
    expect((await shop.call('GET', `/agents/${id}/`, { token: airport })).status).toBe(404);
    const change = await shop.call('PATCH', `/agents/${id}/`, {
      token: airport,
      body: { is_active: false },
    });
    expect(change.status).toBe(404);
    expect((await shop.call('DELETE', `/agents/${id}/`, { token: airport })).status).toBe(404);
    const foreign = await shop.call('POST', '/agents/', {
      token: airport,
      body: { name: 'Spy', store_id: 'DOWNTOWN' },
    });
    expect(foreign).toMatchObject({
      status: 400,
      body: { errors: { store_id: expect.anything() } },
    });
    expect((await shop.call('GET', '/agents/', { token: airport })).body).toEqual([]);
    const read = await shop.call('GET', `/agents/${id}/`, { token: downtown });
    expect(read.body.is_active).toBe(true);
  });

  it('pays no order above the limit that the shop sets, also one set later', async () => {
    const token = downtown;
    const made = await shop.call('POST', '/agents/', {
      token,
      body: { name: 'Assistant', store_id: 'DOWNTOWN', order_limit: 18.53 },
    });
    expect(made.body.order_limit).toBe('18.53');
    const acp = acpOf(shop, made.body);
    const wanted = (quantity: number) => ({
      line_items: [{ id: 'MUG-WHITE', quantity }],
      buyer: BUYER,
      fulfillment_details: { address: ADDRESS },
    });
    const large = await acp.create(wanted(2));
    expect(large.body).toMatchObject({
      status: 'not_ready_for_payment',
      messages: [
        {
          code: 'maximum_exceeded',
          content: 'Orders of this program may be 18.53 USD at most.',
        },
      ],
    });
    expect((await acp.complete(large.body.id)).status).toBe(400);
    const ready = await acp.create(wanted(1));
    expect(ready.body.status).toBe('ready_for_payment');
    const path = `/agents/${made.body.id}/`;
    await shop.call('PATCH', path, { token, body: { order_limit: '18.52' } });
    expect((await acp.complete(ready.body.id)).status).toBe(400);
    for (const order_limit of [0, '1.005', -1]) {
      const refused = await shop.call('PATCH', path, { token, body: { order_limit } });
      expect(refused).toMatchObject({
        status: 400,
        body: { errors: { order_limit: [expect.any(String)] } },
      });
    }
    const lifted = await shop.call('PATCH', path, { token, body: { order_limit: null } });
    expect(lifted.body.order_limit).toBeNull();
    expect((await acp.complete(ready.body.id)).body.status).toBe('completed');
  });

  it('does not open other routes, and a login does not open those of programs', async () => {
    const { key } = await addAgent(shop);
    expect((await shop.call('GET', '/stores/', { token: key })).status).toBe(401);
    const login = await shop.officeToken('admin');
    expect((await acpOf(shop, { id: '', key: login }).create()).status).toBe(401);
  });
});

describe('the buyer of an open session', () => {
  it('is erased with the customer', async () => {
    const acp = acpOf(shop, await addAgent(shop));
    const { body: session } = await acp.create({ buyer: { email: 'Shopper@example.com' } });
    const token = await shop.officeToken('admin');
    const found = await shop.call('GET', '/customers/?search=shopper@example.com', { token });
    const erased = await shop.call('POST', `/customers/${found.body[0].id}/erase/`, { token });
    expect(erased.status).toBe(200);
    const [row] = await statement<{ buyer: unknown }>(
      shop.platform.db,
      'select buyer from agent_checkouts where id = $1',
      [session.id],
    );
    expect(row?.buyer).toBeNull();
  });
});
