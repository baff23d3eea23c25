import { listShopCategories } from '../../src/domains/storefront/catalogue/list-shop-categories.js';
import { listShopProducts } from '../../src/domains/storefront/catalogue/list-shop-products.js';
import { storeForSelling } from '../../src/domains/stores/index.js';
import { createProcessCache } from '../../src/platform/cache/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { mustAnswer } from '../bare-route.js';
import { type Bench, LANES, type Row } from '../bench.js';
import {
  barcodeOf,
  growCatalogue,
  PRICE,
  skuOf,
  slugOf,
  VARIANTS_PER_PRODUCT,
  wordOf,
} from '../catalogue.js';
import { type Flow, growthRow, growthRows, measureFlows } from '../growth.js';
import { timed } from '../timed.js';
import { addUnit, visit } from './storefront.js';
import { payCash, ringUp } from './till-sale.js';

const SMALL = 1_000;
const LARGE = 100_000;

/** What grows with the catalogue: the same flows over a thousand variants and over 100,000. */
export async function largeCatalogue(bench: Bench): Promise<Row[]> {
  const large = bench.quick ? SMALL * 5 : LARGE;
  await growCatalogue(bench, SMALL);
  const few = await measureAt(bench, SMALL);
  await growCatalogue(bench, large);
  const many = await measureAt(bench, large);
  const searches = await deskSearches(bench, large);
  const names = { few: `${SMALL} variants`, many: `${large} variants` };
  const perVariant = (many.bytes - few.bytes) / (large - SMALL);
  return [
    ...growthRows(names, few.samples, many.samples),
    ...searches,
    growthRow('disk', 'catalogue and stock levels', `${perVariant.toFixed(0)} bytes per variant`),
    growthRow(
      'memory of the service',
      `${names.few}, ${names.many}`,
      `${few.memoryMb} MB, ${many.memoryMb} MB`,
    ),
  ];
}

/** Searches of each kind, one after the other. */
const ROUNDS = 200;
const TARGET_MS = 100;
/** How people type "word123": a request for each letter. */
const TYPED = ['w', 'wo', 'wor', 'word', 'word1', 'word12', 'word123'];

/** What the desk searches while somebody types, over HTTP and by name or SKU. */
async function deskSearches(bench: Bench, variants: number): Promise<Row[]> {
  const { call } = bench;
  const manager = await bench.manager();
  let iteration = 0;
  const next = (): number => {
    iteration += 1;
    return (iteration * STEP) % variants;
  };
  const texts = {
    'a rare word': () => wordOf(Math.floor(next() / VARIANTS_PER_PRODUCT)),
    'a word of every product': () => 'bulk',
    'a SKU': () => skuOf(next()),
    'a word while it is typed': () => TYPED[next() % TYPED.length] ?? '',
  };
  const lists = {
    products: '/products/?limit=50&ordering=name',
    'many products': '/catalog-rows/?limit=50&ordering=name',
    stock: `/inventory-levels/?limit=50&store=${DOWNTOWN_ID}`,
  };
  const rounds = bench.quick ? 10 : ROUNDS;
  const rows: Row[] = [];
  for (const [list, path] of Object.entries(lists)) {
    for (const [text, q] of Object.entries(texts)) {
      const terms = { measured: `${variants} variants`, rounds, targetMs: TARGET_MS };
      const run = () => mustAnswer(call, `${path}&q=${q()}`, manager);
      rows.push(await timed({ scenario: `desk, ${list}: ${text}`, ...terms }, run));
    }
  }
  return rows;
}

/** Items are picked with a step that visits all of them before any comes again. */
const STEP = 7_919;

async function measureAt(bench: Bench, variants: number) {
  const { call } = bench;
  const manager = await bench.manager();
  const tills = await Promise.all(
    Array.from({ length: LANES }, (_, lane) => bench.till(`T-C${lane}`)),
  );
  let iteration = 0;
  const next = (): number => {
    iteration += 1;
    return (iteration * STEP) % variants;
  };
  const product = (): number => Math.floor(next() / VARIANTS_PER_PRODUCT);
  const samples = await measureFlows(bench, {
    'till sale of any variant': {
      run: async lane => {
        const till = tills[lane] ?? '';
        await payCash(call, till, await ringUp(call, till, skuOf(next())), PRICE);
      },
    },
    'new cart with any variant': {
      run: async () => addUnit(call, await visit(call), skuOf(next())),
    },
    'scan of any barcode': {
      run: () => mustAnswer(call, `/products/by-barcode/${barcodeOf(next())}/`, manager),
    },
    'page of any product': {
      run: () => {
        const path = `/web-commerce/products/${slugOf(product())}/?store_id=${DOWNTOWN_ID}`;
        return mustAnswer(call, path, undefined);
      },
    },
    'first products, back office': { run: () => mustAnswer(call, '/products/?limit=50', manager) },
    ...coldFlows(bench, () => wordOf(product())),
  });
  return { samples, bytes: await sizeOf(bench), memoryMb: bench.memory().nowMb };
}

/** Reads of the shop that are cached for some seconds, with an empty cache and without HTTP. */
function coldFlows({ recorder }: Bench, word: () => string): Record<string, Flow> {
  const cold = () => ({ ...recorder.platform, cache: createProcessCache() });
  const downtown = () => storeForSelling(recorder.platform, DOWNTOWN_ID);
  const search = async (q?: string) =>
    listShopProducts(cold(), { store: await downtown(), q, limit: 50 });
  return {
    'search by any word, not cached': { run: () => search(word()), isCold: true },
    'first page of the shop, not cached': { run: () => search(), isCold: true },
    'menu of categories, not cached': {
      run: async () => listShopCategories(cold(), await downtown()),
      isCold: true,
    },
  };
}

async function sizeOf({ db }: Bench): Promise<number> {
  const [row] = await statement<{ bytes: number }>(
    db,
    `select sum(pg_total_relation_size(name))::float8 as bytes
     from unnest(array['products', 'product_variants', 'inventory_levels']::regclass[]) as name`,
  );
  return row?.bytes ?? 0;
}
