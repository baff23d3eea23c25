import { type CodeUse, usePromoCode } from '../../src/domains/promotions/index.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import type { Platform } from '../../src/platform/platform.js';
import { openShop, type Reply, type Shop, type ShopOptions } from '../support/service.js';

export type { Reply, Shop };

export const DOWNTOWN = '00000000-0000-4000-8000-000000000001';
export const AIRPORT = '00000000-0000-4000-8000-000000000002';

/** More expensive goods of the demo shop by SKU. */
export const MUG = 'MUG-WHITE';
export const TEE = 'TEE-BLACK-M';

const TABLES = [
  'promo_code_usages',
  'campaign_spends',
  'campaign_conversions',
  'conversion_sales',
  'ab_subjects',
  'ab_tests',
  'promo_codes',
  'promotions',
  'campaigns',
] as const;
type Table = (typeof TABLES)[number];

/** The demo shop without its promotions, so that every row is the test's own. */
export async function openPromotions(options: ShopOptions = {}): Promise<Shop> {
  const shop = await openShop({ background: false, ...options });
  for (const table of TABLES) await shop.platform.db.deleteFrom(table).execute();
  return shop;
}

/** Every row of some tables, to prove that a refusal changed nothing. */
export const rowsOf = async (shop: Shop, ...tables: Table[]): Promise<unknown[]> =>
  Promise.all(
    tables.map(table =>
      statement(shop.platform.db, `select to_jsonb(t) as row from ${table} t order by t::text`),
    ),
  );

/** Sends a request that must be refused and change nothing. */
export async function refused(
  shop: Shop,
  request: () => Promise<Reply>,
  status: number,
): Promise<Reply> {
  const before = await rowsOf(shop, ...TABLES);
  const reply = await request();
  if (reply.status !== status)
    throw new Error(`${reply.status} instead of ${status}: ${reply.text}`);
  const after = await rowsOf(shop, ...TABLES);
  if (JSON.stringify(after) !== JSON.stringify(before)) throw new Error('something changed');
  return reply;
}

export async function created(
  shop: Shop,
  path: string,
  body: object,
  token?: string,
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
): Promise<any> {
  const reply = await shop.call('POST', path, { token: token ?? (await shop.officeToken()), body });
  if (reply.status !== 201) throw new Error(`${path} answered ${reply.status}: ${reply.text}`);
  return reply.body;
}

export const campaign = (shop: Shop, fields: object = {}) =>
  created(shop, '/campaigns/', { name: 'A campaign', ...fields });

export const promotion = (shop: Shop, fields: object = {}) =>
  created(shop, '/promotions/', {
    name: 'Ten off',
    kind: 'percentage',
    value: '10.00',
    ...fields,
  });

/** A code with its own promotion. */
export async function promoCode(shop: Shop, code: object = {}, terms: object = {}) {
  const own = await promotion(shop, { requires_code: true, ...terms });
  return created(shop, '/promo-codes/', { code: fresh('CODE'), promotion_id: own.id, ...code });
}

let counter = 0;
export const fresh = (prefix: string): string => {
  counter += 1;
  return `${prefix}-${counter}`;
};

/** The same shop at another time. */
export const at = (shop: Shop, moment: string | Date): Platform => ({
  ...shop.platform,
  clock: { now: () => new Date(moment) },
});

export const use = (shop: Shop, code: string, fields: Partial<CodeUse> = {}) =>
  atomically(shop.platform.db, tx =>
    usePromoCode(tx, {
      code,
      transactionId: newId(),
      storeId: DOWNTOWN,
      currency: fields.storeId === AIRPORT ? 'EUR' : 'USD',
      customerKey: null,
      discountMinor: 100,
      now: new Date('2030-05-06T12:00:00Z'),
      ...fields,
    }),
  );

/** Names of the events about a record, oldest first. */
export async function eventsAbout(shop: Shop, id: string): Promise<string[]> {
  await shop.settleEvents();
  const rows = await statement<{ event: string }>(
    shop.platform.db,
    'select event from events where subject_id = $1 order by seq',
    [id],
  );
  return rows.map(row => row.event);
}

/** A manager of one store only; the demo's manages all of them. */
export async function localManager(shop: Shop, storeId = DOWNTOWN): Promise<string> {
  const body = {
    username: fresh('local').toLowerCase(),
    password: 'a-long-password-for-tests',
    role: 'manager',
    employee_number: fresh('EMP9'),
    pin: '9876',
    first_name: 'Lo',
    last_name: 'Cal',
    store_ids: [storeId],
  };
  await created(shop, '/users/', body, await shop.officeToken('admin'));
  const { username, password } = body;
  const login = await shop.call('POST', '/auth/login/', { body: { username, password } });
  if (login.status !== 200) throw new Error(login.text);
  return login.body.access;
}
