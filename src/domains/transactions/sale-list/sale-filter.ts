import type { Reader } from '../../../platform/database/tx.js';
import { invalidField } from '../../../platform/http/failure.js';
import type { Static } from '../../../platform/http/schemas.js';
import { firstIdAt, isUuid } from '../../../platform/ids.js';
import { normalAmount } from '../../../platform/money.js';
import { type Staff, storeScope } from '../../access/index.js';
import { userByEmail } from '../../people/index.js';
import { figureFilterOf, NONE, personOf } from '../figures/filter.js';
import type { ExportQuery } from '../schemas.js';
import { listScope } from './list-scope.js';
import type { SaleFilter, SaleSearch } from './repository.js';

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

const NUMBER_START = /^TXN-(\d{1,8})(-[0-9A-F]{0,8})?$/;
/** The end of a number, or its beginning; words such as CAFE have no digit. */
const NUMBER_END = /^(?=.*\d)[0-9A-F]{4,8}$/;

/** A number contains its day, so its beginning gives the range of possible ids. */
function searchOf(text: string): SaleSearch | undefined {
  if (text === '') return undefined;
  const number = text.toUpperCase();
  const [, digits, end] = NUMBER_START.exec(number) ?? [];
  const days = digits === undefined ? undefined : daysFrom(digits);
  if (days !== undefined && (end === undefined || digits?.length === DAY_DIGITS)) {
    const [first, next] = days;
    const ids = { from: firstIdAt(first), before: firstIdAt(next) };
    return digits?.length === DAY_DIGITS ? { number, ...ids } : ids;
  }
  return NUMBER_END.test(number) ? { words: text, end: number } : { words: text };
}

const DAY_DIGITS = 8;
const EPOCH = new Date(`${FIRST_DAY}T00:00:00Z`);

/**
 * The first of the days that begin with these digits, and the day after the last: `2026` is a year,
 * `20261` October to December. Undefined if no day does.
 */
function daysFrom(digits: string): [first: Date, next: Date] | undefined {
  const inRange = (text: string, least: number, most: number): [number, number] => {
    const low = Number(text.padEnd(2, '0'));
    const high = Number(text.padEnd(2, '9'));
    return [Math.max(low, least), Math.min(high, most)];
  };
  const [month, day] = [digits.slice(4, 6), digits.slice(6)];
  const year = (end: string): number => Number(digits.slice(0, 4).padEnd(4, end));
  const [firstMonth, lastMonth] = inRange(month, 1, 12);
  const daysOfMonth = new Date(Date.UTC(year('9'), lastMonth, 0)).getUTCDate();
  const [firstDay, lastDay] = inRange(day, 1, daysOfMonth);
  if (firstMonth > lastMonth || firstDay > lastDay) return undefined;
  const first = new Date(Date.UTC(year('0'), firstMonth - 1, firstDay));
  const next = new Date(Date.UTC(year('9'), lastMonth - 1, lastDay + 1));
  if (!(next > EPOCH)) return undefined;
  return [first < EPOCH ? EPOCH : first, next];
}
