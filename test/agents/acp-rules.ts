import { createAjv } from '../../src/platform/http/validation.js';

/** What version 2026-04-17 of the Agentic Commerce Protocol demands of the answers we send. */
const text = { type: 'string' };
const uri = { type: 'string', format: 'uri' };
const whole = { type: 'integer' };
const list = (items: object) => ({ type: 'array', items });
const only = (properties: Record<string, object>, required: string[]) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});

const total = only(
  {
    type: {
      enum: [
        'items_base_amount',
        'items_discount',
        'subtotal',
        'discount',
        'fulfillment',
        'tax',
        'fee',
        'gift_wrap',
        'tip',
        'store_credit',
        'total',
        'amount_refunded',
      ],
    },
    display_text: text,
    amount: whole,
    description: text,
  },
  ['type', 'display_text', 'amount'],
);
const address = only(
  {
    name: text,
    line_one: text,
    line_two: text,
    city: text,
    state: text,
    country: text,
    postal_code: text,
    company: text,
  },
  ['name', 'line_one', 'city', 'state', 'country', 'postal_code'],
);
const option = (type: string) =>
  only({ type: { const: type }, id: text, title: text, description: text, totals: list(total) }, [
    'type',
    'id',
    'title',
    'totals',
  ]);
const handler = only(
  {
    id: text,
    name: text,
    display_name: text,
    version: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    spec: uri,
    requires_delegate_payment: { type: 'boolean' },
    requires_pci_compliance: { type: 'boolean' },
    psp: text,
    config_schema: uri,
    instrument_schemas: list(uri),
    config: { type: 'object' },
  },
  [
    'id',
    'name',
    'version',
    'spec',
    'requires_delegate_payment',
    'requires_pci_compliance',
    'psp',
    'config_schema',
    'instrument_schemas',
    'config',
  ],
);
const lineItem = only(
  {
    id: text,
    item: only({ id: text, name: text, unit_amount: whole }, ['id']),
    quantity: { type: 'integer', minimum: 1 },
    name: text,
    sku: text,
    unit_amount: whole,
    images: list(uri),
    totals: list(total),
  },
  ['id', 'item', 'quantity', 'totals'],
);
const message = only(
  {
    type: { const: 'error' },
    code: {
      enum: [
        'missing',
        'invalid',
        'out_of_stock',
        'payment_declined',
        'requires_sign_in',
        'requires_3ds',
        'low_stock',
        'quantity_exceeded',
        'coupon_invalid',
        'coupon_expired',
        'minimum_not_met',
        'maximum_exceeded',
        'region_restricted',
        'age_verification_required',
        'approval_required',
        'unsupported',
        'not_found',
        'conflict',
        'rate_limited',
        'expired',
        'intervention_required',
      ],
    },
    severity: { enum: ['info', 'low', 'medium', 'high', 'critical'] },
    resolution: { enum: ['recoverable', 'requires_buyer_input', 'requires_buyer_review'] },
    param: text,
    content_type: { enum: ['plain', 'markdown'] },
    content: text,
  },
  ['type', 'code', 'content_type', 'content'],
);
const time = { type: 'string', format: 'date-time' };

const session = only(
  {
    id: text,
    protocol: only({ version: { const: '2026-04-17' } }, ['version']),
    capabilities: only(
      {
        payment: only({ handlers: list(handler) }, ['handlers']),
        interventions: only(
          {
            supported: list({ enum: ['3ds', 'biometric', 'address_verification'] }),
            required: list({ enum: ['3ds', 'biometric'] }),
            enforcement: { enum: ['always', 'conditional', 'optional'] },
          },
          [],
        ),
      },
      [],
    ),
    continue_url: uri,
    buyer: only(
      {
        first_name: text,
        last_name: text,
        email: { type: 'string', format: 'email' },
        phone_number: text,
      },
      ['email'],
    ),
    status: {
      enum: [
        'incomplete',
        'not_ready_for_payment',
        'requires_escalation',
        'authentication_required',
        'ready_for_payment',
        'pending_approval',
        'complete_in_progress',
        'completed',
        'canceled',
        'in_progress',
        'expired',
      ],
    },
    currency: { type: 'string', pattern: '^[a-z]{3}$' },
    line_items: list(lineItem),
    fulfillment_details: only(
      { name: text, phone_number: text, email: { type: 'string', format: 'email' }, address },
      [],
    ),
    fulfillment_options: list({ oneOf: [option('shipping'), option('digital')] }),
    selected_fulfillment_options: list(
      only(
        {
          type: { enum: ['shipping', 'digital', 'pickup', 'local_delivery'] },
          option_id: text,
          item_ids: list(text),
        },
        ['type', 'option_id', 'item_ids'],
      ),
    ),
    totals: list(total),
    messages: list(message),
    links: list(
      only(
        {
          type: {
            enum: [
              'terms_of_use',
              'privacy_policy',
              'return_policy',
              'shipping_policy',
              'contact_us',
              'about_us',
              'faq',
              'support',
            ],
          },
          title: text,
          url: uri,
        },
        ['type', 'url'],
      ),
    ),
    created_at: time,
    updated_at: time,
    expires_at: time,
    order: only(
      {
        type: { const: 'order' },
        id: text,
        checkout_session_id: text,
        order_number: text,
        permalink_url: uri,
        status: text,
      },
      ['id', 'checkout_session_id', 'permalink_url'],
    ),
  },
  [
    'id',
    'status',
    'currency',
    'line_items',
    'totals',
    'fulfillment_options',
    'messages',
    'links',
    'capabilities',
  ],
);

const discovery = only(
  {
    protocol: only({ name: { const: 'acp' }, version: text, supported_versions: list(text) }, [
      'name',
      'version',
      'supported_versions',
    ]),
    api_base_url: uri,
    transports: list({ enum: ['rest', 'mcp'] }),
    capabilities: only(
      {
        services: list({ enum: ['checkout', 'orders', 'delegate_payment', 'carts'] }),
        supported_currencies: list({ type: 'string', pattern: '^[a-z]{3}$' }),
        supported_locales: list(text),
        intervention_types: list({ enum: ['3ds', 'biometric', 'address_verification'] }),
      },
      ['services'],
    ),
  },
  ['protocol', 'api_base_url', 'transports', 'capabilities'],
);

const error = only(
  {
    type: { enum: ['invalid_request', 'processing_error', 'service_unavailable'] },
    code: text,
    message: text,
    param: text,
    supported_versions: list(text),
  },
  ['type', 'code', 'message'],
);

const references = list(
  only({ id: text, quantity: { type: 'integer', minimum: 1 } }, ['id', 'quantity']),
);
const order = only(
  {
    type: { const: 'order' },
    id: text,
    checkout_session_id: text,
    order_number: text,
    permalink_url: uri,
    status: text,
    line_items: list(
      only(
        {
          id: text,
          title: text,
          product_id: text,
          quantity: only(
            {
              ordered: { type: 'integer', minimum: 1 },
              current: { type: 'integer', minimum: 0 },
              fulfilled: { type: 'integer', minimum: 0 },
            },
            ['ordered', 'current'],
          ),
          unit_price: whole,
          subtotal: whole,
          status: text,
        },
        ['id', 'title', 'quantity'],
      ),
    ),
    fulfillments: list(
      only(
        {
          id: text,
          type: { enum: ['shipping', 'pickup', 'digital'] },
          status: text,
          line_items: references,
          carrier: text,
          tracking_number: text,
          events: list(
            only({ id: text, type: text, occurred_at: time }, ['id', 'type', 'occurred_at']),
          ),
        },
        ['id', 'type'],
      ),
    ),
    adjustments: list(
      only(
        {
          id: text,
          type: text,
          occurred_at: time,
          status: text,
          line_items: references,
          amount: whole,
          currency: { type: 'string', pattern: '^[a-z]{3}$' },
        },
        ['id', 'type', 'occurred_at', 'status'],
      ),
    ),
    totals: list(total),
  },
  ['type', 'id', 'checkout_session_id', 'permalink_url', 'status'],
);
const orderEvent = only({ type: { enum: ['order_create', 'order_update'] }, data: order }, [
  'type',
  'data',
]);

const price = only(
  { amount: { type: 'integer', minimum: 0 }, currency: { type: 'string', pattern: '^[A-Z]{3}$' } },
  ['amount', 'currency'],
);
const media = list(
  only({ type: text, url: uri, alt_text: text, width: whole, height: whole }, ['type', 'url']),
);
const description = { ...only({ plain: text, html: text, markdown: text }, []), minProperties: 1 };
const feedVariant = only(
  {
    id: text,
    title: text,
    description,
    url: uri,
    barcodes: list(only({ type: text, value: text }, ['type', 'value'])),
    price,
    unit_price: only(
      {
        ...price.properties,
        measure: only({ value: { type: 'number' }, unit: text }, ['value', 'unit']),
        reference: only({ value: whole, unit: text }, ['value', 'unit']),
      },
      ['amount', 'currency', 'measure', 'reference'],
    ),
    availability: only({ available: { type: 'boolean' }, status: text }, []),
    categories: list(only({ value: text, taxonomy: text }, ['value'])),
    condition: list(text),
    variant_options: list(only({ name: text, value: text }, ['name', 'value'])),
    media,
    seller: only(
      { name: text, links: list(only({ type: text, title: text, url: uri }, ['type', 'url'])) },
      [],
    ),
  },
  ['id', 'title'],
);
const feedProduct = only(
  { id: text, title: text, description, url: uri, media, variants: list(feedVariant) },
  ['id', 'variants'],
);
const feed = only(
  { id: text, target_country: { type: 'string', pattern: '^[A-Z]{2}$' }, updated_at: time },
  ['id'],
);
const feedUpsert = only({ products: list(feedProduct) }, ['products']);

const ajv = createAjv({});
const rules = {
  session: ajv.compile(session),
  discovery: ajv.compile(discovery),
  error: ajv.compile(error),
  feed: ajv.compile(feed),
  orderEvent: ajv.compile(orderEvent),
  feedProduct: ajv.compile(feedProduct),
  feedUpsert: ajv.compile(feedUpsert),
};

/** What breaks a rule of the protocol; undefined if nothing does. */
export function brokenAcpRule(kind: keyof typeof rules, answer: unknown): string | undefined {
  const isValid = rules[kind](answer);
  return isValid ? undefined : ajv.errorsText(rules[kind].errors);
}
