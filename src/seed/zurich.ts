import { createHasher } from '../domains/people/index.js';
import { statement, type Tx } from '../platform/database/tx.js';
import { newId } from '../platform/ids.js';
import type { Platform } from '../platform/platform.js';
import { DEFAULT_STOCK, demoId, shippingRates, ZURICH_ID } from './data.js';

const site = {
  id: demoId('a000', 3),
  code: 'ZRH-HB',
  name: 'Zürich Hauptbahnhof',
  address: 'Bahnhofplatz 15',
  city: 'Zürich',
  region: 'ZH',
  postal_code: '8001',
  country: 'CH',
  sanity_id: 'site-zurich-station',
};

/** Prices in francs with 8.1 % and 2.6 % inside. */
const store = {
  id: ZURICH_ID,
  code: 'ZURICH',
  name: 'Tillhouse Zürich',
  site_id: site.id,
  time_zone: 'Europe/Zurich',
  currency: 'CHF',
  email: 'zurich@example.com',
  phone: '+41 44 555 0103',
  address: site.address,
  city: site.city,
  region: site.region,
  postal_code: site.postal_code,
  country: site.country,
  language: 'de',
  pickup_enabled: true,
  pay_at_store_enabled: true,
  prices_include_tax: true,
  shipping_tax_class: 'standard',
  require_shift: true,
  cash_rounding: '0.05',
  shipping_rates: JSON.stringify(shippingRates),
  receipt_footer: 'Vielen Dank für Ihren Einkauf!',
  sanity_id: 'store-zurich',
};

const jurisdiction = {
  id: demoId('a001', 3),
  code: 'CH-VAT',
  name: 'Mehrwertsteuer Schweiz',
  rate: '0.081',
  sanity_id: 'tax-ch-vat',
};

const cashier = {
  id: demoId('a002', 6),
  role: 'cashier',
  employee_number: 'EMP006',
  first_name: 'Lea',
  last_name: 'Meier',
};
const PIN = '6789';
const TILL = 'T-201';
const FLOAT = '200.00';

/** The third store. A part of its own, so that demo shops of earlier releases get it too. */
export async function seedZurich(tx: Tx, { config, clock }: Platform): Promise<void> {
  const now = clock.now();
  await tx.insertInto('sites').values(site).execute();
  await tx.insertInto('stores').values(store).execute();
  await tx.insertInto('tax_jurisdictions').values(jurisdiction).execute();
  await tx
    .insertInto('store_tax_jurisdictions')
    .values({ store_id: store.id, jurisdiction_id: jurisdiction.id })
    .execute();
  const reduced = { jurisdiction_id: jurisdiction.id, tax_class: 'reduced', rate: '0.026' };
  await tx
    .insertInto('tax_rates')
    .values({ id: demoId('a00d', 2), ...reduced })
    .execute();
  await tx
    .insertInto('terminals')
    .values({ id: TILL, store_id: store.id, name: 'Counter' })
    .execute();
  const hash = await createHasher(config.secretKey).hash(PIN);
  await tx
    .insertInto('users')
    .values({ ...cashier, pin_hash: hash })
    .execute();
  await tx.insertInto('user_stores').values({ user_id: cashier.id, store_id: store.id }).execute();
  await stock(tx, now);
  await tx
    .insertInto('shifts')
    .values({
      id: newId(now),
      store_id: store.id,
      terminal_id: TILL,
      business_date: now.toISOString().slice(0, 10),
      currency: store.currency,
      opening_float: FLOAT,
      opened_by: cashier.id,
      opened_at: now,
    })
    .execute();
}

/** Stock of every article on sale. */
async function stock(tx: Tx, now: Date): Promise<void> {
  const variants = await statement<{ id: string; sku: string }>(
    tx,
    'select id, sku from product_variants where is_active order by id',
  );
  const levels = variants.map(({ id, sku }) => ({
    id: newId(now),
    store_id: store.id,
    variant_id: id,
    reorder_point: DEFAULT_STOCK.reorder,
    on_hand: sku === 'LAST-ONE' ? 1 : DEFAULT_STOCK.airport,
  }));
  await tx.insertInto('inventory_levels').values(levels).execute();
  await tx
    .insertInto('stock_movements')
    .values(
      levels.map(({ store_id, variant_id, on_hand }) => ({
        id: newId(now),
        store_id,
        variant_id,
        kind: 'initial',
        quantity: on_hand,
        on_hand,
        reason: 'Opening stock',
        occurred_at: now,
      })),
    )
    .execute();
}
