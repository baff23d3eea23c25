/**
 * The columns of a settlement file, and the names that exports of processors use for them: Stripe's
 * payout reconciliation report and Square's transactions and payout entries. A name is compared in
 * lower case, with `_` for anything else than letters and digits.
 */
const COLUMNS = {
  date: ['date', 'created_utc', 'created', 'effective_at'],
  processor_transaction_id: [
    'processor_transaction_id',
    'payment_intent_id',
    'payment_id',
    'transaction_id',
  ],
  type: ['type', 'reporting_category', 'event_type'],
  gross: ['gross', 'gross_amount', 'total_collected'],
  fee: ['fee', 'fees', 'fee_amount'],
  net: ['net', 'net_amount', 'net_total'],
  currency: ['currency'],
  payout_id: ['payout_id', 'payout', 'automatic_payout_id', 'deposit_id'],
  refund_id: ['refund_id', 'source_id'],
} as const;
export type ColumnName = keyof typeof COLUMNS;

const REQUIRED: readonly ColumnName[] = [
  'date',
  'processor_transaction_id',
  'type',
  'gross',
  'fee',
  'net',
];

const normal = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');

/** The position of each column; the first of its names that the heading has wins. */
export type Heading = { positions: Partial<Record<ColumnName, number>>; typeColumn: string };

export function readHeading(cells: readonly string[]): Heading | { missing: string[] } {
  const names = cells.map(normal);
  const positions: Partial<Record<ColumnName, number>> = {};
  for (const column of Object.keys(COLUMNS) as ColumnName[]) {
    const name = COLUMNS[column].find(alias => names.includes(alias));
    if (name !== undefined) positions[column] = names.indexOf(name);
  }
  const missing = REQUIRED.filter(column => positions[column] === undefined);
  if (missing.length > 0) return { missing };
  return { positions, typeColumn: names[positions.type ?? 0] ?? '' };
}

/** Words for both kinds of lines; a processor's own categories beside them are ignored. */
const CHARGES = new Set(['charge', 'payment', 'sale']);
const REFUNDS = new Set(['refund', 'partial_refund']);

/** `ignored`: a category such as `payout` or `fee`. Undefined: a word that the column must not have. */
export function readType(
  cell: string,
  typeColumn: string,
): 'charge' | 'refund' | 'ignored' | undefined {
  const word = normal(cell);
  if (CHARGES.has(word)) return 'charge';
  if (REFUNDS.has(word)) return 'refund';
  return typeColumn === 'type' || word === '' ? undefined : 'ignored';
}
