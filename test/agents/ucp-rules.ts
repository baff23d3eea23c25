import { createAjv } from '../../src/platform/http/validation.js';

/**
 * What the Universal Commerce Protocol demands of the answers we send: versions 2026-04-08 and 2026-08-25,
 * which differ in `newer`.
 */
const text = { type: 'string' };
const uri = { type: 'string', format: 'uri' };
const list = (items: object) => ({ type: 'array', items });
const open = (properties: Record<string, object>, required: string[]) => ({
  type: 'object',
  properties,
  required,
});
const reverseName = '^[a-z][a-z0-9]*(?:\\.[a-z][a-z0-9_]*)+$';
const named = (items: object) => ({
  type: 'object',
  propertyNames: { pattern: reverseName },
  additionalProperties: list(items),
});
const version = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
const entity = { version, spec: uri, schema: uri, id: text, config: { type: 'object' } };
const capability = open({ ...entity, extends: { type: 'string', pattern: reverseName } }, [
  'version',
]);
const handler = open(
  { ...entity, available_instruments: { ...list(open({ type: text }, ['type'])), minItems: 1 } },
  ['version', 'id'],
);

const total = {
  ...open({ type: text, amount: { type: 'integer' }, display_text: text }, ['type', 'amount']),
  allOf: [
    {
      if: { properties: { type: { enum: ['discount', 'items_discount'] } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON schema
      then: { properties: { amount: { exclusiveMaximum: 0 } } },
    },
    {
      if: { properties: { type: { enum: ['subtotal', 'fulfillment', 'tax', 'fee'] } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON schema
      then: { properties: { amount: { minimum: 0 } } },
    },
  ],
};
const once = (type: string) => ({
  contains: { properties: { type: { const: type } } },
  minContains: 1,
  maxContains: 1,
});
const message = open(
  {
    type: { const: 'error' },
    code: text,
    path: text,
    content: text,
    severity: {
      enum: ['recoverable', 'requires_buyer_input', 'requires_buyer_review', 'unrecoverable'],
    },
  },
  ['type', 'code', 'content', 'severity'],
);
const method = open(
  {
    id: text,
    type: { enum: ['shipping', 'pickup'] },
    line_item_ids: list(text),
    destinations: list(open({ id: text }, ['id'])),
    groups: list(
      open(
        {
          id: text,
          line_item_ids: list(text),
          options: list(
            open({ id: text, title: text, totals: list(total) }, ['id', 'title', 'totals']),
          ),
        },
        ['id', 'line_item_ids'],
      ),
    ),
  },
  ['id', 'type', 'line_item_ids'],
);

const link = open({ type: text, url: uri, title: text }, ['type', 'url']);

const price = open(
  { amount: { type: 'integer', minimum: 0 }, currency: { type: 'string', pattern: '^[A-Z]{3}$' } },
  ['amount', 'currency'],
);
const range = open({ min: price, max: price }, ['min', 'max']);
const description = { ...open({ plain: text, html: text }, []), minProperties: 1 };
const media = open(
  { type: text, url: uri, alt_text: text, width: { type: 'integer', minimum: 1 } },
  ['type', 'url'],
);
const measure = (value: object) => open({ value, unit: text }, ['value', 'unit']);
const selected = open({ name: text, label: text }, ['name', 'label']);
const variant = (inputs: boolean) =>
  open(
    {
      id: text,
      sku: text,
      barcodes: list(open({ type: text, value: text }, ['type', 'value'])),
      title: text,
      description,
      url: uri,
      price,
      unit_price: open(
        {
          ...price.properties,
          measure: measure({ type: 'number' }),
          reference: measure({ type: 'integer' }),
        },
        ['amount', 'currency', 'measure', 'reference'],
      ),
      availability: open({ available: { type: 'boolean' }, status: text }, []),
      options: list(selected),
      media: list(media),
      seller: open({ name: text, links: list(link) }, []),
      inputs: { ...list(open({ id: text, match: text }, ['id'])), minItems: 1 },
    },
    ['id', 'title', 'description', 'price', ...(inputs ? ['inputs'] : [])],
  );
const product = (inputs = false) =>
  open(
    {
      id: text,
      handle: text,
      title: text,
      description,
      url: uri,
      categories: list(open({ value: text, taxonomy: text }, ['value'])),
      price_range: range,
      media: list(media),
      options: list(
        open(
          {
            name: text,
            values: {
              ...list(
                open({ label: text, available: { type: 'boolean' }, exists: { type: 'boolean' } }, [
                  'label',
                ]),
              ),
              minItems: 1,
            },
          },
          ['name', 'values'],
        ),
      ),
      selected: list(selected),
      variants: { ...list(variant(inputs)), minItems: 1 },
      rating: open({ value: { type: 'number' }, scale_max: { type: 'number', minimum: 1 } }, [
        'value',
        'scale_max',
      ]),
      metadata: { type: 'object' },
    },
    ['id', 'title', 'description', 'price_range', 'variants'],
  );
const note = {
  anyOf: [
    message,
    open({ type: { const: 'info' }, code: text, content: text }, ['type', 'content']),
    open(
      { type: { const: 'warning' }, code: text, content: text, path: text, presentation: text },
      ['type', 'code', 'content'],
    ),
  ],
};
const catalogUcp = open({ version, capabilities: named(capability) }, ['version']);
const pagination = {
  ...open(
    {
      cursor: text,
      has_next_page: { type: 'boolean' },
      total_count: { type: 'integer', minimum: 0 },
    },
    ['has_next_page'],
  ),
  if: { properties: { has_next_page: { const: true } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON schema
  then: { required: ['cursor'] },
};
const catalogSearch = open(
  { ucp: catalogUcp, products: list(product()), pagination, messages: list(note) },
  ['ucp', 'products'],
);
const catalogLookup = open(
  { ucp: catalogUcp, products: list(product(true)), messages: list(note) },
  ['ucp', 'products'],
);
const catalogProduct = open({ ucp: catalogUcp, product: product(), messages: list(note) }, [
  'ucp',
  'product',
]);

const checkout = open(
  {
    ucp: open({ version, capabilities: named(capability), payment_handlers: named(handler) }, [
      'version',
      'payment_handlers',
    ]),
    id: text,
    line_items: list(
      open(
        {
          id: text,
          item: open(
            { id: text, title: text, price: { type: 'integer', minimum: 0 }, image_url: uri },
            ['id', 'title', 'price'],
          ),
          quantity: { type: 'integer', minimum: 1 },
          totals: list(total),
        },
        ['id', 'item', 'quantity', 'totals'],
      ),
    ),
    status: {
      enum: [
        'incomplete',
        'requires_escalation',
        'ready_for_complete',
        'complete_in_progress',
        'completed',
        'canceled',
      ],
    },
    currency: { type: 'string', pattern: '^[A-Z]{3}$' },
    totals: { ...list(total), allOf: [once('subtotal'), once('total')] },
    messages: list(message),
    links: list(link),
    continue_url: uri,
    expires_at: { type: 'string', format: 'date-time' },
    fulfillment: open({ methods: list(method) }, []),
    order: open({ id: text, label: text, permalink_url: uri }, ['id', 'permalink_url']),
  },
  ['ucp', 'id', 'line_items', 'status', 'currency', 'totals', 'links'],
);
/** A buyer can be sent on, and has something to do there. */
const escalated = {
  if: { properties: { status: { const: 'requires_escalation' } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON schema
  then: {
    required: ['continue_url', 'messages'],
    properties: {
      messages: {
        contains: {
          properties: { severity: { enum: ['requires_buyer_input', 'requires_buyer_review'] } },
        },
      },
    },
  },
};

const unavailable = {
  ...open(
    {
      ucp: open({ version, status: { const: 'error' } }, ['version', 'status']),
      messages: { ...list(message), minItems: 1 },
    },
    ['ucp', 'messages'],
  ),
  additionalProperties: false,
};

const profile = open(
  {
    ucp: open(
      {
        version,
        services: named(
          open({ ...entity, transport: { const: 'rest' }, endpoint: uri }, [
            'version',
            'transport',
            'endpoint',
          ]),
        ),
        capabilities: named(capability),
        payment_handlers: named(handler),
      },
      ['version', 'services', 'payment_handlers'],
    ),
    signing_keys: list(
      open({ kid: text, kty: text, use: { enum: ['sig', 'enc'] } }, ['kid', 'kty']),
    ),
  },
  ['ucp'],
);

const quantities = open(
  {
    original: { type: 'integer', minimum: 0 },
    total: { type: 'integer', minimum: 0 },
    fulfilled: { type: 'integer', minimum: 0 },
  },
  ['total', 'fulfilled'],
);
const references = (quantity: object) => list(open({ id: text, quantity }, ['id', 'quantity']));
const positive = { type: 'integer', minimum: 1 };
const time = { type: 'string', format: 'date-time' };
const order = open(
  {
    ucp: catalogUcp,
    id: text,
    checkout_id: text,
    permalink_url: uri,
    currency: { type: 'string', pattern: '^[A-Z]{3}$' },
    line_items: list(
      open(
        {
          id: text,
          item: open({ id: text, title: text, price: { type: 'integer' } }, [
            'id',
            'title',
            'price',
          ]),
          quantity: quantities,
          totals: list(total),
          status: { enum: ['processing', 'partial', 'fulfilled', 'removed'] },
        },
        ['id', 'item', 'quantity', 'totals', 'status'],
      ),
    ),
    fulfillment: open(
      {
        expectations: list(
          open(
            {
              id: text,
              line_items: references(positive),
              method_type: { enum: ['shipping', 'pickup', 'digital'] },
              destination: { type: 'object' },
            },
            ['id', 'line_items', 'method_type', 'destination'],
          ),
        ),
        events: list(
          open(
            {
              id: text,
              occurred_at: time,
              type: text,
              line_items: references(positive),
              tracking_number: text,
              tracking_url: uri,
            },
            ['id', 'occurred_at', 'type', 'line_items'],
          ),
        ),
      },
      [],
    ),
    adjustments: list(
      open(
        {
          id: text,
          type: text,
          occurred_at: time,
          status: { enum: ['pending', 'completed', 'failed'] },
          line_items: references({ type: 'integer' }),
          totals: list(open({ type: text, amount: { type: 'integer' } }, ['type', 'amount'])),
        },
        ['id', 'type', 'occurred_at', 'status'],
      ),
    ),
    totals: { ...list(total), allOf: [once('subtotal'), once('total')] },
  },
  ['ucp', 'id', 'checkout_id', 'permalink_url', 'line_items', 'fulfillment', 'currency', 'totals'],
);

/** What version 2026-08-25 demands beyond the older one, and forbids. */
const newer = {
  checkout: {
    properties: {
      fulfillment: {
        properties: {
          methods: list({
            properties: {
              destinations: list(
                open({ id: text, type: { const: 'shipping_address' } }, ['id', 'type']),
              ),
              groups: list({ properties: { options: list({ properties: { description } }) } }),
            },
          }),
        },
      },
    },
  },
  profile: {
    required: ['keys'],
    properties: {
      keys: {
        ...list(
          open({ kid: text, kty: text, crv: text, x: text, y: text }, [
            'kid',
            'kty',
            'crv',
            'x',
            'y',
          ]),
        ),
        minItems: 1,
      },
      ucp: {
        properties: {
          supported_versions: {
            type: 'object',
            propertyNames: version,
            additionalProperties: uri,
          },
        },
      },
    },
  },
};

const ajv = createAjv({});
const rules = {
  newerCheckout: ajv.compile(newer.checkout),
  newerProfile: ajv.compile(newer.profile),
  checkout: ajv.compile({ ...checkout, ...escalated }),
  unavailable: ajv.compile(unavailable),
  profile: ajv.compile(profile),
  order: ajv.compile(order),
  catalogSearch: ajv.compile(catalogSearch),
  catalogLookup: ajv.compile(catalogLookup),
  catalogProduct: ajv.compile(catalogProduct),
};

/** What breaks a rule of the protocol; undefined if nothing does. */
export function brokenUcpRule(kind: keyof typeof rules, answer: unknown): string | undefined {
  const isValid = rules[kind](answer);
  return isValid ? undefined : ajv.errorsText(rules[kind].errors);
}
