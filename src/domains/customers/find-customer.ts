import type { Reader } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { type User, userById } from '../people/index.js';

/** A customer by id; the id of a merged record finds the one that stayed. */
export async function findCustomer(reader: Reader, id: string): Promise<User> {
  const found = await userById(reader, id);
  const customer = found?.merged_into ? await userById(reader, found.merged_into) : found;
  if (customer?.role !== 'customer') throw notFound('Customer');
  return customer;
}
