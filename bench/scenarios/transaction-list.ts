import { statement } from '../../src/platform/database/tx.js';
import { encodeCursor } from '../../src/platform/http/paginate.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { type Bench, ms, perSecond, type Row, times } from '../bench.js';
import { measure, median, type Sample } from '../load.js';

const SMALL = 10_000;
const LARGE = 1_000_000;
const CHUNK = 50_000;
const LIMIT = 50;

/** A page of the list on ten thousand and on a million sales, the first page and the ten-thousandth. */
export async function transactionList(bench: Bench): Promise<Row[]> {
  const token = await bench.manager();
  const large = bench.quick ? SMALL * 5 : LARGE;
  await grow(bench, 0, SMALL);
  const small = await page(bench, token, undefined);
  await grow(bench, SMALL, large);
  const first = await page(bench, token, undefined);
  const deep = await page(
    bench,
    token,
    await cursorAt(bench, Math.min(10_000 * LIMIT, Math.floor(large / 2))),
  );
  const row = (measured: string, sample: Sample): Row => ({
    scenario: '',
    measure: measured,
    value: `${perSecond(sample.perSecond)}, p50 ${ms(sample.p50)}, p99 ${ms(sample.p99)}`,
    ratio: times(small.perSecond / sample.perSecond),
    target: '≤ 1.5 × the small table',
  });
  return [
    {
      ...row(`page of ${LIMIT} on ${SMALL} sales`, small),
      scenario: 'transaction list',
      ratio: '1',
      target: '',
    },
    row(`first page on ${large} sales`, first),
    row(`page ${Math.min(10_000, Math.floor(large / 2 / LIMIT))} on ${large} sales`, deep),
  ];
}

async function page(bench: Bench, token: string, cursor: string | undefined): Promise<Sample> {
  const path = `/transactions/?limit=${LIMIT}${cursor === undefined ? '' : `&cursor=${cursor}`}`;
  const samples: Sample[] = [];
  for (let round = 0; round < bench.repetitions; round += 1) {
    samples.push(
      await measure(4, bench.seconds / 2, async () => {
        const answer = await bench.call('GET', path, undefined, token);
        if (answer.status !== 200)
          throw new Error(`list answered ${answer.status}: ${answer.text}`);
      }),
    );
  }
  return median(samples);
}

/** Sales of the past year, written straight into the table. */
async function grow({ db }: Bench, from: number, to: number): Promise<void> {
  await statement(
    db,
    `select ensure_months('transactions', (now() - interval '13 months')::date, now()::date)`,
  );
  for (let start = from; start < to; start += CHUNK) {
    await statement(
      db,
      `insert into transactions (id, transaction_number, store_id, source_system, status, currency, subtotal,
         total_amount, total_paid, created_at, completed_at)
       select overlay(uuid_floor(at)::text placing lpad(to_hex(n), 12, '0') from 25)::uuid,
         next_transaction_number('TXN', at), $1, 'pos', 'completed', 'USD', 18, 18, 18, at, at
       from (select n, now() - make_interval(secs => (365 * 86400.0) * ($4 - n) / $4) as at
             from generate_series($2::int, $3::int - 1) as n) as past`,
      [DOWNTOWN_ID, start, Math.min(start + CHUNK, to), LARGE],
    );
  }
  await statement(db, 'analyze transactions');
}

async function cursorAt({ db }: Bench, offset: number): Promise<string> {
  const [row] = await statement<{ id: string }>(
    db,
    'select id from transactions order by id desc offset $1 limit 1',
    [offset],
  );
  return encodeCursor(['', row?.id ?? '']);
}
