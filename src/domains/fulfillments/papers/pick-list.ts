import type { Reader } from '../../../platform/database/tx.js';
import type { Language } from '../../../platform/language.js';
import { type Formats, formatsFor } from '../../../platform/local-formats.js';
import type { Store } from '../../stores/index.js';
import { type Texts, textsIn } from '../../texts/index.js';
import { presentFulfillments, type ShownFulfillment } from '../present.js';
import { fulfillmentsToPick } from '../repository.js';

/** Orders on one list; the rest comes with the next one. */
const MAX_ORDERS = 100;

export type PickedItem = { sku: string; name: string; quantity: string };
export type PickedOrder = {
  number: string;
  about: string[];
  due: string | null;
  items: PickedItem[];
};
export type PickList = {
  storeName: string;
  language: Language;
  texts: Texts['picking'];
  madeAt: string;
  /** The goods of all orders, by SKU. */
  items: PickedItem[];
  orders: PickedOrder[];
};

/** The goods to pick for orders that are neither sent nor prepared, oldest first. */
export async function readPickList(reader: Reader, store: Store, now: Date): Promise<PickList> {
  const language = store.language as Language;
  const formats = formatsFor(language, store.currency);
  const texts = textsIn(language).picking;
  const rows = await fulfillmentsToPick(reader, store.id, MAX_ORDERS);
  const orders = await presentFulfillments(reader, rows);
  return {
    storeName: store.name,
    language,
    texts,
    madeAt: formats.dateTime(now, store.time_zone),
    items: itemsOf(orders.flatMap(goodsToPick), formats),
    orders: orders.map(order => orderOf(order, texts, formats, store)),
  };
}

type Goods = ShownFulfillment['items'][number];

/** Of a shipment: what has not left yet. Of other orders: all goods that the customer keeps. */
const goodsToPick = ({ fulfillment_type, shipments, items }: ShownFulfillment): Goods[] =>
  fulfillment_type === 'ship'
    ? shipments.filter(({ status }) => status === 'pending').flatMap(parcel => parcel.items)
    : items;

function itemsOf(goods: readonly Goods[], formats: Formats): PickedItem[] {
  const sums = new Map<string, Goods>();
  for (const item of goods) {
    const before = sums.get(item.sku);
    sums.set(item.sku, { ...item, quantity: (before?.quantity ?? 0) + item.quantity });
  }
  return [...sums.values()]
    .toSorted((a, b) => (a.sku < b.sku ? -1 : 1))
    .map(({ sku, description, quantity, unit }) => ({
      sku,
      name: description,
      quantity:
        unit === undefined ? formats.quantity(quantity) : `${formats.measure(quantity)} ${unit}`,
    }));
}

function orderOf(
  order: ShownFulfillment,
  texts: Texts['picking'],
  formats: Formats,
  store: Store,
): PickedOrder {
  const { scheduled_at: at, shipping_address: address } = order;
  const { money } = formatsFor(store.language as Language, order.currency);
  return {
    number: order.transaction,
    about: [
      texts.types[order.fulfillment_type],
      order.customer_name,
      ...(address === null ? [] : [[address.postalCode, address.city].filter(Boolean).join(' ')]),
      ...(at === null ? [] : [formats.dateTime(new Date(at), store.time_zone)]),
      order.notes,
    ].filter(text => text !== ''),
    due: Number(order.amount_due) > 0 ? texts.due(money(order.amount_due)) : null,
    items: itemsOf(goodsToPick(order), formats),
  };
}
