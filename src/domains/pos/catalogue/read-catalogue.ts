import { inSnapshot, type Reader } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { storePromotions } from '../../promotions/index.js';
import {
  changedVariants,
  goneOf,
  isKnown,
  latestVersion,
  priceParts,
  termsOf,
  type Version,
  variantParts,
} from './catalogue-repository.js';

const TOKEN = /^(\d{1,15})-(\d{1,20})$/;

export const tokenOf = (version: Version | undefined): string =>
  version === undefined ? '0-0' : `${version.version}-${version.stamp}`;

/** A change of more variants than this is sent as a whole catalogue. */
const MOST_CHANGES = 20_000;

/**
 * The catalogue of a store as JSON, or what changed since a version, read in one snapshot: it
 * contains every change up to its version and none after it.
 */
export const readCatalogue = (
  { db, config, clock }: Platform,
  storeId: string,
  since: string | undefined,
): Promise<{ version: string; json: Buffer }> =>
  inSnapshot(db, async reader => {
    const version = tokenOf(await latestVersion(reader));
    const ids = await idsSince(reader, since, version);
    const gone = ids === null ? [] : await goneOf(reader, ids);
    const isGone = new Set(gone);
    const sold = ids?.filter(id => !isGone.has(id)) ?? null;
    const head = {
      version,
      is_full: ids === null,
      base_currency: config.baseCurrency,
      ...(await termsOf(reader, storeId)),
      promotions: await storePromotions(reader, storeId, clock.now()),
      gone,
    };
    const variants = await variantParts(reader, sold);
    const prices = await priceParts(reader, storeId, sold);
    const json = `${JSON.stringify(head).slice(0, -1)},"variants":[${variants.join()}],"prices":[${prices.join()}]}`;
    return { version, json: Buffer.from(json) };
  });

/** Null for the whole catalogue: the till has none, or one that this database does not know. */
async function idsSince(
  reader: Reader,
  since: string | undefined,
  present: string,
): Promise<string[] | null> {
  if (since === present) return [];
  const [, version, stamp = ''] = TOKEN.exec(since ?? '') ?? [];
  if (version === undefined) return null;
  const known = { version: Number(version), stamp };
  if (!(await isKnown(reader, known))) return null;
  const ids = await changedVariants(reader, known.version);
  return ids.length > MOST_CHANGES ? null : ids;
}
