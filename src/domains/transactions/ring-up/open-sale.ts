import type { Tx } from '../../../platform/database/tx.js';
import { invalidField } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import { hintEvents } from '../../../platform/work/events/outbox.js';
import { maySee, type Staff } from '../../access/index.js';
import { findStore } from '../../stores/index.js';
import { insertSale } from './new-sale-repository.js';

/** Opens an empty sale from the back office: a store and optional notes, no lines. */
export async function openSale(
  tx: Tx,
  caller: Staff,
  input: { storeId: string; notes?: string },
  now: Date,
): Promise<string> {
  const store = await findStore(tx, input.storeId);
  if (store === undefined || !maySee(caller, store.id)) {
    throw invalidField('storeId', 'There is no such store.');
  }
  const id = newId(now);
  const source = caller.till ? 'api' : 'dashboard';
  await insertSale(
    tx,
    {
      id,
      storeId: store.id,
      terminalId: caller.till?.terminalId ?? null,
      employeeId: caller.userId,
      customerId: null,
      source,
      status: 'pending',
      currency: store.currency,
      pricesIncludeTax: store.prices_include_tax,
      taxExemption: null,
      subtotal: '0.00',
      promotionDiscount: '0.00',
      taxAmount: '0.00',
      shippingAmount: '0.00',
      shippingTax: '0.00',
      totalAmount: '0.00',
      variances: [],
      priceOverridden: false,
      taxVariance: '0.00',
      notes: input.notes ?? '',
      customerEmail: null,
      expiresAt: null,
      createdAt: now,
    },
    [],
  );
  hintEvents(tx);
  return id;
}
