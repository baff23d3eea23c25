import type { KindName } from '../documents/kind.js';

/** The table of a kind, with alias `t`. All SQL here is constant; no caller input is included. */
export type Table = {
  name: string;
  /** Products have integer ids, all other records UUIDs. */
  id: 'uuid' | 'integer';
  columns: readonly string[];
  /** Additional columns and the SQL expressions that compute them. */
  derived?: Record<string, string>;
  /** Whether the row stores its document id; otherwise the default document id applies. */
  namesDocument: boolean;
  /** Every sale locks these rows, so a push never stores the default document id in them. */
  isHot?: boolean;
  /** The id of the record's store, for access checks. */
  store?: string;
  /** The ids of its stores, for records of several; null means that it belongs to the chain. */
  stores?: string;
  /** Grows with every sale; health counts only the last 30 days. */
  volume?: boolean;
};

const simpleTable = (name: string, ...more: string[]): Table => ({
  name,
  id: 'uuid',
  columns: ['name', 'slug', 'is_active', ...more],
  namesDocument: true,
});

const ADDRESS = ['address', 'city', 'region', 'postal_code', 'country'];

const ids = (column: string, from: string, where: string): string =>
  `array(select x.${column}::text from ${from} x where ${where} order by 1)`;

const items = (parts: string, from: string): string =>
  `(select coalesce(jsonb_agg(jsonb_build_object(${parts}) order by l.position), '[]'::jsonb) from ${from})`;

const NAMES = `'productName', l.product_name, 'variantName', l.variant_name`;

/** A quantity of a level in the unit of its variant, as a number. */
const shownOfLevel = (name: string, steps: string): Record<string, string> => ({
  [name]: `(select shown_quantity(${steps}, x.unit)::float8
    from product_variants x where x.id = t.variant_id)`,
});

export const TABLES: Record<KindName, Table> = {
  site: {
    name: 'sites',
    id: 'uuid',
    columns: ['code', 'name', ...ADDRESS, 'is_active'],
    namesDocument: true,
  },
  store: {
    name: 'stores',
    id: 'uuid',
    columns: [
      'code',
      'name',
      'site_id',
      'time_zone',
      'currency',
      'email',
      'phone',
      ...ADDRESS,
      'is_active',
      'pickup_enabled',
      'pay_at_store_enabled',
      'prices_include_tax',
      'language',
      'receipt_footer',
    ],
    derived: {
      tax_jurisdiction_ids: ids('jurisdiction_id', 'store_tax_jurisdictions', 'x.store_id = t.id'),
    },
    namesDocument: true,
    store: 't.id',
  },
  theme: {
    name: 'shop_themes',
    id: 'uuid',
    columns: [
      'store_id',
      'name',
      'logo_id',
      'primary_color',
      'background_color',
      'font',
      'hero',
      'hero_picture_id',
      'sections',
    ],
    namesDocument: true,
    stores: 'case when t.store_id is not null then array[t.store_id] end',
  },
  jurisdiction: {
    name: 'tax_jurisdictions',
    id: 'uuid',
    columns: ['code', 'name', 'rate', 'is_active'],
    derived: { store_ids: ids('store_id', 'store_tax_jurisdictions', 'x.jurisdiction_id = t.id') },
    namesDocument: true,
  },
  user: {
    name: 'users',
    id: 'uuid',
    columns: ['first_name', 'last_name', 'phone', 'email', 'role', 'employee_number', 'is_active'],
    derived: { store_ids: ids('store_id', 'user_stores', 'x.user_id = t.id') },
    namesDocument: true,
    stores: 'array(select x.store_id from user_stores x where x.user_id = t.id)',
  },
  product_type: simpleTable('product_types'),
  brand: simpleTable('brands'),
  category: simpleTable('categories', 'parent_id', 'sort_order'),
  collection: simpleTable('collections'),
  product: {
    name: 'products',
    id: 'integer',
    columns: [
      'name',
      'slug',
      'description',
      'category_id',
      'brand_id',
      'product_type_id',
      'image_url',
      'is_active',
      'is_tax_exempt',
      'tax_class',
      'is_digital',
      'minimum_age',
    ],
    derived: {
      collection_ids: ids('collection_id', 'product_collections', 'x.product_id = t.id'),
    },
    namesDocument: true,
  },
  variant: {
    name: 'product_variants',
    id: 'uuid',
    columns: [
      'sku',
      'name',
      'barcode',
      'unit',
      'price',
      'attributes',
      'product_id',
      'is_active',
      'sort_order',
    ],
    derived: {
      content: `case when t.content_amount is not null then
        jsonb_build_object('amount', t.content_amount::float8, 'unit', t.content_unit) end`,
    },
    namesDocument: true,
  },
  level: {
    name: 'inventory_levels',
    id: 'uuid',
    columns: ['store_id', 'variant_id', 'is_active'],
    derived: {
      ...shownOfLevel('on_hand', 't.on_hand'),
      ...shownOfLevel('reserved', 't.reserved'),
      ...shownOfLevel('reorder_point', 't.reorder_point'),
      sku: '(select x.sku from product_variants x where x.id = t.variant_id)',
      ...shownOfLevel('available', 't.on_hand - t.reserved'),
    },
    namesDocument: true,
    isHot: true,
    store: 't.store_id',
  },
  zone: {
    name: 'zones',
    id: 'uuid',
    columns: ['store_id', 'code', 'name', 'kind', 'sort_order', 'is_active'],
    namesDocument: true,
    store: 't.store_id',
  },
  par_level: {
    name: 'par_levels',
    id: 'uuid',
    columns: ['zone_id', 'variant_id', 'is_active'],
    derived: {
      sku: '(select x.sku from product_variants x where x.id = t.variant_id)',
      ...shownOfLevel('par_quantity', 't.par_quantity'),
      ...shownOfLevel('minimum_quantity', 't.minimum_quantity'),
    },
    namesDocument: true,
    store: '(select x.store_id from zones x where x.id = t.zone_id)',
  },
  payment_method: {
    name: 'payment_methods',
    id: 'uuid',
    columns: [
      'code',
      'name',
      'method_type',
      'description',
      'icon_url',
      'is_active',
      'is_online_available',
      'minimum_amount',
      'maximum_amount',
      'display_order',
    ],
    namesDocument: true,
  },
  sale: {
    name: 'transactions',
    id: 'uuid',
    columns: [
      'transaction_number',
      'store_id',
      'status',
      'source_system',
      'currency',
      'subtotal',
      'promotion_discount',
      'tax_amount',
      'shipping_amount',
      'total_amount',
      'total_paid',
      'change_due',
      'created_at',
      'completed_at',
      'voided_at',
      'void_reason',
    ],
    derived: {
      lines: items(
        `'_key', l.id, '_type', 'saleLineItem', 'sku', l.sku, 'name', l.name, ${NAMES},
         'quantity', shown_quantity(l.quantity, l.unit), 'unit', l.unit, 'unitPrice', l.unit_price::text, 'subtotal', l.subtotal::text, 'isTaxExempt', l.is_tax_exempt`,
        'transaction_lines l where l.transaction_id = t.id',
      ),
    },
    namesDocument: false,
    store: 't.store_id',
    volume: true,
  },
  sale_line: {
    name: `(select l.id, l.transaction_id, s.store_id, s.updated_at
      from transaction_lines l join transactions s on s.id = l.transaction_id)`,
    id: 'uuid',
    columns: ['transaction_id'],
    namesDocument: false,
    store: 't.store_id',
  },
  return: {
    name: 'returns',
    id: 'uuid',
    columns: [
      'return_number',
      'transaction_id',
      'store_id',
      'status',
      'return_reason',
      'refund_amount',
      'created_at',
      'completed_at',
    ],
    derived: {
      lines: items(
        `'_key', r.line_id, '_type', 'returnLineItem', 'sku', l.sku, 'name', l.name, ${NAMES},
         'quantity', shown_quantity(r.quantity, l.unit), 'unit', l.unit, 'reason', r.reason, 'refundAmount', r.refund_amount::text`,
        `return_lines r join transaction_lines l on l.transaction_id = r.transaction_id and l.id = r.line_id
         where r.return_id = t.id`,
      ),
    },
    namesDocument: false,
    store: 't.store_id',
    volume: true,
  },
  store_credit: {
    name: 'store_credits',
    id: 'uuid',
    columns: ['store_id', 'return_id', 'amount', 'balance', 'currency', 'created_at'],
    namesDocument: false,
    store: 't.store_id',
  },
  payment: {
    name: 'payments',
    id: 'uuid',
    columns: [
      'transaction_id',
      'payment_method_id',
      'amount',
      'currency',
      'status',
      'refund_total',
      'processed_at',
      'created_at',
    ],
    namesDocument: false,
    store: 't.store_id',
    volume: true,
  },
  refund: {
    name: 'refunds',
    id: 'uuid',
    columns: [
      'refund_id',
      'payment_id',
      'transaction_id',
      'amount',
      'status',
      'reason',
      'processed_at',
      'created_at',
    ],
    namesDocument: false,
    store: 't.store_id',
    volume: true,
  },
  task: {
    name: 'tasks',
    id: 'uuid',
    columns: [
      'task_id',
      'title',
      'description',
      'store_id',
      'assigned_to',
      'priority',
      'status',
      'due_date',
      'completed_at',
    ],
    namesDocument: true,
    store: 't.store_id',
  },
  campaign: {
    name: 'campaigns',
    id: 'uuid',
    columns: ['name', 'description', 'status', 'store_ids', 'starts_at', 'ends_at'],
    namesDocument: true,
    stores: 't.store_ids',
  },
  promotion: {
    name: 'promotions',
    id: 'uuid',
    columns: [
      'name',
      'description',
      'kind',
      'value',
      'priority',
      'stackable',
      'requires_code',
      'campaign_id',
      'store_ids',
      'is_active',
      'starts_at',
      'ends_at',
    ],
    namesDocument: true,
    stores: 't.store_ids',
  },
  promo_code: {
    name: 'promo_codes',
    id: 'uuid',
    columns: [
      'code',
      'promotion_id',
      'usage_limit',
      'per_customer_limit',
      'is_active',
      'starts_at',
      'ends_at',
    ],
    namesDocument: true,
    stores: '(select x.store_ids from promotions x where x.id = t.promotion_id)',
  },
  ab_test: {
    name: 'ab_tests',
    id: 'uuid',
    columns: ['name', 'description', 'status', 'variants', 'campaign_id', 'started_at', 'ended_at'],
    namesDocument: true,
    stores: '(select x.store_ids from campaigns x where x.id = t.campaign_id)',
  },
};

/** The SQL of a record's stores; undefined for kinds whose records all belong to the chain. */
export const storesOf = ({ store, stores }: Table): string | undefined =>
  stores ?? (store && `array[${store}]`);
