import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { TaxClasses, TaxRates } from '../../../platform/database/tables.js';
import type { Reader, Tx } from '../../../platform/database/tx.js';
import { isUuid } from '../../../platform/ids.js';

export type TaxClass = Selectable<TaxClasses>;
/** `jurisdiction` is the code. */
export type TaxRate = Selectable<TaxRates> & { jurisdiction: string };

export const listTaxClasses = (
  reader: Reader,
  after: string | undefined,
  limit: number,
): Promise<TaxClass[]> =>
  reader
    .selectFrom('tax_classes')
    .selectAll()
    .$if(after !== undefined, query => query.where('code', '>', after ?? ''))
    .orderBy('code')
    .limit(limit)
    .execute();

export const taxClassByCode = (reader: Reader, code: string): Promise<TaxClass | undefined> =>
  reader.selectFrom('tax_classes').selectAll().where('code', '=', code).executeTakeFirst();

export const insertTaxClass = (tx: Tx, row: Insertable<TaxClasses>) =>
  tx.insertInto('tax_classes').values(row).execute();

export const updateTaxClass = (tx: Tx, code: string, name: string) =>
  tx
    .updateTable('tax_classes')
    .set({ name, updated_at: sql`now()` })
    .where('code', '=', code)
    .execute();

export const deleteTaxClass = (tx: Tx, code: string) =>
  tx.deleteFrom('tax_classes').where('code', '=', code).execute();

const withJurisdiction = (reader: Reader) =>
  reader
    .selectFrom('tax_rates')
    .innerJoin('tax_jurisdictions as j', 'j.id', 'tax_rates.jurisdiction_id')
    .selectAll('tax_rates')
    .select('j.code as jurisdiction');

export const listTaxRates = (
  reader: Reader,
  after: string | undefined,
  limit: number,
): Promise<TaxRate[]> =>
  withJurisdiction(reader)
    .$if(after !== undefined, query => query.where('tax_rates.id', '>', after ?? ''))
    .orderBy('tax_rates.id')
    .limit(limit)
    .execute();

export const taxRateById = (reader: Reader, id: string): Promise<TaxRate | undefined> =>
  withJurisdiction(reader).where('tax_rates.id', '=', id).executeTakeFirst();

/** By UUID or code. */
export async function jurisdictionIdOf(reader: Reader, ref: string): Promise<string | undefined> {
  const row = await reader
    .selectFrom('tax_jurisdictions')
    .select('id')
    .where(isUuid(ref) ? 'id' : 'code', '=', ref)
    .executeTakeFirst();
  return row?.id;
}

export const insertTaxRate = (tx: Tx, row: Insertable<TaxRates>) =>
  tx.insertInto('tax_rates').values(row).execute();

export const updateTaxRate = (tx: Tx, id: string, change: Updateable<TaxRates>) =>
  tx
    .updateTable('tax_rates')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export const deleteTaxRate = (tx: Tx, id: string) =>
  tx.deleteFrom('tax_rates').where('id', '=', id).execute();
