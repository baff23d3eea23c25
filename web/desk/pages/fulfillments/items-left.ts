import type { Fulfillment } from '../../types.js';

export type Item = Fulfillment['items'][number];

/** What still has to leave, one entry for each SKU. */
export function itemsLeft({ shipments, items }: Pick<Fulfillment, 'shipments' | 'items'>): Item[] {
  const pending = shipments.find(({ status }) => status === 'pending');
  if (pending !== undefined) return merged(pending.items, []);
  const sent = shipments.filter(({ status }) => status !== 'cancelled').flatMap(one => one.items);
  return merged(items, sent);
}

/** Thousandths, because measured goods have three decimals. */
const inSteps = (quantity: number): number => Math.round(quantity * 1_000);

function merged(items: readonly Item[], without: readonly Item[]): Item[] {
  const bySku = new Map<string, Item>();
  const add = (item: Item, steps: number): void => {
    const known = bySku.get(item.sku);
    const sum = inSteps(known?.quantity ?? 0) + steps;
    bySku.set(item.sku, { ...(known ?? item), quantity: sum / 1_000 });
  };
  for (const item of items) add(item, inSteps(item.quantity));
  for (const item of without) if (bySku.has(item.sku)) add(item, -inSteps(item.quantity));
  return [...bySku.values()].filter(({ quantity }) => quantity > 0);
}

/** Undefined if the parcel takes everything, so that the service decides what that is. */
export function itemsOfParcel(
  left: readonly Item[],
  quantities: Readonly<Record<string, number | string>>,
): { sku: string; quantity: number }[] | undefined {
  const chosen = left.map(({ sku, quantity }) => ({
    sku,
    quantity: Number(quantities[sku] ?? quantity) || 0,
  }));
  const isAll = left.every((item, index) => item.quantity === chosen[index]?.quantity);
  return isAll ? undefined : chosen.filter(({ quantity }) => quantity > 0);
}
