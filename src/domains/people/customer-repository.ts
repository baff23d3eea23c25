import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import type { Role } from '../access/index.js';

/** What a sale needs to know about its customer. */
export type CounterCustomer = {
  id: string;
  role: Role;
  is_active: boolean;
  email: string | null;
  customer_group: string | null;
  tax_exemption: string | null;
};

/** The customer with this id, or the one that it was merged into. */
export async function buyerById(reader: Reader, id: string): Promise<CounterCustomer | undefined> {
  const [row] = await statement<CounterCustomer>(
    reader,
    `select id, role, is_active, email, customer_group, tax_exemption from users
     where id = coalesce((select merged_into from users where id = $1), $1)`,
    [id],
  );
  return row;
}

/** Serializes requests that write the same contacts, so that the second one finds the first. */
export async function lockContacts(tx: Tx, contacts: readonly string[]): Promise<void> {
  await statement(
    tx,
    `select pg_advisory_xact_lock(hashtextextended('tillhouse.contact:' || contact, 0))
     from unnest($1::text[]) as contact order by contact`,
    [[...contacts].sort()],
  );
}

/** Another customer with this e-mail address, phone number (E.164) or card. */
export async function customerWith(
  reader: Reader,
  contact: { email?: string | null; phone?: string; customerCard?: string | null },
  exceptId: string | null,
): Promise<{ id: string; field: 'email' | 'phone' | 'customer_card' } | undefined> {
  const [row] = await statement<{ id: string; field: 'email' | 'phone' | 'customer_card' }>(
    reader,
    `select id, field from (
       select coalesce(merged_into, id) as id, 'email' as field from users
       where lower(email) = lower($1)
       union all
       select coalesce(merged_into, id), 'phone' from users
       where role = 'customer' and phone_digits = $2 and phone like '+%' and erased_at is null
       union all
       select coalesce(merged_into, id), 'customer_card' from users
       where lower(customer_card) = lower($3)
     ) as known where id is distinct from $4 order by field, id limit 1`,
    [
      contact.email ?? null,
      contact.phone ? contact.phone.slice(1) : null,
      contact.customerCard ?? null,
      exceptId,
    ],
  );
  return row;
}

/**
 * Locks customers in the order of their ids. Sales that name one of them wait, because their
 * foreign key locks the customer, too.
 */
export const lockCustomers = (
  tx: Tx,
  ids: readonly string[],
): Promise<{ id: string; role: Role; merged_into: string | null; erased_at: Date | null }[]> =>
  statement(
    tx,
    `select id, role, merged_into, erased_at from users where id = any($1::uuid[])
     order by id for update`,
    [ids],
  );
