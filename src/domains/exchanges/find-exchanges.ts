import type { Reader } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import type { Static } from '../../platform/http/schemas.js';
import type { Staff } from '../access/index.js';
import { userByEmployeeRef } from '../people/index.js';
import { dayOfId, listScope } from '../transactions/index.js';
import { type ListedExchange, listExchanges } from './repository.js';
import type { ExchangeQuery } from './schemas.js';

/** Exchanges at the tills of the stores the caller may see, wherever the old sale was made. */
export async function findExchanges(
  reader: Reader,
  caller: Staff,
  query: Static<typeof ExchangeQuery>,
  beforeId: string | undefined,
  limit: number,
): Promise<ListedExchange[]> {
  const { store, employee, date_from: dateFrom, date_to: dateTo } = query;
  if (dateFrom && dateTo && dateTo < dateFrom) {
    throw invalidField('date_to', 'Must not be before date_from.');
  }
  const filter = {
    stores: await listScope(reader, caller, store),
    dateFrom: dayOfId(dateFrom),
    dateTo: dayOfId(dateTo),
    employeeId: employee === undefined ? undefined : await employeeOf(reader, employee),
  };
  return listExchanges(reader, filter, beforeId, limit);
}

async function employeeOf(reader: Reader, ref: string): Promise<string> {
  const user = await userByEmployeeRef(reader, ref);
  if (user === undefined) throw invalidField('employee', 'There is no such employee.');
  return user.id;
}
