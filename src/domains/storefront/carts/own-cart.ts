import type { FastifyRequest } from 'fastify';
import { Failure } from '../../../platform/http/failure.js';
import { isUuid } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { resolveWebSession } from '../../people/index.js';
import { notYourCart } from './errors.js';
import { activeCartId, type CartRef } from './repository.js';

/**
 * The cart and visit of a request. The statement that changes the cart checks the ownership. Only
 * for an invalid body it is checked here, because a foreign cart is refused first.
 */
export async function ownCart(platform: Platform, request: FastifyRequest): Promise<CartRef> {
  const cartId = String((request.params as { cart_id: unknown }).cart_id);
  const sessionId = await visitOf(platform, request);
  if (sessionId === undefined || !isUuid(cartId)) throw notYourCart();
  if (request.validationError) {
    if ((await activeCartId(platform.db, sessionId)) !== cartId.toLowerCase()) throw notYourCart();
    throw request.validationError;
  }
  return { cartId, sessionId };
}

async function visitOf(platform: Platform, request: FastifyRequest): Promise<string | undefined> {
  try {
    return (await resolveWebSession(platform, request))?.id;
  } catch (error) {
    // A page of another site; the code tells developers the reason.
    if (error instanceof Failure && error.kind === 'forbidden') throw notYourCart(error.code);
    throw error;
  }
}
