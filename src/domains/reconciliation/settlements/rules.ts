import { formatMoney, type Minor, minor } from '../../../platform/money.js';

export const RESULTS = [
  'matched',
  'unknown',
  'amount_differs',
  'currency_differs',
  'duplicate',
  'other_store',
] as const;
export type Result = (typeof RESULTS)[number];

/** Kinds of differences; `missing` is a payment or refund without a line. */
export const DIFFERENCES = [
  'unknown',
  'missing',
  'amount_differs',
  'currency_differs',
  'duplicate',
] as const;
export type Difference = (typeof DIFFERENCES)[number];

export type Line = {
  line: number;
  type: 'charge' | 'refund';
  processor_transaction_id: string;
  processor_refund_id: string | null;
  gross: string;
  currency: string;
};

/** A payment or refund that a line may be about. */
export type Candidate = {
  kind: 'charge' | 'refund';
  id: string;
  payment_id: string;
  store_id: string;
  amount: string;
  currency: string;
  processor_transaction_id: string;
  processor_refund_id: string | null;
  /** A line of an earlier file is about it. */
  is_settled: boolean;
};

export type Match = {
  line: number;
  result: Result;
  store_id: string | null;
  payment_id: string | null;
  refund_id: string | null;
};

/**
 * Matches lines with payments and refunds. A refund is found by its own id, or by its charge and
 * amount. Each record takes one line; another one about it is a duplicate. A caller of one store
 * leaves the lines of other stores for those who may see them.
 */
export function matchLines(
  lines: readonly Line[],
  candidates: readonly Candidate[],
  maySee: (storeId: string) => boolean,
): Match[] {
  const taken = new Set(candidates.filter(one => one.is_settled).map(one => one.id));
  const byId = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    for (const key of keysOf(candidate)) byId.set(key, [...(byId.get(key) ?? []), candidate]);
  }
  return lines.map(line => {
    const found = choose(line, byId, taken);
    if (found === undefined) return matchOf(line, 'unknown');
    if (!maySee(found.store_id)) return matchOf(line, 'other_store');
    const result = resultOf(line, found, taken);
    taken.add(found.id);
    return matchOf(line, result, found);
  });
}

const keysOf = (one: Candidate): string[] => [
  `${one.kind}:${one.processor_transaction_id}`,
  ...(one.processor_refund_id === null ? [] : [`own:${one.processor_refund_id}`]),
];

function choose(
  line: Line,
  byId: ReadonlyMap<string, Candidate[]>,
  taken: ReadonlySet<string>,
): Candidate | undefined {
  const id = line.processor_transaction_id;
  if (line.type === 'charge') return byId.get(`charge:${id}`)?.[0];
  const own = byId.get(`own:${line.processor_refund_id ?? id}`) ?? byId.get(`own:${id}`);
  if (own?.[0] !== undefined) return own[0];
  const ofCharge = byId.get(`refund:${id}`) ?? [];
  const free = ofCharge.filter(one => !taken.has(one.id));
  const isEqual = (one: Candidate): boolean => Number(one.amount) === Number(line.gross);
  return free.find(isEqual) ?? ofCharge.find(isEqual) ?? free[0] ?? ofCharge[0];
}

function resultOf(line: Line, found: Candidate, taken: ReadonlySet<string>): Result {
  if (taken.has(found.id)) return 'duplicate';
  if (line.currency !== found.currency) return 'currency_differs';
  return minor(line.gross, line.currency) === minor(found.amount, line.currency)
    ? 'matched'
    : 'amount_differs';
}

const matchOf = (line: Line, result: Result, found?: Candidate): Match => ({
  line: line.line,
  result,
  store_id: found?.store_id ?? null,
  payment_id: found?.payment_id ?? null,
  refund_id: found?.kind === 'refund' ? found.id : null,
});

export type Summed = {
  currency: string;
  type: 'charge' | 'refund';
  gross: string;
  fee: string;
  net: string;
};

/** One row for each currency: amounts of two currencies are never added. */
export function totalsOf(rows: readonly Summed[]) {
  const currencies = [...new Set(rows.map(row => row.currency))].sort();
  return currencies.map(currency => {
    const own = rows.filter(row => row.currency === currency);
    const sum = (of: readonly Summed[], field: 'gross' | 'fee' | 'net'): string =>
      formatMoney(
        of.reduce<Minor>((total, row) => total + minor(row[field], currency), 0),
        currency,
      );
    return {
      currency,
      charges: sum(
        own.filter(row => row.type === 'charge'),
        'gross',
      ),
      refunds: sum(
        own.filter(row => row.type === 'refund'),
        'gross',
      ),
      fees: sum(own, 'fee'),
      net: sum(own, 'net'),
    };
  });
}
