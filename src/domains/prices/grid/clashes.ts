import type { Reader } from '../../../platform/database/tx.js';
import { variantsWithCodes } from '../../catalog/index.js';
import type { PlannedRow } from './plan-rows.js';

/** Adds errors to rows that clash with other variants or with earlier rows of the request. */
export async function addClashes(reader: Reader, planned: readonly PlannedRow[]): Promise<void> {
  addRepeated(planned);
  addContradictions(planned);
  await addTakenCodes(reader, planned);
}

function addRepeated(planned: readonly PlannedRow[]): void {
  const seen = new Set<string>();
  for (const { change, errors } of planned) {
    const id = change.variant.toLowerCase();
    if (seen.has(id)) errors.row ??= ['An earlier row is about this variant.'];
    seen.add(id);
  }
}

const OF_PRODUCT = ['product_name', 'status', 'tags'] as const;

/** The rows of one product may set its cells once, or to the same value. */
function addContradictions(planned: readonly PlannedRow[]): void {
  const first = new Map<string, string>();
  for (const { row, after, errors } of planned) {
    for (const cell of OF_PRODUCT) {
      if (row === undefined || after[cell] === undefined) continue;
      const key = `${row.product} ${cell}`;
      const value = JSON.stringify(after[cell]);
      const earlier = first.get(key);
      if (earlier === undefined) first.set(key, value);
      else if (earlier !== value) {
        errors[cell] ??= ['Another row of this product has another value.'];
      }
    }
  }
}

const CODES = {
  sku: 'Another variant has this SKU.',
  barcode: 'Another variant has this barcode.',
};

async function addTakenCodes(reader: Reader, planned: readonly PlannedRow[]): Promise<void> {
  const wanted = (code: keyof typeof CODES) => planned.flatMap(({ after }) => after[code] ?? []);
  const taken = await variantsWithCodes(reader, wanted('sku'), wanted('barcode'));
  for (const code of Object.keys(CODES) as (keyof typeof CODES)[]) {
    const owners = new Map(taken.map(variant => [variant[code], variant.id]));
    for (const { after, errors, row } of planned) {
      const value = after[code];
      if (value === undefined || value === null || row === undefined) continue;
      const owner = owners.get(value);
      if (owner !== undefined && owner !== row.variant) errors[code] ??= [CODES[code]];
      owners.set(value, row.variant);
    }
  }
}
