import type { Reader } from '../../../platform/database/tx.js';
import type { Promotion } from '../../pricing/index.js';
import { normalCode } from '../codes/rules.js';
import {
  type Candidate,
  customerHash,
  type NotHolding,
  toEngine,
  whyNotRunning,
  whyNotValid,
} from './rules.js';
import { candidates } from './running-repository.js';

export type PromotionAsk = {
  storeId: string | null;
  at: Date;
  code?: string | null;
  /** Whose uses count against the limit per customer; unknown customers are not judged by it here. */
  customerKey?: string | null;
};

/** What became of the code that was asked for. */
export type CodeVerdict =
  | { valid: true; code: string; codeId: string; promotionId: string }
  | { valid: false; code: string; reason: NotHolding };

export type ActivePromotions = { promotions: Promotion[]; code: CodeVerdict | null };

/** What a basket may be priced with, exact at this moment, in one query. */
export async function activePromotions(
  reader: Reader,
  { storeId, at, code, customerKey }: PromotionAsk,
): Promise<ActivePromotions> {
  const wanted = code == null ? null : normalCode(code);
  const customer = customerKey == null ? null : customerHash(customerKey);
  const found = await candidates(reader, at, wanted, customer);
  const ask = { storeId, at };
  const verdict = wanted === null ? null : judge(found, wanted, ask);
  const holding = found.filter(candidate =>
    candidate.requires_code
      ? verdict?.valid === true && candidate.id === verdict.promotionId
      : whyNotRunning(candidate, ask) === undefined,
  );
  return { promotions: holding.map(toEngine), code: verdict };
}

function judge(
  found: readonly Candidate[],
  code: string,
  ask: { storeId: string | null; at: Date },
): CodeVerdict {
  const own = found.find(candidate => candidate.code !== null);
  const reason = own === undefined ? 'unknown' : whyNotValid(own, ask);
  if (own?.code == null || reason !== undefined) {
    return { valid: false, code, reason: reason ?? 'unknown' };
  }
  return { valid: true, code, codeId: own.code.id, promotionId: own.id };
}
