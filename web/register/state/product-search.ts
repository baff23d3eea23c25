import uFuzzy from '@leeoniya/ufuzzy';
import { search } from './catalogue.js';
import type { Good } from './types.js';

/** One wrong, missing, extra or swapped letter per word. */
const matcher = new uFuzzy({ intraMode: 1 });
const MOST_ORDERED = 1_000;

type Names = { goods: readonly Good[]; plain: string[] };

let kept: Names | undefined;

/** Without accents and in small letters; kept as long as the goods are the same. */
function namesOf(goods: readonly Good[]): string[] {
  if (kept?.goods !== goods) {
    const text = goods.map(good => `${good.name} ${good.category}`);
    kept = { goods, plain: uFuzzy.latinize(text).map(one => one.toLowerCase()) };
  }
  return kept.plain;
}

/**
 * Goods that contain every word. If there are none, those whose names are one typing mistake per
 * word away, best match first: "blakc tee" finds "Black Tee".
 */
export function searchGoods(goods: readonly Good[], text: string): Good[] {
  const exact = search(goods, text);
  if (exact.length > 0 || text.trim().length < 3) return exact;
  const names = namesOf(goods);
  const wanted = uFuzzy.latinize([text])[0]?.toLowerCase() ?? '';
  const [found, info, order] = matcher.search(names, wanted, 1, MOST_ORDERED);
  if (found === null) return [];
  const indexes = info && order ? order.map(at => info.idx[at]) : found;
  return indexes.flatMap(at => (at === undefined ? [] : (goods[at] ?? [])));
}
