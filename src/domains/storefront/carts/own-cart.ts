import type { FastifyRequest } from 'fastify';
import { Failure } from '../../../platform/http/failure.js';
import { isUuid } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { resolveWebSession, visitRefOf } from '../../people/index.js';
import { notYourCart } from './errors.js';
import type { CartRef } from './repository.js';
import { activeCartId } from './visit-repository.js';

/**
 * Runs `use` on the cart that a request names. Its statement checks visit and ownership itself and answers
 * undefined for a cart that is not the visit's own; only then the visit is looked up.
 */
export async function onOwnCart<T>(
  platform: Platform,
  request: FastifyRequest,
  cartId: string,
  use: (ref: CartRef) => Promise<T | undefined>,
): Promise<T> {
  const named = visitRefOf(platform, request);
  if (named !== undefined && isUuid(cartId) && !request.validationError) {
    const done = await use({ cartId, visit: named });
    if (done !== undefined) return done;
  }
  const sessionId = await visitOf(platform, request);
  if (sessionId === undefined || !isUuid(cartId)) throw notYourCart();
  // A foreign cart is refused before an invalid body.
  if (request.validationError) {
    if ((await activeCartId(platform.db, sessionId)) !== cartId.toLowerCase()) throw notYourCart();
    throw request.validationError;
  }
  const done = await use({ cartId, visit: { by: 'id', value: sessionId } });
  if (done === undefined) throw notYourCart();
  return done;
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
