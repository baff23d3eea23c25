import { addMs, DAY_MS } from '../../platform/clock.js';
import type { Reader } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import type { Static } from '../../platform/http/schemas.js';
import { firstIdAt, isUuid } from '../../platform/ids.js';
import { normalAmount } from '../../platform/money.js';
import { type Staff, storeScope } from '../access/index.js';
import { userByEmail } from '../people/index.js';
import { figureFilterOf, NONE, personOf } from './figure-filter.js';
import { listScope } from './list-scope.js';
import type { SaleFilter, SaleSearch } from './sale-list-repository.js';
import type { ExportQuery } from './schemas.js';

type Filters = Omit<Static<typeof ExportQuery>, 'ordering'>;

/** The filter of a request, with its references resolved; an unknown one is refused by name. */
export async function saleFilterOf(
  reader: Reader,
  caller: Staff,
  filters: Filters,
): Promise<SaleFilter> {
  const { date_from: dateFrom, date_to: dateTo } = filters;
  if (dateFrom && dateTo && dateTo < dateFrom) {
    throw invalidField('date_to', 'Must not be before date_from.');
  }
  const amountMin = amountOf(filters.amount_min);
  const amountMax = amountOf(filters.amount_max);
  if (amountMin && amountMax && Number(amountMax) < Number(amountMin)) {
    throw invalidField('amount_max', 'Must not be below amount_min.');
  }
  const stores = await listScope(reader, caller, filters.store);
  return {
    ...(await figureFilterOf(reader, caller, stores, filters)),
    stores,
    visibleStores: storeScope(caller),
    status: filters.status,
    dateFrom: dayOfId(dateFrom),
    dateTo: dayOfId(dateTo),
    terminalId: filters.terminal,
    employeeId: await personOf(reader, 'employee', filters.employee),
    customerId: await customerOf(reader, filters.customer),
    source: filters.channel,
    amountMin,
    amountMax,
    flag: filters.flag,
    hour: filters.hour,
    categoryId: filters.category === NONE ? null : filters.category,
    productId: filters.product,
    isCounted: filters.counted === true || filters.segment !== undefined || filters.part === 'net',
    search: searchOf(filters.search?.trim() ?? ''),
  };
}

const amountOf = (input: string | number | undefined): string | undefined =>
  input === undefined ? undefined : normalAmount(input);

/** The filter compares ids, which cannot express a time before 1970. */
const FIRST_DAY = '1970-01-02';
export const dayOfId = (day: string | undefined): string | undefined =>
  day !== undefined && day < FIRST_DAY ? FIRST_DAY : day;

async function customerOf(reader: Reader, ref: string | undefined): Promise<string | undefined> {
  if (ref === undefined || isUuid(ref)) return ref;
  const user = await userByEmail(reader, ref);
  if (user === undefined) throw invalidField('customer', 'There is no such customer.');
  return user.id;
}

const NUMBER_START = /^TXN-(\d{4})(\d{2})(\d{2})(?:-[0-9A-F]{0,8})?$/;

/** A number contains its day, so its beginning gives the range of possible ids. */
function searchOf(text: string): SaleSearch | undefined {
  if (text === '') return undefined;
  const number = text.toUpperCase();
  const [, ...parts] = NUMBER_START.exec(number) ?? [];
  const day = new Date(`${parts.join('-')}T00:00:00Z`);
  if (parts.length === 0 || !(day.getTime() >= 0)) return { words: text };
  return { number, from: firstIdAt(day), before: firstIdAt(addMs(day, DAY_MS)) };
}
