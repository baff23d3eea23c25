import { type Block, joined, nameIn, rowsIn, rowsWith, textAt } from './goods-block.js';
import { alike, plain, wordsOf } from './words.js';

/**
 * The different words of the names in a block, a line for each, and the rows that have them.
 * Numbers have no typing mistakes.
 */
export type WordIndex = Pick<Block, 'texts' | 'textEnds'> & {
  rows: readonly (readonly number[])[];
};

/** Before each word. */
const START = '\t';

/** So many names are read in a millisecond or two, also on a small device. */
const NAMES_AT_ONCE = 250;

/** Reads the names of a block in steps of some milliseconds. */
export function* indexWords(block: Block): Generator<undefined, WordIndex> {
  const rowsOf = new Map<string, number[]>();
  let last = '';
  let lists: number[][] = [];
  for (let row = 0; row < rowsIn(block); row += 1) {
    const name = nameIn(textAt(block, row));
    // Variants without a name of their own follow each other with that of their product.
    if (name !== last) {
      last = name;
      lists = [...new Set(wordsOf(plain(name)))].map(word => {
        const rows = rowsOf.get(word) ?? [];
        rowsOf.set(word, rows);
        return rows;
      });
    }
    for (const list of lists) list.push(row);
    if ((row + 1) % NAMES_AT_ONCE === 0) yield undefined;
  }
  const { text, ends } = joined([...rowsOf.keys()].map(word => `${START}${word}\n`));
  return { texts: text, textEnds: ends, rows: [...rowsOf.values()] };
}

const wordAt = (index: WordIndex, place: number): string =>
  textAt(index, place).slice(START.length, -1);

/**
 * The words that may be one mistake away: the beginning is right, or the rest is, or the mistake
 * swaps the letters between the two. The browser finds such text faster than words are compared.
 */
export function candidates(index: WordIndex, typed: string): Set<number> {
  const half = typed.length >> 1;
  const beginning = typed.slice(0, half);
  const swapped = `${typed.slice(0, half - 1)}${typed[half]}${typed[half - 1]}`;
  const places = new Set<number>();
  for (const part of [typed.slice(half), START + beginning, START + swapped]) {
    for (const place of rowsWith(index, part)) places.add(place);
  }
  return places;
}

/** The rows that have a word like the one typed, and how far that is away. */
export function rowsNear(index: WordIndex, typed: string): Map<number, number> {
  const near = new Map<number, number>();
  for (const place of candidates(index, typed)) {
    const far = alike(typed, wordAt(index, place));
    if (far === undefined) continue;
    for (const row of index.rows[place] ?? []) near.set(row, Math.min(far, near.get(row) ?? far));
  }
  return near;
}
