import { invalidField } from '../../../platform/http/failure.js';
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/paginate.js';
import { type Static, Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import { isUuid } from '../../../platform/ids.js';
import { formatMoney, minor } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { type Staff, staff, staffOf } from '../../access/index.js';
import { userByEmployeeRef } from '../../people/index.js';
import { storesOf, todayOf } from '../reports/scope.js';
import { windowOf } from '../reports/window.js';
import { readExceptions } from './read-exceptions.js';
import { type ExceptionItem, exceptionItems } from './repository.js';
import { ExceptionsAnswer, ExceptionsQuery, ItemAnswer, ItemsQuery } from './schemas.js';

const tags = ['Analytics'];
const YEAR = { minDays: 1, maxDays: 366 };

async function scopeOf(platform: Platform, caller: Staff, query: Static<typeof ExceptionsQuery>) {
  const stores = await storesOf(platform, caller, query.store);
  const { from, to } = windowOf(query, todayOf(stores, platform.clock.now()).today, YEAR);
  return { stores, days: { from, to } };
}

export function exceptionRoutes(app: App, platform: Platform): void {
  app.get(
    '/reports/exceptions/',
    {
      config: { access: staff('report.read') },
      schema: {
        tags,
        summary: 'Voids, discounts, drawer openings and refunds per cashier against their peers',
        description: 'By days of each store; the last 30 days unless given.',
        querystring: ExceptionsQuery,
        response: { 200: ExceptionsAnswer },
      },
    },
    async request => {
      const { stores, days } = await scopeOf(platform, staffOf(request), request.query);
      return { ...days, stores: await readExceptions(platform.replica, stores, days) };
    },
  );

  app.get(
    '/reports/exceptions/items/',
    {
      config: { access: staff('report.read') },
      schema: {
        tags,
        summary: 'The sales and openings behind a figure, newest first',
        querystring: ItemsQuery,
        response: { 200: Type.Array(ItemAnswer) },
      },
    },
    async (request, reply) => {
      const { employee, kind, limit = DEFAULT_LIMIT, cursor } = request.query;
      const { stores, days } = await scopeOf(platform, staffOf(request), request.query);
      const person = await userByEmployeeRef(platform.replica, employee);
      if (person === undefined) throw invalidField('employee', 'There is no such employee.');
      const rows = await exceptionItems(
        platform.replica,
        { stores, ...days },
        { kind, person: person.id },
        beforeIn(cursor),
        limit + 1,
      );
      const key = (row: ExceptionItem) => [row.at.toISOString(), row.id];
      return page(request, reply, rows, limit, key).map(present);
    },
  );
}

function beforeIn(cursor: string | undefined): { at: string; id: string } | undefined {
  const [at, id] = decodeCursor(cursor, 2)?.map(String) ?? [];
  if (at === undefined || id === undefined) return undefined;
  if (!Number.isNaN(Date.parse(at)) && /^\d{4}-/.test(at) && isUuid(id)) return { at, id };
  throw invalidField('cursor', 'This cursor is not valid here.', 'INVALID_CURSOR');
}

const present = (item: ExceptionItem) => ({
  id: item.id,
  at: item.at.toISOString(),
  transaction_id: item.transaction_number,
  terminal_id: item.terminal_id,
  currency: item.currency,
  amount:
    item.amount === null ? null : formatMoney(minor(item.amount, item.currency), item.currency),
  reason: item.reason,
});
