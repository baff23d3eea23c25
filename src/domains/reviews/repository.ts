import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import type { ReviewStatus } from './rules.js';

export type Review = {
  id: string;
  product_id: number;
  product_name: string;
  product_slug: string;
  customer_id: string | null;
  author: string;
  rating: number;
  body: string;
  status: ReviewStatus;
  decided_by: string | null;
  decided_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

const WITH_PRODUCT = `select r.*, p.name as product_name, p.slug as product_slug
  from product_reviews r join products p on p.id = r.product_id`;

export async function reviewById(reader: Reader, id: string): Promise<Review | undefined> {
  const [row] = await statement<Review>(reader, `${WITH_PRODUCT} where r.id = $1`, [id]);
  return row;
}

export async function reviewOf(
  reader: Reader,
  productId: number,
  customerId: string,
): Promise<Review | undefined> {
  const [row] = await statement<Review>(
    reader,
    `${WITH_PRODUCT} where r.product_id = $1 and r.customer_id = $2`,
    [productId, customerId],
  );
  return row;
}

export type ReviewFilter = { status?: ReviewStatus; productId?: number };

/** Newest first; `beforeId` continues a list. */
export const listReviews = (
  reader: Reader,
  { status, productId }: ReviewFilter,
  beforeId: string | undefined,
  limit: number,
): Promise<Review[]> =>
  statement(
    reader,
    `${WITH_PRODUCT}
     where ($1::text is null or r.status = $1) and ($2::integer is null or r.product_id = $2)
       and ($3::uuid is null or r.id < $3)
     order by r.id desc limit $4`,
    [status ?? null, productId ?? null, beforeId ?? null, limit],
  );

export type Rating = { average: number; count: number };

/** Average and number of published reviews, for each product that has any. */
export async function ratingsOf(
  reader: Reader,
  productIds: readonly number[],
): Promise<Map<number, Rating>> {
  const rows = await statement<{ product_id: number; average: string; count: number }>(
    reader,
    `select product_id, round(avg(rating), 1)::text as average, count(*)::integer as count
     from product_reviews where product_id = any($1::integer[]) and status = 'published'
     group by product_id`,
    [productIds],
  );
  return new Map(
    rows.map(({ product_id, average, count }) => [product_id, { average: Number(average), count }]),
  );
}

/** Whether the customer bought the product, at any channel, and still has some of it. */
export async function hasBought(
  reader: Reader,
  customerId: string,
  productId: number,
): Promise<boolean> {
  const rows = await statement(
    reader,
    `select from transactions t
       join transaction_lines l on l.transaction_id = t.id
       join product_variants v on v.id = l.variant_id
     where t.customer_id = $1 and t.completed_at is not null and t.status <> 'voided'
       and v.product_id = $2 and l.quantity > l.returned_quantity
     limit 1`,
    [customerId, productId],
  );
  return rows.length > 0;
}

export type ReviewText = {
  id: string;
  productId: number;
  customerId: string;
  author: string;
  rating: number;
  body: string;
  now: Date;
};

/** Writes the review of a customer, the first or a changed one; it waits for a decision again. */
export async function saveReview(tx: Tx, review: ReviewText): Promise<void> {
  await statement(
    tx,
    `insert into product_reviews as r (id, product_id, customer_id, author, rating, body, status,
       created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 'pending', $7, $7)
     on conflict (product_id, customer_id) do update
     set author = excluded.author, rating = excluded.rating, body = excluded.body,
       status = 'pending', decided_by = null, decided_at = null,
       updated_at = greatest(excluded.updated_at, r.updated_at + interval '1 millisecond')`,
    [
      review.id,
      review.productId,
      review.customerId,
      review.author,
      review.rating,
      review.body,
      review.now,
    ],
  );
}

export async function deleteReview(
  tx: Tx,
  productId: number,
  customerId: string,
): Promise<boolean> {
  const rows = await statement(
    tx,
    'delete from product_reviews where product_id = $1 and customer_id = $2 returning id',
    [productId, customerId],
  );
  return rows.length > 0;
}

/** False if the review has another status by now, or is not the `seen` version any more. */
export async function decideReview(
  tx: Tx,
  id: string,
  from: readonly ReviewStatus[],
  decision: { status: ReviewStatus; by: string; at: Date; seen?: Date },
): Promise<boolean> {
  const rows = await statement(
    tx,
    `update product_reviews set status = $3, decided_by = $4, decided_at = $5, updated_at = $5
     where id = $1 and status = any($2::text[])
       and ($6::timestamptz is null or date_trunc('milliseconds', updated_at) = $6)
     returning id`,
    [id, from, decision.status, decision.by, decision.at, decision.seen ?? null],
  );
  return rows.length > 0;
}

/** If both records reviewed a product, the review of the record that stays is kept. */
export async function moveReviews(tx: Tx, from: string, into: string): Promise<void> {
  await statement(
    tx,
    `delete from product_reviews r where r.customer_id = $1 and exists (
       select from product_reviews kept
       where kept.customer_id = $2 and kept.product_id = r.product_id)`,
    [from, into],
  );
  await statement(tx, 'update product_reviews set customer_id = $2 where customer_id = $1', [
    from,
    into,
  ]);
}

/** Deletes reviews that are not published; published ones stay without a name. */
export async function eraseReviews(tx: Tx, customerIds: readonly string[]): Promise<void> {
  await statement(
    tx,
    `delete from product_reviews where customer_id = any($1::uuid[]) and status <> 'published'`,
    [customerIds],
  );
  await statement(
    tx,
    `update product_reviews set customer_id = null, author = ''
     where customer_id = any($1::uuid[])`,
    [customerIds],
  );
}
