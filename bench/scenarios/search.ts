import {
  findProducts,
  type ShopSearch,
} from '../../src/domains/storefront/search/search-products.js';
import { suggest } from '../../src/domains/storefront/search/suggest.js';
import { storeForSelling } from '../../src/domains/stores/index.js';
import { createProcessCache } from '../../src/platform/cache/index.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { encodeCursor } from '../../src/platform/http/paginate.js';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import type { Bench, Row } from '../bench.js';
import { growCatalogue, skuOf, VARIANTS_PER_PRODUCT, wordOf } from '../catalogue.js';
import { timed } from '../timed.js';
import { productFeed } from './feed.js';

const PRODUCTS = 100_000;
const FEW_PRODUCTS = 2_000;
const FEED_VARIANTS = 100_000;
const FILLED_AT_ONCE = 5_000;
const TARGET_MS = 50;
/** Each kind of search runs so often, one after the other. */
const ROUNDS = 200;
/** What comes before the end of a list by name. */
const LAST_PAGE = encodeCursor(['before', 0, 0, 0, '\uffff']);
/** Variants are varied in so many steps, because a statement has a time limit. */
const STEPS = 40;
/** Visits all products before any comes again. */
const STEP = 7_919;

/**
 * The search of the shop over 100,000 products, not cached and without HTTP; before that the product
 * feed, when there are 100,000 variants.
 */
export async function search(bench: Bench): Promise<Row[]> {
  const products = bench.quick ? FEW_PRODUCTS : PRODUCTS;
  const inFeed = Math.min(FEED_VARIANTS, products * VARIANTS_PER_PRODUCT);
  await growCatalogue(bench, inFeed);
  const feed = await productFeed(bench, inFeed);
  if (inFeed < products * VARIANTS_PER_PRODUCT) {
    await growCatalogue(bench, products * VARIANTS_PER_PRODUCT);
  }
  const { db } = bench;
  await varyGoods(bench);
  await fillSearch(bench);
  for (const table of ['product_search', 'search_words']) {
    await statement(db, `vacuum analyze ${table}`);
  }
  const rows: Row[] = [feed];
  for (const [name, run] of Object.entries(searches(bench, products))) {
    const rounds = bench.quick ? 10 : ROUNDS;
    const measured = `${products} products`;
    rows.push(
      await timed({ scenario: `search: ${name}`, measured, rounds, targetMs: TARGET_MS }, run),
    );
  }
  return rows;
}

/** Writing directly into the tables has skipped the triggers. */
async function fillSearch({ db }: Bench): Promise<void> {
  const [last] = await statement<{ id: number }>(db, 'select max(id) as id from products');
  for (let from = 0; from <= (last?.id ?? 0); from += FILLED_AT_ONCE) {
    await statement(
      db,
      `select refresh_product_search(array(
         select id from products where id > $1 and id <= $1 + $2::int))`,
      [from, FILLED_AT_ONCE],
    );
  }
}

/** Different prices, sizes and colours; every fourth product is sold in EUR as well. */
async function varyGoods({ db }: Bench): Promise<void> {
  const write = (text: string, values: unknown[]) =>
    atomically(db, async tx => {
      await statement(tx, `set local session_replication_role = 'replica'`);
      await statement(tx, text, values);
    });
  await write(
    `insert into price_lists (id, code, name, currency, priority)
     values (uuidv7(), $1, $1, 'EUR', 99) on conflict do nothing`,
    [EUR_LIST],
  );
  for (let step = 0; step < STEPS; step += 1) {
    await write(
      `update product_variants set price = 10 + round(abs(hashtext(sku)) % 9000 / 100.0, 2),
         attributes = jsonb_build_object(
           'Size', (array['S', 'M', 'L', 'XL'])[1 + abs(hashtext(sku)) % 4],
           'Colour', (array['Red', 'Blue', 'Green', 'Black', 'White'])[1 + product_id % 5])
       where sku ^@ 'BULK-' and product_id % ${STEPS} = $1`,
      [step],
    );
    if (step % 4 > 0) continue;
    await write(
      `insert into prices (id, variant_id, price_list_id, min_quantity, amount)
       select uuidv7(), v.id, l.id, 1, v.price
       from product_variants v join price_lists l on l.code = $2
       where v.sku ^@ 'BULK-' and v.product_id % ${STEPS} = $1 on conflict do nothing`,
      [step, EUR_LIST],
    );
  }
  for (const table of ['product_variants', 'prices'])
    await statement(db, `vacuum analyze ${table}`);
  await statement(db, 'update reference_version set version = version + 1');
}

const EUR_LIST = 'EUR-BULK';

function searches({ recorder }: Bench, products: number): Record<string, () => Promise<unknown>> {
  const cold = () => ({ ...recorder.platform, cache: createProcessCache() });
  let iteration = 0;
  const next = (): number => {
    iteration += 1;
    return (iteration * STEP) % products;
  };
  const find = async (terms: Partial<ShopSearch>, storeId = DOWNTOWN_ID) => {
    const store = await storeForSelling(recorder.platform, storeId);
    return findProducts(cold(), { sort: 'relevance', limit: 24, ...terms, store });
  };
  let known: Promise<string> | undefined;
  const category = (): Promise<string> => {
    known ??= largestCategory(recorder);
    return known;
  };
  /** Two letters change places: "word123" becomes "wrod123". */
  const misspelt = (word: string): string => word.replace('or', 'ro');
  return {
    'one word': () => find({ q: wordOf(next()) }),
    'two words, filtered by price': () => find({ q: `bulk ${wordOf(next())}`, price_min: '5' }),
    'a misspelt word': () => find({ q: misspelt(wordOf(next())) }),
    'a SKU': () => find({ q: skuOf(next()) }),
    'by price, in stock': () => find({ q: wordOf(next()), sort: 'price', in_stock: true }),
    'all facets: category, price, in stock': async () =>
      find({ q: wordOf(next()), category: await category(), price_max: '20', in_stock: true }),
    'a category without words': async () => find({ category: await category() }),
    'the last page of a word of every product': () =>
      find({ q: 'bulk', sort: 'name', cursor: LAST_PAGE }),
    'nothing found': () => find({ q: `${wordOf(next())} kettle` }),
    suggestions: async () =>
      suggest(
        cold(),
        wordOf(next()).slice(0, -1),
        await storeForSelling(recorder.platform, DOWNTOWN_ID),
      ),
    'a word of every product': () => find({ q: 'bulk' }),
    'a word of every product, by price, in stock': () =>
      find({ q: 'bulk', sort: 'price', price_min: '50', in_stock: true }),
    'a word of every product, by size and colour': () =>
      find({ q: 'bulk', sort: '-price', size: 'M', colour: 'Red' }),
    'a word of every product, in another currency': () =>
      find({ q: 'bulk', sort: 'price', price_max: '40' }, AIRPORT_ID),
    'everything, the newest first': () => find({ sort: 'newest' }),
    'a word of every product, after a change of the catalogue': async () => {
      await statement(recorder.platform.db, 'update reference_version set version = version + 1');
      return find({ q: 'bulk' });
    },
  };
}

async function largestCategory({ platform }: Bench['recorder']): Promise<string> {
  const [row] = await statement<{ slug: string }>(
    platform.db,
    `select c.slug from categories c join products p on p.category_id = c.id
     group by c.id order by count(*) desc, c.slug limit 1`,
  );
  if (row === undefined) throw new Error('no product has a category');
  return row.slug;
}
