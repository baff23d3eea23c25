import { kept } from '../kept.js';
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

/** What a shopper has filled in so far; nothing of it is about a card. */
export type Draft = {
  method: FulfillmentMethod;
  email: string;
  shipping: AddressForm;
  savedAddressId: string | null;
  billingSame: boolean;
  billing: AddressForm;
  rateId: number | null;
  pickupAt: string | null;
  saveToProfile: boolean;
  createAccount: boolean;
};

/** The checkout that is open at the service. */
export type Running = {
  id: string;
  cartId: string;
  method: FulfillmentMethod;
  pickupAt: string | null;
  pickupText: string | null;
  /** On the clock of this device. */
  deadline: number;
};

/** A payment that was sent off; kept until its end is known. */
export type Attempt = {
  checkoutId: string;
  key: string;
  body: string;
  cents: number;
  lastFour: string | null;
};

export type Placed = {
  number: string;
  total: string;
  token: string | null;
  email: string;
  method: FulfillmentMethod;
  pickupText: string | null;
  payAtStore: boolean;
};

/** They live as long as the tab: a reload goes on where it was, another tab starts anew. */
export const keptDraft = kept<Draft>(sessionStorage, 'checkout-form');
export const keptCheckout = kept<Running>(sessionStorage, 'checkout');
export const keptAttempt = kept<Attempt>(sessionStorage, 'payment');
export const keptOrder = kept<Placed>(sessionStorage, 'order');

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
