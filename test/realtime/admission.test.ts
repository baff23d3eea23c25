import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMs, HOUR_MS } from '../../src/platform/clock.js';
import { createLog } from '../../src/platform/log.js';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { openShop, type Shop } from '../support/service.js';
import {
  asManager,
  atTill,
  commitEvent,
  connect,
  listen,
  portOf,
  sampleEvent,
} from './listener.js';

let shop: Shop;
let aheadMs = 0;
let logged = '';

beforeAll(async () => {
  shop = await openShop({
    clock: { now: () => addMs(new Date(), aheadMs) },
    log: createLog('debug', {
      write: line => {
        logged += line;
      },
    }),
    env: { CORS_ORIGINS: 'https://screens.example', PUBLIC_URL: 'https://till.example' },
  });
  await listen(shop);
});
afterAll(() => shop.close());

const TILL = '/ws/pos-gateway/terminal/T-001/';
const OFFICE = `/ws/pos-gateway/manager/${DOWNTOWN_ID}/`;

/** Refused before the first frame. */
async function refusal(path: string, headers: Record<string, string> = {}): Promise<number> {
  const listener = await connect(shop, path, { headers });
  await commitEvent(shop, sampleEvent(1));
  const { code } = await listener.closed;
  expect(listener.frames).toEqual([]);
  return code;
}

async function isWelcome(path: string, headers: Record<string, string> = {}): Promise<boolean> {
  const listener = await connect(shop, path, { headers });
  await listener.hello();
  await listener.close();
  return true;
}

const loginAtTill = async (employee: string, pin: string, terminal: string, store: string) => {
  const { body } = await shop.call('POST', '/pos/auth/terminal-login/', {
    body: { employee_id: employee, pin_code: pin, store_id: store, terminal_id: terminal },
  });
  return body.token as string;
};

test('closes with 4401 without a token', async () => {
  expect(await refusal(TILL)).toBe(4401);
  expect(await refusal(OFFICE)).toBe(4401);
  expect(await refusal(`${TILL}?token=`)).toBe(4401);
});

test('closes with 4401 on an invalid, forged, duplicate or expired token', async () => {
  const token = await shop.tillToken();
  const [head, body, mark] = token.split('.');
  const forged = `${head}.${body}.${mark?.startsWith('A') ? 'B' : 'A'}${mark?.slice(1)}`;
  expect(await refusal(`${TILL}?token=nonsense`)).toBe(4401);
  expect(await refusal(`${TILL}?token=%00%ff`)).toBe(4401);
  expect(await refusal(`${TILL}?token=${forged}`)).toBe(4401);
  expect(await refusal(`${TILL}?token=${token}&token=${token}`)).toBe(4401);
  aheadMs = 12 * HOUR_MS;
  try {
    expect(await refusal(`${TILL}?token=${token}`)).toBe(4401);
  } finally {
    aheadMs = 0;
  }
});

test('closes with 4401 on a refresh token and on the token of an ended login', async () => {
  const { body } = await shop.call('POST', '/auth/login/', {
    body: { username: 'manager', password: 'manager-demo' },
  });
  expect(await refusal(`${OFFICE}?token=${body.refresh}`)).toBe(4401);
  expect(await isWelcome(`${OFFICE}?token=${body.access}`)).toBe(true);
  await shop.call('POST', '/auth/logout/', { token: body.access });
  expect(await refusal(`${OFFICE}?token=${body.access}`)).toBe(4401);
});

test('lets a till listen at its own terminal only', async () => {
  const token = await shop.tillToken();
  expect(await isWelcome(`${TILL}?token=${token}`)).toBe(true);
  expect(await isWelcome(`/ws/pos-gateway/terminal/T-001?token=${token}`)).toBe(true);
  expect(await refusal(`/ws/pos-gateway/terminal/T-002/?token=${token}`)).toBe(4403);
  expect(await refusal(`/ws/pos-gateway/terminal/T-101/?token=${token}`)).toBe(4403);
  expect(await refusal(`/ws/pos-gateway/terminal/%00/?token=${token}`)).toBe(4403);
  expect(await refusal(`${TILL}?token=${await shop.officeToken()}`)).toBe(4403);
});

test('lets supervisors and above listen to their stores, by id, code or content id', async () => {
  const supervisor = await shop.tillToken('EMP002', 'T-002');
  const manager = await shop.officeToken();
  for (const name of [DOWNTOWN_ID, 'DOWNTOWN', 'store-downtown']) {
    expect(await isWelcome(`/ws/pos-gateway/manager/${name}/?token=${manager}`)).toBe(true);
    expect(await isWelcome(`/ws/pos-gateway/manager/${name}?token=${supervisor}`)).toBe(true);
  }
  expect(await isWelcome(`/ws/pos-gateway/manager/${AIRPORT_ID}/?token=${manager}`)).toBe(true);
  expect(await refusal(`/ws/pos-gateway/manager/${AIRPORT_ID}/?token=${supervisor}`)).toBe(4403);
});

test('closes with 4403 for cashiers, shoppers and unknown stores', async () => {
  const manager = await shop.officeToken();
  expect(await refusal(`${OFFICE}?token=${await shop.tillToken()}`)).toBe(4403);
  expect(await refusal(`${OFFICE}?token=${await shop.officeToken('shopper@example.com')}`)).toBe(
    4403,
  );
  for (const name of ['NOWHERE', '00000000-0000-4000-8000-0000000000ff', '%00', "'or'1"]) {
    expect(await refusal(`/ws/pos-gateway/manager/${name}/?token=${manager}`)).toBe(4403);
  }
});

test('accepts the token in the Authorization header too', async () => {
  const token = await shop.officeToken();
  expect(await isWelcome(OFFICE, { authorization: `Bearer ${token}` })).toBe(true);
  expect(await isWelcome(OFFICE, { authorization: `Token ${token}` })).toBe(true);
  expect(await refusal(OFFICE, { authorization: `Basic ${token}` })).toBe(4401);
});

test('refuses a page of another site', async () => {
  const path = `${OFFICE}?token=${await shop.officeToken()}`;
  expect(await refusal(path, { origin: 'https://elsewhere.example' })).toBe(4403);
  expect(await refusal(path, { origin: 'null' })).toBe(4403);
  expect(await isWelcome(path, { origin: 'https://till.example' })).toBe(true);
  expect(await isWelcome(path, { origin: 'https://screens.example' })).toBe(true);
  expect(await isWelcome(path, { origin: `http://127.0.0.1:${portOf(shop)}` })).toBe(true);
});

test('closes with 4401 when the till logs out', async () => {
  const token = await loginAtTill('EMP003', '3456', 'T-003', 'DOWNTOWN');
  const till = await atTill(shop, 'T-003', token);
  await till.hello();
  const answer = await shop.call('POST', '/pos/auth/terminal-logout/', { token });
  expect(answer.status).toBe(200);
  expect((await till.closed).code).toBe(4401);
});

test('closes with 4409 when another login takes the till', async () => {
  const first = await atTill(
    shop,
    'T-004',
    await loginAtTill('EMP003', '3456', 'T-004', 'DOWNTOWN'),
  );
  await first.hello();
  const token = await loginAtTill('EMP004', '4567', 'T-004', 'DOWNTOWN');
  expect((await first.closed).code).toBe(4409);
  const second = await atTill(shop, 'T-004', token);
  await second.hello();
  await second.close();
});

test('closes the oldest of six sockets of one login with 4429', async () => {
  const { body } = await shop.call('POST', '/auth/login/', {
    body: { username: 'manager', password: 'manager-demo' },
  });
  const sockets = [];
  for (let i = 0; i < 6; i += 1) {
    sockets.push(await asManager(shop, DOWNTOWN_ID, body.access));
    await sockets[i]?.hello();
  }
  const [oldest, ...others] = sockets;
  expect((await oldest?.closed)?.code).toBe(4429);
  await commitEvent(shop, sampleEvent(1));
  await Promise.all(others.map(other => other.frame('event')));
  await Promise.all(others.map(other => other.close()));
});

test('answers a plain request with 426', async () => {
  const answer = await shop.call('GET', `${TILL}?token=x`);
  expect(answer.status).toBe(426);
  expect(answer.headers.upgrade).toBe('websocket');
  expect(answer.body).toEqual({ detail: 'Open this as a WebSocket.', code: 'UPGRADE_REQUIRED' });
});

test('closes with 4403 at once when a manager loses the store', async () => {
  const admin = await shop.officeToken('admin');
  const listener = await asManager(shop, DOWNTOWN_ID, await shop.officeToken());
  await listener.hello();
  const users = await shop.call('GET', '/users/?limit=200', { token: admin });
  const { id } = users.body.find((user: { username: string }) => user.username === 'manager');
  const moved = await shop.call('PATCH', `/users/${id}/`, {
    token: admin,
    body: { store_ids: [AIRPORT_ID] },
  });
  expect(moved.status).toBe(200);
  expect((await listener.closed).code).toBe(4403);
  const back = await shop.call('PATCH', `/users/${id}/`, {
    token: admin,
    body: { store_ids: [], all_stores: true },
  });
  expect(back.status).toBe(200);
});

test('never writes a token into the log', async () => {
  const token = await shop.officeToken();
  await isWelcome(`${OFFICE}?token=${token}`);
  await refusal(`${TILL}?token=${token}`);
  await refusal(`${TILL}?token=secret-nonsense`);
  await shop.call('GET', `${TILL}?token=${token}`);
  expect(logged).toContain('socket closed');
  expect(logged).not.toContain(token);
  expect(logged).not.toContain('secret-nonsense');
  expect(logged).not.toContain('token=');
});
