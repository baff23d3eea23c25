import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Want } from './build-query.js';
import { NONE, type ProductColumns } from './memory/product-columns.js';

const IN_NAME = 3;
const IN_REFERENCE = 2;
const ELSEWHERE = 1;

/** Other requests are served after so many comparisons, about 3 ms of work. */
const TEXTS_AT_ONCE = 5_000;

type Names = Pick<ProductColumns, 'names' | 'brand' | 'category' | 'brands' | 'categories'>;

/**
 * Points for each term of the search: three if the name of the product has it, two if that of its
 * brand or category has it, else one. The scores have the order of the slots.
 */
export async function fieldScores(
  columns: Names,
  slots: Int32Array,
  wants: readonly Want[],
  referenceNames: ReadonlyMap<string, string>,
  pause: () => Promise<unknown> = nextIteration,
): Promise<Uint8Array> {
  const scores = new Uint8Array(slots.length);
  for (const want of wants) {
    const hasWords = finderOf(want);
    const isNamed = async ({ ids }: { ids: readonly string[] }): Promise<Uint8Array> => {
      const named = new Uint8Array(ids.length);
      await forEachInTurn(ids.length, pause, at => {
        named[at] = Number(hasWords(referenceNames.get(ids[at] ?? '') ?? ''));
      });
      return named;
    };
    const brands = await isNamed(columns.brands);
    const categories = await isNamed(columns.categories);
    await forEachInTurn(slots.length, pause, at => {
      const slot = slots[at] ?? 0;
      const isReferred =
        brands[columns.brand[slot] ?? NONE] === 1 ||
        categories[columns.category[slot] ?? NONE] === 1;
      const points = hasWords(columns.names[slot] ?? '')
        ? IN_NAME
        : isReferred
          ? IN_REFERENCE
          : ELSEWHERE;
      scores[at] = (scores[at] ?? 0) + points;
    });
  }
  return scores;
}

/** Calls `work` with the numbers below `count`, with a pause after each `TEXTS_AT_ONCE` of them. */
async function forEachInTurn(
  count: number,
  pause: () => Promise<unknown>,
  work: (at: number) => void,
): Promise<void> {
  for (let from = 0; from < count; from += TEXTS_AT_ONCE) {
    if (from > 0) await pause();
    const end = Math.min(from + TEXTS_AT_ONCE, count);
    for (let at = from; at < end; at += 1) work(at);
  }
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
