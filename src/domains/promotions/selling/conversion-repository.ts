import { statement, type Tx } from '../../../platform/database/tx.js';
import { formatMoney, type Minor } from '../../../platform/money.js';
import type { Share } from './usage-repository.js';

export const markVoided = (tx: Tx, transactionId: string, at: Date) =>
  statement(
    tx,
    `insert into conversion_sales (transaction_id, voided_at) values ($1, $2)
     on conflict (transaction_id) do update set voided_at = excluded.voided_at
     where conversion_sales.voided_at is null`,
    [transactionId, at],
  );

export type Conversions = {
  transactionId: string;
  storeId: string;
  currency: string;
  revenueMinor: Minor;
  at: Date;
  /** The discount of each promotion; any promotion of a campaign counts as its conversion. */
  applied: readonly Share[];
  /** Keys by which an A/B test may know the customer, such as web session and user. */
  subjectKeys: readonly string[];
};

/** Counts sales for their campaigns, and as the first conversion of their subjects in running tests. */
export const insertConversions = (tx: Tx, sales: readonly Conversions[]) =>
  statement(tx, INSERT_CONVERSIONS, [
    JSON.stringify(
      sales.map((sale, nth) => ({
        nth,
        transaction_id: sale.transactionId,
        store_id: sale.storeId,
        currency: sale.currency,
        revenue: formatMoney(sale.revenueMinor, sale.currency),
        at: sale.at,
      })),
    ),
    JSON.stringify(
      sales.flatMap(({ transactionId, currency, applied }) =>
        applied.map(({ promotionId, amountMinor }) => ({
          transaction_id: transactionId,
          promotion_id: promotionId,
          amount: formatMoney(amountMinor, currency),
        })),
      ),
    ),
    JSON.stringify(
      sales.flatMap(({ transactionId, subjectKeys }) =>
        subjectKeys.map(key => ({ transaction_id: transactionId, subject_key: key })),
      ),
    ),
  ]);

/** A sale gets a row in `conversion_sales` only if it counts for something. */
const INSERT_CONVERSIONS = `
with sale as (
  select * from json_to_recordset($1::json) as s (nth int, transaction_id uuid, store_id uuid,
    currency text, revenue numeric, at timestamptz)
  where not exists (select from conversion_sales known where known.transaction_id = s.transaction_id)
), share as (
  select s.transaction_id, p.campaign_id, sum(s.amount) as discount
  from json_to_recordset($2::json) as s (transaction_id uuid, promotion_id uuid, amount numeric)
    join promotions p on p.id = s.promotion_id
  where p.campaign_id is not null group by 1, 2
), subject as (
  select distinct on (known.test_id, known.subject_key)
    known.test_id, known.subject_key, sale.transaction_id
  from json_to_recordset($3::json) as s (transaction_id uuid, subject_key text)
    join sale using (transaction_id)
    join ab_tests test on test.status = 'running'
    join ab_subjects known on known.test_id = test.id and known.subject_key = s.subject_key
  where known.converted_at is null
  order by known.test_id, known.subject_key, sale.nth
), claimed as (
  insert into conversion_sales (transaction_id, counted_at)
  select transaction_id, at from sale
  where transaction_id in (select transaction_id from share)
    or transaction_id in (select transaction_id from subject)
  order by transaction_id
  on conflict do nothing
  returning transaction_id
), converted as (
  update ab_subjects known
  set converted_at = sale.at, transaction_id = sale.transaction_id, revenue = sale.revenue,
    currency = sale.currency
  from subject join claimed using (transaction_id) join sale using (transaction_id)
  where known.test_id = subject.test_id and known.subject_key = subject.subject_key
    and known.converted_at is null
)
insert into campaign_conversions
  (transaction_id, store_id, revenue, converted_at, currency, campaign_id, discount)
select transaction_id, sale.store_id, sale.revenue, sale.at, sale.currency, campaign_id, discount
from share join claimed using (transaction_id) join sale using (transaction_id)
order by transaction_id, campaign_id
on conflict do nothing`;

export async function releaseConversions(tx: Tx, transactionId: string, at: Date): Promise<void> {
  await statement(
    tx,
    `update campaign_conversions set released_at = $2
     where transaction_id = $1 and released_at is null`,
    [transactionId, at],
  );
  await statement(
    tx,
    `update ab_subjects set converted_at = null, transaction_id = null, revenue = 0.00, currency = null
     where transaction_id = $1`,
    [transactionId],
  );
}
