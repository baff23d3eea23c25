import type { Reader } from '../../platform/database/tx.js';
import { minor } from '../../platform/money.js';
import { onOrder } from '../procurement/index.js';
import { findStore } from '../stores/index.js';
import { type PreferredArticle, preferredArticles } from '../suppliers/index.js';
import { incomingGoods } from '../transfers/index.js';
import { listParLevels, lowWithoutParLevel, type Shortage } from './par-repository.js';
import { type LineToOrder, linesToOrder } from './rules.js';

export type ProposedLine = LineToOrder & {
  shortage: Shortage;
  article: PreferredArticle | undefined;
};

/** What a store lacks and neither an open order nor a transfer brings. */
export async function proposeLines(
  reader: Reader,
  storeId: string,
  { isBelowMinimum, inPacks }: { isBelowMinimum: boolean | undefined; inPacks: boolean },
): Promise<ProposedLine[]> {
  const currency = (await findStore(reader, storeId))?.currency ?? '';
  const short = await shortagesOf(reader, storeId, isBelowMinimum);
  const ids = short.map(shortage => shortage.variant_id);
  const ordered = await onOrder(reader, storeId, ids);
  const sent = await incomingGoods(reader, storeId, ids);
  const articles = await preferredArticles(reader, ids);
  const coming = new Map(
    ids.map(id => [id, (ordered.get(id) ?? 0) + (sent.get(id) ?? 0)] as const),
  );
  const lines = linesToOrder(
    short.map(shortage => {
      const own = inPacks ? articles.get(shortage.variant_id) : undefined;
      // What the supplier charges, if it does so in the currency of the order.
      const cost = own?.cost_currency === currency ? own.cost : shortage.cost;
      return { ...shortage, costMinor: cost === null ? null : minor(cost, currency) };
    }),
    coming,
    id => (inPacks ? (articles.get(id)?.pack_size ?? 1) : 1),
  );
  const shortages = new Map(short.map(shortage => [shortage.variant_id, shortage]));
  return lines.flatMap(line => {
    const shortage = shortages.get(line.variantId);
    const article = articles.get(line.variantId);
    return shortage === undefined ? [] : [{ ...line, shortage, article }];
  });
}

/** Par levels come first; a variant without one has the reorder point of its level. By SKU. */
async function shortagesOf(
  reader: Reader,
  storeId: string,
  isBelowMinimum: boolean | undefined,
): Promise<Shortage[]> {
  const filter = { storeIds: [storeId], isShort: true, isBelowMinimum };
  const levels = await listParLevels(reader, filter, undefined, null);
  const low = await lowWithoutParLevel(reader, storeId);
  const short = [...levels.map(level => ({ ...level, source: 'par_level' as const })), ...low];
  return short.sort((one, other) => (one.sku < other.sku ? -1 : 1));
}

export type Proposal = { article: PreferredArticle | undefined; lines: ProposedLine[] };

/** By supplier name; goods without a preferred supplier come last. */
export function bySupplier(lines: readonly ProposedLine[]): Proposal[] {
  const groups = new Map<string, Proposal>();
  for (const line of lines) {
    const key = line.article?.supplier_id ?? '';
    const group = groups.get(key) ?? { article: line.article, lines: [] };
    group.lines.push(line);
    groups.set(key, group);
  }
  const nameOf = ({ article }: Proposal): string => article?.supplier_name ?? '\uffff';
  return [...groups.values()].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}
