import { brokenConstraint } from '../../../platform/database/tx.js';
import { type Failure, forbidden, invalidField, notFound } from '../../../platform/http/failure.js';
import { isMeasured, stepsOf } from '../../../platform/quantity.js';
import { mostUnits } from './rules.js';

/** The same answer for a foreign, unknown, malformed or closed cart, so it does not reveal which. */
export const notYourCart = (code = 'CART_NOT_OWNED'): Failure =>
  forbidden('Cart does not belong to this session', code);

export const unknownSku = (): Failure =>
  invalidField('sku', 'There is no such article.', 'UNKNOWN_SKU');

export const notInCart = (): Failure => notFound('SKU', 'SKU_NOT_FOUND');

export const notSold = (): Failure =>
  invalidField('sku', 'This is no longer sold.', 'PRODUCT_INACTIVE');

/** The unit does not allow the quantity, or a cart does not take as much. */
export function quantityRefused(quantity: number | string, unit: string): Failure {
  if (stepsOf(quantity, unit) !== undefined) {
    return invalidField('quantity', `Must be at most ${mostUnits(unit)}.`);
  }
  return invalidField(
    'quantity',
    isMeasured(unit)
      ? 'Must have at most three decimals.'
      : 'Must be a whole number: these goods are sold by the piece.',
  );
}

/** Together with what the cart has already. */
export const cartLimit = (unit: string): Failure =>
  invalidField(
    'quantity',
    `A cart takes at most ${mostUnits(unit)} ${isMeasured(unit) ? unit : 'pieces'} of an article.`,
    'CART_LIMIT',
  );

export const codeNotValid = (): Failure =>
  invalidField('code', 'This code is not valid here.', 'PROMO_CODE_INVALID');

export const otherStore = (): Failure =>
  invalidField('store_id', 'The cart belongs to another store.', 'STORE_MISMATCH');

/** Maps a violated database constraint to the shop's error. */
export function toCartFailure(error: unknown): unknown {
  return brokenConstraint(error) === 'cart_lines_limit'
    ? invalidField('sku', 'A cart takes at most 100 different articles.', 'CART_LIMIT')
    : error;
}
