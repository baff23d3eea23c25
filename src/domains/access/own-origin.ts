import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.js';
import { forbidden } from '../../platform/http/failure.js';

type Origins = Pick<Config, 'publicUrl' | 'corsOrigins'>;

/**
 * Whether a page of our own or a program sent the request. Browsers name the page in `Origin`,
 * which pages cannot forge, or in `Sec-Fetch-Site`; a request with neither comes from no browser.
 * `same-site` is another host of the same domain, which is not ours.
 */
export function isOwnRequest(request: FastifyRequest, config: Origins): boolean {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  // Allowed pages of other origins are cross-site by intent.
  if (origin !== undefined && config.corsOrigins.includes(origin)) return true;
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined) return true;
  return origin === new URL(config.publicUrl).origin || origin === `${request.protocol}://${host}`;
}

/** CSRF protection: another site can make the browser send the cookie, but not hide itself. */
export function requireOwnOrigin(request: FastifyRequest, config: Origins): void {
  if (isOwnRequest(request, config)) return;
  throw forbidden('This request does not come from our own pages.', 'CROSS_SITE_REQUEST');
}
