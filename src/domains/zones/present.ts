import { formatMoney, portion, sumOf } from '../../platform/money.js';
import { shownQuantity, stepsPerUnit } from '../../platform/quantity.js';
import { presentGoods } from '../catalog/index.js';
import type { ParLevel } from './par-repository.js';
import type { Proposal } from './propose-orders.js';
import type { Zone } from './repository.js';

export const presentZone = ({ store_id, ...zone }: Zone) => ({
  ...zone,
  store: store_id,
  created_at: zone.created_at.toISOString(),
  updated_at: zone.updated_at.toISOString(),
});

/** Omits the cost, because all staff may read par levels. */
export const presentParLevel = (level: ParLevel) => ({
  id: level.id,
  zone: level.zone_id,
  zone_code: level.zone_code,
  zone_name: level.zone_name,
  store: level.store_id,
  variant_id: level.variant_id,
  sku: level.sku,
  name: level.name,
  ...presentGoods(level),
  unit: level.unit,
  par_quantity: shownQuantity(level.par_quantity, level.unit),
  minimum_quantity: shownQuantity(level.minimum_quantity, level.unit),
  on_hand: shownQuantity(level.on_hand, level.unit),
  covered_quantity: shownQuantity(level.covered_quantity, level.unit),
  shortfall: shownQuantity(level.shortfall, level.unit),
  is_below_minimum: level.is_below_minimum,
  is_active: level.is_active,
  sanity_id: level.sanity_id,
  created_at: level.created_at.toISOString(),
  updated_at: level.updated_at.toISOString(),
});

export const presentProposal = ({ article, lines }: Proposal, currency: string) => ({
  supplier: article?.supplier_id ?? null,
  supplier_name: article?.supplier_name ?? '',
  lead_days: article?.lead_days ?? null,
  currency,
  total_cost: formatMoney(
    sumOf(
      lines.map(({ costMinor, quantity, shortage }) =>
        portion(costMinor, quantity, stepsPerUnit(shortage.unit)),
      ),
    ),
    currency,
  ),
  lines: lines.map(({ shortage, quantity, costMinor, article: delivered }) => ({
    variant_id: shortage.variant_id,
    sku: shortage.sku,
    source: shortage.source,
    ...presentGoods(shortage),
    unit: shortage.unit,
    supplier_sku: delivered?.supplier_sku ?? '',
    pack_size: shownQuantity(delivered?.pack_size ?? stepsPerUnit(shortage.unit), shortage.unit),
    quantity: shownQuantity(quantity, shortage.unit),
    unit_cost: formatMoney(costMinor, currency),
  })),
});
