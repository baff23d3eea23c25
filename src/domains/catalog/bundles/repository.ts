import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { PartRow } from './parts.js';

const PART_GOODS = `bundle_parts part
  join product_variants part_variant on part_variant.id = part.variant_id
  join products part_product on part_product.id = part_variant.product_id`;

/** SQL for the price of the quantity in a bundle of `bundle_parts part`, in hundredths. */
export const partWeightSql = (variant: string): string =>
  `round(${variant}.price * 100 * part.quantity / steps_per_unit(${variant}.unit))`;

/** SQL: a product requires a verified identity, by itself or by its category. */
export const kycSql = (product: string): string =>
  `(${product}.requires_kyc or category_requires_kyc(${product}.category_id))`;

/** SQL for the parts of `product_variants v` as JSON of `PartRow`; null if it is no bundle. */
export const partsSql = `(select jsonb_agg(jsonb_build_object('id', part.variant_id,
    'sku', part_variant.sku, 'product_id', part_product.id, 'product_name', part_product.name,
    'variant_name', part_variant.name, 'unit', part_variant.unit, 'quantity', part.quantity,
    'weight', ${partWeightSql('part_variant')},
    'cost', part_variant.cost::text, 'cost_currency', part_variant.cost_currency,
    'is_active', part_variant.is_active and part_product.is_active,
    'is_tax_exempt', part_product.is_tax_exempt, 'tax_class', part_product.tax_class,
    'minimum_age', part_product.minimum_age,
    'requires_kyc', ${kycSql('part_product')},
    'weight_grams', part_variant.weight_grams) order by part.position)
  from ${PART_GOODS} where part.bundle_id = v.id)`;

/** SQL: no part of `product_variants v` is off sale; true for other goods. */
export const partsOnSaleSql = `not exists (select from ${PART_GOODS}
  where part.bundle_id = v.id and not (part_variant.is_active and part_product.is_active))`;

export type Candidate = {
  id: string;
  sku: string;
  unit: string;
  is_digital: boolean;
  is_bundle: boolean;
  is_part: boolean;
};

/**
 * Locks variants in the order of their ids, then reads what decides about a bundle of them. The lock of
 * the bundle itself waits for orders, transfers and counts that are being written with it; parts are
 * sold meanwhile.
 */
export async function lockCandidates(
  tx: Tx,
  bundleId: string,
  partIds: readonly string[],
): Promise<Candidate[]> {
  const ids = [bundleId, ...partIds];
  await statement(
    tx,
    'select from product_variants where id = any($1::uuid[]) order by id for no key update',
    [ids],
  );
  await statement(tx, 'select from product_variants where id = $1 for update', [bundleId]);
  return statement<Candidate>(
    tx,
    `select v.id, v.sku, v.unit, p.is_digital,
       exists (select from bundle_parts where bundle_id = v.id) as is_bundle,
       exists (select from bundle_parts where variant_id = v.id) as is_part
     from product_variants v join products p on p.id = v.product_id
     where v.id = any($1::uuid[])`,
    [ids],
  );
}

export async function writeParts(
  tx: Tx,
  bundleId: string,
  parts: readonly { id: string; quantity: number }[],
): Promise<void> {
  await statement(tx, 'delete from bundle_parts where bundle_id = $1', [bundleId]);
  if (parts.length === 0) return;
  await statement(
    tx,
    `insert into bundle_parts (bundle_id, variant_id, quantity, position)
     select $1, part.id, part.quantity, part.position
     from unnest($2::uuid[], $3::int[]) with ordinality as part (id, quantity, position)`,
    [bundleId, parts.map(part => part.id), parts.map(part => part.quantity)],
  );
}

/** The parts of the bundles among these variants. */
export async function bundlesOf(
  reader: Reader,
  variantIds: readonly string[],
): Promise<Map<string, PartRow[]>> {
  const rows = await statement<{ id: string; parts: PartRow[] }>(
    reader,
    `select v.id, ${partsSql} as parts from product_variants v
     where v.id in (select bundle_id from bundle_parts where bundle_id = any($1::uuid[]))`,
    [variantIds],
  );
  return new Map(rows.map(row => [row.id, row.parts]));
}

/** All parts of a bundle, those that are no longer on sale too. */
export async function partsOf(reader: Reader, bundleId: string): Promise<PartRow[]> {
  const [row] = await statement<{ parts: PartRow[] | null }>(
    reader,
    `select ${partsSql} as parts from product_variants v where v.id = $1`,
    [bundleId],
  );
  return row?.parts ?? [];
}
