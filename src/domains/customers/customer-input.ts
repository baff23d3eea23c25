import { forbidden, invalidField } from '../../platform/http/failure.js';
import type { Static } from '../../platform/http/schemas.js';
import { can, type Staff } from '../access/index.js';
import { phoneNumber, type UserChange } from '../people/index.js';
import type { ChangeBody } from './schemas.js';

export type CustomerInput = Static<typeof ChangeBody>;

/** Group and exemption lower prices and taxes, so cashiers do not set them. */
export function refusePriceFields(caller: Staff, input: CustomerInput): void {
  const isAsked = input.customer_group !== undefined || input.tax_exemption !== undefined;
  if (isAsked && !can(caller, 'customer.manage')) {
    throw forbidden('Your role does not allow this.', 'PERMISSION_DENIED');
  }
}

/** Converts a body to columns. */
export function toColumns(
  input: CustomerInput,
  context: { country: string; now: Date },
): UserChange {
  const { name, phone, notes, consent, ...columns } = input;
  return {
    ...columns,
    ...(name !== undefined && namesIn(name)),
    ...(phone !== undefined && { phone: numberOf(phone, context.country) }),
    ...(notes !== undefined && { customer_notes: notes }),
    ...(consent?.email !== undefined && { mail_consent_at: consent.email ? context.now : null }),
    ...(consent?.phone !== undefined && { phone_consent_at: consent.phone ? context.now : null }),
  };
}

const MAX_NAME = 100;

/** The last word is the family name. */
function namesIn(name: string): { first_name: string; last_name: string } {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? (words.pop() ?? '') : '';
  const first = words.join(' ');
  if (first.length > MAX_NAME || last.length > MAX_NAME) {
    throw invalidField('name', `Names have at most ${MAX_NAME} letters each.`);
  }
  return { first_name: first, last_name: last };
}

function numberOf(phone: string | null, country: string): string {
  if (phone === null || phone.trim() === '') return '';
  const number = phoneNumber(phone, country);
  if (number !== undefined) return number;
  throw invalidField('phone', 'This is not a phone number; begin with + and the country code.');
}
