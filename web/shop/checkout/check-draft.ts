import {
  isPostalCodeOf,
  isPostalCodeRequired,
} from '../../../src/platform/addresses/postal-codes.js';
import { regionsOf } from '../../../src/platform/addresses/regions-of.js';
import type { Key } from '../texts/index.js';
import type { AddressForm, Draft } from './checkout-storage.js';
import type { TaxPlace } from './tax-place.js';

/** Error text by field: `email`, `shipping.city`. */
export type DraftErrors = Record<string, string>;

const EMAIL = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

export const isEmail = (text: string): boolean => EMAIL.test(text.trim());

const REQUIRED: readonly [keyof AddressForm, Key][] = [
  ['firstName', 'need.firstName'],
  ['lastName', 'need.lastName'],
  ['address', 'need.address'],
  ['city', 'need.city'],
  ['country', 'need.country'],
];

/** The fields that the country of an address requires and that are missing or wrong. */
export function wrongPlace({
  country,
  postalCode,
  region,
}: AddressForm): [keyof AddressForm, Key][] {
  const found: [keyof AddressForm, Key][] = [];
  if (regionsOf(country).length > 0 && region.trim() === '') {
    found.push(['region', 'need.region.choice']);
  }
  if (postalCode.trim() === '') {
    if (isPostalCodeRequired(country)) found.push(['postalCode', 'need.postalCode']);
  } else if (!isPostalCodeOf(country, postalCode)) {
    found.push(['postalCode', 'need.postalCode.form']);
  }
  return found;
}

const missingIn = (group: 'shipping' | 'billing', address: AddressForm): [string, Key][] =>
  [...REQUIRED.filter(([name]) => address[name].trim() === ''), ...wrongPlace(address)].map(
    ([name, text]) => [`${group}.${name}`, text],
  );

/** A new address in one of these countries has no region yet. */
export const lacksRegion = (
  { savedAddressId, shipping }: Pick<Draft, 'savedAddressId' | 'shipping'>,
  needsRegion: readonly string[],
): boolean =>
  savedAddressId === null &&
  needsRegion.includes(shipping.country) &&
  shipping.region.trim() === '';

/** Validates the form before sending. */
export function checkDraft(
  draft: Draft,
  needsRegion: readonly string[],
  taxPlace?: TaxPlace,
): [field: string, text: Key][] {
  const found: [string, Key][] = [];
  if (!isEmail(draft.email)) found.push(['email', 'need.email']);
  if (draft.method === 'pickup' && draft.pickupAt === null) found.push(['pickup', 'need.pickup']);
  if (taxPlace?.country === '') found.push(['billing.country', 'need.country']);
  if (taxPlace && needsRegion.includes(taxPlace.country) && taxPlace.region.trim() === '') {
    found.push(['billing.region', 'need.region']);
  }
  if (draft.method !== 'ship') return found;
  if (draft.savedAddressId === null) {
    if (lacksRegion(draft, needsRegion)) found.push(['shipping.region', 'need.region']);
    found.push(...missingIn('shipping', draft.shipping));
  }
  if (!draft.billingSame) found.push(...missingIn('billing', draft.billing));
  return found;
}

const GROUPS: readonly [RegExp, string][] = [
  [/^checkout_form_data\.shipping_address\./, 'shipping.'],
  [/^checkout_form_data\.billing_address\./, 'billing.'],
  [/^checkout_form_data\.email$/, 'email'],
  [/^pickup_scheduled_time$/, 'pickup'],
];

/** Maps the API's field errors to the form's field names; other errors are dropped. */
export function fieldErrors(texts: Record<string, string>): DraftErrors {
  const found: DraftErrors = {};
  for (const [name, text] of Object.entries(texts)) {
    const group = GROUPS.find(([path]) => path.test(name));
    if (group) found[name.replace(group[0], group[1])] = text;
  }
  return found;
}
