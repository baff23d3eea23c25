import { invalidField } from '../../../platform/http/failure.js';
import { decodeCursor, encodeCursor } from '../../../platform/http/paginate.js';
import type { Sort } from './facets.js';
import type { MatchSet } from './kept-sets.js';
import type { Goods } from './memory/goods-at.js';
import { NONE } from './memory/product-columns.js';

/** Numbers of the slots; with the sign -1 the highest comes first. */
type Key = { column: Float64Array | Int32Array | Uint8Array; sign: 1 | -1 };

/** Products with the same keys, or of an order without keys, are in the order of their names. */
export type Order = {
  first?: Key;
  second?: Key;
  /** Going through the slots from the end finds the first products sooner. */
  isFromEnd?: boolean;
};

export function orderOf({ columns, prices, stock }: Goods, sort: Sort, matches?: MatchSet): Order {
  switch (sort) {
    case 'name':
      return {};
    case 'price':
      return { first: { column: prices.price, sign: 1 } };
    case '-price':
      return { first: { column: prices.price, sign: -1 } };
    case 'newest':
      return {
        first: { column: columns.createdAt, sign: -1 },
        second: { column: columns.ids, sign: -1 },
        isFromEnd: true,
      };
    case 'relevance':
      return {
        ...(matches && { first: { column: scoresBySlot(matches, columns.capacity), sign: -1 } }),
        second: { column: stock.stocked, sign: -1 },
      };
  }
}

/** Written for one search only, because a column has a number for every product. */
function scoresBySlot({ slots, scores }: MatchSet, capacity: number): Key['column'] {
  const column =
    scores instanceof Uint8Array ? new Uint8Array(capacity) : new Float64Array(capacity);
  for (let at = 0; at < slots.length; at += 1) column[slots[at] ?? 0] = scores[at] ?? 0;
  return column;
}

/** The number by which a slot is compared; the lower comes first. */
const keyOf = (key: Key | undefined, slot: number): number =>
  key === undefined ? 0 : key.sign * (key.column[slot] ?? 0);

/** Negative if the first of two slots comes first. */
export function comparison({ columns }: Goods, { first, second }: Order) {
  const { position } = columns;
  return (a: number, b: number): number =>
    keyOf(first, a) - keyOf(first, b) ||
    keyOf(second, a) - keyOf(second, b) ||
    (position[a] ?? 0) - (position[b] ?? 0);
}

/** A place in an order, beside a product or where one was. */
export type Place = { first: number; second: number; position: number };

/** Negative if a slot comes before the place. */
export const compareToPlace =
  ({ columns: { position } }: Goods, { first, second }: Order) =>
  (slot: number, place: Place): number =>
    keyOf(first, slot) - place.first ||
    keyOf(second, slot) - place.second ||
    (position[slot] ?? 0) - place.position;

export const placeOfSlot = ({ columns }: Goods, order: Order, slot: number): Place => ({
  first: keyOf(order.first, slot),
  second: keyOf(order.second, slot),
  position: columns.position[slot] ?? 0,
});

/** Where a page begins or, going back, ends: the keys and the name of the product beside it. */
export type Cursor = {
  isBack: boolean;
  first: number;
  second: number;
  id: number;
  /** The beginning of the name, in case the product is not on sale any more. */
  name: string;
};

const FORWARD = 'after';
const BACK = 'before';
const NAME_LENGTH = 40;

export function cursorAt(goods: Goods, order: Order, slot: number, isBack: boolean): string {
  const { ids, names } = goods.columns;
  const { first, second } = placeOfSlot(goods, order, slot);
  const name = (names[slot] ?? '').slice(0, NAME_LENGTH);
  return encodeCursor([isBack ? BACK : FORWARD, first, second, ids[slot] ?? 0, name]);
}

export function readCursor(text: string | undefined): Cursor | undefined {
  const parts = decodeCursor(text, 5);
  if (parts === undefined) return undefined;
  const [direction, first, second, id, name] = parts;
  const isDirection = direction === FORWARD || direction === BACK;
  if (
    !isDirection ||
    typeof first !== 'number' ||
    typeof second !== 'number' ||
    typeof id !== 'number' ||
    typeof name !== 'string'
  ) {
    throw invalidField('cursor', 'This cursor is not valid here.', 'INVALID_CURSOR');
  }
  return { isBack: direction === BACK, first, second, id, name };
}

/** The place of a cursor: that of its product, else where its name would be. */
export function placeOfCursor({ columns }: Goods, { first, second, id, name }: Cursor): Place {
  const slot = columns.slotOf(id);
  const position =
    slot === NONE ? columns.placeOf(name, id) - 0.5 : (columns.position[slot] ?? NONE);
  return { first, second, position };
}
