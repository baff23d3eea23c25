import type { Reader } from '../../../platform/database/tx.js';
import type { Promotion } from '../../pricing/index.js';
import { normalizeCode } from '../codes/rules.js';
import {
  type Candidate,
  customerHashes,
  type InvalidReason,
  isLimited,
  type SaleContext,
  toPricing,
  whyNotRunning,
  whyNotValid,
} from './rules.js';
import { candidates } from './running-repository.js';

export type PromotionQuery = {
  storeId: string | null;
  at: Date;
  code?: string | null;
  /** More codes; each enables its promotion. */
  codes?: readonly string[];
  /** Checks the limit per customer; without it that limit is not checked here. */
  customerKey?: string | null;
  /** The customer's mail address, under which guest, login and till are one customer. */
  email?: string | null;
  /** True leaves out promotions without a code whose campaign has a budget. */
  withoutBudgets?: boolean;
  /** The visitor or customer of A/B tests. */
  subject?: string | null;
};

/** Whether the requested code is valid, or why not. */
export type CodeVerdict =
  | {
      valid: true;
      code: string;
      codeId: string;
      promotionId: string;
      /** Limited per customer, so that it needs a known one. */
      needsCustomer?: true;
    }
  | { valid: false; code: string; reason: InvalidReason };

export type ActivePromotions = {
  promotions: Promotion[];
  code: CodeVerdict | null;
  /** `code` and `codes`, without repetitions. */
  codes: CodeVerdict[];
};

/** The promotions that apply at this moment, in one uncached query. */
export async function activePromotions(
  reader: Reader,
  { storeId, at, code, codes = [], withoutBudgets = false, subject, ...customer }: PromotionQuery,
): Promise<ActivePromotions> {
  const first = code == null ? [] : [code];
  const wanted = [...new Set([...first, ...codes].map(normalizeCode))];
  const found = await candidates(reader, at, storeId, wanted, customerHashes(customer));
  const currency = found[0]?.store_currency ?? null;
  const context = { storeId, currency, at, subject };
  const verdicts = wanted.map(one => verdictOf(found, one, context));
  const enabled = new Set(verdicts.flatMap(one => (one.valid ? [one.codeId] : [])));
  const active = found.filter(candidate =>
    candidate.requires_code
      ? enabled.has(candidate.code?.id ?? '')
      : whyNotRunning(candidate, context) === undefined &&
        !(withoutBudgets && isLimited(candidate, currency)),
  );
  return {
    promotions: active.map(candidate => toPricing(candidate, currency)),
    code: first.length === 0 ? null : (verdicts[0] ?? null),
    codes: verdicts,
  };
}

function verdictOf(found: readonly Candidate[], code: string, context: SaleContext): CodeVerdict {
  const own = found.find(candidate => candidate.code?.code === code);
  const reason = own === undefined ? 'unknown' : whyNotValid(own, context);
  if (own?.code == null || reason !== undefined) {
    return { valid: false, code, reason: reason ?? 'unknown' };
  }
  return {
    valid: true,
    code,
    codeId: own.code.id,
    promotionId: own.id,
    ...(own.code.per_customer_limit !== null && { needsCustomer: true }),
  };
}
