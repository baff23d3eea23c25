import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Payment, runRefund } from '../../src/domains/payments/index.js';
import {
  type Fault,
  setSandboxFaults,
} from '../../src/domains/payments/processors/sandbox-faults.js';
import { statement } from '../../src/platform/database/tx.js';
import { openShop, type Shop } from '../support/service.js';
import { open, payByCard } from './support.js';

let shop: Shop;

beforeAll(async () => {
  shop = await openShop({ background: false });
});
afterAll(async () => {
  setSandboxFaults({});
  await shop.close();
});

/** A small generator, so that a seed reproduces a whole run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const FAULTS: readonly (Fault | undefined)[] = [
  'fail',
  'error',
  'hang',
  'lose_answer',
  'lose_answer',
  'duplicate_answer',
  'slow',
  undefined,
  undefined,
];

const unfinished = async (): Promise<string[]> => {
  const rows = await statement<{ id: string }>(
    shop.platform.db,
    `update refunds set next_attempt_at = now() - interval '1 second', attempts = least(attempts, 5)
     where status <> 'succeeded' and given_up_at is null returning id`,
  );
  return rows.map(row => row.id);
};

/** Compares the processor's refunds with the service's records. */
async function reconcile(payment: Payment): Promise<void> {
  const [row] = await statement<{ theirs: string; ours: string; twice: number }>(
    shop.platform.db,
    `select
       (select coalesce(sum(amount_minor), 0) / 100.0 from sandbox_refunds where intent_id = $2)::numeric(12,2) as theirs,
       (select coalesce(sum(amount), 0) from refunds where payment_id = $1 and status = 'succeeded')::numeric(12,2) as ours,
       (select count(*)::int from (
          select split_part(idempotency_key, ':', 1) from sandbox_refunds where intent_id = $2
          group by 1 having count(*) > 1) as t) as twice`,
    [payment.id, payment.processor_transaction_id],
  );
  expect(row?.theirs).toBe(row?.ours);
  expect(row?.twice).toBe(0);
}

it.each([11, 22, 33])(
  'refunds every amount exactly once under processor faults (seed %i)',
  async seed => {
    const random = randomFrom(seed);
    setSandboxFaults({
      timeoutMs: 5,
      slowMs: 5,
      refund: () => FAULTS[Math.floor(random() * FAULTS.length)],
    });
    const payments = await Promise.all(Array.from({ length: 8 }, () => payByCard(shop)));
    // Six refunds of 1.00 to 25.00 on 100.00 each: some exceed the remainder and are refused.
    const opened = await Promise.allSettled(
      payments.flatMap(payment =>
        Array.from({ length: 6 }, () => open(shop, payment, 100 + Math.floor(random() * 2_400))),
      ),
    );
    const ids = opened.flatMap(result => (result.status === 'fulfilled' ? [result.value.id] : []));
    for (let round = 0; round < 60; round += 1) {
      const due = round === 0 ? ids : await unfinished();
      if (due.length === 0) break;
      await Promise.all(due.flatMap(id => [1, 2, 3].map(() => runRefund(shop.platform, id))));
    }
    expect(await unfinished()).toEqual([]);
    for (const payment of payments) await reconcile(payment);
  },
);
