import { statement, type Tx } from '../../../platform/database/tx.js';
import { formatMoney, type Minor } from '../../../platform/money.js';
import type { CampaignShare } from './usage-repository.js';

/** False if the sale is counted or voided already. */
export async function claimSale(tx: Tx, transactionId: string, at: Date): Promise<boolean> {
  const rows = await statement(
    tx,
    `insert into conversion_sales (transaction_id, counted_at) values ($1, $2)
     on conflict do nothing returning 1 as claimed`,
    [transactionId, at],
  );
  return rows.length === 1;
}

export const markVoided = (tx: Tx, transactionId: string, at: Date) =>
  statement(
    tx,
    `insert into conversion_sales (transaction_id, voided_at) values ($1, $2)
     on conflict (transaction_id) do update set voided_at = excluded.voided_at
     where conversion_sales.voided_at is null`,
    [transactionId, at],
  );

export type SaleToCount = {
  transactionId: string;
  storeId: string;
  currency: string;
  revenueMinor: Minor;
  at: Date;
};

export const insertConversions = (tx: Tx, sale: SaleToCount, shares: readonly CampaignShare[]) =>
  statement(
    tx,
    `insert into campaign_conversions
       (transaction_id, store_id, revenue, converted_at, currency, campaign_id, discount)
     select $1, $2, $3, $4, $7, campaign_id, discount
     from unnest($5::uuid[], $6::numeric[]) as s (campaign_id, discount)
     on conflict do nothing`,
    [
      sale.transactionId,
      sale.storeId,
      formatMoney(sale.revenueMinor),
      sale.at,
      shares.map(share => share.campaignId),
      shares.map(share => formatMoney(share.amountMinor)),
      sale.currency,
    ],
  );

/** Sets the first conversion of these subjects in running tests. */
export const convertSubjects = (tx: Tx, sale: SaleToCount, subjectKeys: readonly string[]) =>
  statement(
    tx,
    `update ab_subjects set converted_at = $2, transaction_id = $1, revenue = $3, currency = $5
     where test_id in (select id from ab_tests where status = 'running')
       and subject_key = any($4) and converted_at is null`,
    [sale.transactionId, sale.at, formatMoney(sale.revenueMinor), subjectKeys, sale.currency],
  );

export async function releaseConversions(tx: Tx, transactionId: string, at: Date): Promise<void> {
  await statement(
    tx,
    `update campaign_conversions set released_at = $2
     where transaction_id = $1 and released_at is null`,
    [transactionId, at],
  );
  await statement(
    tx,
    `update ab_subjects set converted_at = null, transaction_id = null, revenue = 0, currency = null
     where transaction_id = $1`,
    [transactionId],
  );
}
