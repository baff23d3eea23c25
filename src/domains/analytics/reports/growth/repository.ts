import { type Reader, statement } from '../../../../platform/database/tx.js';
import type { Day } from '../../rollup/rules.js';

export const PROMOTION_SOURCES = ['campaign', 'code'] as const;

/** Results of a campaign or code in the window; amounts in cents. */
export type PromotionUse = {
  kind: (typeof PROMOTION_SOURCES)[number];
  key: string;
  name: string;
  status: string;
  uses: number;
  revenue: number | null;
  discount: number;
  sales_lift_percent: number | null;
};

type PromotionFilter = {
  stores: readonly { id: string; time_zone: string; currency: string }[];
  from: Day;
  to: Day;
  currency: string;
  now: Date;
};

/**
 * Uses that were not released, by the local day of their store. The range scans the index one day
 * beyond the window on both sides; the local date filters exactly.
 */
const usesOf = (table: string, key: string, at: string): string => `
  select u.* from ${table} u join asked s on s.id = u.store_id
  where u.${key} and u.currency = $4 and u.released_at is null
    and u.${at} >= $2::date - interval '1 day' and u.${at} < $3::date + interval '2 days'
    and (u.${at} at time zone s.time_zone)::date between $2::date and $3::date`;

/** Active campaigns and codes, and inactive ones with uses, by discount descending. */
export const promotionUses = (
  reader: Reader,
  { stores, from, to, currency, now }: PromotionFilter,
  limit: number,
): Promise<PromotionUse[]> =>
  statement(
    reader,
    `with asked as materialized (
       select * from json_to_recordset($1::json) as s(id uuid, time_zone text, currency text)
     ), campaign_uses as (
       select c.id, c.name, campaign_state(c.status, c.starts_at, c.ends_at, $5) as status,
         (c.lift->>'sales_lift_percent')::float8 as lift, used.*
       from campaigns c cross join lateral (
         select count(*)::int as uses, coalesce(sum(revenue), 0) as revenue,
           coalesce(sum(discount), 0) as discount
         from (${usesOf('campaign_conversions', 'campaign_id = c.id', 'converted_at')}) as u) as used
       where c.store_ids is null or c.store_ids && array(select id from asked where currency = $4)
         or used.uses > 0
     ), code_uses as (
       select c.code, p.name, c.is_active, used.*
       from promo_codes c join promotions p on p.id = c.promotion_id
       cross join lateral (
         select count(*)::int as uses, coalesce(sum(discount), 0) as discount
         from (${usesOf('promo_code_usages', 'code_id = c.id', 'used_at')}) as u) as used
       where p.store_ids is null or p.store_ids && array(select id from asked) or used.uses > 0
     )
     select 'campaign' as kind, id::text as key, name, status, uses, (revenue * minor_per_unit($4))::bigint as revenue,
       (discount * minor_per_unit($4))::bigint as discount, lift as sales_lift_percent
     from campaign_uses where uses > 0 or status = 'active'
     union all
     select 'code', code, name, case when is_active then 'active' else 'inactive' end, uses, null,
       (discount * minor_per_unit($4))::bigint, null
     from code_uses where uses > 0 or is_active
     order by discount desc, uses desc, kind, key limit $6`,
    [
      JSON.stringify(
        stores.map(({ id, time_zone, currency: own }) => ({ id, time_zone, currency: own })),
      ),
      from,
      to,
      currency,
      now,
      limit,
    ],
  );
