import type { FastifyReply } from 'fastify';
import { readTextThrough } from '../../../platform/cache/index.js';
import type { Platform } from '../../../platform/platform.js';
import { priceGeneration } from './price-generation.js';
import { CACHE_SECONDS, OTHER_CACHES_SECONDS } from './rules.js';

/**
 * Text with prices and stock. Its stock may be 30 s old; a changed price shows after at most 250 ms
 * (`VERSION_MS`), and after another second in browsers.
 */
export async function readPriced<T extends string | undefined>(
  platform: Platform,
  key: string,
  load: () => Promise<T>,
): Promise<T> {
  const generation = await priceGeneration(platform);
  return readTextThrough(platform.cache, `${key}:${generation}`, CACHE_SECONDS, load);
}

export function sendPriced(reply: FastifyReply, json: string): void {
  reply
    .header('cache-control', `public, max-age=${OTHER_CACHES_SECONDS}`)
    .type('application/json; charset=utf-8')
    .send(json);
}
