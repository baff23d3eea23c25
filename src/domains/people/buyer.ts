import type { Reader } from '../../platform/database/tx.js';
import type { Language } from '../../platform/language.js';
import { userById } from './repository.js';

/** What a customer's account says about their purchases. */
export type Buyer = {
  /** Why the customer pays no tax; null: the customer is a guest or not exempt. */
  taxExemption: string | null;
  /** Language of mails; null: that of the store. */
  language: Language | null;
};

const GUEST: Buyer = { taxExemption: null, language: null };

export async function buyerOf(reader: Reader, customerId: string | null): Promise<Buyer> {
  const user = customerId === null ? undefined : await userById(reader, customerId);
  if (user === undefined || !user.is_active) return GUEST;
  const isCustomer = user.role === 'customer';
  return { taxExemption: isCustomer ? user.tax_exemption : null, language: user.language };
}
