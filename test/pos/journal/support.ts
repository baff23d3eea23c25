import { createHash } from 'node:crypto';
import { statement } from '../../../src/platform/database/tx.js';
import type { Reply, Shop } from '../../support/service.js';
import { mug } from '../../transactions/support.js';

export const ZEROS = '0'.repeat(64);

export type TillEntry = {
  counter: number;
  kind: string;
  occurred_at: string;
  data: Record<string, unknown>;
  previous_hash: string;
  hash: string;
};

/** Written apart from the service: JSON with sorted keys and without spaces. */
function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const record = value as Record<string, unknown>;
  const keys = Object.keys(record).sort();
  return `{${keys.map(key => `${JSON.stringify(key)}:${sorted(record[key])}`).join(',')}}`;
}

export const hashOf = ({ hash, previous_hash, ...entry }: TillEntry): string =>
  createHash('sha256')
    .update(`${previous_hash}\n${sorted(entry)}`)
    .digest('hex');

export const CASH = { payment_method_id: 'cash', tendered_amount: '20.00' };

/** A till that writes its journal, whether the service is reachable or not. */
export class Till {
  readonly entries: TillEntry[] = [];
  private sales = 0;

  constructor(
    readonly terminal: string,
    private counter = 0,
    private hash = ZEROS,
  ) {}

  write(kind: string, data: Record<string, unknown>, at: Date | string): TillEntry {
    this.counter += 1;
    const entry: TillEntry = {
      counter: this.counter,
      kind,
      occurred_at: typeof at === 'string' ? at : at.toISOString(),
      data,
      previous_hash: this.hash,
      hash: '',
    };
    entry.hash = hashOf(entry);
    this.hash = entry.hash;
    this.entries.push(entry);
    return entry;
  }

  nextNumber(): string {
    this.sales += 1;
    return `${this.terminal}-${String(this.sales).padStart(6, '0')}`;
  }

  /** One mug for cash. */
  sale(at: Date | string, more: Record<string, unknown> = {}): TillEntry {
    return this.write(
      'sale',
      { ...mug(), number: this.nextNumber(), payments: [CASH], ...more },
      at,
    );
  }

  /** Another till with the same memory, as from a copied disk. */
  copy(): Till {
    const copy = new Till(this.terminal, this.counter, this.hash);
    copy.sales = this.sales;
    return copy;
  }
}

export const syncOf =
  (shop: Shop, token: () => Promise<string>) =>
  async (terminal: string, entries: readonly TillEntry[], headers = {}): Promise<Reply> =>
    shop.call('POST', '/pos/sync/', {
      token: await token(),
      body: { terminal_id: terminal, entries },
      headers,
    });

export const query = <Row>(shop: Shop, text: string, values: unknown[] = []): Promise<Row[]> =>
  statement<Row>(shop.platform.db, text, values);

/** What a booked entry changes; a held one leaves all of it but the journal and the tasks. */
export const booked = async (shop: Shop) =>
  (
    await query<Record<string, unknown>>(
      shop,
      `select (select count(*)::int from transactions) as sales,
         (select count(*)::int from payments) as payments,
         (select coalesce(sum(amount), 0)::text from payments) as paid,
         (select count(*)::int from shifts) as shifts,
         (select count(*)::int from cash_movements) as movements,
         (select count(*)::int from drawer_operations) as openings,
         (select count(*)::int from returns) as returns,
         (select count(*)::int from refunds) as refunds,
         (select count(*)::int from late_sales) as late`,
    )
  )[0];
