import type { Tx } from '../../../platform/database/tx.js';
import { Failure, type FieldErrors, invalidFields } from '../../../platform/http/failure.js';
import { isUuid, newId } from '../../../platform/ids.js';
import { formatMoney } from '../../../platform/money.js';
import {
  type SellableVariant,
  saveVariant,
  variantsByIds,
  variantsBySkus,
} from '../../catalog/index.js';
import { holdLists, type ListRow } from '../lists/repository.js';
import { deletePrices, lockPrices, putPrices, type StoredPrice } from './repository.js';
import { type Problem, QUANTITY_PROBLEM, readAmount, readMoment, readQuantity } from './rules.js';
import type { BulkChange } from './schemas.js';

/** One change with what it finds and what it leaves. */
export type PlannedChange = {
  change: BulkChange;
  variant?: SellableVariant;
  list?: ListRow;
  currency?: string;
  quantity?: string;
  validFrom?: Date | null;
  stored?: StoredPrice;
  /** Id of the price in the list, also of a new one. */
  priceId?: string;
  before: string | null;
  after: string | null;
  problem?: Problem;
  /** Somebody changed the price since it was read. */
  isChangedSince?: boolean;
};

/** Changes many prices, all or none. A dry run reports what would change and each row's error. */
export async function changePrices(
  tx: Tx,
  changes: readonly BulkChange[],
  { baseCurrency, isDryRun }: { baseCurrency: string; isDryRun: boolean },
): Promise<PlannedChange[]> {
  const planned = await plan(tx, changes, baseCurrency);
  if (isDryRun) return planned;
  refuseProblems(planned);
  const changed = planned.filter(row => row.before !== row.after);
  const listed = changed.filter(row => row.list !== undefined);
  const puts = listed.filter(row => row.after !== null);
  if (puts.length > 0) await putPrices(tx, puts.map(toPrice));
  const gone = listed.flatMap(row => (row.after === null && row.stored ? row.stored.id : []));
  if (gone.length > 0) await deletePrices(tx, gone);
  for (const { list, variant, after } of changed) {
    if (list !== undefined || variant === undefined || after === null) continue;
    await saveVariant(tx, variant.id, { price: after });
  }
  return planned;
}

const toPrice = ({ variant, list, quantity, validFrom, after, priceId }: PlannedChange) => ({
  id: priceId ?? newId(),
  variant_id: variant?.id ?? '',
  price_list_id: list?.id ?? '',
  min_quantity: quantity ?? '1',
  amount: after ?? '0',
  valid_from: validFrom ?? null,
});

async function plan(
  tx: Tx,
  changes: readonly BulkChange[],
  baseCurrency: string,
): Promise<PlannedChange[]> {
  const refs = [...new Set(changes.map(change => change.variant))];
  const [byId, bySku, lists] = await Promise.all([
    variantsByIds(tx, refs.filter(isUuid)),
    variantsBySkus(
      tx,
      refs.filter(ref => !isUuid(ref)),
    ),
    holdLists(tx, [...new Set(changes.flatMap(change => change.price_list ?? []))]),
  ]);
  const variants = new Map<string, SellableVariant>([
    ...byId.map(variant => [variant.id, variant] as const),
    ...bySku.map(variant => [variant.sku, variant] as const),
  ]);
  const stored = await lockPrices(tx, [...new Set([...variants.values()].map(({ id }) => id))]);
  const seen = new Set<string>();
  return changes.map(change => {
    const variant = variants.get(
      isUuid(change.variant) ? change.variant.toLowerCase() : change.variant,
    );
    const list = lists.find(({ id, code }) => [id, code].includes(change.price_list ?? ''));
    const row = comparedWithSeen(
      planOne({ change, variant, list, before: null, after: null }, stored, baseCurrency),
    );
    const key = [row.variant?.id, list?.id, row.quantity, row.validFrom?.getTime()].join(' ');
    if (row.problem === undefined && seen.has(key)) {
      return { ...row, problem: { field: 'variant', message: 'An earlier row has this price.' } };
    }
    seen.add(key);
    return row;
  });
}

function planOne(
  row: PlannedChange,
  prices: readonly StoredPrice[],
  baseCurrency: string,
): PlannedChange {
  const { change, variant, list } = row;
  const wrong = (field: string, message: string): PlannedChange => ({
    ...row,
    problem: { field, message },
  });
  if (variant === undefined) return wrong('variant', 'There is no such product variant.');
  const isOwn = change.price_list === undefined || change.price_list === null;
  if (list === undefined && !isOwn) return wrong('price_list', 'There is no such price list.');
  const quantity = readQuantity(change.min_quantity);
  if (quantity === undefined) return { ...row, problem: QUANTITY_PROBLEM };
  const validFrom = readMoment(change.valid_from);
  if (validFrom === undefined) return wrong('valid_from', 'Must be a valid date and time.');
  if (isOwn && (Number(quantity) !== 1 || validFrom !== null || change.amount === null)) {
    return wrong('price_list', 'The own price of a variant has one amount that holds at once.');
  }
  const currency = list?.currency ?? baseCurrency;
  const stored = prices.find(
    price =>
      price.variant_id === variant.id &&
      price.price_list_id === list?.id &&
      Number(price.min_quantity) === Number(quantity) &&
      price.valid_from?.getTime() === validFrom?.getTime(),
  );
  const before = isOwn ? formatMoney(variant.priceMinor, currency) : (stored?.amount ?? null);
  const priceId = isOwn ? undefined : (stored?.id ?? newId());
  const found = { ...row, currency, quantity, validFrom, stored, priceId, before };
  if (change.amount === null) return { ...found, after: null };
  const amount = readAmount(change.amount, currency);
  return typeof amount === 'number'
    ? { ...found, after: formatMoney(amount, currency) }
    : { ...found, problem: amount };
}

/** A second attempt after a lost answer finds its own amount, which is no conflict. */
function comparedWithSeen(row: PlannedChange): PlannedChange {
  const { change, before, after, problem } = row;
  const { if_amount: seen } = change;
  if (problem !== undefined || seen === undefined || before === after) return row;
  const isSame = seen === null || before === null ? seen === before : +seen === +before;
  if (isSame) return row;
  const message = 'Somebody changed this price since it was read.';
  return { ...row, isChangedSince: true, problem: { field: 'amount', message } };
}

const presentStale = ({ variant, list, quantity, before, stored }: PlannedChange) => ({
  id: stored?.id ?? null,
  variant: variant?.id ?? '',
  sku: variant?.sku ?? '',
  price_list: list?.id ?? null,
  price_list_code: list?.code ?? null,
  min_quantity: Number(quantity),
  amount: before,
});

function refuseProblems(planned: readonly PlannedChange[]): void {
  const fields: FieldErrors = {};
  planned.forEach(({ problem }, index) => {
    if (problem) fields[`changes.${index}.${problem.field}`] = [problem.message];
  });
  if (Object.keys(fields).length === 0) return;
  const stale = planned.filter(({ isChangedSince }) => isChangedSince);
  if (stale.length > 0) {
    throw new Failure('changed', 'CHANGED', 'Prices have changed since they were read.', {
      current: { rows: stale.map(presentStale) },
    });
  }
  throw invalidFields(fields);
}
