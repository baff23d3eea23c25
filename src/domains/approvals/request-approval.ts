import { addMs } from '../../platform/clock.js';
import { fitsCurrency } from '../../platform/currencies.js';
import { atomically, type Reader } from '../../platform/database/tx.js';
import { forbidden, invalidField } from '../../platform/http/failure.js';
import { tooFine } from '../../platform/http/refuse-fractions.js';
import type { Static } from '../../platform/http/schemas.js';
import { newId } from '../../platform/ids.js';
import { formatMoney, minor } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import { record } from '../../platform/work/events/outbox.js';
import { maySee, type Staff } from '../access/index.js';
import { findStore } from '../stores/index.js';
import { approvalMoved } from './events.js';
import { KINDS, kindOf } from './kinds.js';
import { type Approval, insertApproval } from './repository.js';
import { detailsFit, PENDING_MS } from './rules.js';
import type { RequestBody } from './schemas.js';

export type NamedSale = { id: string; number: string };
/** Finds a sale that may be named at a store: one of its own, or of its chain and currency. */
export type FindSale = (
  reader: Reader,
  place: { storeId: string; currency: string; sales: 'store' | 'chain' },
  ref: string,
) => Promise<NamedSale | undefined>;

export async function requestApproval(
  { db, clock }: Platform,
  caller: Staff,
  request: Static<typeof RequestBody>,
  findSale: FindSale,
): Promise<Approval> {
  const details = (request.details ?? {}) as Record<string, unknown>;
  if (!detailsFit(details)) throw invalidField('details', 'Must be at most 16 KiB of JSON.');
  const now = clock.now();
  return atomically(db, async tx => {
    const { currency, ...origin } = await originOf(tx, caller, request.store_id);
    if (!fitsCurrency(request.amount, currency)) throw invalidField('amount', tooFine(currency));
    const place = { storeId: origin.store_id, currency };
    const sale = await saleOf(tx, request.request_type, details, place, findSale);
    const approval = await insertApproval(tx, {
      ...origin,
      sale_id: sale?.id ?? null,
      sale_number: sale?.number ?? null,
      id: newId(now),
      requested_by: caller.userId,
      request_type: request.request_type,
      amount: formatMoney(minor(request.amount, currency), currency),
      reason: request.reason,
      details: JSON.stringify(details),
      created_at: now,
      expires_at: addMs(now, PENDING_MS),
    });
    await record(tx, approvalMoved(approval));
    return approval;
  });
}

/** Refuses a request that does not say what it is for; the sale, if it is for one. */
async function saleOf(
  reader: Reader,
  type: string,
  details: Record<string, unknown>,
  place: { storeId: string; currency: string },
  findSale: FindSale,
): Promise<NamedSale | undefined> {
  const kind = kindOf(type);
  if (kind === undefined) return undefined;
  const { names, sales = 'store' } = KINDS[kind];
  const ref = names(details);
  if (ref === undefined) return undefined;
  const sale = await findSale(reader, { ...place, sales }, ref);
  if (sale === undefined) throw invalidField('details.transaction_id', 'There is no such sale.');
  return sale;
}

/** A till requests for its own store; a back-office caller must name the store. */
async function originOf(reader: Reader, { till, ...caller }: Staff, storeRef: string | undefined) {
  const store = storeRef === undefined ? undefined : await findStore(reader, storeRef);
  if (till !== null) {
    if (storeRef !== undefined && store?.id !== till.storeId) {
      throw forbidden('This till belongs to another store.', 'STORE_MISMATCH');
    }
    const own = store ?? (await findStore(reader, till.storeId));
    const currency = own?.currency ?? '';
    return { store_id: till.storeId, terminal_id: till.terminalId, currency };
  }
  if (storeRef === undefined) throw invalidField('store_id', 'Name the store the request is for.');
  if (store === undefined || !maySee({ ...caller, till }, store.id)) {
    throw invalidField('store_id', 'There is no such store.');
  }
  return { store_id: store.id, terminal_id: null, currency: store.currency };
}
