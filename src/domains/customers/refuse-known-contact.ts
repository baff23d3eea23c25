import type { Tx } from '../../platform/database/tx.js';
import { conflict } from '../../platform/http/failure.js';
import { customerWith, lockContacts, type UserChange, userById } from '../people/index.js';
import { nameOf } from './present.js';

const LABELS = {
  email: 'e-mail address',
  phone: 'phone number',
  customer_card: 'card number',
} as const;

/** The second of two tills that create the same customer finds the first one's record. */
export async function refuseKnownContact(
  tx: Tx,
  columns: Pick<UserChange, 'email' | 'phone' | 'customer_card'>,
  exceptId: string | null,
): Promise<void> {
  const { email, phone, customer_card: customerCard } = columns;
  const contacts = [email?.toLowerCase(), phone, customerCard?.toLowerCase()].flatMap(
    contact => contact || [],
  );
  if (contacts.length === 0) return;
  await lockContacts(tx, contacts);
  const known = await customerWith(tx, { email, phone, customerCard }, exceptId);
  if (known === undefined) return;
  const label = LABELS[known.field];
  const owner = await userById(tx, known.id);
  if (owner?.role !== 'customer') {
    throw conflict('DUPLICATE', `Another user has this ${label}.`);
  }
  throw conflict('CUSTOMER_EXISTS', `${nameOf(owner)} already has this ${label}.`, {
    customer_id: owner.id,
    name: nameOf(owner),
    field: known.field,
  });
}
