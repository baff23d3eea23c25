import { AIRPORT_ID, DOWNTOWN_ID, demoId, variantOf } from './data.js';

/** Par level and minimum per SKU of a zone. */
type Goods = Record<string, [par: number, minimum: number]>;
type DemoZone = [store: string, code: string, name: string, kind: string, goods: Goods];

const tees: Goods = { 'TEE-BLACK-M': [20, 6], 'TEE-BLACK-L': [20, 6] };
const demoZones: DemoZone[] = [
  [DOWNTOWN_ID, 'FRONT', 'Front tables', 'sales_floor', { 'MUG-WHITE': [24, 8], ...tees }],
  [DOWNTOWN_ID, 'WALL', 'Poster wall', 'display', { 'POSTER-A2': [12, 4] }],
  [
    DOWNTOWN_ID,
    'COUNTER',
    'Counter shelf',
    'counter',
    { 'BEANS-1KG': [15, 5], 'LAST-ONE': [1, 0] },
  ],
  [
    DOWNTOWN_ID,
    'BASEMENT',
    'Basement',
    'stockroom',
    { 'MUG-WHITE': [48, 12], 'BEANS-1KG': [40, 10] },
  ],
  [AIRPORT_ID, 'GATE', 'Gate shelf', 'sales_floor', { 'MUG-WHITE': [20, 5], 'POSTER-A2': [8, 2] }],
  [AIRPORT_ID, 'CELLAR', 'Wine rack', 'cold_storage', { 'WINE-RED': [48, 12] }],
];

export const zones = demoZones.map(([store, code, name, kind], index) => ({
  code,
  name,
  kind,
  id: demoId('a0e0', index + 1),
  store_id: store,
  sort_order: (index + 1) * 10,
  sanity_id: `zone-${store === DOWNTOWN_ID ? 'downtown' : 'airport'}-${code.toLowerCase()}`,
}));

/** Rows of `par_levels`; some are below par, so that the list of shortfalls is not empty. */
export function parLevels() {
  return demoZones
    .flatMap(([, , , , goods], index) =>
      Object.entries(goods).map(entry => ({ zone: zones[index], entry })),
    )
    .map(({ zone, entry: [sku, [par_quantity, minimum_quantity]] }, index) => ({
      id: demoId('a0e1', index + 1),
      zone_id: zone?.id ?? '',
      variant_id: variantOf(sku).id,
      par_quantity,
      minimum_quantity,
      sanity_id: `par-${zone?.sanity_id}-${sku.toLowerCase()}`,
    }));
}
