import { HOUR_MS } from '../../platform/clock.js';
import { atomically, type Reader } from '../../platform/database/tx.js';
import { Failure, notFound, tooMany } from '../../platform/http/failure.js';
import { newId } from '../../platform/ids.js';
import { clean } from '../../platform/plain-text.js';
import type { Platform } from '../../platform/platform.js';
import { productByRef } from '../catalog/index.js';
import { userById } from '../people/index.js';
import { presentOwn } from './present.js';
import { deleteReview, hasBought, reviewOf, saveReview } from './repository.js';
import { authorOf } from './rules.js';

/** A product on sale by its slug. */
export async function shownProduct(reader: Reader, slug: string) {
  const product = await productByRef(reader, slug);
  if (product === undefined || !product.is_active) throw notFound('Product');
  return product;
}

export async function readOwnReview({ db }: Platform, customerId: string, slug: string) {
  const { id } = await shownProduct(db, slug);
  const [review, canReview] = await Promise.all([
    reviewOf(db, id, customerId),
    hasBought(db, customerId, id),
  ]);
  return { success: true as const, can_review: canReview, review: presentOwn(review) };
}

const CHANGES_AN_HOUR = 20;

/** Writes or changes the one review of a customer who bought the product. */
export async function writeReview(
  platform: Platform,
  customerId: string,
  slug: string,
  { rating, text = '' }: { rating: number; text?: string },
) {
  const { db, clock, limits } = platform;
  const verdict = await limits.throttle('reviews', customerId, CHANGES_AN_HOUR, HOUR_MS);
  if (verdict.blocked)
    throw tooMany('Too many reviews; try again later.', verdict.retryAfterSeconds);
  await atomically(db, async tx => {
    const { id: productId } = await shownProduct(tx, slug);
    const author = await userById(tx, customerId);
    if (author === undefined || !(await hasBought(tx, customerId, productId))) {
      throw new Failure(
        'forbidden',
        'NOT_BOUGHT',
        'Only customers who bought it review a product.',
      );
    }
    const now = clock.now();
    await saveReview(tx, {
      id: newId(now),
      productId,
      customerId,
      author: clean(authorOf(author)),
      rating,
      body: plain(text),
      now,
    });
  });
  return readOwnReview(platform, customerId, slug);
}

/** Plain text that keeps its lines. */
const plain = (text: string): string => text.split(/\r?\n/).map(clean).join('\n').trim();

export async function removeReview(platform: Platform, customerId: string, slug: string) {
  const { id } = await shownProduct(platform.db, slug);
  const isGone = await atomically(platform.db, tx => deleteReview(tx, id, customerId));
  if (!isGone) throw notFound('Review');
  return readOwnReview(platform, customerId, slug);
}
