import { stored } from '../storage.js';
import type { FulfillmentMethod } from '../types.js';

export type AddressForm = {
  firstName: string;
  lastName: string;
  company: string;
  address: string;
  apartment: string;
  city: string;
  region: string;
  postalCode: string;
  country: string;
  phone: string;
};

/** The checkout form; contains no card data. */
export type Draft = {
  method: FulfillmentMethod;
  email: string;
  shipping: AddressForm;
  savedAddressId: string | null;
  billingSame: boolean;
  billing: AddressForm;
  /** Null: the store's standard rate. */
  rateId: string | number | null;
  pickupAt: string | null;
  saveToProfile: boolean;
  createAccount: boolean;
  /** Missing in forms of an earlier release. */
  mailConsent?: boolean;
  /** The cart about which a guest wants a reminder; another cart asks anew. */
  reminderCart?: string | undefined;
};

/** The open checkout session. */
export type OpenCheckout = {
  id: string;
  cartId: string;
  method: FulfillmentMethod;
  pickupAt: string | null;
  pickupText: string | null;
  /** In this device's time. */
  deadline: number;
};

/** A payment that was sent; stored until its outcome is known. */
export type Attempt = {
  checkoutId: string;
  key: string;
  body: string;
  cents: number;
  lastFour: string | null;
  /** Nothing is paid online. */
  paysAtStore?: boolean;
  /** Set if Stripe shows the bank's page; null for the sandbox. */
  publishableKey: string | null;
  /** Approved at a page of the processor, to which the shopper goes. */
  isRedirect?: boolean;
  /** That page was opened; it opens again only when the shopper asks for it. */
  wasOpened?: boolean;
};

export type PlacedOrder = {
  number: string;
  total: string;
  token: string | null;
  email: string;
  method: FulfillmentMethod;
  pickupText: string | null;
  payAtStore: boolean;
};

/** Session storage: survives a reload, but each tab has its own checkout. */
export const storedDraft = stored<Draft>(sessionStorage, 'checkout-form');
export const storedCheckout = stored<OpenCheckout>(sessionStorage, 'checkout');
export const storedAttempt = stored<Attempt>(sessionStorage, 'payment');
export const storedOrder = stored<PlacedOrder>(sessionStorage, 'order');
/** The last order of this browser, for other tabs at a checkout of the same cart. */
export const storedPlaced = stored<{ cartId: string; number: string }>(localStorage, 'placed');

export const emptyAddress = (country: string): AddressForm => ({
  firstName: '',
  lastName: '',
  company: '',
  address: '',
  apartment: '',
  city: '',
  region: '',
  postalCode: '',
  country,
  phone: '',
});
