import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkWithinLimits } from '../../src/domains/people/blocks/check-within-limits.js';
import { checkPin } from '../../src/domains/people/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { inParallel, MINUTE_MS, movableClock, openShop, type Shop, tally } from './support.js';

const clock = movableClock();
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ clock, background: false });
});
afterAll(() => shop.close());
// Every test starts without counts: all windows and blocks of the previous one have expired.
beforeEach(() => clock.advance(21 * MINUTE_MS));

const PIN: Record<string, string> = { EMP001: '1234', EMP002: '2345', EMP003: '3456' };
const type = (employee: string, terminal: string, pin: string) =>
  shop.call('POST', '/pos/auth/terminal-login/', {
    body: { employee_id: employee, pin_code: pin, store_id: 'DOWNTOWN', terminal_id: terminal },
  });
const good = (employee: string, terminal: string) => type(employee, terminal, PIN[employee] ?? '');
const bad = (employee: string, terminal: string) => type(employee, terminal, '0000');
const badTimes = async (count: number, employee: string, terminal: string) => {
  for (let i = 0; i < count; i += 1) expect((await bad(employee, terminal)).status).toBe(401);
};

describe('failed PINs of one employee at one till', () => {
  it('block after the fifth, for the correct PIN too, and answer for how long', async () => {
    await badTimes(5, 'EMP001', 'T-001');
    const refused = await good('EMP001', 'T-001');
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      success: false,
      error: 'Too many failed attempts; try again later.',
      code: 'LOCKED_OUT',
    });
    expect(refused.headers['retry-after']).toBe('600');
    clock.advance(10 * MINUTE_MS - 1);
    expect((await good('EMP001', 'T-001')).status).toBe(429);
    clock.advance(1);
    expect((await good('EMP001', 'T-001')).status).toBe(200);
  });

  it('leave other tills and other people at this till unaffected', async () => {
    await badTimes(5, 'EMP001', 'T-001');
    expect((await good('EMP001', 'T-001')).status).toBe(429);
    expect((await good('EMP001', 'T-002')).status).toBe(200);
    expect((await good('EMP002', 'T-001')).status).toBe(200);
  });

  it('count for ten minutes and no longer', async () => {
    await badTimes(4, 'EMP001', 'T-001');
    clock.advance(10 * MINUTE_MS);
    await badTimes(4, 'EMP001', 'T-001');
    clock.advance(10 * MINUTE_MS - 1);
    await badTimes(1, 'EMP001', 'T-001');
    expect((await good('EMP001', 'T-001')).status).toBe(429);
  });

  it('are cleared by a correct PIN before the fifth', async () => {
    await badTimes(4, 'EMP001', 'T-001');
    expect((await good('EMP001', 'T-001')).status).toBe(200);
    await badTimes(4, 'EMP001', 'T-001');
    expect((await good('EMP001', 'T-001')).status).toBe(200);
  });

  it('allow five of 100 concurrent guesses', async () => {
    const guesses = await inParallel(100, n => type('EMP001', 'T-001', String(5000 + n)));
    expect(tally(guesses)).toEqual({ 401: 5, 429: 95 });
    expect((await good('EMP001', 'T-001')).status).toBe(429);
  });

  it('are counted together for the employee number and the user id', async () => {
    const login = await good('EMP001', 'T-002');
    await badTimes(3, 'EMP001', 'T-001');
    await badTimes(2, login.body.user.id.toUpperCase(), 'T-001');
    expect((await good('EMP001', 'T-001')).status).toBe(429);
  });

  it('lock an unknown employee like a known one', async () => {
    await badTimes(5, 'EMP999', 'T-001');
    const refused = await bad('EMP999', 'T-001');
    expect([refused.status, refused.body.code]).toEqual([429, 'LOCKED_OUT']);
  });
});

describe('failed PINs of one employee over many tills', () => {
  it('of the store allow twenty, even when concurrent', async () => {
    await statement(
      shop.platform.db,
      `insert into terminals (id, store_id) select 'R-' || n, $1 from generate_series(0, 59) n`,
      [DOWNTOWN_ID],
    );
    const guesses = await inParallel(60, n => bad('EMP001', `R-${n}`));
    expect(tally(guesses)).toEqual({ 401: 20, 429: 40 });
    expect((await good('EMP001', 'T-001')).status).toBe(429);
    expect((await good('EMP002', 'T-001')).status).toBe(200);
  });

  it('that nobody knows, or of another store, allow twenty and lock such tills only', async () => {
    const elsewhere = (n: number) => (n % 2 ? `MADE-UP-${n}` : 'T-101');
    const guesses = await inParallel(60, n => bad('EMP001', elsewhere(n)));
    expect(tally(guesses)[401]).toBeLessThanOrEqual(20);
    await inParallel(30, n => bad('EMP001', `MADE-UP-${100 + n}`));
    const refused = await good('EMP001', 'MADE-UP-200');
    expect([refused.status, refused.body.code]).toEqual([429, 'LOCKED_OUT']);
    expect((await good('EMP001', 'T-001')).status).toBe(200);
    expect((await good('EMP001', 'R-1')).status).toBe(200);
    const airport = { employee_id: 'EMP005', pin_code: '5678', store_id: 'AIRPORT' };
    const there = await shop.call('POST', '/pos/auth/terminal-login/', {
      body: { ...airport, terminal_id: 'T-101' },
    });
    expect(there.status).toBe(200);
  });

  it('stay counted when the employee logs in meanwhile', async () => {
    for (let round = 0; round < 5; round += 1) {
      await badTimes(4, 'EMP001', 'T-001');
      if (round < 4) expect((await good('EMP001', 'T-001')).status).toBe(200);
    }
    expect((await good('EMP001', 'T-002')).status).toBe(429);
  });
});

describe('correct PINs', () => {
  it('of one manager open sixty tills concurrently', async () => {
    const logins = await inParallel(60, n => good('EMP003', `T-${600 + n}`));
    expect(tally(logins)).toEqual({ 200: 60 });
  });

  it('among concurrent guesses allow no more than the five', async () => {
    const guesses = await inParallel(40, n =>
      n % 2 === 0 ? bad('EMP003', 'T-001') : good('EMP002', 'T-001'),
    );
    const atManager = guesses.filter((_, n) => n % 2 === 0);
    expect(tally(atManager)).toEqual({ 401: 5, 429: 15 });
  });
});

describe('failed PINs at one till', () => {
  it('allow twenty, for any employees', async () => {
    const guesses = await inParallel(60, n => bad(`EMP${700 + n}`, 'T-001'));
    expect(tally(guesses)).toEqual({ 401: 20, 429: 40 });
    expect((await good('EMP002', 'T-001')).status).toBe(429);
    expect((await good('EMP002', 'T-002')).status).toBe(200);
  });

  it("are not reset by one's own successful logins in between", async () => {
    for (let i = 0; i < 5; i += 1) {
      await badTimes(1, 'EMP003', 'T-001');
      expect((await good('EMP002', 'T-001')).status).toBe(200);
    }
    expect((await bad('EMP003', 'T-001')).status).toBe(429);
    expect((await good('EMP002', 'T-001')).status).toBe(200);
  });

  it('do not include successful logins: a busy till is never locked', async () => {
    for (let i = 0; i < 25; i += 1) expect((await good('EMP002', 'T-001')).status).toBe(200);
  });
});

describe('a PIN check during a sale', () => {
  const check = (pin: string) =>
    checkPin(shop.platform, {
      employeeId: 'EMP003',
      pin,
      terminalId: 'T-001',
      address: '127.0.0.1',
    });

  it('names the manager and never returns a hash', async () => {
    const manager = await check('3456');
    expect(manager).toMatchObject({ employee_number: 'EMP003', role: 'manager' });
    expect(Object.keys(manager ?? {}).filter(key => key.includes('hash'))).toEqual([]);
    expect(await check('0000')).toBeNull();
  });

  it('shares its count with the login at that till', async () => {
    await badTimes(3, 'EMP003', 'T-001');
    expect([await check('0000'), await check('0000')]).toEqual([null, null]);
    await expect(check('3456')).rejects.toMatchObject({ code: 'LOCKED_OUT', status: 429 });
    expect((await good('EMP003', 'T-001')).status).toBe(429);
  });
});

describe('an attempt that could not be checked', () => {
  it('is not counted', async () => {
    const subjects = [{ name: 'one failure blocks', maxFailures: 1 }];
    const broken = () => Promise.reject(new Error('too busy'));
    for (let i = 0; i < 3; i += 1) {
      await expect(checkWithinLimits(shop.platform, subjects, broken)).rejects.toThrow('too busy');
    }
    expect(await checkWithinLimits(shop.platform, subjects, async () => false)).toBe(false);
    await expect(
      checkWithinLimits(shop.platform, subjects, async () => true),
    ).rejects.toMatchObject({ code: 'LOCKED_OUT' });
  });
});
