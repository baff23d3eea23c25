import { LRUCache } from 'lru-cache';

/** The products that match the words of a search, and how well, in the same order. */
export type MatchSet = { slots: Int32Array; scores: Float64Array | Uint8Array };

/** Larger sets are kept, because reading one takes longer than the rest of a search. */
const MOST_KEPT_BYTES = 20_000_000;

/** Sets by their query, up to 20 MB: about 40 of 100,000 products. */
export const keptSets = (): LRUCache<string, MatchSet> =>
  new LRUCache({
    maxSize: MOST_KEPT_BYTES,
    sizeCalculation: ({ slots, scores }) => slots.byteLength + scores.byteLength,
  });
