import type { Tx } from '../../../platform/database/tx.js';
import { invalidField, notFound } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import { record } from '../../../platform/work/events/outbox.js';
import { promoCodeSaved } from '../events.js';
import { shareLockPromotion } from '../records/repository.js';
import { withRefusals } from '../refusals.js';
import { type Caller, isVisible, requireManagedStores } from '../store-access.js';
import { codeById, insertCode, lockCode, type PromoCode, updateCode } from './repository.js';
import { normalizeCode, refuseCode } from './rules.js';
import type { CodeInput } from './schemas.js';

/** Creates or changes a promo code. Earlier uses stay counted. */
export async function saveCode(
  tx: Tx,
  caller: Caller,
  key: string | undefined,
  change: Partial<CodeInput>,
): Promise<PromoCode> {
  const before = key === undefined ? undefined : await lockedForChange(tx, caller, key);
  const { code: typed, ...rest } = change;
  const code = typed === undefined ? undefined : normalizeCode(typed);
  const refused = refuseCode(code ?? '');
  if (refused) throw refused;
  if (change.promotion_id !== undefined) await checkPromotion(tx, caller, change.promotion_id);
  const row = { ...rest, ...(code !== undefined && { code }) };
  const id = before?.id ?? newId();
  await withRefusals(() =>
    before
      ? updateCode(tx, id, row)
      : insertCode(tx, { ...row, id, code: code ?? '', promotion_id: change.promotion_id ?? '' }),
  );
  const saved = await codeById(tx, id);
  if (saved === undefined) throw notFound('Promo code');
  await record(tx, promoCodeSaved(saved));
  return saved;
}

export async function lockedForChange(tx: Tx, caller: Caller, key: string): Promise<PromoCode> {
  const found = await lockCode(tx, normalizeCode(key));
  if (found === undefined || !isVisible(caller, found.promotion_store_ids)) {
    throw notFound('Promo code');
  }
  requireManagedStores(caller, found.promotion_store_ids);
  return found;
}

/** A code for a promotion that applies without a code would have no effect. */
async function checkPromotion(tx: Tx, caller: Caller, id: string): Promise<void> {
  const promotion = await shareLockPromotion(tx, id);
  if (promotion === undefined || !isVisible(caller, promotion.store_ids)) {
    throw invalidField('promotion_id', 'There is no such promotion.');
  }
  requireManagedStores(caller, promotion.store_ids);
  if (!promotion.requires_code) {
    throw invalidField(
      'promotion_id',
      'This promotion applies without a code; set its requires_code to true first.',
    );
  }
}
