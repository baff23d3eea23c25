import type uFuzzy from '@leeoniya/ufuzzy';
import { search } from './catalogue.js';
import type { Good } from './types.js';

const MOST_ORDERED = 1_000;

type Matcher = { find: uFuzzy; plain: (text: string) => string };
type Names = { goods: readonly Good[]; plain: string[] };

let matcher: Matcher | undefined;
let kept: Names | undefined;

/** Loaded after the first picture of the register; until then search finds exact words only. */
export async function loadMatcher(): Promise<void> {
  const { default: Fuzzy } = await import('@leeoniya/ufuzzy');
  matcher = {
    // One wrong, missing, extra or swapped letter per word.
    find: new Fuzzy({ intraMode: 1 }),
    // Without accents and in small letters.
    plain: text => Fuzzy.latinize(text).toLowerCase(),
  };
}

/** Kept as long as the goods are the same. */
function namesOf(goods: readonly Good[], plain: Matcher['plain']): string[] {
  if (kept?.goods !== goods) {
    kept = { goods, plain: goods.map(good => plain(`${good.name} ${good.category}`)) };
  }
  return kept.plain;
}

/**
 * Goods that contain every word. If there are none, those whose names are one typing mistake per
 * word away, best match first: "blakc tee" finds "Black Tee".
 */
export function searchGoods(goods: readonly Good[], text: string): Good[] {
  const exact = search(goods, text);
  if (exact.length > 0 || text.trim().length < 3 || matcher === undefined) return exact;
  const { find, plain } = matcher;
  const [found, info, order] = find.search(namesOf(goods, plain), plain(text), 1, MOST_ORDERED);
  if (found === null) return [];
  const indexes = info && order ? order.map(at => info.idx[at]) : found;
  return indexes.flatMap(at => (at === undefined ? [] : (goods[at] ?? [])));
}
