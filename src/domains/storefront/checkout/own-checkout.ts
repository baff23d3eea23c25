import type { FastifyRequest } from 'fastify';
import { Failure } from '../../../platform/http/failure.js';
import { isUuid } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import {
  resolveWebSession,
  type VisitRef,
  visitRefOf,
  type WebSession,
} from '../../people/index.js';
import { type OwnedCheckout, ownedCheckout } from './repository.js';

export type Owned = Omit<OwnedCheckout, 'visit'> & { session: WebSession };

/**
 * The checkout a request names, if it belongs to the visit. Otherwise throws `refusal`, which is the
 * same for a foreign, an unknown and a malformed id. Validation errors of the body come after that.
 * One statement finds both; only if it finds nothing the visit is looked up.
 */
export async function ownCheckout(
  platform: Platform,
  request: FastifyRequest,
  ref: unknown,
  refusal: (code?: string) => Failure,
  withSale = false,
): Promise<Owned> {
  if (typeof ref !== 'string' && request.validationError) throw request.validationError;
  const id = String(ref);
  const find: Find = async visit =>
    isUuid(id)
      ? ownedCheckout(platform.db, id, visit, { now: platform.clock.now(), withSale })
      : undefined;
  const owned =
    (await findNamed(platform, request, find)) ??
    (await findResolved(platform, request, find, refusal));
  if (owned === undefined) throw refusal();
  if (request.validationError) throw request.validationError;
  return owned;
}

type Find = (visit: VisitRef) => Promise<OwnedCheckout | undefined>;

async function findNamed(
  platform: Platform,
  request: FastifyRequest,
  find: Find,
): Promise<Owned | undefined> {
  const named = visitRefOf(platform, request);
  const found = named && (await find(named));
  if (found === undefined) return undefined;
  const via = named?.by === 'cart_token_hash' ? 'cart-token' : 'cookie';
  const { visit, ...rest } = found;
  return { ...rest, session: { ...visit, via } };
}

async function findResolved(
  platform: Platform,
  request: FastifyRequest,
  find: Find,
  refusal: (code?: string) => Failure,
): Promise<Owned | undefined> {
  const session = await visitOf(platform, request, refusal);
  const found = session === null ? undefined : await find({ by: 'id', value: session.id });
  if (session === null || found === undefined) return undefined;
  const { visit: _, ...rest } = found;
  return { ...rest, session };
}

/** The visit of a request. A page of another site gets the refusal with the reason as its code. */
async function visitOf(
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
