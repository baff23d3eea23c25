import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from './support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({
    background: false,
    env: { BLOCK_LOOPBACK: 'true', TRUST_PROXY: '127.0.0.1' },
  });
});
afterAll(() => shop.close());

const logIn = (address: string, password: string, username = 'manager') =>
  shop.call('POST', '/auth/login/', {
    body: { username, password },
    headers: { 'x-forwarded-for': address },
  });

describe('failures of one address', () => {
  it('block it after the tenth, for right passwords and codes too, and nobody else', async () => {
    for (let i = 0; i < 10; i += 1) {
      expect((await logIn('203.0.113.1', 'wrong-password', `nobody-${i}`)).status).toBe(401);
    }
    const refused = await logIn('203.0.113.1', 'manager-demo');
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      detail: 'Too many failures from this address.',
      code: 'FAILURE_BLOCKED',
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(590);
    const verify = await shop.call('POST', '/auth/register/verify/', {
      body: { registration_token: 'reg_x', otp: '000000' },
      headers: { 'x-forwarded-for': '203.0.113.1' },
    });
    expect(verify.status).toBe(429);
    expect((await logIn('203.0.113.2', 'manager-demo')).status).toBe(200);
  });

  it('are cleared by a good login', async () => {
    for (let round = 0; round < 2; round += 1) {
      for (let i = 0; i < 9; i += 1) {
        expect((await logIn('203.0.113.3', 'wrong-password', `nobody-${round}-${i}`)).status).toBe(
          401,
        );
      }
      expect((await logIn('203.0.113.3', 'manager-demo')).status).toBe(200);
    }
  });

  it('at tills do not count, or one clumsy cashier would lock the whole shop', async () => {
    for (let i = 0; i < 12; i += 1) {
      await shop.call('POST', '/pos/auth/terminal-login/', {
        body: { employee_id: `X-${i}`, pin_code: '0000', store_id: 'DOWNTOWN', terminal_id: 'T-1' },
        headers: { 'x-forwarded-for': '203.0.113.4' },
      });
    }
    expect((await logIn('203.0.113.4', 'manager-demo')).status).toBe(200);
  });
});
