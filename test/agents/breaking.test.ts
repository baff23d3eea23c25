import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { article, levelOf } from '../storefront/checkout-support.js';
import type { Shop } from '../support/service.js';
import { type Acp, acpOf, addAgent, openAgentShop } from './support.js';

/** What somebody with a key, or with the right to change programs, might try. */
let shop: Shop;
let acp: Acp;
let key: string;
beforeAll(async () => {
  shop = await openAgentShop();
  await article(shop, 'BREAK-LAMP', { price: '20.00', stock: 500 });
  const agent = await addAgent(shop);
  key = agent.key;
  acp = acpOf(shop, agent);
});
afterAll(() => shop.close());

describe('the token for products', () => {
  it('goes to no other server than the one that it was given for', async () => {
    const token = await shop.officeToken('admin');
    const { id } = await addAgent(shop, {
      name: 'Fed',
      feed_url: 'https://feeds.example/api',
      feed_token: 'feed-token',
    });
    const change = async (body: object) =>
      (await shop.call('PATCH', `/agents/${id}/`, { token, body })).body.has_feed_token;
    expect(await change({ name: 'Fed again' })).toBe(true);
    expect(await change({ feed_url: 'https://feeds.example/v2' })).toBe(true);
    expect(await change({ feed_url: 'https://elsewhere.example/api' })).toBe(false);
    expect(await change({ feed_token: 'second-token' })).toBe(true);
    expect(await change({ feed_url: 'https://third.example', feed_token: 'third' })).toBe(true);
    expect(await change({ feed_url: null })).toBe(false);
    expect(await change({ feed_url: 'https://elsewhere.example/api' })).toBe(false);
  });
});

describe('addresses of programs', () => {
  it('do not lead into the own network, however they are written', async () => {
    const token = await shop.officeToken('admin');
    const { id } = await addAgent(shop, { name: 'Inside' });
    for (const address of [
      'https://127.0.0.1/x',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://[::1]/',
      'https://[::ffff:10.0.0.1]/',
      'https://[64:ff9b::a00:1]/',
      'https://169.254.169.254/latest/meta-data',
      'https://localhost./',
      'https://router.lan/',
      'https://user:pass@assistant.example/',
      'https://',
    ]) {
      for (const field of ['profile_url', 'webhook_url', 'feed_url']) {
        const body = { [field]: address };
        const reply = await shop.call('PATCH', `/agents/${id}/`, { token, body });
        expect([address, field, reply.status]).toEqual([address, field, 400]);
      }
    }
  });
});

describe('a session', () => {
  it('takes no body that is too large, and no more than 100 articles', async () => {
    const large = await shop.call('POST', '/acp/checkout_sessions', {
      headers: {
        authorization: `Bearer ${key}`,
        'api-version': '2026-04-17',
        'idempotency-key': 'k',
      },
      body: { currency: 'x'.repeat(3e6) },
    });
    expect([large.status, large.body.code]).toEqual([413, 'TOO_LARGE']);
    const many = Array.from({ length: 101 }, () => ({ id: 'BREAK-LAMP' }));
    expect((await acp.create({ line_items: many })).status).toBe(400);
  });

  it('adds up an article that is sent again and again, up to the limit of a cart', async () => {
    const twice = Array.from({ length: 100 }, () => ({ id: 'BREAK-LAMP', quantity: 999 }));
    const reply = await acp.create({ line_items: twice });
    expect(reply.body.line_items).toEqual([]);
    expect(reply.body.messages[0]).toMatchObject({ type: 'error', param: '$.line_items' });
  });

  it('ends for orders when the store closes', async () => {
    const token = await shop.officeToken('admin');
    const id = await acp.ready([{ id: 'BREAK-LAMP' }]);
    const before = await levelOf(shop, 'BREAK-LAMP');
    const set = (is_active: boolean) =>
      shop.call('PATCH', '/stores/DOWNTOWN/', { token, body: { is_active } });
    expect((await set(false)).status).toBe(200);
    const paid = await acp.complete(id);
    expect(paid.status).toBeGreaterThanOrEqual(400);
    expect((await acp.create()).status).toBeGreaterThanOrEqual(400);
    expect(await levelOf(shop, 'BREAK-LAMP')).toEqual(before);
    await set(true);
    expect((await acp.complete(id)).body.status).toBe('completed');
  });
});

describe('cards that wait for their banks', () => {
  it('keep goods for 50 sessions of a program, also when many are paid at once', async () => {
    const hoarder = acpOf(shop, await addAgent(shop, { name: 'Hoarder' }));
    const ids = [];
    for (let at = 0; at < 5; at += 1) ids.push(await hoarder.ready([{ id: 'BREAK-LAMP' }]));
    const [first = '', ...others] = ids;
    await hoarder.complete(first, 'tok_challenge');
    await statement(
      shop.platform.db,
      `insert into agent_checkouts (id, agent_id, visit_id, cart_id, checkout_id, created_at,
         updated_at, expires_at, challenged_until)
       select gen_random_uuid(), agent_id, visit_id, gen_random_uuid(), checkout_id, created_at,
         updated_at, expires_at, challenged_until
       from agent_checkouts, generate_series(1, 48) where id = $1`,
      [first],
    );
    const before = await levelOf(shop, 'BREAK-LAMP');
    const replies = await Promise.all(others.map(id => hoarder.complete(id, 'tok_challenge')));
    const kept = replies.filter(({ status }) => status === 200).length;
    expect(kept).toBeLessThanOrEqual(1);
    for (const { status } of replies) expect([200, 429]).toContain(status);
    const after = await levelOf(shop, 'BREAK-LAMP');
    expect(Number(after.reserved) - Number(before.reserved)).toBe(kept);
  });
});
