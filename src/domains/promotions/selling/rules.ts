import { createHash } from 'node:crypto';
import { minor } from '../../../platform/money.js';
import type { Promotion, PromotionKind, ScopeKind } from '../../pricing/index.js';
import type { CampaignState } from '../campaigns/rules.js';

type Times = { starts_at: Date | null; ends_at: Date | null };

/** A promotion with its campaign's standing at a moment and, where one was asked for, its code. */
export type Candidate = Times & {
  id: string;
  name: string;
  kind: PromotionKind;
  value: string;
  buy_quantity: number | null;
  get_quantity: number | null;
  get_discount_percent: string;
  scope_kind: ScopeKind;
  /** Of categories, with all that stand below them. */
  scope_ids: string[];
  store_ids: string[] | null;
  priority: number;
  stackable: boolean;
  requires_code: boolean;
  minimum_subtotal: string | null;
  maximum_discount: string | null;
  is_active: boolean;
  campaign_id: string | null;
  campaign_state: CampaignState | null;
  campaign_store_ids: string[] | null;
  budget_left: string | null;
  code: CandidateCode | null;
};

export type CandidateCode = {
  id: string;
  code: string;
  is_active: boolean;
  starts_at: string | null;
  ends_at: string | null;
  usage_limit: number | null;
  used_count: number;
  per_customer_limit: number | null;
  /** By the customer asked for. */
  customer_uses: number;
};

/** Why a promotion or a code does not hold. */
export type NotHolding =
  | 'unknown'
  | 'inactive'
  | 'not_started'
  | 'expired'
  | 'wrong_store'
  | 'campaign_not_running'
  | 'budget_exhausted'
  | 'exhausted'
  | 'per_customer_limit';

export type Ask = { storeId: string | null; at: Date };

const holdsAt = (stores: readonly string[] | null, storeId: string | null): boolean =>
  stores === null || (storeId !== null && stores.includes(storeId));

function outsideWindow(starts: Date | null, ends: Date | null, at: Date): NotHolding | undefined {
  if (starts !== null && at < starts) return 'not_started';
  return ends !== null && at >= ends ? 'expired' : undefined;
}

/** Undefined when the promotion holds. It does where and when both it and its campaign do. */
export function whyNotRunning(candidate: Candidate, { storeId, at }: Ask): NotHolding | undefined {
  if (!candidate.is_active) return 'inactive';
  const outside = outsideWindow(candidate.starts_at, candidate.ends_at, at);
  if (outside) return outside;
  if (!holdsAt(candidate.store_ids, storeId)) return 'wrong_store';
  if (candidate.campaign_id === null) return undefined;
  if (candidate.campaign_state !== 'active') return 'campaign_not_running';
  if (!holdsAt(candidate.campaign_store_ids, storeId)) return 'wrong_store';
  const isSpent = candidate.budget_left !== null && minor(candidate.budget_left) <= 0;
  return isSpent ? 'budget_exhausted' : undefined;
}

const date = (text: string | null): Date | null => (text === null ? null : new Date(text));

export function whyNotValid(candidate: Candidate, ask: Ask): NotHolding | undefined {
  const { code } = candidate;
  if (code === null) return 'unknown';
  if (!code.is_active) return 'inactive';
  const outside = outsideWindow(date(code.starts_at), date(code.ends_at), ask.at);
  return outside ?? whyNotRunning(candidate, ask) ?? whyUsedUp(code);
}

export function whyUsedUp(code: {
  usage_limit: number | null;
  used_count: number;
  per_customer_limit: number | null;
  customer_uses: number;
}): NotHolding | undefined {
  if (code.usage_limit !== null && code.used_count >= code.usage_limit) return 'exhausted';
  const isOver = code.per_customer_limit !== null && code.customer_uses >= code.per_customer_limit;
  return isOver ? 'per_customer_limit' : undefined;
}

/** In the engine's words. A budget with 3.00 left gives at most 3.00 more. */
export function toEngine(candidate: Candidate): Promotion {
  const caps = [candidate.maximum_discount, candidate.budget_left].flatMap(cap =>
    cap === null ? [] : [minor(cap)],
  );
  return {
    id: candidate.id,
    name: candidate.name,
    kind: candidate.kind,
    // Two decimals of a per cent are basis points, as two decimals of an amount are minor units.
    value: minor(candidate.value),
    buyQuantity: candidate.buy_quantity,
    getQuantity: candidate.get_quantity,
    getDiscountBasisPoints: minor(candidate.get_discount_percent),
    scope: { kind: candidate.scope_kind, ids: candidate.scope_ids },
    minimumSubtotalMinor:
      candidate.minimum_subtotal === null ? null : minor(candidate.minimum_subtotal),
    maximumDiscountMinor: caps.length === 0 ? null : Math.min(...caps),
    priority: candidate.priority,
    stackable: candidate.stackable,
    code: candidate.code?.code ?? null,
  };
}

/** Customers are counted, not listed: their address or id is not kept with the code. */
export const customerHash = (key: string): Buffer =>
  createHash('sha256').update(key.trim().toLowerCase()).digest();
