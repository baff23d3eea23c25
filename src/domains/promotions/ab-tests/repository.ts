import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { AbTests } from '../../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { AbStatus, Variant } from './rules.js';

export type AbTest = Omit<Selectable<AbTests>, 'status' | 'variants'> & {
  status: AbStatus;
  variants: Variant[];
  /** The stores of its campaign; null means every store. */
  store_ids: string[] | null;
};

const storesOfCampaign = sql<string[] | null>`(select c.store_ids from campaigns c
  where c.id = ab_tests.campaign_id)`;

const tests = (reader: Reader) =>
  reader
    .selectFrom('ab_tests')
    .selectAll()
    .select(storesOfCampaign.as('store_ids'))
    .$castTo<AbTest>();

export const abTestById = (reader: Reader, id: string): Promise<AbTest | undefined> =>
  tests(reader).where('id', '=', id).executeTakeFirst();

export const lockAbTest = (tx: Tx, id: string): Promise<AbTest | undefined> =>
  tests(tx).where('id', '=', id).forUpdate().executeTakeFirst();

/** Newest first. */
export function listAbTests(
  reader: Reader,
  { scope, status }: { scope?: readonly string[]; status?: AbStatus },
  after: string | undefined,
  limit: number,
): Promise<AbTest[]> {
  let query = tests(reader);
  if (scope) {
    query = query.where(
      sql<boolean>`(${storesOfCampaign} is null or ${storesOfCampaign} && ${scope}::uuid[])`,
    );
  }
  if (status !== undefined) query = query.where('status', '=', status);
  if (after !== undefined) query = query.where('id', '<', after);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

export const insertAbTest = (tx: Tx, row: Insertable<AbTests>) =>
  tx.insertInto('ab_tests').values(row).execute();

export const updateAbTest = (tx: Tx, id: string, change: Updateable<AbTests>) =>
  tx
    .updateTable('ab_tests')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export const deleteAbTest = (tx: Tx, id: string) =>
  tx.deleteFrom('ab_tests').where('id', '=', id).execute();

export type SubjectEvent = { testId: string; subjectKey: string; variant: string; at: Date };

/** True for the first impression of a subject. */
export async function insertImpression(tx: Tx, event: SubjectEvent): Promise<boolean> {
  const rows = await statement(
    tx,
    `insert into ab_subjects (test_id, subject_key, variant, impressed_at)
     values ($1, $2, $3, $4) on conflict do nothing returning 1 as done`,
    [event.testId, event.subjectKey, event.variant, event.at],
  );
  return rows.length === 1;
}

/** True for the first conversion of a subject. A new subject also gets its impression. */
export async function insertConversion(tx: Tx, event: SubjectEvent): Promise<boolean> {
  const rows = await statement(
    tx,
    `insert into ab_subjects (test_id, subject_key, variant, impressed_at, converted_at)
     values ($1, $2, $3, $4, $4)
     on conflict (test_id, subject_key) do update set converted_at = excluded.converted_at
       where ab_subjects.converted_at is null and ab_subjects.variant = excluded.variant
     returning 1 as done`,
    [event.testId, event.subjectKey, event.variant, event.at],
  );
  return rows.length === 1;
}

/** Counts of a variant and one currency; null for subjects without a sale. */
export type VariantCount = {
  variant: string;
  currency: string | null;
  impressions: number;
  conversions: number;
  /** In minor units. */
  revenue: number;
};

export const variantCounts = (reader: Reader, testId: string): Promise<VariantCount[]> =>
  statement(
    reader,
    `select variant, currency, count(*) as impressions, count(converted_at) as conversions,
       (sum(revenue) * minor_per_unit(currency))::bigint as revenue
     from ab_subjects where test_id = $1 group by variant, currency`,
    [testId],
  );
