import { brokenConstraint, type Tx } from '../../platform/database/tx.js';
import { conflict, invalidField, notFound } from '../../platform/http/failure.js';
import { newId } from '../../platform/ids.js';
import { record } from '../../platform/work/events/outbox.js';
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
  try {
    if (id === undefined) {
      const { zone_id = '', variant_id = '', par_quantity = 0 } = change;
      await insertParLevel(tx, { ...change, id: levelId, zone_id, variant_id, par_quantity });
    } else await updateParLevel(tx, id, change);
  } catch (error) {
    throw refusal(error);
  }
  const level = await parLevelById(tx, levelId);
  if (level === undefined) throw notFound('Par level');
  await record(tx, parLevelSaved(level));
  return level;
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
    case 'pieces_only':
      return invalidField(
        'variant_id',
        'Goods sold by measure are not counted in pieces here.',
        'PIECES_ONLY',
      );
    case 'par_levels_variant_id_fkey':
      return invalidField('variant_id', 'There is no such variant.');
    default:
      return error;
  }
}
