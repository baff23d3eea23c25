import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkInvariants } from '../../src/domains/ops/check-invariants.js';
import { formatMoney, minor } from '../../src/platform/money.js';
import { query, Till, type TillEntry } from '../pos/journal/support.js';
import { denominations } from '../shifts/support.js';
import { type Dice, dice as diceOf } from '../support/dice.js';
import { openShop, type Shop } from '../support/service.js';
import { basket, MUG, settleJobs, TEE } from '../transactions/support.js';

const TILLS = 20;
const SALES_PER_TILL = 50;
const HOURS = 8;
const USD = 'USD';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
}, 120_000);
afterAll(() => shop.close());

const BASKETS = [basket([MUG], '1.03'), basket([TEE], '2.06'), basket([MUG, TEE], '3.09')];

type Day = { till: Till; entries: TillEntry[]; expected: string };

/** The day of a till apart from the service: a shift with sales, cash movements and its closing. */
function dayOf(terminal: string, dice: Dice, endsAt: number): Day {
  const till = new Till(terminal);
  const stepMs = (HOURS * 3_600_000) / (SALES_PER_TILL + 4);
  let at = endsAt - HOURS * 3_600_000;
  const next = () => {
    at += stepMs;
    return new Date(at);
  };
  let cashMinor = minor('100.00', USD);
  till.write('shift_open', { opening_float: '100.00' }, next());
  for (let n = 0; n < SALES_PER_TILL; n += 1) {
    const body = dice.pick(BASKETS);
    const total = body.total_amount;
    const byCard = dice.chance(0.3);
    const payment = byCard
      ? { payment_method_id: 'card', tendered_amount: total, reference: `S-${n}` }
      : { payment_method_id: 'cash', tendered_amount: '60.00' };
    if (!byCard) cashMinor += minor(total, USD);
    till.write('sale', { ...body, number: till.nextNumber(), payments: [payment] }, next());
  }
  till.write('cash_out', { amount: '20.00', reason: 'Bank' }, next());
  cashMinor -= minor('20.00', USD);
  const counted = { '1.00': Math.floor(cashMinor / 100), '0.01': cashMinor % 100 };
  till.write('shift_close', { denominations: denominations(counted) }, next());
  return { till, entries: till.entries, expected: formatMoney(cashMinor, USD) };
}

/** Batches of random sizes; some are sent twice, at once or again later, as after a lost answer. */
async function reconnect({ till, entries }: Day, dice: Dice, token: string): Promise<void> {
  const send = async (batch: readonly TillEntry[]) => {
    const reply = await shop.call('POST', '/pos/sync/', {
      token,
      body: { terminal_id: till.terminal, entries: batch },
    });
    if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.text}`);
    const held = reply.body.results.filter((one: { status: string }) => one.status === 'held');
    if (held.length > 0) throw new Error(JSON.stringify(held[0]));
  };
  for (let from = 0; from < entries.length; ) {
    const batch = entries.slice(from, from + 1 + dice.between(0, 19));
    const copies = dice.chance(0.3) ? [batch, batch] : [batch];
    await Promise.all(copies.map(send));
    // A till that was killed before it noted the answer starts again at an earlier entry.
    from = dice.chance(0.2) ? Math.max(0, from - dice.between(0, 9)) : from + batch.length;
  }
}

it('books each sale of 20 tills once after a day apart, and its Z reports equal the journals', async () => {
  const dice = diceOf(Number(process.env.SEED ?? 20_260_310));
  const endsAt = Date.now() - 60_000;
  const days = Array.from({ length: TILLS }, (_, n) => dayOf(`T-SIM${n + 1}`, dice, endsAt));
  const tokens: string[] = [];
  for (const { till } of days) tokens.push(await shop.tillToken('EMP001', till.terminal));
  await Promise.all(days.map((day, n) => reconnect(day, dice, tokens[n] ?? '')));
  await settleJobs(shop, 120_000);

  const sales = await query<{ till_number: string; total: string }>(
    shop,
    `select till_number, total_amount::text as total from transactions
     where till_number is not null order by till_number`,
  );
  const sold = days
    .flatMap(({ entries }) => entries.filter(({ kind }) => kind === 'sale'))
    .map(({ data }) => ({ till_number: String(data.number), total: String(data.total_amount) }))
    .sort((a, b) => (a.till_number < b.till_number ? -1 : 1));
  expect(sales).toEqual(sold);
  expect(sales).toHaveLength(TILLS * SALES_PER_TILL);

  for (const { till, entries, expected } of days) {
    const total = entries
      .filter(({ kind }) => kind === 'sale')
      .reduce((sum, { data }) => sum + minor(String(data.total_amount), USD), 0);
    const [row] = await query<{ report: object; counters: number; gaps: number }>(
      shop,
      `select z.report, (select count(*)::int from till_journal
           where terminal_id = $1 and is_chained and status = 'accepted') as counters,
         (select count(*)::int from till_journal_gaps
           where terminal_id = $1 and closed_at is null) as gaps
       from shifts s join z_reports z on z.shift_id = s.id where s.terminal_id = $1`,
      [till.terminal],
    );
    expect(row).toMatchObject({
      counters: entries.length,
      gaps: 0,
      report: {
        sales: { count: SALES_PER_TILL, amount: formatMoney(total, USD) },
        cash: { expected, counted: expected, variance: '0.00' },
      },
    });
  }
  const broken = (await checkInvariants(shop.platform.db)).filter(({ offending }) => offending > 0);
  expect(broken).toEqual([]);
}, 600_000);
