import { type Reader, statement, type Tx } from '../../platform/database/tx.js';

/** The sales among these whose goods have not reached the customer yet. */
export async function salesOnTheWay(reader: Reader, saleIds: readonly string[]): Promise<string[]> {
  const rows = await statement<{ transaction_id: string }>(
    reader,
    `select distinct transaction_id from fulfillments
     where transaction_id = any($1::uuid[])
       and status not in ('picked_up', 'delivered', 'cancelled', 'expired')`,
    [saleIds],
  );
  return rows.map(row => row.transaction_id);
}

/** Addresses that the orders were sent to, in small letters. */
export async function addressesOfOrders(
  reader: Reader,
  saleIds: readonly string[],
): Promise<string[]> {
  const rows = await statement<{ email: string }>(
    reader,
    `select distinct lower(customer_email) as email from fulfillments
     where transaction_id = any($1::uuid[]) and customer_email is not null`,
    [saleIds],
  );
  return rows.map(row => row.email);
}

/** A tracking number leads to the address at the carrier, so it goes, too. */
export async function eraseParcels(tx: Tx, saleIds: readonly string[], now: Date): Promise<void> {
  await statement(
    tx,
    `update fulfillments set customer_email = null, customer_name = '', customer_phone = '',
       shipping_address = null, billing_address = null, notes = '', cancel_reason = null, updated_at = $2
     where transaction_id = any($1::uuid[])`,
    [saleIds, now],
  );
  await statement(
    tx,
    `update shipments set tracking_number = '', mailed_tracking_number = null
     where fulfillment_id in (
       select id from fulfillments where transaction_id = any($1::uuid[]))`,
    [saleIds],
  );
}
