import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { movableClock, openShop, type Shop } from './support.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const clock = movableClock();
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ clock, background: false });
});
afterAll(() => shop.close());

const cashier = { employee_id: 'EMP001', pin_code: '1234', store_id: 'DOWNTOWN' };
const logIn = (body: Record<string, unknown>) =>
  shop.call('POST', '/pos/auth/terminal-login/', {
    body: { ...cashier, terminal_id: 'T-001', ...body },
  });
const logOut = (token: string) => shop.call('POST', '/pos/auth/terminal-logout/', { token });
const me = (token: string) => shop.call('GET', '/auth/me/', { token });
const liveSessions = async (terminal: string) =>
  shop.platform.db
    .selectFrom('sessions')
    .select('id')
    .where('terminal_id', '=', terminal)
    .where('ended_at', 'is', null)
    .execute();

describe('logging in at a till', () => {
  it('answers with token, session, person and store', async () => {
    const { status, body } = await logIn({});
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      token: expect.any(String),
      session_id: expect.stringMatching(UUID),
      expires_at: new Date(Math.floor(clock.now().getTime() / 1000) * 1000 + 43_200_000).toISOString(),
      user: {
        id: expect.stringMatching(UUID),
        name: expect.any(String),
        employee_number: 'EMP001',
        role: 'cashier',
      },
      store: { id: DOWNTOWN_ID, name: 'Tillhouse Downtown' },
    });
    expect(decodeProtectedHeader(body.token)).toEqual({ alg: 'HS256', typ: 'at+jwt' });
    const claims = decodeJwt(body.token);
    expect(claims).toMatchObject({
      iss: 'tillhouse',
      aud: 'tillhouse:pos',
      sub: body.user.id,
      session_id: body.session_id,
      exp: Date.parse(body.expires_at) / 1000,
    });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(43_200);
  });
});
