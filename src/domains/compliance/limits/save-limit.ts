import { brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import { forbidden, invalidField, notFound } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import { maySee, type Staff, storeScope } from '../../access/index.js';
import { findStore } from '../../stores/index.js';
import {
  deleteLimit,
  type LimitFields,
  limitById,
  type PurchaseLimit,
  upsertLimit,
} from './repository.js';
import type { LimitInput } from './schemas.js';

const DEFAULTS: Omit<LimitFields, 'id'> = {
  name: '',
  store_id: null,
  variant_id: null,
  product_id: null,
  category_id: null,
  everything: false,
  max_quantity: 0,
  period: 'transaction',
  is_active: true,
};

/** Creates a limit, or updates the given fields of an existing one. */
export async function saveLimit(
  tx: Tx,
  caller: Staff,
  id: string | undefined,
  change: Partial<LimitInput>,
): Promise<PurchaseLimit> {
  const before =
    id === undefined ? { ...DEFAULTS, id: newId() } : await writableLimit(tx, caller, id);
  const { store, ...fields } = change;
  const storeId = store === undefined ? before.store_id : await storeOf(tx, caller, store);
  requireAllStores(caller, storeId);
  const targets = [fields.variant_id, fields.product_id, fields.category_id];
  // A new target takes the place of "everything".
  const everything = targets.some(target => target != null) ? false : before.everything;
  const limit = { ...before, everything, ...fields, store_id: storeId };
  requireTarget(limit);
  try {
    return await upsertLimit(tx, limit);
  } catch (error) {
    throw refusal(error);
  }
}

export async function removeLimit(tx: Tx, caller: Staff, id: string): Promise<void> {
  await writableLimit(tx, caller, id);
  await deleteLimit(tx, id);
}

/** Limits of stores outside the caller's scope count as missing. */
export function isVisible(caller: Staff, limit: PurchaseLimit | undefined): limit is PurchaseLimit {
  return limit !== undefined && (limit.store_id === null || maySee(caller, limit.store_id));
}

async function writableLimit(tx: Tx, caller: Staff, id: string): Promise<PurchaseLimit> {
  const limit = await limitById(tx, id);
  if (!isVisible(caller, limit)) throw notFound('Purchase limit');
  requireAllStores(caller, limit.store_id);
  return limit;
}

/** Only callers without a store scope may change a limit that applies to all stores. */
function requireAllStores(caller: Staff, storeId: string | null): void {
  if (storeId === null && storeScope(caller) !== undefined) {
    throw forbidden('You cannot change a limit that applies to all stores.', 'PERMISSION_DENIED');
  }
}

async function storeOf(tx: Tx, caller: Staff, ref: string | null): Promise<string | null> {
  if (ref === null) return null;
  const store = await findStore(tx, ref);
  if (store === undefined || !maySee(caller, store.id)) {
    throw invalidField('store', 'There is no such store.');
  }
  return store.id;
}

/** A misspelt target must not become a limit on all goods. */
function requireTarget({ variant_id, product_id, category_id, everything }: LimitFields): void {
  const named = [variant_id, product_id, category_id].filter(target => target !== null).length;
  if (named === 0 && !everything) {
    throw invalidField(
      'everything',
      'Name a variant_id, product_id or category_id, or set everything to true.',
      'LIMIT_WITHOUT_TARGET',
    );
  }
  if (named > 0 && everything) {
    throw invalidField('everything', 'Must be false for a limit that names its goods.');
  }
}

function refusal(error: unknown): unknown {
  switch (brokenConstraint(error)) {
    case 'purchase_limits_variant_id_fkey':
      return invalidField('variant_id', 'There is no such variant.');
    case 'purchase_limits_product_id_fkey':
      return invalidField('product_id', 'There is no such product.');
    case 'purchase_limits_category_id_fkey':
      return invalidField('category_id', 'There is no such category.');
    case 'limit_of_one_thing':
      return invalidField('variant_id', 'Set only one of variant_id, product_id and category_id.');
    default:
      return error;
  }
}
