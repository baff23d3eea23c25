import type { Tx } from '../../platform/database/tx.js';
import { conflict, forbidden, invalidField, notFound } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { record } from '../../platform/work/events/outbox.js';
import { can, type Staff } from '../access/index.js';
import { buyerById } from '../people/index.js';
import { saleUpdated } from './events.js';
import { visibleSale } from './read-sale.js';
import { lockSale, type Sale, updateCustomer } from './repository.js';
import { forgetSale } from './ring-up/recent-sales.js';
import { isPayable } from './rules.js';

/**
 * Attaches a customer to a sale or, with null, detaches the one it has. Prices and tax stay as they
 * were rung up. A completed sale without a customer gets one once, for its points; a manager does
 * that, because the points of strangers are worth money. A repeated request changes nothing.
 */
export async function attachCustomer(
  tx: Tx,
  platform: Platform,
  caller: Staff,
  ref: string,
  customerId: string | null,
): Promise<Sale> {
  const found = await visibleSale(tx, caller, ref);
  const customer = customerId === null ? null : await activeCustomer(tx, customerId);
  const sale = await lockSale(tx, found.id);
  if (sale === undefined) throw notFound('Transaction', 'TRANSACTION_NOT_FOUND');
  const wanted = customer?.id ?? null;
  if (sale.customer_id === wanted) return sale;
  refuse(caller, sale);
  await updateCustomer(tx, sale.id, wanted, platform.clock.now());
  await record(tx, saleUpdated(sale, { status: sale.status, changed: ['customer'] }));
  forgetSale(platform, sale.transaction_number);
  return { ...sale, customer_id: wanted };
}

async function activeCustomer(tx: Tx, id: string) {
  const customer = await buyerById(tx, id);
  if (customer?.role === 'customer' && customer.is_active) return customer;
  throw invalidField('customer_id', 'There is no such customer.');
}

function refuse(caller: Staff, sale: Sale): void {
  if (sale.tax_exemption !== null) {
    throw conflict(
      'CUSTOMER_FIXED',
      'The sale is untaxed for its customer; cancel it and ring it up again.',
    );
  }
  if (isPayable(sale.status) && sale.source_system !== 'web_commerce') return;
  const isCompleted = sale.status === 'completed' || sale.status === 'partially_refunded';
  if (!isCompleted || sale.customer_id !== null) {
    throw conflict('INVALID_STATE', `The customer of a sale that is ${sale.status} stays.`, {
      status: sale.status,
    });
  }
  if (!can(caller, 'sale.notes')) {
    throw forbidden('Only a manager can attach a customer to a paid sale.', 'PERMISSION_DENIED');
  }
}
