import type { Dice } from '../support/dice.js';
import type { Known } from './values.js';

export type Recipe = (random: Dice, known: Known) => Record<string, unknown>;

const some = (random: Dice): string => `F${random.between(1, 9_999_999)}`;
const store = (random: Dice): string => random.pick(['DOWNTOWN', 'DOWNTOWN', 'AIRPORT']);
const goods = (random: Dice, known: Known) => ({ sku: random.pick(known.skus).sku });

/** A new record of each collection, as the screens send it. */
export const NEW_RECORDS = new Map<string, Recipe>([
  ['/stores/', random => ({ code: some(random), name: 'New', time_zone: 'Europe/Berlin' })],
  ['/sites/', random => ({ code: some(random), name: 'New', city: 'Berlin' })],
  ['/tax-jurisdictions/', random => ({ code: some(random), name: 'New', rate: '0.07' })],
  [
    '/users/',
    random => ({
      role: random.pick(['cashier', 'supervisor', 'customer']),
      employee_number: some(random),
      email: `${some(random)}@example.com`,
      first_name: 'Ada',
      last_name: 'Byron',
    }),
  ],
  [
    '/payment-methods/',
    random => ({ code: some(random).toLowerCase(), name: 'X', method_type: 'cash' }),
  ],
  [
    '/products/',
    random => ({
      name: some(random),
      slug: some(random).toLowerCase(),
      variants: [{ sku: some(random), price: '9.99' }],
    }),
  ],
  [
    '/product-variants/',
    random => ({ product_id: random.between(1, 40), sku: some(random), price: '9.99' }),
  ],
  ['/categories/', random => ({ name: some(random), slug: some(random).toLowerCase() })],
  ['/brands/', random => ({ name: some(random), slug: some(random).toLowerCase() })],
  ['/product-types/', random => ({ name: some(random), slug: some(random).toLowerCase() })],
  ['/collections/', random => ({ name: some(random), slug: some(random).toLowerCase() })],
  [
    '/inventory-levels/',
    (random, known) => ({
      store: store(random),
      ...goods(random, known),
      reorder_point: 2,
      on_hand: 3,
    }),
  ],
  ['/zones/', random => ({ store: store(random), code: some(random), name: 'Shelf' })],
  [
    '/par-levels/',
    (random, known) => ({
      zone: known.from('/zones/', random),
      ...goods(random, known),
      par_quantity: 10,
      minimum_quantity: 2,
    }),
  ],
  [
    '/procurement/purchase-orders/',
    (random, known) => ({
      store: store(random),
      vendor_name: 'Roaster',
      lines: [{ ...goods(random, known), ordered_quantity: 5, unit_cost: '2.00' }],
    }),
  ],
  [
    '/tasks/',
    random => ({ task_id: some(random), title: 'Sweep', store: store(random), priority: 'low' }),
  ],
  [
    '/tasks/delivery-schedules/',
    random => ({
      delivery_id: some(random),
      vendor_name: 'Roaster',
      store: store(random),
      scheduled_date: '2026-12-01',
      scheduled_time: '09:30:00',
    }),
  ],
  ['/campaigns/', random => ({ name: some(random), starts_at: '2026-01-01T00:00:00Z' })],
  ['/promotions/', random => ({ name: some(random), kind: 'percentage', value: '5.00' })],
  [
    '/promo-codes/',
    (random, known) => ({ code: some(random), promotion_id: known.from('/promotions/', random) }),
  ],
  [
    '/ab-tests/',
    random => ({ name: some(random), variants: [{ name: 'control' }, { name: 'treatment' }] }),
  ],
  [
    '/webhook-endpoints/',
    random => ({ url: `https://example.com/${some(random)}`, events: ['*'] }),
  ],
  ['/transactions/', random => ({ storeId: store(random), notes: 'x' })],
  ['/sale-transactions/', random => ({ storeId: store(random) })],
  [
    '/fulfillments/',
    (random, known) => ({
      transaction: known.from('/transactions/', random),
      fulfillment_type: random.pick(['in_store', 'pickup', 'ship']),
    }),
  ],
  [
    '/web-commerce/saved-addresses/',
    () => ({ label: 'Home', address: '1 Park Avenue', city: 'New York', country: 'US' }),
  ],
]);

/** Bodies of actions on a record that random values do not get right. */
export const ACTIONS = new Map<string, Recipe>([
  ['POST /cash-management/shifts/open/', () => ({ opening_float: '100.00' })],
  [
    'POST /cash-management/shifts/{id}/count/',
    () => ({ denominations: [{ value: '20.00', quantity: 5 }] }),
  ],
  ['POST /cash-management/shifts/{id}/close/', () => ({ reason: 'Counted twice' })],
  ['POST /cash-drawer/', () => ({ operation: 'open', reason: 'Change' })],
  [
    'POST /ab-tests/{id}/record-impression/',
    random => ({ variant: random.pick(['control', 'treatment']), subject_key: some(random) }),
  ],
  [
    'POST /ab-tests/{id}/record-conversion/',
    random => ({ variant: random.pick(['control', 'treatment']), subject_key: some(random) }),
  ],
  [
    'POST /par-levels/shortfalls/order/',
    random => ({ store: store(random), vendor_name: 'Roaster' }),
  ],
  [
    'POST /integrations/manual-sync/',
    random => ({
      sanity_id: random.pick(['store-downtown', 'site-main-street', 'tax-us-ny']),
      document_type: random.pick(['store', 'taxJurisdiction']),
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
