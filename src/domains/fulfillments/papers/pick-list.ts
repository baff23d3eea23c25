import type { Reader } from '../../../platform/database/tx.js';
import type { Language } from '../../../platform/language.js';
import { type Formats, formatsFor } from '../../../platform/local-formats.js';
import type { Store } from '../../stores/index.js';
import { type Texts, textsIn } from '../../texts/index.js';
import { presentFulfillment, presentFulfillments, type ShownFulfillment } from '../present.js';
import { type Fulfillment, fulfillmentsToPick } from '../repository.js';

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
  /** The goods of all orders, by SKU; empty on the list of a single order. */
  items: PickedItem[];
  orders: PickedOrder[];
};

/** The goods to pick for orders that are neither sent nor prepared, oldest first. */
export async function readPickList(reader: Reader, store: Store, now: Date): Promise<PickList> {
  const rows = await fulfillmentsToPick(reader, store.id, MAX_ORDERS);
  const orders = await presentFulfillments(reader, rows);
  const items = itemsOf(orders.flatMap(goodsToPick), formatsFor(languageOf(store), store.currency));
  return { ...headOf(store, now), items, orders: orders.map(order => orderOf(order, store)) };
}

/** The goods to pick for one order. */
export async function readOrderPickList(
  reader: Reader,
  store: Store,
  row: Fulfillment,
  now: Date,
): Promise<PickList> {
  const order = await presentFulfillment(reader, row);
  return { ...headOf(store, now), items: [], orders: [orderOf(order, store)] };
}

const languageOf = (store: Store): Language => store.language as Language;

function headOf(store: Store, now: Date): Omit<PickList, 'items' | 'orders'> {
  const language = languageOf(store);
  const formats = formatsFor(language, store.currency);
  return {
    storeName: store.name,
    language,
    texts: textsIn(language).picking,
    madeAt: formats.dateTime(now, store.time_zone),
  };
}

type Goods = ShownFulfillment['items'][number];

/** For a shipment, what has not left yet; for other orders, all goods that the customer keeps. */
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

function orderOf(order: ShownFulfillment, store: Store): PickedOrder {
  const { scheduled_at: at, shipping_address: address } = order;
  const language = languageOf(store);
  const texts = textsIn(language).picking;
  const formats = formatsFor(language, store.currency);
  const { money } = formatsFor(language, order.currency);
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
