import type { Tx } from '../../platform/database/tx.js';
import { record } from '../../platform/work/events/outbox.js';
import { userById } from '../people/index.js';
import { adoptGuestOrders, lockSale, saleUpdated } from '../transactions/index.js';

/**
 * Orders that a guest placed with a verified address become orders of its customer, and earn points.
 * Anybody can type an address, so one that was never verified adopts nothing.
 */
export async function adoptOrdersOf(tx: Tx, customerId: string): Promise<void> {
  const customer = await userById(tx, customerId);
  if (customer === undefined || customer.email === null || !customer.is_active) return;
  if (customer.email_verified_at === null) return;
  for (const { id } of await adoptGuestOrders(tx, customer.id, customer.email)) {
    const sale = await lockSale(tx, id);
    if (sale) await record(tx, saleUpdated(sale, { status: sale.status, changed: ['customer'] }));
  }
}
