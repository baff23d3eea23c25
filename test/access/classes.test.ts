import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { openShop, type Reply, type Shop } from '../support/service.js';
import {
  type ClassedRoute,
  describeClasses,
  isOpenTo,
  isWrite,
  nameOf,
  Registry,
} from './classes.js';

const registry = new Registry();
let shop: Shop;
let routes: ClassedRoute[];
/** The admin, with the four digits of the PIN. */
let token: string;

beforeAll(async () => {
  shop = await openShop({
    background: false,
    onApp: app => app.addHook('onRoute', registry.collect),
  });
  routes = registry.routes();
  token = await shop.tillToken('EMP004');
});
afterAll(() => shop.close());

const INTRODUCTION = `# Where each route is called from

Every route says where it may be called from: the service does not start otherwise, and refuses calls from elsewhere with 403 before
anything changes. \`till\` is a login with a PIN at a till, \`office\` one with a password (and a code, where the person uses them), \`web\` a
visitor of the shop with or without a login, \`program\` a caller that signs its message, has a key, or sends the token of a login that it
was given, as sockets and \`/mcp/\` do; \`anybody\` needs nothing. What makes logins, rights, keys, webhooks, settings or exports is open to \`office\` alone;
where such a route is open to tills or to anybody, the last column says why.

\`npx vitest run test/access/classes.test.ts -u\` writes this file; the test fails while it differs from what the service does.

`;

/** Domains that make logins, rights, keys, webhooks or settings, or that watch over the service. */
const GUARDED = [
  'people',
  'access',
  'agents',
  'subscriptions',
  'webhooks',
  'stores',
  'setup',
  'fiscal',
  'audit',
  'ops',
  'spreadsheets',
];

/** The same in other domains, by the words of the path. */
const GUARDED_PATHS =
  /settings|secret|token|keys?\/|legal-text|mail-template|theme|shipping|retention|schedule|backup|webhook|polic|(ex|im)port|payment-methods|processors|barcode-patterns|\/terminals\/:terminal\//;

/** They have such a word for another reason. */
const ORDINARY = [
  '/payments/terminal/connection-token/',
  '/tasks/delivery-schedules/',
  '/sandbox/card-tokens/',
];

const isGuarded = ({ domain, path }: ClassedRoute): boolean =>
  GUARDED.includes(domain) || GUARDED_PATHS.test(path);

describe('the classes of the routes', () => {
  it('equal docs/routes-by-class.md', async () => {
    const table = describeClasses(routes);
    await expect(INTRODUCTION + table).toMatchFileSnapshot('../../docs/routes-by-class.md');
  });

  it('keep what writes in a guarded area to the office, or say why not', () => {
    const open = routes
      .filter(route => isWrite(route) && isGuarded(route))
      .filter(route => isOpenTo('till', route) || isOpenTo('anybody', route))
      .filter(({ access }) => access.because === undefined)
      .filter(({ path }) => !ORDINARY.some(ordinary => path.startsWith(ordinary)));
    expect(open.map(nameOf)).toEqual([]);
  });

  it('give a reason only where a route is open to tills or to anybody', () => {
    const idle = routes
      .filter(({ access }) => access.because !== undefined)
      .filter(route => !isOpenTo('till', route) && !isOpenTo('anybody', route));
    expect(idle.map(nameOf)).toEqual([]);
  });
});

const refused = ({ status, body }: Reply): unknown[] => [status, body.code];
const REFUSED = [403, 'WEB_SESSION_REQUIRED'];

describe('an admin with a PIN at a till', () => {
  it('is refused by every route of the office', async () => {
    const closed = routes
      .filter(({ access }) => access.kind === 'permission' || access.kind === 'signed-in')
      .filter(route => !isOpenTo('till', route) && route.path !== '/mcp/');
    expect(closed.length).toBeGreaterThan(150);
    const admitted: string[] = [];
    for (const route of closed) {
      const url = route.path.replaceAll(
        /:(\w+)(\([^)]*\))?/g,
        '00000000-0000-4000-8000-00000000ffff',
      );
      // The machine itself reads metrics without a login.
      const headers = { 'x-forwarded-for': '203.0.113.7' };
      const body = isWrite(route) && route.method !== 'DELETE' ? {} : undefined;
      const answer = await shop.call(route.method, url, { token, headers, body });
      if (String(refused(answer)) !== String(REFUSED)) {
        admitted.push(`${answer.status} ${nameOf(route)}`);
      }
    }
    expect(admitted).toEqual([]);
  });

  it('gets figures, but no file', async () => {
    const files = routes.filter(route => route.isExport && isOpenTo('till', route));
    expect(files.length).toBeGreaterThan(5);
    for (const { path } of files) {
      const query = path === '/analytics/system/infrastructure/' ? '' : '&store=DOWNTOWN';
      const file = await shop.call('GET', `${path}?format=csv${query}`, { token });
      expect([path, ...refused(file)]).toEqual([path, ...REFUSED]);
    }
    expect((await shop.call('GET', '/analytics/commerce/sales/', { token })).status).toBe(200);
  });

  it('makes no login, right, key or setting', async () => {
    const state = () =>
      statement(
        shop.platform.db,
        `select (select count(*) from users) as users, (select count(*) from own_roles) as roles,
           (select count(*) from agents) as agents,
           (select count(*) from webhook_endpoints) as endpoints,
           (select jsonb_agg(to_jsonb(s) order by s.id) from stores s) as stores`,
      );
    const before = await state();
    const calls: [string, string, object][] = [
      [
        'POST',
        '/users/',
        {
          role: 'admin',
          employee_number: 'EMP900',
          username: 'second-admin',
          password: 'a long pass phrase',
          store_ids: [],
        },
      ],
      ['POST', '/roles/', { name: 'Helper', level: 'cashier', permissions: ['sale.read'] }],
      ['POST', '/agents/', { name: 'Helper', store_id: DOWNTOWN_ID }],
      [
        'POST',
        '/webhook-endpoints/',
        { url: 'https://example.com/hook', events: ['transaction.completed'] },
      ],
      ['PATCH', '/stores/DOWNTOWN/', { name: 'Elsewhere' }],
    ];
    for (const [method, url, body] of calls) {
      expect([url, ...refused(await shop.call(method, url, { token, body }))]).toEqual([
        url,
        ...REFUSED,
      ]);
    }
    expect(await state()).toEqual(before);
    const login = { username: 'second-admin', password: 'a long pass phrase' };
    expect((await shop.call('POST', '/auth/login/', { body: login })).status).toBe(401);
  });
});
