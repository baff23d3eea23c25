import type { Goods } from './goods-view.js';
import { idle } from './idle.js';
import type { Good } from './types.js';
import { alike, plain, wordsOf } from './words.js';

const MOST_ORDERED = 1_000;

/** The rows of a block by the words of their names. Numbers have no typing mistakes. */
type Words = ReadonlyMap<string, readonly number[]>;

const indexes = new WeakMap<readonly string[], Words>();

function indexOf(names: readonly string[]): Words {
  const known = indexes.get(names);
  if (known !== undefined) return known;
  const words = new Map<string, number[]>();
  for (const [row, name] of names.entries()) {
    for (const word of wordsOf(name)) {
      const rows = words.get(word);
      if (rows === undefined) words.set(word, [row]);
      else if (rows.at(-1) !== row) rows.push(row);
    }
  }
  indexes.set(names, words);
  return words;
}

/**
 * Reads the names of all goods in small pieces while nothing else happens, so that the first search
 * with a typing mistake takes no longer than the next. Returns how to stop.
 */
export function prepareSearch(goods: Goods): () => void {
  const stop = new AbortController();
  const prepare = async (): Promise<void> => {
    await idle();
    for (const _ of goods.prepareNames(plain)) {
      await idle();
      if (stop.signal.aborted) return;
    }
    for (const { names } of goods.names(plain)) {
      await idle();
      if (stop.signal.aborted) return;
      indexOf(names);
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
  for (const { names, goodAt } of goods.names(plain)) {
    for (const [row, far] of rowsAlike(indexOf(names), typed)) {
      if (!others.every(part => names[row]?.includes(part))) continue;
      found.push({ far, decode: () => goodAt(row) });
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
function rowsAlike(words: Words, typed: readonly string[]): Map<number, number> {
  let rows: Map<number, number> | undefined;
  for (const one of typed) {
    const near = rowsOf(words, one);
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

function rowsOf(words: Words, typed: string): Map<number, number> {
  const rows = new Map<number, number>();
  for (const [word, own] of words) {
    const far = alike(typed, word);
    if (far === undefined) continue;
    for (const row of own) rows.set(row, Math.min(far, rows.get(row) ?? far));
  }
  return rows;
}
