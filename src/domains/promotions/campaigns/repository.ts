import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Campaigns } from '../../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { CampaignState, Lift } from './rules.js';

/** A campaign with its state at the given time. */
export type Campaign = Omit<Selectable<Campaigns>, 'lift'> & {
  state: CampaignState;
  lift: Lift | null;
};

const stateAt = (at: Date) =>
  sql<CampaignState>`campaign_state(status, starts_at, ends_at, ${at}::timestamptz)`;

const campaignsAt = (reader: Reader, at: Date) =>
  reader.selectFrom('campaigns').selectAll().select(stateAt(at).as('state')).$castTo<Campaign>();

export const campaignById = (reader: Reader, id: string, at: Date): Promise<Campaign | undefined> =>
  campaignsAt(reader, at).where('id', '=', id).executeTakeFirst();

export const lockCampaign = (tx: Tx, id: string, at: Date): Promise<Campaign | undefined> =>
  campaignsAt(tx, at).where('id', '=', id).forUpdate().executeTakeFirst();

export type CampaignFilter = {
  /** Undefined: every store. */
  scope?: readonly string[];
  status?: CampaignState;
};

/** Newest first. */
export function listCampaigns(
  reader: Reader,
  { scope, status }: CampaignFilter,
  at: Date,
  after: string | undefined,
  limit: number,
): Promise<Campaign[]> {
  let query = campaignsAt(reader, at);
  if (scope) query = query.where(visibleFrom(scope));
  if (status) query = query.where(stateAt(at), '=', status);
  if (after !== undefined) query = query.where('id', '<', after);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

/** Rows that apply to every store or to one of these. */
export const visibleFrom = (scope: readonly string[]) =>
  sql<boolean>`(store_ids is null or store_ids && ${scope}::uuid[])`;

const spentIn = (id: string, currency: string) =>
  sql<string>`coalesce((select sum(amount) from campaign_spends
    where campaign_id = ${id} and currency = ${currency} and released_at is null), 0)`;

/** The currency that all these stores have (null: every store), else USD. */
export async function sharedCurrency(
  reader: Reader,
  storeIds: readonly string[] | null,
): Promise<string> {
  const [row] = await statement<{ currency: string }>(
    reader,
    'select shared_currency($1::uuid[]) as currency',
    [storeIds],
  );
  return row?.currency ?? 'USD';
}

export type Amount = { currency: string; amount: string };

/** What the promotions of a campaign have saved customers, in every currency. */
export const spentByCurrency = (reader: Reader, id: string): Promise<Amount[]> =>
  statement(
    reader,
    `select currency, amount_text(sum(amount)) as amount from campaign_spends
     where campaign_id = $1 and released_at is null group by currency order by currency`,
    [id],
  );

export const insertCampaign = (tx: Tx, row: Insertable<Campaigns>) =>
  tx.insertInto('campaigns').values(row).execute();

/** With another currency, the spends in that currency count as spent. */
export const updateCampaign = (tx: Tx, id: string, change: Updateable<Campaigns>) =>
  tx
    .updateTable('campaigns')
    .set({
      ...change,
      ...(change.currency !== undefined && { spent: spentIn(id, change.currency) }),
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();

export const deleteCampaign = (tx: Tx, id: string) =>
  tx.deleteFrom('campaigns').where('id', '=', id).execute();

export async function countActiveCampaigns(reader: Reader, at: Date): Promise<number> {
  const [row] = await statement<{ active: number }>(
    reader,
    `select count(*) as active from campaigns
     where status in ('scheduled', 'active')
       and campaign_state(status, starts_at, ends_at, $1) = 'active'`,
    [at],
  );
  return row?.active ?? 0;
}

type Moved = { id: string; sanity_id: string | null };

/** Updates stored statuses; locks in key order, like sales that spend a budget. */
const catchUp = (tx: Tx, from: readonly string[], to: 'active' | 'expired', at: Date) =>
  statement<Moved>(
    tx,
    `update campaigns set status = $2, updated_at = now()
     where id in (
       select id from campaigns
       where status = any($1) and campaign_state(status, starts_at, ends_at, $3) = $2
       order by id for update)
     returning id, sanity_id`,
    [from, to, at],
  );

export const startDue = (tx: Tx, at: Date): Promise<Moved[]> =>
  catchUp(tx, ['scheduled'], 'active', at);

export const expireDue = (tx: Tx, at: Date): Promise<Moved[]> =>
  catchUp(tx, ['scheduled', 'active', 'paused'], 'expired', at);

/** Started campaigns that are not yet measured up to now or to their end. */
export async function campaignsToMeasure(reader: Reader, at: Date): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    reader,
    `select id from campaigns
     where status in ('active', 'paused', 'expired') and starts_at < $1
       and (lift_until is null or lift_until < least(ends_at, $1))
     order by id`,
    [at],
  );
  return rows.map(row => row.id);
}

/** The campaign's time, and a window of the same length before it. */
export type LiftWindows = { before: [from: Date, to: Date]; during: [from: Date, to: Date] };

type Money = { currency: string; revenue: string; discount: string }[];

export type CampaignReport = {
  id: string;
  name: string;
  status: CampaignState;
  currency: string;
  budget: string | null;
  spent: string;
  spent_by_currency: Amount[];
  promotions: number;
  conversions: number;
  money: Money;
  sales_lift_percent: number | null;
};

/** Unreleased conversions per campaign and currency, limited to stores ($1) and start time ($2). */
const CONVERSIONS = `
  select v.campaign_id, v.currency, count(*) as conversions,
    amount_text(sum(v.revenue)) as revenue, amount_text(sum(v.discount)) as discount
  from campaign_conversions v
  where v.released_at is null and ($1::uuid[] is null or v.store_id = any($1))
    and ($2::timestamptz is null or v.converted_at >= $2)`;

/** Results of the newest campaigns. */
export const campaignReports = (
  reader: Reader,
  scope: readonly string[] | undefined,
  since: Date | null,
  at: Date,
  limit: number,
): Promise<CampaignReport[]> =>
  statement(
    reader,
    `with seen as (
       select *, campaign_state(status, starts_at, ends_at, $3) as state from campaigns
       where $1::uuid[] is null or store_ids is null or store_ids && $1
       order by id desc limit $4),
     money as (${CONVERSIONS} and v.campaign_id in (select id from seen)
       group by v.campaign_id, v.currency),
     spends as (
       select campaign_id, currency, amount_text(sum(amount)) as amount from campaign_spends
       where released_at is null and campaign_id in (select id from seen)
       group by campaign_id, currency)
     select seen.id, seen.name, seen.state as status, seen.currency, seen.budget::text,
       seen.spent::text,
       coalesce((select jsonb_agg(jsonb_build_object('currency', currency, 'amount', amount)
         order by currency) from spends where campaign_id = seen.id), '[]') as spent_by_currency,
       (select count(*) from promotions p where p.campaign_id = seen.id) as promotions,
       coalesce((select sum(conversions) from money where campaign_id = seen.id), 0)::bigint
         as conversions,
       coalesce((select jsonb_agg(jsonb_build_object('currency', currency, 'revenue', revenue,
         'discount', discount) order by currency) from money where campaign_id = seen.id), '[]')
         as money,
       (seen.lift->>'sales_lift_percent')::double precision as sales_lift_percent
     from seen order by seen.id desc`,
    [scope ?? null, since, at, limit],
  );

export const campaignCounts = (
  reader: Reader,
  scope: readonly string[] | undefined,
  at: Date,
): Promise<{ state: CampaignState; campaigns: number }[]> =>
  statement(
    reader,
    `select campaign_state(status, starts_at, ends_at, $2) as state, count(*) as campaigns
     from campaigns where $1::uuid[] is null or store_ids is null or store_ids && $1
     group by 1`,
    [scope ?? null, at],
  );

/** A sale with promotions of two campaigns counts as a conversion of both. */
export const conversionTotals = (
  reader: Reader,
  scope: readonly string[] | undefined,
  since: Date | null,
): Promise<(Money[number] & { conversions: number })[]> =>
  statement(
    reader,
    `select currency, sum(conversions)::bigint as conversions,
       amount_text(sum(revenue::numeric)) as revenue,
       amount_text(sum(discount::numeric)) as discount
     from (${CONVERSIONS} group by v.campaign_id, v.currency) as per_campaign
     group by currency order by currency`,
    [scope ?? null, since],
  );
