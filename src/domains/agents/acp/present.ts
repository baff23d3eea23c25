import type { Platform } from '../../../platform/platform.js';
import type { PaymentMethod } from '../../payments/index.js';
import { type IsoShown, inIsoAmounts } from '../amounts.js';
import { needsBuyer, type Problem, type SessionView, type ShownLine } from '../checkout/session.js';
import type { Surroundings } from '../checkout/session-routes.js';
import { joinName } from '../names.js';
import type { Policies } from '../policies.js';
import { ACP_VERSION, INTERVENTIONS } from './schemas.js';

type Total = { type: string; display_text: string; amount: number; description?: string };

const total = (type: string, display_text: string, amount: number): Total => ({
  type,
  display_text,
  amount,
});

/** Tax that the prices include is named beside the total, not added to it. */
function totalsOf(shown: IsoShown): Total[] {
  const { taxInside } = shown;
  return [
    total('items_base_amount', 'Articles', shown.subtotalMinor),
    ...(shown.discountMinor > 0 ? [total('discount', 'Discount', shown.discountMinor)] : []),
    total('subtotal', 'Subtotal', shown.subtotalMinor - shown.discountMinor),
    ...(shown.isDigital ? [] : [total('fulfillment', 'Shipping', shown.shippingMinor)]),
    ...(shown.pricesIncludeTax ? [] : [total('tax', 'Tax', shown.taxMinor)]),
    {
      ...total('total', 'Total', shown.totalMinor),
      ...(taxInside !== undefined && { description: `Includes ${taxInside} tax` }),
    },
  ];
}

const lineItem = (line: ShownLine, { pricesIncludeTax }: IsoShown) => ({
  id: line.sku,
  item: { id: line.sku, name: line.name, unit_amount: line.unitMinor },
  quantity: line.quantity,
  name: line.name,
  sku: line.sku,
  unit_amount: line.unitMinor,
  ...(/^https?:/.test(line.imageUrl) && { images: [line.imageUrl] }),
  totals: [
    total('items_base_amount', 'Articles', line.grossMinor),
    ...(line.discountMinor > 0 ? [total('discount', 'Discount', line.discountMinor)] : []),
    total('subtotal', 'Subtotal', line.grossMinor - line.discountMinor),
    ...(pricesIncludeTax ? [] : [total('tax', 'Tax', line.taxMinor)]),
    total('total', 'Total', line.totalMinor),
  ],
});

const CODES: Record<Problem['code'], string> = {
  missing: 'missing',
  out_of_stock: 'out_of_stock',
  not_sold: 'unsupported',
  quantity_exceeded: 'quantity_exceeded',
  not_shipped_there: 'region_restricted',
  above_limit: 'maximum_exceeded',
  age_check: 'age_verification_required',
  sign_in: 'requires_sign_in',
  payment_declined: 'payment_declined',
  requires_3ds: 'requires_3ds',
  handed_over: 'intervention_required',
};

const PARAMS: Record<Problem['about'], string> = {
  items: '$.line_items',
  email: '$.buyer.email',
  address: '$.fulfillment_details.address',
  payment: '$.payment_data',
};

const messageOf = (problem: Problem) => ({
  type: 'error',
  code: CODES[problem.code],
  severity: 'high',
  resolution: needsBuyer(problem) ? 'requires_buyer_input' : 'recoverable',
  param: PARAMS[problem.about],
  content_type: 'plain',
  content: problem.sku === undefined ? problem.text : `${problem.sku}: ${problem.text}`,
});

const STATUSES: Record<SessionView['status'], string> = {
  open: 'not_ready_for_payment',
  escalated: 'requires_escalation',
  paying: 'in_progress',
  completed: 'completed',
  canceled: 'canceled',
  expired: 'expired',
};

const statusOf = ({ status, isReady }: SessionView): string =>
  isReady ? 'ready_for_payment' : STATUSES[status];

/** A card method of the web shop; the program sends a token of its processor. */
const handlerOf = ({ config }: Platform, { id, name, processor_type }: PaymentMethod) => ({
  id,
  name: 'example.tillhouse.processor_token',
  display_name: name,
  version: ACP_VERSION,
  spec: `${config.publicUrl}/docs/`,
  requires_delegate_payment: false,
  requires_pci_compliance: false,
  psp: processor_type ?? 'none',
  config_schema: `${config.publicUrl}/openapi.json`,
  instrument_schemas: [`${config.publicUrl}/openapi.json`],
  config: { credential_type: 'token' },
});

function fulfillment({ address, buyer }: SessionView, shown: IsoShown) {
  return {
    ...(address && {
      fulfillment_details: {
        name: joinName(address),
        ...(address.phone && { phone_number: address.phone }),
        ...(buyer?.email && { email: buyer.email }),
        address: {
          name: joinName(address),
          line_one: address.line1 ?? '',
          ...(address.line2 && { line_two: address.line2 }),
          city: address.city ?? '',
          state: address.region ?? '',
          country: address.country ?? '',
          postal_code: address.postalCode ?? '',
          ...(address.company && { company: address.company }),
        },
      },
    }),
    fulfillment_options: shown.isDigital
      ? [
          {
            type: 'digital',
            id: 'digital',
            title: 'By e-mail',
            totals: [total('total', 'Delivery', 0)],
          },
        ]
      : shown.options.map(({ id, title, text, priceMinor }) => ({
          type: 'shipping',
          id,
          title,
          ...(text && { description: text }),
          totals: [total('total', 'Shipping', priceMinor)],
        })),
    ...(shown.optionId !== null && {
      selected_fulfillment_options: [
        {
          type: 'shipping',
          option_id: shown.optionId,
          item_ids: shown.lines.map(({ sku }) => sku),
        },
      ],
    }),
  };
}

const linksOf = ({ terms, privacy, returns, imprint }: Policies) => [
  { type: 'terms_of_use', url: terms },
  { type: 'privacy_policy', url: privacy },
  { type: 'return_policy', url: returns },
  { type: 'about_us', url: imprint },
];

/** A session as `CheckoutSession` of the protocol. */
export function presentSession(
  platform: Platform,
  view: SessionView,
  { methods, policies }: Surroundings,
) {
  const { buyer } = view;
  const shown = inIsoAmounts(view.shown);
  return {
    id: view.id,
    protocol: { version: ACP_VERSION },
    capabilities: {
      payment: { handlers: methods.map(method => handlerOf(platform, method)) },
      ...(view.interventions && {
        interventions: {
          supported: view.interventions,
          required: [],
          enforcement: 'conditional',
        },
      }),
    },
    status: statusOf(view),
    currency: shown.currency.toLowerCase(),
    ...(buyer?.email && {
      buyer: {
        email: buyer.email,
        ...(buyer.firstName && { first_name: buyer.firstName }),
        ...(buyer.lastName && { last_name: buyer.lastName }),
        ...(buyer.phone && { phone_number: buyer.phone }),
      },
    }),
    line_items: shown.lines.map(line => lineItem(line, shown)),
    ...fulfillment(view, shown),
    totals: totalsOf(shown),
    messages: view.problems.map(messageOf),
    links: linksOf(policies),
    ...(view.continueUrl !== undefined && { continue_url: view.continueUrl }),
    created_at: view.createdAt.toISOString(),
    updated_at: view.updatedAt.toISOString(),
    expires_at: view.expiresAt.toISOString(),
    ...(shown.order && {
      order: {
        type: 'order',
        id: shown.order.number,
        checkout_session_id: view.id,
        order_number: shown.order.number,
        permalink_url: shown.order.url,
        status: 'confirmed',
      },
    }),
  };
}

/** `/.well-known/acp.json`: where the routes are and what they do. */
export const presentDiscovery = (
  { config }: Platform,
  { currencies, locales }: { currencies: readonly string[]; locales: readonly string[] },
) => ({
  protocol: { name: 'acp', version: ACP_VERSION, supported_versions: [ACP_VERSION] },
  api_base_url: `${config.publicUrl}/acp`,
  transports: ['rest'],
  capabilities: {
    services: ['checkout', 'orders'],
    intervention_types: INTERVENTIONS,
    supported_currencies: currencies.map(code => code.toLowerCase()),
    supported_locales: locales,
  },
});
