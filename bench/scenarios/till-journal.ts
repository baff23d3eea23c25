import { digestOf, type Entry, FIRST_HASH } from '../../src/domains/pos/journal/rules.js';
import { type Bench, LANES, type Row } from '../bench.js';
import { compareWithMinimal } from '../compare.js';
import type { Caller } from '../load.js';
import { saleOf } from './till-sale.js';

const PAYMENT = { payment_method_id: 'cash', tendered_amount: '20.00' };

/** The journal of one till, as the register keeps it: every sale for cash is an entry. */
export class TillJournal {
  private counter = 0;
  private hash = FIRST_HASH;

  constructor(private readonly terminal: string) {}

  /** Goes on after the last entry that the service has, as a register does that lost its memory. */
  async align(call: Caller, token: string): Promise<void> {
    const head = await call('GET', '/pos/sync/', undefined, token);
    if (head.status !== 200) throw new Error(`the journal answered ${head.status}: ${head.text}`);
    ({ counter: this.counter, hash: this.hash } = JSON.parse(head.text));
  }

  /** Books a sale with its cash payment, before the customer has paid. */
  async sell(call: Caller, token: string): Promise<void> {
    const entry = this.nextSale();
    const body = { terminal_id: this.terminal, entries: [entry], may_refuse: true };
    const answer = await call('POST', '/pos/sync/', body, token);
    const [result] = answer.status === 200 ? JSON.parse(answer.text).results : [];
    if (result?.status !== 'accepted') {
      throw new Error(`the journal answered ${answer.status}: ${answer.text}`);
    }
    this.counter = entry.counter;
    this.hash = entry.hash;
  }

  private nextSale(): Entry {
    const counter = this.counter + 1;
    const number = `${this.terminal}-${String(counter).padStart(6, '0')}`;
    const entry = {
      counter,
      kind: 'sale',
      occurred_at: new Date().toISOString(),
      data: { ...saleOf('BEANS-1KG'), number, payments: [PAYMENT] },
      previous_hash: this.hash,
      hash: '',
    };
    return { ...entry, hash: digestOf(entry) };
  }
}

/** The sale of the register: one entry of the till's journal. */
export async function tillSaleByJournal(bench: Bench): Promise<Row[]> {
  const tills = await Promise.all(
    Array.from({ length: LANES }, async (_, lane) => {
      const terminal = `T-J${lane}`;
      const token = await bench.till(terminal);
      const journal = new TillJournal(terminal);
      await journal.align(bench.call, token);
      return { journal, token };
    }),
  );
  return compareWithMinimal(bench, {
    scenario: 'till sale by journal',
    measure: 'one entry of the journal with its cash payment',
    target: 'main ratio ≤ 3',
    minimal: 'till-sale-at-once',
    run: async (call, _ready, lane) => {
      const till = tills[lane];
      if (till === undefined) throw new Error(`lane ${lane} has no till`);
      await till.journal.sell(call, till.token);
    },
  });
}
