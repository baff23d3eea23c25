import { runNightlyRollup } from '../domains/analytics/index.js';
import { createHasher } from '../domains/people/index.js';
import { addMs, DAY_MS } from '../platform/clock.js';
import { atomically, statement, type Tx } from '../platform/database/tx.js';
import { newId } from '../platform/ids.js';
import type { Platform } from '../platform/platform.js';
import { kycCredentials, purchaseLimits } from './compliance.js';
import * as data from './data.js';
import { priceLists } from './prices.js';
import { purchaseOrders, supplierArticles, suppliers } from './procurement.js';
import * as growth from './promotions.js';
import { seedShipping } from './shipping.js';
import { seedStockDocuments } from './stock-documents.js';
import { seedStoredValue } from './stored-value.js';
import { deliveries, tasks } from './tasks.js';
import { seedTheme } from './theme.js';
import { seedWeighed } from './weighed.js';
import { writeFulfillments } from './write-fulfillments.js';
import { writeHistory } from './write-history.js';
import { writeShifts } from './write-shifts.js';
import { parLevels, zones } from './zones.js';
import { seedZurich } from './zurich.js';

/**
 * Writes the demo shop. Each part runs once per database, under a lock, so starting twice or on
 * two nodes changes nothing, and records that users delete do not come back.
 */
export async function seedDemo(platform: Platform): Promise<void> {
  refuseInProduction(platform);
  await seedParts(platform, [
    ['stores', seedStores],
    ['people', seedPeople],
    ['catalog', seedCatalog],
    ['prices', seedPrices],
    ['stock', seedStock],
    ['tasks', seedTasks],
    ['procurement', seedProcurement],
    ['zones', seedZones],
    ['promotions', seedPromotions],
    ['compliance', seedCompliance],
    ['zurich', seedZurich],
    ['weighed', seedWeighed],
    ['languages', seedLanguages],
    ['stored-value', seedStoredValue],
    ['approval-policy', tx => writePolicy(tx, [data.DOWNTOWN_ID])],
    ['approval-policy-abroad', tx => writePolicy(tx, [data.AIRPORT_ID, data.ZURICH_ID])],
    ['stock-documents', seedStockDocuments],
    ['theme', seedTheme],
    ['shipping', seedShipping],
  ]);
}

/** Adds two weeks of sales, shifts and orders, so that screens and reports have data. */
export async function seedHistory(platform: Platform): Promise<void> {
  refuseInProduction(platform);
  await seedParts(platform, [
    ['history', writeHistory],
    ['shifts', writeShifts],
    ['fulfillments', writeFulfillments],
  ]);
  await runNightlyRollup(platform);
}

/** Whatever a tool was told: the logins of the demo are published. */
export function refuseInProduction({ config }: Platform): void {
  if (!config.production) return;
  throw new Error('NODE_ENV is production, so the demo data was not written.');
}

type Part = [name: string, seed: (tx: Tx, platform: Platform) => Promise<void>];

export async function seedParts(platform: Platform, parts: Part[]): Promise<void> {
  for (const [name, seed] of parts) {
    await atomically(platform.db, async tx => {
      if (await claimed(tx, name)) await seed(tx, platform);
    });
  }
}

/** The row is the lock: a second node waits on the insert and then finds the row. */
async function claimed(tx: Tx, name: string): Promise<boolean> {
  const rows = await statement(
    tx,
    'insert into seeds (name) values ($1) on conflict do nothing returning name',
    [name],
  );
  return rows.length === 1;
}

/** The logins of the demo are published, so they never enter the database of a real shop. */
async function refuseForeignData(tx: Tx): Promise<void> {
  const [found] = await statement<{ is_used: boolean }>(
    tx,
    'select exists (select from stores) or exists (select from users) as is_used',
  );
  if (found?.is_used) {
    throw new Error(
      'The database contains stores or users of its own, so the demo data was not written. Set DEMO_DATA=false.',
    );
  }
}

async function seedStores(tx: Tx): Promise<void> {
  await refuseForeignData(tx);
  await tx.insertInto('sites').values(data.sites).execute();
  await tx.insertInto('stores').values(data.stores).execute();
  for (const { store, ...jurisdiction } of data.jurisdictions) {
    await tx.insertInto('tax_jurisdictions').values(jurisdiction).execute();
    await tx
      .insertInto('store_tax_jurisdictions')
      .values({ store_id: store, jurisdiction_id: jurisdiction.id })
      .execute();
  }
  await tx.insertInto('tax_rates').values(data.taxRates).execute();
  await tx.insertInto('terminals').values(data.terminals).execute();
  await tx.insertInto('payment_methods').values(data.paymentMethods).execute();
}

async function seedPeople(tx: Tx, platform: Platform): Promise<void> {
  const hasher = createHasher(platform.config.secretKey);
  const users = await Promise.all(
    [...data.staff, { ...data.customer, stores: [] }].map(async user => {
      const {
        pin,
        password,
        stores: _,
        ...columns
      } = { pin: undefined, password: undefined, ...user };
      return {
        ...columns,
        // The entry of the opening points raises it.
        loyalty_points: 0,
        pin_hash: pin === undefined ? null : await hasher.hash(pin),
        password_hash: password === undefined ? null : await hasher.hash(password),
      };
    }),
  );
  for (const user of users) await tx.insertInto('users').values(user).execute();
  const assignments = data.staff.flatMap(({ id, stores }) =>
    stores.map(store_id => ({ user_id: id, store_id })),
  );
  await tx.insertInto('user_stores').values(assignments).execute();
  const { id, first_name, last_name, phone, loyalty_points: points } = data.customer;
  const account = { id: newId(), kind: 'points', customer_id: id };
  await tx.insertInto('value_accounts').values(account).execute();
  await tx
    .insertInto('value_entries')
    .values({
      id: newId(),
      account_id: account.id,
      kind: 'opening',
      amount: String(points),
      occurred_at: new Date(),
    })
    .execute();
  await tx
    .insertInto('saved_addresses')
    .values(
      data.customerAddresses.map(address => ({
        ...address,
        user_id: id,
        first_name,
        last_name,
        phone,
      })),
    )
    .execute();
}

async function seedCatalog(tx: Tx): Promise<void> {
  await tx
    .insertInto('categories')
    .values(
      data.categories.map(category => ({ ...category, sanity_id: `category-${category.slug}` })),
    )
    .execute();
  const categoryIds = new Map(data.categories.map(({ slug, id }) => [slug, id]));
  await tx
    .insertInto('products')
    .values(
      data.products.map((product, index) => ({
        id: index + 1,
        slug: product.slug,
        name: product.name,
        description: product.description,
        category_id: categoryIds.get(product.category) ?? null,
        is_tax_exempt: product.taxExempt ?? false,
        tax_class: product.taxClass ?? 'standard',
        minimum_age: product.minimumAge ?? null,
        options: JSON.stringify(data.optionsOf(product)),
        sanity_id: `product-${product.slug}`,
      })),
    )
    .execute();
  await statement(tx, `select setval(pg_get_serial_sequence('products', 'id'), $1)`, [
    data.products.length,
  ]);
  await tx
    .insertInto('product_variants')
    .values(
      data.demoVariants().map(({ variant, productId, n }) => ({
        id: data.variantId(n),
        product_id: productId,
        sku: variant.sku,
        name: variant.name ?? '',
        barcode: variant.barcode ?? data.inStoreBarcode(n),
        price: variant.price,
        cost: variant.cost,
        attributes: JSON.stringify(variant.attributes ?? {}),
        sort_order: n,
        sanity_id: `variant-${variant.sku.toLowerCase()}`,
      })),
    )
    .execute();
}

/** A database of an earlier release has lists for the currencies of its stores already. */
async function seedPrices(tx: Tx): Promise<void> {
  for (const { prices, ...list } of priceLists()) {
    const inserted = await tx
      .insertInto('price_lists')
      .values(list)
      .onConflict(conflict => conflict.column('code').doNothing())
      .returning('id')
      .execute();
    if (inserted.length > 0) await tx.insertInto('prices').values(prices).execute();
  }
}

/** Opening stock is booked before the first sale of the history. */
const STOCKED_DAYS_AGO = 20;

async function seedStock(tx: Tx, { clock }: Platform): Promise<void> {
  const stockedAt = addMs(clock.now(), -STOCKED_DAYS_AGO * DAY_MS);
  const levels = data.demoVariants().flatMap(({ variant, n }) => {
    const stock = {
      ...data.DEFAULT_STOCK,
      ...(typeof variant.stock === 'object' ? variant.stock : {}),
    };
    const shared = { variant_id: data.variantId(n), reorder_point: stock.reorder };
    return [
      { ...shared, id: data.levelId(2 * n), store_id: data.DOWNTOWN_ID, on_hand: stock.downtown },
      { ...shared, id: data.levelId(2 * n + 1), store_id: data.AIRPORT_ID, on_hand: stock.airport },
    ];
  });
  await tx.insertInto('inventory_levels').values(levels).execute();
  await tx
    .insertInto('stock_movements')
    .values(
      levels.map(({ store_id, variant_id, on_hand }) => ({
        id: newId(stockedAt),
        store_id,
        variant_id,
        kind: 'initial',
        quantity: on_hand,
        on_hand,
        reason: 'Opening stock',
        occurred_at: stockedAt,
      })),
    )
    .execute();
}

async function seedPromotions(tx: Tx, { clock }: Platform): Promise<void> {
  const now = clock.now();
  await tx.insertInto('campaigns').values(growth.campaigns(now)).execute();
  await tx.insertInto('promotions').values(growth.promotions()).execute();
  await tx.insertInto('promo_codes').values(growth.promoCodes()).execute();
  await tx.insertInto('ab_tests').values(growth.abTests(now)).execute();
  await tx.insertInto('ab_subjects').values(growth.abSubjects(now)).execute();
}

async function seedCompliance(tx: Tx): Promise<void> {
  await tx.insertInto('kyc_credentials').values(kycCredentials).execute();
  await tx.insertInto('purchase_limits').values(purchaseLimits).execute();
}

async function seedTasks(tx: Tx, { clock }: Platform): Promise<void> {
  await tx.insertInto('tasks').values(tasks(clock.now())).execute();
  await tx.insertInto('delivery_schedules').values(deliveries(clock.now())).execute();
}

async function seedProcurement(tx: Tx, { clock }: Platform): Promise<void> {
  await tx.insertInto('suppliers').values(suppliers).execute();
  await tx.insertInto('supplier_articles').values(supplierArticles()).execute();
  const orders = purchaseOrders(clock.now());
  for (const { lines, receipt, ...order } of orders) {
    await tx.insertInto('purchase_orders').values(order).execute();
    await tx.insertInto('purchase_order_lines').values(lines).execute();
    if (receipt === null) continue;
    const { lines: received, ...head } = receipt;
    await tx.insertInto('purchase_receipts').values(head).execute();
    await tx.insertInto('purchase_receipt_lines').values(received).execute();
  }
  await statement(tx, `select setval('purchase_order_numbers', $1)`, [orders.length]);
}

async function seedZones(tx: Tx): Promise<void> {
  await tx.insertInto('zones').values(zones).execute();
  await tx.insertInto('par_levels').values(parLevels()).execute();
}

/** Demo shops of earlier releases have no languages of their stores yet. */
async function seedLanguages(tx: Tx): Promise<void> {
  await tx
    .updateTable('stores')
    .set({ language: 'de' })
    .where('id', 'in', [data.AIRPORT_ID, data.ZURICH_ID])
    .where('language', '<>', 'de')
    .execute();
}

/** Demo shops of earlier releases have no policy yet; one that somebody set stays. */
async function writePolicy(tx: Tx, storeIds: string[]): Promise<void> {
  await tx
    .updateTable('stores')
    .set({ approval_policy: JSON.stringify(data.demoPolicy) })
    .where('id', 'in', storeIds)
    .where('approval_policy', '=', '{}')
    .execute();
}
