import type { Dice } from '../support/dice.js';
import type { Known } from './values.js';

export type Recipe = (luck: Dice, known: Known) => Record<string, unknown>;

const some = (luck: Dice): string => `F${luck.between(1, 9_999_999)}`;
const store = (luck: Dice): string => luck.pick(['DOWNTOWN', 'DOWNTOWN', 'AIRPORT']);
const goods = (luck: Dice, known: Known) => ({ sku: luck.pick(known.skus).sku });

/** A new record of each collection, as the screens send it. */
export const NEW_RECORDS = new Map<string, Recipe>([
  ['/stores/', luck => ({ code: some(luck), name: 'New', time_zone: 'Europe/Berlin' })],
  ['/sites/', luck => ({ code: some(luck), name: 'New', city: 'Berlin' })],
  ['/tax-jurisdictions/', luck => ({ code: some(luck), name: 'New', rate: '0.07' })],
  [
    '/users/',
    luck => ({
      role: luck.pick(['cashier', 'supervisor', 'customer']),
      employee_number: some(luck),
      email: `${some(luck)}@example.com`,
      first_name: 'Ada',
      last_name: 'Byron',
    }),
  ],
  [
    '/payment-methods/',
    luck => ({ code: some(luck).toLowerCase(), name: 'X', method_type: 'cash' }),
  ],
  [
    '/products/',
    luck => ({
      name: some(luck),
      slug: some(luck).toLowerCase(),
      variants: [{ sku: some(luck), price: '9.99' }],
    }),
  ],
  [
    '/product-variants/',
    luck => ({ product_id: luck.between(1, 40), sku: some(luck), price: '9.99' }),
  ],
  ['/categories/', luck => ({ name: some(luck), slug: some(luck).toLowerCase() })],
  ['/brands/', luck => ({ name: some(luck), slug: some(luck).toLowerCase() })],
  ['/product-types/', luck => ({ name: some(luck), slug: some(luck).toLowerCase() })],
  ['/collections/', luck => ({ name: some(luck), slug: some(luck).toLowerCase() })],
  [
    '/inventory-levels/',
    (luck, known) => ({ store: store(luck), ...goods(luck, known), reorder_point: 2, on_hand: 3 }),
  ],
  ['/zones/', luck => ({ store: store(luck), code: some(luck), name: 'Shelf' })],
  [
    '/par-levels/',
    (luck, known) => ({
      zone: known.from('/zones/', luck),
      ...goods(luck, known),
      par_quantity: 10,
      minimum_quantity: 2,
    }),
  ],
  [
    '/procurement/purchase-orders/',
    (luck, known) => ({
      store: store(luck),
      vendor_name: 'Roaster',
      lines: [{ ...goods(luck, known), ordered_quantity: 5, unit_cost: '2.00' }],
    }),
  ],
  [
    '/tasks/',
    luck => ({ task_id: some(luck), title: 'Sweep', store: store(luck), priority: 'low' }),
  ],
  [
    '/tasks/delivery-schedules/',
    luck => ({
      delivery_id: some(luck),
      vendor_name: 'Roaster',
      store: store(luck),
      scheduled_date: '2026-12-01',
      scheduled_time: '09:30:00',
    }),
  ],
  ['/campaigns/', luck => ({ name: some(luck), starts_at: '2026-01-01T00:00:00Z' })],
  ['/promotions/', luck => ({ name: some(luck), kind: 'percentage', value: '5.00' })],
  [
    '/promo-codes/',
    (luck, known) => ({ code: some(luck), promotion_id: known.from('/promotions/', luck) }),
  ],
  [
    '/ab-tests/',
    luck => ({ name: some(luck), variants: [{ name: 'control' }, { name: 'treatment' }] }),
  ],
  ['/webhook-endpoints/', luck => ({ url: `https://example.com/${some(luck)}`, events: ['*'] })],
  ['/transactions/', luck => ({ storeId: store(luck), notes: 'x' })],
  ['/sale-transactions/', luck => ({ storeId: store(luck) })],
  [
    '/fulfillments/',
    (luck, known) => ({
      transaction: known.from('/transactions/', luck),
      fulfillment_type: luck.pick(['in_store', 'pickup', 'ship']),
    }),
  ],
  [
    '/web-commerce/saved-addresses/',
    () => ({ label: 'Home', address: '1 Park Avenue', city: 'New York', country: 'US' }),
  ],
]);

/** Bodies of actions on a record that random values do not get right. */
export const DEEDS = new Map<string, Recipe>([
  ['POST /cash-management/shifts/open/', () => ({ opening_float: '100.00' })],
  [
    'POST /cash-management/shifts/{id}/count/',
    () => ({ denominations: [{ value: '20.00', quantity: 5 }] }),
  ],
  ['POST /cash-management/shifts/{id}/close/', () => ({ reason: 'Counted twice' })],
  ['POST /cash-drawer/', () => ({ operation: 'open', reason: 'Change' })],
  [
    'POST /ab-tests/{id}/record-impression/',
    luck => ({ variant: luck.pick(['control', 'treatment']), subject_key: some(luck) }),
  ],
  [
    'POST /ab-tests/{id}/record-conversion/',
    luck => ({ variant: luck.pick(['control', 'treatment']), subject_key: some(luck) }),
  ],
  ['POST /par-levels/shortfalls/order/', luck => ({ store: store(luck), vendor_name: 'Roaster' })],
  [
    'POST /integrations/manual-sync/',
    luck => ({
      sanity_id: luck.pick(['store-downtown', 'site-main-street', 'tax-us-ny']),
      document_type: luck.pick(['store', 'taxJurisdiction']),
    }),
  ],
  [
    'POST /pos/auth/terminal-login/',
    () => ({
      employee_id: 'EMP001',
      pin_code: '1234',
      store_id: 'DOWNTOWN',
      terminal_id: 'T-FUZZ',
    }),
  ],
  ['POST /auth/login/', () => ({ username: 'manager', password: 'manager-demo' })],
]);
