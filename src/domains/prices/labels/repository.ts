import { type Reader, statement } from '../../../platform/database/tx.js';

export type LabelRow = {
  id: string;
  sku: string;
  barcode: string | null;
  price: string;
  variant_name: string;
  product_name: string;
  content_amount: string | null;
  content_unit: string | null;
  unit: string;
};

/** By id or SKU. */
export const labelRows = (reader: Reader, refs: readonly string[]): Promise<LabelRow[]> =>
  statement<LabelRow>(
    reader,
    `select v.id, v.sku, v.barcode, v.price::text, v.name as variant_name, p.name as product_name,
       v.content_amount::text, v.content_unit, v.unit
     from product_variants v join products p on p.id = v.product_id
     where v.sku = any($1::text[]) or v.id::text = any($1::text[])`,
    [refs],
  );
