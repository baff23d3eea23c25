import type { Reader } from '../../platform/database/tx.js';
import { type Staff, seesAnyOf, storeScope } from '../access/index.js';
import type { Kind, KindName } from './documents/kind.js';
import { kindNamed, kindOfDocument } from './documents/kinds.js';
import {
  isOfStores,
  type Stores,
  storesOfDocuments,
  storesOfRecords,
} from './records/stores-repository.js';

/** What the exchange keeps about a record: a document, a webhook or a queued change. */
type Item = { kind: Kind | undefined; id: string };

type FindStores = (reader: Reader, kind: Kind, ids: readonly string[]) => Promise<Stores>;

/**
 * The rows that the caller may see, which is decided by the records they are about as they are now.
 * A row about a record of a store that is gone is shown to nobody who is limited to stores.
 */
async function visibleRows<Row>(
  reader: Reader,
  caller: Staff,
  rows: readonly Row[],
  itemOf: (row: Row) => Item,
  findStores: FindStores,
): Promise<Row[]> {
  if (storeScope(caller) === undefined) return [...rows];
  const items = rows.map(row => ({ row, ...itemOf(row) }));
  const bound = items.filter(({ kind }) => kind !== undefined && isOfStores(kind));
  const stores = new Map<Kind, Stores>();
  for (const kind of new Set(bound.map(item => item.kind as Kind))) {
    const ids = bound.filter(item => item.kind === kind).map(({ id }) => id);
    stores.set(kind, await findStores(reader, kind, ids));
  }
  const isVisible = ({ kind, id }: Item): boolean => {
    if (kind === undefined || !isOfStores(kind)) return true;
    const own = stores.get(kind)?.get(id);
    return own !== undefined && seesAnyOf(caller, own);
  };
  return items.filter(isVisible).map(({ row }) => row);
}

/** `visibleRows` for rows of one shape. */
const visibleBy =
  <Shape>(itemOf: (row: Shape) => Item, findStores: FindStores) =>
  <Row extends Shape>(reader: Reader, caller: Staff, rows: readonly Row[]): Promise<Row[]> =>
    visibleRows(reader, caller, rows, itemOf, findStores);

export const visibleDocuments = visibleBy(
  (row: { _id: string; _type: string }) => ({ kind: kindOfDocument(row._type), id: row._id }),
  storesOfDocuments,
);

export const visibleEvents = visibleBy(
  (row: { document_id: string; document_type: string }) => ({
    kind: kindOfDocument(row.document_type),
    id: row.document_id,
  }),
  storesOfDocuments,
);

export const visibleChanges = visibleBy(
  (row: { kind: KindName; record_id: string }) => ({
    kind: kindNamed(row.kind),
    id: row.record_id,
  }),
  storesOfRecords,
);

/** Many at a time, because a manager of one store sees few of a large chain's documents. */
const BATCH = 500;

/** Reads on until `limit` visible rows are found or none are left. */
export async function readVisible<Row>(
  limit: number,
  caller: Staff,
  read: (last: Row | undefined, limit: number) => Promise<Row[]>,
  visible: (rows: readonly Row[]) => Promise<Row[]>,
): Promise<Row[]> {
  const size = storeScope(caller) === undefined ? limit : Math.max(limit, BATCH);
  const found: Row[] = [];
  let rows: Row[] = [];
  do {
    rows = await read(rows.at(-1), size);
    found.push(...(await visible(rows)));
  } while (found.length < limit && rows.length === size);
  return found.slice(0, limit);
}
