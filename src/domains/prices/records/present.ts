import { describeGoods } from '../../catalog/index.js';
import type { PlannedChange } from './change-prices.js';
import type { Gap, PriceRow } from './repository.js';
import { marginOf } from './rules.js';

export const presentPrice = (row: PriceRow) => ({
  id: row.id,
  variant: row.variant_id,
  sku: row.sku,
  description: describeGoods(row),
  price_list: row.price_list_id,
  price_list_code: row.price_list_code,
  currency: row.currency,
  min_quantity: Number(row.min_quantity),
  amount: row.amount,
  valid_from: row.valid_from?.toISOString() ?? null,
  margin: marginOf(row),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export const presentGap = ({ variant_name, product_name, ...gap }: Gap) => ({
  ...gap,
  description: describeGoods({ product_name, variant_name }),
});

const presentChange = (row: PlannedChange) => ({
  variant: row.variant?.id ?? row.change.variant,
  sku: row.variant?.sku ?? null,
  price_list: row.list?.code ?? row.change.price_list ?? null,
  currency: row.currency ?? null,
  min_quantity: row.quantity === undefined ? null : Number(row.quantity),
  valid_from: row.validFrom?.toISOString() ?? null,
  before: row.before,
  after: row.problem === undefined ? row.after : row.before,
  error: row.problem ?? null,
});

export const presentChanges = (planned: readonly PlannedChange[], isDryRun: boolean) => ({
  dry_run: isDryRun,
  changed: planned.filter(row => row.problem === undefined && row.before !== row.after).length,
  errors: planned.filter(row => row.problem !== undefined).length,
  changes: planned.map(presentChange),
});
