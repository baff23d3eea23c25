import { type Autocommit, type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { Language } from '../../../platform/language.js';

export type CartReminder = { cartId: string; email: string; language: Language; createdAt: Date };

/** The address that gets a mail about the cart, if somebody asked for it. */
export async function reminderAddress(reader: Reader, cartId: string): Promise<string | undefined> {
  const [row] = await statement<{ email: string }>(
    reader,
    'select email from cart_reminders where cart_id = $1',
    [cartId],
  );
  return row?.email;
}

/** The last address that was typed for a cart counts. */
export async function saveReminder(writer: Autocommit, reminder: CartReminder): Promise<void> {
  await statement(
    writer,
    `insert into cart_reminders (cart_id, email, language, created_at) values ($1, $2, $3, $4)
     on conflict (cart_id) do update
     set email = excluded.email, language = excluded.language, created_at = excluded.created_at`,
    [reminder.cartId, reminder.email, reminder.language, reminder.createdAt],
  );
}

export async function deleteReminder(writer: Autocommit, cartId: string): Promise<void> {
  await statement(writer, 'delete from cart_reminders where cart_id = $1', [cartId]);
}

/** Deletes the request, so that one mail is sent. False if it was withdrawn or the cart has no goods. */
export async function takeReminder(tx: Tx, cartId: string): Promise<boolean> {
  const rows = await statement(
    tx,
    `delete from cart_reminders r using carts c
     where r.cart_id = $1 and c.id = r.cart_id and c.status = 'ACTIVE'
       and cardinality(c.variant_ids) > 0
     returning r.cart_id`,
    [cartId],
  );
  return rows.length > 0;
}

export async function deleteRemindersOf(tx: Tx, emails: readonly string[]): Promise<void> {
  await statement(tx, 'delete from cart_reminders where lower(email) = any($1::text[])', [emails]);
}

/** Requests that lead to no mail: the cart was ordered, abandoned or reminded of, or they are old. */
export async function deleteEndedReminders(tx: Tx, before: Date): Promise<void> {
  await statement(
    tx,
    `delete from cart_reminders r using carts c
     where c.id = r.cart_id and (c.status <> 'ACTIVE' or r.created_at < $1
       or exists (select from sent_notices n where n.kind = 'cart' and n.about = c.id))`,
    [before],
  );
}
