import { isUuid } from '../ids.js';

type Body = Record<string, unknown>;

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const asId = (value: unknown): string | number | undefined =>
  typeof value === 'string' || typeof value === 'number' ? value : undefined;

/** The id of a record as paths name it: sales by number, tasks and deliveries by ids of their own. */
export const idOf = (record: Body | undefined): string | number | undefined =>
  asId(record?.transactionId ?? record?.task_id ?? record?.delivery_id ?? record?.id);

/**
 * The name of a record without an id, from the keys of its path: `{store_id}/receipt/en` of a mail
 * template. The store is named by its id, although paths take its code as well.
 */
export function keyOf(
  record: Body | undefined,
  keys: readonly (readonly [name: string, value: unknown])[],
): string | undefined {
  if (keys.length === 0) return undefined;
  const storeId = storeIn(record?.store_id);
  return keys.map(([name, value]) => (name === 'store' ? (storeId ?? value) : value)).join('/');
}

/** The id of the record that a transaction created: its result is the row, or the answer. */
export function createdIdIn(result: unknown): string | number | undefined {
  if (!isObject(result)) return undefined;
  const inside = isObject(result.body) ? result.body : result;
  return idOf(inside) ?? asId(inside.transaction_id ?? inside.code);
}

/** Ids of what the result consists of, such as `{ refund, task }`: one may be the record. */
export const nestedIdsIn = (result: unknown): (string | number)[] =>
  isObject(result)
    ? Object.values(result)
        .map(part => (isObject(part) ? createdIdIn(part) : undefined))
        .filter(id => id !== undefined)
    : [];

const storeIn = (value: unknown): string | undefined => {
  const id = isObject(value) ? value.id : value;
  return typeof id === 'string' && isUuid(id) ? id : undefined;
};

/** The only store of a list; a record of several stores is the chain's. */
const onlyOf = (value: unknown): string | undefined =>
  Array.isArray(value) && value.length === 1 ? storeIn(value[0]) : undefined;

/** The store that a record belongs to. */
export function storeOf(type: string, record: Body | undefined, sent: unknown): string | undefined {
  const body = isObject(sent) ? sent : {};
  const inRecord = (from: Body): string | undefined =>
    storeIn(from.store_id) ?? storeIn(from.store) ?? onlyOf(from.store_ids) ?? onlyOf(from.stores);
  if (record === undefined) return inRecord(body);
  return type === 'stores' ? storeIn(record.id) : inRecord(record);
}
