import { brokenConstraint, sqlState } from '../../platform/database/tx.js';
import { conflict, Failure, invalidField } from '../../platform/http/failure.js';

const WINDOW: [field: string, message: string] = ['ends_at', 'Must be after starts_at.'];
const CAMPAIGN: [field: string, message: string] = ['campaign_id', 'There is no such campaign.'];

/** Constraint → invalid field and message. */
const INVALID = new Map<string, [field: string, message: string]>([
  ['campaign_window', WINDOW],
  ['promotion_window', WINDOW],
  ['promo_code_window', WINDOW],
  ['promotions_campaign_id_fkey', CAMPAIGN],
  ['ab_tests_campaign_id_fkey', CAMPAIGN],
  ['promo_codes_promotion_id_fkey', ['promotion_id', 'There is no such promotion.']],
  ['scheduled_has_start', ['starts_at', 'A scheduled campaign needs a start.']],
  ['spent_within_budget', ['budget', 'More than this has been spent already.']],
  ['used_within_limit', ['usage_limit', 'The code has been used more often already.']],
]);

const TAKEN = new Map<string, [field: string, message: string]>([
  ['campaigns_sanity_id_key', ['sanity_id', 'Another record has this content id.']],
  ['promotions_sanity_id_key', ['sanity_id', 'Another record has this content id.']],
  ['promo_codes_sanity_id_key', ['sanity_id', 'Another record has this content id.']],
  ['ab_tests_sanity_id_key', ['sanity_id', 'Another record has this content id.']],
  ['promo_codes_code_key', ['code', 'This promo code exists already.']],
]);

/** Turns a constraint violation into a `Failure`. */
export function refusal(error: unknown): unknown {
  const constraint = brokenConstraint(error) ?? '';
  const wrong = INVALID.get(constraint);
  if (wrong) return invalidField(...wrong);
  const taken = TAKEN.get(constraint);
  if (taken === undefined) return error;
  const [field, message] = taken;
  return new Failure('conflict', 'DUPLICATE', `${field}: ${message}`, {
    fields: { [field]: [message] },
  });
}

export async function withRefusals(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw refusal(error);
  }
}

/** SQLSTATEs of a delete that a foreign key refuses. */
const STILL_REFERRED_TO = new Set(['23503', '23001']);

export async function unlessInUse(message: string, erase: () => Promise<unknown>): Promise<void> {
  try {
    await erase();
  } catch (error) {
    if (!STILL_REFERRED_TO.has(sqlState(error) ?? '')) throw error;
    throw conflict('IN_USE', message);
  }
}
