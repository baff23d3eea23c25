import { type ParLevelChange, saveParLevel, saveZone } from '../../zones/index.js';
import { flag, onCreate, outbound, reference, text, whole } from './fields.js';
import type { Kind } from './kind.js';

const PIECES = { min: 0, max: 1_000_000 };
const ZONE_KIND = /^(sales_floor|stockroom|counter|display|cold_storage|other)$/;

const zone: Kind = {
  name: 'zone',
  modelType: 'Zone',
  type: 'zone',
  prefix: 'zone',
  required: ['store_id', 'code', 'name'],
  fields: [
    onCreate(reference('store', 'store_id', 'store')),
    onCreate(text('code', 'code', { max: 50, min: 1 })),
    text('name', 'name', { max: 255, min: 1 }),
    text('kind', 'kind', { max: 20, min: 1, pattern: ZONE_KIND }),
    whole('sortOrder', 'sort_order', { min: -1_000_000, max: 1_000_000 }),
    flag('isActive', 'is_active'),
  ],
  save: async ({ tx }, id, change) => (await saveZone(tx, id, change)).id,
  retire: async ({ tx }, id) => {
    await saveZone(tx, id, { is_active: false });
  },
};

/** Editors set the par quantities; the shortage follows from the stock. */
const parLevel: Kind = {
  name: 'par_level',
  modelType: 'ParLevelItem',
  type: 'parLevelItem',
  prefix: 'parLevelItem',
  required: ['zone_id', 'variant_id', 'par_quantity'],
  fields: [
    onCreate(reference('zone', 'zone_id', 'zone')),
    onCreate(reference('variant', 'variant_id', 'variant')),
    outbound('sku', 'sku'),
    whole('parQuantity', 'par_quantity', PIECES),
    whole('minimumQuantity', 'minimum_quantity', PIECES),
    flag('isActive', 'is_active'),
  ],
  save: async ({ tx }, id, change) => (await saveParLevel(tx, id, change as ParLevelChange)).id,
  retire: async ({ tx }, id) => {
    await saveParLevel(tx, id, { is_active: false });
  },
};

export const zoneKinds: readonly Kind[] = [zone, parLevel];
