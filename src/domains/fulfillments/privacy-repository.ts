import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import type { Known } from '../people/index.js';

type Address = Partial<Record<'firstName' | 'lastName' | 'address' | 'phone', string>>;

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

/** Who the orders were sent to, and where. */
export async function contactsOfOrders(reader: Reader, saleIds: readonly string[]): Promise<Known> {
  const rows = await statement<{
    name: string;
    phone: string;
    email: string | null;
    to: Address[];
  }>(
    reader,
    `select customer_name as name, customer_phone as phone, customer_email as email,
       array_remove(array[shipping_address, billing_address], null) as to
     from fulfillments where transaction_id = any($1::uuid[])`,
    [saleIds],
  );
  const to = rows.flatMap(row => row.to);
  const given = <T>(values: readonly (T | null | undefined)[]): T[] =>
    values.filter(value => value !== null && value !== undefined);
  return {
    names: [
      ...rows.map(({ name }): [string, string] => [name, '']),
      ...to.map(({ firstName, lastName }): [string, string] => [firstName ?? '', lastName ?? '']),
    ],
    texts: given([...rows.map(({ email }) => email), ...to.map(({ address }) => address)]),
    phones: given([...rows.map(({ phone }) => phone), ...to.map(({ phone }) => phone)]),
  };
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
