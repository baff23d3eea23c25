import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Platform } from '../../../platform/platform.js';
import { latestVersion } from './catalogue-repository.js';
import { readCatalogue, tokenOf } from './read-catalogue.js';

export type Encoding = 'br' | 'gzip' | 'identity';
export type Packed = { version: string; body: Buffer };

/** About 4 MB each with 100,000 variants; the tills of a store start at the same time. */
const MOST_KEPT = 8;

const memories = new WeakMap<Platform, LRUCache<string, Promise<Packed>>>();

function memoryOf(platform: Platform): LRUCache<string, Promise<Packed>> {
  const known = memories.get(platform);
  if (known) return known;
  const memory = new LRUCache<string, Promise<Packed>>({ max: MOST_KEPT });
  memories.set(platform, memory);
  return memory;
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** 100,000 variants in 0.1 s: quality 4 with the usual window takes four times as long for the same size. */
const QUALITY = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_LGWIN]: 18 },
};

async function pack(
  platform: Platform,
  storeId: string,
  since: string | undefined,
  encoding: Encoding,
): Promise<Packed> {
  const { version, json } = await readCatalogue(platform, storeId, since);
  if (encoding === 'br') return { version, body: await brotli(json, QUALITY) };
  if (encoding === 'gzip') return { version, body: await zip(json, { level: 4 }) };
  return { version, body: json };
}

export const presentVersion = async ({ db }: Platform): Promise<string> =>
  tokenOf(await latestVersion(db));

/** The compressed catalogue; tills that start together share one. */
export function packedCatalogue(
  platform: Platform,
  storeId: string,
  since: string | undefined,
  encoding: Encoding,
  present: string,
): Promise<Packed> {
  if (encoding === 'identity') return pack(platform, storeId, since, encoding);
  const memory = memoryOf(platform);
  const key = [storeId, present, since ?? '', encoding].join();
  const known = memory.get(key);
  if (known) return known;
  const packing = pack(platform, storeId, since, encoding);
  memory.set(key, packing);
  packing.catch(() => memory.delete(key));
  return packing;
}
