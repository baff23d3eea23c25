import { brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import { Failure, invalidField, notFound } from '../../../platform/http/failure.js';
import { refuseFractions } from '../../../platform/http/refuse-fractions.js';
import { newId } from '../../../platform/ids.js';
import { formatMoney, minor } from '../../../platform/money.js';
import { insertTier, type TierRow, tierById, updateTier } from './repository.js';

export type TierFields = {
  name: string;
  currency: string;
  minimum_spend: string | number;
  earning_factor: string;
};

/** Creates or changes a tier. Points that were earned stay as they are. */
export async function saveTier(
  tx: Tx,
  id: string | undefined,
  change: Partial<TierFields>,
): Promise<TierRow> {
  const before = id === undefined ? undefined : await tierById(tx, id);
  if (id !== undefined && before === undefined) throw notFound('Tier');
  const { minimum_spend: spend, ...rest } = change;
  const currency = change.currency ?? before?.currency ?? '';
  const columns = {
    ...rest,
    ...(spend !== undefined && { minimum_spend: formatMoney(minor(spend, currency), currency) }),
  };
  const after = { ...before, ...columns } as Omit<TierRow, 'id'>;
  if (Number(after.earning_factor) > MAX_FACTOR) {
    throw invalidField('earning_factor', `Must be at most ${MAX_FACTOR}.`);
  }
  refuseFractions(after.currency, { minimum_spend: after.minimum_spend });
  try {
    const saved = before
      ? await updateTier(tx, before.id, columns)
      : await insertTier(tx, { ...after, id: newId() });
    if (saved === undefined) throw notFound('Tier');
    return saved;
  } catch (error) {
    throw refusal(error);
  }
}

const MAX_FACTOR = 100;

const FIELDS: Record<string, [field: string, message: string]> = {
  one_tier_per_spend: ['minimum_spend', 'Another tier of this currency begins here.'],
  one_tier_per_name: ['name', 'Another tier of this currency has this name.'],
};

function refusal(error: unknown): unknown {
  const [field, message] = FIELDS[brokenConstraint(error) ?? ''] ?? [];
  if (field === undefined || message === undefined) return error;
  return new Failure('conflict', 'DUPLICATE', `${field}: ${message}`, {
    fields: { [field]: [message] },
  });
}
