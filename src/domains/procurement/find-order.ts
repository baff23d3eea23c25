import type { Reader, Tx } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { maySee, type Staff } from '../access/index.js';
import { lockOrder, type Order, orderByRef } from './repository.js';

/** An order of a store outside the caller's scope is not there. */
export async function visibleOrder(reader: Reader, caller: Staff, ref: string): Promise<Order> {
  const order = await orderByRef(reader, ref);
  if (order === undefined || !maySee(caller, order.store_id)) throw notFound('Purchase order');
  return order;
}

/** Read after it is held: whoever held it before may have changed its lines. */
export async function holdOrder(tx: Tx, caller: Staff, ref: string): Promise<Order> {
  await lockOrder(tx, ref);
  return visibleOrder(tx, caller, ref);
}
