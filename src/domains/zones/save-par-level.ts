import { brokenConstraint, type Tx } from '../../platform/database/tx.js';
import { conflict, invalidField, notFound } from '../../platform/http/failure.js';
import { newId } from '../../platform/ids.js';
import { shownQuantity } from '../../platform/quantity.js';
import { record } from '../../platform/work/events/outbox.js';
import { variantsByIds } from '../catalog/index.js';
import { stepsOfField } from '../inventory/index.js';
import { parLevelSaved } from './events.js';
import { insertParLevel, type ParLevel, parLevelById, updateParLevel } from './par-repository.js';
import type { ParLevelInput } from './schemas.js';

export type ParLevelChange = Partial<Omit<ParLevelInput, 'zone' | 'variant_id' | 'sku'>> & {
  zone_id?: string;
  variant_id?: string;
};

/** Creates a par level, or updates an existing one. */
export async function saveParLevel(
  tx: Tx,
  id: string | undefined,
  change: ParLevelChange,
): Promise<ParLevel> {
  const levelId = id ?? newId();
  const columns = await inSteps(tx, id, change);
  try {
    if (id === undefined) {
      const { zone_id = '', variant_id = '', par_quantity = 0 } = columns;
      await insertParLevel(tx, { ...columns, id: levelId, zone_id, variant_id, par_quantity });
    } else await updateParLevel(tx, id, columns);
  } catch (error) {
    throw refusal(error);
  }
  const level = await parLevelById(tx, levelId);
  if (level === undefined) throw notFound('Par level');
  await record(tx, parLevelSaved(level));
  return level;
}

type Columns = Omit<ParLevelChange, (typeof QUANTITIES)[number]> & {
  par_quantity?: number;
  minimum_quantity?: number;
};

const QUANTITIES = ['par_quantity', 'minimum_quantity'] as const;

/** Quantities in steps of the unit. Another variant keeps the quantities that people read. */
async function inSteps(tx: Tx, id: string | undefined, change: ParLevelChange): Promise<Columns> {
  const { par_quantity, minimum_quantity, ...columns } = change;
  const before = id === undefined ? undefined : await parLevelById(tx, id);
  const [variant] =
    change.variant_id === undefined ? [] : await variantsByIds(tx, [change.variant_id]);
  const unit = variant?.unit ?? before?.unit ?? 'piece';
  const isMoved = before !== undefined && before.unit !== unit;
  const wanted = { par_quantity, minimum_quantity };
  const steps = QUANTITIES.flatMap(field => {
    const kept = isMoved ? shownQuantity(before[field], before.unit) : undefined;
    const quantity = wanted[field] ?? kept;
    return quantity === undefined ? [] : [[field, stepsOfField(field, quantity, unit)] as const];
  });
  return { ...columns, ...Object.fromEntries(steps) };
}

function refusal(error: unknown): unknown {
  switch (brokenConstraint(error)) {
    case 'one_par_level_per_zone':
    case 'par_levels_sanity_id_key':
      return conflict(
        'DUPLICATE',
        'This variant already has a par level in the zone, or the content id is taken.',
      );
    case 'minimum_within_par':
      return invalidField('minimum_quantity', 'Must not be above par_quantity.');
    case 'par_levels_zone_id_fkey':
      return invalidField('zone', 'There is no such zone.');
    case 'par_levels_variant_id_fkey':
      return invalidField('variant_id', 'There is no such variant.');
    default:
      return error;
  }
}
