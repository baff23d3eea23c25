import type uFuzzy from '@leeoniya/ufuzzy';
import type { Goods } from './goods-view.js';
import { idle } from './idle.js';
import { productsOf } from './products.js';
import type { Good } from './types.js';

const MOST_ORDERED = 1_000;

type Matcher = { find: uFuzzy; plain: (text: string) => string };

let matcher: Matcher | undefined;

/** Loaded after the first picture of the register; until then search finds exact words only. */
export async function loadMatcher(): Promise<Matcher> {
  const { default: Fuzzy } = await import('@leeoniya/ufuzzy');
  matcher ??= {
    // One wrong, missing, extra or swapped letter per word.
    find: new Fuzzy({ intraMode: 1 }),
    // Without accents and in small letters.
    plain: text => (ASCII.test(text) ? text : Fuzzy.latinize(text)).toLowerCase(),
  };
  return matcher;
}

const ASCII = /^[\0-\x7f]*$/;

/**
 * Reads the names of all goods in small pieces while nothing else happens, so that the first search
 * with a typing mistake takes no longer than the next. Returns how to stop.
 */
export function prepareSearch(goods: Goods): () => void {
  const stop = new AbortController();
  const prepare = async (): Promise<void> => {
    await idle();
    const { plain } = await loadMatcher();
    for (const _ of goods.prepareNames(plain)) {
      await idle();
      if (stop.signal.aborted) return;
    }
  };
  // Without the matcher, search finds exact words only.
  void prepare().catch(() => undefined);
  return () => stop.abort();
}

/**
 * Goods that contain every word, from the first. If there are none, those whose names are one typing
 * mistake per word away, best match first: "blakc tee" finds "Black Tee".
 */
export function* searchGoods(goods: Goods, text: string): Generator<Good> {
  let isExact = false;
  for (const good of goods.search(text)) {
    isExact = true;
    yield good;
  }
  if (isExact || text.trim().length < 3 || matcher === undefined) return;
  yield* searchAlike(goods, text, matcher);
}

function* searchAlike(goods: Goods, text: string, { find, plain }: Matcher): Generator<Good> {
  const wanted = plain(text);
  const found: { name: string; good: Good }[] = [];
  for (const { names, goodAt } of goods.names(plain)) {
    const [rows] = find.search(names as string[], wanted, 1, 0);
    for (const row of rows ?? []) {
      const good = goodAt(row);
      if (good !== undefined) found.push({ name: names[row] ?? '', good });
    }
    if (found.length > MOST_ORDERED) break;
  }
  const texts = found.map(({ name }) => name);
  const [, info, order] = find.search(texts, wanted, 1, MOST_ORDERED);
  const best = info && order ? order.map(nth => found[info.idx[nth] ?? -1]) : found;
  // Variants of a product stay together.
  for (const product of productsOf(best.flatMap(one => one?.good ?? []))) yield* product.goods;
}
