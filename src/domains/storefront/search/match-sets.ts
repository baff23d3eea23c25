import type { LRUCache } from 'lru-cache';
import type { Db } from '../../../platform/database/tx.js';
import type { Want } from './build-query.js';
import { fieldScores } from './field-scores.js';
import { keptSets, type MatchSet } from './kept-sets.js';
import type { Goods } from './memory/goods-at.js';
import { matchingIds, membersOf, namesForRank, rankedIds } from './repository.js';

/** Up to so many matches are ranked by the database; of more, the fields that have the words count. */
const MOST_RANKED = 2_000;

/** The large sets of one state of the catalogue. */
type Kept = {
  state: string;
  sets: LRUCache<string, MatchSet>;
  /** Sets that are being read, so that searches at the same moment share one read. */
  reading: Map<string, Promise<MatchSet>>;
  names: Promise<Map<string, string>> | undefined;
};

const kept = new WeakMap<Db, Kept>();

function keptFor(db: Db, { version, columns }: Goods): Kept {
  const state = `${version} ${columns.changes}`;
  const known = kept.get(db);
  if (known?.state === state) return known;
  const fresh = { state, sets: keptSets(), reading: new Map(), names: undefined };
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
  const known = memory.sets.get(key) ?? memory.reading.get(key);
  if (known !== undefined) return known;
  const load = async (): Promise<MatchSet> => {
    const slots = goods.columns.slotsOf(await read());
    const found = { slots, scores: await score(slots, memory) };
    // Slots that changed meanwhile belong to another state.
    if (slots.length > MOST_RANKED && keptFor(db, goods) === memory) memory.sets.set(key, found);
    return found;
  };
  const reading = load().finally(() => memory.reading.delete(key));
  memory.reading.set(key, reading);
  return reading;
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
      return fieldScores(goods.columns, slots, wants, await namesIn(memory, db));
    },
  );
}

/** Names of brands and categories; read again after a failure. */
function namesIn(memory: Kept, db: Db): Promise<Map<string, string>> {
  const names = memory.names ?? namesForRank(db);
  memory.names = names;
  names.catch(() => {
    memory.names = undefined;
  });
  return names;
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
  if (slots.length === 0) return new Float64Array(0);
  const ids = Array.from(slots, slot => columns.ids[slot] ?? 0);
  const rows = await rankedIds(db, query, ids);
  const rankOf = new Map(rows.map(({ id, rank }) => [id, rank]));
  return Float64Array.from(ids, id => rankOf.get(id) ?? 0);
}
