import { statement, type Tx } from '../platform/database/tx.js';
import { demoId, shippingRates, ZURICH_ID } from './data.js';

type Rate = { code: string; title: string; prices: readonly string[]; days: [number, number] };
type Zone = { name: string; countries: string[]; rates: Rate[] };

/** Up to 1, 5 and 20 kg; a single price is for any weight. */
const LIMITS = [1_000, 5_000, 20_000];

const EUROPE =
  'AT BE BG CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LT LU LV MT NL NO PL PT RO SE SI SK'.split(
    ' ',
  );
/** The rest of the world has no list. */
const REST: string[] = [];

const standard = (days: [number, number], ...prices: string[]): Rate => ({
  code: 'standard',
  title: 'Standard',
  prices,
  days,
});
const express = (days: [number, number], ...prices: string[]): Rate => ({
  code: 'express',
  title: 'Express',
  prices,
  days,
});
const flat = [standard([3, 5], '5.00'), express([1, 1], '16.00')];

/** The other demo stores ship everywhere at their own rates. */
const zones: Zone[] = [
  { name: 'Schweiz und Liechtenstein', countries: ['CH', 'LI'], rates: flat },
  // Parcels for America leave from New York.
  { name: 'USA', countries: ['US'], rates: flat },
  {
    name: 'Europa',
    countries: EUROPE,
    rates: [
      standard([4, 8], '22.00', '34.00', '64.00'),
      express([2, 3], '42.00', '63.00', '115.00'),
    ],
  },
  {
    name: 'Übrige Welt',
    countries: REST,
    rates: [
      standard([8, 15], '32.00', '58.00', '120.00'),
      express([4, 6], '64.00', '98.00', '190.00'),
    ],
  },
];

/** Packed, in grams; a product that is not here weighs as much as the lightest parcel. */
const weights: Record<string, number> = {
  'white-mug': 420,
  'black-mug': 420,
  'black-tee': 230,
  'white-tee': 230,
  'house-beans-1kg': 1_050,
  'house-beans-250g': 280,
  'decaf-beans-250g': 280,
  'city-poster-a2': 190,
  'last-one-lamp': 1_900,
  'red-wine': 1_350,
  'espresso-cup': 210,
  'pour-over-dripper': 460,
  'cutting-board': 1_250,
  'linen-towel': 140,
  'water-carafe': 880,
  'chef-knife': 380,
  'grey-hoodie': 720,
  'wool-beanie': 110,
  'crew-socks': 80,
  'canvas-cap': 120,
  'rain-jacket': 540,
  'breakfast-tea': 190,
  'dark-chocolate': 100,
  'sea-salt-caramels': 220,
  'olive-oil': 950,
  'white-wine': 1_350,
  'dot-notebook': 320,
  'fountain-pen': 90,
  'pencil-set': 130,
  'wall-calendar': 380,
  'letter-set': 260,
  'washi-tape': 90,
  'soy-candle': 480,
  'plant-pot': 1_600,
  'wool-blanket': 1_450,
  'brass-hook': 150,
  'herb-seeds': 60,
  'room-spray': 190,
  'canvas-tote': 180,
  'day-pack': 780,
  'passport-wallet': 110,
  'steel-bottle': 350,
  'luggage-tag': 60,
  'packing-cubes': 290,
};

/**
 * What the demo goods weigh, and where ZURICH ships to. A part of its own, so that demo shops of
 * earlier releases get it too; a store that somebody gave zones or rates of its own keeps them.
 */
export async function seedShipping(tx: Tx): Promise<void> {
  for (const [slug, grams] of Object.entries(weights)) {
    await statement(
      tx,
      `update product_variants set weight_grams = $2
       where weight_grams is null and product_id = (select id from products where slug = $1)`,
      [slug, grams],
    );
  }
  if (await hasOwnTerms(tx)) return;
  await tx
    .insertInto('shipping_zones')
    .values(zones.map((zone, index) => rowOf(zone, index + 1)))
    .execute();
}

async function hasOwnTerms(tx: Tx): Promise<boolean> {
  const [found] = await statement<{ is_own: boolean }>(
    tx,
    `select exists (select from shipping_zones where store_id = $1)
       or not exists (select from stores where id = $1 and shipping_rates = $2::jsonb) as is_own`,
    [ZURICH_ID, JSON.stringify(shippingRates)],
  );
  return found?.is_own ?? true;
}

const rowOf = ({ name, countries, rates }: Zone, n: number) => ({
  id: demoId('a011', n),
  store_id: ZURICH_ID,
  name,
  countries,
  regions: [],
  is_rest_of_world: countries === REST,
  rates: JSON.stringify(
    rates.map(({ code, title, prices, days: [days_min, days_max] }) => ({
      code,
      title,
      bands: prices.map((price, index) => ({
        up_to_grams: prices.length === 1 ? null : LIMITS[index],
        price,
      })),
      free_from: null,
      days_min,
      days_max,
    })),
  ),
});
