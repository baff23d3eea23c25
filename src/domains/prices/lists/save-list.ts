import { momentOf } from '../../../platform/clock.js';
import { fitsCurrency } from '../../../platform/currencies.js';
import { brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import { conflict, Failure, invalidField, notFound } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import { findStore } from '../../stores/index.js';
import {
  amountsOf,
  insertList,
  type ListRow,
  listById,
  listsOfPriority,
  lockList,
  lockLists,
  storesOfCurrency,
  updateList,
} from './repository.js';
import { isAmbiguous } from './rules.js';
import type { ListFields } from './schemas.js';

const NEW = {
  store_ids: [] as string[],
  customer_group: null,
  valid_from: null,
  valid_to: null,
  priority: 0,
};

/** Creates or changes a price list. Sales keep the prices they were made at. */
export async function saveList(
  tx: Tx,
  id: string | undefined,
  change: Partial<ListFields>,
): Promise<ListRow> {
  await lockLists(tx);
  const before = id === undefined ? undefined : await lockList(tx, id);
  if (id !== undefined && before === undefined) throw notFound('Price list');
  const { store_ids: refs, valid_from, valid_to, ...rest } = change;
  const columns = {
    ...rest,
    ...(valid_from !== undefined && { valid_from: momentIn('valid_from', valid_from) }),
    ...(valid_to !== undefined && { valid_to: momentIn('valid_to', valid_to) }),
    ...(refs !== undefined && { store_ids: await storeIdsOf(tx, refs) }),
  };
  const after = { ...NEW, ...before, ...columns } as Omit<ListRow, 'id'>;
  await check(tx, before, after);
  const listId = before?.id ?? newId();
  try {
    if (before) await updateList(tx, listId, columns);
    else await insertList(tx, { ...after, id: listId });
  } catch (error) {
    if (brokenConstraint(error) !== 'price_lists_code_key') throw error;
    const message = 'Another price list has this code.';
    throw new Failure('conflict', 'DUPLICATE', `code: ${message}`, { fields: { code: [message] } });
  }
  const saved = await listById(tx, listId);
  if (saved === undefined) throw notFound('Price list');
  return saved;
}

function momentIn(field: string, text: string | null): Date | null {
  if (text === null) return null;
  const at = momentOf(text);
  if (at === undefined) throw invalidField(field, 'Must be a valid date and time.');
  return at;
}

async function storeIdsOf(tx: Tx, refs: readonly string[]): Promise<string[]> {
  const ids = new Set<string>();
  for (const ref of refs) {
    const store = await findStore(tx, ref);
    if (store === undefined) throw invalidField('store_ids', 'One of these stores does not exist.');
    ids.add(store.id);
  }
  return [...ids].sort();
}

async function check(
  tx: Tx,
  before: ListRow | undefined,
  after: Omit<ListRow, 'id'>,
): Promise<void> {
  const { currency, store_ids: storeIds, valid_from: from, valid_to: to } = after;
  if (from !== null && to !== null && to <= from) {
    throw invalidField('valid_to', 'Must be after valid_from.');
  }
  const stores = await storesOfCurrency(tx, currency);
  if (stores.length === 0) throw invalidField('currency', `No store uses ${currency}.`);
  if (storeIds.some(id => !stores.includes(id))) {
    throw invalidField('store_ids', `One of these stores does not use ${currency}.`);
  }
  if (before !== undefined && before.currency !== currency) {
    const amounts = await amountsOf(tx, before.id);
    const odd = amounts.find(amount => !fitsCurrency(amount, currency));
    if (odd !== undefined) throw invalidField('currency', `${odd} is no amount in ${currency}.`);
  }
  const rivals = await listsOfPriority(tx, currency, after.priority);
  const rival = rivals.find(list => list.id !== before?.id && isAmbiguous(list, after));
  if (rival !== undefined) throw overlapping(rival.code);
}

function overlapping(code: string): Failure {
  const message = `The list ${code} has the same priority for the same stores, customers and time.`;
  const failure = conflict('LISTS_OVERLAP', `priority: ${message}`);
  failure.extra.fields = { priority: [message] };
  return failure;
}
