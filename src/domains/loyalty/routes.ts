import { signedIn } from '../../platform/http/access.js';
import { invalidField } from '../../platform/http/failure.js';
import { DEFAULT_LIMIT, decodeCursor, page } from '../../platform/http/paginate.js';
import {
  Answer,
  Money,
  Nullable,
  OneOf,
  PageQuery,
  Params,
  Query,
  Timestamp,
  Type,
  Uuid,
} from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import { isUuid } from '../../platform/ids.js';
import type { Platform } from '../../platform/platform.js';
import { maySee, type Principal, principalOf } from '../access/index.js';
import { readAccount, visibleCustomer } from './read-account.js';
import { type Entry, entriesOf } from './repository.js';
import { ENTRY_KINDS } from './rules.js';
import { tierFields, tierRoutes } from './tiers/routes.js';

const tags = ['Loyalty'];
const params = Params({ customer: Uuid });

const AccountAnswer = Answer({
  customer_id: Uuid,
  points: Type.Integer({ description: 'Below zero if a return took back points already spent' }),
  earned: Type.Integer({ minimum: 0, description: 'Total of all points earned' }),
  taken_back: Type.Integer({
    minimum: 0,
    description: 'Total of points reversed by voids and refunds',
  }),
  last_entry_at: Nullable(Timestamp),
  expiring: Nullable(
    Answer(
      { points: Type.Integer(), expires_at: Timestamp },
      { description: 'Points that expire within 30 days, and when the first of them do' },
    ),
  ),
  tier: Nullable(Answer(tierFields, { description: 'Null: none is reached' })),
  spend: Type.Array(Answer({ currency: Type.String(), amount: Money }), {
    description: 'Spend of the last twelve months; empty in a shop without tiers',
  }),
});

const EntryAnswer = Answer({
  id: Uuid,
  kind: OneOf(ENTRY_KINDS),
  points: Type.Integer(),
  transaction: Nullable(Type.String({ description: 'Null for staff of other stores' })),
  store: Nullable(Uuid),
  occurred_at: Timestamp,
});

/** Tills and the back office ask for a customer, customers for themselves. */
const readers = signedIn('till', 'office', 'web');

export function routes(app: App, platform: Platform): void {
  const { db } = platform;
  tierRoutes(app, platform);
  app.get(
    '/loyalty/accounts/:customer/',
    {
      config: { access: readers },
      schema: {
        tags,
        summary: 'The points of a customer, for staff and for the customer',
        params,
        response: { 200: AccountAnswer },
      },
    },
    request => readAccount(platform, principalOf(request), request.params.customer),
  );

  app.get(
    '/loyalty/accounts/:customer/entries/',
    {
      config: { access: readers },
      schema: {
        tags,
        summary: 'Ledger entries of a customer, newest first',
        params,
        querystring: Query(PageQuery),
        response: { 200: Type.Array(EntryAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor } = request.query;
      const before = beforeIn(cursor);
      const caller = principalOf(request);
      const customer = await visibleCustomer(db, caller, request.params.customer);
      const rows = await entriesOf(db, customer.id, before, limit + 1);
      return page(request, reply, rows, limit, row => [row.id]).map(row =>
        presentEntry(row, caller),
      );
    },
  );
}

/** Staff of other stores see points and time, but neither the sale nor the store. */
function presentEntry(row: Entry, caller: Principal) {
  const isShown =
    caller.kind !== 'staff' || (row.store_id !== null && maySee(caller, row.store_id));
  return {
    id: row.id,
    kind: row.kind,
    points: row.points,
    transaction: isShown ? row.transaction_number : null,
    store: isShown ? row.store_id : null,
    occurred_at: row.occurred_at.toISOString(),
  };
}

function beforeIn(cursor: string | undefined): string | undefined {
  const [id] = decodeCursor(cursor, 1) ?? [];
  if (id === undefined) return undefined;
  if (typeof id === 'string' && isUuid(id)) return id;
  throw invalidField('cursor', 'This cursor is not valid here.', 'INVALID_CURSOR');
}
