import { type Reader, statement } from '../../../platform/database/tx.js';
import type { CampaignState } from '../campaigns/rules.js';
import type { Candidate, CustomerHashes, PromotionTest } from './rules.js';
import { usedBy } from './usage-repository.js';

/** Expands categories to all their descendants. This domain only reads the catalogue. */
const SCOPE_IDS = `
  case when p.scope_kind <> 'category' then p.scope_ids else array(
    with recursive below as (
      select id from categories where id = any(p.scope_ids::uuid[])
      union select c.id from categories c join below on c.parent_id = below.id)
    select id::text from below order by id)
  end`;

const COLUMNS = `
  p.id, p.name, p.kind, p.value::text, p.buy_quantity, p.get_quantity,
  p.get_discount_percent::text, p.scope_kind, ${SCOPE_IDS} as scope_ids, p.store_ids, p.priority,
  p.stackable, p.requires_code, p.minimum_subtotal::text, p.maximum_discount::text, p.is_active,
  p.starts_at, p.ends_at, p.campaign_id, c.store_ids as campaign_store_ids,
  campaign_state(c.status, c.starts_at, c.ends_at, $1) as campaign_state,
  c.currency as campaign_currency, (c.budget - c.spent)::text as budget_left,
  (select json_agg(json_build_object('id', t.id, 'status', t.status, 'variants', t.variants))
   from ab_tests t where t.status <> 'completed'
     and t.variants @> jsonb_build_array(jsonb_build_object('promotion_id', p.id))) as tests`;

/** Promotions without a code that run at $1. `whyNotRunning` checks stores and budgets. */
const WITHOUT_CODE = `
  not p.requires_code and p.is_active and (p.ends_at is null or p.ends_at > $1)
  and (p.starts_at is null or p.starts_at <= $1)
  and (p.campaign_id is null or campaign_state(c.status, c.starts_at, c.ends_at, $1) = 'active')`;

/** A candidate with the currency of the store that asks. */
export type StoreCandidate = Candidate & { store_currency: string | null };

/** Promotions without a code, and those of `codes` with the uses of one customer. */
export const candidates = (
  reader: Reader,
  at: Date,
  storeId: string | null,
  codes: readonly string[],
  customer: CustomerHashes,
): Promise<StoreCandidate[]> =>
  statement(
    reader,
    `select ${COLUMNS}, (select currency from stores where id = $4) as store_currency,
       case when k.id is not null then jsonb_build_object('id', k.id, 'code', k.code,
         'is_active', k.is_active, 'starts_at', k.starts_at, 'ends_at', k.ends_at,
         'usage_limit', k.usage_limit, 'used_count', k.used_count,
         'per_customer_limit', k.per_customer_limit,
         'customer_uses', (select count(*) from promo_code_usages u
            where u.code_id = k.id and u.released_at is null
              and ${usedBy('$3', '$5', '$6', '$4')})) end as code
     from promotions p
     left join campaigns c on c.id = p.campaign_id
     left join promo_codes k on k.promotion_id = p.id and k.code = any($2::text[])
     where k.id is not null or (${WITHOUT_CODE})
     order by p.id, k.code`,
    [at, codes, customer.key, storeId, customer.mail, customer.mailbox],
  );

/** A promotion with the plan of its campaign instead of its state and budget. */
export type PlannedPromotion = Candidate & {
  description: string;
  /** Its campaign has a budget, which sales use up. */
  has_budget: boolean;
  campaign_status: CampaignState | null;
  campaign_starts_at: Date | null;
  campaign_ends_at: Date | null;
};

/** Promotions without a code, whenever they run. */
export async function plannedPromotions(reader: Reader): Promise<PlannedPromotion[]> {
  const rows = await statement<PlannedPromotion>(
    reader,
    `select ${COLUMNS}, null as code, p.description, c.budget is not null as has_budget,
       c.status as campaign_status,
       c.starts_at as campaign_starts_at, c.ends_at as campaign_ends_at
     from promotions p left join campaigns c on c.id = p.campaign_id
     where not p.requires_code and p.is_active
     order by p.id`,
    [new Date()],
  );
  return rows.map(row => ({ ...row, campaign_state: null, budget_left: null }));
}

export type Running = Candidate & { description: string };

/** Promotions without a code, with their public description. */
export const promotionsWithoutCode = (reader: Reader, at: Date): Promise<Running[]> =>
  statement(
    reader,
    `select ${COLUMNS}, p.description, null as code
     from promotions p left join campaigns c on c.id = p.campaign_id
     where ${WITHOUT_CODE}
     order by p.id`,
    [at],
  );

/** Running tests with promotions; few, so that they are read whole. */
export const testsOfPromotions = (reader: Reader): Promise<PromotionTest[]> =>
  statement(
    reader,
    `select id, status, variants from ab_tests
     where status = 'running' and variants @? '$[*].promotion_id' order by id`,
  );
