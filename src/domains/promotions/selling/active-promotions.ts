import type { Reader } from '../../../platform/database/tx.js';
import type { Promotion } from '../../pricing/index.js';
import { normalizeCode } from '../codes/rules.js';
import {
  type Candidate,
  customerHashes,
  type InvalidReason,
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
  /** Checks the limit per customer; without it that limit is not checked here. */
  customerKey?: string | null;
  /** The customer's mail address, under which guest, login and till are one customer. */
  email?: string | null;
};

/** Whether the requested code is valid, or why not. */
export type CodeVerdict =
  | { valid: true; code: string; codeId: string; promotionId: string }
  | { valid: false; code: string; reason: InvalidReason };

export type ActivePromotions = { promotions: Promotion[]; code: CodeVerdict | null };

/** The promotions that apply at this moment, in one uncached query. */
export async function activePromotions(
  reader: Reader,
  { storeId, at, code, ...customer }: PromotionQuery,
): Promise<ActivePromotions> {
  const wanted = code == null ? null : normalizeCode(code);
  const found = await candidates(reader, at, storeId, wanted, customerHashes(customer));
  const currency = found[0]?.store_currency ?? null;
  const context = { storeId, currency, at };
  const verdict = wanted === null ? null : verdictOf(found, wanted, context);
  const active = found.filter(candidate =>
    candidate.requires_code
      ? verdict?.valid === true && candidate.id === verdict.promotionId
      : whyNotRunning(candidate, context) === undefined,
  );
  return { promotions: active.map(candidate => toPricing(candidate, currency)), code: verdict };
}

function verdictOf(found: readonly Candidate[], code: string, context: SaleContext): CodeVerdict {
  const own = found.find(candidate => candidate.code !== null);
  const reason = own === undefined ? 'unknown' : whyNotValid(own, context);
  if (own?.code == null || reason !== undefined) {
    return { valid: false, code, reason: reason ?? 'unknown' };
  }
  return { valid: true, code, codeId: own.code.id, promotionId: own.id };
}
