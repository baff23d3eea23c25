import type { Goods, SearchedBlock } from './goods-view.js';
import { idle } from './idle.js';
import type { Good } from './types.js';
import { plain, wordsOf } from './words.js';

const MOST_ORDERED = 1_000;

/** A step of the preparation takes less. */
const STEP_MS = 3;

/**
 * Reads the names of all goods in small pieces while nothing else happens, so that the first search
 * with a typing mistake takes no longer than the next. Returns how to stop.
 */
export function prepareSearch(goods: Goods): () => void {
  const stop = new AbortController();
  const prepare = async (): Promise<void> => {
    let moment = await idle();
    for (const _ of goods.prepareSearch()) {
      if (moment.timeRemaining() < STEP_MS) moment = await idle();
      if (stop.signal.aborted) return;
    }
  };
  void prepare();
  return () => stop.abort();
}

/**
 * Goods that contain every word, from the first. If there are none, those whose names are one typing
 * mistake per word away, best match first: "vlack tee" finds "Black Tee".
 */
export function* searchGoods(goods: Goods, text: string): Generator<Good> {
  let isExact = false;
  for (const good of goods.search(text)) {
    isExact = true;
    yield good;
  }
  if (!isExact) yield* searchAlike(goods, plain(text));
}

function* searchAlike(goods: Goods, text: string): Generator<Good> {
  const typed = wordsOf(text);
  const others = text.split(/\s+/).filter(part => part !== '' && wordsOf(part).length === 0);
  if (typed.length === 0) return;
  const found: { far: number; decode: () => Good | undefined }[] = [];
  for (const block of goods.searched()) {
    for (const [row, far] of rowsAlike(block, typed)) {
      if (!others.every(part => block.nameAt(row).includes(part))) continue;
      found.push({ far, decode: () => block.goodAt(row) });
    }
    if (found.length > MOST_ORDERED) break;
  }
  // Variants of a product follow each other as long as their names are as near.
  for (const { decode } of found.sort((a, b) => a.far - b.far)) {
    const good = decode();
    if (good !== undefined) yield good;
  }
}

/** The rows that have a word like each of those typed, and how far these are away together. */
function rowsAlike(block: SearchedBlock, typed: readonly string[]): Map<number, number> {
  let rows: Map<number, number> | undefined;
  for (const one of typed) {
    const near = block.near(one);
    const before = rows;
    rows =
      before === undefined
        ? near
        : new Map(
            [...near].flatMap(([row, far]) => {
              const sum = before.get(row);
              return sum === undefined ? [] : [[row, sum + far] as const];
            }),
          );
    if (rows.size === 0) break;
  }
  return rows ?? new Map();
}
