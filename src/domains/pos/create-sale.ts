import type { Autocommit, Reader } from '../../platform/database/tx.js';
import { Failure, forbidden, invalidField } from '../../platform/http/failure.js';
import type { Static } from '../../platform/http/schemas.js';
import { minor } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import type { Staff } from '../access/index.js';
import { userById } from '../people/index.js';
import { findStore, storeForSelling } from '../stores/index.js';
import { approveVariances, type RungUp, ringUpSale } from '../transactions/index.js';
import type { CreateBody } from './schemas.js';

export type TillStaff = Staff & { till: NonNullable<Staff['till']> };

/** Rings up a sale for the store and the employee of the till's login. */
export async function createSale(
  platform: Platform,
  writer: Autocommit,
  caller: TillStaff,
  body: Static<typeof CreateBody>,
): Promise<RungUp> {
  const { storeId, terminalId } = caller.till;
  if (body.store_id !== storeId && (await findStore(writer, body.store_id))?.id !== storeId) {
    throw forbidden('This till belongs to another store.', 'STORE_MISMATCH');
  }
  if (
    body.employee_id !== caller.employeeNumber &&
    body.employee_id.toLowerCase() !== caller.userId
  ) {
    throw forbidden('Another employee is logged in at this till.', 'EMPLOYEE_MISMATCH');
  }
  const store = await storeForSelling(platform, storeId, writer);
  if (!store?.isActive) throw new Failure('conflict', 'STORE_CLOSED', 'This store is closed.');
  const customerId = await customerOf(writer, body.customer_id);
  const now = platform.clock.now();
  return ringUpSale(
    writer,
    {
      store,
      terminalId,
      employeeId: caller.userId,
      customerId,
      lines: body.line_items.map(line => ({
        variantId: line.product_variant_id,
        sku: line.sku,
        quantity: line.quantity,
        unitPriceMinor: minor(line.unit_price),
        subtotalMinor: minor(line.subtotal),
        priceReason: line.price_reason,
      })),
      subtotalMinor: minor(body.subtotal),
      taxMinor: minor(body.tax_amount),
      totalMinor: minor(body.total_amount),
      at: now,
    },
    assessment =>
      approveVariances(writer, store, caller, body.approval_request_id, assessment, now),
  );
}

/** Sales without a customer skip this query. */
async function customerOf(reader: Reader, id: string | undefined): Promise<string | null> {
  if (id === undefined) return null;
  const customer = await userById(reader, id);
  if (customer?.role === 'customer' && customer.is_active) return customer.id;
  throw invalidField('customer_id', 'There is no such customer.');
}
