import { LRUCache } from 'lru-cache';
import type { Db } from '../../../platform/database/tx.js';
import type { Want } from './build-query.js';
import type { Goods } from './memory/goods-at.js';
import { NONE } from './memory/product-columns.js';
import { matchingIds, membersOf, namesForRank, rankedIds } from './repository.js';

/** The products that match the words of a search, and how well. */
export type MatchSet = { slots: Int32Array; scores: Float64Array | Uint8Array };

/** Up to so many matches are ranked by the database; of more, the fields that have the words count. */
const MOST_RANKED = 2_000;
/** Larger sets are kept, because reading one takes longer than the rest of a search; 20 MB in all. */
const MOST_KEPT = 4_000_000;

/** The large sets of one state of the catalogue. */
type Kept = {
  state: string;
  sets: LRUCache<string, MatchSet>;
  names: Promise<Map<string, string>> | undefined;
};

const kept = new WeakMap<Db, Kept>();

function keptFor(db: Db, { version, columns }: Goods): Kept {
  const state = `${version} ${columns.changes}`;
  const known = kept.get(db);
  if (known?.state === state) return known;
  const sets = new LRUCache<string, MatchSet>({
    maxSize: MOST_KEPT,
    sizeCalculation: ({ slots }) => slots.length,
  });
  const fresh = { state, sets, names: undefined };
  kept.set(db, fresh);
  return fresh;
}

/** Reads a set of products with their scores, and keeps it if it is large. */
async function readSet(
  db: Db,
  goods: Goods,
  key: string,
  read: () => Promise<Int32Array>,
  score: (slots: Int32Array, memory: Kept) => Promise<MatchSet['scores']>,
): Promise<MatchSet> {
  const memory = keptFor(db, goods);
  const known = memory.sets.get(key);
  if (known !== undefined) return known;
  const slots = goods.columns.slotsOf(await read());
  const found = { slots, scores: await score(slots, memory) };
  // Slots that changed meanwhile belong to another state.
  if (slots.length > MOST_RANKED && keptFor(db, goods) === memory) memory.sets.set(key, found);
  return found;
}

/** The products that match a query; an empty query matches none. */
export async function matchesOf(
  db: Db,
  goods: Goods,
  { query, wants }: { query: string; wants: readonly Want[] },
): Promise<MatchSet> {
  if (query === '') return { slots: new Int32Array(0), scores: new Uint8Array(0) };
  return readSet(
    db,
    goods,
    query,
    () => matchingIds(db, query),
    async (slots, memory) => {
      if (slots.length <= MOST_RANKED) return ranks(db, goods, query, slots);
      memory.names ??= namesForRank(db);
      return fieldScores(goods, slots, wants, await memory.names);
    },
  );
}

/** The products of a collection. */
export async function collectionSlots(db: Db, goods: Goods, id: string): Promise<Set<number>> {
  const read = () => membersOf(db, id);
  const { slots } = await readSet(db, goods, `collection ${id}`, read, async () => NO_SCORES);
  return new Set(slots);
}

const NO_SCORES = new Uint8Array(0);

async function ranks(
  db: Db,
  { columns }: Goods,
  query: string,
  slots: Int32Array,
): Promise<Float64Array> {
  const scores = new Float64Array(columns.capacity);
  const ids = [...slots].map(slot => columns.ids[slot] ?? 0);
  for (const { id, rank } of ids.length === 0 ? [] : await rankedIds(db, query, ids)) {
    const slot = columns.slotOf(id);
    if (slot !== NONE) scores[slot] = rank;
  }
  return scores;
}

const IN_NAME = 3;
const IN_REFERENCE = 2;
const ELSEWHERE = 1;

/**
 * Points for each place of the search: three if the name of the product has it, two if that of its
 * brand or category has it, else one.
 */
function fieldScores(
  { columns }: Goods,
  slots: Int32Array,
  wants: readonly Want[],
  names: ReadonlyMap<string, string>,
): Uint8Array {
  const scores = new Uint8Array(columns.capacity);
  for (const want of wants) {
    const hasWords = finderOf(want);
    const isNamed = ({ ids }: { ids: readonly string[] }): Uint8Array =>
      Uint8Array.from(ids, id => Number(hasWords(names.get(id) ?? '')));
    const brands = isNamed(columns.brands);
    const categories = isNamed(columns.categories);
    for (const slot of slots) {
      const isReferred =
        brands[columns.brand[slot] ?? NONE] === 1 ||
        categories[columns.category[slot] ?? NONE] === 1;
      const points = hasWords(columns.names[slot] ?? '')
        ? IN_NAME
        : isReferred
          ? IN_REFERENCE
          : ELSEWHERE;
      scores[slot] = (scores[slot] ?? 0) + points;
    }
  }
  return scores;
}

/**
 * Finds out whether one of the phrases is in a text. Compiled, because twelve words are looked for in
 * 100,000 names: five times as fast as a comparison of each beginning.
 */
function finderOf(phrases: Want): (text: string) => boolean {
  const compiled = phrases.map(words =>
    words.map(ways => new RegExp(`(?:^| )(?:${ways.map(literally).join('|')})`)),
  );
  return text => compiled.some(words => words.every(word => word.test(text)));
}

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
