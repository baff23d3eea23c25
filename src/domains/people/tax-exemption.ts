import type { Reader } from '../../platform/database/tx.js';
import { userById } from './repository.js';

/** Why a customer pays no tax; null: the customer is a guest or not exempt. */
export async function taxExemptionOf(
  reader: Reader,
  customerId: string | null,
): Promise<string | null> {
  if (customerId === null) return null;
  const customer = await userById(reader, customerId);
  return customer?.role === 'customer' && customer.is_active ? customer.tax_exemption : null;
}
