import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import type { Counts } from './rules.js';

/** Counting stops here; the desk shows whether there are any. */
const MAX_COUNTED = 100;

const counted = (from: string): string =>
  `(select count(*)::int from (select 1 from ${from} limit ${MAX_COUNTED}) as counted)`;

/** The records that count for each step of the first run. */
export async function countRecords(reader: Reader): Promise<Counts> {
  const [counts] = await statement<Counts>(
    reader,
    `select
       ${counted(`users where role = 'admin'`)} as administrator,
       ${counted('stores')} as store,
       ${counted('payment_methods where is_active')} as payment_methods,
       ${counted(`product_variants v join products p on p.id = v.product_id
                  where v.is_active and p.is_active`)} as products,
       ${counted('terminals where store_id is not null')} as till,
       ${counted(`users where role <> 'customer' and is_active and pin_hash is not null`)} as staff,
       (select count(*)::int from
         (select 1 from transactions where status = 'completed' limit 1) as counted) as test_sale`,
  );
  if (counts === undefined) throw new Error('a count without a row');
  return counts;
}

export type State = { skipped: string[]; base_currency: string | null };

export async function readState(reader: Reader): Promise<State> {
  const [state] = await statement<State>(reader, 'select skipped, base_currency from setup_state');
  return state ?? { skipped: [], base_currency: null };
}

/** Serializes changes of the state and the opening of the first store. */
export async function lockState(tx: Tx): Promise<void> {
  await statement(tx, 'insert into setup_state default values on conflict do nothing');
  await statement(tx, 'select 1 from setup_state for update');
}

export async function setSkipped(tx: Tx, step: string, isSkipped: boolean): Promise<void> {
  await statement(
    tx,
    isSkipped
      ? 'update setup_state set skipped = array_append(array_remove(skipped, $1), $1)'
      : 'update setup_state set skipped = array_remove(skipped, $1)',
    [step],
  );
}

export async function setBaseCurrency(tx: Tx, currency: string): Promise<void> {
  await statement(tx, 'update setup_state set base_currency = $1', [currency]);
}

export async function hasVariants(reader: Reader): Promise<boolean> {
  const [found] = await statement<{ exists: boolean }>(
    reader,
    'select exists (select from product_variants)',
  );
  return found?.exists ?? false;
}

/** Whether prices exist that another base currency would give another meaning. */
export async function hasPrices(reader: Reader): Promise<boolean> {
  const [found] = await statement<{ exists: boolean }>(
    reader,
    'select exists (select from product_variants) or exists (select from price_lists) as exists',
  );
  return found?.exists ?? false;
}

export async function firstStore(
  reader: Reader,
): Promise<{ id: string; currency: string } | undefined> {
  const [store] = await statement<{ id: string; currency: string }>(
    reader,
    'select id, currency from stores where is_active order by created_at, id limit 1',
  );
  return store;
}
