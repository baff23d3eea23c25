import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productHead } from '../../src/domains/storefront/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { customer } from '../../src/seed/data.js';
import { logInCallers } from '../access/callers.js';
import { type Account, signIn } from '../storefront/account-support.js';
import { openCheckoutShop } from '../storefront/checkout-support.js';
import type { Reply, Shop } from '../storefront/support.js';
import { basket, counterOf, MUG } from '../transactions/support.js';

let shop: Shop;
let account: Account;
let admin: string;
beforeAll(async () => {
  shop = await openCheckoutShop();
  await statement(shop.platform.db, 'update transactions set customer_id = null');
  account = await signIn(shop);
  admin = await shop.officeToken('admin');
});
afterAll(() => shop.close());

const PATH = '/web-commerce/products/white-mug/reviews/';
const write = (body: object, by: Account = account): Promise<Reply> =>
  by.call('PUT', `${PATH}mine/`, body);
const mine = async (by: Account = account) => (await by.call('GET', `${PATH}mine/`)).body;
const shown = async () => (await shop.call('GET', PATH)).body;
const office = (method: string, url: string, body?: object) =>
  shop.call(method, url, { token: admin, ...(body && { body }) });
const publish = ({ id, updated_at }: { id: string; updated_at: string }) =>
  office('POST', `/reviews/${id}/publish/`, { updated_at });
const pending = async () => (await office('GET', '/reviews/?status=pending')).body;
const sell = () =>
  counterOf(shop).sold(
    { payment_method_id: 'cash' },
    basket([MUG], '1.03', { customer_id: customer.id }),
  );
const count = async (): Promise<number> => {
  const sql = 'select count(*)::int as n from product_reviews';
  const [row] = await statement<{ n: number }>(shop.platform.db, sql);
  return row?.n ?? 0;
};
const headOf = async (): Promise<{ aggregateRating?: object }> => {
  const head = await productHead(shop.platform, 'white-mug');
  if (head?.kind !== 'found') throw new Error('the product has no page');
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(head.html)?.[1];
  return JSON.parse(data ?? '{}');
};

describe('a review', () => {
  it('is written only by somebody who bought the product', async () => {
    expect(await mine()).toEqual({ success: true, can_review: false, review: null });
    expect(await write({ rating: 5, text: 'Great' })).toMatchObject({
      status: 403,
      body: { code: 'NOT_BOUGHT' },
    });
    expect((await shop.call('PUT', `${PATH}mine/`, { body: { rating: 5 } })).status).toBe(401);
    expect(await count()).toBe(0);
  });

  it('waits for staff, who publish it', async () => {
    await sell();
    const { status, body } = await write({ rating: 4, text: '  Solid <b>mug</b>.\nNice.  ' });
    expect([status, body.can_review, body.review.status]).toEqual([200, true, 'pending']);
    expect(await shown()).toEqual([]);
    const [waiting] = await pending();
    expect(waiting).toMatchObject({
      product: { slug: 'white-mug', name: 'White Mug' },
      rating: 4,
      text: 'Solid <b>mug</b>.\nNice.',
      status: 'pending',
    });
    expect((await publish(waiting)).body.status).toBe('published');
    expect((await publish(waiting)).body.status).toBe('published');
    const [published] = await shown();
    expect(published).toMatchObject({ rating: 4, text: 'Solid <b>mug</b>.\nNice.' });
    expect(Object.keys(published).sort()).toEqual(['author', 'created_at', 'id', 'rating', 'text']);
    expect(published.author).toMatch(/^\S+ \S\.$/);
    expect((await headOf()).aggregateRating).toEqual({
      '@type': 'AggregateRating',
      ratingValue: 4,
      reviewCount: 1,
      bestRating: 5,
      worstRating: 1,
    });
  });

  it('of one customer and product is one, and a change is checked again', async () => {
    await Promise.all([write({ rating: 3 }), write({ rating: 3 }), write({ rating: 3 })]);
    expect([await count(), await shown()]).toEqual([1, []]);
    expect((await mine()).review).toMatchObject({ rating: 3, text: '', status: 'pending' });
    const [waiting] = await pending();
    expect((await office('POST', `/reviews/${waiting.id}/refuse/`)).body.status).toBe('refused');
    expect((await mine()).review.status).toBe('refused');
    expect(await shown()).toEqual([]);
  });

  it('is not published with a text that staff have not seen', async () => {
    await write({ rating: 5, text: 'Harmless' });
    const [seen] = await pending();
    await write({ rating: 5, text: 'Swapped' });
    expect(await publish(seen)).toMatchObject({ status: 409, body: { code: 'REVIEW_CHANGED' } });
    expect((await office('POST', `/reviews/${seen.id}/publish/`, {})).status).toBe(400);
    expect([(await mine()).review.status, await shown()]).toEqual(['pending', []]);
    const [current] = await pending();
    expect(current.text).toBe('Swapped');
    expect((await publish(current)).status).toBe(200);
    await office('POST', `/reviews/${seen.id}/refuse/`);
  });

  it.each<[string, object]>([
    ['no star', { rating: 0 }],
    ['six stars', { rating: 6 }],
    ['half a star', { rating: 4.5 }],
    ['a text alone', { text: 'Fine' }],
    ['a text of 2,001 characters', { rating: 5, text: 'x'.repeat(2_001) }],
  ])('refuses %s', async (_, body) => {
    const before = await mine();
    expect((await write(body)).status).toBe(400);
    expect(await mine()).toEqual(before);
  });

  it('is decided by those who manage all stores only', async () => {
    const { id } = (await office('GET', '/reviews/')).body[0];
    const { headers } = await logInCallers(shop);
    for (const caller of ['cashier', 'manager', 'manager elsewhere', 'customer']) {
      const reply = await shop.call('POST', `/reviews/${id}/publish/`, {
        headers: headers[caller],
        body: { updated_at: new Date().toISOString() },
      });
      expect([caller, reply.status]).toEqual([caller, 403]);
    }
    expect(await shown()).toEqual([]);
  });

  it('is deleted by its author', async () => {
    expect((await account.call('DELETE', `${PATH}mine/`)).body.review).toBeNull();
    expect((await account.call('DELETE', `${PATH}mine/`)).status).toBe(404);
    expect(await count()).toBe(0);
  });

  it('that is published stays without a name when the customer is erased', async () => {
    await write({ rating: 5, text: 'Keep' });
    const [waiting] = await pending();
    await publish(waiting);
    const exported = (await account.call('GET', '/web-commerce/account/export/')).body;
    expect(exported.data.reviews).toMatchObject([{ body: 'Keep', rating: 5 }]);
    const erased = await shop.call('POST', `/customers/${customer.id}/erase/`, { token: admin });
    expect(erased.status).toBe(200);
    expect(await shown()).toMatchObject([{ author: '', rating: 5, text: 'Keep' }]);
    const rows = await statement(
      shop.platform.db,
      'select customer_id, author from product_reviews',
    );
    expect(rows).toEqual([{ customer_id: null, author: '' }]);
  });
});
