import type { Reader } from '../../../platform/database/tx.js';
import { Failure, invalidField, notFound } from '../../../platform/http/failure.js';
import type { Static } from '../../../platform/http/schemas.js';
import { can, maySee, type Staff, storeScope } from '../../access/index.js';
import { findStore } from '../../stores/index.js';
import { visibleSale } from '../../transactions/index.js';
import { purposeOf } from './kinds.js';
import { type MailFilter, mailById, type WholeRow } from './repository.js';
import type { MailQuery } from './schemas.js';

type Filters = Omit<Static<typeof MailQuery>, 'limit' | 'cursor'>;

/** The filter of a request, with its references resolved; an unknown one is refused by name. */
export async function mailFilterOf(
  reader: Reader,
  caller: Staff,
  { kind, state, search, store, transaction }: Filters,
): Promise<MailFilter> {
  if (search !== undefined && !can(caller, 'customer.read')) {
    throw new Failure('forbidden', 'FORBIDDEN', 'Searching for addresses needs customer.read.');
  }
  const sale =
    transaction === undefined ? undefined : await visibleSale(reader, caller, transaction);
  return {
    stores: store === undefined ? storeScope(caller) : [await storeOf(reader, caller, store)],
    purpose: kind && purposeOf(kind),
    state,
    search: search?.trim(),
    sale,
  };
}

async function storeOf(reader: Reader, caller: Staff, ref: string): Promise<string> {
  const store = await findStore(reader, ref);
  if (store === undefined || !maySee(caller, store.id)) {
    throw invalidField('store', 'There is no such store.');
  }
  return store.id;
}

/** A mail of another store, or of no store for staff of some, answers 404. */
export async function visibleMail(reader: Reader, caller: Staff, id: string): Promise<WholeRow> {
  const mail = await mailById(reader, id);
  const scope = storeScope(caller);
  if (mail === undefined || (scope && !scope.includes(mail.store_id ?? ''))) throw notFound('Mail');
  return mail;
}
