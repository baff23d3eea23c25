import { dropStores, saveJurisdiction, saveSite, saveStore } from '../../stores/index.js';
import { flag, onCreate, outboundOnly, rate, reference, references, text } from './fields.js';
import type { Kind } from './kind.js';

const NAME = { max: 255, min: 1 };

const address = [
  text('address', 'address', { max: 255 }),
  text('city', 'city', { max: 100 }),
  text('region', 'region', { max: 100 }),
  text('postalCode', 'postal_code', { max: 20 }),
  text('country', 'country', { max: 100 }),
];

const site: Kind = {
  name: 'site',
  modelType: 'Site',
  type: 'site',
  prefix: 'site',
  required: ['code', 'name'],
  fields: [
    onCreate(text('code', 'code', { max: 50, min: 1 })),
    text('name', 'name', NAME),
    ...address,
    flag('isActive', 'is_active'),
  ],
  save: async ({ tx }, id, change) => (await saveSite(tx, id, change)).id,
  retire: async ({ tx }, id) => {
    await saveSite(tx, id, { is_active: false });
  },
};

/** Tills depend on the code, the currency and the approval rules, so editors cannot change them. */
const store: Kind = {
  name: 'store',
  modelType: 'Store',
  type: 'store',
  prefix: 'store',
  required: ['code', 'name'],
  fields: [
    onCreate(text('code', 'code', { max: 32, min: 1, pattern: /^[A-Z0-9][A-Z0-9_-]{0,31}$/ })),
    text('name', 'name', NAME),
    reference('site', 'site_id', 'site'),
    text('timeZone', 'time_zone', { max: 64, min: 1 }),
    onCreate(text('currency', 'currency', { max: 3, min: 3, pattern: /^[A-Z]{3}$/ })),
    text('email', 'email', { max: 254 }),
    text('phone', 'phone', { max: 50 }),
    ...address,
    flag('isActive', 'is_active'),
    flag('pickupEnabled', 'pickup_enabled'),
    flag('payAtStoreEnabled', 'pay_at_store_enabled'),
    flag('pricesIncludeTax', 'prices_include_tax'),
    text('language', 'language', { max: 2, min: 2, pattern: /^(en|de)$/ }),
    text('receiptFooter', 'receipt_footer', { max: 500 }),
    references('taxJurisdictions', 'tax_jurisdiction_ids', 'jurisdiction'),
  ],
  save: async ({ tx }, id, change) => (await saveStore(tx, id, change)).id,
  retire: async ({ tx }, id) => {
    await saveStore(tx, id, { is_active: false });
  },
  afterCommit: dropStores,
};

const jurisdiction: Kind = {
  name: 'jurisdiction',
  modelType: 'TaxJurisdiction',
  type: 'taxJurisdiction',
  prefix: 'taxJurisdiction',
  required: ['code', 'name', 'rate'],
  fields: [
    onCreate(text('code', 'code', { max: 50, min: 1 })),
    text('name', 'name', NAME),
    rate('rate', 'rate'),
    flag('isActive', 'is_active'),
    outboundOnly(references('stores', 'store_ids', 'store')),
  ],
  save: async ({ tx }, id, change) => (await saveJurisdiction(tx, id, change)).id,
  retire: async ({ tx }, id) => {
    await saveJurisdiction(tx, id, { is_active: false });
  },
  afterCommit: dropStores,
};

export const storeKinds: readonly Kind[] = [site, store, jurisdiction];
