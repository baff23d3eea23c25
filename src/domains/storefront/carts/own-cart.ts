import type { FastifyRequest } from 'fastify';
import { Failure } from '../../../platform/http/failure.js';
import { isUuid } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { resolveWebSession } from '../../people/index.js';
import { notYourCart } from './errors.js';
import { activeCartId, type CartRef } from './repository.js';

/**
 * Whose cart a request is about. Whether the visit owns it is judged by the statement that works
 * on it; only a body that is not valid asks beforehand, because ownership is answered first.
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
    // A foreign page owns nothing here; the code tells a developer why.
    if (error instanceof Failure && error.kind === 'forbidden') throw notYourCart(error.code);
    throw error;
  }
}
