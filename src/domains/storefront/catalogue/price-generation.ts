import type { Db } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { readVersion } from '../../../platform/reference-data/index.js';
import { nextPriceChange } from './repository.js';

/** How long a node trusts the version of the catalogue that it has read. */
const VERSION_MS = 250;

type Generation = { version: string; endsAt: number };
type Source = Pick<Platform, 'db' | 'clock'>;

/** One reader for all pages and answers of a node. */
const readers = new WeakMap<Db, () => Promise<Generation>>();

/**
 * Part of the key of everything that is kept with prices. It changes when anything raises the
 * version of the reference data, and when a price list or a price begins or ends. It comes from the
 * database, so it is right on every node, with Redis or without.
 */
export async function priceGeneration(source: Source): Promise<string> {
  const read = readers.get(source.db) ?? createReader(source);
  readers.set(source.db, read);
  const { version, endsAt } = await read();
  return `${version}.${endsAt}`;
}

function createReader({ db, clock }: Source): () => Promise<Generation> {
  let known: { at: number; generation: Promise<Generation> } | undefined;
  const read = async (last: Generation | undefined): Promise<Generation> => {
    const version = await readVersion(db);
    const now = clock.now();
    if (last?.version === version && now.getTime() < last.endsAt) return last;
    const next = await nextPriceChange(db, now);
    return { version, endsAt: next?.getTime() ?? Number.POSITIVE_INFINITY };
  };
  return () => {
    const now = performance.now();
    if (known !== undefined && now - known.at < VERSION_MS) return known.generation;
    const last = known?.generation.catch(() => undefined);
    const generation = (async () => read(await last))();
    known = { at: now, generation };
    generation.catch(() => {
      known = undefined;
    });
    return generation;
  };
}
