import { brokenConstraint } from '../../../platform/database/tx.js';
import { type Failure, forbidden, invalidField, notFound } from '../../../platform/http/failure.js';
import { MAX_PIECES } from './rules.js';

/** The same words for a foreign, unknown, malformed and finished cart: they hide which it is. */
export const notYourCart = (code = 'CART_NOT_OWNED'): Failure =>
  forbidden('Cart does not belong to this session', code);

export const unknownSku = (): Failure =>
  invalidField('sku', 'There is no such article.', 'UNKNOWN_SKU');

export const notInCart = (): Failure => notFound('SKU', 'SKU_NOT_FOUND');

export const notSold = (): Failure =>
  invalidField('sku', 'This is no longer sold.', 'PRODUCT_INACTIVE');

export const codeNotValid = (): Failure =>
  invalidField('code', 'This code is not valid here.', 'PROMO_CODE_INVALID');

export const otherStore = (): Failure =>
  invalidField('store_id', 'The cart belongs to another store.', 'STORE_MISMATCH');

/** What the database refuses, in the shopper's words. */
export function asRefusal(error: unknown): unknown {
  switch (brokenConstraint(error)) {
    case 'cart_quantity':
      return invalidField(
        'quantity',
        `A cart takes at most ${MAX_PIECES} pieces of an article.`,
        'CART_LIMIT',
      );
    case 'cart_lines_limit':
      return invalidField('sku', 'A cart takes at most 100 different articles.', 'CART_LIMIT');
    default:
      return error;
  }
}
