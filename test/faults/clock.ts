import { rollUp } from '../../src/domains/analytics/rollup/roll-up.js';
import { checkInvariants } from '../../src/domains/ops/check-invariants.js';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/platform/clock.js';
import { createMonths } from '../../src/platform/database/partitions.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { formatMoney } from '../../src/platform/money.js';
import { clockOf } from '../analytics/recompute.js';
import { complete, crowd } from '../storefront/checkout-shoppers.js';
import type { Reply } from '../support/service.js';
import { stockShelf } from './checkout-records.js';
import { CASH, pause, saleOf, TOTAL_MINOR } from './clients.js';
import { type Node, openNode } from './node.js';
import type { FaultReport, Say } from './run-fault.js';

const SKU = 'FAULT-CLOCK';
const ZONE = 'America/New_York';
const AFTER_MS = 2 * SECOND_MS;

/** Moments one second before a boundary, and where the clock jumps from there. */
const EDGES: readonly { name: string; at: string; jumpsMs: readonly number[] }[] = [
  {
    name: 'an hour forward and back',
    at: '2027-05-12T15:00:00Z',
    jumpsMs: [HOUR_MS, -2 * HOUR_MS],
  },
  { name: 'midnight in the store', at: '2027-06-10T03:59:59Z', jumpsMs: [AFTER_MS, -AFTER_MS] },
  { name: 'summer time begins', at: '2027-03-14T06:59:59Z', jumpsMs: [AFTER_MS, HOUR_MS] },
  { name: 'summer time ends', at: '2027-11-07T05:59:59Z', jumpsMs: [AFTER_MS, HOUR_MS, -HOUR_MS] },
  { name: 'into 29 February', at: '2028-02-29T04:59:59Z', jumpsMs: [AFTER_MS, DAY_MS] },
  { name: 'into a new year', at: '2028-01-01T04:59:59Z', jumpsMs: [AFTER_MS, -DAY_MS] },
];
export const EDGE_COUNT = EDGES.length;

type Sold = { sale: string; at: Date; isVoided: boolean };

/** Sells on both sides of every boundary and computes each day's totals independently. */
export async function runClock(
  url: string,
  { rounds, seed, say = () => undefined }: { rounds: number; seed: number; say?: Say },
): Promise<FaultReport> {
  let now = new Date(EDGES[0]?.at ?? 0);
  const node = await openNode(url, { clock: { now: () => now }, background: true });
  const report = emptyReport(seed);
  const watched = watch(node, report);
  const sold: Sold[] = [];
  try {
    await stockShelf(node.platform.db, SKU, 1_000_000, '12.50');
    for (const { name, at, jumpsMs } of EDGES.slice(0, rounds)) {
      now = new Date(at);
      const moments = [0, ...jumpsMs].map(ms => {
        now = new Date(now.getTime() + ms);
        return now;
      });
      for (const moment of moments) await makeMonth(node, moment);
      const trading = new Trading(watched, sold, report, moment => {
        now = moment;
      });
      await trading.across(moments);
      await trading.deadlines(new Date(at));
      report.rounds += 1;
      report.acknowledged = sold.length;
      // Reports end with today, so they are requested after the last jump.
      now = new Date(Math.max(...moments.map(Number)) + DAY_MS);
      await compare(watched, sold, report, moments);
      say(`clock ${report.rounds}/${Math.min(rounds, EDGE_COUNT)}: ${name}`);
    }
    return report;
  } finally {
    await node.close();
  }
}

const emptyReport = (seed: number): FaultReport => ({
  fault: 'clock',
  seed,
  rounds: 0,
  acknowledged: 0,
  lost: [],
  doubled: [],
  wrong: [],
  failures: [],
  answers: {},
  recoveredMs: [],
});

function watch(node: Node, report: FaultReport): Node {
  return {
    ...node,
    call: async (...args) => {
      const reply = await node.call(...args);
      const name = String(reply.status);
      report.answers[name] = (report.answers[name] ?? 0) + 1;
      if (reply.status >= 500 && reply.status !== 503) {
        report.failures.push(`${args[1]} ${reply.status} ${reply.text}`);
      }
      return reply;
    },
  };
}

/** The monthly job creates partitions long before a month begins. */
const makeMonth = ({ platform }: Node, at: Date): Promise<unknown> =>
  atomically(platform.db, tx => createMonths(tx, at, 1));

class Trading {
  #n = 0;

  constructor(
    private readonly node: Node,
    private readonly sold: Sold[],
    private readonly report: FaultReport,
    private readonly stand: (at: Date) => void,
  ) {}

  /** Sells at each moment; the previous moment's sale is retried, and voided, in the next. */
  async across(moments: readonly Date[]): Promise<void> {
    let last: { key: string; sale: string }[] = [];
    for (const moment of moments) {
      this.stand(moment);
      const token = await this.#login();
      for (const { key, sale } of last) await this.#again(token, key, sale);
      const undone = this.sold.find(({ sale }) => sale === last[0]?.sale);
      if (undone) await this.#undo(token, undone);
      last = [];
      for (let n = 0; n < 3; n += 1) last.push(await this.#sell(token, moment));
    }
  }

  async #login(): Promise<string> {
    const body = {
      employee_id: 'EMP003',
      pin_code: '3456',
      store_id: 'DOWNTOWN',
      terminal_id: 'T-090',
    };
    const reply = await this.node.call('POST', '/pos/auth/terminal-login/', { body });
    return this.#expect('the login', reply, 200).body.token;
  }

  #expect(what: string, reply: Reply, status: number): Reply {
    if (reply.status === status) return reply;
    const at = this.node.platform.clock.now().toISOString();
    throw new Error(`${what} at ${at} answered ${reply.status}: ${reply.text}`);
  }

  #ask = (token: string, path: string, key: string, body: object): Promise<Reply> =>
    this.node.call('POST', path, { token, body, headers: { 'idempotency-key': key } });

  async #sell(token: string, at: Date) {
    this.#n += 1;
    const key = `${at.getTime()}-${this.#n}`;
    const rung = await this.#ask(token, '/pos/transactions/create/', key, saleOf(SKU, 'EMP003'));
    const sale = this.#expect('ringing up', rung, 201).body.transaction.transaction_id;
    const paid = await this.#ask(token, `/pos/transactions/${sale}/payment/`, `pay-${key}`, CASH);
    this.#expect('the payment', paid, 202);
    this.sold.push({ sale, at, isVoided: false });
    return { key, sale };
  }

  /** Keys belong to a login. One login's key is valid on both sides of a boundary. */
  async #again(token: string, key: string, sale: string): Promise<void> {
    const path = `/pos/transactions/${sale}/payment/`;
    const paid = await this.#ask(token, path, `pay-${key}`, CASH);
    const isSame = paid.status === 202 && paid.body.transaction.transaction_id === sale;
    if (!isSame && paid.status !== 409) this.report.doubled.push(`${sale} paid: ${paid.status}`);
  }

  async #undo(token: string, sold: Sold): Promise<void> {
    const body = { reason: 'Wrong sale' };
    const path = `/transactions/${sold.sale}/void/`;
    this.#expect('the void', await this.#ask(token, path, `void-${sold.sale}`, body), 200);
    sold.isVoided = true;
  }

  /** A checkout lives for 30 minutes and an approval for five, also across midnight. */
  async deadlines(from: Date): Promise<void> {
    const { db } = this.node.platform;
    const people = await crowd(this.node, 3, [[SKU, 1]]);
    const end = new Date(from.getTime() + 30 * MINUTE_MS);
    await statement(db, 'update checkout_sessions set expires_at = $2 where id = any($1::uuid[])', [
      people.map(({ id }) => id),
      end,
    ]);
    await statement(db, 'update sessions set expires_at = $1 where kind = $2', [
      new Date(end.getTime() + DAY_MS),
      'web',
    ]);
    this.stand(from);
    const token = await this.#login();
    const asked = await this.#ask(token, '/pos/approvals/request/', `ask-${from.getTime()}`, {
      request_type: 'discount',
      amount: '13.53',
      reason: 'The customer asked',
    });
    const request = this.#expect('the request', asked, 201).body.request_id;
    const order = async (n: number, at: number): Promise<string> => {
      this.stand(new Date(at));
      const { visit, id } = people[n] as (typeof people)[number];
      const reply = await complete(this.node, visit, id, { key: `order-${id}` });
      return `${reply.status}`;
    };
    const approval = async (at: number): Promise<string> => {
      this.stand(new Date(at));
      const reply = await this.node.call('GET', `/pos/approvals/status/${request}/`, { token });
      return reply.body.status;
    };
    const start = from.getTime();
    const seen = [
      await approval(start + 5 * MINUTE_MS - 1),
      await approval(start + 5 * MINUTE_MS),
      // An expired deadline stays expired, even when the clock goes back.
      await approval(start),
      await order(0, end.getTime() - 1),
      await order(1, end.getTime()),
      await order(1, end.getTime() - 1),
    ];
    const deadlines = seen.join(' ');
    if (!/^pending expired expired 200 4\d\d 4\d\d$/.test(deadlines)) {
      this.report.wrong.push(`${from.toISOString()}: deadlines gave ${deadlines}`);
    }
    const placed = this.sold;
    if (seen[3] === '200')
      placed.push({ sale: '', at: new Date(end.getTime() - 1), isVoided: false });
  }
}

const dayOf = (at: Date): string => clockOf(at, ZONE).day;

async function compare(
  node: Node,
  sold: readonly Sold[],
  report: FaultReport,
  moments: readonly Date[],
): Promise<void> {
  const { db } = node.platform;
  await settled(node);
  await rollUp({ db, clock: { now: () => new Date('2028-06-01T12:00:00Z') } });
  const violated = (await checkInvariants(db)).filter(check => check.offending > 0);
  report.wrong.push(...violated.map(({ name, ids }) => `${name}: ${ids.join(' ')}`));
  const login = await node.call('POST', '/auth/login/', {
    body: { username: 'manager', password: 'manager-demo' },
  });
  for (const day of new Set(moments.map(dayOf))) {
    const query = `?store=DOWNTOWN&from=${day}&to=${day}&currency=USD`;
    const path = `/analytics/commerce/sales/${query}`;
    const { body } = await node.call('GET', path, { token: login.body.access });
    const mine = sold.filter(({ at, sale }) => sale !== '' && dayOf(at) === day);
    const orders = sold.filter(({ at, sale }) => sale === '' && dayOf(at) === day).length;
    const kept = mine.filter(({ isVoided }) => !isVoided).length;
    const expected = `${kept + orders} sales, ${mine.length - kept} voided`;
    const { sales, voided_sales: voided, revenue } = body.data.totals;
    if (`${sales} sales, ${voided} voided` !== expected) {
      report.wrong.push(`${day}: ${sales} sales, ${voided} voided instead of ${expected}`);
    }
    const counter = formatMoney(kept * TOTAL_MINOR, 'USD');
    if (orders === 0 && revenue !== counter) {
      report.wrong.push(`${day}: revenue ${revenue} instead of ${counter}`);
    }
  }
}

const SETTLES_WITHIN_MS = 60_000;

async function settled(node: Node): Promise<void> {
  for (const end = performance.now() + SETTLES_WITHIN_MS; performance.now() < end; ) {
    await node.settleEvents();
    const [row] = await statement<{ due: number }>(
      node.platform.db,
      `select ((select count(*) from outbox) +
         (select count(*) from graphile_worker.jobs where run_at <= now()))::int as due`,
    );
    if (row?.due === 0) return;
    await pause(50);
  }
}
