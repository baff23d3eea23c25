import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { LoyaltyTiers } from '../../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import { GIFT_CARD_SKU } from '../../pricing/index.js';
import type { Spend } from './rules.js';

export type TierRow = Selectable<LoyaltyTiers>;

const tiers = (reader: Reader) => reader.selectFrom('loyalty_tiers').selectAll();

export const listTiers = (reader: Reader): Promise<TierRow[]> =>
  tiers(reader).orderBy('currency').orderBy('minimum_spend').execute();

export const tierById = (reader: Reader, id: string): Promise<TierRow | undefined> =>
  tiers(reader).where('id', '=', id).executeTakeFirst();

export const insertTier = (tx: Tx, row: Insertable<LoyaltyTiers>): Promise<TierRow> =>
  tx.insertInto('loyalty_tiers').values(row).returningAll().executeTakeFirstOrThrow();

export const updateTier = (
  tx: Tx,
  id: string,
  change: Updateable<LoyaltyTiers>,
): Promise<TierRow | undefined> =>
  tx
    .updateTable('loyalty_tiers')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export async function deleteTier(tx: Tx, id: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('loyalty_tiers')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/**
 * What a customer paid for sales completed in the twelve months before `at`, less refunds, per
 * currency. Gift cards count when they pay, not when they are bought.
 */
export const spendBefore = (reader: Reader, customerId: string, at: Date): Promise<Spend[]> =>
  statement<Spend>(
    reader,
    `select t.currency, amount_text(sum(greatest(p.paid - g.cards, 0))) as amount
     from transactions t
     cross join lateral (select coalesce(sum(amount - refund_total), 0) as paid from payments
       where transaction_id = t.id and status = 'succeeded') p
     cross join lateral (select coalesce(sum(subtotal - discount), 0) as cards
       from transaction_lines where transaction_id = t.id and sku = $3) g
     where t.customer_id = $1 and t.completed_at < $2
       and t.completed_at >= $2::timestamptz - interval '12 months' and t.status <> 'voided'
     group by t.currency order by t.currency`,
    [customerId, at, GIFT_CARD_SKU],
  );
