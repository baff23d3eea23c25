import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSecret } from '../../src/domains/people/logins/check-secret.js';
import { credentialsByLogin } from '../../src/domains/people/repository.js';
import { jobs } from '../../src/domains/subscriptions/jobs.js';
import { unseal } from '../../src/domains/subscriptions/seal.js';
import { statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { atCheckout, complete } from '../storefront/checkout-support.js';
import { testConfig } from '../support/config.js';
import { mailsTo } from '../support/mails.js';
import { cookieOf, openShop, type Reply, type Shop } from './support.js';

/** The key of the demo data. */
const OLD = testConfig().secretKey;
const NEW = 'the-key-after-9876543210-9876543210';
const nodes: Shop[] = [];
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false, env: { SECRET_KEY: OLD } });
  nodes.push(shop);
});
afterAll(async () => {
  for (const node of nodes.reverse()) await node.close();
});

const PASSWORD = 'plum-harbour-lantern-93';
const PIN = '90817263';

/** The rows of every table as text, without those of the sandbox, which plays the bank. */
async function dump(): Promise<{ table: string; row: string }[]> {
  const { db } = shop.platform;
  const tables = await statement<{ name: string }>(
    db,
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker')
       and c.relname not like 'sandbox%' order by 1`,
  );
  const rows: { table: string; row: string }[] = [];
  for (const { name } of tables) {
    const found = await statement<{ row: string }>(db, `select t::text as row from ${name} t`);
    rows.push(...found.map(({ row }) => ({ table: name, row })));
  }
  return rows;
}

/** Digits that are part of a longer number or a hash are not the code. */
function holds(row: string, secret: string): boolean {
  if (/^\d{6}$/.test(secret)) return new RegExp(`(?<![0-9a-f.-])${secret}(?![0-9a-f-])`).test(row);
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')].some(form =>
    row.includes(form),
  );
}

/** A code made on one node and used on another. */
async function pairWith(maker: Shop, user: Shop): Promise<{ code: string; reply: Reply }> {
  const token = await shop.officeToken('admin');
  const path = '/stores/DOWNTOWN/terminals/T-001/pairing-code/';
  const { code } = (await maker.call('POST', path, { token })).body;
  const body = { code, attempt: `a random attempt ${newId()}` };
  return { code, reply: await user.call('POST', '/pos/auth/pairing/', { body }) };
}

async function plant(): Promise<Record<string, string>> {
  const admin = await shop.officeToken('admin');
  const user = await shop.call('POST', '/users/', {
    token: admin,
    body: {
      role: 'manager',
      employee_number: 'SEC-1',
      username: 'secret',
      password: PASSWORD,
      pin_code: PIN,
      all_stores: true,
    },
  });
  expect(user.status).toBe(201);
  const login = await shop.call('POST', '/auth/login/', {
    body: { username: 'secret', password: PASSWORD },
  });
  const endpoint = await shop.call('POST', '/webhook-endpoints/', {
    token: admin,
    body: { url: 'https://93.184.216.34/hook', events: ['brand.saved'] },
  });
  expect(endpoint.status).toBe(201);
  const registration = await shop.call('POST', '/auth/register/initiate/', {
    body: { email: 'new@example.com', password: `${PASSWORD}-2`, first_name: 'N', last_name: 'E' },
  });
  const [mail] = await mailsTo(shop, 'new@example.com');
  const { code: pairingCode, reply: paired } = await pairWith(shop, shop);
  const { visit, id } = await atCheckout(shop);
  const order = await complete(shop, visit, id, { key: newId() });
  expect(order.status).toBe(200);
  expect((await mailsTo(shop, 'ada@example.com'))[0]?.body_text).toContain(
    order.body.receipt_token,
  );
  return {
    password: PASSWORD,
    pin: PIN,
    access: login.body.access,
    refresh: login.body.refresh,
    cookie: cookieOf(login).split('=')[1] ?? '',
    pairingCode,
    pairedDevice: cookieOf(paired).split('=')[1] ?? '',
    deviceToken: String(paired.headers['x-device-token']),
    webhook: endpoint.body.secret,
    cart: visit.token,
    receipt: order.body.receipt_token,
    registration: registration.body.registration_token,
    code: /\b\d{6}\b/.exec(mail?.body_text ?? '')?.[0] ?? '',
  };
}

describe('a copy of the database', () => {
  it('contains no secret in clear', async () => {
    const secrets = await plant();
    for (const [name, secret] of Object.entries(secrets)) {
      expect([name, secret]).toEqual([name, expect.stringMatching(/^.{6,}$/)]);
    }
    const rows = await dump();
    // The search itself works: it finds what is not secret.
    expect(rows.some(({ row }) => holds(row, 'new@example.com'))).toBe(true);
    const found = Object.entries(secrets).flatMap(([name, secret]) =>
      rows.filter(({ row }) => holds(row, secret)).map(({ table }) => `${name} in ${table}`),
    );
    expect(found).toEqual([]);
  });
});

describe('a new SECRET_KEY', () => {
  const open = async (env: Record<string, string>) => {
    const node = await openShop({ background: false, beside: shop, env });
    nodes.push(node);
    return node;
  };
  const logIn = async (node: Shop) =>
    (
      await node.call('POST', '/auth/login/', {
        body: { username: 'secret', password: PASSWORD },
      })
    ).status;
  const atTill = async (node: Shop, terminal_id: string) =>
    (
      await node.call('POST', '/pos/auth/terminal-login/', {
        body: { employee_id: 'SEC-1', pin_code: PIN, store_id: 'DOWNTOWN', terminal_id },
      })
    ).status;

  it('takes over while the old one is known, login by login', async () => {
    const both = await open({ SECRET_KEY: NEW, SECRET_KEY_OLD: OLD });
    const alone = await open({ SECRET_KEY: NEW });
    const token = await shop.officeToken('admin');
    expect((await both.call('GET', '/auth/me/', { token })).status).toBe(200);
    expect((await alone.call('GET', '/auth/me/', { token })).status).toBe(401);
    expect([await logIn(alone), await atTill(alone, 'T-901')]).toEqual([401, 401]);
    expect([await logIn(both), await atTill(both, 'T-902')]).toEqual([200, 200]);
    expect([await logIn(alone), await atTill(alone, 'T-903')]).toEqual([200, 200]);
    const [mail] = await mailsTo(both, 'new@example.com');
    expect(mail?.body_text).toMatch(/\b\d{6}\b/);
    expect((await pairWith(shop, both)).reply.status).toBe(200);
    expect((await pairWith(shop, alone)).reply.status).toBe(400);
  });

  it('logs in everyone who comes at the same moment', async () => {
    const both = nodes[1] as Shop;
    const token = await shop.officeToken('admin');
    for (let round = 0; round < 3; round += 1) {
      // The node with the old key saves the user, so that the hashes are of that key again.
      const user = await shop.call('GET', '/users/?search=secret', { token });
      const change = { pin_code: PIN, password: PASSWORD };
      const url = `/users/${user.body[0].id}/`;
      expect((await shop.call('PATCH', url, { token, body: change })).status).toBe(200);
      const names = [0, 1, 2, 3].map(n => `T-91${n}`);
      const statuses = await Promise.all([
        ...names.map(() => logIn(both)),
        ...names.map(name => atTill(both, name)),
      ]);
      expect(statuses).toEqual(Array(8).fill(200));
    }
  });

  it('refuses a login whose password changed while it was checked', async () => {
    const both = nodes[1] as Shop;
    const token = await shop.officeToken('admin');
    const user = await shop.call('GET', '/users/?search=secret', { token });
    const url = `/users/${user.body[0].id}/`;
    const set = (password: string) => shop.call('PATCH', url, { token, body: { password } });
    await set(PASSWORD);
    const found = await credentialsByLogin(both.platform.db, 'secret');
    await set('another long pass phrase');
    const checked = () => checkSecret(both.platform, [], found, 'password_hash', PASSWORD);
    expect(await checked()).toBeNull();
    await set(PASSWORD);
    expect(await checked()).toMatchObject({ username: 'secret' });
  });

  it('encrypts the secrets of webhook endpoints anew', async () => {
    const [both, alone] = nodes.slice(1) as [Shop, Shop];
    const secret = async () => {
      const rows = await statement<{ secret: Buffer }>(
        shop.platform.db,
        'select secret from webhook_endpoints',
      );
      return rows[0]?.secret ?? Buffer.alloc(0);
    };
    const before = unseal(shop.platform.config, await secret());
    expect(unseal(both.platform.config, await secret())).toBe(before);
    for (const job of jobs) await job.run(both.platform, {});
    expect(unseal(alone.platform.config, await secret())).toBe(before);
  });
});
