import type { FastifyRequest } from 'fastify';
import { Failure } from '../../../platform/http/failure.js';
import { isUuid } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { resolveWebSession, type WebSession } from '../../people/index.js';
import { type Checkout, ownedCheckout } from './repository.js';

export type Owned = { session: WebSession; checkout: Checkout };

/**
 * The checkout a request names, if it belongs to the visit. Otherwise throws `refusal`, which is the
 * same for a foreign, an unknown and a malformed id. Validation errors of the body come after that.
 */
export async function ownCheckout(
  platform: Platform,
  request: FastifyRequest,
  ref: unknown,
  refusal: (code?: string) => Failure,
): Promise<Owned> {
  if (typeof ref !== 'string' && request.validationError) throw request.validationError;
  const session = await visitOf(platform, request, refusal);
  const id = String(ref);
  const checkout =
    session !== null && isUuid(id) ? await ownedCheckout(platform.db, id, session.id) : undefined;
  if (session === null || checkout === undefined) throw refusal();
  if (request.validationError) throw request.validationError;
  return { session, checkout };
}

/** The visit of a request. A page of another site gets the refusal with the reason as its code. */
export async function visitOf(
  platform: Platform,
  request: FastifyRequest,
  refusal: (code?: string) => Failure,
): Promise<WebSession | null> {
  try {
    return await resolveWebSession(platform, request);
  } catch (error) {
    if (error instanceof Failure && error.kind === 'forbidden') throw refusal(error.code);
    throw error;
  }
}
