import type { Reader, Tx } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { maySee, type Staff } from '../access/index.js';
import { lockOrder, type Order, orderByRef } from './repository.js';

/** Throws 404 for unknown orders and for stores outside the caller's scope. */
export async function visibleOrder(reader: Reader, caller: Staff, ref: string): Promise<Order> {
  const order = await orderByRef(reader, ref);
  if (order === undefined || !maySee(caller, order.store_id)) throw notFound('Purchase order');
  return order;
}

/** Reads after locking, because the previous lock holder may have changed the lines. */
export async function lockVisibleOrder(tx: Tx, caller: Staff, ref: string): Promise<Order> {
  await lockOrder(tx, ref);
  return visibleOrder(tx, caller, ref);
}
