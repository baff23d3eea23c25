import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { installGuard } from '../../src/platform/http/access.js';
import { openShop, type Shop } from '../support/service.js';
import { soon } from '../support/soon.js';

describe('start-up', () => {
  it('fails when a route does not declare who may call it', () => {
    const app = Fastify();
    installGuard(app, () => undefined);
    expect(() => app.get('/secret/', async () => 'hello')).toThrow(
      'GET /secret/ does not declare who may call it.',
    );
  });
});

describe('the flood block', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop({ env: { TRUST_PROXY: '127.0.0.1' } });
  });
  afterAll(() => shop.close());

  const from = (address: string) => ({ 'x-forwarded-for': address });
  const knock = (address: string) =>
    shop.call('GET', '/auth/me/', {
      headers: { ...from(address), authorization: 'Bearer nonsense' },
    });

  it('blocks an address that floods, and no other', async () => {
    const token = await shop.tillToken();
    const answers = await Promise.all(Array.from({ length: 60 }, () => knock('203.0.113.5')));
    const blocked = answers.filter(answer => answer.status === 429);
    expect(blocked.length).toBeGreaterThanOrEqual(30);
    expect(blocked[0]?.body.code).toBe('FLOOD_BLOCKED');
    expect(Number(blocked[0]?.headers['retry-after'])).toBeGreaterThan(3_500);
    expect((await knock('203.0.113.6')).status).toBe(401);
    const known = { token, headers: from('203.0.113.5') };
    expect((await shop.call('GET', '/stores/', known)).status).toBe(200);
    expect((await shop.call('GET', '/pos/health/', { headers: from('203.0.113.5') })).status).toBe(
      200,
    );
  });

  it('is not evaded with a forged address in front of the real one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => knock(`198.51.100.${n}, 203.0.113.77`)),
    );
    expect(answers.filter(answer => answer.status === 429).length).toBeGreaterThanOrEqual(30);
  });

  it('counts webhooks with a wrong signature, and never refuses a correct one', async () => {
    const hook = (address: string) =>
      shop.call('POST', '/payments/webhook/primary/', {
        headers: from(address),
        body: { id: 'evt' },
      });
    const answers = await Promise.all(Array.from({ length: 60 }, () => hook('203.0.113.9')));
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([401]));
    await vi.waitFor(
      async () => expect((await knock('203.0.113.9')).body.code).toBe('FLOOD_BLOCKED'),
      soon,
    );
  });

  it('exempts loopback by default', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => shop.call('GET', '/auth/me/')),
    );
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([401]));
  });
});
