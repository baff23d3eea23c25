import { type TOTP, URI } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { read, sourcesBelow } from '../support/sources.js';
import { openShop, type Reply, type Shop } from './support.js';

const PASSWORD = 'harbour-lantern-plum';
let shop: Shop;
let admin: string;
const guarded: string[] = [];
/** Tokens of the people in `guarded`. */
const tokens: string[] = [];
const registrations: string[] = [];
const loginCodes: string[] = [];

beforeAll(async () => {
  shop = await openShop({
    background: false,
    env: {
      BLOCK_LOOPBACK: 'true',
      TRUST_PROXY: '127.0.0.1',
      FLOOD_LIMIT: '100000',
      PUBLIC_URL: 'https://shop.example',
      SMTP_URL: 'smtp://127.0.0.1:9',
    },
  });
  admin = await shop.officeToken('admin');
  for (const n of [0, 1]) {
    guarded.push(await employeeWithCodes(n));
    const person = { first_name: 'N', last_name: 'N', password: PASSWORD };
    const email = `guessed-${n}@example.com`;
    const registration = await post('/auth/register/initiate/', '10.0.0.1', { ...person, email });
    registrations.push(registration.body.registration_token);
    const asked = await post('/auth/login-code/', '10.0.0.1', { email: 'shopper@example.com' });
    loginCodes.push(asked.body.login_token);
  }
});
afterAll(() => shop.close());

const post = (path: string, address: string, body: object, token?: string): Promise<Reply> =>
  shop.call('POST', path, { body, token, headers: { 'x-forwarded-for': address } });

/** Somebody whose logins need a code. */
async function employeeWithCodes(n: number): Promise<string> {
  const username = `guessed-${n}`;
  const login = { username, password: PASSWORD };
  const person = {
    ...login,
    role: 'manager',
    employee_number: `G-${n}`,
    pin_code: '7391',
    store_ids: ['DOWNTOWN'],
  };
  expect((await shop.call('POST', '/users/', { token: admin, body: person })).status).toBe(201);
  const { access } = (await post('/auth/login/', '10.0.0.1', login)).body;
  const proof = { current_password: PASSWORD };
  const { uri } = (await post('/auth/totp/setup/', '10.0.0.1', proof, access)).body;
  const code = (URI.parse(uri) as TOTP).generate();
  expect((await post('/auth/totp/confirm/', '10.0.0.1', { code }, access)).status).toBe(200);
  tokens.push(access);
  return username;
}

const logIn = (address: string) =>
  post('/auth/login/', address, { username: 'manager', password: 'manager-demo' });
const half = (list: string[], n: number): string => list[n % 2] ?? '';
const PASSKEY = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
};

type Guess = (n: number, address: string) => Promise<Reply>;

/** Every file that counts failures of an address, and a guess that it refuses. */
const PATHS: Record<string, Guess | 'before there is an account'> = {
  'people/logins/log-in.ts': (n, address) =>
    post('/auth/login/', address, { username: n < 5 ? 'admin' : `nobody-${n}`, password: 'wrong' }),
  'people/logins/log-in-at-terminal.ts': (n, address) =>
    post('/pos/auth/terminal-login/', address, {
      employee_id: `EMP00${1 + (n % 2)}`,
      pin_code: '0000',
      store_id: 'DOWNTOWN',
      terminal_id: 'T-001',
    }),
  'people/totp/check-code.ts': (n, address) =>
    post('/auth/login/', address, {
      username: half(guarded, n),
      password: PASSWORD,
      code: 'wrong-code',
    }),
  'people/registration/verify-registration.ts': (n, address) =>
    post('/auth/register/verify/', address, {
      registration_token: half(registrations, n),
      otp: '000000',
    }),
  'people/login-codes/log-in-with-code.ts': (n, address) =>
    post('/auth/login-code/confirm/', address, {
      login_token: half(loginCodes, n),
      code: '00000000',
    }),
  'people/passkeys/log-in-with-passkey.ts': (_, address) =>
    post('/auth/passkeys/login/', address, { response: PASSKEY }),
  'people/passwords/check-own-password.ts': (_, address) =>
    post('/auth/passkeys/registration-options/', address, { password: 'wrong' }, admin),
  'people/passwords/confirm-password-reset.ts': (n, address) =>
    post('/auth/password-reset/confirm/', address, { token: `made-up-${n}`, password: PASSWORD }),
  'people/pairing/pair-device.ts': (n, address) =>
    post('/pos/auth/pairing/', address, { code: `ABCD-EF2${n}`, attempt: 'an-attempt-0123456789' }),
  'people/proofs/prove-owner.ts': (n, address) =>
    shop.call('PATCH', '/auth/me/', {
      token: half(tokens, n),
      body: { pin_code: '8642', current_pin: '0000' },
      headers: { 'x-forwarded-for': address },
    }),
  'people/setup/claim-setup-link.ts': 'before there is an account',
  'stored-value/read-balance.ts': (n, address) =>
    shop.call('GET', `/value-accounts/balance/?code=MADE-UP-${n}`, {
      headers: { 'x-forwarded-for': address },
    }),
  'storefront/orders/guest/find-guest-order.ts': (n, address) =>
    post('/web-commerce/orders/track/', address, {
      number: `TXN-20260101-${1000 + n}`,
      email: 'someone@example.com',
    }),
};

it('every place that counts failures of an address is tried here', () => {
  const counting = sourcesBelow('src/domains').filter(path => read(path).includes('block.failed('));
  expect(counting.map(path => path.replace('src/domains/', ''))).toEqual(Object.keys(PATHS).sort());
});

describe("ten guesses block the address, with good logins of one's own in between", () => {
  const tried = Object.entries(PATHS).filter(
    (entry): entry is [string, Guess] => typeof entry[1] === 'function',
  );
  it.each(tried.map(([path, guess], index) => ({ path, guess, address: `10.0.1.${index}` })))(
    '$path',
    async ({ guess, address }) => {
      for (let n = 0; n < 10; n += 1) {
        const refused = await guess(n, address);
        expect([400, 401, 403, 404, 410], refused.text).toContain(refused.status);
        if (n < 9) expect((await logIn(address)).status).toBe(200);
      }
      const blocked = await logIn(address);
      expect([blocked.status, blocked.body.code]).toEqual([429, 'FAILURE_BLOCKED']);
    },
  );
});
