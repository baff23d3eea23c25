import type { Reader, Tx } from '../../../platform/database/tx.js';
import { conflict, invalidField, notFound } from '../../../platform/http/failure.js';
import { isUuid, newId } from '../../../platform/ids.js';
import { formatHundredths, hundredths } from '../../../platform/money.js';
import { record } from '../../../platform/work/events/outbox.js';
import type { ScopeKind } from '../../pricing/index.js';
import { campaignById } from '../campaigns/repository.js';
import { promotionSaved } from '../events.js';
import { MAX_INTEGER } from '../fields.js';
import { withRefusals } from '../refusals.js';
import { type Caller, checkStores, isVisible, requireManagedStores } from '../store-access.js';
import {
  countInCatalogue,
  hasCodes,
  insertPromotion,
  lockPromotion,
  type PromotionRecord,
  promotionById,
  updatePromotion,
} from './repository.js';
import { refuseTerms, type Terms } from './rules.js';
import type { PromotionInput } from './schemas.js';

const NEW: Omit<Terms, 'kind'> = {
  value: '0.00',
  buy_quantity: null,
  get_quantity: null,
  get_discount_percent: '100.00',
  scope_kind: 'order',
  scope_ids: [],
};

/** Creates or changes a promotion. Existing sales keep their discounts. */
export async function savePromotion(
  tx: Tx,
  caller: Caller,
  id: string | undefined,
  change: Partial<PromotionInput>,
  now: Date,
): Promise<PromotionRecord> {
  const before = id === undefined ? undefined : await lockedForChange(tx, caller, id);
  const columns = toColumns(change);
  const kind = change.kind ?? before?.kind ?? 'percentage';
  const wrong = refuseTerms({ ...(before ?? NEW), ...columns, kind });
  if (wrong) throw wrong;
  await checkReferences(tx, caller, before, change, now);
  const promotionId = before?.id ?? newId();
  await withRefusals(() =>
    before
      ? updatePromotion(tx, promotionId, columns)
      : insertPromotion(tx, { ...columns, id: promotionId, kind, name: change.name ?? '' }),
  );
  const saved = await promotionById(tx, promotionId);
  if (saved === undefined) throw notFound('Promotion');
  await record(tx, promotionSaved(saved));
  return saved;
}

export async function lockedForChange(
  tx: Tx,
  caller: Caller,
  id: string,
): Promise<PromotionRecord> {
  const found = await lockPromotion(tx, id);
  if (found === undefined || !isVisible(caller, found.store_ids)) throw notFound('Promotion');
  requireManagedStores(caller, found.store_ids);
  return found;
}

/** Normalizes amounts and splits the scope into its two columns. */
function toColumns(change: Partial<PromotionInput>) {
  const { scope, value, get_discount_percent, minimum_subtotal, maximum_discount, ...rest } =
    change;
  return {
    ...rest,
    ...(value !== undefined && { value: stored(value) }),
    ...(get_discount_percent !== undefined && {
      get_discount_percent: stored(get_discount_percent),
    }),
    ...(minimum_subtotal !== undefined && { minimum_subtotal: storedOrNull(minimum_subtotal) }),
    ...(maximum_discount !== undefined && { maximum_discount: storedOrNull(maximum_discount) }),
    ...(scope && { scope_kind: scope.kind, scope_ids: idsOf(scope) }),
  };
}

/** `pricing` compares ids as text, and the catalogue has UUIDs in lower case. */
const idsOf = ({ ids = [] }: NonNullable<PromotionInput['scope']>): string[] =>
  ids.map(id => id.toLowerCase());

const stored = (amount: string | number): string => formatHundredths(hundredths(amount));
const storedOrNull = (amount: string | number | null): string | null =>
  amount === null ? null : stored(amount);

async function checkReferences(
  tx: Tx,
  caller: Caller,
  before: PromotionRecord | undefined,
  change: Partial<PromotionInput>,
  now: Date,
): Promise<void> {
  if (before === undefined || change.store_ids !== undefined) {
    await checkStores(tx, caller, change.store_ids ?? null);
  }
  if (change.scope) await checkScope(tx, change.scope.kind, idsOf(change.scope));
  if (change.maximum_discount != null && hundredths(change.maximum_discount) === 0) {
    throw invalidField('maximum_discount', 'Must be more than 0.00.');
  }
  if (change.campaign_id) {
    const campaign = await campaignById(tx, change.campaign_id, now);
    if (campaign === undefined || !isVisible(caller, campaign.store_ids)) {
      throw invalidField('campaign_id', 'There is no such campaign.');
    }
    // Otherwise the promotion would spend the budget of a campaign of other stores.
    requireManagedStores(caller, campaign.store_ids);
  }
  const opensUp = before?.requires_code === true && change.requires_code === false;
  if (opensUp && (await hasCodes(tx, before.id))) {
    throw conflict(
      'HAS_CODES',
      'This promotion has codes and would then apply without them. Delete the codes first.',
    );
  }
}

async function checkScope(reader: Reader, kind: ScopeKind, ids: readonly string[]): Promise<void> {
  if (kind === 'order') return;
  const isId = kind === 'product' ? isProductId : isUuid;
  if (!ids.every(isId) || (await countInCatalogue(reader, kind, ids)) < ids.length) {
    throw invalidField('scope.ids', `One of these is not a ${kind} in the catalogue.`);
  }
}

const isProductId = (id: string): boolean => /^[1-9]\d{0,9}$/.test(id) && Number(id) <= MAX_INTEGER;
