import { atomically } from '../../../platform/database/tx.js';
import type { Static } from '../../../platform/http/schemas.js';
import type { Platform } from '../../../platform/platform.js';
import { can, type Staff, storeScope } from '../../access/index.js';
import { searchCustomers } from '../../people/index.js';
import { resolveScope } from '../../stores/index.js';
import { type AccountFilter, listAccounts, type ShownAccount } from './repository.js';
import type { AccountsQuery } from './schemas.js';

/** As many customers as one text may mean. */
const MOST_CUSTOMERS = 50;
const SALE = /^TXN-/i;
const LAST_FOUR = /^[0-9A-Z]{4}$/i;

type Wanted = Static<typeof AccountsQuery>;

/** Gift cards and store credits that the caller's stores have issued or taken. */
export async function findAccounts(
  platform: Platform,
  caller: Staff,
  query: Wanted,
  before: string | undefined,
  limit: number,
): Promise<ShownAccount[]> {
  const { db, clock } = platform;
  const [issuer] = query.store === undefined ? [] : await issuerOf(platform, caller, query.store);
  if (query.store !== undefined && issuer === undefined) return [];
  const filter: AccountFilter = {
    stores: storeScope(caller),
    now: clock.now(),
    kind: query.kind,
    state: query.state,
    storeId: issuer,
    customers: query.customer === undefined ? undefined : [query.customer],
    lastFour: query.last_four?.toUpperCase(),
    sale: query.sale?.toUpperCase(),
  };
  const text = query.q?.trim();
  if (!text) return listAccounts(db, filter, before, limit);
  if (SALE.test(text)) {
    return listAccounts(db, { ...filter, sale: text.toUpperCase() }, before, limit);
  }
  const named = {
    customers: await customersNamed(platform, caller, text),
    lastFour: LAST_FOUR.test(text) ? text.toUpperCase() : null,
  };
  return listAccounts(db, { ...filter, named }, before, limit);
}

/** The id of the named store; none if the caller may not see it. */
const issuerOf = async ({ db }: Platform, caller: Staff, ref: string): Promise<readonly string[]> =>
  (await resolveScope(db, caller, ref)) ?? [];

async function customersNamed(platform: Platform, caller: Staff, text: string): Promise<string[]> {
  if (!can(caller, 'customer.read')) return [];
  const search = { text, phones: [] };
  const found = await atomically(platform.db, tx =>
    searchCustomers(tx, search, undefined, MOST_CUSTOMERS),
  );
  return found.map(({ id }) => id);
}
