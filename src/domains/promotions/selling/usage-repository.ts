import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import { formatMoney, type Minor, minor } from '../../../platform/money.js';
import type { CustomerHashes } from './rules.js';

export type CodeLimits = {
  id: string;
  usage_limit: number | null;
  used_count: number;
  per_customer_limit: number | null;
};

/** Sales with the same code wait for this row lock until the earlier sale commits. */
export async function lockCodeLimits(tx: Tx, code: string): Promise<CodeLimits | undefined> {
  const [row] = await statement<CodeLimits>(
    tx,
    `select id, usage_limit, used_count, per_customer_limit from promo_codes
     where code = $1 for update`,
    [code],
  );
  return row;
}

/**
 * Uses by one customer: of the same account or visit, the same mail address or, if the store says
 * that aliases are one person, the same mailbox.
 */
export const usedBy = (key: string, mail: string, mailbox: string, storeId: string): string =>
  `(customer_hash = ${key} or mail_hash = ${mail} or (mailbox_hash = ${mailbox}
     and (select mail_aliases_are_one from stores where id = ${storeId})))`;

export type EarlierUses = { this_sale: 'none' | 'used' | 'released'; customer_uses: number };

/** A separate statement after the lock, so that its snapshot includes all committed uses. */
export async function earlierUses(
  tx: Tx,
  codeId: string,
  { transactionId, storeId }: { transactionId: string; storeId: string },
  customer: CustomerHashes,
): Promise<EarlierUses> {
  const [row] = await statement<EarlierUses>(
    tx,
    `select coalesce((select case when released_at is null then 'used' else 'released' end
         from promo_code_usages where code_id = $1 and transaction_id = $2), 'none') as this_sale,
       (select count(*) from promo_code_usages
         where code_id = $1 and released_at is null
           and ${usedBy('$3', '$4', '$5', '$6')}) as customer_uses`,
    [codeId, transactionId, customer.key, customer.mail, customer.mailbox, storeId],
  );
  return row ?? { this_sale: 'none', customer_uses: 0 };
}

export type NewUsage = {
  codeId: string;
  transactionId: string;
  storeId: string;
  currency: string;
  customer: CustomerHashes;
  discountMinor: Minor;
  at: Date;
};

/** Counts and stores one use; false if the limit is reached. */
export async function insertUsage(tx: Tx, usage: NewUsage): Promise<boolean> {
  const rows = await statement(
    tx,
    `with used as (
       update promo_codes set used_count = used_count + 1
       where id = $1 and (usage_limit is null or used_count < usage_limit) returning id)
     insert into promo_code_usages
       (code_id, transaction_id, store_id, customer_hash, discount, used_at, currency,
        mail_hash, mailbox_hash)
     select id, $2, $3, $4, $5, $6, $7, $8, $9 from used returning 1 as done`,
    [
      usage.codeId,
      usage.transactionId,
      usage.storeId,
      usage.customer.key,
      formatMoney(usage.discountMinor, usage.currency),
      usage.at,
      usage.currency,
      usage.customer.mail,
      usage.customer.mailbox,
    ],
  );
  return rows.length === 1;
}

/** Releases the sale's uses. Idempotent. */
export const releaseUsages = (tx: Tx, transactionId: string, at: Date) =>
  statement(
    tx,
    `with freed as (
       update promo_code_usages set released_at = $2
       where transaction_id = $1 and released_at is null returning code_id)
     update promo_codes set used_count = used_count - 1
     where id in (select code_id from freed)`,
    [transactionId, at],
  );

export type Share = { promotionId: string; amountMinor: Minor };
export type CampaignShare = { campaignId: string; amountMinor: Minor };

/** The discounts of a sale per campaign, in key order. */
export async function campaignShares(
  reader: Reader,
  shares: readonly Share[],
  currency: string,
): Promise<CampaignShare[]> {
  const rows = await statement<{ campaign_id: string; amount: string }>(
    reader,
    `select p.campaign_id, sum(s.amount)::text as amount
     from unnest($1::uuid[], $2::numeric[]) as s (promotion_id, amount)
     join promotions p on p.id = s.promotion_id
     where p.campaign_id is not null group by p.campaign_id order by p.campaign_id`,
    [
      shares.map(share => share.promotionId),
      shares.map(share => formatMoney(share.amountMinor, currency)),
    ],
  );
  return rows.map(row => ({
    campaignId: row.campaign_id,
    amountMinor: minor(row.amount, currency),
  }));
}

export type BudgetRow = { id: string; leftMinor: Minor | null };

/**
 * Locks in key order to avoid deadlocks between sales with the same campaigns. A budget in another
 * currency is no limit: nothing of it is left or spent.
 */
export async function lockBudgets(
  tx: Tx,
  ids: readonly string[],
  currency: string,
): Promise<BudgetRow[]> {
  const rows = await statement<{ id: string; left_over: string | null }>(
    tx,
    `select id, case when currency = $2 then (budget - spent)::text end as left_over
     from campaigns where id = any($1) order by id for update`,
    [ids, currency],
  );
  return rows.map(row => ({
    id: row.id,
    leftMinor: row.left_over === null ? null : minor(row.left_over, currency),
  }));
}

/** Campaigns that this sale has charged already. */
export async function spentBefore(tx: Tx, transactionId: string): Promise<Set<string>> {
  const rows = await statement<{ campaign_id: string }>(
    tx,
    'select campaign_id from campaign_spends where transaction_id = $1',
    [transactionId],
  );
  return new Set(rows.map(row => row.campaign_id));
}

export type NewSpends = {
  transactionId: string;
  currency: string;
  spends: readonly CampaignShare[];
  at: Date;
};

/**
 * False if a budget is too small; a check constraint also prevents overspending. A spend in another
 * currency than the budget's is kept for the reports and charges nothing.
 */
export async function insertSpends(tx: Tx, sale: NewSpends): Promise<boolean> {
  const { transactionId, currency, spends, at } = sale;
  const rows = await statement(
    tx,
    `with wanted as (
       select * from unnest($2::uuid[], $3::numeric[]) as w (campaign_id, amount)),
     paid as (
       update campaigns
       set spent = case when currency = $5 then spent + wanted.amount else spent end from wanted
       where id = wanted.campaign_id
         and (budget is null or currency <> $5 or spent + wanted.amount <= budget)
       returning id, wanted.amount)
     insert into campaign_spends (transaction_id, campaign_id, amount, spent_at, currency)
     select $1, id, amount, $4, $5 from paid returning 1 as done`,
    [
      transactionId,
      spends.map(spend => spend.campaignId),
      spends.map(spend => formatMoney(spend.amountMinor, currency)),
      at,
      currency,
    ],
  );
  return rows.length === spends.length;
}

/** Returns the sale's spends to the budgets. Idempotent. */
export const releaseSpends = (tx: Tx, transactionId: string, at: Date) =>
  statement(
    tx,
    `with freed as (
       update campaign_spends set released_at = $2
       where transaction_id = $1 and released_at is null returning campaign_id, amount, currency)
     update campaigns c set spent = c.spent - freed.amount from freed
     where c.id = freed.campaign_id and c.currency = freed.currency`,
    [transactionId, at],
  );
