import type { Minor } from '../../../platform/money.js';

/** An article with its quantity. */
export type Wanted = { sku: string; quantity: number };

export type Buyer = { email?: string; firstName?: string; lastName?: string; phone?: string };

export type Address = {
  firstName?: string;
  lastName?: string;
  company?: string;
  line1?: string;
  line2?: string;
  city?: string;
  region?: string;
  postalCode?: string;
  country?: string;
  phone?: string;
};

/** The changes of a program: an undefined field stays as it is, null clears it. */
export type SessionChange = {
  items?: readonly Wanted[];
  buyer?: Buyer | null;
  address?: Address | null;
  optionId?: string | null;
};

/** Why a session cannot be paid yet, or why a payment failed. */
export type Problem = {
  code:
    | 'missing'
    | 'out_of_stock'
    | 'not_sold'
    | 'quantity_exceeded'
    | 'not_shipped_there'
    | 'above_limit'
    | 'age_check'
    | 'sign_in'
    | 'payment_declined'
    | 'requires_3ds'
    | 'handed_over';
  /** The part of the session that it is about. */
  about: 'items' | 'email' | 'address' | 'payment';
  text: string;
  sku?: string;
};

const NEEDS_BUYER: ReadonlySet<Problem['code']> = new Set([
  'age_check',
  'sign_in',
  'requires_3ds',
  'handed_over',
]);

/** What only the buyer can do, on the page of `continueUrl`. */
export const needsBuyer = ({ code }: Problem): boolean => NEEDS_BUYER.has(code);

export type ShownLine = {
  sku: string;
  name: string;
  imageUrl: string;
  quantity: number;
  unitMinor: Minor;
  grossMinor: Minor;
  discountMinor: Minor;
  taxMinor: Minor;
  totalMinor: Minor;
};

export type ShownOption = { id: string; title: string; text: string; priceMinor: Minor };

/** What the program was shown last; stored, because its customer agrees to exactly this. */
export type Shown = {
  currency: string;
  isDigital: boolean;
  lines: ShownLine[];
  options: ShownOption[];
  optionId: string | null;
  /** As displayed, so that they add up: subtotal − discount + shipping (+ tax) = total. */
  subtotalMinor: Minor;
  discountMinor: Minor;
  shippingMinor: Minor;
  taxMinor: Minor;
  pricesIncludeTax: boolean;
  totalMinor: Minor;
  order?: { number: string; url: string };
};

export type SessionStatus = 'open' | 'completed' | 'canceled';

export const PROTOCOLS = ['acp', 'ucp'] as const;
export type ProtocolName = (typeof PROTOCOLS)[number];

export type SessionRow = {
  id: string;
  agent_id: string;
  /** The protocol that opened the session; its events use the same one. */
  protocol: ProtocolName;
  /** The interventions that program and service both support; null if the program named none. */
  interventions: string[] | null;
  visit_id: string;
  cart_id: string;
  checkout_id: string | null;
  buyer: Buyer | null;
  address: Address | null;
  option_id: string | null;
  problems: Problem[];
  shown: Shown | null;
  status: SessionStatus;
  /** How often the buyer has taken the session over; part of the next link. */
  handovers: number;
  handed_over_at: Date | null;
  /** Until when a challenge of a bank keeps goods. */
  challenged_until: Date | null;
  /** The lease of the request that changes the session; null without one. */
  busy_until: Date | null;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
};

/**
 * The stage of an open session. It changes without the program: the bank's challenge is open, a
 * payment is being made, or a customer has logged in and owns the cart.
 */
export type Stage = 'shopping' | 'challenge' | 'paying' | 'with_customer';

export type SessionState = SessionRow & { stage: Stage };

/** A session as the presenters of both interfaces take it. */
export type SessionView = {
  id: string;
  status: SessionStatus | 'expired' | 'escalated' | 'paying';
  isReady: boolean;
  /** The page where the buyer goes on; undefined for a session that is over. */
  continueUrl: string | undefined;
  interventions: readonly string[] | null;
  shown: Shown;
  problems: readonly Problem[];
  buyer: Buyer | null;
  address: Address | null;
  createdAt: Date;
  updatedAt: Date;
  expiresAt: Date;
};
