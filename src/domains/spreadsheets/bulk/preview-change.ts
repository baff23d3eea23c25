import type { Platform } from '../../../platform/platform.js';
import { countMatched, type Matched, pagesOfMatched, problemOf } from './find-matching.js';
import type { BulkRequest } from './request.js';

const EXAMPLES = 20;

/** How many records match, and the first ones that change. */
export async function previewChange({ db, config, clock }: Platform, request: BulkRequest) {
  const now = clock.now();
  const matched = await countMatched(db, request, now);
  const { baseCurrency } = config;
  const found: Matched[] = [];
  for await (const page of pagesOfMatched(db, request, { now, baseCurrency })) {
    found.push(...page.slice(0, EXAMPLES - found.length));
    if (found.length === EXAMPLES) break;
  }
  const examples = found.map(one => ({
    key: one.key,
    name: one.name,
    currency: one.currency === '' ? null : one.currency,
    before: one.before,
    after: one.after,
    error: problemOf(one) ?? null,
  }));
  return { matched, examples };
}
