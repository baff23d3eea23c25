import type { Tx } from '../../../platform/database/tx.js';
import { invalidField } from '../../../platform/http/failure.js';
import { appliesToChain } from '../../access/index.js';
import { type PutAction, putProduct, type Status, statusOf } from '../../catalog/index.js';
import { updatePrice } from '../../prices/index.js';
import type { ReadRow, RowReader } from '../row-reader.js';
import type { Sender } from '../sheets/sheet.js';
import type { Needs, Trace } from '../trace.js';
import { type Matched, problemOf } from './find-matching.js';
import { COLUMNS } from './write-rows.js';

type Row = Omit<Matched, 'name'>;

const CHANGED = 'Somebody changed it since the change was started.';
const GONE = 'It does not exist any more.';

const FIELD = { product: 'status', variant: 'price', price: 'price' } as const;

/** Reads the rows of a bulk change: each has the value that it replaces. */
export function changeReader({ storeIds }: Sender): RowReader {
  const reach = storeIds ?? 'chain';
  return {
    read: (row, cells): ReadRow => {
      const read = Object.fromEntries(COLUMNS.map((name, at) => [name, cells[at] ?? ''])) as Row;
      const problem = problemOf({ ...read, name: '' });
      return {
        row,
        key: read.key,
        problems: { ...(problem && { price: [problem] }) },
        needs: needsOf(read),
        put: (tx, trace) => {
          // The person who started the change may have lost the right to all stores since.
          if (reach !== 'chain') throw appliesToChain();
          return PUT[read.record](tx, read, trace);
        },
      };
    },
    inColumns: fields => fields,
  };
}

const needsOf = ({ record, id }: Row): Needs => {
  if (record === 'price') return { priceId: id };
  return { goods: record === 'product' ? { productId: Number(id) } : { variantId: id } };
};

/** True if the record has the value already; refuses one that somebody has changed. */
function isDone(current: string, { record, before, after }: Row): boolean {
  if (current === after) return true;
  if (current !== before) throw invalidField(FIELD[record], CHANGED);
  return false;
}

const gone = ({ record }: Row) => invalidField(FIELD[record], GONE);

const PUT: Record<Row['record'], (tx: Tx, row: Row, trace: Trace) => ReturnType<ReadRow['put']>> = {
  product: async (tx, row, trace) => {
    const known = trace.goods.get(Number(row.id));
    if (known === undefined) throw gone(row);
    if (isDone(statusOf(known), row)) return 'unchanged';
    const status = row.after as Status;
    const put = { slug: known.slug, product: { status }, references: {}, variant: undefined };
    return (await putProduct(tx, put, 'chain', trace)).action;
  },
  variant: async (tx, row, trace) => {
    const known = trace.goodsOfVariant.get(row.id);
    const variant = known?.variants.find(({ id }) => id === row.id);
    if (known === undefined || variant === undefined) throw gone(row);
    if (isDone(variant.price, row)) return 'unchanged';
    const price = { sku: variant.sku, price: row.after };
    const put = { slug: known.slug, product: {}, references: {}, variant: price };
    return (await putProduct(tx, put, 'chain', trace)).action;
  },
  price: async (_, row, { prices, batch, log }): Promise<PutAction> => {
    const known = prices.get(row.id);
    if (known === undefined) throw gone(row);
    if (isDone(known.amount, row)) return 'unchanged';
    const { id, before, after } = row;
    batch.writes.defer(tx => updatePrice(tx, id, { amount: after }));
    log({ record: 'price', id, created: false, before, after });
    return 'updated';
  },
};
