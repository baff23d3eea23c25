import { brokenConstraint } from '../../../platform/database/tx.js';
import { type Failure, forbidden, invalidField, notFound } from '../../../platform/http/failure.js';
import { MAX_QUANTITY } from './rules.js';

/** The same answer for a foreign, unknown, malformed or closed cart, so it does not reveal which. */
export const notYourCart = (code = 'CART_NOT_OWNED'): Failure =>
  forbidden('Cart does not belong to this session', code);

export const unknownSku = (): Failure =>
  invalidField('sku', 'There is no such article.', 'UNKNOWN_SKU');

export const notInCart = (): Failure => notFound('SKU', 'SKU_NOT_FOUND');

export const notSold = (): Failure =>
  invalidField('sku', 'This is no longer sold.', 'PRODUCT_INACTIVE');

export const soldAtCounterOnly = (): Failure =>
  invalidField(
    'sku',
    'This is sold by weight, volume or length, at the counter only.',
    'PIECES_ONLY',
  );

export const codeNotValid = (): Failure =>
  invalidField('code', 'This code is not valid here.', 'PROMO_CODE_INVALID');

export const otherStore = (): Failure =>
  invalidField('store_id', 'The cart belongs to another store.', 'STORE_MISMATCH');

/** Maps a violated database constraint to the shop's error. */
export function toCartFailure(error: unknown): unknown {
  switch (brokenConstraint(error)) {
    case 'cart_quantity':
      return invalidField(
        'quantity',
        `A cart takes at most ${MAX_QUANTITY} pieces of an article.`,
        'CART_LIMIT',
      );
    case 'cart_lines_limit':
      return invalidField('sku', 'A cart takes at most 100 different articles.', 'CART_LIMIT');
    default:
      return error;
  }
}
