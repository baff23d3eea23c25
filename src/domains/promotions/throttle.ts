import type { FastifyRequest } from 'fastify';
import { MINUTE_MS } from '../../platform/clock.js';
import { tooMany } from '../../platform/http/failure.js';
import { clientKey } from '../../platform/http/limits.js';
import type { Platform } from '../../platform/platform.js';

/** Limits public routes per client address. */
export async function throttle(
  { limits }: Platform,
  request: FastifyRequest,
  name: string,
  maxPerMinute: number,
): Promise<void> {
  const verdict = await limits.throttle(name, clientKey(request.ip), maxPerMinute, MINUTE_MS);
  if (verdict.blocked) {
    throw tooMany('Too many requests from this address.', verdict.retryAfterSeconds);
  }
}
