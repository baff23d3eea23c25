import type { Platform } from '../../../platform/platform.js';
import type { PaymentMethod } from '../../payments/index.js';
import { type IsoShown, inIsoAmounts } from '../amounts.js';
import {
  type Address,
  needsBuyer,
  type Problem,
  type SessionView,
  type ShownLine,
} from '../checkout/session.js';
import type { Surroundings } from '../checkout/session-routes.js';
import type { Policies } from '../policies.js';
import {
  CATALOG_LOOKUP,
  CATALOG_SEARCH,
  CHECKOUT,
  FULFILLMENT,
  NEWEST_UCP,
  ORDER,
  TOKEN_HANDLER,
  UCP_VERSIONS,
  type UcpVersion,
} from './schemas.js';
import { signingKeys } from './signing-keys.js';

type Total = { type: string; amount: number; display_text?: string };

/** A discount as the protocol has it: a negative amount, and no row for 0. */
const reduced = (type: string, amount: number): Total[] =>
  amount > 0 ? [{ type, amount: -amount }] : [];

function totalsOf(shown: IsoShown): Total[] {
  const { taxInside } = shown;
  return [
    { type: 'subtotal', amount: shown.subtotalMinor },
    ...reduced('discount', shown.discountMinor),
    ...(shown.isDigital ? [] : [{ type: 'fulfillment', amount: shown.shippingMinor }]),
    ...(shown.pricesIncludeTax ? [] : [{ type: 'tax', amount: shown.taxMinor }]),
    {
      type: 'total',
      amount: shown.totalMinor,
      ...(taxInside !== undefined && { display_text: `Total, includes ${taxInside} tax` }),
    },
  ];
}

const lineItem = (line: ShownLine) => ({
  id: line.sku,
  item: {
    id: line.sku,
    title: line.name,
    price: line.unitMinor,
    ...(/^https?:/.test(line.imageUrl) && { image_url: line.imageUrl }),
  },
  quantity: line.quantity,
  totals: [
    { type: 'subtotal', amount: line.grossMinor },
    ...reduced('items_discount', line.discountMinor),
    { type: 'total', amount: line.grossMinor - line.discountMinor },
  ],
});

const CODES: Record<Problem['code'], string> = {
  missing: 'missing',
  out_of_stock: 'out_of_stock',
  not_sold: 'item_unavailable',
  quantity_exceeded: 'quantity_exceeded',
  not_shipped_there: 'address_undeliverable',
  above_limit: 'maximum_exceeded',
  age_check: 'age_verification_required',
  sign_in: 'identity_required',
  payment_declined: 'payment_declined',
  requires_3ds: 'requires_3ds',
  handed_over: 'handed_over',
};

const PATHS: Record<Problem['about'], string> = {
  items: '$.line_items',
  email: '$.buyer.email',
  address: '$.fulfillment.methods[0].destinations[0]',
  payment: '$.payment.instruments[0]',
};

const messageOf = (problem: Problem, isForBuyer: IsForBuyer) => ({
  type: 'error',
  code: CODES[problem.code],
  path: PATHS[problem.about],
  content: problem.sku === undefined ? problem.text : `${problem.sku}: ${problem.text}`,
  severity: isForBuyer(problem) ? 'requires_buyer_input' : 'recoverable',
});

type IsForBuyer = (problem: Problem) => boolean;

/** Without the extension for deliveries a program cannot send the address; the buyer can. */
const isForBuyerOf =
  (canDeliver: boolean): IsForBuyer =>
  problem =>
    needsBuyer(problem) || (problem.about === 'address' && !canDeliver);

const STATUSES: Record<SessionView['status'], string> = {
  open: 'incomplete',
  escalated: 'requires_escalation',
  paying: 'complete_in_progress',
  completed: 'completed',
  canceled: 'canceled',
  expired: 'canceled',
};

function statusOf({ status, isReady, problems }: SessionView, isForBuyer: IsForBuyer): string {
  if (isReady) return 'ready_for_complete';
  return status === 'open' && problems.some(isForBuyer) ? STATUSES.escalated : STATUSES[status];
}

const DESTINATION = 'destination';
const METHOD = 'shipping';
const GROUP = 'parcel';

const destinationOf = (address: Address, version: UcpVersion) => ({
  id: DESTINATION,
  ...(version === NEWEST_UCP && { type: 'shipping_address' }),
  ...(address.firstName && { first_name: address.firstName }),
  ...(address.lastName && { last_name: address.lastName }),
  ...(address.line1 && { street_address: address.line1 }),
  ...(address.line2 && { extended_address: address.line2 }),
  ...(address.city && { address_locality: address.city }),
  ...(address.region && { address_region: address.region }),
  ...(address.country && { address_country: address.country }),
  ...(address.postalCode && { postal_code: address.postalCode }),
  ...(address.phone && { phone_number: address.phone }),
});

/** All articles go to one address in one parcel. */
function fulfillmentOf(shown: IsoShown, address: Address | null, version: UcpVersion) {
  if (shown.isDigital || shown.lines.length === 0) return {};
  const ids = shown.lines.map(({ sku }) => sku);
  const options = shown.options.map(({ id, title, text, priceMinor }) => ({
    id,
    title,
    ...(text && { description: version === NEWEST_UCP ? { plain: text } : text }),
    totals: [{ type: 'total', amount: priceMinor }],
  }));
  return {
    fulfillment: {
      methods: [
        {
          id: METHOD,
          type: 'shipping',
          line_item_ids: ids,
          ...(address && {
            destinations: [destinationOf(address, version)],
            selected_destination_id: DESTINATION,
          }),
          groups: [{ id: GROUP, line_item_ids: ids, options, selected_option_id: shown.optionId }],
        },
      ],
    },
  };
}

const handlerOf = ({ id, name, processor_type }: PaymentMethod, version: UcpVersion) => ({
  id,
  version,
  available_instruments: [{ type: 'card' }],
  config: { display_name: name, processor: processor_type, credential_type: 'token' },
});

export const linksOf = ({ terms, privacy, returns, imprint }: Policies) => [
  { type: 'terms_of_service', url: terms },
  { type: 'privacy_policy', url: privacy },
  { type: 'refund_policy', url: returns },
  { type: 'imprint', url: imprint, title: 'Imprint' },
];

/** Of the capabilities that both sides support, those of an operation and its extensions. */
const active = ({ version, capabilities }: Spoken, relevant: readonly string[]) =>
  Object.fromEntries(
    relevant.filter(name => capabilities.has(name)).map(name => [name, [{ version }]]),
  );

/** The version and the capabilities that both sides support. */
export type Spoken = { version: UcpVersion; capabilities: ReadonlySet<string> };

/** A session as a checkout of the protocol, with the capabilities that both sides have. */
export function presentSession(
  view: SessionView,
  { methods, policies }: Surroundings,
  spoken: Spoken,
) {
  const { version, capabilities } = spoken;
  const { buyer } = view;
  const shown = inIsoAmounts(view.shown);
  const canDeliver = capabilities.has(FULFILLMENT);
  const isForBuyer = isForBuyerOf(canDeliver);
  return {
    ucp: {
      version,
      capabilities: active(spoken, [CHECKOUT, FULFILLMENT]),
      payment_handlers: { [TOKEN_HANDLER]: methods.map(method => handlerOf(method, version)) },
    },
    id: view.id,
    status: statusOf(view, isForBuyer),
    currency: shown.currency,
    line_items: shown.lines.map(lineItem),
    ...(buyer && {
      buyer: {
        ...(buyer.email && { email: buyer.email }),
        ...(buyer.firstName && { first_name: buyer.firstName }),
        ...(buyer.lastName && { last_name: buyer.lastName }),
        ...(buyer.phone && { phone_number: buyer.phone }),
      },
    }),
    ...(canDeliver && fulfillmentOf(shown, view.address, version)),
    totals: totalsOf(shown),
    messages: view.problems.map(problem => messageOf(problem, isForBuyer)),
    links: linksOf(policies),
    ...(view.continueUrl !== undefined && { continue_url: view.continueUrl }),
    expires_at: view.expiresAt.toISOString(),
    ...(shown.order && {
      order: { id: shown.order.number, label: shown.order.number, permalink_url: shown.order.url },
    }),
  };
}

/** An outcome without a checkout: nothing was made or changed. */
export const presentError = (
  version: UcpVersion,
  code: string,
  content: string,
  continueUrl?: string,
) => ({
  ucp: { version, status: 'error', capabilities: {} },
  messages: [{ type: 'error', code, content, severity: 'unrecoverable' }],
  ...(continueUrl !== undefined && { continue_url: continueUrl }),
});

/** The addresses of documents of a version; the newest has those of its services in a folder. */
const documentsOf = (version: UcpVersion) => {
  const at = (path: string): string => `https://ucp.dev/${version}/${path}`;
  const page = (name: string): string =>
    at(
      `specification/${version === NEWEST_UCP && name !== 'fulfillment' ? 'shopping/' : ''}${name}`,
    );
  return {
    at,
    overview: at('specification/overview'),
    capability: (name: string, file: string) => ({
      version,
      spec: page(name),
      schema: at(`schemas/shopping/${file}.json`),
    }),
  };
};

/**
 * `/.well-known/ucp`: what the business offers, in the newest version or an older one, to which the
 * newest links. The keys have both names, because programs of either version read this address.
 */
export function presentProfile({ config }: Platform, version: UcpVersion) {
  const { at, overview, capability } = documentsOf(version);
  const keys = signingKeys(config).map(({ jwk }) => jwk);
  return {
    keys,
    signing_keys: keys,
    ucp: {
      version,
      ...(version === NEWEST_UCP && { supported_versions: olderProfiles(config.publicUrl) }),
      services: {
        'dev.ucp.shopping': [
          {
            version,
            spec: overview,
            transport: 'rest',
            endpoint: `${config.publicUrl}/ucp/v1`,
            schema: at('services/shopping/rest.openapi.json'),
          },
        ],
      },
      capabilities: {
        [CHECKOUT]: [capability('checkout', 'checkout')],
        [FULFILLMENT]: [{ ...capability('fulfillment', 'fulfillment'), extends: CHECKOUT }],
        [CATALOG_SEARCH]: [capability('catalog/search', 'catalog_search')],
        [CATALOG_LOOKUP]: [capability('catalog/lookup', 'catalog_lookup')],
        [ORDER]: [capability('order', 'order')],
      },
      payment_handlers: {
        [TOKEN_HANDLER]: [
          {
            id: 'card',
            version,
            spec: `${config.publicUrl}/docs/`,
            schema: `${config.publicUrl}/openapi.json`,
            available_instruments: [{ type: 'card' }],
          },
        ],
      },
    },
  };
}

const olderProfiles = (publicUrl: string): Record<string, string> =>
  Object.fromEntries(
    UCP_VERSIONS.slice(1).map(version => [
      version,
      `${publicUrl}/.well-known/ucp?version=${version}`,
    ]),
  );
