import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from './support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({
    background: false,
    env: { BLOCK_LOOPBACK: 'true', TRUST_PROXY: '127.0.0.1', FLOOD_LIMIT: '1000' },
  });
});
afterAll(() => shop.close());

const logIn = (address: string, password: string, username = 'manager') =>
  shop.call('POST', '/auth/login/', {
    body: { username, password },
    headers: { 'x-forwarded-for': address },
  });

const typePin = (address: string, employee: string, pin: string, terminal: string) =>
  shop.call('POST', '/pos/auth/terminal-login/', {
    body: { employee_id: employee, pin_code: pin, store_id: 'DOWNTOWN', terminal_id: terminal },
    headers: { 'x-forwarded-for': address },
  });

describe('failed logins from one address', () => {
  it('block it after the tenth, for correct passwords and codes too, and no other address', async () => {
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

  it('against an account are cleared by its successful login, and no others', async () => {
    for (let round = 0; round < 2; round += 1) {
      for (let i = 0; i < 9; i += 1) {
        expect((await logIn('203.0.113.3', 'wrong-password')).status).toBe(401);
      }
      expect((await logIn('203.0.113.3', 'manager-demo')).status).toBe(200);
    }
    for (let i = 0; i < 9; i += 1) await logIn('203.0.113.3', 'wrong-password', `nobody-${i}`);
    expect((await logIn('203.0.113.3', 'manager-demo')).status).toBe(200);
    expect((await logIn('203.0.113.3', 'wrong-password')).status).toBe(401);
    expect((await logIn('203.0.113.3', 'manager-demo')).body.code).toBe('FAILURE_BLOCKED');
  });

  it('count PINs too, whatever tills and employees are named', async () => {
    for (let i = 0; i < 10; i += 1) {
      expect((await typePin('203.0.113.4', `X-${i}`, '0000', `MADE-UP-${i}`)).status).toBe(401);
    }
    const refused = await typePin('203.0.113.4', 'EMP001', '1234', 'T-001');
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      success: false,
      error: 'Too many failures from this address.',
      code: 'FAILURE_BLOCKED',
    });
    expect((await logIn('203.0.113.4', 'manager-demo')).status).toBe(429);
    expect((await typePin('203.0.113.5', 'EMP001', '1234', 'T-001')).status).toBe(200);
  });

  it('are cleared by a correct PIN of the same person', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let i = 0; i < 4; i += 1) {
        expect((await typePin('203.0.113.6', 'EMP001', '0000', 'T-001')).status).toBe(401);
      }
      expect((await typePin('203.0.113.6', 'EMP001', '1234', 'T-001')).status).toBe(200);
    }
    for (let i = 0; i < 10; i += 1) {
      expect((await typePin('203.0.113.6', `Y-${i}`, '0000', 'ALSO')).status).toBe(401);
      if (i < 9) {
        expect((await typePin('203.0.113.6', 'EMP001', '1234', 'T-001')).status).toBe(200);
      }
    }
    expect((await logIn('203.0.113.6', 'manager-demo')).body.code).toBe('FAILURE_BLOCKED');
  });
});

describe('tills behind one address', () => {
  it('keep working while people are logged in, although failed PINs at one of them block the address', async () => {
    const shopAddress = '198.51.100.7';
    const right = (terminal: string) => typePin(shopAddress, 'EMP002', '2345', terminal);
    expect((await right('T-002')).status).toBe(200);
    for (let i = 0; i < 10; i += 1) {
      expect((await typePin(shopAddress, `W-${i}`, '0000', 'T-011')).status).toBe(401);
    }
    expect((await right('T-012')).body.code).toBe('FAILURE_BLOCKED');
    expect((await logIn(shopAddress, 'manager-demo')).body.code).toBe('FAILURE_BLOCKED');
    expect((await right('T-002')).status).toBe(200);
  });

  it('each allow five failed PINs of an employee even so', async () => {
    const shopAddress = '198.51.100.8';
    expect((await typePin(shopAddress, 'EMP003', '3456', 'T-003')).status).toBe(200);
    for (let i = 0; i < 10; i += 1) {
      expect((await typePin(shopAddress, `V-${i}`, '0000', 'T-013')).status).toBe(401);
    }
    for (let i = 0; i < 5; i += 1) {
      expect((await typePin(shopAddress, 'EMP003', '0000', 'T-003')).status).toBe(401);
    }
    const refused = await typePin(shopAddress, 'EMP003', '3456', 'T-003');
    expect([refused.status, refused.body.code]).toEqual([429, 'LOCKED_OUT']);
  });
});

describe('failed PINs for a till from other addresses', () => {
  it('lock it for them after twenty in total, and not for people logged in there', async () => {
    expect((await typePin('198.51.100.1', 'EMP002', '2345', 'T-002')).status).toBe(200);
    for (let i = 0; i < 20; i += 1) {
      const stranger = `203.0.113.${100 + (i % 4)}`;
      expect((await typePin(stranger, `Z-${i}`, '0000', 'T-002')).status).toBe(401);
    }
    const another = await typePin('203.0.113.110', 'EMP002', '2345', 'T-002');
    expect([another.status, another.body.code]).toEqual([429, 'LOCKED_OUT']);
    expect((await typePin('198.51.100.1', 'EMP002', '2345', 'T-002')).status).toBe(200);
  });

  it('lock out nobody who works there, however many are typed', async () => {
    expect((await typePin('198.51.100.1', 'EMP002', '2345', 'T-002')).status).toBe(200);
    for (let i = 0; i < 30; i += 1) {
      const stranger = `203.0.113.${120 + (i % 6)}`;
      await typePin(stranger, 'EMP002', '0000', i % 2 ? 'T-002' : 'T-001');
    }
    const another = await typePin('203.0.113.130', 'EMP002', '2345', 'T-002');
    expect([another.status, another.body.code]).toEqual([429, 'LOCKED_OUT']);
    expect((await typePin('198.51.100.1', 'EMP002', '2345', 'T-002')).status).toBe(200);
  });

  it('store no address in the database', async () => {
    const callers = await shop.platform.db.selectFrom('till_callers').selectAll().execute();
    expect(callers.length).toBeGreaterThan(0);
    for (const { caller } of callers) expect(caller).toMatch(/^[\w-]{43}$/);
  });
});

describe('registrations from one address', () => {
  const register = (address: string, n: number) =>
    shop.call('POST', '/auth/register/initiate/', {
      body: {
        email: `new-${n}@example.com`,
        password: 'a-long-password',
        first_name: 'New',
        last_name: 'Customer',
      },
      headers: { 'x-forwarded-for': address },
    });

  it('are refused after thirty in an hour, and nothing is stored or mailed', async () => {
    for (let n = 0; n < 30; n += 5) {
      const batch = [0, 1, 2, 3, 4].map(i => register('203.0.113.20', n + i));
      for (const { status } of await Promise.all(batch)) expect(status).toBe(201);
      // Slow enough to stay below the other rate limit.
      if (n === 15) await pause(1_100);
    }
    const refused = await register('203.0.113.20', 30);
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      detail: 'Too many registrations from this address.',
      code: 'TOO_MANY_REQUESTS',
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
    const { db } = shop.platform;
    const written = db.selectFrom('registrations').select('email');
    expect(await written.where('email', '=', 'new-30@example.com').execute()).toEqual([]);
    expect((await register('203.0.113.21', 31)).status).toBe(201);
  });
});
