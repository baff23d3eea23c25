import { checkInvariants } from '../../../src/domains/ops/check-invariants.js';
import { type Db, statement } from '../../../src/platform/database/tx.js';
import { type Cashier, SKUS } from './cashier.js';
import type { KeptEntry } from './till-page.js';

export const STOCK = 1_000_000;

/** What the first part of a split payment is, see `page.ts`. */
const PART_MINOR = 100;

export type Differences = {
  /** Paid at a till, and not booked as it was paid. */
  lost: string[];
  /** Booked more often than paid. */
  doubled: string[];
  /** Counters of a till without an entry, at the till or at the service. */
  gaps: string[];
  shifts: number;
  /** Z reports that differ from the journal of the till. */
  wrongReports: string[];
  /** Stock, and the invariants of the service. */
  violated: string[];
  entries: number;
  /** Sales paid in two parts without a connection. */
  splits: number;
  /** Units that came back. */
  returns: number;
  /** Sales of which the routes of the service have booked a part, or all. */
  routes: number;
  /** Sales that arrived after their shift was closed. */
  late: number;
  /** Sales that the service has held before they were sold. */
  parked: number;
};

/** Compares what the cashiers saw and what their devices keep with the records of the service. */
export async function compareTills(db: Db, cashiers: readonly Cashier[]): Promise<Differences> {
  const found: Differences = {
    ...{ lost: [], doubled: [], gaps: [], wrongReports: [], violated: [] },
    shifts: 0,
    entries: 0,
    splits: 0,
    returns: 0,
    routes: 0,
    late: 0,
    parked: 0,
  };
  const returned: string[] = [];
  for (const cashier of cashiers) {
    const kept = await cashier.entries();
    found.entries += kept.length;
    found.splits += kept.filter(({ data }) => (data.payments as [])?.length > 1).length;
    found.routes += kept.filter(isOfService).length;
    found.parked += kept.filter(({ data }) => data.held_sale_id !== undefined).length;
    returned.push(...unitsBack(cashier, kept));
    await compareSales(db, cashier, found);
    await compareChain(db, cashier.terminal, kept, found);
    await compareReports(db, cashier.terminal, kept, found);
  }
  found.returns = returned.length;
  found.violated.push(...(await wrongStock(db, cashiers, returned)));
  const held = await statement<{ id: string }>(db, 'select id from held_sales');
  found.violated.push(...held.map(({ id }) => `parked sale ${id} is sold and still held`));
  const twice = await statement<{ till_number: string }>(
    db,
    `select till_number from till_journal where 'held_elsewhere' = any(flags)`,
  );
  found.violated.push(
    ...twice.map(one => `${one.till_number} was parked, and taken for sold twice`),
  );
  const invariants = (await checkInvariants(db)).filter(({ offending }) => offending > 0);
  found.violated.push(...invariants.map(({ name, ids }) => `${name}: ${ids.join(' ')}`));
  return found;
}

type BookedSale = { note: string; till_number: string | null; total: string; status: string };

async function compareSales(
  db: Db,
  { terminal, paid }: Cashier,
  { lost, doubled }: Differences,
): Promise<void> {
  const booked = await statement<BookedSale>(
    db,
    `select note, till_number, (total_amount * 100)::integer::text as total, status
     from transactions where terminal_id = $1`,
    [terminal],
  );
  const byNote = new Map<string, BookedSale[]>();
  for (const sale of booked) byNote.set(sale.note, [...(byNote.get(sale.note) ?? []), sale]);
  for (const { note, number, totalMinor } of paid.values()) {
    const [sale] = byNote.get(note) ?? [];
    const isBooked =
      sale?.till_number === number &&
      sale.total === String(totalMinor) &&
      (sale.status === 'completed' || sale.status.endsWith('refunded'));
    if (!isBooked) lost.push(`${note} (${number}, ${totalMinor}): ${JSON.stringify(sale)}`);
  }
  for (const [note, sales] of byNote) {
    if (sales.length > 1 || !paid.has(note)) {
      doubled.push(`${note}: ${sales.map(sale => sale.till_number).join(' ')}`);
    }
  }
}

/** Each counter from 1 on is one entry, the same on both sides and booked. */
async function compareChain(
  db: Db,
  terminal: string,
  kept: readonly KeptEntry[],
  { gaps }: Differences,
): Promise<void> {
  const stored = await statement<{ counter: number; hash: string; status: string }>(
    db,
    `select counter::integer, hash, status from till_journal where terminal_id = $1 order by counter`,
    [terminal],
  );
  const last = Math.max(kept.length, stored.length);
  for (let n = 0; n < last; n += 1) {
    const [here, there] = [kept[n], stored[n]];
    const isSame =
      here?.counter === n + 1 &&
      there?.counter === n + 1 &&
      here.hash === there.hash &&
      here.state === 'sent' &&
      there.status === 'accepted';
    if (!isSame) gaps.push(`${terminal} ${n + 1}: ${here?.state}, ${there?.status}`);
  }
}

const isOfService = ({ kind, data }: KeptEntry): boolean =>
  kind === 'sale' && data.transaction !== undefined;

type Late = { count: number; amount: string; cash: string };
type Report = {
  sales: { count: number; amount: string };
  payments: { code: string; amount: string }[];
  refunds_total: string;
  taxes: { tax: string }[];
  late?: Late;
  cash: Record<'paid_in' | 'paid_out' | 'expected' | 'counted' | 'variance', string>;
};

const NONE_LATE: Late = { count: 0, amount: '0.00', cash: '0.00' };

async function compareReports(
  db: Db,
  terminal: string,
  kept: readonly KeptEntry[],
  found: Differences,
): Promise<void> {
  const reports = await statement<{ report: Report }>(
    db,
    `select z.report from shifts s left join z_reports z on z.shift_id = s.id
     where s.terminal_id = $1 order by s.opened_at`,
    [terminal],
  );
  const sales = await salesOfRoutes(db, terminal);
  const shifts = shiftsIn(kept);
  found.shifts += shifts.length;
  let late = NONE_LATE;
  for (let n = 0; n < Math.max(reports.length, shifts.length); n += 1) {
    const report = reports[n]?.report;
    const shift = shifts[n] ?? [];
    // Closed elsewhere: what was sold in it stands apart in the next report.
    const isClosedHere = shift.some(({ kind }) => kind === 'shift_close');
    const own = isClosedHere ? shift : shift.filter(({ kind }) => kind !== 'sale');
    const journal = { ...figuresOf(own, sales, isClosedHere), late };
    const booked = report && figuresOfReport(report);
    late = isClosedHere ? NONE_LATE : lateOf(shift);
    found.late += late.count;
    if (JSON.stringify(booked) !== JSON.stringify(journal)) {
      found.wrongReports.push(
        `${terminal} shift ${n + 1}: ${JSON.stringify(booked)}, not ${JSON.stringify(journal)}`,
      );
    }
  }
}

const figuresOfReport = ({ sales, payments, taxes, refunds_total, cash, late }: Report) => ({
  count: sales.count,
  amount: sales.amount,
  tenders: Object.fromEntries(
    payments
      .map(({ code, amount }) => [code, amount])
      .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  ),
  tax: money(sum(taxes.map(({ tax }) => tax))),
  refunds: refunds_total,
  paidIn: cash.paid_in,
  paidOut: cash.paid_out,
  expected: cash.expected,
  variance: cash.variance,
  late:
    late === undefined ? NONE_LATE : { count: late.count, amount: late.amount, cash: late.cash },
});

/**
 * The entries between each opening and its closing. A closing at the desk is entered once the till is
 * connected, which may be in its next shift; it names the shift that it has closed.
 */
function shiftsIn(kept: readonly KeptEntry[]): KeptEntry[][] {
  const shifts: KeptEntry[][] = [];
  for (const entry of kept) {
    if (entry.data.shift !== undefined) continue;
    if (entry.kind === 'shift_open') shifts.push([]);
    shifts.at(-1)?.push(entry);
  }
  return shifts;
}

const minorOf = (value: unknown): number => Math.round(Number(value) * 100);
const money = (minor: number): string => (minor / 100).toFixed(2);
const sum = (amounts: readonly unknown[]): number =>
  amounts.reduce<number>((a, b) => a + minorOf(b), 0);

/** The tax of sales whose entries do not contain it, by the number of the service. */
async function salesOfRoutes(db: Db, terminal: string): Promise<Map<string, string>> {
  const rows = await statement<{ number: string; tax: string }>(
    db,
    `select transaction_number as number, tax_amount::text as tax from transactions
     where terminal_id = $1`,
    [terminal],
  );
  return new Map(rows.map(({ number, tax }) => [number, tax]));
}

type Taxes = ReadonlyMap<string, string>;

const taxOf = ({ data }: KeptEntry, taxes: Taxes): unknown =>
  data.transaction === undefined ? data.tax_amount : taxes.get(String(data.transaction));

const salesIn = (shift: readonly KeptEntry[]): KeptEntry[] =>
  shift.filter(({ kind }) => kind === 'sale');

/** What the journal of the till says about a shift that it has closed, or about one closed elsewhere. */
function figuresOf(shift: readonly KeptEntry[], taxes: Taxes, isClosedHere: boolean) {
  const of = (kind: string) => shift.filter(entry => entry.kind === kind).map(({ data }) => data);
  const sales = salesIn(shift);
  const totalMinor = sum(sales.map(({ data }) => data.total_amount));
  const paidIn = sum(of('cash_in').map(({ amount }) => amount));
  const paidOut = sum(of('cash_out').map(({ amount }) => amount));
  const taken = sales.reduce((all, { data }) => all + cashIn(data), 0);
  const returned = sum(of('return').map(data => data.refund_amount));
  const float = sum(of('shift_open').map(data => data.opening_float));
  const [closing] = of('shift_close');
  const expected = float + taken + paidIn - paidOut - returned;
  const pieces = (closing?.denominations ?? []) as { value: string; quantity: number }[];
  const counted = isClosedHere
    ? pieces.reduce((all, { value, quantity }) => all + minorOf(value) * quantity, 0)
    : float;
  const tenders = [
    ['cash', taken],
    ['terminal', totalMinor - taken],
  ] as const;
  return {
    count: sales.length,
    amount: money(totalMinor),
    tenders: Object.fromEntries(
      tenders.filter(([, minor]) => minor > 0).map(([code, minor]) => [code, money(minor)]),
    ),
    tax: money(sum(sales.map(entry => taxOf(entry, taxes)))),
    refunds: money(returned),
    paidIn: money(paidIn),
    paidOut: money(paidOut),
    expected: money(expected),
    variance: money(counted - expected),
  };
}

function lateOf(shift: readonly KeptEntry[]): Late {
  const sales = salesIn(shift);
  return {
    count: sales.length,
    amount: money(sum(sales.map(({ data }) => data.total_amount))),
    cash: money(sales.reduce((all, { data }) => all + cashIn(data), 0)),
  };
}

/** The last payment pays the rest; of cash there is change. The routes take the first part in cash. */
function cashIn({ payments, total_amount, transaction }: Record<string, unknown>): number {
  const [first, second] = payments as { payment_method_id: string; tendered_amount: string }[];
  if (transaction !== undefined) {
    return first?.payment_method_id === 'cash' ? minorOf(total_amount) : PART_MINOR;
  }
  if (first?.payment_method_id !== 'cash') return 0;
  return second === undefined || second.payment_method_id === 'cash'
    ? minorOf(total_amount)
    : minorOf(first.tendered_amount);
}

/** The article of each unit that came back: the first line of the sale that the entry names. */
const unitsBack = ({ paid }: Cashier, kept: readonly KeptEntry[]): string[] =>
  kept
    .filter(({ kind }) => kind === 'return')
    .map(({ data }) => {
      const sold = [...paid.values()].find(({ number }) => number === data.transaction);
      return sold?.lines[0]?.sku ?? '';
    });

async function wrongStock(
  db: Db,
  cashiers: readonly Cashier[],
  returned: readonly string[],
): Promise<string[]> {
  const lines = cashiers.flatMap(({ paid }) => [...paid.values()].flatMap(sale => sale.lines));
  const levels = await statement<{ sku: string; on_hand: number }>(
    db,
    `select v.sku, l.on_hand::integer from inventory_levels l
     join product_variants v on v.id = l.variant_id where v.sku = any($1::text[])`,
    [[...SKUS]],
  );
  return levels.flatMap(({ sku, on_hand }) => {
    const sold = lines
      .filter(line => line.sku === sku)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    const back = returned.filter(one => one === sku).length;
    return on_hand === STOCK - sold + back
      ? []
      : [`${sku}: ${on_hand} on hand, ${sold} sold, ${back} back`];
  });
}
