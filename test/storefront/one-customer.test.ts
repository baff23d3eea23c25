import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailHashes } from '../../src/domains/people/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { customer } from '../../src/seed/data.js';
import { basket, counterOf, MUG } from '../transactions/support.js';
import { article, complete, crowd, openCheckoutShop } from './checkout-support.js';
import { byCookie, byToken, inParallel, type Reply, type Shop } from './support.js';

let shop: Shop;
let variantId: string;
let admin: string;
beforeAll(async () => {
  shop = await openCheckoutShop();
  variantId = await article(shop, 'LIMITED', { price: '20.00', stock: 200 });
  admin = await shop.officeToken('admin');
});
afterAll(() => shop.close());
beforeEach(() => aliasesAreOne(false));

const send = async (method: 'POST' | 'PATCH', path: string, body: object) => {
  const reply = await shop.call(method, path, { token: admin, body });
  if (reply.status >= 300) throw new Error(`${path}: ${reply.text}`);
  return reply.body;
};

const aliasesAreOne = (mail_aliases_are_one: boolean) =>
  send('PATCH', '/stores/DOWNTOWN/', { mail_aliases_are_one });

let codes = 0;
async function codeForOneUse(): Promise<string> {
  codes += 1;
  const promotion = await send('POST', '/promotions/', {
    name: `Tenth ${codes}`,
    kind: 'percentage',
    value: '10',
    scope: { kind: 'variant', ids: [variantId] },
    requires_code: true,
  });
  const code = `ONCE${codes}`;
  await send('POST', '/promo-codes/', {
    code,
    promotion_id: promotion.id,
    per_customer_limit: 1,
  });
  return code;
}

/** Who orders: the demo customer, logged in, or a guest with this address. */
type Buyer = { loggedIn: true; typed: string } | { loggedIn?: false; typed: string };

/** Places one order for each buyer, all at once. */
async function order(buyers: readonly Buyer[], code: string | null): Promise<Reply[]> {
  const visits = await crowd(shop, buyers.length, [['LIMITED', 1]]);
  const { db } = shop.platform;
  const carts = visits.map(({ visit }) => visit.cartId);
  await statement(db, 'update carts set promo_code = $1 where id = any($2::uuid[])', [code, carts]);
  await statement(
    db,
    `update sessions set user_id = $1, cookie_hash = cart_token_hash, cart_token_hash = null
     where id in (select session_id from carts where id = any($2::uuid[]))`,
    [customer.id, carts.filter((_, n) => buyers[n]?.loggedIn)],
  );
  return inParallel(buyers.length, n => {
    const { visit, id } = visits[n] as (typeof visits)[number];
    const headers = buyers[n]?.loggedIn ? byCookie({ cookie: visit.token }) : byToken(visit);
    return complete(shop, visit, id, { headers, form: { email: buyers[n]?.typed } });
  });
}

const outcome = (reply: Reply | undefined): string =>
  reply?.status === 200 ? 'sold' : reply?.body.code;
const outcomeOf = async (buyer: Buyer, code: string | null) =>
  outcome((await order([buyer], code))[0]);

const OWN = customer.email;
const SPOKEN = OWN.toUpperCase();
/** The same mailbox by a dot and a tag. */
const ALIAS = OWN.replace('@', '+sale@').replace(/^(.)/, '$1.');

describe('a code for one use per customer', () => {
  it('is used up for the guest with the address of a customer who used it', async () => {
    const code = await codeForOneUse();
    const loggedIn: Buyer = { loggedIn: true, typed: 'office@example.com' };
    expect(await outcomeOf(loggedIn, code)).toBe('sold');
    expect(await outcomeOf({ typed: SPOKEN }, code)).toBe('PROMO_CODE_NOT_VALID');
    expect(await outcomeOf(loggedIn, code)).toBe('PROMO_CODE_NOT_VALID');
    expect(await outcomeOf({ typed: 'bob@example.com' }, code)).toBe('sold');
  });

  it('is used up for the customer whose address a guest used', async () => {
    const code = await codeForOneUse();
    expect(await outcomeOf({ typed: SPOKEN }, code)).toBe('sold');
    const loggedIn: Buyer = { loggedIn: true, typed: 'office@example.com' };
    expect(await outcomeOf(loggedIn, code)).toBe('PROMO_CODE_NOT_VALID');
  });

  it('counts aliases as one customer where the store says so, also those used before', async () => {
    const code = await codeForOneUse();
    expect(await outcomeOf({ typed: OWN }, code)).toBe('sold');
    expect(await outcomeOf({ typed: ALIAS }, code)).toBe('sold');
    expect((await aliasesAreOne(true)).mail_aliases_are_one).toBe(true);
    const other = ALIAS.replace('+sale', '+gift');
    expect(await outcomeOf({ typed: other }, code)).toBe('PROMO_CODE_NOT_VALID');
    await aliasesAreOne(false);
    expect(await outcomeOf({ typed: other }, code)).toBe('sold');
  });

  it('lowers the price once, however many orders of one person run at once', async () => {
    await aliasesAreOne(true);
    const code = await codeForOneUse();
    const buyers: Buyer[] = Array.from({ length: 12 }, (_, n) =>
      n % 3 === 0
        ? { loggedIn: true, typed: `office${n}@example.com` }
        : { typed: n % 3 === 1 ? SPOKEN : ALIAS.replace('+sale', `+${n}`) },
    );
    const outcomes = (await order(buyers, code)).map(outcome).sort();
    expect(outcomes).toEqual([...Array(11).fill('PROMO_CODE_NOT_VALID'), 'sold']);
  });
});

describe('a purchase limit', () => {
  const limit = (id: string) =>
    send('POST', '/compliance/purchase-limits/', {
      name: 'Two',
      variant_id: id,
      max_quantity: 2,
      period: 'day',
    });
  beforeEach(async () => {
    await statement(shop.platform.db, 'delete from purchase_limits');
    await statement(shop.platform.db, 'delete from limited_purchases');
  });

  it('counts till, login and guest together, at once too', async () => {
    await limit(variantId);
    const buyers: Buyer[] = [
      { loggedIn: true, typed: 'office@example.com' },
      { typed: SPOKEN },
      { typed: OWN },
      { loggedIn: true, typed: OWN },
      { typed: SPOKEN },
    ];
    const outcomes = (await order(buyers, null)).map(outcome).sort();
    expect(outcomes).toEqual([...Array(3).fill('PURCHASE_LIMIT_EXCEEDED'), 'sold', 'sold']);
  });

  it('counts what the customer bought at a till for the guest with the same address', async () => {
    const [mug] = await statement<{ id: string }>(
      shop.platform.db,
      'select id from product_variants where sku = $1',
      [MUG.sku],
    );
    await limit(mug?.id ?? '');
    const counter = counterOf(shop);
    const cash = { payment_method_id: 'cash', tendered_amount: '100.00' };
    const atTill = basket([{ ...MUG, quantity: 2 }], '0.00', { customer_id: customer.id });
    expect((await counter.pay(await counter.ring(atTill), cash)).status).toBe(202);
    const [visit] = await crowd(shop, 1, [[MUG.sku, 1]]);
    if (visit === undefined) throw new Error('no visit');
    const refused = await complete(shop, visit.visit, visit.id, { form: { email: SPOKEN } });
    expect(outcome(refused)).toBe('PURCHASE_LIMIT_EXCEEDED');
    const other = await complete(shop, visit.visit, visit.id, { form: { email: 'b@example.com' } });
    expect(outcome(other)).toBe('sold');
  });
});

describe('the mailbox of an address', () => {
  const same = (one: string, other: string) =>
    mailHashes(one).mailbox.equals(mailHashes(other).mailbox);

  it('has no letter case, dots or tag, and keeps its domain', () => {
    expect(same(' A.da+x+y@Example.com', 'ada@example.com')).toBe(true);
    expect(same('ada@mail.example.com', 'ada@mailexample.com')).toBe(false);
    expect(same('ada@example.com', 'adb@example.com')).toBe(false);
  });

  it('of a name that is nothing but dots or a tag stays as it is', () => {
    expect(same('+x@example.com', '+y@example.com')).toBe(false);
  });
});
