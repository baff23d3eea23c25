import { createHash } from 'node:crypto';
import { hundredths, type Minor, minor } from '../../../platform/money.js';
import { mailHashes } from '../../people/index.js';
import type { Promotion, PromotionKind, ScopeKind } from '../../pricing/index.js';
import { promotionFor, type Variant } from '../ab-tests/rules.js';
import type { CampaignState } from '../campaigns/rules.js';

type Times = { starts_at: Date | null; ends_at: Date | null };

/** A promotion with the state of its campaign at a given time and, if requested, its code. */
export type Candidate = Times & {
  id: string;
  name: string;
  kind: PromotionKind;
  value: string;
  buy_quantity: number | null;
  get_quantity: number | null;
  get_discount_percent: string;
  scope_kind: ScopeKind;
  /** For categories including all descendants. */
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
  campaign_currency: string | null;
  /** In `campaign_currency`. */
  budget_left: string | null;
  code: CandidateCode | null;
  /** A/B tests that are not completed and whose variants carry this promotion. */
  tests: PromotionTest[] | null;
};

export type PromotionTest = { id: string; status: string; variants: Variant[] };

export type CandidateCode = {
  id: string;
  code: string;
  is_active: boolean;
  starts_at: string | null;
  ends_at: string | null;
  usage_limit: number | null;
  used_count: number;
  per_customer_limit: number | null;
  /** Uses by the given customer. */
  customer_uses: number;
};

/** Why a promotion or a code does not apply. */
export type InvalidReason =
  | 'unknown'
  | 'inactive'
  | 'not_started'
  | 'expired'
  | 'wrong_store'
  | 'campaign_not_running'
  | 'budget_exhausted'
  | 'other_variant'
  | 'exhausted'
  | 'per_customer_limit';

/** `currency` is that of the store; null: any. */
export type SaleContext = {
  storeId: string | null;
  currency: string | null;
  at: Date;
  /** The visitor or customer whom A/B tests assign to a variant; without one no test applies. */
  subject?: string | null;
};

/** A budget limits only discounts in its own currency. */
function budgetLeft(candidate: Candidate, currency: string | null): Minor | null {
  const isOwn = currency === null || currency === candidate.campaign_currency;
  return isOwn && candidate.budget_left !== null
    ? minor(candidate.budget_left, candidate.campaign_currency ?? '')
    : null;
}

/** Whether a budget may run out under the promotion. */
export const isLimited = (candidate: Candidate, currency: string | null): boolean =>
  budgetLeft(candidate, currency) !== null;

/** A promotion of an A/B test applies to the subjects of its variant, while the test runs. */
const isAssigned = ({ id, tests }: Candidate, subject: string | null | undefined): boolean =>
  tests === null ||
  tests.some(
    test => test.status === 'running' && subject != null && promotionFor(test, subject) === id,
  );

const appliesAt = (stores: readonly string[] | null, storeId: string | null): boolean =>
  stores === null || (storeId !== null && stores.includes(storeId));

function outsideWindow(
  starts: Date | null,
  ends: Date | null,
  at: Date,
): InvalidReason | undefined {
  if (starts !== null && at < starts) return 'not_started';
  return ends !== null && at >= ends ? 'expired' : undefined;
}

/** Undefined if the promotion and its campaign both apply to this store at this time. */
export function whyNotRunning(
  candidate: Candidate,
  { storeId, currency, at, subject }: SaleContext,
): InvalidReason | undefined {
  if (!candidate.is_active) return 'inactive';
  if (!isAssigned(candidate, subject)) return 'other_variant';
  const outside = outsideWindow(candidate.starts_at, candidate.ends_at, at);
  if (outside) return outside;
  if (!appliesAt(candidate.store_ids, storeId)) return 'wrong_store';
  if (candidate.campaign_id === null) return undefined;
  if (candidate.campaign_state !== 'active') return 'campaign_not_running';
  if (!appliesAt(candidate.campaign_store_ids, storeId)) return 'wrong_store';
  const leftMinor = budgetLeft(candidate, currency);
  return leftMinor !== null && leftMinor <= 0 ? 'budget_exhausted' : undefined;
}

const date = (text: string | null): Date | null => (text === null ? null : new Date(text));

export function whyNotValid(candidate: Candidate, context: SaleContext): InvalidReason | undefined {
  const { code } = candidate;
  if (code === null) return 'unknown';
  if (!code.is_active) return 'inactive';
  const outside = outsideWindow(date(code.starts_at), date(code.ends_at), context.at);
  return outside ?? whyNotRunning(candidate, context) ?? whyUsedUp(code);
}

export function whyUsedUp(code: {
  usage_limit: number | null;
  used_count: number;
  per_customer_limit: number | null;
  customer_uses: number;
}): InvalidReason | undefined {
  if (code.usage_limit !== null && code.used_count >= code.usage_limit) return 'exhausted';
  const isOver = code.per_customer_limit !== null && code.customer_uses >= code.per_customer_limit;
  return isOver ? 'per_customer_limit' : undefined;
}

/** Converts to the type of `pricing`. A budget with 3.00 left caps the discount at 3.00. */
export function toPricing(candidate: Candidate, currency: string | null): Promotion {
  const { maximum_discount: most } = candidate;
  const caps = [
    most === null ? null : minor(most, currency ?? ''),
    budgetLeft(candidate, currency),
  ].filter(cap => cap !== null);
  return {
    id: candidate.id,
    name: candidate.name,
    kind: candidate.kind,
    // 10.00 % is 1000 basis points.
    value:
      candidate.kind === 'fixed'
        ? minor(candidate.value, currency ?? '')
        : hundredths(candidate.value),
    buyQuantity: candidate.buy_quantity,
    getQuantity: candidate.get_quantity,
    getDiscountBasisPoints: hundredths(candidate.get_discount_percent),
    scope: { kind: candidate.scope_kind, ids: candidate.scope_ids },
    minimumSubtotalMinor:
      candidate.minimum_subtotal === null
        ? null
        : minor(candidate.minimum_subtotal, currency ?? ''),
    maximumDiscountMinor: caps.length === 0 ? null : Math.min(...caps),
    priority: candidate.priority,
    stackable: candidate.stackable,
    code: candidate.code?.code ?? null,
    ...(candidate.code && limitsOf(candidate, candidate.code, currency)),
  };
}

/** What a till has to know about a code to take it without a connection. */
function limitsOf(candidate: Candidate, code: CandidateCode, currency: string | null) {
  const isCounted = code.usage_limit !== null || code.per_customer_limit !== null;
  const [end] = [candidate.ends_at, date(code.ends_at)]
    .filter(at => at !== null)
    .sort((a, b) => a.getTime() - b.getTime());
  return {
    isLimited: isCounted || isLimited(candidate, currency),
    ...(end && { endsAt: end.toISOString() }),
  };
}

/** Hashes are enough to count uses per customer, so that ids and addresses are not stored. */
export type CustomerHashes = {
  key: Buffer | null;
  mail: Buffer | null;
  mailbox: Buffer | null;
};

export function customerHashes(customer: {
  customerKey?: string | null;
  email?: string | null;
}): CustomerHashes {
  const { customerKey, email } = customer;
  const key =
    customerKey == null
      ? null
      : createHash('sha256').update(customerKey.trim().toLowerCase()).digest();
  return { key, ...(email == null ? { mail: null, mailbox: null } : mailHashes(email)) };
}
