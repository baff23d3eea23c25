import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkWithinLimits } from '../../src/domains/people/check-within-limits.js';
import { checkPin } from '../../src/domains/people/index.js';
import { inParallel, MINUTE_MS, movableClock, openShop, type Shop, tally } from './support.js';

const clock = movableClock();
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ clock, background: false });
});
afterAll(() => shop.close());
// Every test begins with a clean sheet: all windows and blocks of the one before are over.
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

describe('bad PINs of one employee at one till', () => {
  it('block after the fifth, for the right PIN too, and say for how long', async () => {
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

  it('leave the other tills and the other people at this till working', async () => {
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

  it('are forgiven by a right PIN before the fifth', async () => {
    await badTimes(4, 'EMP001', 'T-001');
    expect((await good('EMP001', 'T-001')).status).toBe(200);
    await badTimes(4, 'EMP001', 'T-001');
    expect((await good('EMP001', 'T-001')).status).toBe(200);
  });

  it('let five of a hundred parallel guesses be checked', async () => {
    const guesses = await inParallel(100, n => type('EMP001', 'T-001', String(5000 + n)));
    expect(tally(guesses)).toEqual({ 401: 5, 429: 95 });
    expect((await good('EMP001', 'T-001')).status).toBe(429);
  });

  it('are counted together whether the employee number or the user id was typed', async () => {
    const login = await good('EMP001', 'T-002');
    await badTimes(3, 'EMP001', 'T-001');
    await badTimes(2, login.body.user.id.toUpperCase(), 'T-001');
    expect((await good('EMP001', 'T-001')).status).toBe(429);
  });

  it('lock an unknown employee as they lock a known one', async () => {
    await badTimes(5, 'EMP999', 'T-001');
    const refused = await bad('EMP999', 'T-001');
    expect([refused.status, refused.body.code]).toEqual([429, 'LOCKED_OUT']);
  });
});

describe('bad PINs of one employee over many tills', () => {
  it('are checked at most twenty times, however many come at once', async () => {
    const guesses = await inParallel(60, n => bad('EMP001', `T-${500 + n}`));
    expect(tally(guesses)).toEqual({ 401: 20, 429: 40 });
    expect((await good('EMP001', 'T-001')).status).toBe(429);
    expect((await good('EMP002', 'T-001')).status).toBe(200);
  });

  it('stay counted when the employee logs in meanwhile', async () => {
    for (let round = 0; round < 5; round += 1) {
      await badTimes(4, 'EMP001', 'T-001');
      if (round < 4) expect((await good('EMP001', 'T-001')).status).toBe(200);
    }
    expect((await good('EMP001', 'T-002')).status).toBe(429);
  });
});

describe('right PINs', () => {
  it('of one manager open sixty tills at once', async () => {
    const logins = await inParallel(60, n => good('EMP003', `T-${600 + n}`));
    expect(tally(logins)).toEqual({ 200: 60 });
  });

  it('in a crowd of parallel guesses do not buy more than the five', async () => {
    const guesses = await inParallel(40, n =>
      n % 2 === 0 ? bad('EMP003', 'T-001') : good('EMP002', 'T-001'),
    );
    const atManager = guesses.filter((_, n) => n % 2 === 0);
    expect(tally(atManager)).toEqual({ 401: 5, 429: 15 });
  });
});

describe('bad PINs at one till', () => {
  it('are checked at most twenty times, whoever is tried', async () => {
    const guesses = await inParallel(60, n => bad(`EMP${700 + n}`, 'T-001'));
    expect(tally(guesses)).toEqual({ 401: 20, 429: 40 });
    expect((await good('EMP002', 'T-001')).status).toBe(429);
    expect((await good('EMP002', 'T-002')).status).toBe(200);
  });

  it("do not become more by one's own good logins in between", async () => {
    for (let i = 0; i < 5; i += 1) {
      await badTimes(1, 'EMP003', 'T-001');
      expect((await good('EMP002', 'T-001')).status).toBe(200);
    }
    expect((await bad('EMP003', 'T-001')).status).toBe(429);
    expect((await good('EMP002', 'T-001')).status).toBe(200);
  });

  it('leave no trace of good logins: a busy till is never locked', async () => {
    for (let i = 0; i < 25; i += 1) expect((await good('EMP002', 'T-001')).status).toBe(200);
  });
});

describe('a PIN asked for in the middle of a sale', () => {
  const check = (pin: string) =>
    checkPin(shop.platform, {
      employeeId: 'EMP003',
      pin,
      terminalId: 'T-001',
      address: '127.0.0.1',
    });

  it('names the manager and never hands out a hash', async () => {
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
