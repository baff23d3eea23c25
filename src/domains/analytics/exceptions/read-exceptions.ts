import type { Reader } from '../../../platform/database/tx.js';
import type { ListedStore } from '../../stores/index.js';
import { amount } from '../figures.js';
import {
  type ExceptionRow,
  type ExceptionWindow,
  exceptionsByPerson,
  type Person,
  peopleNamed,
  type SalesRow,
  salesByPerson,
} from './repository.js';
import {
  type Cashier,
  compare,
  EXCEPTION_KINDS,
  type ExceptionKind,
  type Exceptions,
  isUnusual,
  medianRate,
} from './rules.js';

type Found = { sales: SalesRow[]; exceptions: Record<ExceptionKind, ExceptionRow[]> };

/** What each person at each store did, compared with the median of the store. */
export async function readExceptions(
  reader: Reader,
  stores: readonly ListedStore[],
  days: Pick<ExceptionWindow, 'from' | 'to'>,
) {
  const window = { stores, ...days };
  const [sales, ...rows] = await Promise.all([
    salesByPerson(reader, window),
    ...EXCEPTION_KINDS.map(kind => exceptionsByPerson(reader, window, kind)),
  ]);
  const found: Found = {
    sales,
    exceptions: Object.fromEntries(
      EXCEPTION_KINDS.map((kind, at) => [kind, rows[at] ?? []]),
    ) as Found['exceptions'],
  };
  const ids = new Set([...sales, ...rows.flat()].map(({ person }) => person));
  const people = new Map((await peopleNamed(reader, [...ids])).map(one => [one.id, one]));
  return stores.map(store => presentStore(store, cashiersOf(store.id, found), people));
}

function cashiersOf(store: string, { sales, exceptions }: Found): Cashier[] {
  const own = <Row extends { store: string }>(rows: readonly Row[]): Row[] =>
    rows.filter(row => row.store === store);
  const rows = [...own(sales), ...EXCEPTION_KINDS.flatMap(kind => own(exceptions[kind]))];
  return [...new Set(rows.map(({ person }) => person))].map(person => {
    const of = (kind: ExceptionKind) => {
      const row = own(exceptions[kind]).find(one => one.person === person);
      return { count: row?.count ?? 0, amountMinor: row?.amount_minor ?? 0 };
    };
    return {
      employeeId: person,
      sales: own(sales).find(one => one.person === person)?.sales ?? 0,
      exceptions: Object.fromEntries(EXCEPTION_KINDS.map(kind => [kind, of(kind)])) as Exceptions,
    };
  });
}

function presentStore(
  store: ListedStore,
  cashiers: readonly Cashier[],
  people: ReadonlyMap<string, Person>,
) {
  const medians = Object.fromEntries(
    EXCEPTION_KINDS.map(kind => [kind, medianRate(cashiers, kind)]),
  ) as Record<ExceptionKind, number>;
  const figureOf = (cashier: Cashier, kind: ExceptionKind) => {
    const { count, amountMinor } = cashier.exceptions[kind];
    const rate = compare(cashier, kind, medians[kind]);
    return {
      count,
      amount: kind === 'drawer_openings' ? null : amount(amountMinor, store.currency),
      per_100_sales: rate.per100Sales,
      ratio: rate.ratio,
      is_unusual: isUnusual(count, rate),
    };
  };
  return {
    store: store.id,
    store_code: store.code,
    currency: store.currency,
    median_per_100_sales: medians,
    cashiers: cashiers
      .map(cashier => ({
        employee: people.get(cashier.employeeId)?.employee_number ?? null,
        employee_id: cashier.employeeId,
        employee_name: people.get(cashier.employeeId)?.name ?? null,
        sales: cashier.sales,
        voids: figureOf(cashier, 'voids'),
        discounts: figureOf(cashier, 'discounts'),
        drawer_openings: figureOf(cashier, 'drawer_openings'),
        refunds: figureOf(cashier, 'refunds'),
      }))
      .sort((a, b) => b.sales - a.sales || (a.employee_id < b.employee_id ? -1 : 1)),
  };
}
