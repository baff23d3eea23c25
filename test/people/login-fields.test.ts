import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutReferences } from '../support/openapi.js';
import { read, sourcesBelow } from '../support/sources.js';
import { openShop, type Shop } from './support.js';

/** Fields with which somebody logs in, and paths of routes that change how somebody does. */
const FIELD =
  /^(password|pin|pin_code|username|email|totp|otp|passkey|recovery_codes?|current_(password|pin))$/;
const PATH =
  /totp|passkey|oidc|password|invite|merge|erase|\/users\/|\/auth\/me\/|register|login|administrator/;

/**
 * What a route asks for before it changes how somebody logs in. `own` routes take a body, which
 * the test sends without the present password.
 */
type Ask =
  | { own: object }
  | 'another person, whom the caller may change'
  | 'a mailed link or code'
  | 'a challenge that a proven owner got'
  | 'logs in'
  | 'asks for a secret and changes no login'
  | 'a contact, not a login';

const CONTACT: Ask = 'a contact, not a login';
const COLLEAGUE: Ask = 'another person, whom the caller may change';
const LINK: Ask = 'a mailed link or code';
const LOG_IN: Ask = 'logs in';
const CHECK: Ask = 'asks for a secret and changes no login';
const CHANGE: Ask = { own: { password: 'orchard-violin-kettle' } };

const ROUTES: Record<string, Ask> = {
  'DELETE /auth/passkeys/{id}/': { own: {} },
  'PATCH /auth/me/': CHANGE,
  'PATCH /users/{id}/': CHANGE,
  'POST /auth/passkeys/registration-options/': { own: {} },
  'POST /auth/totp/disable/': { own: { code: '123456' } },
  'POST /auth/totp/setup/': { own: {} },
  'POST /web-commerce/account/password/': CHANGE,
  'PUT /users/{id}/': { own: { role: 'admin', password: 'orchard-violin-kettle' } },

  'DELETE /users/{id}/': COLLEAGUE,
  'DELETE /users/{id}/passkeys/': COLLEAGUE,
  'DELETE /users/{id}/totp/': COLLEAGUE,
  'PATCH /customers/{id}/': COLLEAGUE,
  'POST /customers/': COLLEAGUE,
  'POST /customers/{id}/erase/': COLLEAGUE,
  'POST /customers/{id}/merge/': COLLEAGUE,
  'POST /users/': COLLEAGUE,
  // They write nothing but the link, which goes to the address of the person.
  'POST /customers/{id}/invite/': LINK,
  'POST /users/{id}/invite/': LINK,
  'POST /auth/password-reset/': LINK,
  'POST /auth/password-reset/confirm/': LINK,
  'POST /auth/register/initiate/': LINK,
  'POST /auth/register/resend-otp/': LINK,
  'POST /auth/register/verify/': LINK,
  'POST /setup/administrator/': LINK,
  'POST /auth/passkeys/register/': 'a challenge that a proven owner got',
  'POST /auth/totp/confirm/': 'a challenge that a proven owner got',

  'POST /auth/login-code/': LOG_IN,
  'POST /auth/login-code/confirm/': LOG_IN,
  'POST /auth/login/': LOG_IN,
  'POST /auth/oidc/session/': LOG_IN,
  'POST /auth/passkeys/login-options/': LOG_IN,
  'POST /auth/passkeys/login/': LOG_IN,
  'POST /pos/auth/terminal-login/': LOG_IN,

  'POST /pos/approvals/{request_id}/approve/': CHECK,
  'POST /pos/approvals/{request_id}/deny/': CHECK,
  'POST /web-commerce/account/deletion/': CHECK,

  'PATCH /stores/{store}/': CONTACT,
  'PATCH /suppliers/{id}/': CONTACT,
  'POST /acp/checkout_sessions/': CONTACT,
  'POST /acp/checkout_sessions/{id}/': CONTACT,
  'POST /acp/checkout_sessions/{id}/complete/': CONTACT,
  'POST /quotes/': CONTACT,
  'POST /quotes/{id}/send/': CONTACT,
  'POST /sale-transactions/{transactionId}/receipt/email/': CONTACT,
  'POST /setup/store/': CONTACT,
  'POST /stores/': CONTACT,
  'POST /suppliers/': CONTACT,
  'POST /transactions/{transactionId}/receipt/email/': CONTACT,
  'POST /ucp/v1/checkout-sessions/': CONTACT,
  'POST /web-commerce/checkout/complete/': CONTACT,
  'POST /web-commerce/guest-order/cancel/': CONTACT,
  'POST /web-commerce/guest-order/returns/': CONTACT,
  'POST /web-commerce/guest-order/returns/{return_number}/cancel/': CONTACT,
  'POST /web-commerce/orders/track/': CONTACT,
  'POST /web-commerce/session/create/': CONTACT,
  'POST /web-commerce/stock-alerts/': CONTACT,
  'PUT /stores/{store}/': CONTACT,
  'PUT /suppliers/{id}/': CONTACT,
  'PUT /ucp/v1/checkout-sessions/{id}/': CONTACT,
  'PUT /web-commerce/cart/{cart_id}/reminder/': CONTACT,
};

type Operation = { requestBody?: object };
type Described = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
};

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false, env: { PUBLIC_URL: 'https://shop.example' } });
});
afterAll(() => shop.close());

function fieldsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { properties } = node as { properties?: unknown };
  const own = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  return [...own, ...Object.values(node).flatMap(fieldsIn)];
}

describe('the routes that change how somebody logs in', () => {
  it('are all listed with what they ask for', async () => {
    const { paths, components } = (await shop.call('GET', '/openapi.json')).body as Described;
    const bodies = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { requestBody = {} }]): [string, unknown] => [
        `${method.toUpperCase()} ${path}`,
        withoutReferences(requestBody, components.schemas),
      ]),
    );
    const found = bodies
      .filter(([route]) => !route.startsWith('GET '))
      .filter(([route, body]) => PATH.test(route) || fieldsIn(body).some(name => FIELD.test(name)))
      .map(([route]) => route);
    expect(found.sort()).toEqual(Object.keys(ROUTES).sort());
  });

  it("change one's own login with the present password alone", async () => {
    const login = async (username: string, password: string): Promise<string> =>
      (await shop.call('POST', '/auth/login/', { body: { username, password } })).body.access;
    const callers = {
      staff: await login('admin', 'admin-demo'),
      customer: await login('shopper@example.com', 'shopper-demo'),
    };
    const { body: me } = await shop.call('GET', '/auth/me/', { token: callers.staff });
    const rows = () => shop.platform.db.selectFrom('users').selectAll().orderBy('id').execute();
    const before = await rows();
    for (const [route, ask] of Object.entries(ROUTES)) {
      if (typeof ask === 'string') continue;
      const [method = '', path = ''] = route.split(' ');
      const token = path.startsWith('/web-commerce/') ? callers.customer : callers.staff;
      const url = path.replace('{id}', me.id);
      const { status, body } = await shop.call(method, url, { token, body: ask.own });
      expect([route, status, body.code]).toEqual([route, 403, 'CURRENT_PASSWORD_REQUIRED']);
      const wrong = { ...ask.own, current_password: 'a-guess' };
      const guessed = await shop.call(method, url, { token, body: wrong });
      expect([route, guessed.status, guessed.body.code]).toEqual([route, 403, 'WRONG_PASSWORD']);
    }
    expect(await rows()).toEqual(before);
  });
});

describe('what a person logs in with', () => {
  const sources = sourcesBelow('src').filter(path => !path.startsWith('src/seed/'));
  const filesWith = (pattern: RegExp): string[] =>
    sources.filter(path => pattern.test(read(path))).sort();

  it('is written in SQL by the repositories of people alone', () => {
    const writes =
      /update users\b(?! set (merged_into|loyalty_points|language))|insert into (users|totp_secrets|passkeys|oidc_subjects)\b|(updateTable|insertInto)\('users'\)/;
    expect(filesWith(writes)).toEqual([
      'src/domains/people/oidc/repository.ts',
      'src/domains/people/passkeys/repository.ts',
      'src/domains/people/privacy-repository.ts',
      'src/domains/people/repository.ts',
      'src/domains/people/totp/repository.ts',
    ]);
    expect(filesWith(/\b(updateUser|insertUser)\(/)).toEqual([
      'src/domains/people/users/save-user.ts',
    ]);
  });

  it('changes without a secret only after a mailed code, a link, or an earlier proof', () => {
    expect(filesWith(/\bproofOfToken\(/)).toEqual([
      'src/domains/people/oidc/open-sso-login.ts',
      'src/domains/people/passkeys/add-passkey.ts',
      'src/domains/people/passwords/confirm-password-reset.ts',
      'src/domains/people/registration/verify-registration.ts',
      'src/domains/people/totp/confirm-totp.ts',
    ]);
    expect(filesWith(/\bproofOfOwner\(/)).toEqual(['src/domains/people/proofs/prove-owner.ts']);
  });
});
