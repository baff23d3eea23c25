import { AIRPORT_ID, DOWNTOWN_ID, demoVariants, variantId } from './data.js';

const demoId = (family: string, n: number): string =>
  `00000000-0000-4000-${family}-${n.toString(16).padStart(12, '0')}`;

type DemoZone = {
  store: string;
  code: string;
  name: string;
  kind: string;
  /** SKU, par, minimum. */
  goods: [sku: string, par: number, minimum: number][];
};

const demoZones: DemoZone[] = [
  {
    store: DOWNTOWN_ID,
    code: 'FRONT',
    name: 'Front tables',
    kind: 'sales_floor',
    goods: [
      ['MUG-WHITE', 24, 8],
      ['TEE-BLACK-M', 20, 6],
      ['TEE-BLACK-L', 20, 6],
    ],
  },
  {
    store: DOWNTOWN_ID,
    code: 'WALL',
    name: 'Poster wall',
    kind: 'display',
    goods: [['POSTER-A2', 12, 4]],
  },
  {
    store: DOWNTOWN_ID,
    code: 'COUNTER',
    name: 'Counter shelf',
    kind: 'counter',
    goods: [
      ['BEANS-1KG', 15, 5],
      ['LAST-ONE', 1, 0],
    ],
  },
  {
    store: DOWNTOWN_ID,
    code: 'BASEMENT',
    name: 'Basement',
    kind: 'stockroom',
    goods: [
      ['MUG-WHITE', 48, 12],
      ['BEANS-1KG', 40, 10],
    ],
  },
  {
    store: AIRPORT_ID,
    code: 'GATE',
    name: 'Gate shelf',
    kind: 'sales_floor',
    goods: [
      ['MUG-WHITE', 20, 5],
      ['POSTER-A2', 8, 2],
    ],
  },
  {
    store: AIRPORT_ID,
    code: 'CELLAR',
    name: 'Wine rack',
    kind: 'cold_storage',
    goods: [['WINE-RED', 48, 12]],
  },
];

export const zones = demoZones.map(({ store, goods: _, ...zone }, index) => ({
  ...zone,
  id: demoId('a0e0', index + 1),
  store_id: store,
  sort_order: (index + 1) * 10,
  sanity_id: `zone-${store === DOWNTOWN_ID ? 'downtown' : 'airport'}-${zone.code.toLowerCase()}`,
}));

/** Rows of `par_levels`; some of them lack goods, so that the list of shortfalls is not empty. */
export function parLevels() {
  const variants = demoVariants();
  return demoZones
    .flatMap(({ goods }, index) => goods.map(entry => ({ zone: zones[index], entry })))
    .map(({ zone, entry: [sku, par_quantity, minimum_quantity] }, index) => ({
      id: demoId('a0e1', index + 1),
      zone_id: zone?.id ?? '',
      variant_id: variantId(variants.find(({ variant }) => variant.sku === sku)?.n ?? 0),
      par_quantity,
      minimum_quantity,
      sanity_id: `par-${zone?.sanity_id}-${sku.toLowerCase()}`,
    }));
}
