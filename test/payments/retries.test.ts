import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Refund, refundById } from '../../src/domains/payments/index.js';
import { setSandboxFaults } from '../../src/domains/payments/processors/sandbox-faults.js';
import { statement } from '../../src/platform/database/tx.js';
import { openShop, type Shop } from '../support/service.js';
import { soon } from '../support/soon.js';
import { open, payByCard, sandboxRefunds } from './support.js';

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => {
  setSandboxFaults({});
  await shop.close();
});

/** Makes the refund due. */
async function becomeDue(refund: Refund): Promise<void> {
  await statement(shop.platform.db, 'update refunds set next_attempt_at = now() where id = $1', [
    refund.id,
  ]);
}

const untilIs = (refund: Refund, status: string) =>
  vi.waitUntil(async () => (await refundById(shop.platform.db, refund.id))?.status === status, {
    ...soon,
    interval: 50,
  });

it('completes a refund without its caller, after a refusal and a lost answer', async () => {
  const faults = ['fail', 'lose_answer'] as const;
  let calls = 0;
  setSandboxFaults({
    refund: () => {
      calls += 1;
      return faults[calls - 1];
    },
  });
  const payment = await payByCard(shop);
  const refund = await open(shop, payment, 2_500);
  await becomeDue(refund);
  await untilIs(refund, 'failed');
  await becomeDue(refund);
  await untilIs(refund, 'pending');
  const nextAttempt = async () => (await refundById(shop.platform.db, refund.id))?.next_attempt_at;
  await vi.waitUntil(async () => ((await nextAttempt()) ?? 0) > new Date(), soon);
  await becomeDue(refund);
  await untilIs(refund, 'succeeded');
  expect(calls).toBe(2);
  expect(await sandboxRefunds(shop, payment)).toEqual([2_500]);
});
