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

/** What a program changes; what is undefined stays, null clears. */
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
    | 'payment_declined'
    | 'requires_3ds';
  /** The part of the session that it is about. */
  about: 'items' | 'email' | 'address' | 'payment';
  text: string;
  sku?: string;
};

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

export type SessionRow = {
  id: string;
  agent_id: string;
  visit_id: string;
  cart_id: string;
  checkout_id: string | null;
  buyer: Buyer | null;
  address: Address | null;
  option_id: string | null;
  problems: Problem[];
  shown: Shown | null;
  status: SessionStatus;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
};

/** A session as the presenters of both interfaces take it. */
export type SessionView = {
  id: string;
  status: SessionStatus | 'expired';
  isReady: boolean;
  shown: Shown;
  problems: readonly Problem[];
  buyer: Buyer | null;
  address: Address | null;
  createdAt: Date;
  updatedAt: Date;
  expiresAt: Date;
};
