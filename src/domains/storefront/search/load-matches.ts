import { minor } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { availability } from '../../inventory/index.js';
import { pricesFromDatabase, resolvePrices } from '../../prices/index.js';
import type { SellingStore } from '../../stores/index.js';
import { availableAnywhere } from '../catalogue/repository.js';
import type { KnownTerms } from '../catalogue/show-products.js';
import type { Match } from './facets.js';
import { type Candidate, type CandidateVariant, variantsOfProducts } from './repository.js';

const SIZE = new Set(['size', 'größe', 'groesse', 'grösse']);
const COLOUR = new Set(['colour', 'color', 'farbe']);

type Loaded = { matches: Match[]; terms: KnownTerms };

/** Candidates with price and stock at the store; those without a price there are left out. */
export async function loadMatches(
  platform: Platform,
  candidates: readonly Candidate[],
  store: SellingStore | undefined,
): Promise<Loaded> {
  const { db } = platform;
  const variants = await variantsOfProducts(
    db,
    candidates.map(({ id }) => id),
  );
  const ids = variants.map(({ id }) => id);
  const [prices, available] = await Promise.all([
    pricesOf(platform, variants, store),
    store === undefined ? availableAnywhere(db, ids) : availability(db, store.id, ids),
  ]);
  const sold = new Map<number, CandidateVariant[]>();
  variants.forEach((variant, index) => {
    if (prices[index] === undefined) return;
    const others = sold.get(variant.product_id);
    if (others === undefined) sold.set(variant.product_id, [variant]);
    else others.push(variant);
  });
  const priceOf = new Map(
    variants.flatMap(({ id }, index) => {
      const price = prices[index];
      return price === undefined ? [] : [[id, price] as const];
    }),
  );
  const matches = candidates.flatMap((candidate): Match[] => {
    const own = sold.get(candidate.id) ?? [];
    if (own.length === 0) return [];
    const stocked = own.filter(({ id }) => candidate.is_digital || (available.get(id) ?? 0) > 0);
    return [
      {
        id: candidate.id,
        nameKey: candidate.name_key,
        createdAt: candidate.created_at,
        rank: candidate.rank,
        categoryId: candidate.category_id,
        brandId: candidate.brand_id,
        priceMinor: Math.min(...own.map(({ id }) => priceOf.get(id) ?? 0)),
        inStock: stocked.length > 0,
        sizes: valuesOf(own, SIZE),
        colours: valuesOf(own, COLOUR),
      },
    ];
  });
  return { matches, terms: { prices: priceOf, available } };
}

/** Prices of one piece each; undefined where the store does not sell the variant. */
async function pricesOf(
  platform: Platform,
  variants: readonly CandidateVariant[],
  store: SellingStore | undefined,
): Promise<(number | undefined)[]> {
  const requests = variants.map(({ id, price }) => ({
    variantId: id,
    ownMinor: minor(price, platform.config.baseCurrency),
    quantity: 1,
  }));
  if (store === undefined) return requests.map(({ ownMinor }) => ownMinor);
  const buyer = { store, at: platform.clock.now() };
  const found = await resolvePrices(platform, pricesFromDatabase(platform.db), buyer, requests);
  return found.map(price => price?.amountMinor);
}

function valuesOf(variants: readonly CandidateVariant[], names: ReadonlySet<string>): string[] {
  const values = variants.flatMap(({ attributes }) =>
    Object.entries(attributes)
      .filter(([name, value]) => names.has(name.toLowerCase()) && typeof value === 'string')
      .map(([, value]) => String(value).trim()),
  );
  return [...new Set(values)].filter(value => value !== '');
}
